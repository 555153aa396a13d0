//===- TripStep.cpp - Source iterations in one trip -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heuristic of the report, not of a bound: it converts units only where the
/// index register counts elements.
/// Tested by test/kernel-opt/trip-step.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/TripStep.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace kernelbounds;
using namespace llvm;

unsigned kernelbounds::findElementsPerTrip(const Kernel &K) {
  unsigned Index = 0;
  for (const MemRef &Mem : K.Mems) {
    if (!Mem.Index || Mem.Scale == 1 || Mem.IsGather)
      continue;
    if (Index && Mem.Index != Index)
      return 0; // Two indices: which one counts is not known.
    Index = Mem.Index;
  }
  if (!Index)
    return 0;
  std::optional<int64_t> Step;
  for (const KernelInst &I : K.Insts) {
    if (none_of(K.writes(I), [&](const RegWrite &W) { return W.Reg == Index; }))
      continue;
    if (Step)
      return 0;
    Step = targetOf(K).stepOf(I, Index);
    if (!Step)
      return 0;
  }
  if (!Step || *Step == 0 || *Step > 65536 || *Step < -65536)
    return 0;
  return static_cast<unsigned>(std::abs(*Step));
}
