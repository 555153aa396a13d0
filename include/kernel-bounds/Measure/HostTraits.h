//===- HostTraits.h - What a clock and its core are like --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a machine is like, as far as timing is concerned, and how to time on
/// it. Example: a virtual machine whose time-stamp counter advances 26 ticks at
/// a time, and whose core another guest uses most of the time, gets chains four
/// times as long as usual, wider tolerances, and short batches.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_HOSTTRAITS_H
#define KERNEL_BOUNDS_MEASURE_HOSTTRAITS_H

#include "kernel-bounds/Measure/TimedCore.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace kernelbounds {

/// Plain numbers, so that a child process can leave them in shared memory.
struct HostTraits {
  double TickStep = 1;  ///< Ticks by which the clock advances at a time.
  double ReadTicks = 0; ///< Ticks between two readings with no work between.
  double TicksPerCycle = 1; ///< Of the clock for each cycle of the core.
  double CyclesPerLink = 3; ///< Of TimedCore::runChain().
  /// Relative: by how much the slowest of the usual frequencies is below the
  /// fastest (95 of 100 chains against 5 of 100).
  double FrequencyRange = 0;
  /// Cycles of one turn of TimedCore::runTight() while nothing else uses the
  /// core: one, and its share of what begin and end take. 0: nobody looks
  /// whether something else does.
  double TightCycles = 0;
  /// Relative: by how much slower turns still count as undisturbed. A thread
  /// that is awake and does next to nothing is more than 4 % on some cores, and
  /// one that works more than 25 %.
  double TightSlack = 0.04;
  /// The same of TimedCore::runProbe(); 0 if there was no such time, and then
  /// tight turns alone are looked at.
  double ProbeCycles = 0;
  double QuietShare = 1; ///< Of the time: nothing else uses the core.
  /// Cycles. Half of the quiet time lies in stretches at least as long.
  double QuietStretch = 1e9;
  double StolenShare = 0; ///< Of the time: the processor did not run us.

  /// "steps of 26 ticks, 0.703 ticks for each cycle, frequency varied by 2.8
  /// %".
  std::string describeClock() const;
  /// "undisturbed 31 % of the time, half of that in stretches of at least
  /// 40,000 cycles, not running for 1.2 %".
  std::string describeCore() const;
};

/// How to time on such a machine.
struct TimingPlan {
  unsigned ChainLinks = 2400;    ///< Of the chain that gives the frequency.
  double ChainTolerance = 0.004; ///< Relative, of frequency before and after.
  unsigned TightTurns = 1000;
  double TightTolerance = 0.04; ///< Relative; slower turns are disturbed.
  unsigned ProbeTurns = 300;
  double ProbeTolerance = 0.03; ///< Relative; a slower probe is disturbed.
  double BatchCycles = 40000;   ///< That a batch of calls should take.
  unsigned MinCalls = 8;        ///< In a batch, however long a call is.
  unsigned Repetitions = 30;    ///< Undisturbed ones of each piece of work.
  unsigned MaxTries = 3000;     ///< Disturbed ones included.
  /// The work runs so long before the first sample. Wide vectors take several
  /// times as long until the core got the voltage for them: some 300
  /// microseconds on Golden Cove.
  double WarmUpCycles = 2e6;

  /// "chains of 7,200 cycles, alike within 0.4 %, batches of 40,000 cycles, 30
  /// samples in at most 3,000 tries".
  std::string describe(const HostTraits &T) const;
};

/// The step of a clock of which \p Gaps are differences between two readings,
/// in ticks. At least 1. A step that is no whole number of ticks, so that the
/// differences are, say, 25, 26, 51 and 52, is found, too.
double findTickStep(llvm::MutableArrayRef<uint64_t> Gaps);

/// Looks at \p Core for the time that \p Cycles of it take.
HostTraits findTraits(TimedCore &Core, double Cycles);

/// The same for the processor \p Cpu of this machine, in a child process.
llvm::Expected<HostTraits> findHostTraits(int Cpu, double Cycles);

/// Both, and how timings are made there, in one line of a log: "clock: ...;
/// core: ...; timing: ...".
std::string describeConditions(const HostTraits &T, const TimingPlan &P);

/// What is long enough for the clock's step, and short enough for the core's
/// quiet stretches.
TimingPlan planTiming(const HostTraits &T);

/// Makes every sample count, whatever else uses the core and however its
/// frequency moves: timings then always succeed, and are too high on a busy
/// machine.
void acceptNoise(HostTraits &T, TimingPlan &P);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_HOSTTRAITS_H
