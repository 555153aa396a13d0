//===- TripPlanTest.cpp - The trip counts that are timed ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/TripPlan.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <set>

using namespace kernelbounds;

// Whatever the kernel, the ends of its two runs are on one side of the history
// of branch predictors, with the jitter, and both have the same rest after any
// usual unrolling.
TEST(TripPlan, EndsAreAlike) {
  for (long MaxN : {64L, 100L, 128L, 200L, 256L, 300L, 400L, 1000L, 4096L})
    for (long PerTrip : {1L, 2L, 3L, 4L, 5L, 8L, 16L, 32L}) {
      TripPlan Plan = farthestPlan(MaxN);
      makeEndsAlike(Plan, PerTrip);
      const long Apart = Plan.Many - Plan.Few;
      addJitter(Plan, PerTrip);
      const long Most = Plan.Jitter * (Plan.NumJitters - 1);
      EXPECT_LE(Plan.Many + Most, MaxN);
      EXPECT_GT(Plan.Few, 0);
      EXPECT_EQ(Plan.Many - Plan.Few, Apart);
      EXPECT_EQ(Apart % 32, 0);
      EXPECT_TRUE(Plan.Many + Most <= 128 * PerTrip ||
                  Plan.Few >= 208 * PerTrip)
          << MaxN << " " << PerTrip << " " << Plan.Few << " " << Plan.Many;
    }
}

// A plan that is good stays as it is.
TEST(TripPlan, ShortRunsStay) {
  TripPlan Plan = farthestPlan(400);
  EXPECT_EQ(Plan.Few, 144);
  EXPECT_EQ(Plan.Many, 400);
  EXPECT_FALSE(makeEndsAlike(Plan, 4));
  EXPECT_EQ(Plan.Few, 144);
  EXPECT_TRUE(makeEndsAlike(Plan, 1));
  EXPECT_EQ(Plan.Few, 272);
  EXPECT_FALSE(makeEndsAlike(Plan, 1));
}

// The ends of a few trips are known to the core, if they do not vary.
TEST(TripPlan, FewTripsDoNotVary) {
  TripPlan Plan = farthestPlan(400);
  addJitter(Plan, 8);
  EXPECT_EQ(Plan.NumJitters, 1u);
  EXPECT_EQ(Plan.Many, 400);
  addJitter(Plan, 4);
  EXPECT_EQ(Plan.NumJitters, 4u);
  EXPECT_EQ(Plan.Jitter, 8);
  EXPECT_EQ(Plan.Many, 376);
}

// Batches have the same counts, so that they may be compared, and no two of
// them the same order.
TEST(TripPlan, JittersOfBatches) {
  for (unsigned NumCalls : {7u, 64u, 256u}) {
    const std::vector<uint8_t> All = drawJitters(NumCalls, 4);
    ASSERT_GE(All.size(), 16384u);
    ASSERT_EQ(All.size() % NumCalls, 0u);
    EXPECT_EQ(All, drawJitters(NumCalls, 4));
    std::set<std::vector<uint8_t>> Orders, Sorted;
    for (size_t I = 0; I < All.size(); I += NumCalls) {
      std::vector<uint8_t> Batch(&All[I], &All[I] + NumCalls);
      Orders.insert(Batch);
      std::sort(Batch.begin(), Batch.end());
      Sorted.insert(Batch);
    }
    EXPECT_EQ(Sorted.size(), 1u);
    if (NumCalls >= 64)
      EXPECT_EQ(Orders.size(), All.size() / NumCalls);
  }
}
