//===- KeepValues.cpp - Loaded and stored values kept in registers --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scalar replacement of array elements across iterations. LLVM's GVN and
/// LoopLoadElimination do it for values of the iteration before; here they may
/// be up to MostDistance iterations old, and loads are a source of them, too.
///
/// An access at Start + i * Step in iteration i, and a load whose address is
/// less by Distance * Step, meet at the same address Distance iterations later.
/// With constant steps and a constant difference of addresses that holds in
/// arithmetic modulo 2^64 whatever i is, and so does the comparison with the
/// bytes of other stores. A store with another step, or one whose difference is
/// not known, must be to another object.
///
/// Before the loop, the elements of the first Distance iterations are loaded,
/// each with the address that the loop would have used. An iteration that is
/// not reached has no address: that of the first one is taken in its place, and
/// the value is not used.
///
/// Source: D. Callahan, S. Carr, K. Kennedy, Improving register allocation for
/// subscripted variables (PLDI 1990, doi:10.1145/93542.93553), which does it
/// with a dependence graph of the source.
///
/// Time O(accesses^2 * MostDistance).
/// Tested by test/Tuning/keep-values.ll, transforms.c and random-loops.
//
//===----------------------------------------------------------------------===//

#include "WaitingValues.h"
#include "kernel-bounds/Tuning/IRTransforms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace kernelbounds;
using namespace llvm;

/// Iterations that a value may wait, and values that may wait in a loop: beyond
/// that there are not enough registers.
constexpr unsigned MostDistance = 8;
constexpr unsigned MostWaiting = 16;

namespace {

/// A load or store of a loop.
struct LoopAccess {
  Instruction *Inst;
  Type *ValueType;
  int64_t Bytes;
  const SCEVAddRecExpr *At; ///< Null: no constant step.
  int64_t Step = 0;         ///< Bytes.
  bool IsInEveryIteration = false;

  bool isStore() const { return isa<StoreInst>(Inst); }
};

/// A load that goes.
struct KeptLoad {
  LoadInst *Load;
  const SCEVAddRecExpr *At;
  int64_t Step;
  Instruction *Source; ///< Has the value, Distance iterations before.
  unsigned Distance;
};

/// Finds the loads of one loop that can go.
class KeptLoadFinder {
public:
  KeptLoadFinder(const Loop &L, const IRKnowledge &Known)
      : L(L), Known(Known), Layout(L.getHeader()->getDataLayout()) {}
  SmallVector<KeptLoad, 8> run();

private:
  bool collect();
  void addAccess(Instruction &I);
  bool isInEveryIteration(const Instruction &I) const;
  std::optional<int64_t> bytesBetween(const LoopAccess &From,
                                      const LoopAccess &To) const;
  bool areOtherObjects(const LoopAccess &A, const LoopAccess &B) const;
  bool staysUntil(const LoopAccess &Load, const LoopAccess &Source,
                  unsigned Distance) const;
  bool mayChange(const LoopAccess &Store, const LoopAccess &Load,
                 const LoopAccess &Source, unsigned Distance) const;
  unsigned distanceTo(const LoopAccess &Load, const LoopAccess &Source) const;
  std::optional<KeptLoad> find(const LoopAccess &Load) const;

  const Loop &L;
  const IRKnowledge &Known;
  const DataLayout &Layout;
  SmallVector<LoopAccess, 16> Accesses;
  bool HasInnerScopes = false; ///< Of llvm.experimental.noalias.scope.decl.
};

} // namespace

//===----------------------------------------------------------------------===//
// The accesses of a loop
//===----------------------------------------------------------------------===//

/// From the begin of an iteration, control comes to \p I before it leaves.
bool KeptLoadFinder::isInEveryIteration(const Instruction &I) const {
  SmallVector<BasicBlock *, 4> Ends;
  L.getExitingBlocks(Ends);
  Ends.push_back(L.getLoopLatch());
  return all_of(Ends, [&](const BasicBlock *End) {
    return Known.DT.dominates(I.getParent(), End);
  });
}

void KeptLoadFinder::addAccess(Instruction &I) {
  LoopAccess A{&I, getLoadStoreType(&I), 0, nullptr};
  const TypeSize Size = Layout.getTypeStoreSize(A.ValueType);
  if (Size.isScalable()) {
    A.Bytes = -1; // Any number.
    Accesses.push_back(A);
    return;
  }
  A.Bytes = static_cast<int64_t>(Size.getFixedValue());
  A.IsInEveryIteration = isInEveryIteration(I);
  Value *Pointer = getLoadStorePointerOperand(&I);
  auto *Rec = dyn_cast<SCEVAddRecExpr>(Known.SE.getSCEV(Pointer));
  if (Rec && Rec->getLoop() == &L && Rec->isAffine())
    if (auto *C = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(Known.SE)))
      if (C->getAPInt().isSignedIntN(32) && !C->isZero()) {
        A.At = Rec;
        A.Step = C->getAPInt().getSExtValue();
      }
  Accesses.push_back(A);
}

