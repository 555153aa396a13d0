//===- CacheModelTest.cpp - Tests of the cache model ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CacheModel.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <deque>
#include <map>
#include <random>

using namespace kernelbounds;

TEST(CacheModel, WhatFitsStays) {
  CacheModel C;
  for (unsigned Round = 0; Round < 3; ++Round) {
    C.resetCounts();
    for (uint64_t A = 0; A < 32 * 1024; A += 8)
      C.access(A, 8);
    EXPECT_EQ(C.numMisses(), Round == 0 ? 512u : 0u);
    EXPECT_EQ(C.numAccesses(), 4096u);
  }
}

TEST(CacheModel, OneLineTooMany) {
  CacheModel C; // 64 sets: lines 4096 bytes apart share one.
  for (unsigned Round = 0; Round < 2; ++Round)
    for (uint64_t A = 0; A < 9; ++A)
      EXPECT_EQ(C.access(A * 4096, 8), 1u);
}

TEST(CacheModel, AcrossLines) {
  CacheModel C;
  EXPECT_EQ(C.access(60, 8), 2u);
  EXPECT_EQ(C.access(64, 64), 0u);
  EXPECT_EQ(C.access(65, 64), 1u);
}

TEST(CacheModel, AgainstLists) {
  std::mt19937 Random(1);
  CacheModel C({1024, 4, 64}); // 4 sets.
  std::map<uint64_t, std::deque<uint64_t>> Sets;
  for (unsigned I = 0; I < 5000; ++I) {
    uint64_t Line = Random() % 40;
    std::deque<uint64_t> &Set = Sets[Line % 4];
    auto It = std::find(Set.begin(), Set.end(), Line);
    bool Misses = It == Set.end();
    if (!Misses)
      Set.erase(It);
    Set.push_front(Line);
    if (Set.size() > 4)
      Set.pop_back();
    ASSERT_EQ(C.access(Line * 64 + Random() % 57, 8), Misses) << I;
  }
}
