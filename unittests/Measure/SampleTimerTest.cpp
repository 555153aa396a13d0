//===- SampleTimerTest.cpp - Tests of timing on simulated cores -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/SampleTimer.h"
#include "SimulatedCore.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

struct Machine {
  const char *Name;
  Vices V;
};

Vices stepped(double Step) {
  Vices V;
  V.TickStep = Step;
  return V;
}
Vices drifting() {
  Vices V;
  V.Drift = 0.03;
  return V;
}
Vices jumping() {
  Vices V;
  V.JumpEvery = 7e6;
  return V;
}
Vices stolen() {
  Vices V;
  V.StolenEvery = 3e5;
  return V;
}
Vices shared() {
  Vices V;
  V.ShortestBurst = 1e3;
  return V;
}
/// The neighbour is there most of the time.
Vices crowded() {
  Vices V = shared();
  V.LongestGap = 2e4;
  return V;
}
Vices slowMultiplier() {
  Vices V;
  V.CyclesPerLink = 5;
  return V;
}
/// The generic timer of AArch64, or the counter of time of RISC-V.
Vices timer(double MHz) {
  Vices V;
  V.TicksPerNs = MHz / 1000;
  V.TightIsChain = true;
  return V;
}
/// One that counts nanoseconds, 40 at a time.
Vices timerInSteps() {
  Vices V = timer(1000);
  V.TickStep = 40;
  return V;
}
/// A neighbour that tight turns do not show.
Vices hidden(Vices V) {
  V.TightIsChain = true;
  return V;
}
Vices everything(double LongestGap) {
  Vices V;
  V.TickStep = 26;
  V.Drift = 0.03;
  V.JumpEvery = 2e7;
  V.StolenEvery = 3e5;
  V.ShortestBurst = 1e3;
  V.LongestGap = LongestGap;
  return V;
}

const Machine Machines[] = {
    {"peace", Vices()},
    {"step of 26", stepped(26)},
    {"step of 25.97", stepped(25.97)},
    {"step of 120", stepped(120)},
    {"timer of 1 GHz in steps", timerInSteps()},
    {"timer of 50 MHz", timer(50)},
    {"timer of 24 MHz", timer(24)},
    {"timer of 4 MHz", timer(4)},
    {"timer of 1 MHz", timer(1)},
    {"drift", drifting()},
    {"jumps", jumping()},
    {"stolen time", stolen()},
    {"neighbour", shared()},
    {"busy neighbour", crowded()},
    {"hidden neighbour", hidden(shared())},
    {"hidden busy neighbour", hidden(crowded())},
    {"slow multiplier", slowMultiplier()},
    {"everything", everything(2e5)},
    {"everything, crowded", everything(2e4)},
};

/// A call's cycles bound by latency, and those bound by throughput.
struct Call {
  const char *Name;
  double Latency, Throughput;
};
/// The differences of these are 3000 cycles.
struct Work {
  Call Few, Many;
};
const Work Works[] = {{{"latency", 1000, 0}, {"latency", 4000, 0}},
                      {{"throughput", 0, 1000}, {"throughput", 0, 4000}},
                      {{"both", 500, 500}, {"both", 1500, 2500}}};

void expectTrueFigure(const Machine &M, const Work &W, unsigned Seed) {
  SCOPED_TRACE(testing::Message()
               << M.Name << ", " << W.Few.Name << ", seed " << Seed);
  SimulatedCore Core(M.V, Seed);
  const HostTraits Traits = findTraits(Core, 3e8);
  const TimingPlan Plan = planTiming(Traits);
  const unsigned NumCalls =
      std::max<unsigned>(Plan.BatchCycles / 4000, Plan.MinCalls);
  auto Batch = [&](const Call &C) {
    return [&] {
      for (unsigned I = 0; I < NumCalls; ++I)
        Core.run(C.Latency, C.Throughput);
    };
  };
  auto T = timeDifference(Core, Traits, Plan, Batch(W.Few), Batch(W.Many),
                          /*MaxRounds=*/8, /*Tolerance=*/0.01);
  ASSERT_TRUE(bool(T)) << toString(T.takeError())
                       << describeConditions(Traits, Plan);
  EXPECT_TRUE(T->IsSteady);
  EXPECT_NEAR(T->Cycles / NumCalls, 3000, 30)
      << describeConditions(Traits, Plan);
}

TEST(SampleTimer, TrueFigureOnEveryMachine) {
  for (const Machine &M : Machines)
    for (const Work &W : Works)
      for (unsigned Seed = 1; Seed <= 2; ++Seed)
        expectTrueFigure(M, W, Seed);
}

