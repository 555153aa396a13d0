//===- TripTimeTest.cpp - Tests of the time of some iterations ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/TripTime.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;

namespace {

/// Trip by trip.
CyclesPerIter countTrips(const LoopShape &S, const uint64_t Iterations) {
  CyclesPerIter Sum = S.Once;
  uint64_t N = Iterations;
  for (size_t I = 0; I < S.Parts.size(); ++I) {
    const LoopPart &P = S.Parts[I];
    const bool IsLast =
        I + 1 == S.Parts.size() || S.Parts[I + 1].Piece != P.Piece;
    unsigned Trips = 0;
    while (N >= P.SourceIterations || (IsLast && N > 0)) {
      N -= std::min<uint64_t>(N, P.SourceIterations);
      ++Trips;
    }
    for (unsigned T = 0; T < Trips; ++T)
      Sum +=
          (T == 0 ? P.Cycles + P.Once : P.Cycles) * P.Visits.Num / P.Visits.Den;
    if (IsLast)
      N = Iterations;
  }
  return Sum;
}

LoopShape randomShape(std::mt19937 &Random) {
  LoopShape S;
  unsigned Width = 1U << Random() % 6;
  do {
    const int Cycles = 1 + Random() % 20;
    S.Parts.push_back({Width, CyclesPerIter(Cycles, 4),
                       CyclesPerIter(Random() % (Cycles + 1), 4)});
    S.Parts.back().Once = CyclesPerIter(Random() % 9, 3);
    Width /= 1U << (1 + Random() % 3);
  } while (Width > 0);
  S.Once = CyclesPerIter(Random() % 40, 2);
  return S;
}

/// One of several pieces, of which each is visited as often as it likes.
LoopShape randomPieces(std::mt19937 &Random) {
  LoopShape S;
  for (unsigned Piece = 0, Num = 1 + Random() % 3; Piece < Num; ++Piece) {
    const VisitShare Visits = {int64_t(1 + Random() % 5),
                               int64_t(1 + Random() % 5)};
    for (LoopPart P : randomShape(Random).Parts) {
      P.Piece = Piece;
      P.Visits = Visits;
      addPart(S, P);
    }
  }
  return S;
}

} // namespace

// The example of the header: 16 iterations in 4 cycles, the rest in 4 each.
TEST(TripTime, Example) {
  LoopShape S = {{{16, 4, 4}, {1, 4, 4}}, 0};
  EXPECT_EQ(timeOfIterations(S, 32), CyclesPerIter(8));
  EXPECT_EQ(timeOfIterations(S, 31), CyclesPerIter(64));
  EXPECT_EQ(timeOfIterations(S, 0), CyclesPerIter(0));
  EXPECT_EQ(steadyTime(S), CyclesPerIter(1, 4));
  S.Parts.front().Once = 9;
  EXPECT_EQ(timeOfIterations(S, 32), CyclesPerIter(17));
  EXPECT_EQ(timeOfIterations(S, 31), CyclesPerIter(73));
  EXPECT_EQ(timeOfIterations(S, 15), CyclesPerIter(60));
  EXPECT_EQ(steadyTime(S), CyclesPerIter(1, 4));
}

TEST(TripTime, AsCountedTripByTrip) {
  std::mt19937 Random(3);
  for (unsigned Round = 0; Round < 300; ++Round) {
    const LoopShape S = randomShape(Random);
    for (uint64_t N = 0; N < 100; ++N)
      EXPECT_EQ(timeOfIterations(S, N), countTrips(S, N));
  }
}

// A loop of vectors for half of the statements, and a scalar one for the
// others.
TEST(TripTime, PiecesAddUp) {
  LoopShape S = {{{16, 4, 4}, {1, 4, 4}}, 1};
  LoopPart Second = {1, 3, 3};
  Second.Piece = 1;
  addPart(S, Second);
  EXPECT_EQ(timeOfIterations(S, 32), CyclesPerIter(1 + 8 + 32 * 3));
  EXPECT_EQ(timeOfIterations(S, 33), CyclesPerIter(1 + 8 + 4 + 33 * 3));
  EXPECT_EQ(steadyTime(S), CyclesPerIter(13, 4));
}

