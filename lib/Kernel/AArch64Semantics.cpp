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
/// Tested by unittests/Kernel/AArch64SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AArch64Opcodes.h"
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
      : TD(TD), Units(*TD.MRI, classifyRegister), Memory(TT, TD),
        NZCV(unitOf("NZCV")) {
    IsAArch64 = true;
    StackPointer = unitOf("SP");
    FramePointer = unitOf("FP");
  }

  void append(const ListedInst &I, Kernel &K) override;
  InstEncoding encode(const MCInst &) override { return {4}; }
  unsigned numUnits() const override { return Units.size(); }
  std::string unitName(RegUnit U) const override { return Units.name(U); }

private:
  const AArch64Plan &plan(unsigned Opcode);
  RegUnit unitOf(StringRef Name) {
    return Units.units(findRegister(*TD.MRI, Name)).front();
  }
  void appendMemory(const AArch64Plan &Plan, InstWriter &W);
  void flagIdiom(const AArch64Plan &Plan, InstWriter &W);
  bool isZero(MCRegister R) { return R && Units.units(R).empty(); }

  TargetDescription TD;
  RegisterUnits Units;
  AArch64MemoryTable Memory;
  /// By opcode. A map: a compilation sees a few dozen of thousands.
  DenseMap<unsigned, std::unique_ptr<AArch64Plan>> Plans;
  RegUnit NZCV;
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
  for (const UsePlan &Use : Plan.Uses)
    W.read(Use.Reg ? MCRegister(Use.Reg) : W.reg(Use.Operand), Use.Role,
           Use.Operand);
  if (Plan.ReadsNZCV)
    W.readUnit(NZCV, ReadRole::Flags);
  if (Plan.Address.isMemory())
    appendMemory(Plan, W);
  for (const DefPlan &Def : Plan.Defs)
    W.write(Def.Reg ? MCRegister(Def.Reg) : W.reg(Def.Operand), Def.Operand,
            Def.IsWriteBack, Def.DefIdx);
  if (Plan.WritesNZCV)
    W.writeFlags(NZCV, Plan.FlagsDefIdx);
  if (Plan.Idiom != AArch64Idiom::None)
    flagIdiom(Plan, W);
  W.finish();
}

std::unique_ptr<TargetSemantics>
kernelbounds::createAArch64Semantics(const Triple &TT,
                                     const TargetDescription &TD) {
  return std::make_unique<AArch64Semantics>(TT, TD);
}
