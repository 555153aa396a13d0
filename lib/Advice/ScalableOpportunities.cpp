//===- ScalableOpportunities.cpp - NEON code as SVE -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a loop on vectors of 16 bytes takes with those of SVE, on a core whose
/// SVE registers are longer. Every instruction but those that control the loop
/// becomes the one of SVE that does the same, under a predicate that is all
/// true and set before the loop. SVE has no pairs, and no contiguous access
/// that updates its base: each becomes several instructions.
///
/// Example (Neoverse V1, 32 bytes): `ldp q0, q1, [x1], #32` becomes two `ld1d`
/// and an `add`, `fmla v0.2d, v1.2d, v2.d[0]` becomes `fmla z0.d, p0/m, z1.d,
/// z2.d` with the element copied to all of z2 before the loop.
///
/// Only where the SVE form has the operands of today: destructive ones need
/// the result in the register of an operand.
///
/// O(instructions), and what the bounds take.
/// Tested by test/Bounds/opportunity-sve.s.
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "Opportunities.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include <string>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
/// How the SVE form names its operands.
enum class SveForm {
  None,
  Plain,       ///< Result and operands, each with a register of its own.
  Accumulator, ///< The predicate stands before what NEON updates, too.
  Destructive, ///< The result overwrites the first operand.
  Swappable,   ///< Or the second.
  Unary        ///< Elements that are off keep the result's old value.
};
struct SveName {
  SveForm Form = SveForm::None;
  std::string Name;      ///< LLVM's opcode.
  bool IsByLane = false; ///< The last register gives one element to all.
};
} // namespace

static SveForm formOf(StringRef Stem) {
  if (is_contained({"FADD", "FSUB", "FMUL", "ADD", "SUB", "SQADD", "UQADD",
                    "SQSUB", "UQSUB", "AND", "ORR", "EOR", "BIC"},
                   Stem))
    return SveForm::Plain;
  if (is_contained({"FMLA", "FMLS", "MLA", "MLS"}, Stem))
    return SveForm::Accumulator;
  if (Stem == "FDIV")
    return SveForm::Destructive;
  if (is_contained({"FMAX", "FMIN", "FMAXNM", "FMINNM", "FABD", "SMAX", "SMIN",
                    "UMAX", "UMIN", "SABD", "UABD", "MUL"},
                   Stem))
    return SveForm::Swappable;
  if (is_contained({"FABS", "FNEG", "FSQRT", "ABS", "NEG"}, Stem))
    return SveForm::Unary;
  return SveForm::None;
}

/// FMLA_ZPmZZ_D for FMLAv2f64 and FMLAv2i64_indexed; none for what is not of 16
/// bytes, or not the same in every element.
static SveName sveName(StringRef Name) {
  SveName N;
  auto [Stem, Type] = Name.split('v');
  N.IsByLane = Type.consume_back("_indexed");
  static constexpr std::pair<StringLiteral, char> Sizes[] = {
      {"16i8", 'B'}, {"8i16", 'H'}, {"4i32", 'S'}, {"2i64", 'D'},
      {"8f16", 'H'}, {"4f32", 'S'}, {"2f64", 'D'}};
  auto Size = find_if(Sizes, [&](auto &S) { return S.first == Type; });
  if (Size == std::end(Sizes))
    return N;
  N.Form = formOf(Stem);
  const char *Forms[] = {"", "_ZZZ", "_ZPmZZ", "_ZPmZ", "_ZPmZ", "_ZPmZ"};
  N.Name = (Stem + Forms[static_cast<unsigned>(N.Form)]).str();
  if (!is_contained({"AND", "ORR", "EOR", "BIC"}, Stem))
    N.Name += {'_', Size->second};
  return N;
}

/// Whether the opcode loads or stores whole NEON registers.
static bool isVectorAccess(StringRef Name) {
  return is_contained({"LDRQui", "LDRQroX", "LDRQpost", "LDRQpre", "LDURQi",
                       "LDPQi", "LDPQpost", "LDPQpre", "STRQui", "STRQroX",
                       "STRQpost", "STRQpre", "STURQi", "STPQi", "STPQpost",
                       "STPQpre"},
                      Name);
}

//===----------------------------------------------------------------------===//
// The new body
//===----------------------------------------------------------------------===//

namespace {
class ScalableBody {
public:
  ScalableBody(const Analysis &A, unsigned NumUnits);
  /// Puts the SVE form in the place of \p Inst. \returns false if there is
  /// none.
  bool replace(uint32_t Inst);
  LoopChange Change;

private:
  bool replaceAccess(uint32_t Inst);
  bool replaceOperation(uint32_t Inst);
  void addUpdate(uint32_t Inst, const RegWrite &Base);
  /// An instruction with operands of the right kind and no value.
  MCInst blank(unsigned Opcode) const;

  const Analysis &A;
  const Kernel &K;
  BitVector IsWritten; ///< By register unit: in the loop.
};
} // namespace

ScalableBody::ScalableBody(const Analysis &A, unsigned NumUnits)
    : Change(A, NumUnits), A(A), K(A.kernel()), IsWritten(NumUnits) {
  for (const RegWrite &W : K.Writes)
    for (RegUnit U : K.units(W))
      IsWritten.set(U);
}

MCInst ScalableBody::blank(unsigned Opcode) const {
  MCInst I;
  I.setOpcode(Opcode);
  for (const MCOperandInfo &O : A.model().instrInfo().get(Opcode).operands())
    I.addOperand(O.RegClass >= 0 ? MCOperand::createReg(0)
                                 : MCOperand::createImm(0));
  return I;
}

