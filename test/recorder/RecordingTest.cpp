//===- RecordingTest.cpp - Tests of the bookkeeping -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

constexpr uint32_t Load = 1, Store = 2, Store2 = 3;

/// One loop, number 0, with a header that loads and a second instruction that
/// stores.
class RecordingTest : public testing::Test {
protected:
  RecordingTest() { Loops[0].Accesses = {Load, Store}; }

  void load(uint64_t Address, unsigned Bytes = 8) {
    R.instruction(0, true);
    R.executes(Load);
    R.load(Load, Address, Bytes);
  }
  void store(uint64_t Address, unsigned Bytes = 8, uint32_t Inst = Store) {
    R.instruction(0, false);
    R.executes(Inst);
    R.store(Inst, Address, Bytes);
  }
  uint64_t count(uint32_t From, uint32_t Delta, uint32_t Bytes) {
    auto It = Loops[0].Pairs.find({From, Load, Delta, Bytes});
    return It == Loops[0].Pairs.end() ? 0 : It->second.Count;
  }

  std::vector<RecordedLoop> Loops{1};
  Recording R{Loops, /*Window=*/20};
};

} // namespace

TEST_F(RecordingTest, DistanceThree) {
  for (uint64_t I = 0; I != 10; ++I) {
    load(8 * I);
    store(8 * (I + 3));
  }
  R.finish();
  EXPECT_EQ(Loops[0].Pairs.size(), 1u);
  EXPECT_EQ(count(Store, 3, 8), 7u);
  ASSERT_EQ(Loops[0].Runs.size(), 1u);
  EXPECT_EQ(Loops[0].Runs.begin()->first.Iterations, 10u);
  EXPECT_TRUE(Loops[0].Runs.begin()->first.Partial.empty());
}

TEST_F(RecordingTest, LastWriterWinsByByte) {
  R.instruction(0, true);
  store(0, 8);
  store(4, 8, Store2);
  load(0, 16); // Bytes 12 to 15 are nobody's.
  R.finish();
  EXPECT_EQ(count(Store, 1, 4), 1u);
  EXPECT_EQ(count(Store2, 1, 8), 1u);
  EXPECT_EQ(Loops[0].Pairs.size(), 2u);
  EXPECT_EQ(Loops[0].Pairs.at({Store, Load, 1, 4}).Overwritten, 1u); // 4 to 7.
}

TEST_F(RecordingTest, FartherThanTheWindow) {
  for (uint64_t I = 0; I != 20; ++I) {
    load(8 * I);
    store(8 * (I + 12));
  }
  R.finish();
  auto It = Loops[0].Pairs.find({Store, Load, 12, 8});
  ASSERT_NE(It, Loops[0].Pairs.end());
  EXPECT_EQ(It->second.Count, 8u);
  EXPECT_EQ(It->second.InWindow, 0u); // 23 instructions.
}

TEST_F(RecordingTest, RunsOfTheLoopAreApart) {
  store(0);
  R.finish();
  load(0);
  R.finish();
  EXPECT_TRUE(Loops[0].Pairs.empty());
  EXPECT_EQ(Loops[0].Runs.size(), 2u); // Different accesses were executed.
}

TEST_F(RecordingTest, CallsHideStores) {
  load(64);
  store(0);
  R.call();
  load(0);
  R.finish();
  EXPECT_TRUE(Loops[0].Pairs.empty());
  EXPECT_TRUE(Loops[0].HasCall);
}

TEST_F(RecordingTest, LeftOutAccesses) {
  for (unsigned I = 0; I != 6; ++I) {
    load(8);
    if (I != 2)
      store(16);
  }
  R.finish();
  ASSERT_EQ(Loops[0].Runs.size(), 1u);
  const LoopRun &Run = Loops[0].Runs.begin()->first;
  std::vector<std::pair<uint32_t, uint32_t>> Expected = {{0, 2}, {3, 3}};
  EXPECT_EQ(Run.Partial.at(Store), Expected);
  EXPECT_FALSE(Run.Partial.contains(Load));
}
