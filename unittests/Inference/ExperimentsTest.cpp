//===- ExperimentsTest.cpp ------------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Experiments.h"
#include "HiddenCore.h"
#include <gtest/gtest.h>

using namespace kernelbounds;

namespace {

HiddenCore makeOnePort() {
  HiddenCore Core;
  Core.NumPorts = 1;
  FormUsage U;
  U.Uses.push_back({PortSet(1), 1});
  Core.Forms.assign(3, U);
  return Core;
}

} // namespace

TEST(Experiments, TheMedianIgnoresStolenTime) {
  const HiddenCore Core = makeOnePort();
  FaultyRunner Runner(Core, 1);
  Runner.Noise = 0;
  Runner.Step = 0;
  Runner.Stolen = 0.2;
  Experiments Ex(Runner, 3, 100, 9);
  for (unsigned Count = 1; Count != 20; ++Count) {
    std::optional<unsigned> Idx = Ex.measure({{0, Count}});
    ASSERT_TRUE(Idx);
    EXPECT_DOUBLE_EQ(Ex[*Idx].median(), Count);
  }
}

TEST(Experiments, TheNoiseIsFound) {
  const HiddenCore Core = makeOnePort();
  FaultyRunner Runner(Core, 1);
  Experiments Ex(Runner, 3, 1000, 5);
  for (unsigned Count = 1; Count != 200; ++Count)
    Ex.measure({{0, Count}});
  EXPECT_GT(Ex.noise(), 0.007);
  EXPECT_LT(Ex.noise(), 0.014);
}

TEST(Experiments, AMixIsRunOnceAndMoreRunsSayMore) {
  const HiddenCore Core = makeOnePort();
  FaultyRunner Runner(Core, 1);
  Experiments Ex(Runner, 3, 100, 5);
  EXPECT_EQ(Ex.measure({{1, 2}, {0, 1}}), Ex.measure({{0, 1}, {1, 2}}));
  EXPECT_EQ(Runner.NumCalls, 5u);
  const double Before = Ex.tolerance(0);
  Ex.repeat(0, 20);
  EXPECT_EQ(Runner.NumCalls, 20u);
  EXPECT_LT(Ex.tolerance(0), Before);
}

TEST(Experiments, TheBudgetEnds) {
  const HiddenCore Core = makeOnePort();
  FaultyRunner Runner(Core, 1);
  Experiments Ex(Runner, 3, 2, 1);
  EXPECT_TRUE(Ex.measure({{0, 1}}));
  EXPECT_TRUE(Ex.measure({{0, 2}}));
  EXPECT_FALSE(Ex.isBudgetUsedUp());
  EXPECT_FALSE(Ex.measure({{0, 3}}));
  EXPECT_TRUE(Ex.isBudgetUsedUp());
  EXPECT_TRUE(Ex.measure({{0, 1}}));
}
