//===- SourcePatchTest.cpp - Tests of pragmas in a source -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/SourcePatch.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

static std::string diffOf(StringRef Source, ArrayRef<PlacedPragma> Pragmas) {
  std::string Out;
  raw_string_ostream OS(Out);
  printDiff(OS, "a.c", Source, makeInsertions(Source, Pragmas));
  return Out;
}

TEST(SourcePatch, WherePragmasMayStand) {
  const StringRef Source = "  for (;;)\n"
                           "x; for (;;)\n"
                           "LOOP(i)\n"
                           "\twhile (1)\n"
                           "#define M \\\n"
                           "  for (;;)\n"
                           "forward();\n"
                           "do";
  struct Row {
    unsigned Line, Column;
    const char *Why;
  };
  const Row Rows[] = {
      {1, 3, ""},
      {2, 4, "something stands before the loop on its line"},
      {3, 1, "the loop begins in a macro or without a keyword"},
      {4, 2, ""},
      {6, 3, "the loop stands in a macro"},
      {7, 1, "the loop begins in a macro or without a keyword"},
      {8, 1, ""},
      {9, 1, "the file has no such place"},
      {0, 1, "the file has no such place"},
      {1, 0, "the file has no such place"},
      {1, 99, "the file has no such place"},
  };
  for (const Row &R : Rows)
    EXPECT_EQ(whyNotBefore(Source, R.Line, R.Column), R.Why)
        << R.Line << ':' << R.Column;
}

TEST(SourcePatch, KeepsIndentationAndLineEnds) {
  const StringRef Source = "a\r\n\t for (;;)\r\nb\n";
  EXPECT_EQ(withInsertions(Source, makeInsertions(Source, {{2, 3, "#p"}})),
            "a\r\n\t #p\r\n\t for (;;)\r\nb\n");
  EXPECT_EQ(withInsertions(Source, {}), Source);
  const StringRef NoEnd = "for (;;)";
  EXPECT_EQ(withInsertions(NoEnd, makeInsertions(NoEnd, {{1, 1, "#p"}})),
            "#p\nfor (;;)");
}

TEST(SourcePatch, Diff) {
  EXPECT_EQ(diffOf("a\n", {}), "");
  EXPECT_EQ(diffOf("1\n2\n3\n4\n for\n6\n7\n8\n9\n", {{5, 2, "#p"}}),
            "--- a.c\n+++ a.c\n"
            "@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+ #p\n  for\n 6\n 7\n");
  // Near each other: one hunk. At the ends: less context.
  EXPECT_EQ(diffOf("for\n2\n3\nfor", {{4, 1, "#q"}, {1, 1, "#p"}}),
            "--- a.c\n+++ a.c\n"
            "@@ -1,4 +1,6 @@\n+#p\n for\n 2\n 3\n+#q\n for\n"
            "\\ No newline at end of file\n");
  // Far from each other: the second hunk counts the first pragma.
  EXPECT_EQ(diffOf("for\n2\n3\n4\n5\n6\n7\n8\n9\nfor\n",
                   {{1, 1, "#p"}, {10, 1, "#q"}}),
            "--- a.c\n+++ a.c\n"
            "@@ -1,3 +1,4 @@\n+#p\n for\n 2\n 3\n"
            "@@ -7,4 +8,5 @@\n 7\n 8\n 9\n+#q\n for\n");
}
