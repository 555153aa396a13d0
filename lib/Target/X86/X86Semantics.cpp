//===- X86Semantics.cpp - What an x86-64 instruction reads and writes -----===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Appends x86-64 instructions by the plan of their opcode. One unit per
/// register; 8- and 16-bit writes read the old register in role Merge. The
/// flags are three units after LLVM's: CF, OF, and SF-PF-AF-ZF.
///
/// Calls: the callee's reads and writes are unknown; the stack pointer comes
/// back as it was. vzeroupper is described as touching nothing.
///
/// Cost: O(operands) per instruction.
/// Tested by unittests/Target/X86SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "X86PlanTable.h"
#include "X86Target.h"
#include "kernel-bounds/Kernel/InstSizer.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

static RegisterUnits::Role classifyRegister(StringRef Name) {
  auto IsNumbered = [&](StringRef Prefix, StringRef Suffix = "") {
    StringRef Number = Name;
    return Number.consume_front(Prefix) && Number.consume_back(Suffix) &&
           !Number.empty() &&
           Number.find_first_not_of("0123456789") == StringRef::npos;
  };
  RegisterUnits::Role R;
  if (Name.size() > 1 && isDigit(Name[1]) && !isDigit(Name.back()))
    return R; // R8D, R10B and so on: parts of roots.
  R.IsIgnored = StringSwitch<bool>(Name)
                    .Cases({"CS", "DS", "ES", "FS", "GS", "SS"}, true)
                    .Cases({"FS_BASE", "GS_BASE", "SSP", "DF"}, true)
                    .Cases({"RIP", "EIP", "IP", "HIP", "EIZ", "RIZ"}, true)
                    .Cases({"MXCSR", "FPCW", "FPSW"}, true)
                    .Cases({"EFLAGS", "RFLAGS", "_EFLAGS"}, true)
                    .Default(false);
  R.IsRoot = StringSwitch<bool>(Name)
                 .Cases({"RAX", "RBX", "RCX", "RDX"}, true)
                 .Cases({"RSI", "RDI", "RBP", "RSP"}, true)
                 .Default(IsNumbered("R") || IsNumbered("ZMM"));
  if (IsNumbered("ZMM"))
    R.Name = "xmm" + Name.drop_front(3).str();
  if (IsNumbered("ST")) {
    R.IsRoot = true;
    R.Name = "fpr" + Name.drop_front(2).str();
  }
  return R;
}

namespace {
class X86Semantics final : public TargetSemantics {
public:
  X86Semantics(const Triple &TT, const TargetDescription &TD)
      : TargetSemantics(TD, codeOfX86()), Sizer(TT, TD, codeOfX86()),
        Units(*TD.MRI, classifyRegister), FirstFlag(Units.size()),
        IsPartial(TD.MRI->getNumRegs()), IsHighByte(TD.MRI->getNumRegs()) {
    StackPointer = Units.units(Regs.RSP).front();
    FramePointer = Units.units(Regs.RBP).front();
    for (const MCRegisterClass &RC : TD.MRI->regclasses()) {
      StringRef Name = TD.MRI->getRegClassName(&RC);
      for (MCPhysReg R : RC) {
        if (Name == "GR8" || Name == "GR16")
          IsPartial.set(R);
        if (Name == "GR8_ABCD_H")
          IsHighByte.set(R);
      }
    }
  }

  void append(const ListedInst &I, Kernel &K) override;
  bool mayMatter(const MCInst &I, const BitVector &Units, bool Stores) override;
  bool isString(unsigned Opcode) const;
  unsigned opcodeWithPrefixes(const MCInst &Inst) const;
  InstEncoding encode(const MCInst &Inst) override {
    return Sizer.encode(Inst);
  }
  unsigned numUnits() const override { return FirstFlag + NumX86FlagGroups; }
  std::string unitName(RegUnit U) const override {
    static constexpr const char *Groups[] = {"cf", "of", "spaz"};
    return U < FirstFlag ? Units.name(U) : Groups[U - FirstFlag];
  }

