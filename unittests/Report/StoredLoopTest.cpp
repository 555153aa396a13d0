//===- StoredLoopTest.cpp - Loops that were analysed elsewhere ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

static StoredLoop loop(const std::string &Name, CyclesPerIter Cycles,
                       const std::string &Same) {
  StoredLoop L;
  L.Name = L.Function = Name;
  L.Cycles = Cycles;
  L.Same = Same;
  return L;
}

/// "b(+d) a".
static std::string namesOf(const StoredLoops &All) {
  std::string Text;
  for (const StoredLoop &L : All.Loops) {
    Text += (Text.empty() ? "" : " ") + L.Name;
    for (const std::string &Copy : L.Copies)
      Text += "(+" + Copy + ")";
  }
  return Text;
}

TEST(StoredLoops, FoldsAndOrders) {
  StoredLoops All;
  All.Loops = {loop("a", {1, 2}, "x"), loop("d", 3, "y"), loop("b", 3, "y"),
               loop("c", 7, "z")};
  All.Loops[0].Next = CyclesPerIter(1, 4);
  All.Loops[3].Next = 6;
  All.Loops[0].File = "2";
  All.Loops[1].File = All.Loops[2].File = "3";
  All.Loops[3].File = "1";
  const std::pair<StoredOrder, const char *> Rows[] = {
      {StoredOrder::Cycles, "c b(+d) a"},
      {StoredOrder::Gain, "c a b(+d)"},
      {StoredOrder::Function, "a b(+d) c"},
      {StoredOrder::File, "c a b(+d)"},
  };
  for (const auto &[Order, Names] : Rows) {
    StoredLoops One;
    One.Loops = All.Loops;
    One.arrange(Order);
    EXPECT_EQ(namesOf(One), Names);
  }
}

TEST(StoredLoops, OrderOfReadingDoesNotCount) {
  std::mt19937 Random(7);
  std::vector<StoredLoop> Loops;
  for (unsigned I = 0; I < 40; ++I)
    Loops.push_back(loop("f" + std::to_string(I % 13), int64_t(I % 5),
                         std::to_string(I % 17)));
  std::string First;
  for (unsigned Try = 0; Try < 50; ++Try) {
    StoredLoops All;
    All.Loops = Loops;
    llvm::shuffle(All.Loops.begin(), All.Loops.end(), Random);
    All.arrange(StoredOrder::Cycles);
    if (First.empty())
      First = namesOf(All);
    EXPECT_EQ(namesOf(All), First);
  }
  EXPECT_EQ(std::count(First.begin(), First.end(), '+'), 40 - 17);
}
