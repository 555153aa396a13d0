//===- RISCVSemantics.cpp - What a RISC-V instruction reads ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Appends RISC-V instructions by the plan of their opcode, and by vtype and vl
/// where vectors depend on them. One unit per register of the three files, and
/// one for vl, vtype and each rounding mode. x0 is no dependence.
///
/// Cost: one plan per opcode, one form per vector opcode and vtype, then
/// O(operands) per instruction.
/// Tested by unittests/Target/RISCVSemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RISCVSemantics.h"
#include "RISCVTarget.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

/// Names of the calling convention, by number.
static constexpr StringLiteral GeneralNames[] = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

static std::string floatName(unsigned N) {
  if (N < 8)
    return "ft" + std::to_string(N);
  if (N < 10)
    return "fs" + std::to_string(N - 8);
  if (N < 18)
    return "fa" + std::to_string(N - 10);
  return N < 28 ? "fs" + std::to_string(N - 16) : "ft" + std::to_string(N - 20);
}

static RegisterUnits::Role classifyRegister(StringRef Name) {
  RegisterUnits::Role R;
  R.IsIgnored = StringSwitch<bool>(Name)
                    .Cases({"X0", "X0_W", "X0_H"}, true)
                    .Cases({"DUMMY_REG_PAIR_WITH_X0", "FCSR", "FFLAGS", "VLENB",
                            "VXSAT", "SSP"},
                           true)
                    .Default(false);
  if (R.IsIgnored)
    return R;
  unsigned Number;
  if (StringRef Rest = Name; Rest.consume_front("X") &&
                             !Rest.getAsInteger(10, Number) && Number < 32) {
    R.IsRoot = true;
    R.Name = GeneralNames[Number];
  } else if (Rest = Name; Rest.consume_front("F") && Rest.consume_back("_Q") &&
                          !Rest.getAsInteger(10, Number)) {
    R.IsRoot = true;
    R.Name = floatName(Number);
  } else if (Rest = Name;
             Rest.consume_front("V") && !Rest.getAsInteger(10, Number)) {
    R.IsRoot = true;
  } else {
    R.IsRoot = is_contained({"VL", "VTYPE", "FRM", "VXRM"}, Name);
  }
  return R;
}

RISCVSemantics::RISCVSemantics(const Triple &TT, const TargetDescription &TD)
    : TargetSemantics(TD, codeOfRISCV()), Units(*TD.MRI, classifyRegister),
      Sizer(TT, TD, codeOfRISCV()), Vectors(TD) {
  StackPointer = unitOf("X2");
  FramePointer = unitOf("X8");
}

const RISCVPlan &RISCVSemantics::plan(unsigned Opcode) {
  std::unique_ptr<RISCVPlan> &P = Plans[Opcode];
  if (!P)
    P = std::make_unique<RISCVPlan>(planRISCVOpcode(Opcode, TD));
  return *P;
}

