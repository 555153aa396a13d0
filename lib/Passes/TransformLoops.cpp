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
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
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
      simplify(*L, Known, FAM.getResult<AssumptionAnalysis>(F));
      transform(*L, H.Hints, Known);
    }
  FAM.invalidate(F, PreservedAnalyses::none());
}

std::vector<LoopTransforms>
kernelbounds::findTransforms(Function &F, LoopTransforms Asked,
                             FunctionAnalysisManager &FAM) {
  std::vector<BasicBlock *> Headers;
  forEachInnermostLoop(F, [&](Loop &L) { Headers.push_back(L.getHeader()); });
  const IRKnowledge Known = knowledgeOf(F, FAM);
  std::vector<LoopTransforms> Out;
  for (BasicBlock *Header : Headers) {
    LoopTransforms &Set = Out.emplace_back();
    Loop *L = Known.LI.getLoopFor(Header);
    if (!L)
      continue;
    simplify(*L, Known, FAM.getResult<AssumptionAnalysis>(F));
    if (canKeepValues(*L, Known))
      Set.add(LoopTransform::KeepValues);
    if (canSplitReductions(*L, Known))
      Set.add(LoopTransform::SplitReductions);
    if (canInvertDivisors(*L, Known))
      Set.add(LoopTransform::InvertDivisors);
    Set = Set & Asked;
  }
  return Out;
}

PreservedAnalyses TransformLoopsPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  std::vector<HintedLoop> Loops;
  forEachInnermostLoop(F, [&](Loop &L) {
    Loops.push_back({L.getHeader(), LoopHints{0, 0, 4, Set}});
  });
  hintLoops(F, Loops, FAM);
  return PreservedAnalyses::none();
}
