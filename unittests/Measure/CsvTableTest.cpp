//===- CsvTableTest.cpp - Tests of tables ---------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CsvTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
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

/// What a run writes that finds \p Before: the head, if it is needed, and one
/// row. \p Read becomes what it was told of the rows before.
static std::string goOn(StringRef Before, std::string &Read) {
  SmallString<128> File;
  EXPECT_FALSE(sys::fs::createTemporaryFile("kb", "csv", File));
  {
    std::error_code EC;
    raw_fd_ostream(File, EC) << Before;
    auto Log = CsvLog::open(
        File, [](raw_ostream &OS) { OS << "a,b\n"; },
        [&](StringRef Text) {
          Read = Text.str();
          return Error::success();
        });
    EXPECT_TRUE(bool(Log)) << toString(Log.takeError());
    cantFail(Log->append([](raw_ostream &OS) { OS << "8,9\n"; }));
  }
  std::string After = (*MemoryBuffer::getFile(File))->getBuffer().str();
  sys::fs::remove(File);
  return After;
}

TEST(CsvLog, GoesOnAfterAnyStop) {
  // Wherever the writing was stopped, whole rows stay and nothing else does.
  const StringRef All = "a,b\n1,\"2\n3\"\n4,5\n";
  const size_t Ends[] = {0, 4, 12, 16};
  for (size_t Size = 0; Size <= All.size(); ++Size) {
    const size_t Kept = *std::prev(llvm::upper_bound(Ends, Size));
    std::string Read;
    const std::string Head = Kept == 0 ? "a,b\n" : "";
    EXPECT_EQ(goOn(All.take_front(Size), Read),
              Head + All.take_front(Kept).str() + "8,9\n")
        << Size;
    EXPECT_EQ(Read, All.take_front(Kept)) << Size;
  }
}

// A table of an older version, which has fewer columns.
TEST(CsvLog, NewColumnsComeAtTheEnd) {
  SmallString<128> File;
  ASSERT_FALSE(sys::fs::createTemporaryFile("kb", "csv", File));
  auto After = [&](StringRef Before) {
    std::error_code EC;
    raw_fd_ostream(File, EC) << Before;
    cantFail(addNewColumns(File, [](raw_ostream &OS) { OS << "a,b,c\n"; }));
    return (*MemoryBuffer::getFile(File))->getBuffer().str();
  };
  EXPECT_EQ(After("a\n\"2,\n3\"\n4\n"), "a,b,c\n\"2,\n3\",,\n4,,\n");
  EXPECT_EQ(After("a,b,c\n1,2,3\n"), "a,b,c\n1,2,3\n");
  EXPECT_EQ(After("b\n1\n"), "b\n1\n");
  EXPECT_EQ(After(""), "");
  sys::fs::remove(File);
  cantFail(addNewColumns(File, [](raw_ostream &OS) { OS << "a\n"; }));
  EXPECT_FALSE(sys::fs::exists(File));
}

TEST(CsvLog, Faults) {
  auto Log = CsvLog::open(
      "/nonexistent/t.csv", [](raw_ostream &) {},
      [](StringRef) { return Error::success(); });
  EXPECT_EQ(toString(Log.takeError()),
            "cannot write /nonexistent/t.csv: No such file or directory");
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
