//===- AArch64Semantics.cpp - What an AArch64 instruction reads -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Appends AArch64 instructions by the plan of their opcode. One unit per
/// general, vector and predicate register, as writes of narrow views set the
/// rest to zero; one for NZCV. The zero registers and the control and status
/// registers are no dependences.
///
/// Cost: one plan per opcode, then O(operands) per instruction.
/// Tested by unittests/Target/AArch64SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AArch64Opcodes.h"
#include "AArch64Target.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

static RegisterUnits::Role classifyRegister(StringRef Name) {
  auto IsNumbered = [&](char Letter) {
    return Name.size() > 1 && Name[0] == Letter &&
           Name.find_first_not_of("0123456789", 1) == StringRef::npos;
  };
  RegisterUnits::Role R;
  R.IsIgnored = StringSwitch<bool>(Name)
                    .Cases({"XZR", "WZR", "WZR_HI"}, true)
                    .Cases({"FPCR", "FPSR", "FPMR", "FFR", "VG"}, true)
                    .Default(false);
  R.IsRoot =
      StringSwitch<bool>(Name)
          .Cases({"FP", "LR", "SP", "NZCV"}, true)
          .Default(IsNumbered('X') || IsNumbered('Z') || IsNumbered('P'));
  R.Name = StringSwitch<std::string>(Name)
               .Case("FP", "x29")
               .Case("LR", "x30")
               .Default(IsNumbered('Z') ? "v" + Name.drop_front().str() : "");
  return R;
}

namespace {
class AArch64Semantics final : public TargetSemantics {
public:
  AArch64Semantics(const Triple &TT, const TargetDescription &TD)
      : TargetSemantics(TD, codeOfAArch64()), Units(*TD.MRI, classifyRegister),
        Memory(TT, TD), NZCV(unitOf("NZCV")) {
    StackPointer = unitOf("SP");
    FramePointer = unitOf("FP");
  }

  void append(const ListedInst &I, Kernel &K) override;
  InstEncoding encode(const MCInst &) override { return {4}; }
  unsigned numUnits() const override { return Units.size(); }
  std::string unitName(RegUnit U) const override { return Units.name(U); }

  bool fillSpecial(const IntOperands &I, const IntRecipe &R,
                   IntOp &Op) const override {
    return fillAArch64Special(I, R, Op);
  }
  std::optional<int64_t> stepOf(const KernelInst &I,
                                unsigned Reg) const override;
  unsigned plainAccess(const MemRef &Mem, bool IsStore) const override;
  unsigned modelOpcode(const KernelInst &I) const override;
  bool holds(EntryCondition C, const KernelInst &I) const override;
  ReductionOp reduction(const Kernel &K, const KernelInst &I,
                        const RegRead &R) const override;
  bool isScaled(const KernelInst &I, const RegRead &R) const override;
  const ScalableSet *scalableSet() const override;
  ScalableForm scalableForm(unsigned Opcode) const override;
  PackedForm packedForm(unsigned Opcode) const override {
    const AArch64VectorName N = aarch64VectorName(nameOf(Opcode));
    return {opcode(N.Name), N.Elements, StringLiteral("")};
  }
  FusedForm fusedForm(unsigned Multiply, unsigned Add) const override {
    FusedForm F;
    const std::string Name = aarch64FusedName(nameOf(Multiply), nameOf(Add));
    F.Registers = opcode(Name);
    // Scalar forms have a fourth operand.
    F.OverwritesAddend = StringRef(Name).starts_with("FML");
    F.Move = F.OverwritesAddend ? opcode("ORRv16i8") : 0;
    return F;
  }
  SmallVector<FloatPeakForm, 4> floatPeaks(FloatType Type) const override {
    SmallVector<FloatPeakForm, 4> Forms;
    for (const AArch64PeakName &N : aarch64FloatPeaks(Type))
      Forms.push_back(
          {{opcode(N.Name)}, N.Operations, N.Feature, N.IsScalable});
    return Forms;
  }
  unsigned scalableBits(StringRef Cpu) const override { return sveBits(Cpu); }
  bool extendsSign(const KernelInst &I) const override;
  unsigned constantMultiply() const override { return opcode("MADDXrrr"); }
  SmallVector<unsigned, 2> alignedShift(unsigned) const override {
    return {opcode("EXTv16i8")};
  }
  DivisionForms divisionForms(unsigned Opcode) const override;
  IntegerReciprocal integerReciprocal(unsigned Opcode,
                                      unsigned Reg) const override;
  ArrayRef<RegisterFile> registerFiles() const override;
  unsigned registerFile(RegUnit U) const override;

protected:
  IntRecipe makeRecipe(StringRef Name) const override {
    return aarch64Recipe(Name);
  }
  uint8_t makeTraits(StringRef Name) const override {
    return aarch64Traits(Name);
  }
  FloatWork makeFloatWork(StringRef Name) const override {
    return aarch64FloatWork(Name);
  }

private:
  const AArch64Plan &plan(unsigned Opcode);
  RegUnit unitOf(StringRef Name) {
    return Units.units(findRegister(*TD.MRI, Name)).front();
  }
  void appendMemory(const AArch64Plan &Plan, InstWriter &W);
  void flagIdiom(const AArch64Plan &Plan, InstWriter &W);
  bool isZero(MCRegister R) { return R && Units.units(R).empty(); }

