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
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace kernelbounds;
using namespace llvm;

static IRKnowledge knowledgeOf(Function &F, FunctionAnalysisManager &FAM) {
  return {FAM.getResult<DominatorTreeAnalysis>(F),
          FAM.getResult<LoopAnalysis>(F),
          FAM.getResult<ScalarEvolutionAnalysis>(F),
          FAM.getResult<AAManager>(F),
          FAM.getResult<AssumptionAnalysis>(F),
          FAM.getResult<TargetIRAnalysis>(F),
          FAM.getResult<TargetLibraryAnalysis>(F)};
}

/// The form that transforms expect.
static void simplify(Loop &L, const IRKnowledge &K) {
  simplifyLoop(&L, &K.DT, &K.LI, &K.SE, &K.AC, /*MSSAU=*/nullptr,
               /*PreserveLCSSA=*/false);
  formLCSSARecursively(L, K.DT, &K.LI, &K.SE);
}

static void jam(Loop &L, unsigned Visits, const IRKnowledge &K) {
  if (!L.getParentLoop())
    return;
  simplify(*L.getParentLoop(), K);
  if (unrollAndJam(L, Visits, K))
    markJammed(L, Visits);
  simplify(L, K);
}

namespace {
/// LLVM's pass that takes what does not change out of loops, for one of them.
class InvariantsOfLoop : public PassInfoMixin<InvariantsOfLoop> {
public:
  explicit InvariantsOfLoop(const BasicBlock *Header) : Header(Header) {}
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &LAM,
                        LoopStandardAnalysisResults &Known, LPMUpdater &U) {
    return L.getHeader() == Header ? Pass.run(L, LAM, Known, U)
                                   : PreservedAnalyses::all();
  }

private:
  const BasicBlock *Header;
  LICMPass Pass{LICMOptions()};
};
} // namespace

/// Compiles \p L once more for data that do not overlap, and uses that: values
/// stay in registers, and what was loaded is not loaded again. The other copy
/// is named \p Before. Nothing that was known of \p F is known any more, and
/// loops are others.
static void separate(Loop &L, MDNode *Before, const IRKnowledge &K,
                     FunctionAnalysisManager &FAM) {
  BasicBlock *Header = L.getHeader();
  Function &F = *Header->getParent();
  Loop *ForOverlap = checkOverlap(L, K);
  if (!ForOverlap)
    return;
  nameForOverlap(*ForOverlap, Before);
  FAM.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager Passes;
  Passes.addPass(createFunctionToLoopPassAdaptor(InvariantsOfLoop(Header),
                                                 /*UseMemorySSA=*/true));
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.run(F, FAM);
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// What can be done after separate(), and on its own.
static void transform(Loop &L, const LoopHints &H, const IRKnowledge &K) {
  if (H.Transforms.has(LoopTransform::KeepValues))
    keepValues(L, K);
  if (H.Transforms.has(LoopTransform::SplitReductions) && H.Unroll > 1)
    splitReductions(L, H.Unroll, K);
  if (H.Transforms.has(LoopTransform::InvertDivisors))
    invertDivisors(L, K);
}

/// Makes what \p H says of the loop that was named \p Before.
static void change(const HintedLoop &H, MDNode *Before,
                   FunctionAnalysisManager &FAM) {
  Function &F = *H.Header->getParent();
  {
    const IRKnowledge Known = knowledgeOf(F, FAM);
    Loop *L = Known.LI.getLoopFor(H.Header);
    if (!L)
      return;
    if (H.Hints.Transforms.has(LoopTransform::UnrollAndJam))
      jam(*L, H.Hints.Jam, Known);
    if (H.Hints.Transforms.has(LoopTransform::CheckOverlap)) {
      simplify(*L, Known);
      separate(*L, Before, Known, FAM);
    }
  }
  const IRKnowledge Known = knowledgeOf(F, FAM);
  if (Loop *L = Known.LI.getLoopFor(H.Header)) {
    simplify(*L, Known);
    transform(*L, H.Hints, Known);
  }
}

void kernelbounds::hintLoops(Function &F, ArrayRef<HintedLoop> Loops,
                             FunctionAnalysisManager &FAM) {
  DominatorTree DT(F);
  const LoopInfo LI(DT);
  bool AnyTransform = false;
  SmallVector<MDNode *> Before; // By loop.
  for (const HintedLoop &H : Loops) {
    Loop &L = *LI.getLoopFor(H.Header);
    Before.push_back(L.getLoopID());
    setHints(L, H.Hints);
    AnyTransform |= !H.Hints.Transforms.empty();
  }
  if (!AnyTransform)
    return;
  for (const auto &[H, Name] : zip_equal(Loops, Before))
    if (!H.Hints.Transforms.empty())
      change(H, Name, FAM);
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
      {LoopTransform::UnrollAndJam, canUnrollAndJam},
      {LoopTransform::CheckOverlap, canCheckOverlap}};
  LoopTransforms Set;
  for (const auto &[T, Can] : Tests)
    if (Asked.has(T) && Can(L, Known))
      Set.add(T);
  return Set;
}

/// Adds to \p Chances, by loop with header, what more of \p Asked is possible
/// for data that do not overlap.
static void findAfterCheck(ArrayRef<BasicBlock *> Headers, LoopTransforms Asked,
                           FunctionAnalysisManager &FAM,
                           std::vector<LoopChances> &Chances) {
  // The loop around has more than one loop then.
  LoopTransforms Changes = LoopTransform::KeepValues;
  Changes.add(LoopTransform::SplitReductions);
  Changes.add(LoopTransform::InvertDivisors);
  for (const auto &[Header, Can] : zip_equal(Headers, Chances)) {
    const LoopTransforms Wanted = Asked & Changes;
    if (!Can.Transforms.has(LoopTransform::CheckOverlap) ||
        (Wanted & Can.Transforms) == Wanted)
      continue;
    Function &F = *Header->getParent();
    {
      const IRKnowledge Known = knowledgeOf(F, FAM);
      Loop &L = *Known.LI.getLoopFor(Header);
      separate(L, L.getLoopID(), Known, FAM);
    }
    const IRKnowledge Known = knowledgeOf(F, FAM);
    if (Loop *L = Known.LI.getLoopFor(Header)) {
      simplify(*L, Known);
      Can.AfterCheck = findTransforms(*L, Wanted, Known);
    }
  }
}

std::vector<LoopChances>
kernelbounds::findChances(Function &F, LoopTransforms Asked,
                          FunctionAnalysisManager &FAM) {
  std::vector<BasicBlock *> Headers;
  forEachInnermostLoop(F, [&](Loop &L) { Headers.push_back(L.getHeader()); });
  std::vector<LoopChances> Out(Headers.size());
  {
    const IRKnowledge Known = knowledgeOf(F, FAM);
    for (BasicBlock *Header : Headers)
      if (Loop *L = Known.LI.getLoopFor(Header))
        simplify(L->getParentLoop() ? *L->getParentLoop() : *L, Known);
    auto &LAIs = FAM.getResult<LoopAccessAnalysis>(F);
    for (const auto &[Header, Chances] : zip_equal(Headers, Out)) {
      const Loop *L = Known.LI.getLoopFor(Header);
      if (!L)
        continue;
      Chances.Transforms = findTransforms(*L, Asked, Known);
      Chances.CanDistribute = canDistribute(*L, LAIs);
      Chances.CanPredicate =
          canPredicate(*L, Known.TTI) && !isUpdate(*L, Known.SE);
    }
  }
  findAfterCheck(Headers, Asked, FAM, Out);
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
