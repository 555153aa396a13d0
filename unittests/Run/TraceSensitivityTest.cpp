//===- TraceSensitivityTest.cpp - Tests of better cores -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceSensitivity.h"
#include "../Kernel/ToyTester.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

const StackStep *stepOf(ArrayRef<StackStep> Steps, StringRef Name) {
  const auto It = find_if(
      Steps, [&](const StackStep &S) { return StringRef(S.Name) == Name; });
  return It == Steps.end() ? nullptr : It;
}

} // namespace

TEST(TraceSensitivity, ChangesOneThingAtATime) {
  ToyTester Tester;
  CacheLevelSpec Levels[2];
  Levels[0].MissBuffers = 8;
  const TlbSpec Tlb;
  CacheTables Caches;
  Caches.Levels = Levels;
  Caches.Tlbs = Tlb;
  const StackStep Base = stackSteps(&Caches, false).front();
  const std::vector<StackStep> Steps = sensitivitySteps(
      Base, {{ResourceKind::IssueWidth}, {ResourceKind::ReorderBuffer}},
      Tester.model(), &Caches);
  const StackStep *S = stepOf(Steps, "issue width, twice as fast");
  ASSERT_TRUE(S);
  ASSERT_EQ(S->Faster.size(), 1u);
  EXPECT_EQ(S->Faster[0].Kind, ResourceKind::IssueWidth);
  EXPECT_TRUE(stepOf(Steps, "reorder buffer, twice as large"));
  S = stepOf(Steps, "branch prediction, perfect");
  ASSERT_TRUE(S);
  EXPECT_FALSE(S->Branches);
  EXPECT_TRUE(S->Caches && S->Faster.empty());
  S = stepOf(Steps, "latency of memory, halved");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Memory.FastLevel, 2u);
  EXPECT_EQ(S->Memory.WideLevel, MemoryOptions::NoLevel);
  S = stepOf(Steps, "bandwidth of L2, doubled");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Memory.WideLevel, 1u);
  S = stepOf(Steps, "miss buffers of L1, doubled");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Memory.RoomyLevel, 0u);
  EXPECT_TRUE(stepOf(Steps, "TLB, perfect"));
  // What is not there cannot be better.
  EXPECT_FALSE(stepOf(Steps, "miss buffers of L2, doubled"));
  EXPECT_FALSE(stepOf(Steps, "latency of L1, halved"));
  EXPECT_FALSE(stepOf(Steps, "prefetchers, off"));
  StackStep NoCaches = Base;
  NoCaches.Caches = false;
  EXPECT_FALSE(stepOf(sensitivitySteps(NoCaches, {}, Tester.model(), nullptr),
                      "latency of memory, halved"));
}

TEST(TraceSensitivity, WhatHelpsMostIsFirst) {
  std::vector<StackStep> Steps(3);
  Steps[0].Name = "a";
  Steps[1].Name = "b";
  Steps[2].Name = "c";
  const std::vector<RunEffect> E = effectsOf(Steps, {5, 3, 9});
  ASSERT_EQ(E.size(), 3u);
  EXPECT_EQ(E[0].Name, "b");
  EXPECT_EQ(E[2].Cycles, 9);
}
