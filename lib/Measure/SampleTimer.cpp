//===- SampleTimer.cpp - Cycles of pieces of work -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Example: a clock that advances 26 ticks at a time shows 10,010 or 10,036
/// ticks for work of 10,020. The smallest sample is 0.1 % too low; the mean of
/// all samples within a step of the smallest common one is right.
/// Tested by unittests/Measure/SampleTimerTest.cpp on simulated cores.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/SampleTimer.h"
#include "kernel-bounds/Measure/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Frequency
//===----------------------------------------------------------------------===//

/// Chains on either side of a sample that give its frequency.
constexpr size_t Reach = 5;

/// Ticks of the chains [\p From, \p To).
double FrequencyTrack::level(size_t From, size_t To) const {
  std::vector<double> Near(Chains.begin() + From, Chains.begin() + To);
  if (Near.empty())
    return 0;
  llvm::sort(Near);
  const double Median = quantile(Near, 0.5);
  const double Window = 1.05 * Step + 0.002 * Median;
  double Sum = 0;
  size_t Count = 0;
  for (double Ticks : Near)
    if (std::fabs(Ticks - Median) <= Window) {
      Sum += Ticks;
      ++Count;
    }
  // The median of an even number may have none near it.
  return Count == 0 ? Median : Sum / Count;
}

double FrequencyTrack::ticksPerCycle(size_t At) const {
  return level(At < Reach ? 0 : At - Reach, std::min(At + Reach, size())) /
         CyclesOfChain;
}

