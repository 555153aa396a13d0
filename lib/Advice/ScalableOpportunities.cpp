//===- ScalableOpportunities.cpp - Vectors that scale --------------------===//
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
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The new body
//===----------------------------------------------------------------------===//

namespace {
class ScalableBody {
public:
  ScalableBody(const Baseline &Today, const ScalableSet &Set);
  /// Puts the SVE form in the place of \p Inst. \returns false if there is
  /// none.
  bool replace(uint32_t Inst);
  LoopChange Change;

private:
  bool replaceAccess(uint32_t Inst);
  bool replaceOperation(uint32_t Inst);
  void addUpdate(uint32_t Inst, const RegWrite &Base);
  /// An instruction with operands of the right kind and no value.

  const Analysis &A;
  const Kernel &K;
  const TargetSemantics &Target;
  const ScalableSet &Set;
  BitVector IsWritten; ///< By register unit: in the loop.
};
} // namespace

ScalableBody::ScalableBody(const Baseline &Today, const ScalableSet &Set)
    : Change(Today), A(Today.A), K(A.kernel()), Target(targetOf(K)), Set(Set),
      IsWritten(Today.NumUnits) {
  for (const RegWrite &W : K.Writes)
    for (RegUnit U : K.units(W))
      IsWritten.set(U);
}

void ScalableBody::addUpdate(uint32_t Inst, const RegWrite &Base) {
  const unsigned Opcode = Set.AddImmediate;
  LoopChange::Part Add{Opcode, blankInst(A, Opcode), {}, {}, std::nullopt};
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
  Mem.Width = Set.FixedBytes;
  Mem.NumParts = 1;
  Mem.IsScalable = true;
  const unsigned Opcode = Mem.IsLoad
                              ? (Mem.Index ? Set.LoadIndexed : Set.Load)
                              : (Mem.Index ? Set.StoreIndexed : Set.Store);
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
    LoopChange::Part Access{Opcode, blankInst(A, Opcode), Address, {}, Mem};
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
  const ScalableForm N = Target.scalableForm(I.Opcode);
  if (N.Opcode == 0 || !I.Inst || I.NumMems != 0)
    return false;
  auto IsResult = [&](unsigned Operand) {
    return I.Inst->getOperand(Operand).getReg() ==
           I.Inst->getOperand(0).getReg();
  };
  const bool IsFirst = IsResult(1);
  if ((N.Shape == ScalableShape::Destructive ||
       N.Shape == ScalableShape::Unary) &&
      !IsFirst)
    return false;
  if (N.Shape == ScalableShape::Swappable && !IsFirst && !IsResult(2))
    return false;
  LoopChange::Part Op{N.Opcode, blankInst(A, N.Opcode), {}, {}, std::nullopt};
  const int8_t Shift = N.Shape == ScalableShape::Plain   ? 0
                       : N.Shape == ScalableShape::Unary ? 2
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
  if (!(Target.has(OT_VectorAccess, K.Insts[Inst].Opcode)
            ? replaceAccess(Inst)
            : replaceOperation(Inst)))
    return false;
  Change.remove(0, Inst);
  return true;
}

Opportunity kernelbounds::findScalableVectors(const Baseline &Today) {
  const Analysis &A = Today.A;
  constexpr size_t MostInsts = 512;
  const Kernel &K = A.kernel();
  Opportunity O;
  const ScalableSet *Set = targetOf(K).scalableSet();
  const unsigned Bytes = A.model().pipeline(PipelineParam::SveBytes).Value;
  if (!Set || Bytes <= Set->FixedBytes || K.Insts.size() > MostInsts ||
      !hasFeature(A, Set->Feature))
    return O;
  const std::vector<bool> &IsControl = Today.control();
  ScalableBody Body(Today, *Set);
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
  Body.Change.mayLengthenChains();
  return Body.Change.promise(O, Bytes / Set->FixedBytes); // Fewer trips.
}