  RegisterUnits Units;
  AArch64MemoryTable Memory;
  /// By opcode. A map: a compilation sees a few dozen of thousands.
  DenseMap<unsigned, std::unique_ptr<AArch64Plan>> Plans;
  RegUnit NZCV;
  mutable unsigned PlainAccess[3][2] = {}; ///< Opcodes; 0: not looked up.
  mutable std::optional<ScalableSet> Sve;  ///< Once somebody has asked.
};
} // namespace

const AArch64Plan &AArch64Semantics::plan(unsigned Opcode) {
  std::unique_ptr<AArch64Plan> &P = Plans[Opcode];
  if (!P)
    P = std::make_unique<AArch64Plan>(planAArch64Opcode(Opcode, TD, Memory));
  return *P;
}

/// Adds the MemRef. Its registers are among the uses of the plan.
void AArch64Semantics::appendMemory(const AArch64Plan &Plan, InstWriter &W) {
  const AArch64Address &A = Plan.Address;
  MemRef M = A.Mem;
  if (A.Literal >= 0) { // Relative to the instruction, in words.
    const MCOperand &Op = W.inst().getOperand(A.Literal);
    foldAddress(Op, M.Displacement, M.Symbol);
    if (Op.isImm())
      M.Displacement = int64_t(W.source().Address) + M.Displacement * 4;
    return W.mem(M);
  }
  MCRegister Base = W.reg(A.Base), Index = W.reg(A.Index);
  M.Base = isZero(Base) ? 0 : Base.id();
  M.Index = isZero(Index) ? 0 : Index.id();
  M.Displacement = A.FixedStep;
  if (M.WriteBack == WriteBackKind::PostIndex && isZero(Index))
    M.Displacement = M.Width; // ld1 {v0.4s}, [x0], #16
  if (A.Imm >= 0) {
    const MCOperand &Op = W.inst().getOperand(A.Imm);
    foldAddress(Op, M.Displacement, M.Symbol);
    if (Op.isImm())
      M.Displacement *= A.ImmScale;
  }
  if (A.IsNarrowIndex)
    M.IndexExtend = W.imm(A.Extend) ? 's' : 'u';
  if (A.Shift >= 0 && W.imm(A.Shift))
    M.Scale = A.ShiftScale;
  // A vector of bases and one offset: the same as one base and a vector.
  if (A.HasVectorBase && A.Index >= 0)
    std::swap(M.Base, M.Index);
  W.mem(M);
}

/// Whether `hint #Number` does nothing but mark a place: nop and the forms of
/// bti. Others wait (wfe), give way (yield), or order accesses.
/// Source: Arm Architecture Reference Manual for A-profile, "Hints".
static bool isNopHint(int64_t Number) {
  constexpr int64_t Nop = 0, FirstBti = 32, LastBti = 38;
  return Number == Nop || (Number >= FirstBti && Number <= LastBti);
}