  bool fillSpecial(const IntOperands &I, const IntRecipe &R,
                   IntOp &Op) const override {
    return !(R.Form == XF_StoreByte && mayReadHighByte(I.inst(), R.A)) &&
           fillX86Special(I, R, Op);
  }
  std::optional<int64_t> stepOf(const KernelInst &I,
                                unsigned Reg) const override;
  unsigned plainAccess(const MemRef &Mem, bool IsStore) const override;
  unsigned modelOpcode(const KernelInst &I) const override;
  bool holds(EntryCondition C, const KernelInst &I) const override;
  unsigned conditionCode(const KernelInst &I) const override;
  unsigned fusionObstacles(const KernelInst &I) const override;
  unsigned numConstants(const KernelInst &I) const override;
  ReductionOp reduction(const Kernel &K, const KernelInst &I,
                        const RegRead &R) const override;
  bool isScaled(const KernelInst &I, const RegRead &R) const override;
  bool extendsLoadedSign(const KernelInst &I) const override {
    return I.NumMems != 0 && nameOf(I.Opcode).starts_with("MOVSX");
  }
  WiderForm widerForm(unsigned Opcode) const override;
  PackedForm packedForm(unsigned Opcode) const override;
  FusedForm fusedForm(unsigned Multiply, unsigned Add) const override;
  bool extendsSign(const KernelInst &I) const override {
    return nameOf(I.Opcode) == "MOVSX64rr32" || nameOf(I.Opcode) == "CDQE";
  }
  unsigned unsignedLoad(unsigned Opcode) const override {
    return nameOf(Opcode) == "MOVSX64rm32" ? opcode("MOV32rm") : 0;
  }
  unsigned constantMultiply() const override { return opcode("IMUL64rri32"); }
  SmallVector<unsigned, 2> alignedShift(unsigned Bytes) const override;
  DivisionForms divisionForms(unsigned Opcode) const override;
  IntegerReciprocal integerReciprocal(unsigned Opcode,
                                      unsigned Reg) const override;
  SmallVector<FloatPeakForm, 4> floatPeaks(FloatType Type) const override;
  ArrayRef<RegisterFile> registerFiles() const override;
  unsigned registerFile(RegUnit U) const override;

protected:
  IntRecipe makeRecipe(StringRef Name) const override {
    return x86Recipe(Name);
  }
  uint8_t makeTraits(StringRef Name) const override { return x86Traits(Name); }
  FloatWork makeFloatWork(StringRef Name) const override {
    return x86FloatWork(Name);
  }

private:
  void appendAddress(const X86PlanBase &Plan, InstWriter &W) const;
  void appendSpecial(const X86PlanBase &Plan, InstWriter &W);
  void appendStack(const X86PlanBase &Plan, bool IsPush, InstWriter &W) const;
  void appendString(const X86PlanBase &Plan, InstWriter &W);
  void appendX87(const X86PlanBase &Plan, InstWriter &W);
  void appendFlagReads(const X86PlanBase &Plan, InstWriter &W) const;
  void appendDefs(const X86PlanRow &Plan, InstWriter &W);
  void flagIdiom(const X86PlanBase &Plan, InstWriter &W) const;
  bool mayReadHighByte(const KernelInst &I, unsigned Operand) const {
    return !I.Inst ||
           IsHighByte.test(I.Inst->getOperand(Operand).getReg().id());
  }
  uint16_t segment(MCRegister R) const {
    return R == Regs.FS || R == Regs.GS ? R.id() : 0;
  }

  InstSizer Sizer;
  const X86Registers &Regs = X86Plans.Registers;
  RegisterUnits Units;
  RegUnit FirstFlag;   ///< Units of CF, OF, SPAZ: this and the next two.
  BitVector IsPartial; ///< Indexed by register: 8 and 16 bits wide.
  BitVector IsHighByte;
  unsigned X87Top = 0; ///< Register that is ST0; 0 at the start of a kernel.
  mutable unsigned PlainAccess[5][2] = {}; ///< Opcodes; 0: not looked up.
};
} // namespace

/// There is no encoding of rbp and r13 as bases without a displacement.
static bool needsDisplacement(MCRegister Base, const MCRegisterInfo &MRI) {
  return MRI.getEncodingValue(Base) % 8 == 5;
}

