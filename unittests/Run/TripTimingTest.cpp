//===- TripTimingTest.cpp - Tests of measured trips -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripTiming.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;

namespace {

StreamShape walk(int64_t Step) {
  StreamShape S;
  S.Kind = StreamShape::Walk;
  S.Step = Step;
  return S;
}

StreamShape segments(int64_t Step, uint64_t Length, int64_t Outer) {
  StreamShape S = walk(Step);
  S.Kind = StreamShape::Segments;
  S.Length = Length;
  S.Outer = Outer;
  return S;
}

/// \p Num windows of 7 cycles a trip and 2000 cycles for the stops, with noise.
/// Every \p BadOf-th has nothing to do with the loop.
std::vector<TripSample> windows(unsigned Num, unsigned BadOf) {
  std::mt19937_64 Random(1);
  std::vector<TripSample> Out;
  for (unsigned I = 0; I < Num; ++I) {
    const double Trips = 20000 << I % 4;
    Out.push_back({Trips, 2000 + 7 * Trips + double(Random() % 1000)});
    if (BadOf != 0 && I % BadOf == 0)
      Out.back().Trips = double(Random() % 1000000) - 500000;
  }
  return Out;
}

} // namespace

TEST(TripTiming, RunsWhileMoving) {
  EXPECT_EQ(runsWhileMoving(walk(8), 8000), 1000);
  EXPECT_EQ(runsWhileMoving(walk(-16), -1600), 100);
  EXPECT_EQ(runsWhileMoving(walk(0), 0), std::nullopt);
  EXPECT_EQ(runsWhileMoving(StreamShape(), 64), std::nullopt);
  // Rows without a gap, and rows of 100 elements with one of 224 bytes.
  EXPECT_EQ(runsWhileMoving(segments(8, 100, 800), 8000), 1000);
  EXPECT_EQ(runsWhileMoving(segments(8, 100, 1024), 3 * 1024 + 80), 310);
  // From the middle of a row to the start of the third one behind it.
  EXPECT_EQ(runsWhileMoving(segments(8, 100, 1024), 3 * 1024 - 400), 250);
  EXPECT_EQ(runsWhileMoving(segments(8, 100, -1024), -1024), 100);
  // The same row again and again, and rows that overlap.
  EXPECT_EQ(runsWhileMoving(segments(8, 100, 0), 0), std::nullopt);
  EXPECT_EQ(runsWhileMoving(segments(8, 100, 8), 8), std::nullopt);
}

TEST(TripTiming, SlopeIsWithoutTheStops) {
  const auto M = fitTrips(windows(40, 0));
  ASSERT_TRUE(M.has_value());
  EXPECT_NEAR(M->Cycles, 7, 0.05);
  EXPECT_EQ(M->NumWindows, 40u);
  EXPECT_EQ(M->NumOnLine, 40u);
}

TEST(TripTiming, BearsSomeStrangeWindows) {
  const auto M = fitTrips(windows(40, 5));
  ASSERT_TRUE(M.has_value());
  EXPECT_NEAR(M->Cycles, 7, 0.2);
  EXPECT_LE(M->NumOnLine, 34u);
}

TEST(TripTiming, AnyNumberOfWindows) {
  const auto M = fitTrips(windows(50000, 5));
  ASSERT_TRUE(M.has_value());
  EXPECT_NEAR(M->Cycles, 7, 0.2);
  EXPECT_EQ(M->NumWindows, 50000u);
}

TEST(TripTiming, SaysNothingWithoutEvidence) {
  EXPECT_FALSE(fitTrips({}).has_value());
  EXPECT_FALSE(fitTrips(windows(5, 0)).has_value());
  EXPECT_FALSE(fitTrips(windows(40, 2)).has_value());
  // All windows are as long as each other.
  EXPECT_FALSE(fitTrips(std::vector<TripSample>(10, {1000, 9000})).has_value());
  // The loop begins anew all the time.
  std::mt19937_64 Random(7);
  std::vector<TripSample> Noise;
  for (unsigned I = 0; I < 64; ++I)
    Noise.push_back({double(Random() % 10000), double(100000 << I % 4)});
  EXPECT_FALSE(fitTrips(Noise).has_value());
}
