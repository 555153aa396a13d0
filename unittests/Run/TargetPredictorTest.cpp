//===- TargetPredictorTest.cpp - Where jumps and returns go ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetPredictor.h"
#include "BranchPredictor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Of \p Num jumps from one place to where \p TargetOf says, the share that is
/// mispredicted in the second half.
double wrongShare(function_ref<uint64_t(unsigned)> TargetOf,
                  unsigned Num = 4000) {
  TargetPredictor P;
  unsigned Wrong = 0;
  for (unsigned I = 0; I < Num; ++I)
    if (!P.run(0x1000, 0x2000 + 64 * TargetOf(I)) && I >= Num / 2)
      ++Wrong;
  return double(Wrong) / (Num / 2);
}

TEST(TargetPredictor, LearnsPatterns) {
  EXPECT_EQ(wrongShare([](unsigned) { return 7; }), 0);
  EXPECT_EQ(wrongShare([](unsigned I) { return I % 2; }), 0);
  // The byte code of a loop: which target comes next follows from several.
  constexpr unsigned Code[] = {1, 2, 1, 3, 1, 2, 4, 5, 1, 3, 3, 2};
  EXPECT_LT(wrongShare([&](unsigned I) { return Code[I % 12]; }), 0.01);
}

TEST(TargetPredictor, CannotGuess) {
  std::mt19937 Random(1);
  const double Wrong = wrongShare([&](unsigned) { return Random() % 4; });
  EXPECT_NEAR(Wrong, 0.75, 0.06);
}

TEST(TargetPredictor, FollowsOtherBranches) {
  // A branch goes at random, and the jump behind it follows.
  std::mt19937 Random(1);
  TargetPredictor P;
  unsigned Wrong = 0;
  for (unsigned I = 0; I < 4000; ++I) {
    const bool IsTaken = Random() & 1;
    P.remember(IsTaken);
    if (!P.run(0x1000, IsTaken ? 0x2000 : 0x3000) && I >= 2000)
      ++Wrong;
  }
  EXPECT_LT(Wrong, 40u);
}

TEST(ReturnStack, KnowsTheLastCalls) {
  ReturnStack S;
  EXPECT_EQ(S.pop(), std::nullopt);
  S.call(1);
  S.call(2);
  EXPECT_EQ(S.pop(), 2u);
  S.call(3);
  EXPECT_EQ(S.pop(), 3u);
  EXPECT_EQ(S.pop(), 1u);
  EXPECT_EQ(S.pop(), std::nullopt);
  // Of calls that are nested too deeply, the first ones are forgotten.
  for (unsigned I = 0; I < 40; ++I)
    S.call(I);
  for (unsigned I = 0; I < 32; ++I)
    EXPECT_EQ(S.pop(), 39 - I);
  EXPECT_EQ(S.pop(), std::nullopt);
}

std::vector<bool> wrong(std::vector<BranchRun> Runs) {
  return findMispredicted(std::vector<std::vector<BranchRun>>{std::move(Runs)})
      .front();
}

TEST(BranchUnit, CallsAndReturns) {
  auto Call = [](uint64_t To, uint64_t Behind) {
    return BranchRun{0, true, 0x100, BranchKind::Call, To, Behind};
  };
  auto Return = [](uint64_t To) {
    return BranchRun{0, true, 0x200, BranchKind::Return, To};
  };
  // The second one goes elsewhere; of the third, the call is not known.
  EXPECT_EQ(wrong({Call(0x200, 0x104), Return(0x104), Call(0x200, 0x114),
                   Return(0x104), Return(0x500)}),
            (std::vector<bool>{false, false, false, true, false}));
  // A call to a computed address is predicted like a jump, and returns.
  // The first four repeat, so that they are known.
  std::vector<BranchRun> Runs;
  for (unsigned I = 0; I < 6; ++I) {
    Runs.push_back({0, true, 0x100, BranchKind::IndirectCall,
                    I == 4 ? 0x300u : 0x200u, 0x104});
    Runs.push_back(Return(0x104));
  }
  const std::vector<bool> Wrong = wrong(Runs);
  for (unsigned I = 0; I < 6; ++I) {
    EXPECT_EQ(Wrong[2 * I], I == 4) << I;
    EXPECT_FALSE(Wrong[2 * I + 1]);
  }
}

} // namespace