const VectorForm &RISCVSemantics::form(unsigned Opcode, VectorState S) const {
  constexpr uint16_t GroupAndWidth = 0x7f; // Policies and length do not matter.
  const VectorState Type(S.bits() & GroupAndWidth);
  std::unique_ptr<VectorForm> &F = Forms[uint64_t(Opcode) << 16 | Type.bits()];
  if (!F)
    F = std::make_unique<VectorForm>(findVectorForm(Opcode, Type, TD));
  return *F;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The group of registers that begins with \p Reg, where operand \p Operand is
/// one.
MCRegister RISCVSemantics::groupOf(MCRegister Reg, const VectorForm *Form,
                                   int Operand) const {
  if (!Form || !Reg || Operand < 0 || Operand >= int(Form->Classes.size()) ||
      Form->Classes[Operand] < 0)
    return Reg;
  const MCRegUnit First = *TD.MRI->regunits(Reg).begin();
  for (MCPhysReg Group : TD.MRI->getRegClass(Form->Classes[Operand]))
    if (*TD.MRI->regunits(Group).begin() == First)
      return Group;
  return Reg; // Not aligned to the size of groups: no core runs that.
}

void RISCVSemantics::appendUses(const RISCVPlan &Plan, const VectorForm *Form,
                                InstWriter &W) {
  for (const UsePlan &Use : Plan.Uses) {
    if (Plan.TiedIsPolicy && Use.Operand == Plan.Tied)
      continue;
    W.read(groupOf(W.reg(Use), Form, Use.Operand), Use.Role, Use.Operand);
  }
  constexpr int64_t Dynamic = 7;
  if (Plan.RoundingMode >= 0 && W.imm(Plan.RoundingMode) == Dynamic)
    W.read(registerOf("FRM"), ReadRole::Data);
}

/// Whether the result keeps elements that it has now.
bool RISCVSemantics::keepsOld(const RISCVPlan &Plan,
                              const InstWriter &W) const {
  const VectorState S = Vectors.state();
  if (Plan.Result == VectorResult::None)
    return false;
  const bool IsMasked = W.reg(Plan.MaskOperand).isValid();
  if (Plan.Result == VectorResult::Kept ||
      (IsMasked && S.isKnown() && !S.isMaskAgnostic() &&
       Plan.Result != VectorResult::OneElement))
    return true;
  if (Plan.Result == VectorResult::OneElement)
    return S.isKnown() && !S.isTailAgnostic();
  return Plan.Result == VectorResult::Policy && S.keepsTail();
}

/// csrrw and its kin: rounding modes and the vector length.
void RISCVSemantics::appendControl(InstWriter &W) {
  StringRef Name;
  switch (W.imm(1)) {
  case 0x002: // frm
  case 0x003: // fcsr
    Name = "FRM";
    break;
  case 0x00a: // vxrm
  case 0x00f: // vcsr
    Name = "VXRM";
    break;
  case 0xc20:
    Name = "VL";
    break;
  case 0xc21:
    Name = "VTYPE";
    break;
  case 0x001: // fflags: every operation adds to them, and none waits.
  case 0xc22: // vlenb: never changes.
    return;
  default:
    return W.flag(IF_Opaque);
  }
  const MCRegister Reg = registerOf(Name);
  if (!isZero(W.reg(0)))
    W.read(Reg, ReadRole::Data);
  // csrrs and csrrc of zero only read.
  const bool Sets = nameOf(W.inst().getOpcode()).starts_with("CSRRW");
  const bool HasBits = W.reg(2) ? !isZero(W.reg(2)) : W.imm(2) != 0;
  if (Sets || HasBits)
    W.write(Reg);
}

/// Whether nothing becomes of the instruction: nop, and hints.
bool RISCVSemantics::isHint(const RISCVPlan &Plan, const InstWriter &W) {
  return !Plan.Address.isMemory() && !Plan.IsJump && !Plan.IsControlAccess &&
         Plan.Defs.size() == 1 && Plan.Defs.front().Operand == 0 &&
         isZero(W.reg(0));
}

void RISCVSemantics::flagIdiom(const RISCVPlan &Plan, InstWriter &W) {
  MCRegister A = W.reg(1), B = W.reg(2);
  switch (Plan.Idiom) {
  case RISCVIdiom::None:
    return;
  case RISCVIdiom::Move:
    return W.flag(IF_RegMove);
  case RISCVIdiom::MoveIfImmZero:
    if (W.imm(2, -1) == 0)
      W.flag(isZero(A) ? IF_ZeroIdiom : IF_RegMove);
    return;
  case RISCVIdiom::MoveIfSame:
    if (A == B)
      W.flag(IF_RegMove);
    return;
  case RISCVIdiom::ZeroIfSame:
    if (A == B)
      W.flag(IF_ZeroIdiom);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Sets the bytes of a vector access, as far as vtype and vl are known. With a
/// length in a register, those of all trips but the last.
void RISCVSemantics::sizeVector(const RISCVAddress &A, MemRef &M) const {
  constexpr unsigned ShortestBytes = 16;
  const VectorState S = Vectors.state();
  if (A.Vector == VectorAccess::Whole) {
    M.IsScalable = true;
    M.Width = A.NumRegisters * ShortestBytes;
    return;
  }
  if (!S.isKnown())
    return;
  const unsigned Element =
      A.ElementBytes ? A.ElementBytes : S.elementBits() / 8;
  if (A.Vector == VectorAccess::Strided || A.Vector == VectorAccess::Indexed) {
    M.Width = Element * A.NumFields;
    return;
  }
  const bool IsFixed = S.lengthKind() == VectorLengthKind::Immediate;
  const unsigned Eighths = IsFixed ? S.elements() * 8 : S.eighthsOfMaximum();
  M.IsScalable = !IsFixed;
  M.Width = A.Vector == VectorAccess::Mask
                ? std::max(1u, (Eighths + 63) / 64)
                : std::max(1u, Eighths * Element * A.NumFields / 8);
}

/// Adds the MemRef. Its registers are among the uses of the plan.
void RISCVSemantics::appendMemory(const RISCVPlan &Plan, InstWriter &W) {
  const RISCVAddress &A = Plan.Address;
  MemRef M = A.Mem;
  MCRegister Base = W.reg(A.Base), Index = W.reg(A.Index);
  M.Base = isZero(Base) ? 0 : Base.id();
  M.Index = isZero(Index) ? 0 : Index.id();
  if (A.Imm >= 0)
    foldRISCVAddress(W.inst().getOperand(A.Imm), M.Displacement, M.Symbol);
  if (A.Vector != VectorAccess::None)
    sizeVector(A, M);
  W.mem(M);
}

void RISCVSemantics::append(const ListedInst &I, Kernel &K) {
  const RISCVPlan &Plan = plan(I.Inst.getOpcode());
  const VectorForm *Form = Plan.IsVector && Vectors.state().isKnown()
                               ? &form(I.Inst.getOpcode(), Vectors.state())
                               : nullptr;
  InstWriter W(I, Plan.Flags, Units, K);
  if (isHint(Plan, W)) {
    W.flag(IF_Nop);
    W.finish();
    return;
  }
  if (Plan.IsVector)
    W.setMode(Vectors.state().bits());
  appendUses(Plan, Form, W);
  if (Plan.Address.isMemory())
    appendMemory(Plan, W);
  if (keepsOld(Plan, W))
    W.readForMerge(groupOf(W.reg(0), Form, 0), 0);
  const bool KeepsLength = Vectors.keepsLength(I.Inst);
  for (const DefPlan &Def : Plan.Defs)
    if (!KeepsLength || Def.Reg != registerOf("VL"))
      W.write(groupOf(W.reg(Def), Form, Def.Operand), Def);
  if (Plan.IsControlAccess)
    appendControl(W);
  // A jump that links is a call.
  if (Plan.IsJump && any_of(Plan.Defs, [&](const DefPlan &Def) {
        return Def.Reg || !isZero(W.reg(Def.Operand));
      })) {
    W.unflag(IF_Branch);
    W.flag(IF_Call);
  }
  if (Plan.Idiom != RISCVIdiom::None)
    flagIdiom(Plan, W);
  Vectors.step(I.Inst);
  if (!Plan.IsVector)
    W.setMode(Vectors.state().bits());
  W.finish();
}

std::unique_ptr<TargetSemantics>
kernelbounds::createRISCVSemantics(const Triple &TT,
                                   const TargetDescription &TD) {
  return std::make_unique<RISCVSemantics>(TT, TD);
}
