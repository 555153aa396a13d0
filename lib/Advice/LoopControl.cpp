//===- LoopControl.cpp - What a loop does besides its work ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The branch that may leave the loop is control if counters and invariants
/// alone decide it, and so is the jump back behind it. A search, which what it
/// loads decides, must branch in every copy.
///
/// An instruction before it is control if all that it writes is read by control
/// or, for updates, by addresses and itself. What another branch reads is none:
/// that branch stays in every copy.
///
/// Example: of `ldr; fadd; add x0, x0, 8; cmp x0, x1; bne` the last three.
///
/// O(edges + instructions), and for each memory operand of the decision the
/// dependences through memory. Tested by test/Bounds/opportunity-issue*.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Advice/LoopControl.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// Whether \p E carries the base or index of an access.
static bool isAddress(const Analysis &A, const DependencyGraph::Edge &E) {
  return E.Kind == DependenceKind::Register &&
         A.kernel().Reads[E.Detail].Role == ReadRole::Address;
}

//===----------------------------------------------------------------------===//
// The closing branch
//===----------------------------------------------------------------------===//

namespace {
/// Follows back what decides the closing branch.
class Decision {
public:
  explicit Decision(const Analysis &A);
  /// Whether the branch \p Exit is told beforehand how often the loop runs.
  bool isCounted(size_t Exit);
  /// Whether \p I moves a register by the same in each iteration, with nothing
  /// else of the loop in it.
  bool isCounter(uint32_t I) const;

private:
  bool varies(const RegRead &R) const {
    return any_of(K.units(R), [&](RegUnit U) { return isIn(Written, U); });
  }
  static bool isIn(const BitVector &Set, RegUnit U) {
    return U < Set.size() && Set.test(U);
  }
  bool writesNeeded(const KernelInst &I) const;
  bool isInvariant(uint32_t I) const;
  bool follow(uint32_t I);
  void need(const KernelInst &I);

  const Analysis &A;
  const Kernel &K;
  const TargetSemantics &Target;
  BitVector Written, Needed; ///< By register unit.
};
} // namespace

Decision::Decision(const Analysis &A)
    : A(A), K(A.kernel()), Target(targetOf(K)) {
  RegUnit Last = 0;
  for (RegUnit U : K.UnitPool)
    Last = std::max(Last, U);
  Written.resize(Last + 1);
  Needed.resize(Last + 1);
  for (const KernelInst &I : K.Insts)
    for (const RegWrite &W : K.writes(I))
      for (RegUnit U : K.units(W))
        Written.set(U);
}

bool Decision::writesNeeded(const KernelInst &I) const {
  return any_of(K.writes(I), [&](const RegWrite &W) {
    return any_of(K.units(W), [&](RegUnit U) { return Needed.test(U); });
  });
}

bool Decision::isCounter(uint32_t I) const {
  const KernelInst &Inst = K.Insts[I];
  if (!Target.has(OT_Addition, Inst.Opcode))
    return false;
  const RegRead *Own = nullptr;
  for (const RegRead &R : K.reads(Inst)) {
    if (!varies(R))
      continue;
    const RegUnit U = K.units(R).front();
    const bool IsOwn = any_of(K.writes(Inst), [&](const RegWrite &W) {
      return is_contained(K.units(W), U);
    });
    if (!IsOwn || Own)
      return false; // Another's, or doubled.
    Own = &R;
  }
  return Own && Inst.NumMems == 0 && !Target.isScaled(Inst, *Own);
}

/// Whether \p I makes the same in each iteration.
bool Decision::isInvariant(uint32_t I) const {
  return none_of(K.reads(K.Insts[I]),
                 [&](const RegRead &R) { return varies(R); }) &&
         none_of(A.Memory, [&](const MemoryDependence &D) {
           return D.DestInst == I && D.Class == DependenceClass::Must;
         });
}

void Decision::need(const KernelInst &I) {
  for (const RegRead &R : K.reads(I))
    for (RegUnit U : K.units(R))
      if (Written.test(U))
        Needed.set(U);
}

