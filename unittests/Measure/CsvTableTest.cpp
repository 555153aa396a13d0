//===- CsvTableTest.cpp - Tests of tables ---------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CsvTable.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

TEST(CsvTable, ReadsWhatItWrites) {
  std::vector<std::string> Cells = {"plain", "a,b", "say \"x\"", "two\nlines",
                                    ""};
  std::string Text;
  raw_string_ostream OS(Text);
  writeCsvRow(OS, {"a", "b", "c", "d", "e"});
  writeCsvRow(OS, Cells);
  Expected<CsvTable> T = CsvTable::parse(Text, "t.csv");
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  ASSERT_EQ(T->numRows(), 1u);
  for (unsigned I = 0; I < Cells.size(); ++I)
    EXPECT_EQ(T->cell(0, T->columns()[I]), Cells[I]);
  EXPECT_EQ(T->cell(0, "none"), "");
}

TEST(CsvTable, Faults) {
  const std::pair<const char *, const char *> Rows[] = {
      {"", "t.csv: no line with the names of columns"},
      {"a,b\n1\n", "t.csv:2: expected 2 cells, found 1"},
      {"a,b\n\n1,2,3\n", "t.csv:3: expected 2 cells, found 3"},
      {"a\n\"x\n", "t.csv:2: a quote is not closed"},
      {"a,a\n", "t.csv:1: column 'a' is there twice"}};
  for (auto [Text, Want] : Rows) {
    Expected<CsvTable> T = CsvTable::parse(Text, "t.csv");
    ASSERT_FALSE(bool(T)) << Text;
    EXPECT_EQ(toString(T.takeError()), Want);
  }
}

TEST(CsvTable, UnfinishedLineIsDropped) {
  Expected<CsvTable> T = CsvTable::parse("a,b\n1,2\n3,\"4", "t.csv", true);
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->numRows(), 1u);
}

TEST(CsvTable, Numbers) {
  Expected<CsvTable> T = CsvTable::parse("a\n1.5\nx\n", "t.csv");
  ASSERT_TRUE(bool(T));
  auto Good = T->number(0, "a");
  ASSERT_TRUE(bool(Good));
  EXPECT_EQ(*Good, 1.5);
  auto Bad = T->number(1, "a");
  ASSERT_FALSE(bool(Bad));
  EXPECT_EQ(toString(Bad.takeError()),
            "t.csv:3: expected a number for 'a', not 'x'");
  EXPECT_EQ(toString(T->require({"a", "b"})), "t.csv:1: no column 'b'");
  EXPECT_EQ(formatNumber(1.5, 3), "1.5");
  EXPECT_EQ(formatNumber(2, 3), "2");
  EXPECT_EQ(formatNumber(-0.0001, 3), "0");
}

// Shown with fewer digits, a number read back must round as it did before.
TEST(CsvTable, ExactNumbersComeBack) {
  for (double Value : {2.0799249999999998, 1.0 / 3, 1e-9, 123456789.0625})
    EXPECT_EQ(std::stod(formatExact(Value)), Value);
}
