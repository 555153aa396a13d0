//===- CycleTimer.h - Core cycles of a kernel -------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cycles that a kernel takes for each further trip of its loop. Both ends of
/// the difference, the run with few trips and that with many, enter and leave
/// the loop the same way.
///
/// Cycles are those of the core. Where the system counts them for us
/// (perf_event) it is asked, else the time-stamp counter is read. SampleTimer.h
/// says how ticks become cycles, and how disturbances are found.
///
/// Where a trip count is long, the processor cannot foresee the end of the
/// loop; where it is short, it can. So that this does not end up in the
/// difference, the trip counts are those of TripPlan.h. Successive calls do not
/// overlap: there is a fence between.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_CYCLETIMER_H
#define KERNEL_BOUNDS_MEASURE_CYCLETIMER_H

#include "kernel-bounds/Measure/LoadedKernel.h"
#include "kernel-bounds/Measure/SampleTimer.h"
#include "kernel-bounds/Measure/TripPlan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace kernelbounds {

struct TimerOptions {
  int Cpu = -1;            ///< To pin to; -1 = none.
  unsigned MaxRounds = 8;  ///< A round is a process of its own.
  double Tolerance = 0.01; ///< By which the best two rounds may differ.
  unsigned TimeLimit = 10; ///< Seconds for a round.
  HostTraits Traits;       ///< What findHostTraits() returned.
  TimingPlan Plan;         ///< planTiming() of it.
};

/// Times \p K in child processes. Fails if it crashes, takes too long, or if
/// no repetition was free from disturbance.
llvm::Expected<Timing> timeKernel(const LoadedKernel &K, const TripPlan &Plan,
                                  const TimerOptions &Options);

/// What several timings of the same kernel, made at different times, say
/// together: the first quartile, or the next one above it that another one
/// confirms, at most \p Tolerance away. A machine can be slower for seconds,
/// and a timing can be too short by chance; either is outvoted. Spread is that
/// of the timing, or how far the one that confirms it lies from it, if that is
/// more; Rounds those of all. Timings that are not steady, or of no cycles, do
/// not count; without two that agree the result is not steady.
/// \pre \p Visits is not empty.
Timing confirmTiming(llvm::ArrayRef<Timing> Visits, double Tolerance);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_CYCLETIMER_H