/// Appends the five-operand address and its MemRef.
void X86Semantics::appendAddress(const X86PlanBase &Plan, InstWriter &W) const {
  const int First = Plan.MemOperand;
  if (unsigned(First) + 5 > W.inst().getNumOperands())
    return;
  MemRef M = Plan.Mem;
  MCRegister Base = W.reg(First), Index = W.reg(First + 2);
  if (Index == Regs.RIZ || Index == Regs.EIZ)
    Index = MCRegister();
  W.read(Base, ReadRole::Address, First);
  W.read(Index, ReadRole::Address, First + 2);
  M.Base = Base.id();
  M.Index = Index.id();
  M.Scale = W.imm(First + 1, 1);
  foldAddress(W.inst().getOperand(First + 3), M.Displacement, M.Symbol);
  M.HasZeroDisplacement = M.Displacement == 0 && !M.Symbol && Base &&
                          Base != Regs.RIP &&
                          needsDisplacement(Base, *description().MRI);
  M.Segment = segment(W.reg(First + 4));
  // Linked code: count from address 0, so that equal targets look equal.
  if (Base == Regs.RIP && !M.Symbol && W.source().Size)
    M.Displacement += W.source().Address + W.source().Size;
  if (M.IsLoad || M.IsStore)
    W.mem(M);
}

/// Appends the access of a push or a pop, and the step of the stack pointer.
void X86Semantics::appendStack(const X86PlanBase &Plan, bool IsPush,
                               InstWriter &W) const {
  const int64_t Width = Plan.StackWidth;
  MemRef M;
  M.Base = Regs.RSP;
  (IsPush ? M.IsStore : M.IsLoad) = true;
  M.Width = Width;
  M.WriteBack = IsPush ? WriteBackKind::PreIndex : WriteBackKind::PostIndex;
  M.Displacement = IsPush ? -Width : Width;
  W.read(Regs.RSP, ReadRole::Address);
  W.write(Regs.RSP, -1, /*IsWriteBack=*/true);
  W.mem(M);
}

static bool isRepeated(const MCInst &Inst) {
  return (Inst.getFlags() & (X86RepeatFlag | X86RepeatUnequalFlag)) != 0;
}

/// Appends the accesses of one step of a string instruction, upwards: nothing
/// in a loop sets the direction flag. Operands are rdi, rsi or both; rsi is
/// read from, and so is rdi by cmps and scas, which set flags.
void X86Semantics::appendString(const X86PlanBase &Plan, InstWriter &W) {
  const bool Repeats = isRepeated(W.inst());
  if (Repeats) {
    W.flag(IF_Opaque);
    W.read(Regs.RCX, ReadRole::Data);
    W.write(Regs.RCX);
  }
  bool Compares = Plan.FlagWrites != 0;
  for (unsigned I = 0; I != W.inst().getNumOperands(); ++I) {
    MCRegister R = W.reg(I);
    if (Units.units(R).empty()) // The segment.
      continue;
    W.read(R, ReadRole::Address, I);
    W.write(R, I, /*IsWriteBack=*/!Repeats);
    if (Repeats)
      continue;
    MemRef M = Plan.Mem;
    M.Base = R.id();
    M.IsStore = Units.root(R) == Regs.RDI && !Compares;
    M.IsLoad = !M.IsStore;
    M.WriteBack = WriteBackKind::PostIndex;
    M.Displacement = M.Width;
    W.mem(M);
  }
}

void X86Semantics::appendX87(const X86PlanBase &Plan, InstWriter &W) {
  const X87Action &A = Plan.X87;
  ReadRole Role = A.StoresTop && Plan.MemOperand >= 0 ? ReadRole::StoreData
                                                      : ReadRole::Data;
  unsigned I = 0; // The number in st(i).
  if (MCRegister R = W.reg(0); R.id() >= Regs.ST0 && R.id() < Regs.ST0 + 8u)
    I = R.id() - Regs.ST0;
  auto Slot = [&](unsigned Depth) {
    return MCRegister(Regs.ST0 + (X87Top + Depth) % 8);
  };
  if (A.Reads & X87Action::ST0)
    W.read(Slot(0), Role);
  if (A.Reads & X87Action::ST1)
    W.read(Slot(1), Role);
  if (A.Reads & X87Action::STi)
    W.read(Slot(I), Role, 0);
  X87Top = (X87Top + 8 - A.Pushes) % 8;
  if (A.Writes & X87Action::ST0)
    W.write(Slot(0));
  if (A.Writes & X87Action::ST1)
    W.write(Slot(1));
  if (A.Writes & X87Action::STi)
    W.write(Slot(I), 0);
  X87Top = (X87Top + A.Pops) % 8;
}

