//===- HostTraits.cpp - What a clock and its core are like ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// First the step of the clock, from readings close together. Then chains long
/// enough for that step give the frequency, and probes without a pause between
/// show when something else uses the core, and for how long it does not.
/// Tested by unittests/Measure/HostTraitsTest.cpp on simulated cores.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostTraits.h"
#include "kernel-bounds/Measure/SampleTimer.h"
#include "kernel-bounds/Measure/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <numeric>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

TimingPlan kernelbounds::planTiming(const HostTraits &T) {
  TimingPlan P;
  const double Step = T.TickStep / T.TicksPerCycle; // In cycles.
  // A step of the clock is then 0.13 % of a chain, and 3 % of a probe.
  P.ChainLinks = std::clamp(750 * Step / T.CyclesPerLink, 2400.0, 40000.0);
  P.ChainTolerance = 0.004 + 1.5 * Step / (P.ChainLinks * T.CyclesPerLink);
  const double Turn = T.ProbeCycles == 0 ? 4 : T.ProbeCycles;
  P.ProbeTurns = std::clamp(33 * Step / Turn, 300.0, 4000.0);
  P.ProbeTolerance = 0.03 + Step / (P.ProbeTurns * Turn);
  P.TightTurns = std::clamp(66 * Step, 1000.0, 4000.0);
  P.TightTolerance = T.TightSlack + Step / P.TightTurns;
  P.BatchCycles =
      std::clamp(std::max(T.QuietStretch / 4, 150 * Step), 8000.0, 40000.0);
  if (P.BatchCycles < 20000)
    P.MinCalls = 4;
  // Were lengths of stretches distributed exponentially, half of the time would
  // be in those above 1.68 times their mean.
  const double Stays =
      std::max(std::exp(-1.68 * P.BatchCycles / T.QuietStretch), 0.1);
  const double BySteps = Step / P.BatchCycles / 0.003;
  P.Repetitions =
      std::clamp(30 * std::max(0.8 / Stays, BySteps * BySteps), 30.0, 128.0);
  const double Yield = std::max(T.QuietShare, 0.01) * Stays;
  P.MaxTries = std::clamp(16 * P.Repetitions / Yield, 3000.0, 60000.0);
  return P;
}