bool FrequencyTrack::isSteady(size_t At, double Tolerance) const {
  const double Before = level(At < Reach ? 0 : At - Reach, At);
  const double After = level(At, std::min(At + Reach, size()));
  return std::fabs(Before - After) <= Tolerance * Before;
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

SampleSummary kernelbounds::summarizeSamples(MutableArrayRef<double> Samples,
                                             double Step) {
  SampleSummary S;
  if (Samples.empty())
    return S;
  // Two are enough: another round has to agree.
  S.Cycles = leastLevel(Samples, Step, /*Share=*/0);
  S.Above = std::max(quantile(Samples, 0.25) - S.Cycles, 0.0);
  return S;
}

double SampleTimer::time(function_ref<void()> Work) {
  const uint64_t Start = Core.readTicks();
  Work();
  return static_cast<double>(Core.readTicks() - Start) - Traits.ReadTicks;
}

void SampleTimer::warmUp(function_ref<void()> Work) {
  const double Ticks = Plan.WarmUpCycles * Traits.TicksPerCycle;
  const uint64_t Start = Core.readTicks();
  while (Core.readTicks() - Start < Ticks)
    Work();
}

bool SampleTimer::isQuiet(const FrequencyTrack &Track) {
  if (Traits.TightCycles == 0)
    return true;
  const double TicksPerCycle = Track.ticksPerCycle(Track.size());
  const double Tight = time([&] { Core.runTight(Plan.TightTurns); });
  if (Tight > Plan.TightTurns * Traits.TightCycles * TicksPerCycle *
                  (1 + Plan.TightTolerance))
    return false;
  if (Traits.ProbeCycles == 0)
    return true;
  const double Ticks = time([&] { Core.runProbe(Plan.ProbeTurns); });
  return Ticks <= Plan.ProbeTurns * Traits.ProbeCycles * TicksPerCycle *
                      (1 + Plan.ProbeTolerance);
}

bool SampleTimer::waitForPeace(const FrequencyTrack &Track) {
  // A probe is short beside a chain: several of them cost little.
  for (unsigned I = 0; I < 8; ++I)
    if (isQuiet(Track))
      return true;
  return false;
}

namespace {

struct RawSample {
  size_t Work; ///< Its index.
  double Ticks;
  size_t Chains; ///< That had been timed before it.
};

} // namespace

std::vector<std::vector<double>>
SampleTimer::run(ArrayRef<function_ref<void()>> Works,
                 function_ref<void()> Refresh) {
  FrequencyTrack Track(Plan.ChainLinks * Traits.CyclesPerLink, Traits.TickStep);
  auto TimeChain = [&] {
    Track.add(time([&] { Core.runChain(Plan.ChainLinks); }));
  };
  Refresh();
  warmUp(Works.back());
  for (size_t I = 0; I < Reach; ++I)
    TimeChain();
  std::vector<RawSample> Raw;
  Raw.reserve(Works.size() * Plan.Repetitions);
  unsigned NumDisturbed = 0;
  for (unsigned Try = 0;
       Try < Plan.MaxTries && Raw.size() < Works.size() * Plan.Repetitions;
       ++Try) {
    if (Try % 4 == 0)
      Refresh();
    const size_t Next = Raw.size() % Works.size();
    // A chain is long beside the probes that wait for peace.
    if (Try % 8 == 0)
      TimeChain();
    // Whoever disturbs us may want to be done with it.
    auto Disturbed = [&] {
      if (++NumDisturbed % 64 == 0)
        Core.rest();
    };
    if (!waitForPeace(Track)) {
      Disturbed();
      continue;
    }
    const double Ticks = time(Works[Next]);
    if (!isQuiet(Track)) {
      Disturbed();
      continue;
    }
    Raw.push_back({Next, Ticks, Track.size()});
    TimeChain();
  }
  for (size_t I = 0; I < Reach; ++I)
    TimeChain();
  std::vector<std::vector<double>> Cycles(Works.size());
  for (const RawSample &S : Raw)
    if (S.Ticks > 0 && Track.isSteady(S.Chains, Plan.ChainTolerance))
      Cycles[S.Work].push_back(S.Ticks / Track.ticksPerCycle(S.Chains));
  return Cycles;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

/// The smallest value, and by how much the second smallest is larger; that is
/// the value itself if there is no second.
static std::pair<double, double> smallestTwo(std::vector<double> V) {
  llvm::sort(V);
  return {V[0], V.size() < 2 ? V[0] : V[1] - V[0]};
}

/// Sets cycles and spread of \p T. The two ends are told apart: were the
/// difference taken round by round, a disturbance of the short runs would make
/// it too small, and the smallest would be a wrong one.
/// \returns whether two rounds agree on either end.
static bool findAgreement(ArrayRef<RoundFigures> Rounds, double Tolerance,
                          Timing &T) {
  std::vector<double> AllFew, AllMany, AllAbove;
  for (const RoundFigures &R : Rounds) {
    AllFew.push_back(R.Few.Cycles);
    AllMany.push_back(R.Many.Cycles);
    AllAbove.push_back(R.Few.Above + R.Many.Above);
  }
  auto [Few, FewApart] = smallestTwo(std::move(AllFew));
  auto [Many, ManyApart] = smallestTwo(std::move(AllMany));
  T.Cycles = Many - Few;
  const double Apart = FewApart + ManyApart;
  const double Above = *min_element(AllAbove);
  T.Spread = std::max(Apart, Above) / std::max(T.Cycles, 1e-9);
  return T.Cycles > 0 && Apart <= Tolerance * T.Cycles;
}

Expected<Timing>
kernelbounds::timeInRounds(unsigned MaxRounds, double Tolerance,
                           size_t LeastKept,
                           function_ref<Expected<RoundFigures>()> RunRound) {
  Timing T;
  std::vector<RoundFigures> Rounds;
  while (T.Rounds < MaxRounds && !T.IsSteady) {
    ++T.Rounds;
    auto R = RunRound();
    if (!R)
      return R.takeError();
    if (R->NumKept >= std::max<size_t>(LeastKept, 1) && R->Few.Cycles > 0 &&
        R->Many.Cycles > 0)
      Rounds.push_back(*R);
    T.IsSteady = !Rounds.empty() && findAgreement(Rounds, Tolerance, T);
  }
  if (Rounds.empty())
    return createStringError("no repetition without disturbance");
  return T;
}

Expected<Timing>
kernelbounds::timeDifference(TimedCore &Core, const HostTraits &Traits,
                             const TimingPlan &Plan, function_ref<void()> Few,
                             function_ref<void()> Many, unsigned MaxRounds,
                             double Tolerance, function_ref<void()> Refresh) {
  return timeInRounds(
      MaxRounds, Tolerance, Plan.Repetitions / 4,
      [&]() -> Expected<RoundFigures> {
        SampleTimer Timer(Core, Traits, Plan);
        auto Samples = Timer.run({Few, Many}, Refresh ? Refresh : Many);
        RoundFigures R;
        R.Few = summarizeSamples(Samples[0], Timer.stepCycles());
        R.Many = summarizeSamples(Samples[1], Timer.stepCycles());
        R.NumKept = std::min(Samples[0].size(), Samples[1].size());
        return R;
      });
}
