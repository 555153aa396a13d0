//===- ProgressTest.cpp - Lines of progress -------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The times are those that the test says.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Progress.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

class Steps : public testing::Test {
protected:
  static Progress::Clock::time_point at(unsigned Seconds) {
    return Progress::Clock::time_point(std::chrono::seconds(Seconds));
  }
};

TEST_F(Steps, SaysWhatIsLeftEveryFiveSeconds) {
  Progress P("experiments on the core", /*IsMost=*/false, at(100));
  EXPECT_EQ(P.step(1, 610, "op.imul", at(101)), std::nullopt);
  EXPECT_EQ(P.step(2, 610, "op.add", at(104)), std::nullopt);
  // 3 took 6 seconds; 607 take 1214.
  EXPECT_EQ(P.step(3, 610, "load.r64", at(106)),
            "3 of 610 experiments on the core (0 %), about 21 min left: "
            "load.r64");
  EXPECT_EQ(P.step(4, 610, "load.v16", at(110)), std::nullopt);
  EXPECT_EQ(P.step(5, 610, "load.v32", at(111)),
            "5 of 610 experiments on the core (0 %), about 23 min left: "
            "load.v32");
  EXPECT_EQ(P.step(610, 610, "cache.store.128M", at(340)),
            "610 of 610 experiments on the core (100 %), about 0 min left: "
            "cache.store.128M");
}

// What an earlier run measured took no time in this one.
TEST_F(Steps, EarlierOnesDoNotCount) {
  Progress P("forms", /*IsMost=*/false, at(0));
  EXPECT_EQ(P.step(1901, 2000, "ADD64rr", at(1)), std::nullopt);
  EXPECT_EQ(P.step(1910, 2000, "ADD64rm", at(10)),
            "1910 of 2000 forms (95 %), about 8 min left: ADD64rm");
}

TEST_F(Steps, ALimitIsOne) {
  Progress P("mixes", /*IsMost=*/true, at(0));
  EXPECT_EQ(P.step(50, 200, "2 VPADDDrr", at(3)), std::nullopt);
  EXPECT_EQ(P.step(50, 200, "1 VPADDDrr", at(4)), std::nullopt);
  // Runs of the same mix are one step.
  EXPECT_EQ(P.step(51, 200, "3 VPADDDrr", at(60)),
            "51 of at most 200 mixes (25 %), at most 75 min left: 3 VPADDDrr");
}

// A step may be behind the last one that was announced.
TEST_F(Steps, MoreThanAnnounced) {
  Progress P("mixes", /*IsMost=*/true, at(0));
  EXPECT_EQ(P.step(1, 1, "a", at(1)), std::nullopt);
  EXPECT_EQ(P.step(2, 1, "b", at(9)),
            "2 of at most 2 mixes (100 %), at most 0 min left: b");
}

} // namespace
