//===- HostTraitsTest.cpp - Tests of what a machine is like ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostTraits.h"
#include "SimulatedCore.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// Differences between readings of a clock with steps of \p Step ticks, 40 to
/// 300 ticks apart, and some interrupted ones.
std::vector<uint64_t> gapsOf(double Step) {
  std::mt19937 Random(1);
  std::uniform_real_distribution<> Apart(40, 300), Phase(0, 1e6);
  auto Read = [&](double Ticks) {
    return static_cast<uint64_t>(std::floor(Ticks / Step) * Step);
  };
  std::vector<uint64_t> Gaps;
  for (unsigned I = 0; I < 4096; ++I) {
    const double Start = Phase(Random);
    const double Length = Apart(Random) + (I % 100 == 7 ? 20000 : 0);
    Gaps.push_back(Read(Start + Length) - Read(Start));
  }
  return Gaps;
}

TEST(HostTraits, StepOfTheClock) {
  for (double Step : {1.0, 2.0, 3.0, 26.0, 25.97, 26.5, 100.0, 1000.0}) {
    std::vector<uint64_t> Gaps = gapsOf(Step);
    EXPECT_NEAR(findTickStep(Gaps), Step, 0.02 * Step) << Step;
  }
}

TEST(HostTraits, StepOfAClockThatNeverMoved) {
  std::vector<uint64_t> Gaps(100, 0);
  EXPECT_EQ(findTickStep(Gaps), 1);
}

//===----------------------------------------------------------------------===//
// What a core is like
//===----------------------------------------------------------------------===//

TEST(HostTraits, OfAPeacefulCore) {
  SimulatedCore Core(Vices(), 1);
  const HostTraits T = findTraits(Core, 1e8);
  EXPECT_EQ(T.TickStep, 1);
  EXPECT_NEAR(T.TicksPerCycle, 2.6 / 3.7, 1e-4);
  EXPECT_EQ(T.CyclesPerLink, 3);
  EXPECT_NEAR(T.TightCycles, 1, 0.01);
  EXPECT_NEAR(T.ProbeCycles, 16.0 / 6, 0.01);
  EXPECT_NEAR(T.FrequencyRange, 0, 0.001);
  EXPECT_NEAR(T.QuietShare, 1, 0.001);
  EXPECT_GT(T.QuietStretch, 5e7);
  EXPECT_EQ(T.StolenShare, 0);
}

TEST(HostTraits, OfACoreWithAGenericTimer) {
  Vices V;
  V.TicksPerNs = 0.024; // 24 MHz: a tick is 154 cycles.
  V.TightIsChain = true;
  SimulatedCore Core(V, 1);
  const HostTraits T = findTraits(Core, 1e8);
  EXPECT_EQ(T.TickStep, 1);
  EXPECT_NEAR(T.TicksPerCycle, 0.024 / 3.7, 2e-5);
  EXPECT_EQ(T.CyclesPerLink, 3);
  EXPECT_GT(T.QuietShare, 0.9);
}

namespace {

/// A core of which somebody takes a third while the first long chains of
/// negations run.
class SlowAtFirst : public SimulatedCore {
public:
  SlowAtFirst() : SimulatedCore(Vices(), 1) {}
  void runUnitChain(unsigned Links) override {
    constexpr unsigned Long = 8000, NumSlow = 130;
    const bool IsSlow = Links >= Long && NumLong++ < NumSlow;
    run(IsSlow ? 1.33 * Links : Links, 0);
  }

private:
  unsigned NumLong = 0;
};

} // namespace

TEST(HostTraits, ADisturbanceOfOneChainIsNoOtherCore) {
  SlowAtFirst Core;
  const HostTraits T = findTraits(Core, 1e8);
  EXPECT_EQ(T.CyclesPerLink, 3);
  EXPECT_NEAR(T.TicksPerCycle, 2.6 / 3.7, 1e-4);
}

TEST(HostTraits, OfACoreWithEveryVice) {
  Vices V;
  V.TickStep = 26;
  V.Drift = 0.03;
  V.StolenEvery = 9e5; // For a ninth as long.
  V.ShortestBurst = 1e3;
  V.LongestBurst = 1e5; // As long as the gaps between them.
  V.LongestGap = 1e5;
  V.CyclesPerLink = 5;
  SimulatedCore Core(V, 1);
  const HostTraits T = findTraits(Core, 1e9);
  EXPECT_EQ(T.TickStep, 26);
  EXPECT_NEAR(T.TicksPerCycle, 2.6 / 3.7, 0.03);
  EXPECT_EQ(T.CyclesPerLink, 5);
  EXPECT_NEAR(T.ProbeCycles, 16.0 / 6, 0.03);
  EXPECT_NEAR(T.FrequencyRange, 0.06, 0.01);
  // A probe of which a part is disturbed counts as disturbed.
  EXPECT_NEAR(T.QuietShare, 0.9 / 2 - 0.04, 0.06);
  EXPECT_NEAR(T.StolenShare, 0.1, 0.03);
  // Of gaps of 1 to 100 microseconds half of the time is in those above 50.
  EXPECT_NEAR(T.QuietStretch, 50e3 * 3.7, 40e3);
}

