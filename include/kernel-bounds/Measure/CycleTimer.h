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
/// (perf_event) it is asked. Else the time-stamp counter is read, which ticks
/// at a fixed rate, and before and after each batch a chain of dependent
/// multiplications is timed: 3 cycles each on every Intel core since Nehalem
/// and every AMD core since Zen. A repetition in which the chains before and
/// after differ is thrown away: the frequency changed, or something else ran.
///
/// What shares the core with us (another hardware thread, perhaps of another
/// virtual machine) does not slow such a chain down, but everything that is
/// bound by throughput. So a stretch of independent additions is timed, too,
/// before and after each batch; if it takes longer than it can in peace, the
/// repetition is thrown away.
///
/// Where a trip count is long, the processor cannot foresee the end of the
/// loop; where it is short, it can. So that this does not end up in the
/// difference, the trip counts of successive calls vary at random, both ends by
/// the same amounts. Successive calls do not overlap: there is a fence between.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_CYCLETIMER_H
#define KERNEL_BOUNDS_MEASURE_CYCLETIMER_H

#include "kernel-bounds/Measure/LoadedKernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace kernelbounds {

/// Source trip counts of the two ends.
struct TripPlan {
  long Few = 0, Many = 0;
  /// Added to both: 0 to NumJitters - 1 times this.
  long Jitter = 0;
  unsigned NumJitters = 1; ///< A power of two, at most 8.
};

struct TimerOptions {
  int Cpu = -1;              ///< To pin to; -1 = none.
  unsigned Repetitions = 30; ///< In a round, undisturbed ones; at most 256.
  unsigned MaxTries = 3000;  ///< In a round, disturbed ones included.
  unsigned MaxRounds = 8;    ///< A round is a process of its own.
  double Tolerance = 0.01;   ///< By which the best two rounds may differ.
  unsigned TimeLimit = 10;   ///< Seconds for a round.
  /// What findQuietProbe() returned; 0 = do not look for others on the core.
  double QuietProbe = 0;
};

enum class CycleSource : uint8_t { PerfEvent, TimeStampCounter };
/// "perf_event", "tsc".
llvm::StringRef cycleSourceName(CycleSource S);

struct Timing {
  /// Of one call with Many trips minus one with Few, either the smallest over
  /// all rounds.
  double Cycles = 0;
  /// Relative: by how much the second best rounds of the two ends are larger,
  /// or by how much the first quartile of the repetitions lies above the
  /// smallest, if that is more.
  double Spread = 0;
  bool IsSteady = false; ///< Two rounds agree within Tolerance at either end.
  unsigned Rounds = 0;
  CycleSource Source = CycleSource::TimeStampCounter;
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

/// Cycles of the stretch of independent additions while nothing else runs on
/// the core: leastCommon() of many, taken for \p MilliSeconds on \p Cpu. 0
/// if there was never peace.
double findQuietProbe(int Cpu, unsigned MilliSeconds);

/// A counter of core cycles: perf_event's, or a test's.
class CycleCounter {
public:
  virtual ~CycleCounter() = default;
  /// \returns 0, or the errno with which the system refuses.
  virtual int open() = 0;
  /// Cycles since it was opened; none if it cannot be read.
  virtual std::optional<uint64_t> read() = 0;
};

/// Where cycles come from, and why not from perf_event.
struct CycleClock {
  CycleSource Source = CycleSource::TimeStampCounter;
  std::string WhyNoCounter; ///< Empty with PerfEvent.

  /// "perf_event"; "tsc, as perf_event says: Permission denied".
  std::string describe() const;
};

/// Opens \p Counter and has it count \p Work. What refuses, cannot be read or
/// stands still is not used; without \p HasStamps that is an error.
llvm::Expected<CycleClock> chooseClock(CycleCounter &Counter,
                                       llvm::function_ref<void()> Work,
                                       bool HasStamps);

/// Cycles that \p Work takes by \p Counter; 0 if it cannot be read.
double countCycles(CycleCounter &Counter, llvm::function_ref<void()> Work);

/// What timeKernel() would use here. Fails where cycles cannot be had: on other
/// machines than x86-64 with a constant time-stamp counter or perf_event.
llvm::Expected<CycleClock> findCycleClock();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_CYCLETIMER_H