// Four visits together take 6 cycles for a trip; one of ten is left over.
TEST(TripTime, VisitsTogetherShareATrip) {
  LoopShape S;
  addPart(S, {1, 4, 4, /*Piece=*/1, {1, 10}});
  addPart(S, {1, 6, 6, /*Piece=*/0, {9, 40}});
  EXPECT_EQ(S.Parts.front().Cycles, CyclesPerIter(6));
  EXPECT_EQ(timeOfIterations(S, 100), CyclesPerIter(135 + 40));
  EXPECT_EQ(steadyTime(S), CyclesPerIter(135 + 40, 100));
}

// Visits of 8 trips take 10 cycles, those of 16 take 14, and each further trip
// takes 4.
TEST(TripTime, FewTrips) {
  LoopPart P = {1, 4, 2};
  EXPECT_EQ(timeOfTrips(P, 5), CyclesPerIter(20));
  P.Few = {{8, 10}, {16, 14}};
  EXPECT_EQ(timeOfTrips(P, 0), CyclesPerIter(0));
  EXPECT_EQ(timeOfTrips(P, 4), CyclesPerIter(5));
  EXPECT_EQ(timeOfTrips(P, 8), CyclesPerIter(10));
  EXPECT_EQ(timeOfTrips(P, 10), CyclesPerIter(11));
  EXPECT_EQ(timeOfTrips(P, 16), CyclesPerIter(14));
  EXPECT_EQ(timeOfTrips(P, 20), CyclesPerIter(30));
  P.Once = 3;
  const LoopShape S = {{P}, 1};
  EXPECT_EQ(timeOfIterations(S, 16), CyclesPerIter(18));
  EXPECT_EQ(steadyTime(S), CyclesPerIter(4));
  // A doubted trip of 3 cycles: 16 of them take no more than they did.
  EXPECT_EQ(timeOfTrips(withDoubt(S).Parts.front(), 16), CyclesPerIter(14));
  LoopShape Slow = S;
  Slow.Parts.front().Few.back().Cycles = 60;
  EXPECT_EQ(timeOfTrips(withDoubt(Slow).Parts.front(), 16), CyclesPerIter(48));
}

TEST(TripTime, PiecesAsCountedTripByTrip) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 300; ++Round) {
    const LoopShape S = randomPieces(Random);
    for (uint64_t N = 0; N < 100; ++N)
      EXPECT_EQ(timeOfIterations(S, N), countTrips(S, N));
  }
}

TEST(TripTime, PaysFromTheFirstIterationsThatStayFaster) {
  std::mt19937 Random(4);
  for (unsigned Round = 0; Round < 300; ++Round) {
    const LoopShape Old = randomShape(Random), New = randomShape(Random);
    constexpr uint64_t Most = 200;
    std::optional<uint64_t> Want;
    for (uint64_t From = 1; From <= Most && !Want; ++From) {
      bool Pays = true;
      for (uint64_t N = From; N <= Most; ++N)
        Pays &= timeOfIterations(New, N) <= timeOfIterations(Old, N);
      if (Pays)
        Want = From;
    }
    EXPECT_EQ(findPaysFrom(Old, New, Most), Want);
  }
}

// Each doubling from 64 iterations on weighs as much as the next one.
TEST(TripTime, TypicalIsTheMeanOverDoublings) {
  std::mt19937 Random(5);
  for (int Round = 0; Round < 20; ++Round) {
    const LoopShape S = randomShape(Random);
    double Cycles = 0, Iterations = 0;
    for (int Least = 64; Least <= 1024; Least *= 2)
      for (int K = 0; K < 16; ++K) {
        const int N = Least + K * (Least / 16 | 1);
        Cycles += timeOfIterations(S, N).toDouble() / Least;
        Iterations += double(N) / Least;
      }
    EXPECT_NEAR(typicalTime(S).toDouble(), Cycles / Iterations, 1e-9);
  }
}

