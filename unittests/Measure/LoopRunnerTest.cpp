//===- LoopRunnerTest.cpp - Cycles of loops -------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/LoopRunner.h"
#include "FormTester.h"
#include "SimulatedCore.h"
#include "kernel-bounds/Measure/FormMix.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

TEST(LoopRunner, TimesTripsOfASimulatedCore) {
  Vices V;
  V.TickStep = 26;
  SimulatedCore Core(V, 1);
  const HostTraits Traits = findTraits(Core, 1e8);
  auto T = timeTrips(
      Core, Traits, planTiming(Traits),
      [&](uint64_t Trips) { Core.run(12.0 * Trips + 40, 0); }, 6, 0.01);
  ASSERT_TRUE(bool(T));
  EXPECT_TRUE(T->IsSteady);
  EXPECT_NEAR(T->Cycles, 12, 0.05);
}

TEST(LoopRunner, TellsHowALoopEnded) {
  auto StatusOf = [](const char *Message) {
    return outcomeOf(createStringError(Message)).Status;
  };
  EXPECT_EQ(StatusOf("killed by signal 4 (Illegal instruction)"),
            LoopStatus::Illegal);
  EXPECT_EQ(StatusOf("killed by signal 8 (Floating point exception)"),
            LoopStatus::Arithmetic);
  EXPECT_EQ(StatusOf("killed by signal 11 (Segmentation fault)"),
            LoopStatus::Fault);
  EXPECT_EQ(StatusOf("took more than 10 s"), LoopStatus::TimedOut);
  EXPECT_EQ(StatusOf("no repetition without disturbance"),
            LoopStatus::Disturbed);
  EXPECT_EQ(loopStatusName(LoopStatus::NotModeled), "not-modeled");
}

TEST(ModelLoopRunner, ListsTheLoopWithItsCounter) {
  const FormTester T("skylake-avx512");
  TimedLoop Loop;
  const MCOperand R = MCOperand::createReg(T.Builder.named("RAX"));
  Loop.Body = {T.Builder.make("IMUL64rr", {R, R, R}),
               T.Builder.make(
                   "JCC_1", {MCOperand::createImm(0), MCOperand::createImm(2)}),
               T.Builder.make("IMUL64rr", {R, R, R})};
  const LoopListing L = listLoop(Loop, T.Builder.description());
  EXPECT_EQ(L.Code.Insts.size(), 5u);
  ASSERT_EQ(L.Code.Functions.front().Blocks.size(), 2u);
  EXPECT_EQ(L.Code.Functions.front().Blocks[0].End, 2u);
  EXPECT_EQ(L.Body.Path.size(), 2u);
  ModelLoopRunner Bounds(*T.Model, *T.Semantics, false),
      Simulated(*T.Model, *T.Semantics, true);
  EXPECT_NEAR(Bounds.run(Loop).Cycles, 6, 0.01);
  EXPECT_NEAR(Simulated.run(Loop).Cycles, 6, 0.01);
}

/// Two multiplications on p1, with the counter's addition and branch beside
/// them.
TEST(ModelLoopRunner, CountsMicroOpsByPort) {
  const FormTester T("skylake-avx512");
  TimedLoop Loop;
  const MCOperand R = MCOperand::createReg(T.Builder.named("RAX"));
  Loop.Body = {T.Builder.make("IMUL64rr", {R, R, R}),
               T.Builder.make("IMUL64rr", {R, R, R})};
  ModelLoopRunner Bounds(*T.Model, *T.Semantics, false),
      Simulated(*T.Model, *T.Semantics, true);
  // The dividers and the unit of atomic updates are no ports.
  ASSERT_EQ(Simulated.counters().size(), 8u);
  EXPECT_EQ(Simulated.counters()[1].Name, "p1");
  EXPECT_EQ(Simulated.counters()[1].Ports, std::vector<std::string>{"p1"});
  const PortCounts C = cantFail(Simulated.count(Loop));
  ASSERT_EQ(C.OnCounter.size(), 8u);
  double Sum = 0;
  for (double Count : C.OnCounter)
    Sum += Count;
  EXPECT_NEAR(Sum, C.Issued, 0.01);
  EXPECT_GE(C.OnCounter[1], 1.99);
  for (unsigned P : {2, 3, 4, 7})
    EXPECT_EQ(C.OnCounter[P], 0) << P;
  EXPECT_TRUE(Bounds.counters().empty());
  EXPECT_EQ(toString(Bounds.count(Loop).takeError()),
            "there are no counters of micro-ops by port");
  LimitedLoopRunner Over(Simulated, [] { return true; });
  EXPECT_EQ(Over.counters().size(), 8u);
  EXPECT_EQ(toString(Over.count(Loop).takeError()), "the time is over");
}

// Vector additions have three ports, of which the multiplication has one.
TEST(FormMix, RunsFormsBesideEachOther) {
  const FormTester T("skylake-avx512");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/false);
  auto CyclesOf = [&](unsigned Adds, unsigned Multiplications) {
    const TimedLoop L = mixForms(
        T.Builder,
        {{&T.form("VPADDDYrr"), Adds}, {&T.form("IMUL64rr"), Multiplications}},
        /*Repeats=*/4);
    EXPECT_EQ(L.Body.size(), 4 * (Adds + Multiplications));
    return Machine.run(L).Cycles / 4;
  };
  EXPECT_NEAR(CyclesOf(1, 1), 1, 0.01);
  EXPECT_NEAR(CyclesOf(1, 2), 2, 0.01);
  EXPECT_NEAR(CyclesOf(6, 1), 7.0 / 3, 0.1);
  EXPECT_TRUE(mixForms(T.Builder, {}, 4).Body.empty());
}

} // namespace
