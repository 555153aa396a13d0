//===- EscapeTest.cpp - Tests of text inside of other formats -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Report/Escape.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

TEST(Escape, Html) {
  EXPECT_EQ(escapeHtml("a.s: x"), "a.s: x");
  EXPECT_EQ(escapeHtml("f<a & \"b\">"), "f&lt;a &amp; &quot;b&quot;&gt;");
  // What is escaped already is text like any other.
  EXPECT_EQ(escapeHtml("&amp;"), "&amp;amp;");
  EXPECT_EQ(escapeHtml(""), "");
}

TEST(Escape, CsvCell) {
  const std::pair<StringRef, StringRef> Rows[] = {
      {"", ""},
      {"a b", "a b"},
      {"f(int, int)", "\"f(int, int)\""},
      {"say \"x\"", "\"say \"\"x\"\"\""},
      {"two\nlines", "\"two\nlines\""},
      {"\r", "\"\r\""}};
  for (auto [Text, Want] : Rows) {
    std::string Cell;
    raw_string_ostream OS(Cell);
    writeCsvCell(OS, Text);
    EXPECT_EQ(StringRef(Cell), Want);
  }
}

} // namespace
