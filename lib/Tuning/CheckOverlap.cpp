//===- CheckOverlap.cpp - A loop for data that do not overlap -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's LoopAccessAnalysis finds which accesses of a loop may meet and
/// between which bounds each of them stays, and its LoopVersioning makes the
/// copy and the comparison of bounds. That is for loops that could become
/// vectors; here it is for all loops, as it is in LLVM's pass
/// LoopVersioningLICM, which is off unless asked for. Accesses whose bounds are
/// not known are left out: nothing is said of them.
///
/// A comparison is left out where scalar evolution knows how far the bounds are
/// apart: either it is never needed, or it always fails.
///
/// The check holds for one visit of the loop. What the metadata say is bound to
/// a declaration of their scopes before the loop, so that whoever copies the
/// visit, as the unroller of a loop around does, gives the copy scopes of its
/// own.
///
/// Time O(accesses^2).
/// Tested by test/Tuning/check-overlap.ll, check-overlap.c,
/// check-overlap-run.test and random-loops.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/IRTransforms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LoopVersioning.h"

using namespace kernelbounds;
using namespace llvm;

/// Comparisons that are worth their code.
constexpr size_t MostChecks = 32;

/// Whether the metadata of \p L leave copies of it to the compiler. Iterations
/// of a loop around two of them could not be done together.
static bool mayBeCopied(const Loop &L) {
  const Loop *Around = L.getParentLoop();
  if (Around && hasUnrollAndJamTransformation(Around) == TM_ForcedByUser)
    return false;
  return !hasDisableAllTransformsHint(&L) &&
         !findStringMetadataForLoop(&L, "llvm.loop.licm_versioning.disable");
}

static LoopAccessInfo accessesOf(const Loop &L, const IRKnowledge &K) {
  return LoopAccessInfo(const_cast<Loop *>(&L), &K.SE, &K.TTI, &K.TLI, &K.AA,
                        &K.DT, &K.LI, &K.AC, /*AllowPartial=*/true);
}

/// Whether the bounds of \p Accesses are those of all accesses by the same
/// pointer: LLVM has none for a load of more bytes than are stored there. Where
/// a condition chooses the pointer it has several, and their sums may wrap.
static bool areBoundsOfAll(const RuntimePointerChecking &Accesses,
                           const Loop &L) {
  DenseMap<const Value *, const SCEV *> Places;
  for (const RuntimePointerChecking::PointerInfo &P : Accesses.Pointers)
    if (Places.try_emplace(P.PointerValue, P.Expr).first->second != P.Expr)
      return false;
  DenseMap<const Value *, const RuntimeCheckingPtrGroup *> Groups;
  for (const RuntimeCheckingPtrGroup &G : Accesses.CheckingGroups)
    for (unsigned Member : G.Members)
      if (Groups.try_emplace(Accesses.getPointerInfo(Member).PointerValue, &G)
              .first->second != &G)
        return false;
  const DataLayout &Layout = L.getHeader()->getDataLayout();
  DenseMap<const Value *, TypeSize> Sizes;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (const Value *Place = getLoadStorePointerOperand(&I)) {
        const TypeSize Size = Layout.getTypeStoreSize(getLoadStoreType(&I));
        if (Sizes.try_emplace(Place, Size).first->second != Size)
          return false;
      }
  return true;
}

/// Whether LLVM would also have to assume which value something has, such as 1
/// for a step that is not known: another reason to execute the copy.
static bool assumesValues(const LoopAccessInfo &Info) {
  const SCEVPredicate &Assumed = Info.getPSE().getPredicate();
  if (const auto *All = dyn_cast<SCEVUnionPredicate>(&Assumed))
    return any_of(All->getPredicates(), [](const SCEVPredicate *P) {
      return isa<SCEVComparePredicate>(P);
    });
  return isa<SCEVComparePredicate>(Assumed);
}

/// The comparisons that tell anything; none if the loop is left as it is.
static SmallVector<RuntimePointerCheck, 4>
checksFor(const Loop &L, const LoopAccessInfo &Info, ScalarEvolution &SE) {
  SmallVector<RuntimePointerCheck, 4> Out;
  const RuntimePointerChecking &Accesses = *Info.getRuntimePointerChecking();
  if (Info.hasConvergentOp() || !L.isSafeToClone() || assumesValues(Info) ||
      !areBoundsOfAll(Accesses, L))
    return Out;
  copy_if(Accesses.getChecks(), std::back_inserter(Out),
          [&](const RuntimePointerCheck &C) {
            return !isa<SCEVConstant>(
                SE.getMinusSCEV(C.first->Low, C.second->Low));
          });
  if (Out.size() > MostChecks)
    Out.clear();
  return Out;
}

/// Whether LoopVersioning can copy \p L, and bounds of accesses are known. LLVM
/// has bounds for a loop that data may end as well; they are wrong in LLVM 22
/// for accesses that go down.
static bool canHaveCheck(const Loop &L, ScalarEvolution &SE) {
  return L.isInnermost() && L.isLoopSimplifyForm() && L.isRotatedForm() &&
         L.getExitingBlock() && L.getExitBlock() && mayBeCopied(L) &&
         SE.hasLoopInvariantBackedgeTakenCount(&L);
}

/// The scopes that accesses of \p L say they are in.
static SmallSetVector<Metadata *, 8> scopesIn(const Loop &L) {
  SmallSetVector<Metadata *, 8> Out;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (const MDNode *Of = I.getMetadata(LLVMContext::MD_alias_scope))
        Out.insert(Of->op_begin(), Of->op_end());
  return Out;
}

/// Tells that the scopes of \p L but \p Others are of one visit.
static void declareScopes(const Loop &L,
                          const SmallSetVector<Metadata *, 8> &Others) {
  IRBuilder<> B(L.getLoopPreheader()->getTerminator());
  for (Metadata *Scope : scopesIn(L))
    if (!Others.contains(Scope))
      B.CreateNoAliasScopeDeclaration(MDNode::get(B.getContext(), Scope));
}

bool kernelbounds::canCheckOverlap(const Loop &L, const IRKnowledge &Known) {
  if (!canHaveCheck(L, Known.SE))
    return false;
  const LoopAccessInfo Info = accessesOf(L, Known);
  return !checksFor(L, Info, Known.SE).empty();
}

Loop *kernelbounds::checkOverlap(Loop &L, const IRKnowledge &Known) {
  if (!canHaveCheck(L, Known.SE))
    return nullptr;
  const LoopAccessInfo Info = accessesOf(L, Known);
  const SmallVector<RuntimePointerCheck, 4> Checks =
      checksFor(L, Info, Known.SE);
  if (Checks.empty())
    return nullptr;
  const SmallSetVector<Metadata *, 8> Before = scopesIn(L);
  LoopVersioning Copies(Info, Checks, &L, &Known.LI, &Known.DT, &Known.SE);
  Copies.versionLoop();
  Copies.annotateLoopWithNoAlias();
  declareScopes(L, Before);
  // As the vectorizer has it, where it checks the same.
  BasicBlock *Check = L.getLoopPreheader()->getSinglePredecessor();
  Check->getTerminator()->setMetadata(
      LLVMContext::MD_prof,
      MDBuilder(Check->getContext()).createBranchWeights(1, 127));
  return Copies.getNonVersionedLoop();
}
