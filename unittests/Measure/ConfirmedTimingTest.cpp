//===- ConfirmedTimingTest.cpp - Tests of one figure from several timings -===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CycleTimer.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

Timing timing(double Cycles, double Spread = 0.005, bool IsSteady = true) {
  Timing T;
  T.Cycles = Cycles;
  T.Spread = Spread;
  T.IsSteady = IsSteady;
  T.Rounds = 2;
  return T;
}

TEST(ConfirmedTiming, AnotherOneConfirms) {
  const Timing Visits[] = {timing(240), timing(221), timing(262), timing(242),
                           timing(241)};
  Timing T = confirmTiming(Visits, 0.01);
  EXPECT_TRUE(T.IsSteady);
  EXPECT_EQ(T.Cycles, 240);
  EXPECT_DOUBLE_EQ(T.Spread, 0.005); // 241 is closer than that.
  EXPECT_EQ(T.Rounds, 10u);
}

TEST(ConfirmedTiming, FirstQuartile) {
  // 230 was seen twice in eight timings, 240 in most of them.
  const Timing Visits[] = {timing(242), timing(230), timing(240), timing(243),
                           timing(231), timing(241), timing(240), timing(250)};
  EXPECT_EQ(confirmTiming(Visits, 0.01).Cycles, 240);
  // What nobody confirms is left out, above the quartile, too.
  const Timing Apart[] = {timing(200), timing(220), timing(250), timing(251)};
  EXPECT_EQ(confirmTiming(Apart, 0.01).Cycles, 250);
}

TEST(ConfirmedTiming, SpreadIsTheDistanceIfThatIsMore) {
  const Timing Visits[] = {timing(202, 0.001), timing(200, 0.001)};
  Timing T = confirmTiming(Visits, 0.02);
  EXPECT_EQ(T.Cycles, 200);
  EXPECT_DOUBLE_EQ(T.Spread, 202.0 / 200 - 1);
}

TEST(ConfirmedTiming, NoneAgree) {
  const Timing Visits[] = {timing(240), timing(221), timing(262)};
  Timing T = confirmTiming(Visits, 0.01);
  EXPECT_FALSE(T.IsSteady);
  EXPECT_EQ(T.Cycles, 221);
}

TEST(ConfirmedTiming, UnsteadyOnesDoNotCount) {
  const Timing Visits[] = {timing(240), timing(100, 1, false),
                           timing(100, 1, false), timing(0), timing(0)};
  EXPECT_FALSE(confirmTiming(Visits, 0.01).IsSteady);
  const Timing Two[] = {timing(240), timing(100, 1, false), timing(240)};
  Timing T = confirmTiming(Two, 0.01);
  EXPECT_TRUE(T.IsSteady);
  EXPECT_EQ(T.Cycles, 240);
}

} // namespace
