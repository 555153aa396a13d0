//===- TransformLoops.cpp - Choices put into LLVM IR ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "TransformLoops.h"
#include "LoopMetadata.h"
#include "kernel-bounds/Tuning/IRTransforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace kernelbounds;
using namespace llvm;

static IRKnowledge knowledgeOf(Function &F, FunctionAnalysisManager &FAM) {
  return {
      FAM.getResult<DominatorTreeAnalysis>(F), FAM.getResult<LoopAnalysis>(F),
      FAM.getResult<ScalarEvolutionAnalysis>(F), FAM.getResult<AAManager>(F)};
}

/// The form that transforms expect.
static void simplify(Loop &L, const IRKnowledge &K, AssumptionCache &AC) {
  simplifyLoop(&L, &K.DT, &K.LI, &K.SE, &AC, /*MSSAU=*/nullptr,
               /*PreserveLCSSA=*/false);
  formLCSSARecursively(L, K.DT, &K.LI, &K.SE);
}

static void jam(Loop &L, unsigned Visits, const IRKnowledge &K,
                FunctionAnalysisManager &FAM) {
  if (!L.getParentLoop())
    return;
  Function &F = *L.getHeader()->getParent();
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  simplify(*L.getParentLoop(), K, AC);
  if (unrollAndJam(L, Visits, K, AC, FAM.getResult<TargetIRAnalysis>(F)))
    markJammed(L, Visits);
  simplify(L, K, AC);
}

static void transform(Loop &L, const LoopHints &H, const IRKnowledge &K) {
  if (H.Transforms.has(LoopTransform::KeepValues))
    keepValues(L, K);
  if (H.Transforms.has(LoopTransform::SplitReductions) && H.Unroll > 1)
    splitReductions(L, H.Unroll, K);
  if (H.Transforms.has(LoopTransform::InvertDivisors))
    invertDivisors(L, K);
}

void kernelbounds::hintLoops(Function &F, ArrayRef<HintedLoop> Loops,
                             FunctionAnalysisManager &FAM) {
  DominatorTree DT(F);
  const LoopInfo LI(DT);
  bool AnyTransform = false;
  for (const HintedLoop &H : Loops) {
    setHints(*LI.getLoopFor(H.Header), H.Hints);
    AnyTransform |= !H.Hints.Transforms.empty();
  }
  if (!AnyTransform)
    return;
  const IRKnowledge Known = knowledgeOf(F, FAM);
  for (const HintedLoop &H : Loops)
    if (Loop *L = Known.LI.getLoopFor(H.Header);
        L && !H.Hints.Transforms.empty()) {
      if (H.Hints.Transforms.has(LoopTransform::UnrollAndJam))
        jam(*L, H.Hints.Jam, Known, FAM);
      simplify(*L, Known, FAM.getResult<AssumptionAnalysis>(F));
      transform(*L, H.Hints, Known);
    }
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// Whether the loop pass may find something to divide in \p L: it looks only at
/// loops of which memory forbids vectors, and gives each store that the rest
/// does not wait for a loop of its own, as it does what is used behind the
/// loop.
static bool canDistribute(const Loop &L, LoopAccessInfoManager &LAIs) {
  if (!L.getExitBlock() || !L.isLoopSimplifyForm() || !L.isRotatedForm())
    return false;
  unsigned Stores = 0;
  bool HasResult = false;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      Stores += isa<StoreInst>(I);
      HasResult |= any_of(I.users(), [&](const User *U) {
        return !L.contains(cast<Instruction>(U)->getParent());
      });
    }
  if (Stores == 0 || Stores + HasResult < 2)
    return false;
  const LoopAccessInfo &Info = LAIs.getInfo(const_cast<Loop &>(L));
  const auto *Dependences = Info.getDepChecker().getDependences();
  return !Info.canVectorizeMemory() && Dependences && !Dependences->empty();
}