/// \returns false if something else than a plain store may write, or control
/// may leave without a branch.
bool KeptLoadFinder::collect() {
  LoopBlocksRPO Order(const_cast<Loop *>(&L));
  Order.perform(&Known.LI);
  if (containsIrreducibleCFG<const BasicBlock *>(Order, Known.LI))
    return false;
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      if (!isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        HasInnerScopes |= isa<NoAliasScopeDeclInst>(Call);
        if (Call->mayWriteToMemory() && !Call->onlyAccessesInaccessibleMemory())
          return false;
        continue;
      }
      auto *Load = dyn_cast<LoadInst>(&I);
      auto *Store = dyn_cast<StoreInst>(&I);
      if ((Load && Load->isSimple()) || (Store && Store->isSimple()))
        addAccess(I);
      else if (I.mayWriteToMemory())
        return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Which loads can go
//===----------------------------------------------------------------------===//

/// By how much \p To is behind \p From in the same iteration, if it is in all
/// of them.
std::optional<int64_t>
KeptLoadFinder::bytesBetween(const LoopAccess &From,
                             const LoopAccess &To) const {
  if (!From.At || !To.At || From.Step != To.Step)
    return std::nullopt;
  const auto Difference = Known.SE.computeConstantDifference(To.At, From.At);
  // Of more than 64 bits there are no pointers; far is far.
  if (!Difference || Difference->getBitWidth() > 64)
    return std::nullopt;
  constexpr int64_t Far = int64_t(1) << 48;
  return std::clamp(Difference->getSExtValue(), -Far, Far);
}

/// Whether the two never meet, in whichever iterations they are.
bool KeptLoadFinder::areOtherObjects(const LoopAccess &A,
                                     const LoopAccess &B) const {
  auto LocationOf = [&](const LoopAccess &X) -> std::optional<MemoryLocation> {
    const Value *Object =
        getUnderlyingObject(getLoadStorePointerOperand(X.Inst));
    if (!L.isLoopInvariant(Object))
      return std::nullopt; // It is another one in another iteration.
    AAMDNodes Tags = X.Inst->getAAMetadata();
    if (HasInnerScopes) // They say something of one iteration only.
      Tags.Scope = Tags.NoAlias = nullptr;
    return MemoryLocation::getBeforeOrAfter(Object, Tags);
  };
  const auto At = LocationOf(A), Bt = LocationOf(B);
  return At && Bt && Known.AA.isNoAlias(*At, *Bt);
}

/// Whether \p Store may write what \p Load would load, after \p Source and
/// before \p Load, which comes \p Distance iterations later.
bool KeptLoadFinder::mayChange(const LoopAccess &Store, const LoopAccess &Load,
                               const LoopAccess &Source,
                               unsigned Distance) const {
  const std::optional<int64_t> Between = bytesBetween(Load, Store);
  if (!Between || Store.Bytes < 0)
    return !areOtherObjects(Store, Load);
  for (unsigned Before = 0; Before <= Distance; ++Before) {
    const int64_t Bytes = *Between - int64_t(Before) * Load.Step;
    if (Bytes <= -Store.Bytes || Bytes >= Load.Bytes)
      continue;
    const bool IsAfterLoad =
        Before == 0 && Known.DT.dominates(Load.Inst, Store.Inst);
    const bool IsBeforeSource =
        Before == Distance && (Store.Inst == Source.Inst ||
                               Known.DT.dominates(Store.Inst, Source.Inst));
    if (!IsAfterLoad && !IsBeforeSource)
      return true;
  }
  return false;
}

bool KeptLoadFinder::staysUntil(const LoopAccess &Load,
                                const LoopAccess &Source,
                                unsigned Distance) const {
  return none_of(Accesses, [&](const LoopAccess &A) {
    return A.isStore() && mayChange(A, Load, Source, Distance);
  });
}

/// How many iterations before \p Load \p Source is at the same address; 0: it
/// is not, or not for long enough.
unsigned KeptLoadFinder::distanceTo(const LoopAccess &Load,
                                    const LoopAccess &Source) const {
  if (!Source.IsInEveryIteration || Source.ValueType != Load.ValueType)
    return 0;
  const std::optional<int64_t> Between = bytesBetween(Load, Source);
  if (!Between || *Between % Load.Step != 0)
    return 0;
  const int64_t Distance = *Between / Load.Step;
  return Distance >= 1 && Distance <= int64_t(MostDistance)
             ? static_cast<unsigned>(Distance)
             : 0;
}

std::optional<KeptLoad> KeptLoadFinder::find(const LoopAccess &Load) const {
  if (Load.isStore() || !Load.At || !Load.IsInEveryIteration ||
      !Load.ValueType->isSingleValueType())
    return std::nullopt;
  const LoopAccess *Best = nullptr;
  unsigned Least = 0;
  for (const LoopAccess &A : Accesses) {
    const unsigned Distance = distanceTo(Load, A);
    // The access that was last there has the value: they are in the order in
    // which they are executed.
    if (Distance != 0 && (!Best || Distance <= Least)) {
      Best = &A;
      Least = Distance;
    }
  }
  if (!Best || !staysUntil(Load, *Best, Least))
    return std::nullopt;
  return KeptLoad{cast<LoadInst>(Load.Inst), Load.At, Load.Step, Best->Inst,
                  Least};
}

SmallVector<KeptLoad, 8> KeptLoadFinder::run() {
  SmallVector<KeptLoad, 8> Out;
  if (!L.isInnermost() || !L.isLoopSimplifyForm() || !collect())
    return Out;
  SCEVExpander Expander(Known.SE, "kept");
  const SCEV *Trips = Known.SE.getBackedgeTakenCount(&L);
  // A type that is too narrow for distances cannot be compared with them.
  const bool CanCount = !isa<SCEVCouldNotCompute>(Trips) &&
                        Known.SE.getTypeSizeInBits(Trips->getType()) >= 8 &&
                        Expander.isSafeToExpand(Trips);
  unsigned Waiting = 0;
  for (const LoopAccess &A : Accesses) {
    const std::optional<KeptLoad> Kept = find(A);
    if (!Kept || Waiting + Kept->Distance > MostWaiting ||
        (Kept->Distance > 1 && !CanCount) ||
        !Expander.isSafeToExpand(Kept->At->getStart()))
      continue;
    Waiting += Kept->Distance;
    Out.push_back(*Kept);
  }
  return Out;
}

//===----------------------------------------------------------------------===//
// The change
//===----------------------------------------------------------------------===//

/// Loads what the load has in the first iterations, into phis' order: that of
/// the last of these iterations comes first.
static SmallVector<Value *, 8> loadFirst(const KeptLoad &K, const Loop &L,
                                         SCEVExpander &Expander,
                                         Value *Backedges) {
  Instruction *End = L.getLoopPreheader()->getTerminator();
  Value *Start = Expander.expandCodeFor(
      K.At->getStart(), K.Load->getPointerOperandType(), End->getIterator());
  IRBuilder<> B(End);
  B.SetCurrentDebugLocation(K.Load->getDebugLoc());
  SmallVector<Value *, 8> Out;
  for (unsigned I = K.Distance; I-- > 0;) {
    Value *At = Start;
    if (I != 0) {
      At = B.CreatePtrAdd(
          Start, ConstantInt::getSigned(
                     K.Load->getDataLayout().getIndexType(Start->getType()),
                     int64_t(I) * K.Step));
      Value *IsReached = B.CreateICmpUGE(
          Backedges, ConstantInt::get(Backedges->getType(), I), "reached");
      At = B.CreateSelect(IsReached, At, Start);
    }
    LoadInst *Load =
        B.CreateAlignedLoad(K.Load->getType(), At, K.Load->getAlign(), "first");
    AAMDNodes Tags = K.Load->getAAMetadata();
    Tags.Scope = Tags.NoAlias = nullptr;
    Load->setAAMetadata(Tags);
    Out.push_back(Load);
  }
  return Out;
}

/// What the access \p I has read or written; \p Gone has what is in the place
/// of loads.
static Value *valueOf(Instruction *I,
                      const DenseMap<Instruction *, Value *> &Gone) {
  if (auto *Store = dyn_cast<StoreInst>(I))
    return Store->getValueOperand();
  Value *Instead = Gone.lookup(I);
  return Instead ? Instead : I;
}

bool kernelbounds::canKeepValues(const Loop &L, const IRKnowledge &Known) {
  return !KeptLoadFinder(L, Known).run().empty();
}

bool kernelbounds::keepValues(Loop &L, const IRKnowledge &Known) {
  const SmallVector<KeptLoad, 8> Kept = KeptLoadFinder(L, Known).run();
  if (Kept.empty())
    return false;
  SCEVExpander Expander(Known.SE, "kept");
  Value *Backedges = nullptr;
  if (any_of(Kept, [](const KeptLoad &K) { return K.Distance > 1; })) {
    const SCEV *Trips = Known.SE.getBackedgeTakenCount(&L);
    Backedges = Expander.expandCodeFor(
        Trips, Trips->getType(),
        L.getLoopPreheader()->getTerminator()->getIterator());
  }
  DenseMap<Instruction *, Value *> Gone;
  for (const KeptLoad &K : Kept) {
    const auto Waiting =
        addWaitingValues(L, valueOf(K.Source, Gone),
                         loadFirst(K, L, Expander, Backedges), "kept");
    Known.SE.forgetValue(K.Load);
    K.Load->replaceAllUsesWith(Waiting.back());
    Gone[K.Load] = Waiting.back();
  }
  for (const KeptLoad &K : Kept)
    K.Load->eraseFromParent();
  Known.SE.forgetLoop(&L);
  return true;
}
