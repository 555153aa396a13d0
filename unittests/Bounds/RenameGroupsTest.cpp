//===- RenameGroupsTest.cpp -----------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenameGroups.h"
#include "FrontEndTestSupport.h"
#include "TestSupport.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;

namespace {

/// Six micro-ops a cycle of at most two windows, which have \p Uops.
CyclesPerIter ofWindows(const std::vector<unsigned> &Uops) {
  std::vector<RenamedRun> Trip;
  for (unsigned I = 0; I < Uops.size(); ++I)
    Trip.push_back({Uops[I], I, I});
  return computeRenameCycles(Trip, Uops.size(), 6, 2);
}

TEST(RenameGroups, ByHand) {
  EXPECT_EQ(ofWindows({12}), 2);
  EXPECT_EQ(ofWindows({13}), CyclesPerIter(13, 6));
  EXPECT_EQ(ofWindows({12, 1}), CyclesPerIter(5, 2));
  EXPECT_EQ(ofWindows({13, 1}), 3);
  EXPECT_EQ(ofWindows({17, 1}), 3);
  EXPECT_EQ(ofWindows({4, 9}), CyclesPerIter(11, 5));
  EXPECT_EQ(ofWindows({1}), CyclesPerIter(1, 2)); // Of two trips.
  EXPECT_EQ(ofWindows({1, 1, 1, 1}), 2);
  EXPECT_EQ(ofWindows({0}), 0);
}

// The pair that ends the trip reaches into the second window, so that the next
// trip cannot begin in its cycle.
TEST(RenameGroups, OfBothWindows) {
  EXPECT_EQ(computeRenameCycles({{12, 0, 0}, {1, 0, 1}}, 2, 6, 2), 3);
  EXPECT_EQ(computeRenameCycles({{1, 0, 1}, {12, 1, 1}}, 2, 6, 2), 3);
}

/// The fewest groups of \p NumTrips trips, by trying every length of each.
unsigned fewestGroups(const std::vector<RenamedRun> &Trip, unsigned NumWindows,
                      unsigned Width, unsigned MaxWindows, unsigned NumTrips) {
  struct Uop {
    unsigned First, Last;
  };
  std::vector<Uop> Uops;
  for (unsigned T = 0; T < NumTrips; ++T)
    for (const RenamedRun &R : Trip)
      Uops.insert(
          Uops.end(), R.Uops,
          {T * NumWindows + R.FirstWindow, T * NumWindows + R.LastWindow});
  std::vector<unsigned> Fewest(Uops.size() + 1, UINT_MAX);
  Fewest[0] = 0;
  for (size_t Begin = 0; Begin < Uops.size(); ++Begin)
    for (size_t N = 1; N <= Width && Begin + N <= Uops.size(); ++N) {
      if (Uops[Begin + N - 1].Last - Uops[Begin].First >= MaxWindows)
        break;
      Fewest[Begin + N] = std::min(Fewest[Begin + N], Fewest[Begin] + 1);
    }
  return Fewest.back();
}

TEST(RenameGroups, Oracle) {
  std::mt19937 Rng(5);
  for (int Round = 0; Round < 2000; ++Round) {
    const unsigned Width = 1 + Rng() % 8, MaxWindows = 2 + Rng() % 2;
    std::vector<RenamedRun> Trip;
    unsigned Window = 0;
    for (unsigned N = 1 + Rng() % 6; N != 0; --N) {
      const bool IsOfBoth = Rng() % 4 == 0;
      Trip.push_back({unsigned(Rng() % 10), Window, Window + IsOfBoth});
      Window += IsOfBoth || (N != 1 && Rng() % 2 == 0);
    }
    const CyclesPerIter C =
        computeRenameCycles(Trip, Window + 1, Width, MaxWindows);
    constexpr unsigned NumTrips = 120;
    const unsigned Fewest =
        fewestGroups(Trip, Window + 1, Width, MaxWindows, NumTrips);
    // The first trips and the last one are not as those between.
    EXPECT_LE(CyclesPerIter(Fewest, NumTrips), C + CyclesPerIter(1, 12));
    EXPECT_LE(C, CyclesPerIter(Fewest, NumTrips) + CyclesPerIter(1, 12));
  }
}

/// Zen 3's, as in its model.
FrontEndParams zen3() {
  FrontEndParams P;
  P.Window = 64;
  P.LineInsts = 8;
  P.Ways = 8;
  P.Lines = 512;
  P.Width = 8;
  P.IssueWidth = 6;
  P.IssueWindows = 2;
  P.DecodeBlock = 32;
  return P;
}

/// Nops of 4 bytes, \p NumFirst of them before a boundary and \p NumSecond
/// behind it, before the pair of 5 bytes that ends the loop.
double ofNops(unsigned NumFirst, unsigned NumSecond) {
  std::vector<CodeInst> Code =
      loopOf(std::vector<unsigned>(NumFirst + NumSecond, 4));
  for (CodeInst &I : Code)
    I.Address += 64 - 4 * NumFirst;
  const CyclesPerIter C = computeFrontEndBound(Code, 64, zen3()).Value;
  return double(C.numerator()) / C.denominator();
}

// As measured on Zen 3.
TEST(RenameGroups, MeasuredLoops) {
  EXPECT_EQ(ofNops(1, 0), 2);
  EXPECT_EQ(ofNops(1, 10), 2);
  EXPECT_EQ(ofNops(1, 11), 2.5);
  EXPECT_EQ(ofNops(1, 12), 3);
  EXPECT_EQ(ofNops(11, 0), 2);
  EXPECT_EQ(ofNops(12, 0), 2.5);
  EXPECT_EQ(ofNops(13, 0), 3);
  EXPECT_EQ(ofNops(5, 10), 16 / 6.);
  EXPECT_EQ(ofNops(5, 11), 3); // 17 / 8, and a trip begins a new cycle.
  EXPECT_EQ(ofNops(16, 14), 31 / 6.);
  // In one window.
  EXPECT_EQ(ofNops(0, 6), 7 / 6.);
  EXPECT_EQ(ofNops(0, 7), 8 / 6.);
  EXPECT_EQ(ofNops(0, 8), 2);
  EXPECT_EQ(ofNops(0, 11), 2);
  EXPECT_EQ(ofNops(0, 13), 14 / 6.);
}

} // namespace
