//===- LineMapTest.cpp - Lines of an edited text --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lines are followed through random edits, and compared with where they are.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Editor/LineMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

lsp::Range range(int L1, int C1, int L2, int C2) {
  return {lsp::Position(L1, C1), lsp::Position(L2, C2)};
}

TEST(LineMap, Edits) {
  LineMap M;
  EXPECT_EQ(M.current(5), 5);
  EXPECT_FALSE(M.isEdited());
  M.edit(range(2, 0, 2, 0), "a\nb\n"); // Two lines before line 2.
  EXPECT_EQ(M.current(1), 1);
  EXPECT_EQ(M.current(2), 4);
  M.edit(range(4, 3, 4, 3), "\n"); // Line 2 is cut in two; it began before.
  EXPECT_EQ(M.current(2), 4);
  EXPECT_EQ(M.current(3), 6);
  M.edit(range(0, 0, 2, 0), ""); // Lines 0 and 1 are gone.
  EXPECT_EQ(M.current(0), 0);
  EXPECT_EQ(M.current(3), 4);
  EXPECT_TRUE(M.isEdited());
}

/// The oracle: each line of the text is a number, and edits insert and remove
/// whole lines. A line that is still there is where its number is.
TEST(LineMap, RandomEditsOfWholeLines) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 200; ++Round) {
    std::vector<std::string> Text;
    for (int I = 0; I < 20; ++I)
      Text.push_back(std::to_string(I));
    LineMap M;
    for (int E = 0; E < 6; ++E) {
      const int First = Random() % (Text.size() + 1);
      const int Last =
          First + Random() % std::min<size_t>(4, Text.size() - First + 1);
      const int Added = Random() % 4;
      std::string New;
      for (int I = 0; I < Added; ++I)
        New += "new\n";
      M.edit(range(First, 0, Last, 0), New);
      Text.erase(Text.begin() + First, Text.begin() + Last);
      Text.insert(Text.begin() + First, Added, "new");
    }
    for (int I = 0; I < 20; ++I) {
      const auto It = find(Text, std::to_string(I));
      if (It != Text.end())
        EXPECT_EQ(M.current(I), It - Text.begin()) << "round " << Round;
    }
  }
}

} // namespace
