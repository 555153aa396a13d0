//===- BranchPredictorTest.cpp - Which way a branch is expected to go -----===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchPredictor.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <string>

using namespace kernelbounds;

namespace {

/// Mispredictions in the last half of \p Num runs of one branch.
template <typename Function> unsigned misses(unsigned Num, Function IsTaken) {
  BranchPredictor P;
  unsigned Misses = 0;
  for (unsigned I = 0; I < Num; ++I)
    Misses += !P.run(0x401000, IsTaken(I)) && I >= Num / 2;
  return Misses;
}

} // namespace

TEST(BranchPredictor, LearnsPatterns) {
  EXPECT_EQ(misses(200, [](unsigned) { return true; }), 0u);
  EXPECT_EQ(misses(200, [](unsigned) { return false; }), 0u);
  EXPECT_EQ(misses(2000, [](unsigned I) { return I % 3 != 2; }), 0u);
  EXPECT_EQ(misses(4000, [](unsigned I) { return I % 20 == 0; }), 0u);
  const std::string Pattern = "TTNTNNNTTNT";
  EXPECT_EQ(misses(8000, [&](unsigned I) { return Pattern[I % 11] == 'T'; }),
            0u);
}

TEST(BranchPredictor, LearnsLongPatterns) {
  // Once in a hundred runs; the longest history is that of 300.
  EXPECT_EQ(misses(100000, [](unsigned I) { return I % 100 == 0; }), 0u);
  EXPECT_GT(misses(100000, [](unsigned I) { return I % 400 == 0; }), 50u);
}

TEST(BranchPredictor, CannotGuess) {
  // Whoever always says what is more likely is wrong in P of all cases; no
  // predictor is better, and a good one not much worse.
  for (const unsigned OneOf : {2, 4, 10, 20}) {
    std::mt19937 Random(1);
    const double M =
        misses(40000, [&](unsigned) { return Random() % OneOf == 0; });
    EXPECT_NEAR(M, 20000.0 / OneOf, 2000.0 / OneOf) << OneOf;
  }
}

TEST(BranchPredictor, NoiseLeavesThePattern) {
  // Every fourth, but for one of twenty.
  std::mt19937 Random(1);
  const unsigned M = misses(
      40000, [&](unsigned I) { return (I % 4 == 0) != (Random() % 20 == 0); });
  EXPECT_GT(M, 900u);
  EXPECT_LT(M, 1300u);
}

TEST(BranchPredictor, AlternateOfNewEntries) {
  // The same way as last time in nine of ten cases.
  std::mt19937 Random(1);
  bool Last = false;
  EXPECT_LT(misses(40000, [&](unsigned) { return Last ^= Random() % 10 == 0; }),
            2400u);
}

TEST(BranchPredictor, OneBranchFollowsAnother) {
  BranchPredictor P;
  std::mt19937 Random(1);
  unsigned Misses = 0;
  for (unsigned I = 0; I < 20000; ++I) {
    const bool IsTaken = Random() & 1;
    P.run(0x401000, IsTaken);
    Misses += !P.run(0x401020, !IsTaken) && I >= 10000;
  }
  EXPECT_LT(Misses, 500u);
}

TEST(BranchPredictor, LearnsFromOtherStretches) {
  // A branch that is never taken, and one that is taken at random, with the
  // same data in no two stretches.
  std::mt19937 Random(1);
  std::vector<std::vector<BranchRun>> Stretches(3);
  for (std::vector<BranchRun> &S : Stretches)
    for (uint32_t I = 0; I < 2000; I += 2) {
      S.push_back({I, false, 0x401000});
      S.push_back({I + 1, (Random() & 1) != 0, 0x401020});
    }
  const auto Wrong = findMispredicted(Stretches);
  ASSERT_EQ(Wrong.size(), 3u);
  for (const std::vector<bool> &W : Wrong) {
    unsigned Never = 0, AtRandom = 0;
    for (size_t I = 0; I < W.size(); I += 2) {
      Never += W[I];
      AtRandom += W[I + 1];
    }
    EXPECT_LE(Never, 20u);
    EXPECT_NEAR(AtRandom, 500, 80);
  }
  // What the others did is known from the first branch on.
  std::vector<std::vector<BranchRun>> Same(2);
  for (uint32_t I = 0; I < 50; ++I)
    Same[0].push_back({I, false, 0x401000});
  Same[1] = {{0, false, 0x401000}};
  EXPECT_EQ(findMispredicted(Same)[1], std::vector<bool>{false});
  EXPECT_EQ(findMispredicted({Same[1]})[0], std::vector<bool>{true});
}

TEST(BranchPredictor, WhatRepeatsHasRepeatedBefore) {
  // Visits of 40 trips, and a stretch that begins within one; no other stretch
  // has them.
  auto Visits = [](unsigned Num, unsigned Trips) {
    std::vector<BranchRun> S;
    for (uint32_t I = 0; I < Num * Trips; ++I)
      S.push_back({I, I % Trips != Trips / 3, 0x401000});
    return S;
  };
  auto NumWrong = [](const std::vector<BranchRun> &S) {
    const auto Wrong = findMispredicted({S}).front();
    return std::count(Wrong.begin(), Wrong.end(), true);
  };
  BranchPredictor Untrained;
  unsigned Misses = 0;
  for (const BranchRun &B : Visits(30, 40))
    Misses += !Untrained.run(B.Id, B.IsTaken);
  EXPECT_GE(Misses, 5u);
  EXPECT_EQ(NumWrong(Visits(30, 40)), 0);
  // Two visits and a half are no repetition that counts for more.
  std::vector<BranchRun> Few = Visits(3, 40);
  Few.resize(100);
  EXPECT_GE(NumWrong(Few), 2);
  // A branch at random repeats nothing, and is not learned by heart.
  std::mt19937 Random(1);
  std::vector<BranchRun> AtRandom;
  for (uint32_t I = 0; I < 2000; ++I)
    AtRandom.push_back({I, (Random() & 1) != 0, 0x401000});
  EXPECT_NEAR(NumWrong(AtRandom), 1000, 120);
}
