//===- SampleTimer.h - Cycles of pieces of work -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Times pieces of work on a TimedCore, many times each in turns, and makes one
/// figure out of the samples.
///
/// After each sample a chain of dependent multiplications is timed. The cycles
/// of a chain are known, so that it gives the ticks of a cycle. One chain alone
/// may be off by a step of the clock, or be interrupted: the frequency of a
/// sample comes from the running median of the chains before and after it.
///
/// What shares the core with us (another hardware thread, perhaps of another
/// virtual machine) does not slow such a chain down, but everything that is
/// bound by throughput. So tight turns and a stretch of independent additions
/// are timed right before and after each sample. If one of them takes longer
/// than it does in peace, the sample is thrown away.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_SAMPLETIMER_H
#define KERNEL_BOUNDS_MEASURE_SAMPLETIMER_H

#include "kernel-bounds/Measure/HostTraits.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace kernelbounds {

/// The ticks of equally long chains, in the order in which they were timed.
class FrequencyTrack {
public:
  /// \p Step is that of the clock, in ticks.
  FrequencyTrack(double CyclesOfChain, double Step)
      : CyclesOfChain(CyclesOfChain), Step(Step) {}

  void add(double Ticks) { Chains.push_back(Ticks); }
  size_t size() const { return Chains.size(); }
  /// Ticks for each cycle about the time at which \p At chains had been added:
  /// of those before and after it the median, and then the mean of all that lie
  /// within a step of it. 0 if there is none.
  double ticksPerCycle(size_t At) const;
  /// Whether the chains before and those after that time agree.
  bool isSteady(size_t At, double Tolerance) const;

private:
  double level(size_t From, size_t To) const;

  double CyclesOfChain, Step;
  std::vector<double> Chains;
};

/// What the samples of one piece of work say together.
struct SampleSummary {
  double Cycles = 0; ///< leastLevel() of them; 0 if there is none.
  double Above = 0;  ///< By how much the first quartile lies above it.
};

/// \p Step is that of the clock, in the unit of \p Samples. Sorts them.
SampleSummary summarizeSamples(llvm::MutableArrayRef<double> Samples,
                               double Step);

class SampleTimer {
public:
  SampleTimer(TimedCore &Core, const HostTraits &Traits, const TimingPlan &Plan)
      : Core(Core), Traits(Traits), Plan(Plan) {}

  /// Cycles of the undisturbed samples of each of \p Works, which run in turns.
  /// \p Refresh runs before the first sample and then before every fourth. The
  /// last of \p Works should be the longest: it warms the core up.
  std::vector<std::vector<double>>
  run(llvm::ArrayRef<llvm::function_ref<void()>> Works,
      llvm::function_ref<void()> Refresh);
  /// The clock's step in cycles.
  double stepCycles() const { return Traits.TickStep / Traits.TicksPerCycle; }

private:
  double time(llvm::function_ref<void()> Work);
  /// Repeats \p Work for the cycles of the plan.
  void warmUp(llvm::function_ref<void()> Work);
  /// Whether nothing else uses the core, by one probe.
  bool isQuiet(const FrequencyTrack &Track);
  /// Whether one of the next few probes finds it so.
  bool waitForPeace(const FrequencyTrack &Track);

  TimedCore &Core;
  const HostTraits &Traits;
  const TimingPlan &Plan;
};

/// One round: what all samples of both ends say.
struct RoundFigures {
  SampleSummary Few, Many;
  size_t NumKept = 0; ///< Samples of the end that has fewer.
};

struct Timing {
  /// Of one call with Many trips minus one with Few, either the smallest over
  /// all rounds.
  double Cycles = 0;
  /// Relative: by how much the second best rounds of the two ends are larger,
  /// or by how much the first quartile of the repetitions lies above the
  /// smallest level, if that is more.
  double Spread = 0;
  bool IsSteady = false; ///< Two rounds agree within Tolerance at either end.
  unsigned Rounds = 0;
  CycleSource Source = CycleSource::TimeStampCounter;
};

/// Has \p RunRound make rounds, \p MaxRounds at most, until two agree within
/// \p Tolerance. Rounds that kept fewer than \p LeastKept samples do not count.
/// Fails if \p RunRound does, and if no round counts.
llvm::Expected<Timing>
timeInRounds(unsigned MaxRounds, double Tolerance, size_t LeastKept,
             llvm::function_ref<llvm::Expected<RoundFigures>()> RunRound);

/// Times \p Few and \p Many in this process. \p Refresh: see
/// SampleTimer::run(); without it, \p Many.
llvm::Expected<Timing> timeDifference(TimedCore &Core, const HostTraits &Traits,
                                      const TimingPlan &Plan,
                                      llvm::function_ref<void()> Few,
                                      llvm::function_ref<void()> Many,
                                      unsigned MaxRounds, double Tolerance,
                                      llvm::function_ref<void()> Refresh = {});

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_SAMPLETIMER_H