TEST(HostTraits, OfACoreThatIsNeverAlone) {
  Vices V;
  V.ShortestBurst = V.LongestBurst = 1e12; // And so it never ends.
  V.ShortestGap = 1e2;
  V.LongestGap = 1.1e2;
  SimulatedCore Core(V, 1);
  const HostTraits T = findTraits(Core, 1e8);
  // What all turns of that time took is not what turns take.
  EXPECT_NEAR(T.TightCycles, 1, 0.05);
  EXPECT_EQ(T.ProbeCycles, 0);
  EXPECT_EQ(T.QuietShare, 0);
  EXPECT_EQ(T.describeCore(), "never found undisturbed");
}

namespace {

/// A core whose other thread is awake nearly all of the time.
class BesideTheAwake : public SimulatedCore {
public:
  BesideTheAwake() : SimulatedCore(Vices(), 1) {}
  void runTight(unsigned Turns) override {
    run(0, NumRuns++ % 50 == 0 ? Turns : 1.15 * Turns);
  }

private:
  unsigned NumRuns = 0;
};

} // namespace

TEST(HostTraits, ThreadsThatAreAwakeCountWhereTheyAreTheRule) {
  BesideTheAwake Core;
  const HostTraits T = findTraits(Core, 1e8);
  EXPECT_NEAR(T.TightCycles, 1, 0.01);
  EXPECT_EQ(T.TightSlack, 0.25);
  EXPECT_NEAR(T.QuietShare, 1, 0.01);
  EXPECT_EQ(T.describeCore().substr(0, 60),
            "undisturbed 100 % of the time but for threads that are awake");
}

//===----------------------------------------------------------------------===//
// How to time there
//===----------------------------------------------------------------------===//

TEST(HostTraits, PlanForAGoodMachine) {
  HostTraits T;
  T.TicksPerCycle = 0.7;
  T.ProbeCycles = 2.7;
  const TimingPlan P = planTiming(T);
  EXPECT_EQ(P.ChainLinks, 2400u);
  EXPECT_NEAR(P.ChainTolerance, 0.004, 0.0004);
  EXPECT_EQ(P.ProbeTurns, 300u);
  EXPECT_NEAR(P.ProbeTolerance, 0.03, 0.002);
  EXPECT_EQ(P.BatchCycles, 40000);
  EXPECT_EQ(P.MinCalls, 8u);
  EXPECT_EQ(P.Repetitions, 30u);
  EXPECT_EQ(P.MaxTries, 3000u);
}

TEST(HostTraits, LongStepsNeedLongChains) {
  HostTraits T;
  T.TicksPerCycle = 0.7;
  T.ProbeCycles = 2.7;
  for (double Step : {26.0, 52.0}) {
    T.TickStep = Step;
    const TimingPlan P = planTiming(T);
    // In ticks; and two steps must not look like another frequency.
    EXPECT_GE(P.ChainLinks * 3 * T.TicksPerCycle, 740 * Step);
    EXPECT_NEAR(P.ChainTolerance, 0.006, 0.0005);
    EXPECT_GE(P.ProbeTurns * 2.7 * T.TicksPerCycle, 32 * Step);
    EXPECT_GE(P.ProbeTolerance, 0.055);
  }
  // However long the steps, there is an end to chains and batches.
  T.TickStep = 1e6;
  const TimingPlan P = planTiming(T);
  EXPECT_EQ(P.ChainLinks, 40000u);
  EXPECT_EQ(P.BatchCycles, 40000);
  EXPECT_EQ(P.Repetitions, 128u);
}

TEST(HostTraits, ShortStretchesNeedShortBatches) {
  HostTraits T;
  T.ProbeCycles = 2.7;
  T.QuietShare = 0.1;
  T.QuietStretch = 40000;
  const TimingPlan P = planTiming(T);
  EXPECT_EQ(P.BatchCycles, 10000);
  EXPECT_LT(P.MinCalls, 8u);
  EXPECT_GT(P.Repetitions, 30u);
  EXPECT_GT(P.MaxTries, 3000u);
  T.QuietStretch = 1000; // Less makes no sense.
  EXPECT_EQ(planTiming(T).BatchCycles, 8000);
  T.QuietShare = 0;
  EXPECT_EQ(planTiming(T).MaxTries, 60000u);
}

TEST(HostTraits, Texts) {
  HostTraits T;
  T.TickStep = 26;
  T.TicksPerCycle = 0.7027;
  T.FrequencyRange = 0.028;
  T.ProbeCycles = 2.7;
  T.QuietShare = 0.31;
  T.QuietStretch = 41239;
  T.StolenShare = 0.0123;
  EXPECT_EQ(describeConditions(T, planTiming(T)),
            "clock: steps of 26 ticks, 0.703 ticks for each cycle, frequency "
            "varied by 2.8 %; core: undisturbed 31 % of the time, half of that "
            "in stretches of at least 41,240 cycles, not running for 1.2 %; "
            "timing: chains of 27,750 cycles, alike within 0.6 %, batches of "
            "10,310 cycles, 42 samples in at most 3,299 tries");
  T.TickStep = 1;
  EXPECT_EQ(T.describeClock(), "steps of 1 tick, 0.703 ticks for each cycle, "
                               "frequency varied by 2.8 %");
  T.TickStep = 25.97;
  EXPECT_EQ(T.describeClock().substr(0, 20), "steps of 25.97 ticks");
  T.ProbeCycles = 0;
  EXPECT_EQ(T.describeCore(), "never found undisturbed");
}

} // namespace
