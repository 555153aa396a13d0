//===- FewTrips.h - What short visits of a loop take ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of trips for which a loop that is visited again and again takes less
/// than its trips do one by one, as visits overlap (Simulation/Visits.h).
///
/// Example: a sum whose additions take 4 cycles each, in a core that holds 64
/// iterations. Visits of 16 take about 16 cycles, four of them being in the
/// core at once; those of 128 and more take 64 times 4 less than their
/// additions do.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_FEWTRIPS_H
#define KERNEL_BOUNDS_TUNING_FEWTRIPS_H

#include "kernel-bounds/Simulation/CoreSizes.h"
#include "kernel-bounds/Simulation/Program.h"
#include "kernel-bounds/Tuning/TripTime.h"

namespace kernelbounds {

/// A loop on the simulated core.
struct VisitedLoop {
  const SimProgram &Program;
  const CoreSizes &Core;
  CyclesPerIter Trip; ///< Cycles, when very many follow each other.
  /// Cycles that are waited for behind the last trip, as in SimVisit.
  unsigned EndLatency = 0;
};

/// What LoopPart::Few is for \p L; empty if visits do not overlap, or if more
/// than \p Budget fused micro-ops would have to be run for one of them (0: any
/// number). Cycles are rounded up to 1/64, so that sums of them stay exact.
std::vector<TimeOfTrips> findFewTrips(const VisitedLoop &L, uint64_t Budget);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_FEWTRIPS_H