/// Whether \p L loads from an array that it stores to. What was stored under a
/// mask is not forwarded to loads: the next visit, which may update the same
/// elements, would wait until it is in the cache.
static bool isUpdate(const Loop &L, ScalarEvolution &SE) {
  SmallPtrSet<const SCEV *, 4> Loaded, Stored;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (const Value *Place = getLoadStorePointerOperand(&I))
        (isa<LoadInst>(I) ? Loaded : Stored)
            .insert(SE.getPointerBase(SE.getSCEV(const_cast<Value *>(Place))));
  return any_of(Stored, [&](const SCEV *S) { return Loaded.contains(S); });
}

/// Whether the target has vectors with masks for all accesses of \p L.
static bool canPredicate(const Loop &L, const TargetTransformInfo &TTI) {
  const TypeSize Bits =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);
  unsigned Accesses = 0;
  auto HasMasks = [&](Instruction &I) {
    if (!getLoadStorePointerOperand(&I))
      return !I.mayReadOrWriteMemory();
    Type *T = getLoadStoreType(&I);
    const unsigned Size = T->getScalarSizeInBits();
    if (Size == 0 || T->isVectorTy() ||
        Bits.getFixedValue() < uint64_t(2) * Size)
      return false;
    ++Accesses;
    auto *V = FixedVectorType::get(T, Bits.getFixedValue() / Size);
    const Align A = getLoadStoreAlignment(&I);
    const unsigned Space = getLoadStoreAddressSpace(&I);
    return isa<LoadInst>(I) ? TTI.isLegalMaskedLoad(V, A, Space)
                            : TTI.isLegalMaskedStore(V, A, Space);
  };
  return all_of(L.blocks(),
                [&](BasicBlock *BB) { return all_of(*BB, HasMasks); }) &&
         Accesses != 0;
}

static LoopTransforms findTransforms(const Loop &L, LoopTransforms Asked,
                                     const IRKnowledge &Known) {
  using Test = bool (*)(const Loop &, const IRKnowledge &);
  static constexpr std::pair<LoopTransform, Test> Tests[] = {
      {LoopTransform::KeepValues, canKeepValues},
      {LoopTransform::SplitReductions, canSplitReductions},
      {LoopTransform::InvertDivisors, canInvertDivisors},
      {LoopTransform::UnrollAndJam, canUnrollAndJam}};
  LoopTransforms Set;
  for (const auto &[T, Can] : Tests)
    if (Asked.has(T) && Can(L, Known))
      Set.add(T);
  return Set;
}

std::vector<LoopChances>
kernelbounds::findChances(Function &F, LoopTransforms Asked,
                          FunctionAnalysisManager &FAM) {
  std::vector<BasicBlock *> Headers;
  forEachInnermostLoop(F, [&](Loop &L) { Headers.push_back(L.getHeader()); });
  const IRKnowledge Known = knowledgeOf(F, FAM);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  for (BasicBlock *Header : Headers)
    if (Loop *L = Known.LI.getLoopFor(Header))
      simplify(L->getParentLoop() ? *L->getParentLoop() : *L, Known, AC);
  std::vector<LoopChances> Out;
  auto &LAIs = FAM.getResult<LoopAccessAnalysis>(F);
  const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  for (BasicBlock *Header : Headers) {
    LoopChances &Chances = Out.emplace_back();
    const Loop *L = Known.LI.getLoopFor(Header);
    if (!L)
      continue;
    Chances.Transforms = findTransforms(*L, Asked, Known);
    Chances.CanDistribute = canDistribute(*L, LAIs);
    Chances.CanPredicate = canPredicate(*L, TTI) && !isUpdate(*L, Known.SE);
  }
  return Out;
}

PreservedAnalyses TransformLoopsPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  std::vector<HintedLoop> Loops;
  forEachInnermostLoop(F, [&](Loop &L) {
    Loops.push_back({L.getHeader(), LoopHints{0, 0, 4, Set, 4}});
  });
  hintLoops(F, Loops, FAM);
  return PreservedAnalyses::none();
}
