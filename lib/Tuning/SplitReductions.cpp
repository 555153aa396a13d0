//===- SplitReductions.cpp - Several chains for one reduction -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reduction's value waits in registers: with k chains an iteration adds to
/// what it has left k iterations ago. That needs no certain number of
/// iterations, and the loop may have several exits and conditions. LLVM's
/// vectorizer and unroller split reductions, too, but the former only in loops
/// that it can vectorize, and the latter (off by default) one for each loop of
/// a single block.
///
/// LLVM's RecurrenceDescriptor finds reductions; sums by llvm.fma, which it
/// does not know, are found here.
///
/// Time O(instructions of the loop) for each of its phis.
/// Tested by test/Tuning/split-reductions.ll, transforms.c and random-loops.
//
//===----------------------------------------------------------------------===//

#include "WaitingValues.h"
#include "kernel-bounds/Tuning/IRTransforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
struct SplitReduction {
  PHINode *Phi;
  RecurKind Kind;
  FastMathFlags Flags;
  Instruction *Last; ///< Of an iteration; it alone is used behind the loop.
  SmallVector<PHINode *, 4> Results = {}; ///< Where that is.
};
} // namespace

//===----------------------------------------------------------------------===//
// Which reductions
//===----------------------------------------------------------------------===//

/// Whether partial results may be combined in any order.
static bool hasAnyOrder(RecurKind Kind, FastMathFlags Flags) {
  switch (Kind) {
  case RecurKind::Add:
  case RecurKind::Sub:
  case RecurKind::AddChainWithSubs:
  case RecurKind::Mul:
  case RecurKind::Or:
  case RecurKind::And:
  case RecurKind::Xor:
  case RecurKind::SMin:
  case RecurKind::SMax:
  case RecurKind::UMin:
  case RecurKind::UMax:
    return true;
  case RecurKind::FAdd:
  case RecurKind::FMul:
  case RecurKind::FMulAdd:
    return Flags.allowReassoc();
  case RecurKind::FMin:
  case RecurKind::FMax:
    // Which of two zeros is the less one, and whether a NaN wins, depends on
    // the order otherwise.
    return Flags.noNaNs() && Flags.noSignedZeros();
  default:
    return false;
  }
}

/// A sum by llvm.fma: nothing in the loop uses it but the next addition.
static std::optional<SplitReduction> findFmaSum(PHINode &Phi, const Loop &L) {
  auto *Fma =
      dyn_cast<IntrinsicInst>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  if (!Fma || Fma->getIntrinsicID() != Intrinsic::fma ||
      !L.contains(Fma->getParent()) || Fma->getArgOperand(2) != &Phi ||
      !Phi.hasOneUse() || !Fma->hasAllowReassoc())
    return std::nullopt;
  const bool IsUsedInside = any_of(Fma->users(), [&](const User *U) {
    return U != &Phi && L.contains(cast<Instruction>(U)->getParent());
  });
  if (IsUsedInside)
    return std::nullopt;
  return SplitReduction{&Phi, RecurKind::FAdd, Fma->getFastMathFlags(), Fma};
}

static std::optional<SplitReduction> findReduction(PHINode &Phi, const Loop &L,
                                                   ScalarEvolution &SE) {
  if (!Phi.getType()->isIntegerTy() && !Phi.getType()->isFloatingPointTy())
    return std::nullopt;
  if (auto Sum = findFmaSum(Phi, L))
    return Sum;
  RecurrenceDescriptor R;
  if (!RecurrenceDescriptor::isReductionPHI(&Phi, const_cast<Loop *>(&L), R,
                                            nullptr, nullptr, nullptr, &SE))
    return std::nullopt;
  if (R.IntermediateStore || R.hasExactFPMath() ||
      R.hasUsesOutsideReductionChain() || !R.getCastInsts().empty() ||
      R.getRecurrenceType() != Phi.getType() ||
      R.getLoopExitInstr() != Phi.getIncomingValueForBlock(L.getLoopLatch()) ||
      !hasAnyOrder(R.getRecurrenceKind(), R.getFastMathFlags()))
    return std::nullopt;
  return SplitReduction{&Phi, R.getRecurrenceKind(), R.getFastMathFlags(),
                        R.getLoopExitInstr()};
}

/// Finds where \p R is used behind \p L.
/// \returns false if it is nowhere, or if it cannot be put together there:
/// control comes with something else, too, or nothing can be computed.
static bool findResults(SplitReduction &R, const Loop &L) {
  for (User *U : R.Last->users()) {
    auto *Inst = cast<Instruction>(U);
    if (L.contains(Inst->getParent()))
      continue;
    auto *P = dyn_cast<PHINode>(Inst);
    if (!P || P->hasConstantValue() != R.Last ||
        P->getParent()->getFirstInsertionPt() == P->getParent()->end())
      return false;
    if (!is_contained(R.Results, P))
      R.Results.push_back(P);
  }
  return !R.Results.empty();
}

static SmallVector<SplitReduction, 4> findReductions(const Loop &L,
                                                     ScalarEvolution &SE) {
  SmallVector<SplitReduction, 4> Out;
  if (!L.isInnermost() || !L.isLoopSimplifyForm())
    return Out;
  for (PHINode &Phi : L.getHeader()->phis())
    if (auto R = findReduction(Phi, L, SE); R && findResults(*R, L))
      Out.push_back(std::move(*R));
  return Out;
}

