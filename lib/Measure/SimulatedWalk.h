//===- SimulatedWalk.h - Walks over simulated memory ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the caches of a model take for a walk: the other side of
/// HostAccesses.h. Private to lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_SIMULATEDWALK_H
#define KERNEL_BOUNDS_LIB_MEASURE_SIMULATEDWALK_H

#include "kernel-bounds/Measure/AccessPattern.h"

namespace kernelbounds {

struct CacheTables;

/// What a core has in flight at most, and the latency of a load that hits.
struct WalkingCore {
  unsigned ReorderBuffer = 0, LoadBuffer = 0, StoreBuffer = 0; ///< 0: any.
  unsigned LoadLatency = 4;                                    ///< Cycles.
};

/// Cycles of a step of \p P in the long run. Pages are large but for a chase of
/// pages. O(places * levels * ways).
double simulateWalk(const CacheTables &Caches, const WalkingCore &Core,
                    const AccessPattern &P);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_SIMULATEDWALK_H