void AArch64Semantics::flagIdiom(const AArch64Plan &Plan, InstWriter &W) {
  MCRegister A = W.reg(1), B = W.reg(2);
  bool IsUnshifted = W.imm(3) == 0;
  switch (Plan.Idiom) {
  case AArch64Idiom::None:
    return;
  case AArch64Idiom::Move:
    return W.flag(IF_RegMove);
  case AArch64Idiom::MoveIfSame:
    if (A == B)
      W.flag(IF_RegMove);
    return;
  case AArch64Idiom::MoveIfFirstZero:
    if (isZero(A) && IsUnshifted)
      W.flag(isZero(B) ? IF_ZeroIdiom : IF_RegMove);
    return;
  case AArch64Idiom::MoveIfNoAddend:
    if (W.imm(2, -1) == 0)
      W.flag(IF_RegMove);
    return;
  case AArch64Idiom::NopIfHint:
    return W.flag(isNopHint(W.imm(0, -1)) ? IF_Nop : IF_Opaque);
  case AArch64Idiom::ZeroIfSame:
    if (A == B && IsUnshifted)
      W.flag(IF_ZeroIdiom);
    return;
  case AArch64Idiom::ZeroIfImmZero:
    if (W.imm(1, -1) == 0)
      W.flag(IF_ZeroIdiom);
    return;
  }
}

void AArch64Semantics::append(const ListedInst &I, Kernel &K) {
  const AArch64Plan &Plan = plan(I.Inst.getOpcode());
  InstWriter W(I, Plan.Flags, Units, K);
  W.read(Plan.Uses);
  if (Plan.ReadsNZCV)
    W.readUnit(NZCV, ReadRole::Flags);
  if (Plan.Address.isMemory())
    appendMemory(Plan, W);
  W.write(Plan.Defs);
  if (Plan.WritesNZCV)
    W.writeFlags(NZCV, Plan.FlagsDefIdx);
  if (Plan.Idiom != AArch64Idiom::None)
    flagIdiom(Plan, W);
  W.finish();
}

//===----------------------------------------------------------------------===//
// Address arithmetic
//===----------------------------------------------------------------------===//

std::optional<int64_t> AArch64Semantics::stepOf(const KernelInst &I,
                                                unsigned Reg) const {
  if (!I.Inst || !isOperand(*I.Inst, 0, Reg) || !isOperand(*I.Inst, 1, Reg))
    return std::nullopt;
  const std::optional<int64_t> Imm = immediate(*I.Inst, 2);
  if (!Imm)
    return std::nullopt;
  return StringSwitch<std::optional<int64_t>>(nameOf(I.Opcode))
      .Cases({"ADDXri", "ADDSXri"}, Imm)
      .Cases({"SUBXri", "SUBSXri"}, -*Imm)
      .Default(std::nullopt);
}

/// Whether the operand is shifted or extended before it is used.
bool AArch64Semantics::isScaled(const KernelInst &I, const RegRead &R) const {
  constexpr int Shifted = 2, Shift = 3;
  if (R.Operand != Shifted)
    return false;
  StringRef Name = nameOf(I.Opcode);
  if (Name.ends_with("rx") || Name.ends_with("rx64"))
    return true;
  return Name.ends_with("rs") &&
         (!I.Inst || I.Inst->getOperand(Shift).getImm() != 0);
}

//===----------------------------------------------------------------------===//
// The port model
//===----------------------------------------------------------------------===//

unsigned AArch64Semantics::plainAccess(const MemRef &Mem, bool IsStore) const {
  static constexpr StringLiteral Names[][2] = {
      {"LDRXui", "STRXui"}, {"LDRDui", "STRDui"}, {"LDRQui", "STRQui"}};
  const unsigned Kind = !Mem.IsVector ? 0 : Mem.Width > 8 ? 2 : 1;
  return opcode(Names[Kind][IsStore], PlainAccess[Kind][IsStore]);
}

