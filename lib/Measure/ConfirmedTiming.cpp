//===- ConfirmedTiming.cpp - One figure from several timings --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Example: 240, 221, 262, 241 and 240 cycles at five times are 240; 221 came
/// about by chance, and at the third time the machine was slower.
/// Tested by unittests/Measure/ConfirmedTimingTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CycleTimer.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

Timing kernelbounds::confirmTiming(ArrayRef<Timing> Visits, double Tolerance) {
  assert(!Visits.empty() && "nothing to choose from");
  SmallVector<const Timing *, 8> Steady;
  unsigned Rounds = 0;
  for (const Timing &T : Visits) {
    Rounds += T.Rounds;
    if (T.IsSteady && T.Cycles > 0)
      Steady.push_back(&T);
  }
  llvm::sort(Steady, [](const Timing *A, const Timing *B) {
    return std::pair(A->Cycles, A) < std::pair(B->Cycles, B);
  });
  Timing Chosen = Steady.empty() ? Visits.front() : *Steady.front();
  Chosen.IsSteady = false;
  for (size_t I = 1; I < Steady.size() && !Chosen.IsSteady; ++I) {
    double Apart = Steady[I]->Cycles / Steady[I - 1]->Cycles - 1;
    if (Apart > Tolerance)
      continue;
    Chosen = *Steady[I - 1];
    Chosen.Spread = std::max(Chosen.Spread, Apart);
  }
  Chosen.Rounds = Rounds;
  return Chosen;
}
