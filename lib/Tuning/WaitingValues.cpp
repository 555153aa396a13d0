//===- WaitingValues.cpp - Values that wait for iterations ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Tuning/keep-values.ll and split-reductions.ll.
//
//===----------------------------------------------------------------------===//

#include "WaitingValues.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace kernelbounds;
using namespace llvm;

SmallVector<PHINode *, 8>
kernelbounds::addWaitingValues(Loop &L, Value *Next, ArrayRef<Value *> First,
                               StringRef Name) {
  SmallVector<PHINode *, 8> Out;
  const BasicBlock::iterator At = L.getHeader()->getFirstNonPHIIt();
  for (Value *V : First) {
    PHINode *P = PHINode::Create(Next->getType(), 2, Name, At);
    P->addIncoming(V, L.getLoopPreheader());
    P->addIncoming(Next, L.getLoopLatch());
    Out.push_back(P);
    Next = P;
  }
  return Out;
}