/// Takes what \p I, which writes something that is needed, needs in its place.
bool Decision::follow(uint32_t I) {
  const KernelInst &Inst = K.Insts[I];
  if (Inst.isObserved() || Inst.is(IF_Opaque))
    return false;
  bool OnlyUpdate = true, OnlyFlags = true; // Of what is needed.
  for (const RegWrite &W : K.writes(Inst)) {
    const bool IsNeeded =
        any_of(K.units(W), [&](RegUnit U) { return Needed.test(U); });
    for (RegUnit U : K.units(W))
      Needed.reset(U);
    OnlyUpdate &= W.IsWriteBack || !IsNeeded;
    OnlyFlags &= W.IsFlags || !IsNeeded;
  }
  // An access that moves its pointer by a constant.
  if (OnlyUpdate)
    return true;
  if (isCounter(I) || isInvariant(I))
    return true;
  if (!OnlyFlags && !Inst.is(IF_RegMove) &&
      !Target.has(OT_LoopTest, Inst.Opcode))
    return false;
  if (any_of(K.reads(Inst), [&](const RegRead &R) {
        return R.Role == ReadRole::Address && varies(R);
      }))
    return false;
  need(Inst);
  return true;
}

bool Decision::isCounted(size_t Exit) {
  // Against the order of execution; beyond three rounds, values rotate.
  const size_t Size = K.Insts.size(), Most = 3 * Size;
  need(K.Insts[Exit]);
  for (size_t Back = 1; Back <= Most && Needed.any(); ++Back) {
    const size_t I = (Exit + Most - Back) % Size;
    if (writesNeeded(K.Insts[I]) && !follow(I))
      return false;
  }
  return Needed.none();
}

/// The branch that may leave the loop: the closing one or, where that does
/// nothing but go back, the only conditional one, if the loop has one path.
static size_t findExit(const Kernel &K) {
  const size_t Last = K.Insts.size() - 1;
  auto IsConditional = [](const KernelInst &I) { return I.is(IF_CondBranch); };
  if (IsConditional(K.Insts[Last]) || K.NumOtherBlocks != 0 ||
      count_if(K.Insts, IsConditional) != 1)
    return Last;
  return find_if(K.Insts, IsConditional) - K.Insts.begin();
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

/// Marks what the branches that are not control read: they make no values, so
/// that no edge of the graph says it.
static void markReadByBranches(const Kernel &K,
                               const std::vector<bool> &IsControl,
                               std::vector<bool> &HasOther) {
  DenseMap<RegUnit, uint32_t> Writer;
  // Twice: what is read may be of the iteration before.
  for (unsigned Pass = 0; Pass < 2; ++Pass)
    for (auto [I, Inst] : enumerate(K.Insts)) {
      if (Inst.is(IF_Branch) && !IsControl[I])
        for (const RegRead &R : K.reads(Inst))
          for (RegUnit U : K.units(R))
            if (auto Found = Writer.find(U); Found != Writer.end())
              HasOther[Found->second] = true;
      for (const RegWrite &W : K.writes(Inst))
        for (RegUnit U : K.units(W))
          Writer[U] = I;
    }
}

std::vector<bool> kernelbounds::findLoopControl(const Analysis &A) {
  const Kernel &K = A.kernel();
  const DependencyGraph &G = A.Graph;
  std::vector<bool> IsControl(K.Insts.size());
  if (K.Insts.empty())
    return IsControl;
  Decision D(A);
  if (K.Insts.back().is(IF_Branch)) {
    const size_t Exit = findExit(K);
    IsControl[Exit] = IsControl.back() = D.isCounted(Exit);
  }
  // Two rounds: what an update feeds may stand before it.
  for (unsigned Round = 0; Round < 2; ++Round) {
    std::vector<bool> IsUpdate(K.Insts.size()), HasOther(K.Insts.size());
    for (const DependencyGraph::Edge &E : G.edges()) {
      const uint32_t From = G.nodes()[E.From].Inst, To = G.nodes()[E.To].Inst;
      if (From == To && E.Distance == 1)
        IsUpdate[From] = true;
      else if (!IsControl[To] && !isAddress(A, E))
        HasOther[From] = true;
    }
    markReadByBranches(K, IsControl, HasOther);
    for (size_t I = K.Insts.size() - 1; I-- > 0;) {
      const KernelInst &Inst = K.Insts[I];
      if (Inst.NumMems != 0 || Inst.NumWrites == 0 || Inst.is(IF_Branch) ||
          Inst.is(IF_Opaque) || Inst.isObserved())
        continue;
      const bool OnlyFlags =
          all_of(K.writes(Inst), [](const RegWrite &W) { return W.IsFlags; });
      const bool Updates = IsUpdate[I] && D.isCounter(I);
      if (!HasOther[I] && (OnlyFlags || Updates))
        IsControl[I] = true;
    }
  }
  return IsControl;
}
