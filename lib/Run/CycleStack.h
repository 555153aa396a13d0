//===- CycleStack.h - What cycles consist of --------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps from a core as it is to one that only its ports and widths limit.
/// Each step makes one thing perfect and leaves perfect what was. What the
/// cycles lose in a step is the share of that thing. The order is that from the
/// outside inwards; things that hide behind each other are counted with the
/// first. Private to lib/Run.
///
/// Example: a loop takes 9 cycles a trip, 5 if branches are predicted, 4 if
/// all data are in the first level as well: 4 are of branches and 1 is of the
/// second level.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_CYCLESTACK_H
#define KERNEL_BOUNDS_LIB_RUN_CYCLESTACK_H

#include "kernel-bounds/Bounds/Resource.h"
#include "kernel-bounds/Run/TraceSimulation.h"
#include "kernel-bounds/Simulation/MemorySystem.h"

namespace kernelbounds {

/// What of a core is as it is; the rest is perfect.
struct StackStep {
  std::string Name; ///< What this step made perfect; empty: nothing.
  bool Branches = true, Caches = true, Aliasing = true, Forwarding = true;
  bool Dependences = true, FrontEnd = true, Banks = true;
  unsigned PenaltyDivisor = 1;       ///< Of mispredictions.
  std::vector<Resource> Faster = {}; ///< Of the core, twice.
  MemoryOptions Memory;              ///< Of use with Caches.
};

/// The steps, the core as it is first. \p Caches may be null. \p HasAliasing:
/// the model knows when loads take older stores for theirs. \p HasBanks: and
/// how many loads of a cycle may read a bank of whichever line.
std::vector<StackStep> stackSteps(const CacheTables *Caches, bool HasAliasing,
                                  bool HasBanks = false);
/// "L1", "L2", ..., "memory".
std::string levelName(const CacheTables &Caches, unsigned Level);

/// The shares from cycles by step, in the order of CycleShare: what is left
/// first. A step that makes the core slower counts as none.
std::vector<CycleShare> sharesOf(llvm::ArrayRef<StackStep> Steps,
                                 llvm::ArrayRef<double> Cycles);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_CYCLESTACK_H
