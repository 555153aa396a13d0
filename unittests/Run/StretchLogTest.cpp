//===- StretchLogTest.cpp - When to record --------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StretchLog.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

using Clock = StretchLog::Clock;

Clock::time_point at(int Milliseconds) {
  return Clock::time_point() + std::chrono::milliseconds(1000 + Milliseconds);
}

/// One instruction at \p Offset of module 0, with the byte \p Byte.
void add(StretchLog &Log, uint64_t Offset, uint8_t Byte, int Now) {
  SteppedStretch S;
  S.Insts = {{0x5500000 + Offset, 1, 1, {Byte}}};
  S.Path = {0, 0};
  S.Addresses = {Offset, 1};
  Log.add(7, std::move(S), {{0, Offset}}, at(Now));
}

} // namespace

TEST(StretchLog, StretchesLieEvenly) {
  StretchLog Log(4);
  EXPECT_TRUE(Log.isDue(at(0)));
  add(Log, 0, 0x90, 0);
  EXPECT_FALSE(Log.isDue(at(49)));
  EXPECT_TRUE(Log.isDue(at(50)));
  for (int I = 1; I < 4; ++I)
    add(Log, I, 0x90, 50 * I);
  // The first and the third are left, and the next comes later.
  EXPECT_EQ(Log.size(), 2u);
  EXPECT_FALSE(Log.isDue(at(150 + 99)));
  EXPECT_TRUE(Log.isDue(at(150 + 100)));
  const RunTrace T = Log.take("triple", {"/a"});
  ASSERT_EQ(T.Stretches.size(), 2u);
  EXPECT_EQ(T.Stretches[0].Addresses[0], 0u);
  EXPECT_EQ(T.Stretches[1].Addresses[0], 2u);
}

TEST(StretchLog, ManyAreCloser) {
  StretchLog Log(64);
  for (int I = 0; I < 63; ++I) {
    add(Log, I, 0x90, I * 13);
    EXPECT_FALSE(Log.isDue(at(I * 13 + 12)));
    EXPECT_TRUE(Log.isDue(at(I * 13 + 13)));
  }
  EXPECT_EQ(Log.size(), 63u);
  add(Log, 63, 0x90, 63 * 13);
  EXPECT_EQ(Log.size(), 32u);
}

TEST(StretchLog, SharesInstructions) {
  StretchLog Log(100);
  add(Log, 16, 0x90, 0);
  add(Log, 32, 0x90, 0);
  add(Log, 16, 0x90, 0);
  add(Log, 16, 0x91, 0); // Other code at the same place.
  const RunTrace T = Log.take("triple", {"/a"});
  EXPECT_EQ(T.Triple, "triple");
  ASSERT_EQ(T.Insts.size(), 3u);
  EXPECT_EQ(T.Stretches[2].Path, (std::vector<uint32_t>{0, 0}));
  EXPECT_EQ(T.Stretches[3].Path, (std::vector<uint32_t>{2, 2}));
  EXPECT_EQ(T.Insts[1].Address, 32u);
  EXPECT_EQ(T.Stretches[1].Thread, 7u);
}

TEST(StretchLog, WindowsFollowTheirStretch) {
  StretchLog Log(4);
  add(Log, 32, 0x90, 0);
  SteppedStretch S;
  S.Insts = {{0x5500000, 1, 1, {0x91}}, {0x5500020, 1, 1, {0x90}}};
  S.Path = {0, 1};
  S.Addresses = {8, 9};
  S.Windows = {{0, 0, 1, 60000, 270000, {{1, 0, 800}}}};
  Log.add(7, std::move(S), {{0, 0}, {0, 32}}, at(50));
  const RunTrace T = Log.take("triple", {"/a"});
  ASSERT_EQ(T.Windows.size(), 1u);
  // The second instruction was there before.
  const TraceWindow Want{1, 1, 0, 60000, 270000, {{0, 0, 800}}};
  EXPECT_TRUE(T.Windows[0] == Want);
}
