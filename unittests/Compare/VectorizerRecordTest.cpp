//===- VectorizerRecordTest.cpp - Why loops were not vectorized -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/VectorizerRecord.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

TEST(VectorizerRecord, ReasonsComeBefore) {
  VectorizerRecord R;
  R.addReason("sum", "loop not vectorized: cannot reorder");
  R.addReason("sum", "loop not vectorized: cannot reorder");
  R.addReason("other", "loop not vectorized: a call");
  R.addVerdict("sum", "src/a.c", 3, "loop not vectorized");
  R.addVerdict("sum", "src/a.c", 9, "loop not vectorized");
  EXPECT_EQ(R.of("sum", "/x/a.c", 3), "not vectorized: cannot reorder");
  EXPECT_EQ(R.of("sum", "a.c", 9), "not vectorized");
  EXPECT_EQ(R.of("other", "a.c", 3), "");
  EXPECT_EQ(R.of("sum", "b.c", 3), "");
  EXPECT_EQ(R.of("sum", "a.c", 4), "");
  EXPECT_EQ(R.of("sum", "a.c", 0), "");
}

TEST(VectorizerRecord, Vectorized) {
  VectorizerRecord R;
  R.addVerdict(
      "f", "a.c", 3,
      "vectorized loop (vectorization width: 4, interleaved count: 2)");
  EXPECT_EQ(R.of("f", "a.c", 3),
            "vectorized (vectorization width: 4, interleaved count: 2)");
  // A sentence of its own, and the same line once more.
  R.addVerdict("g", "a.c", 3, "the cost-model indicates that it is of no use");
  R.addVerdict("g", "a.c", 3, "the cost-model indicates that it is of no use");
  EXPECT_EQ(R.of("g", "a.c", 3),
            "not vectorized: the cost-model indicates that it is of no use");
}
