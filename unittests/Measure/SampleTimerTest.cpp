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
    {"drift", drifting()},
    {"jumps", jumping()},
    {"stolen time", stolen()},
    {"neighbour", shared()},
    {"busy neighbour", crowded()},
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
  const HostTraits Traits = findTraits(Core, 1e9);
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
  ASSERT_TRUE(bool(T)) << toString(T.takeError()) << Traits.describe() << "; "
                       << Plan.describe(Traits);
  EXPECT_TRUE(T->IsSteady);
  EXPECT_NEAR(T->Cycles / NumCalls, 3000, 30)
      << Traits.describe() << "; " << Plan.describe(Traits);
}

TEST(SampleTimer, TrueFigureOnEveryMachine) {
  for (const Machine &M : Machines)
    for (const Work &W : Works)
      for (unsigned Seed = 1; Seed <= 3; ++Seed)
        expectTrueFigure(M, W, Seed);
}

} // namespace