TEST(SampleTimer, NothingWithoutPeace) {
  Vices V = shared();
  V.ShortestBurst = 1e12; // And so it never ends.
  V.LongestBurst = 1e12;
  V.LongestGap = 1.1e3;
  SimulatedCore Core(V, 1);
  HostTraits Traits; // Of the same core in peace.
  Traits.TicksPerCycle = 2.6 / 3.7;
  Traits.ReadTicks = 25 * Traits.TicksPerCycle;
  Traits.TightCycles = 1;
  auto Work = [&] { Core.run(0, 40000); };
  auto T = timeDifference(Core, Traits, TimingPlan(), Work, Work, 2, 0.01);
  ASSERT_FALSE(bool(T));
  EXPECT_EQ(toString(T.takeError()), "no repetition without disturbance");
}

TEST(SampleTimer, AcceptedNoiseNeverFails) {
  // A neighbour that never stops, thefts, and a frequency that jumps from chain
  // to chain: no sample would pass.
  Vices V = crowded();
  V.ShortestBurst = 1e12;
  V.LongestBurst = 1e12;
  V.LongestGap = 1.1e3;
  V.StolenEvery = 1e5;
  V.JumpEvery = 2e4;
  SimulatedCore Core(V, 1);
  HostTraits Traits = findTraits(Core, 1e8);
  TimingPlan Plan = planTiming(Traits);
  Traits.TightCycles = 1;
  auto Few = [&] { Core.run(0, 1000); };
  auto Many = [&] { Core.run(0, 4000); };
  auto Refused = timeDifference(Core, Traits, Plan, Few, Many, 1, 10);
  ASSERT_FALSE(bool(Refused));
  consumeError(Refused.takeError());
  acceptNoise(Traits, Plan);
  auto T = timeDifference(Core, Traits, Plan, Few, Many, 2, 10);
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_TRUE(T->IsSteady);
  // The neighbour takes half of the core.
  EXPECT_NEAR(T->Cycles, 6000, 600);
  // The frequency alone.
  Traits.TightCycles = 0;
  Plan.ChainTolerance = 0.0001;
  auto Moving = timeDifference(Core, Traits, Plan, Few, Many, 1, 10);
  ASSERT_FALSE(bool(Moving));
  consumeError(Moving.takeError());
}

TEST(FrequencyTrack, MedianOfNeighbours) {
  FrequencyTrack Track(/*CyclesOfChain=*/1000, /*Step=*/10);
  EXPECT_EQ(Track.ticksPerCycle(0), 0);
  // Half of the chains read a step more; one was interrupted.
  for (double Ticks : {700, 710, 700, 9000, 710, 700, 710, 700, 710, 700})
    Track.add(Ticks);
  EXPECT_NEAR(Track.ticksPerCycle(5), 0.7044, 1e-4);
  EXPECT_TRUE(Track.isSteady(5, 0.01));
  for (unsigned I = 0; I < 5; ++I)
    Track.add(750); // Another frequency.
  EXPECT_FALSE(Track.isSteady(10, 0.01));
  EXPECT_NEAR(Track.ticksPerCycle(15), 0.75, 1e-9);
}

TEST(SampleTimer, LevelOfSamples) {
  // Steps of 26: 10,020 shows as 10,010 and 10,036, and so do disturbed ones.
  std::vector<double> Samples;
  for (unsigned I = 0; I < 13; ++I)
    Samples.push_back(I < 8 ? 10010 : 10036);
  for (unsigned I = 0; I < 17; ++I)
    Samples.push_back(10400 + 26 * I);
  const SampleSummary S = summarizeSamples(Samples, 26);
  EXPECT_NEAR(S.Cycles, 10020, 1);
  EXPECT_GE(S.Above, 0);
  EXPECT_EQ(summarizeSamples({}, 26).Cycles, 0);
}

RoundFigures figures(double Few, double Many, size_t NumKept = 30) {
  RoundFigures R;
  R.Few = {Few, 1};
  R.Many = {Many, 2};
  R.NumKept = NumKept;
  return R;
}

TEST(SampleTimer, TwoRoundsMustAgree) {
  // The third confirms the first; the second kept too few samples to count.
  const RoundFigures Rounds[] = {figures(100, 400), figures(90, 300, 2),
                                 figures(101, 401), figures(100, 400)};
  unsigned Next = 0;
  auto T = timeInRounds(
      8, 0.01, 7, [&]() -> Expected<RoundFigures> { return Rounds[Next++]; });
  ASSERT_TRUE(bool(T));
  EXPECT_TRUE(T->IsSteady);
  EXPECT_EQ(T->Rounds, 3u);
  EXPECT_EQ(T->Cycles, 300);
  EXPECT_DOUBLE_EQ(T->Spread, 3.0 / 300);
}

TEST(SampleTimer, RoundsThatNeverAgree) {
  double Many = 400;
  auto T = timeInRounds(4, 0.01, 7, [&]() -> Expected<RoundFigures> {
    return figures(100, Many *= 1.1);
  });
  ASSERT_TRUE(bool(T));
  EXPECT_FALSE(T->IsSteady);
  EXPECT_EQ(T->Rounds, 4u);
}

} // namespace