void ScalableBody::addUpdate(uint32_t Inst, const RegWrite &Base) {
  const unsigned Opcode = A.model().opcodeByName("ADDXri");
  LoopChange::Part Add{Opcode, blank(Opcode), {}, {}, std::nullopt};
  Add.Writes.push_back(
      {Base.Reg, false, false, 0, Base.FirstUnit, Base.NumUnits, 0});
  Add.Reads.push_back(
      {Base.Reg, ReadRole::Data, 1, Base.FirstUnit, Base.NumUnits});
  Change.append(Inst, Add);
}

/// A load or store for each register, and the update of the base.
bool ScalableBody::replaceAccess(uint32_t Inst) {
  const KernelInst &I = K.Insts[Inst];
  if (I.NumMems != 1)
    return false;
  MemRef Mem = K.Mems[I.FirstMem];
  const bool Updates = Mem.WriteBack != WriteBackKind::None;
  Mem.WriteBack = WriteBackKind::None;
  Mem.Width = 16;
  Mem.NumParts = 1;
  Mem.IsScalable = true;
  const unsigned Opcode =
      A.model().opcodeByName(Mem.IsLoad ? (Mem.Index ? "LD1D" : "LD1D_IMM")
                                        : (Mem.Index ? "ST1D" : "ST1D_IMM"));
  SmallVector<RegRead, 4> Address, Data;
  SmallVector<RegWrite, 2> Results;
  for (const RegRead &R : K.reads(I))
    (R.Role == ReadRole::Address ? Address : Data).push_back(R);
  std::optional<RegWrite> Base;
  for (const RegWrite &W : K.writes(I))
    if (W.IsWriteBack)
      Base = W;
    else
      Results.push_back(W);
  const size_t NumParts = Mem.IsLoad ? Results.size() : Data.size();
  if (Opcode == 0 || NumParts == 0 || Updates != Base.has_value())
    return false;
  for (size_t P = 0; P < NumParts; ++P) {
    LoopChange::Part Access{Opcode, blank(Opcode), Address, {}, Mem};
    if (Mem.IsLoad)
      Access.Writes.push_back(Results[P]);
    else
      Access.Reads.push_back(Data[P]);
    Change.append(Inst, Access);
  }
  if (Base)
    addUpdate(Inst, *Base);
  return true;
}

bool ScalableBody::replaceOperation(uint32_t Inst) {
  const KernelInst &I = K.Insts[Inst];
  const SveName N = sveName(opcodeName(A, Inst));
  const unsigned Opcode =
      N.Form == SveForm::None ? 0 : A.model().opcodeByName(N.Name);
  if (Opcode == 0 || !I.Inst || I.NumMems != 0)
    return false;
  auto IsResult = [&](unsigned Operand) {
    return I.Inst->getOperand(Operand).getReg() ==
           I.Inst->getOperand(0).getReg();
  };
  const bool IsFirst = IsResult(1);
  if ((N.Form == SveForm::Destructive || N.Form == SveForm::Unary) && !IsFirst)
    return false;
  if (N.Form == SveForm::Swappable && !IsFirst && !IsResult(2))
    return false;
  LoopChange::Part Op{Opcode, blank(Opcode), {}, {}, std::nullopt};
  const int8_t Shift = N.Form == SveForm::Plain   ? 0
                       : N.Form == SveForm::Unary ? 2
                                                  : 1;
  int8_t Last = 0;
  for (const RegRead &R : K.reads(I))
    Last = std::max(Last, R.Operand);
  for (RegRead R : K.reads(I)) {
    if (N.IsByLane && R.Operand == Last &&
        any_of(K.units(R), [&](RegUnit U) { return IsWritten[U]; }))
      return false;
    R.Operand += Shift;
    Op.Reads.push_back(R);
  }
  append_range(Op.Writes, K.writes(I));
  Change.append(Inst, Op);
  return true;
}

bool ScalableBody::replace(uint32_t Inst) {
  if (!(isVectorAccess(opcodeName(A, Inst)) ? replaceAccess(Inst)
                                            : replaceOperation(Inst)))
    return false;
  Change.remove(0, Inst);
  return true;
}

Opportunity kernelbounds::findScalableVectors(const Analysis &A,
                                              unsigned NumUnits) {
  constexpr size_t MostInsts = 512;
  constexpr unsigned NeonBytes = 16;
  const Kernel &K = A.kernel();
  Opportunity O;
  const unsigned Bytes = A.model().pipeline(PipelineParam::SveBytes).Value;
  if (Bytes <= NeonBytes || K.Insts.size() > MostInsts || !hasFeature(A, "sve"))
    return O;
  const std::vector<bool> IsControl = findLoopControl(A);
  ScalableBody Body(A, NumUnits);
  for (auto [I, Inst] : enumerate(K.Insts)) {
    if (IsControl[I] || Inst.is(IF_Nop))
      continue;
    if (Inst.isObserved() || !Body.replace(I))
      return Opportunity();
    O.Insts.push_back(I);
  }
  if (O.Insts.empty())
    return Opportunity();
  O.What = Opportunity::Kind::WiderVectors;
  O.Count = Bytes;
  O.From = A.Prediction;
  const unsigned Fewer = Bytes / NeonBytes; // Trips.
  Body.Change.mayLengthenChains();
  O.To = Body.Change.cycles(notWorthwhile(A) * Fewer) / Fewer;
  return worthwhile(O);
}