void X86Semantics::appendSpecial(const X86PlanBase &Plan, InstWriter &W) {
  MemRef M = Plan.Mem;
  switch (Plan.Special) {
  case X86Special::Push:
    return appendStack(Plan, /*IsPush=*/true, W);
  case X86Special::String:
    return appendString(Plan, W);
  case X86Special::X87:
    return appendX87(Plan, W);
  case X86Special::Leave: // mov %rbp, %rsp; pop %rbp
    M.Base = Regs.RBP;
    W.read(Regs.RBP, ReadRole::Address);
    W.write(Regs.RBP);
    W.write(Regs.RSP);
    return W.mem(M);
  case X86Special::Absolute:
    foldAddress(W.inst().getOperand(0), M.Displacement, M.Symbol);
    M.Segment = segment(W.reg(1));
    return W.mem(M);
  case X86Special::Xlat:
    M.Base = Regs.RBX;
    M.Index = Regs.AL;
    W.read(Regs.RBX, ReadRole::Address);
    W.read(Regs.AL, ReadRole::Address);
    W.readForMerge(Units.root(Regs.AL), -1);
    W.write(Regs.AL);
    return W.mem(M);
  case X86Special::MaskMove:
    M.Base = Regs.RDI;
    W.read(Regs.RDI, ReadRole::Address);
    return W.mem(M);
  case X86Special::Loop:
    W.read(Regs.RCX, ReadRole::Data);
    W.write(Regs.RCX);
    return;
  case X86Special::Pop:
  case X86Special::Exchange:
  case X86Special::None:
    return;
  }
}

void X86Semantics::appendFlagReads(const X86PlanBase &Plan,
                                   InstWriter &W) const {
  uint8_t Reads = Plan.FlagReads;
  if (Plan.CondOperand >= 0) {
    int64_t Code = W.imm(Plan.CondOperand, -1);
    bool IsConstant = Plan.CondHasNoParity && (Code == 10 || Code == 11);
    Reads |= IsConstant ? 0 : conditionGroups(Code);
  }
  for (unsigned G = 0; G != NumX86FlagGroups; ++G)
    if (Reads >> G & 1)
      W.readUnit(FirstFlag + G, ReadRole::Flags);
}

void X86Semantics::appendDefs(const X86PlanRow &Plan, InstWriter &W) {
  for (const DefPlan &Def : X86Plans.defs(Plan)) {
    const MCRegister R = W.reg(Def);
    if (!R)
      continue;
    if (IsPartial.test(R.id()) && !Plan.ZeroesUpper)
      W.readForMerge(Units.root(R), Def.Operand);
    else if (Plan.MergeDef >= 0 && Def.Operand == Plan.MergeDef)
      W.readForMerge(R, Def.Operand);
    W.write(R, Def);
  }
  for (unsigned G = 0; G != NumX86FlagGroups; ++G)
    if (Plan.FlagWrites >> G & 1)
      W.writeFlags(FirstFlag + G, Plan.FlagsDefIdx);
}

void X86Semantics::flagIdiom(const X86PlanBase &Plan, InstWriter &W) const {
  if (Plan.Idiom == X86Idiom::OnesIfAllBitsSet) {
    if ((W.imm(W.inst().getNumOperands() - 1) & 0xff) == 0xff)
      W.flag(IF_OnesIdiom);
    return;
  }
  MCRegister A = W.reg(Plan.IdiomA);
  if (A && A == W.reg(Plan.IdiomB))
    W.flag(Plan.Idiom == X86Idiom::Zero ? IF_ZeroIdiom : IF_OnesIdiom);
}

/// Whether a repeat prefix repeats \p Opcode: it steps in the direction of DF.
bool X86Semantics::isString(unsigned Opcode) const {
  return any_of(TD.MII->get(Opcode).implicit_uses(), [&](MCPhysReg R) {
    return StringRef(TD.MRI->getName(R)) == "DF";
  });
}

/// The opcode of \p Inst with its prefixes: `rep; nop` is the pause, and some
/// repeated string instructions have an opcode that the compiler uses.
unsigned X86Semantics::opcodeWithPrefixes(const MCInst &Inst) const {
  if (!isRepeated(Inst))
    return Inst.getOpcode();
  StringRef Name = nameOf(Inst.getOpcode());
  if (Name == "NOOP")
    return opcode("PAUSE");
  std::string Repeated = ("REP_" + Name + "_64").str();
  // Double words have the letter L in the one, and D in the other.
  if (isString(Inst.getOpcode()) && Name.ends_with("L"))
    Repeated = ("REP_" + Name.drop_back() + "D_64").str();
  const unsigned Opcode = opcode(Repeated);
  return Opcode != 0 ? Opcode : Inst.getOpcode();
}