//===----------------------------------------------------------------------===//
// The change
//===----------------------------------------------------------------------===//

static Value *combine(IRBuilderBase &B, RecurKind Kind, Value *X, Value *Y) {
  switch (Kind) {
  case RecurKind::Add:
  case RecurKind::Sub: // The chains hold what is added, with its sign.
  case RecurKind::AddChainWithSubs:
    return B.CreateAdd(X, Y, "chains");
  case RecurKind::Mul:
    return B.CreateMul(X, Y, "chains");
  case RecurKind::Or:
    return B.CreateOr(X, Y, "chains");
  case RecurKind::And:
    return B.CreateAnd(X, Y, "chains");
  case RecurKind::Xor:
    return B.CreateXor(X, Y, "chains");
  case RecurKind::FAdd:
  case RecurKind::FMulAdd:
    return B.CreateFAdd(X, Y, "chains");
  case RecurKind::FMul:
    return B.CreateFMul(X, Y, "chains");
  default:
    return createMinMaxOp(B, Kind, X, Y);
  }
}

/// What a chain other than the first one begins with.
static Value *firstValue(const SplitReduction &R, const Loop &L) {
  if (RecurrenceDescriptor::isMinMaxRecurrenceKind(R.Kind))
    return R.Phi->getIncomingValueForBlock(L.getLoopPreheader());
  const RecurKind Kind =
      R.Kind == RecurKind::Sub || R.Kind == RecurKind::AddChainWithSubs
          ? RecurKind::Add
          : R.Kind;
  return getRecurrenceIdentity(Kind, R.Phi->getType(), R.Flags);
}

/// What was known of the whole is not known of its parts: that no sum wraps,
/// for instance. Debug information must not call a part the whole.
static void forgetFacts(const SplitReduction &R, const Loop &L) {
  SmallPtrSet<Instruction *, 8> Seen;
  SmallVector<Instruction *, 8> Open{R.Phi};
  while (!Open.empty()) {
    Instruction *I = Open.pop_back_val();
    if (!L.contains(I->getParent()) || !Seen.insert(I).second)
      continue;
    if (I->getType()->isIntegerTy())
      I->dropPoisonGeneratingAnnotations();
    replaceDbgUsesWithUndef(I);
    for (User *U : I->users())
      Open.push_back(cast<Instruction>(U));
  }
}

/// All of \p Parts as one value. A tree is less high than a row.
static Value *combineAll(IRBuilderBase &B, RecurKind Kind,
                         SmallVector<Value *, 8> Parts) {
  while (Parts.size() > 1) {
    SmallVector<Value *, 8> Halves;
    for (size_t I = 0; I + 1 < Parts.size(); I += 2)
      Halves.push_back(combine(B, Kind, Parts[I], Parts[I + 1]));
    if (Parts.size() % 2 != 0)
      Halves.push_back(Parts.back());
    Parts = std::move(Halves);
  }
  return Parts.front();
}

/// Replaces what comes out of the loop by the value of all chains.
static void combineResult(PHINode &Result, ArrayRef<PHINode *> Rest,
                          const SplitReduction &R, const IRKnowledge &Known) {
  BasicBlock &BB = *Result.getParent();
  const SmallVector<Use *, 8> Uses(make_pointer_range(Result.uses()));
  SmallVector<Value *, 8> Parts{&Result};
  for (PHINode *P : Rest) {
    PHINode *Out = PHINode::Create(P->getType(), Result.getNumIncomingValues(),
                                   "chain.out", BB.begin());
    for (BasicBlock *From : Result.blocks())
      Out->addIncoming(P, From);
    Parts.push_back(Out);
  }
  IRBuilder<> B(&BB, BB.getFirstInsertionPt());
  B.SetCurrentDebugLocation(R.Last->getDebugLoc());
  B.setFastMathFlags(R.Flags);
  auto *All = cast<Instruction>(combineAll(B, R.Kind, std::move(Parts)));
  Known.SE.forgetValue(&Result);
  replaceAllDbgUsesWith(Result, *All, *All, Known.DT);
  for (Use *U : Uses)
    U->set(All);
}

bool kernelbounds::canSplitReductions(const Loop &L, const IRKnowledge &Known) {
  return !findReductions(L, Known.SE).empty();
}

bool kernelbounds::splitReductions(Loop &L, unsigned Chains,
                                   const IRKnowledge &Known) {
  assert(Chains >= 2 && "one chain is what there is");
  bool Changed = false;
  for (const SplitReduction &R : findReductions(L, Known.SE)) {
    forgetFacts(R, L);
    const SmallVector<Value *, 8> First(Chains - 1, firstValue(R, L));
    const auto Rest = addWaitingValues(L, R.Last, First, "chain");
    R.Phi->setIncomingValueForBlock(L.getLoopLatch(), Rest.back());
    for (PHINode *P : R.Results)
      combineResult(*P, Rest, R, Known);
    Changed = true;
  }
  if (Changed)
    Known.SE.forgetLoop(&L);
  return Changed;
}