/// A hint is a NOP only with some of its operands.
unsigned AArch64Semantics::modelOpcode(const KernelInst &I) const {
  return I.is(IF_Nop) ? opcode("NOP") : I.Opcode;
}

/// Whether the shift or extend immediate that ends an instruction with a
/// shifted or extended register is other than LSL #0.
bool AArch64Semantics::holds(EntryCondition C, const KernelInst &I) const {
  if (C != EntryCondition::Shifted || !I.Inst || I.Inst->getNumOperands() == 0)
    return false;
  const MCOperand &Last = I.Inst->getOperand(I.Inst->getNumOperands() - 1);
  return Last.isImm() && Last.getImm() != 0;
}

//===----------------------------------------------------------------------===//
// Other opcodes
//===----------------------------------------------------------------------===//

ReductionOp AArch64Semantics::reduction(const Kernel &K, const KernelInst &I,
                                        const RegRead &R) const {
  StringRef Name = nameOf(I.Opcode);
  if (R.Role == ReadRole::Accumulator)
    return aarch64Accumulation(Name);
  return isPlainTerm(*this, K, I, R) ? aarch64Operation(Name, R.Operand)
                                     : ReductionOp::None;
}

const ScalableSet *AArch64Semantics::scalableSet() const {
  constexpr unsigned NeonBytes = 16;
  if (!Sve)
    Sve = ScalableSet{"SVE",          "sve",
                      NeonBytes,      opcode("LD1D_IMM"),
                      opcode("LD1D"), opcode("ST1D_IMM"),
                      opcode("ST1D"), opcode("ADDXri")};
  return &*Sve;
}

ScalableForm AArch64Semantics::scalableForm(unsigned Opcode) const {
  const SveName N = sveName(nameOf(Opcode));
  if (N.Shape == ScalableShape::None)
    return {};
  return {N.Shape, opcode(N.Name), N.IsByLane};
}

/// `sxtw` is a bit field move of the lower 32 bits.
bool AArch64Semantics::extendsSign(const KernelInst &I) const {
  return nameOf(I.Opcode) == "SBFMXri" && I.Inst &&
         I.Inst->getOperand(2).getImm() == 0 &&
         I.Inst->getOperand(3).getImm() == 31;
}

DivisionForms AArch64Semantics::divisionForms(unsigned Opcode) const {
  return aarch64DivisionNames(nameOf(Opcode)).forms(*TD.MII);
}

IntegerReciprocal AArch64Semantics::integerReciprocal(unsigned Opcode,
                                                      unsigned Reg) const {
  ReciprocalNames Names;
  Names.Multiply = StringSwitch<StringRef>(nameOf(Opcode))
                       .Cases({"UDIVXr", "UDIVWr"}, "UMULHrr")
                       .Cases({"SDIVXr", "SDIVWr"}, "SMULHrr")
                       .Default("");
  if (Names.Multiply.empty())
    return {};
  Names.Subtract = "SUBXrs";
  Names.Shift = "UBFMXri";
  Names.Add = "ADDXrs";
  Names.SumImmediates = {0};
  Names.FirstShift = Names.SecondShift = {1, 63};
  Names.Divisor = 2;
  return reciprocalOf(*TD.MII, Names, Reg); // The remainder has its msub today.
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// General ones without the stack pointer, the platform's and the frame's.
static constexpr RegisterFile Files[] = {{29}, {32}, {16}};
enum AArch64File { FileGeneral, FileVector, FilePredicate };

ArrayRef<RegisterFile> AArch64Semantics::registerFiles() const { return Files; }

unsigned AArch64Semantics::registerFile(RegUnit U) const {
  const std::string Name = unitName(U);
  StringRef Unit = Name;
  if (Unit.starts_with("p"))
    return FilePredicate;
  return Unit[0] == 'x' || Unit[0] == 'w' || Unit == "lr" || Unit == "fp" ||
                 Unit == "sp"
             ? FileGeneral
             : FileVector;
}

std::unique_ptr<TargetSemantics>
kernelbounds::createAArch64Semantics(const Triple &TT,
                                     const TargetDescription &TD) {
  return std::make_unique<AArch64Semantics>(TT, TD);
}