void X86Semantics::append(const ListedInst &I, Kernel &K) {
  const unsigned Opcode = opcodeWithPrefixes(I.Inst);
  // A repeated string instruction differs by the prefix alone.
  const bool IsPlain =
      Opcode == I.Inst.getOpcode() || isString(I.Inst.getOpcode());
  const X86PlanRow &Plan = X86Plans.row(IsPlain ? I.Inst.getOpcode() : Opcode);
  if (K.Insts.empty())
    X87Top = 0;
  uint16_t Flags = Plan.Flags;
  if (I.Inst.getFlags() & LockPrefixFlag)
    Flags |= IF_Locked;
  InstWriter W(I, Flags, Units, K);
  W.setOpcode(Opcode);
  if (Plan.MovesLowByte && W.reg(1) && IsHighByte.test(W.reg(1).id()))
    W.unflag(IF_RegMove);
  bool IsExchangeNop = Plan.Special == X86Special::Exchange &&
                       !Units.units(W.reg(0)).empty() &&
                       Units.units(W.reg(0)) == Units.units(Regs.AL);
  if (IsExchangeNop)
    W.flag(IF_Nop);
  if (!(Plan.Flags & IF_Nop) && !IsExchangeNop) {
    W.read(X86Plans.uses(Plan));
    if (Plan.Special == X86Special::Pop) // Loads before it stores.
      appendStack(Plan, /*IsPush=*/false, W);
    if (Plan.MemOperand >= 0)
      appendAddress(Plan, W);
    if (Plan.Special != X86Special::None)
      appendSpecial(Plan, W);
    appendFlagReads(Plan, W);
    appendDefs(Plan, W);
    if (Plan.Idiom != X86Idiom::None)
      flagIdiom(Plan, W);
  }
  W.finish();
}