// Either half of the visits is spread evenly over its numbers.
TEST(TripTime, RangeIsTheMeanOverItsHalves) {
  std::mt19937 Random(6);
  for (int Round = 0; Round < 100; ++Round) {
    const LoopShape S = randomShape(Random);
    TripRange R;
    R.Least = 1 + Random() % 90;
    R.Median = R.Least + Random() % 60;
    R.Most = R.Median + Random() % 60;
    double Cycles = 0, Iterations = 0;
    auto AddHalf = [&](uint64_t First, uint64_t Last) {
      for (uint64_t N = First; N <= Last; ++N) {
        Cycles += timeOfIterations(S, N).toDouble() / double(Last - First + 1);
        Iterations += double(N) / double(Last - First + 1);
      }
    };
    AddHalf(R.Least, R.Median);
    AddHalf(R.Median, R.Most);
    EXPECT_NEAR(timeOverRange(S, R).toDouble(), Cycles / Iterations, 1e-9);
  }
}

TEST(TripTime, RangeOfOneNumberIsThatNumber) {
  const LoopShape S = {{{16, 4, 4}, {1, 4, 4}}, 3};
  const TripRange R = {31, 31, 31, TripRange::Counted};
  EXPECT_EQ(timeOverRange(S, R), timeOfIterations(S, 31) / 31);
}

// Large numbers are sampled, with all remainders.
TEST(TripTime, LargeRangesAreSampled) {
  const LoopShape S = {{{16, 16, 16}, {1, 16, 16}}, 0};
  const CyclesPerIter T = timeOverRange(S, TripRange::from(1U << 20));
  EXPECT_GT(T, steadyTime(S));
  EXPECT_LT(T * 1000, steadyTime(S) * 1001);
}

TEST(TripTime, RangesAsText) {
  EXPECT_EQ((TripRange{7, 7, 7, TripRange::Counted}.text()), "7");
  EXPECT_EQ((TripRange{1, 2, 7, TripRange::Counted}.text()), "1 to 7");
  EXPECT_EQ(TripRange::from(100).text(), "100 or more");
  EXPECT_EQ(TripRange::around(100).text(), "about 100");
  for (uint64_t N : {0, 1, 3, 4, 1000}) {
    EXPECT_TRUE(TripRange::around(N).isValid());
    EXPECT_TRUE(TripRange::from(N).isValid());
  }
}

TEST(TripTime, WithDoubtIsHalfWayToTheBounds) {
  const LoopShape S = withDoubt({{{8, 4, 2}, {1, 3, 3}}, 5});
  EXPECT_EQ(S.Parts[0].Cycles, CyclesPerIter(3));
  EXPECT_EQ(S.Parts[1].Cycles, CyclesPerIter(3));
  EXPECT_EQ(S.Once, CyclesPerIter(5));
}

TEST(TripTime, ShortTripsTakeLonger) {
  const LoopShape S =
      withSlowShortTrips({{{8, 1, 1}, {4, 2, 1}, {1, 3, 1}}, 5});
  EXPECT_EQ(S.Parts[0].Cycles, CyclesPerIter(6) / 5);
  EXPECT_EQ(S.Parts[1].Cycles, CyclesPerIter(2));
  EXPECT_EQ(S.Parts[2].Cycles, CyclesPerIter(3));
  EXPECT_EQ(S.Parts[0].AtLeast, CyclesPerIter(1));
  EXPECT_EQ(S.Once, CyclesPerIter(5));
}

// A larger trip of the same pace leaves more to the slow rest.
TEST(TripTime, TypicalCountsTheRest) {
  const LoopShape Small = {{{8, 2, 2}, {1, 4, 4}}, 0};
  const LoopShape Large = {{{64, 16, 16}, {1, 4, 4}}, 0};
  EXPECT_EQ(steadyTime(Small), steadyTime(Large));
  EXPECT_LT(typicalTime(Small), typicalTime(Large));
}

TEST(TripTime, PartsAreInOrder) {
  LoopShape S;
  addPart(S, {4, 8, 8});
  addPart(S, {16, 9, 9});
  addPart(S, {1, 3, 3});
  addPart(S, {4, 10, 8}); // The slower one counts.
  addPart(S, {4, 9, 8});
  ASSERT_EQ(S.Parts.size(), 3u);
  EXPECT_EQ(S.Parts[0].SourceIterations, 16u);
  EXPECT_EQ(S.Parts[1].Cycles, CyclesPerIter(10));
  EXPECT_EQ(S.Parts[2].SourceIterations, 1u);
}
