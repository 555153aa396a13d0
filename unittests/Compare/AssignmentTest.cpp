//===- AssignmentTest.cpp - Tests of the pairs with the largest sum -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/Assignment.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

using namespace kernelbounds;

namespace {

/// The largest sum over all ways to pair the smaller side.
int64_t bestOfAll(const std::vector<int64_t> &Scores, size_t Rows,
                  size_t Columns) {
  const bool ByRows = Rows <= Columns;
  const size_t Small = std::min(Rows, Columns), Large = std::max(Rows, Columns);
  std::vector<size_t> Order(Large);
  std::iota(Order.begin(), Order.end(), 0);
  int64_t Best = std::numeric_limits<int64_t>::min();
  do {
    int64_t Sum = 0;
    for (size_t I = 0; I < Small; ++I)
      Sum += ByRows ? Scores[I * Columns + Order[I]]
                    : Scores[Order[I] * Columns + I];
    Best = std::max(Best, Sum);
  } while (std::next_permutation(Order.begin(), Order.end()));
  return Best;
}

int64_t sumOf(const std::vector<int64_t> &Scores,
              const std::vector<size_t> &ColumnOf, size_t Columns) {
  int64_t Sum = 0;
  for (size_t R = 0; R < ColumnOf.size(); ++R)
    if (ColumnOf[R] != Unassigned)
      Sum += Scores[R * Columns + ColumnOf[R]];
  return Sum;
}

TEST(Assignment, LargestFirstIsNotBest) {
  const std::vector<int64_t> Scores = {5, 4, 4, 1};
  EXPECT_EQ(assignPairs(Scores, 2, 2), (std::vector<size_t>{1, 0}));
}

TEST(Assignment, NothingToPair) {
  EXPECT_TRUE(assignPairs({}, 0, 3).empty());
  EXPECT_EQ(assignPairs({}, 2, 0),
            (std::vector<size_t>{Unassigned, Unassigned}));
}

TEST(Assignment, BestOfAllPermutations) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 400; ++Round) {
    const size_t Rows = 1 + Random() % 6, Columns = 1 + Random() % 6;
    std::vector<int64_t> Scores(Rows * Columns);
    for (int64_t &S : Scores)
      S = static_cast<int64_t>(Random() % 20) - 10;
    const std::vector<size_t> ColumnOf = assignPairs(Scores, Rows, Columns);
    ASSERT_EQ(ColumnOf.size(), Rows);
    std::set<size_t> Used;
    for (size_t C : ColumnOf)
      if (C != Unassigned) {
        EXPECT_LT(C, Columns);
        EXPECT_TRUE(Used.insert(C).second);
      }
    EXPECT_EQ(Used.size(), std::min(Rows, Columns));
    EXPECT_EQ(sumOf(Scores, ColumnOf, Columns),
              bestOfAll(Scores, Rows, Columns));
  }
}

} // namespace