bool X86Semantics::mayMatter(const MCInst &I, const BitVector &Needed,
                             bool Stores) {
  const X86PlanRow &Plan = X86Plans.row(I.getOpcode());
  if (isRepeated(I) || Plan.Special != X86Special::None ||
      (Plan.Flags & (IF_Opaque | IF_Call)))
    return true;
  auto Reg = [&](unsigned Operand) {
    return Operand < I.getNumOperands() && I.getOperand(Operand).isReg()
               ? I.getOperand(Operand).getReg()
               : MCRegister();
  };
  auto IsFrame = [&](unsigned Operand) {
    const MCRegister R = Reg(Operand);
    return R.isValid() && is_contained(Units.units(R), FramePointer);
  };
  if (Plan.MemOperand >= 0 &&
      ((Stores && Plan.Mem.IsStore) || IsFrame(Plan.MemOperand) ||
       IsFrame(Plan.MemOperand + 2)))
    return true;
  // Asked for each instruction before a loop.
  for (const DefPlan &Def : X86Plans.defs(Plan))
    for (RegUnit U :
         Units.units(Def.Reg ? MCRegister(Def.Reg) : Reg(Def.Operand)))
      if (Needed.test(U))
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Address arithmetic
//===----------------------------------------------------------------------===//

std::optional<int64_t> X86Semantics::stepOf(const KernelInst &I,
                                            unsigned Reg) const {
  if (!I.Inst)
    return std::nullopt;
  StringRef Name = nameOf(I.Opcode);
  auto Imm = [&](unsigned Op) { return immediate(*I.Inst, Op); };
  if (!isOperand(*I.Inst, 0, Reg) || !isOperand(*I.Inst, 1, Reg))
    return std::nullopt;
  if (Name.starts_with("INC64r"))
    return 1;
  if (Name.starts_with("DEC64r"))
    return -1;
  if (Name.starts_with("ADD64ri"))
    return Imm(2);
  if (Name.starts_with("SUB64ri"))
    return Imm(2) ? std::optional(-*Imm(2)) : std::nullopt;
  bool NoIndex = I.Inst->getNumOperands() > 4 &&
                 I.Inst->getOperand(3).isReg() &&
                 !I.Inst->getOperand(3).getReg();
  if (Name == "LEA64r" && NoIndex)
    return Imm(4);
  return std::nullopt;
}

bool X86Semantics::isScaled(const KernelInst &I, const RegRead &R) const {
  constexpr int Scale = 2, Index = 3;
  return R.Operand == Index && nameOf(I.Opcode).starts_with("LEA") &&
         !(I.Inst && I.Inst->getOperand(Scale).getImm() == 1);
}

//===----------------------------------------------------------------------===//
// The port model
//===----------------------------------------------------------------------===//

unsigned X86Semantics::plainAccess(const MemRef &Mem, bool IsStore) const {
  static constexpr StringLiteral Names[][2] = {{"MOV64rm", "MOV64mr"},
                                               {"VMOVSDrm", "VMOVSDmr"},
                                               {"VMOVUPSrm", "VMOVUPSmr"},
                                               {"VMOVUPSYrm", "VMOVUPSYmr"},
                                               {"VMOVUPSZrm", "VMOVUPSZmr"}};
  const unsigned Kind = !Mem.IsVector     ? 0
                        : Mem.Width >= 64 ? 4
                        : Mem.Width >= 32 ? 3
                        : Mem.Width >= 16 ? 2
                                          : 1;
  return opcode(Names[Kind][IsStore], PlainAccess[Kind][IsStore]);
}

/// `xchg %ax, %ax` is the NOP with a prefix, though as assembly it has the
/// opcode of an exchange, which is three micro-ops. A landing pad is a NOP to
/// cores that follow no control flow, and to others inside a loop that runs.
/// What a model says of a string instruction it says of one step.
unsigned X86Semantics::modelOpcode(const KernelInst &I) const {
  StringRef Name = nameOf(I.Opcode);
  if (I.is(IF_Nop) && (Name.starts_with("XCHG") || Name.starts_with("ENDBR")))
    return opcode("NOOP");
  if (I.Inst && isRepeated(*I.Inst) && isString(I.Inst->getOpcode()))
    return opcode(Name.starts_with("REP_") ? Name : "REP_PREFIX");
  return I.Opcode;
}

/// Whether a lea has base, index and displacement. A displacement of 0 counts
/// if it is encoded: on Zen 3, `lea (%r13,%rcx), %rax` takes two micro-ops, as
/// measured, and `lea (%rcx,%r13), %rax` one.
static bool isComplexLea(const MCInst &Inst, const MCRegisterInfo &MRI) {
  if (Inst.getNumOperands() < X86LeaOperands)
    return false;
  const MCOperand &Base = Inst.getOperand(1), &Index = Inst.getOperand(3),
                  &Disp = Inst.getOperand(4);
  if (!Base.isReg() || !Base.getReg() || !Index.isReg() || !Index.getReg())
    return false;
  return !Disp.isImm() || Disp.getImm() != 0 ||
         needsDisplacement(Base.getReg(), MRI);
}

static bool isScaledLea(const MCInst &Inst) {
  return Inst.getNumOperands() >= X86LeaOperands &&
         Inst.getOperand(3).isReg() && Inst.getOperand(3).getReg() &&
         Inst.getOperand(2).getImm() != 1;
}

static bool isDisplacedLea(const MCInst &Inst, MCRegister ProgramCounter) {
  if (Inst.getNumOperands() < X86LeaOperands)
    return false;
  const MCOperand &Base = Inst.getOperand(1), &Index = Inst.getOperand(3),
                  &Disp = Inst.getOperand(4);
  return Base.isReg() && Base.getReg() && Base.getReg() != ProgramCounter &&
         Index.isReg() && !Index.getReg() && Disp.isImm() && Disp.getImm() != 0;
}

bool X86Semantics::holds(EntryCondition C, const KernelInst &I) const {
  switch (C) {
  case EntryCondition::LeaSimple:
    return I.Inst && !isComplexLea(*I.Inst, *description().MRI);
  case EntryCondition::LeaComplex:
    return I.Inst && isComplexLea(*I.Inst, *description().MRI);
  case EntryCondition::LeaScaled:
    return I.Inst && isScaledLea(*I.Inst);
  case EntryCondition::LeaDisplaced:
    return I.Inst && isDisplacedLea(*I.Inst, Regs.RIP);
  case EntryCondition::LeaRipRelative:
    return I.Inst && I.Inst->getNumOperands() >= X86LeaOperands &&
           I.Inst->getOperand(1).isReg() &&
           I.Inst->getOperand(1).getReg() == Regs.RIP;
  default:
    return false;
  }
}

/// The condition is the last operand of a conditional instruction.
unsigned X86Semantics::conditionCode(const KernelInst &I) const {
  if (!I.Inst || I.Inst->getNumOperands() == 0)
    return ~0u;
  const MCOperand &Last = I.Inst->getOperand(I.Inst->getNumOperands() - 1);
  return Last.isImm() ? static_cast<unsigned>(Last.getImm()) : ~0u;
}

/// An immediate of TEST has the width of the operation, that of others is a
/// byte if its value allows; of 64 bits, four bytes are encoded.
static bool hasLongImmediate(StringRef Name, const MCOperand &Value) {
  const bool IsWide = Name.contains("32mi") || Name.contains("64mi");
  return IsWide && (Name.starts_with("TEST") || !Value.isImm() ||
                    !isInt<8>(Value.getImm()));
}

unsigned X86Semantics::fusionObstacles(const KernelInst &I) const {
  const int First = I.Inst ? X86Plans.row(I.Opcode).MemOperand : -1;
  if (First < 0 || unsigned(First) + 5 > I.Inst->getNumOperands())
    return 0;
  const MCRegister Base = I.Inst->getOperand(First).getReg();
  if (Base == Regs.RIP)
    return FO_RipRelative;
  const MCOperand &Offset = I.Inst->getOperand(First + 3);
  const bool IsLong = !Base || !Offset.isImm() || !isInt<8>(Offset.getImm());
  const bool IsNone = !IsLong && Offset.getImm() == 0 &&
                      !needsDisplacement(Base, *description().MRI);
  if (unsigned(First) + 5 == I.Inst->getNumOperands() ||
      I.Inst->getOperand(First + 5).isReg() || IsNone)
    return 0;
  const bool AreLong =
      IsLong &&
      hasLongImmediate(nameOf(I.Opcode), I.Inst->getOperand(First + 5));
  return FO_DisplacementAndImmediate | (AreLong ? FO_LongConstants : 0);
}

/// The displacement, if there is one in the code, and immediates.
unsigned X86Semantics::numConstants(const KernelInst &I) const {
  if (!I.Inst || I.is(IF_Nop))
    return 0;
  // Its opcode may be another one than that of I, which knows of prefixes.
  const MCInst &Inst = *I.Inst;
  const ArrayRef<MCOperandInfo> Operands =
      description().MII->get(Inst.getOpcode()).operands();
  const StringRef Name = nameOf(Inst.getOpcode());
  const bool IsLea = Name.starts_with("LEA") && Name != "LEAVE64";
  const int Address = IsLea ? 1 : X86Plans.row(Inst.getOpcode()).MemOperand;
  unsigned N = 0;
  for (int Op = 0; Op < int(Operands.size()); ++Op) {
    if (Op == Address && unsigned(Op) + 5 <= Inst.getNumOperands()) {
      const MCRegister Base = Inst.getOperand(Op).getReg();
      const MCOperand &Offset = Inst.getOperand(Op + 3);
      N += !Base || !Offset.isImm() || Offset.getImm() != 0 ||
           needsDisplacement(Base, *description().MRI);
      Op += 4; // With scale, index and segment.
    } else if (Operands[Op].OperandType == MCOI::OPERAND_IMMEDIATE ||
               Operands[Op].OperandType == MCOI::OPERAND_PCREL) {
      N += Name == "MOV64ri" ? 2 : 1;
    }
  }
  return N;
}

//===----------------------------------------------------------------------===//
// Other opcodes
//===----------------------------------------------------------------------===//

ReductionOp X86Semantics::reduction(const Kernel &, const KernelInst &I,
                                    const RegRead &R) const {
  if (R.Role == ReadRole::Accumulator)
    return x86Accumulation(nameOf(I.Opcode));
  return R.Role == ReadRole::Data || R.Role == ReadRole::Index
             ? x86Operation(nameOf(I.Opcode), R.Operand)
             : ReductionOp::None;
}

WiderForm X86Semantics::widerForm(unsigned Opcode) const {
  WiderForm Wide{0, 32, "avx"};
  std::string Name = x86WideName(nameOf(Opcode));
  Wide.Opcode = opcode(Name);
  if (Wide.Opcode != 0 && Name[1] == 'P') // Integers.
    Wide.Feature = "avx2";
  return Wide;
}

SmallVector<FloatPeakForm, 4> X86Semantics::floatPeaks(FloatType Type) const {
  SmallVector<FloatPeakForm, 4> Forms;
  for (const X86PeakNames &N : x86FloatPeaks(Type)) {
    FloatPeakForm &F = Forms.emplace_back();
    F.Opcodes.push_back(opcode(N.First));
    if (!N.Second.empty())
      F.Opcodes.push_back(opcode(N.Second));
    F.Operations = N.Operations;
    F.Feature = N.Feature;
  }
  return Forms;
}

PackedForm X86Semantics::packedForm(unsigned Opcode) const {
  const X86VectorName N = x86VectorName(nameOf(Opcode));
  return {opcode(N.Name), N.Elements, StringLiteral("")};
}

FusedForm X86Semantics::fusedForm(unsigned Multiply, unsigned Add) const {
  const std::string Type = x86FusedType(nameOf(Multiply), nameOf(Add));
  FusedForm F;
  if (Type.empty())
    return F;
  F.Registers = opcode("VFMADD231" + Type + "r");
  F.MemoryFactor = opcode("VFMADD231" + Type + "m");
  F.MemoryAddend = opcode("VFMADD213" + Type + "m");
  if (!StringRef(Type).contains('Z'))
    F.Feature = "fma";
  F.Move = opcode(x86VectorMove(Type));
  return F;
}

SmallVector<unsigned, 2> X86Semantics::alignedShift(unsigned Bytes) const {
  if (Bytes == 64)
    return {opcode("VALIGNDZrri")};
  if (Bytes == 32) // The halves in the middle, and bytes of these and others.
    return {opcode("VPERM2F128rri"), opcode("VPALIGNRYrri")};
  return {opcode("VPALIGNRrri")};
}

DivisionForms X86Semantics::divisionForms(unsigned Opcode) const {
  return x86DivisionNames(nameOf(Opcode)).forms(*TD.MII);
}

IntegerReciprocal X86Semantics::integerReciprocal(unsigned Opcode,
                                                  unsigned Reg) const {
  ReciprocalNames Names;
  Names.Multiply = StringSwitch<StringRef>(nameOf(Opcode))
                       .Case("DIV64r", "MUL64r")
                       .Case("DIV32r", "MUL32r")
                       .Case("IDIV64r", "IMUL64r")
                       .Case("IDIV32r", "IMUL32r")
                       .Default("");
  if (Names.Multiply.empty())
    return {};
  Names.Subtract = "SUB64rr";
  Names.Shift = "SHR64ri";
  Names.Add = "ADD64rr";
  Names.FirstShift = Names.SecondShift = {1};
  IntegerReciprocal Form = reciprocalOf(*TD.MII, Names, Reg);
  const MCInst Sum = makeOperands(3, Reg, {});
  Form.Remainder = {{opcode("IMUL64rr"), Sum}, {opcode("SUB64rr"), Sum}};
  return Form;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// General ones without the stack pointer. Of x87 there is one stack for all.
static constexpr RegisterFile Files[] = {{15}, {16, "avx512vl", 32}, {7}, {0}};
enum X86File { FileGeneral, FileVector, FileMask, FileStack };

ArrayRef<RegisterFile> X86Semantics::registerFiles() const { return Files; }

unsigned X86Semantics::registerFile(RegUnit U) const {
  const std::string Name = unitName(U);
  StringRef Unit = Name;
  if (Unit.starts_with("xmm"))
    return FileVector;
  if (Unit.size() == 2 && Unit[0] == 'k')
    return FileMask;
  return Unit.starts_with("st") || Unit.starts_with("fp") ||
                 Unit.starts_with("mm")
             ? FileStack
             : FileGeneral;
}

std::unique_ptr<TargetSemantics>
kernelbounds::createX86Semantics(const Triple &TT,
                                 const TargetDescription &TD) {
  // Opcodes are numbers that another LLVM gives otherwise.
  if (TD.MII->getNumOpcodes() != X86Plans.RowOf.size())
    return nullptr;
  return std::make_unique<X86Semantics>(TT, TD);
}
