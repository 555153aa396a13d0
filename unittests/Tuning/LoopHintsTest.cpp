//===- LoopHintsTest.cpp - Tests of hints ---------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/LoopHints.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

TEST(LoopHints, Texts) {
  struct Row {
    LoopHints Hints;
    const char *Clauses, *Text;
  };
  const Row Rows[] = {
      {{0, 0, 0}, "", "as compiled"},
      {{8, 4, 0},
       "vectorize_width(8) interleave_count(4)",
       "width 8, interleave 4"},
      {{1, 0, 0}, "vectorize(disable)", "scalar"},
      // Both being 1, clang leaves the loop alone.
      {{1, 1, 2},
       "vectorize(disable) interleave_count(1) unroll_count(2)",
       "scalar, interleave 1, unroll 2"},
      // Scalar code may be interleaved; vectorize(disable) would forbid it.
      {{1, 4, 0},
       "vectorize_width(1) interleave_count(4)",
       "scalar, interleave 4"},
      {{0, 0, 1}, "unroll(disable)", "not unrolled"},
  };
  for (const Row &R : Rows) {
    EXPECT_EQ(R.Hints.clauses(), R.Clauses);
    EXPECT_EQ(R.Hints.text(), R.Text);
    EXPECT_EQ(R.Hints.pragma(),
              R.Hints.isDefault()
                  ? ""
                  : std::string("#pragma clang loop ") + R.Clauses);
  }
}

TEST(LoopHints, OfGcc) {
  constexpr auto Gcc = PragmaDialect::Gcc;
  EXPECT_EQ(LoopHints({0, 0, 8}).clauses(Gcc), "unroll 8");
  EXPECT_EQ(LoopHints({0, 0, 8}).pragma(Gcc), "#pragma GCC unroll 8");
  EXPECT_EQ(LoopHints().pragma(Gcc), "");
}

// No pragma stands for a transform: what is left is that of the hints.
TEST(LoopHints, Transforms) {
  const LoopHints Keep = {0, 0, 0, LoopTransform::KeepValues};
  EXPECT_FALSE(Keep.isDefault());
  EXPECT_EQ(Keep.pragma(), "");
  EXPECT_EQ(Keep.text(), "keeping values in registers for later iterations");
  const LoopHints Split = {0, 0, 4, LoopTransform::SplitReductions};
  EXPECT_EQ(Split.pragma(), "#pragma clang loop unroll_count(4)");
  EXPECT_EQ(Split.text(),
            "unroll 4, splitting reductions into one for each copy");
  EXPECT_NE(Keep, LoopHints());
  EXPECT_LT(LoopHints(), Keep);
}

// The hint for the loop around has a place of its own.
TEST(LoopHints, Jam) {
  LoopHints H;
  H.Jam = 4;
  EXPECT_FALSE(H.isDefault());
  EXPECT_EQ(H.pragma(), "");
  EXPECT_EQ(H.outerPragma(), "#pragma unroll_and_jam(4)");
  EXPECT_EQ(H.text(), "jam 4");
  H.Transforms = LoopTransform::UnrollAndJam;
  EXPECT_EQ(H.outerPragma(), "") << "no pragma does it that early";
  EXPECT_EQ(LoopHints().outerPragma(), "");
}

TEST(LoopHints, Predicate) {
  LoopHints H = {8, 2, 0};
  H.Predicate = true;
  EXPECT_EQ(H.pragma(), "#pragma clang loop vectorize_width(8) "
                        "vectorize_predicate(enable) interleave_count(2)");
  EXPECT_EQ(H.text(), "width 8, masked, interleave 2");
  EXPECT_EQ(H.numAsked(), 3U);
  EXPECT_NE(H, LoopHints({8, 2, 0}));
}

TEST(LoopHints, Distribute) {
  LoopHints H = {8, 0, 0};
  H.Distribute = true;
  EXPECT_EQ(H.pragma(),
            "#pragma clang loop distribute(enable) vectorize_width(8)");
  EXPECT_EQ(H.text(), "distributed, width 8");
  EXPECT_NE(H, LoopHints({8, 0, 0}));
}
