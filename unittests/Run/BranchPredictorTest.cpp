//===- BranchPredictorTest.cpp - Which way a branch is expected to go -----===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchPredictor.h"
#include "gtest/gtest.h"
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

TEST(BranchPredictor, CannotGuess) {
  std::mt19937 Random(1);
  const unsigned M = misses(20000, [&](unsigned) { return Random() & 1; });
  EXPECT_NEAR(M, 5000, 300);
  // One in ten: not much worse than to say the other each time.
  const unsigned Tenth =
      misses(20000, [&](unsigned) { return Random() % 10 != 0; });
  EXPECT_GT(Tenth, 800u);
  EXPECT_LT(Tenth, 1800u);
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
