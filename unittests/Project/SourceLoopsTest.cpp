//===- SourceLoopsTest.cpp - Loops of a source file -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loops are one loop of the source, and at which line it stands.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/SourceLoops.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

TEST(SourceLoops, WordsOfLoops) {
  const struct {
    const char *Line;
    bool IsLoop;
  } Rows[] = {
      {"  for (int i = 0; i < n; i++)", true},
      {"while (p) p = p->next;", true},
      {"} while (--n);", true},
      {"  DO I = 1, N", true},
      {"'outer: loop {", true},
      {"  s += x[i];", false},
      {"  before(formula); // for all", false},
      {"  do_it();", false},
      {"", false},
  };
  for (const auto &R : Rows)
    EXPECT_EQ(namesLoop(R.Line), R.IsLoop) << R.Line;
}

TEST(SourceLoops, LinesHaveNoEnds) {
  const auto Lines = linesOf("a\r\nb\n\nc");
  ASSERT_EQ(Lines.size(), 4u);
  EXPECT_EQ(Lines[0], "a");
  EXPECT_EQ(Lines[2], "");
  EXPECT_EQ(Lines[3], "c");
}

/// A loop closed at line \p Latch, whose code begins at line \p Start.
LoopRecord loopAt(unsigned Latch, unsigned Start, unsigned Elements = 1) {
  LoopRecord L;
  L.SourceFile = "/x/a.c";
  L.SourceLine = L.LeastLine = Start;
  L.Heads.push_back({"/x/a.c", Latch, ""});
  L.ElementsPerTrip = Elements;
  return L;
}

const std::vector<llvm::StringRef> Text = {"void f() {",                // 1
                                           "  for (int i = 0; i < n;",  // 2
                                           "       ++i) {",             // 3
                                           "    a[i] = g(i);",          // 4
                                           "  }",                       // 5
                                           "  EACH(x, list) x->n = 0;", // 6
                                           "  sum(a, n);",              // 7
                                           "}"};

unsigned headOf(const LoopRecord &L) {
  const auto Found = findSourceLoops(L, "/x/a.c", Text);
  return Found.empty() ? 0 : Found.front().Line;
}

TEST(SourceLoops, HeadIsWhereTheLoopIsClosed) {
  EXPECT_EQ(headOf(loopAt(2, 4)), 2u);
}

TEST(SourceLoops, HeadIsTheNearestLoopAbove) {
  EXPECT_EQ(headOf(loopAt(3, 4)), 2u); // The condition stands in line 3.
  EXPECT_EQ(headOf(loopAt(5, 4)), 2u);
}

TEST(SourceLoops, WithoutAWordTheLatchIsTheHead) {
  LoopRecord L = loopAt(6, 6);
  EXPECT_EQ(
      findSourceLoops(L, "/x/a.c", {"", "", "", "", "", "EACH"}).front().Line,
      6u);
}

TEST(SourceLoops, CallsThatBringALoop) {
  LoopRecord L = loopAt(30, 30);
  L.SourceFile = L.Heads[0].File = "/x/sum.h";
  L.Heads.push_back({"/x/other.h", 12, "sum"});
  L.Heads.push_back({"/x/a.c", 7, "total"});
  const auto Found = findSourceLoops(L, "/x/a.c", Text);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Line, 7u);
  EXPECT_EQ(Found[0].Callee, "total");
  EXPECT_TRUE(findSourceLoops(L, "/x/b.c", Text).empty());
}

TEST(SourceLoops, TheCopyThatDoesMostIsFirst) {
  std::vector<LoopRecord> Loops = {loopAt(2, 4, 1), loopAt(2, 4, 16),
                                   loopAt(2, 4, 4)};
  Loops[0].Prediction = 9;
  const auto Found = findSourceLoops(Loops, "/x/a.c", Text);
  ASSERT_EQ(Found.size(), 1u);
  ASSERT_EQ(Found[0].Copies.size(), 3u);
  EXPECT_EQ(&Found[0].main(), &Loops[1]);
  EXPECT_EQ(Found[0].Copies[2], &Loops[0]);
}

TEST(SourceLoops, NothingIsKnownWithoutLines) {
  EXPECT_TRUE(findSourceLoops(LoopRecord(), "/x/a.c", Text).empty());
  EXPECT_TRUE(findSourceLoops({}, "/x/a.c", {}).empty());
}

} // namespace
