//===- UnrollAndJam.cpp - Iterations of the loop around, together ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's own utility unrolls the loop around and puts the copies of the inner
/// loop into one; its analysis of dependences says whether that may be done.
/// LLVM runs it behind the vectorizer, where loops of vectors with their rests
/// are no longer nests that it knows. Here it comes first, so that the one
/// inner loop can become vectors.
///
/// What the copies load from the same place is loaded once afterwards: the
/// vectorizer would take each for a load of its own, and widen all of them.
/// Two loads are the same if scalar evolution gives them one address and
/// nothing between them may write there. O(loads^2 * instructions) of the
/// block. Tested by test/Tuning/unroll-and-jam.ll and
/// test/Tuning/unroll-and-jam.c.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/IRTransforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/DependenceAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace kernelbounds;
using namespace llvm;

/// More loads than that are not compared with each other.
constexpr size_t MostLoads = 128;

bool kernelbounds::canUnrollAndJam(const Loop &L, const IRKnowledge &Known) {
  Loop *Outer = L.getParentLoop();
  if (!L.isInnermost() || !Outer || Outer->getSubLoops().size() != 1 ||
      !Outer->isLoopSimplifyForm() || !Outer->getExitingBlock())
    return false;
  DependenceInfo DI(Outer->getHeader()->getParent(), &Known.AA, &Known.SE,
                    &Known.LI);
  return isSafeToUnrollAndJam(Outer, Known.SE, Known.DT, DI, Known.LI);
}

/// Whether something from \p From up to \p To, which is behind it in its block,
/// may write what \p To loads.
static bool isWrittenBetween(const LoadInst &From, const LoadInst &To,
                             BatchAAResults &AA) {
  const MemoryLocation Place = MemoryLocation::get(&To);
  return any_of(make_range(From.getIterator(), To.getIterator()),
                [&](const Instruction &I) {
                  return I.mayWriteToMemory() &&
                         isModSet(AA.getModRefInfo(&I, Place));
                });
}

/// Replaces loads of \p BB by earlier ones of the same value.
static void reuseLoads(BasicBlock &BB, const IRKnowledge &Known) {
  BatchAAResults AA(Known.AA);
  SmallVector<LoadInst *> Kept;
  for (Instruction &I : make_early_inc_range(BB)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isSimple() || Kept.size() == MostLoads)
      continue;
    const SCEV *Address = Known.SE.getSCEV(Load->getPointerOperand());
    auto *Same = find_if(Kept, [&](LoadInst *Other) {
      return Other->getType() == Load->getType() &&
             Known.SE.getSCEV(Other->getPointerOperand()) == Address &&
             !isWrittenBetween(*Other, *Load, AA);
    });
    if (Same == Kept.end()) {
      Kept.push_back(Load);
      continue;
    }
    // What one of them knows of its value need not hold for the other one.
    (*Same)->dropPoisonGeneratingMetadata();
    (*Same)->setAAMetadata(
        (*Same)->getAAMetadata().merge(Load->getAAMetadata()));
    Known.SE.forgetValue(Load);
    Load->replaceAllUsesWith(*Same);
    Load->eraseFromParent();
  }
}

bool kernelbounds::unrollAndJam(Loop &L, unsigned Count,
                                const IRKnowledge &Known) {
  if (!canUnrollAndJam(L, Known))
    return false;
  Loop *Outer = L.getParentLoop();
  const unsigned Trips = Known.SE.getSmallConstantTripCount(Outer);
  const unsigned Multiple = Known.SE.getSmallConstantTripMultiple(Outer);
  if (Trips != 0)
    Count = std::min(Count, Trips);
  if (Count < 2)
    return false;
  MDNode *Name = L.getLoopID();
  OptimizationRemarkEmitter ORE(Outer->getHeader()->getParent());
  const LoopUnrollResult Result = UnrollAndJamLoop(
      Outer, Count, Trips, Multiple, /*UnrollRemainder=*/false, &Known.LI,
      &Known.SE, &Known.DT, &Known.AC, &Known.TTI, &ORE);
  if (Result == LoopUnrollResult::Unmodified)
    return false;
  if (Name)
    L.setLoopID(Name);
  if (Result == LoopUnrollResult::PartiallyUnrolled)
    Outer->setLoopAlreadyUnrolled();
  for (BasicBlock *BB : L.blocks())
    reuseLoads(*BB, Known);
  return true;
}
