//===- CycleStackTest.cpp - What cycles consist of ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CycleStack.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

static std::string namesOf(const CacheTables *Caches,
                           bool HasAliasing = false) {
  std::vector<std::string> Names;
  for (const StackStep &S : stackSteps(Caches, HasAliasing))
    Names.push_back(S.Name);
  return join(Names, ",");
}

TEST(CycleStack, Steps) {
  EXPECT_EQ(namesOf(nullptr), ",mispredicted branches,store forwarding,"
                              "dependences,front end");
  EXPECT_FALSE(stackSteps(nullptr, false).front().Caches);
  const CacheLevelSpec Levels[3];
  CacheTables Caches;
  Caches.Levels = Levels;
  EXPECT_EQ(namesOf(&Caches), ",mispredicted branches,memory,L3,L2,"
                              "store forwarding,dependences,front end");
  EXPECT_EQ(namesOf(&Caches, /*HasAliasing=*/true),
            ",mispredicted branches,memory,L3,L2,4-KiB aliasing,"
            "store forwarding,dependences,front end");
  CacheLevelSpec Banked;
  Banked.Banks = 4;
  Caches.Levels = Banked;
  EXPECT_EQ(namesOf(&Caches), ",mispredicted branches,memory,bank conflicts,"
                              "store forwarding,dependences,front end");
  EXPECT_EQ(stackSteps(nullptr, false, /*HasBanks=*/true)[2].Name,
            "bank conflicts");
  Caches.Levels = Levels;
  const TlbSpec Tlb;
  Caches.Tlbs = Tlb;
  const std::vector<StackStep> Steps = stackSteps(&Caches, false);
  EXPECT_EQ(Steps[2].Name, "TLB");
  EXPECT_TRUE(Steps[2].Memory.PerfectTlb);
  // Without memory, the third level has everything.
  EXPECT_EQ(Steps[3].Memory.LevelsThatMiss, 2u);
  EXPECT_TRUE(Steps[3].Caches);
  EXPECT_EQ(Steps[5].Name, "L2");
  EXPECT_FALSE(Steps[5].Caches);
}

TEST(CycleStack, SharesAddUp) {
  const std::vector<StackStep> Steps = stackSteps(nullptr, false);
  // A core with perfect forwarding happens to be slower: that is no share.
  const std::vector<CycleShare> Shares =
      sharesOf(Steps, {9.0, 5.0, 5.5, 2.0, 2.0});
  ASSERT_EQ(Shares.size(), 5u);
  EXPECT_EQ(Shares[0].Name, "ports and widths");
  EXPECT_EQ(Shares[0].Cycles, 2.0);
  EXPECT_EQ(Shares[2].Name, "dependences");
  EXPECT_EQ(Shares[2].Cycles, 3.0);
  EXPECT_EQ(Shares[3].Cycles, 0.0);
  EXPECT_EQ(Shares[4].Name, "mispredicted branches");
  EXPECT_EQ(Shares[4].Cycles, 4.0);
  double Sum = 0;
  for (const CycleShare &S : Shares)
    Sum += S.Cycles;
  EXPECT_EQ(Sum, 9.0);
}