void kernelbounds::acceptNoise(HostTraits &T, TimingPlan &P) {
  T.TightCycles = 0;
  P.ChainTolerance = 1e9;
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

double kernelbounds::findTickStep(MutableArrayRef<uint64_t> Gaps) {
  llvm::sort(Gaps);
  // Interrupts and the like make some of them very long.
  ArrayRef<uint64_t> Usual = Gaps.take_front(Gaps.size() * 19 / 20);
  uint64_t Divisor = 0;
  for (uint64_t Gap : Usual)
    Divisor = std::gcd(Divisor, Gap);
  if (Divisor > 2)
    return Divisor;
  // Groups of neighbours, if all of them are narrow and far apart.
  SmallVector<double, 16> Middles;
  for (size_t I = 0, End = 0; I < Usual.size(); I = End) {
    for (End = I + 1; End < Usual.size() && Usual[End] <= Usual[End - 1] + 2;)
      ++End;
    if (Usual[End - 1] - Usual[I] > 4)
      return std::max<double>(Divisor, 1);
    Middles.push_back(
        std::accumulate(Usual.begin() + I, Usual.begin() + End, 0.0) /
        (End - I));
  }
  if (Middles.size() < 3)
    return std::max<double>(Divisor, 1);
  std::vector<double> Apart;
  for (size_t I = 1; I < Middles.size(); ++I)
    Apart.push_back(Middles[I] - Middles[I - 1]);
  llvm::sort(Apart);
  return quantile(Apart, 0.5);
}

/// Sets TickStep and ReadTicks.
static void findClock(TimedCore &Core, HostTraits &T) {
  std::vector<uint64_t> Gaps;
  std::vector<double> Empty;
  for (unsigned I = 0; I < 4096; ++I) {
    const uint64_t Start = Core.readTicks(), Next = Core.readTicks();
    Empty.push_back(Next - Start);
    Core.runUnitChain(I * 7 % 509 + 1);
    Gaps.push_back(Core.readTicks() - Next);
  }
  T.TickStep = findTickStep(Gaps);
  T.ReadTicks = leastLevel(Empty, T.TickStep, /*Share=*/0.15);
}

//===----------------------------------------------------------------------===//
// The frequency
//===----------------------------------------------------------------------===//

static double timeOnce(TimedCore &Core, const HostTraits &T,
                       function_ref<void()> Work) {
  const uint64_t Start = Core.readTicks();
  Work();
  return static_cast<double>(Core.readTicks() - Start) - T.ReadTicks;
}

/// Ticks of \p Work while nothing disturbs it, out of 60 times.
static double usualTicks(TimedCore &Core, const HostTraits &T,
                         function_ref<void()> Work) {
  constexpr unsigned NumTimes = 60;
  std::vector<double> Ticks;
  Ticks.reserve(NumTimes);
  for (unsigned I = 0; I < NumTimes; ++I)
    Ticks.push_back(timeOnce(Core, T, Work));
  return leastLevel(Ticks, T.TickStep, /*Share=*/0.15);
}

/// Sets TicksPerCycle, CyclesPerLink and a first idea of ProbeCycles.
static void findSpeeds(TimedCore &Core, HostTraits &T) {
  unsigned Links = 8000;
  while (Links < 512000 && usualTicks(Core, T, [&] {
                             Core.runUnitChain(Links);
                           }) < 500 * T.TickStep)
    Links *= 2;
  // Who disturbs one of them for a while must not change how they compare.
  constexpr unsigned NumRounds = 5;
  double Unit = 0, Chain = 0;
  auto Least = [&](double &Of, function_ref<void()> Work) {
    const double Ticks = usualTicks(Core, T, Work);
    Of = Of == 0 ? Ticks : std::min(Of, Ticks);
  };
  for (unsigned I = 0; I < NumRounds; ++I) {
    Least(Unit, [&] { Core.runUnitChain(Links); });
    Least(Chain, [&] { Core.runChain(Links); });
    Core.rest();
  }
  // The multiplication is less easily disturbed: it gives the frequency.
  if (Unit > 0 && Chain > 0) {
    T.CyclesPerLink = std::max(std::round(Chain / Unit), 1.0);
    T.TicksPerCycle = Chain / (T.CyclesPerLink * Links);
  }
  const unsigned Turns = Links / 8;
  T.ProbeCycles = usualTicks(Core, T, [&] { Core.runProbe(Turns); }) / Turns /
                  T.TicksPerCycle;
}

//===----------------------------------------------------------------------===//
// The neighbours
//===----------------------------------------------------------------------===//

namespace {

/// Tight turns, and then independent instructions.
struct Probe {
  uint64_t Start, Middle, End; ///< Ticks.
  size_t Chains;               ///< That had been timed before it.
  double TightCycles = 0, WideCycles = 0;

  double cycles() const { return TightCycles + WideCycles; }
};

/// Probes without a pause, and a chain after every sixteenth.
struct Watch {
  FrequencyTrack Track;
  std::vector<Probe> Probes;
};

} // namespace

static Watch watchCore(TimedCore &Core, const HostTraits &T,
                       const TimingPlan &P, double Cycles) {
  Watch W{FrequencyTrack(P.ChainLinks * T.CyclesPerLink, T.TickStep), {}};
  W.Probes.reserve(Cycles / (P.TightTurns + P.ProbeTurns));
  const uint64_t Start = Core.readTicks();
  const double Ticks = Cycles * T.TicksPerCycle;
  for (size_t I = 0; Core.readTicks() - Start < Ticks; ++I) {
    if (I % 16 == 0)
      W.Track.add(timeOnce(Core, T, [&] { Core.runChain(P.ChainLinks); }));
    Probe X;
    X.Chains = W.Track.size();
    X.Start = Core.readTicks();
    Core.runTight(P.TightTurns);
    X.Middle = Core.readTicks();
    Core.runProbe(P.ProbeTurns);
    X.End = Core.readTicks();
    W.Probes.push_back(X);
  }
  return W;
}

/// Sets the cycles of the probes.
static void convertTicks(Watch &W, ArrayRef<double> TicksPerCycle,
                         double ReadTicks) {
  for (Probe &X : W.Probes) {
    const double Ticks = TicksPerCycle[X.Chains - 1];
    X.TightCycles = (X.Middle - X.Start - ReadTicks) / Ticks;
    X.WideCycles = (X.End - X.Middle - ReadTicks) / Ticks;
  }
}

/// What begin and end of tight turns take, relative: the end is mispredicted.
constexpr double Ends = 0.02;

static bool isAlone(const Probe &X, const HostTraits &T, const TimingPlan &P) {
  return X.TightCycles <= P.TightTurns * T.TightCycles * (1 + P.TightTolerance);
}

/// Sets TightCycles, ProbeCycles and FrequencyRange.
static void findPeace(Watch &W, const TimingPlan &P, HostTraits &T) {
  std::vector<double> Ticks; // By number of chains, less 1.
  for (size_t I = 1; I <= W.Track.size(); ++I)
    Ticks.push_back(W.Track.ticksPerCycle(I));
  convertTicks(W, Ticks, T.ReadTicks);
  T.TightCycles = T.ProbeCycles = 0;
  if (W.Probes.empty())
    return;
  llvm::sort(Ticks);
  T.FrequencyRange = quantile(Ticks, 0.95) / quantile(Ticks, 0.05) - 1;
  T.TicksPerCycle = quantile(Ticks, 0.5);
  const double Step = T.TickStep / T.TicksPerCycle;
  auto LevelOf = [&](std::vector<double> Cycles, unsigned Turns) {
    if (Cycles.empty())
      return 0.0;
    const double Share = std::max(0.005, 32.0 / Cycles.size());
    return leastLevel(Cycles, Step, std::min(Share, 0.5)) / Turns;
  };
  // That of a time in which the core was never alone would let every later
  // disturbance pass. But everybody knows what tight turns take.
  std::vector<double> Cycles;
  for (const Probe &X : W.Probes)
    Cycles.push_back(X.TightCycles);
  T.TightCycles = LevelOf(std::move(Cycles), P.TightTurns);
  if (T.TightCycles > 1.08)
    T.TightCycles = 1 + Ends;
  Cycles.clear();
  for (const Probe &X : W.Probes)
    if (isAlone(X, T, P))
      Cycles.push_back(X.WideCycles);
  T.ProbeCycles = LevelOf(std::move(Cycles), P.ProbeTurns);
}

/// Sets QuietShare, QuietStretch and StolenShare.
static void findStretches(const Watch &W, const TimingPlan &P, HostTraits &T) {
  const double Peace =
      P.TightTurns * T.TightCycles + P.ProbeTurns * T.ProbeCycles;
  // A chain may lie between two probes; what takes longer is an interruption.
  const double LongestPause =
      2 * P.ChainLinks * T.CyclesPerLink + 6 * T.ReadTicks / T.TicksPerCycle;
  double Quiet = 0, Stolen = 0, Probed = 0, Stretch = 0;
  std::vector<double> Stretches;
  auto Break = [&] {
    if (Stretch > 0)
      Stretches.push_back(Stretch);
    Stretch = 0;
  };
  uint64_t LastEnd = W.Probes.front().Start;
  for (const Probe &X : W.Probes) {
    const double Pause = (X.Start - LastEnd) / T.TicksPerCycle;
    LastEnd = X.End;
    if (Pause > LongestPause) {
      Stolen += Pause;
      Break();
    }
    // Another thread on the core takes half of it, not more.
    if (X.cycles() > 4 * Peace) {
      Stolen += X.cycles() - Peace;
      Break();
      continue;
    }
    Probed += X.cycles();
    if (!isAlone(X, T, P) ||
        X.WideCycles > P.ProbeTurns * T.ProbeCycles * (1 + P.ProbeTolerance)) {
      Break();
      continue;
    }
    Quiet += X.cycles();
    Stretch += X.cycles() + (Stretch > 0 ? Pause : 0);
  }
  Break();
  const double Watched = (LastEnd - W.Probes.front().Start) / T.TicksPerCycle;
  T.StolenShare = std::min(Stolen / Watched, 1.0);
  T.QuietShare = (1 - T.StolenShare) * Quiet / std::max(Probed, 1.0);
  llvm::sort(Stretches);
  const double All = std::accumulate(Stretches.begin(), Stretches.end(), 0.0);
  double Below = 0;
  for (double Length : Stretches) {
    T.QuietStretch = Length;
    Below += Length;
    if (Below >= All / 2)
      break;
  }
}

/// What \p W says of a core, if turns may be slower by \p Slack.
static void judge(Watch &W, double Slack, HostTraits &T) {
  T.TightSlack = Slack;
  const TimingPlan P = planTiming(T);
  findPeace(W, P, T);
  if (T.ProbeCycles != 0)
    findStretches(W, P, T);
  else
    T.QuietShare = T.QuietStretch = 0;
}

HostTraits kernelbounds::findTraits(TimedCore &Core, double Cycles) {
  HostTraits T;
  findClock(Core, T);
  findSpeeds(Core, T);
  const HostTraits Speeds = T;
  Watch W = watchCore(Core, T, planTiming(T), Cycles);
  judge(W, T.TightSlack, T);
  // Waiting for a neighbour that even sleeps would take hours.
  constexpr double Rare = 0.1, AwakeSlack = 0.25;
  if (T.QuietShare < Rare) {
    T = Speeds;
    judge(W, AwakeSlack, T);
  }
  return T;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

/// "2,085,000": no more than four digits say anything.
static std::string cycles(double Cycles) {
  const double Unit = std::pow(
      10.0, std::max(std::floor(std::log10(std::max(Cycles, 1.0))) - 3, 0.0));
  return formatv("{0:N}",
                 static_cast<uint64_t>(Unit * std::round(Cycles / Unit)));
}

std::string HostTraits::describeClock() const {
  // A step that is no whole number of ticks is told as such.
  const bool IsWhole = std::fabs(TickStep - std::round(TickStep)) < 0.005;
  const std::string Step =
      formatv(IsWhole ? "{0:f0}" : "{0:f2}", TickStep).str();
  return formatv("steps of {0} tick{1}, {2:f3} ticks for each cycle, frequency "
                 "varied by {3:f1} %",
                 Step, Step == "1" ? "" : "s", TicksPerCycle,
                 100 * FrequencyRange);
}

std::string HostTraits::describeCore() const {
  if (ProbeCycles == 0)
    return "never found undisturbed";
  return formatv("undisturbed {0:f0} % of the time{1}, half of that in "
                 "stretches of at least {2} cycles, not running for {3:f1} %",
                 100 * QuietShare,
                 TightSlack > 0.1 ? " but for threads that are awake" : "",
                 cycles(QuietStretch), 100 * StolenShare);
}

std::string TimingPlan::describe(const HostTraits &T) const {
  return formatv("chains of {0} cycles, alike within {1:f1} %, batches of {2} "
                 "cycles, {3} samples in at most {4} tries",
                 cycles(ChainLinks * T.CyclesPerLink), 100 * ChainTolerance,
                 cycles(BatchCycles), Repetitions, cycles(MaxTries));
}

std::string kernelbounds::describeConditions(const HostTraits &T,
                                             const TimingPlan &P) {
  return "clock: " + T.describeClock() + "; core: " + T.describeCore() +
         "; timing: " + P.describe(T);
}
