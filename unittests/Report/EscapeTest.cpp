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

TEST(Escape, Controls) {
  const std::pair<StringRef, StringRef> Rows[] = {
      {"", ""},
      {"addq\t(%rax), \xc3\xa4", "addq\t(%rax), \xc3\xa4"},
      {"\x1b[31m", "\\x1b[31m"},
      {"a\nb", "a\\x0ab"},
      {"\x7f", "\\x7f"},
      {"\xc2\x9b", "\\x9b"},                // C1: CSI
      {"\x9b", "\\x9b"},                    // The same as a byte.
      {"\xe2\x80\xae", "\\u202e"},          // Right-to-left override.
      {"\xf0\x9f\x98", "\\xf0\\x9f\\x98"}}; // Cut off.
  for (auto [Text, Want] : Rows)
    EXPECT_EQ(escapeControls(Text), Want);
  EXPECT_EQ(escapeControls("a\nb\x1b", /*KeepsLines=*/true), "a\nb\\x1b");
  EXPECT_EQ(escapeHtml("<\x1b>"), "&lt;\\x1b&gt;");
}

TEST(Escape, CsvCell) {
  const std::pair<StringRef, StringRef> Rows[] = {
      {"", ""},
      {"a b", "a b"},
      {"f(int, int)", "\"f(int, int)\""},
      {"say \"x\"", "\"say \"\"x\"\"\""},
      {"two\nlines", "\"two\nlines\""},
      {"\r", "\"\r\""},
      {"\x1b,", "\"\\x1b,\""}};
  for (auto [Text, Want] : Rows) {
    std::string Cell;
    raw_string_ostream OS(Cell);
    writeCsvCell(OS, Text);
    EXPECT_EQ(StringRef(Cell), Want);
  }
}

} // namespace
