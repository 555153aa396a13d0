//===- LoopMatchingTest.cpp - Tests of which loop became which ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/LoopMatching.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

LoopRecord loop(StringRef Function, unsigned Line, StringRef Mnemonics,
                unsigned Elements = 0) {
  LoopRecord L;
  L.Function = Function.str();
  L.SourceFile = Line ? "src/a.c" : "";
  L.SourceLine = L.LeastLine = Line;
  L.ElementsPerTrip = Elements;
  SmallVector<StringRef> Words;
  Mnemonics.split(Words, ' ');
  for (StringRef W : Words)
    L.Insts.push_back({W.str(), W.str(), 0, 0});
  return L;
}

/// The pairs as "0-1 -2 3-": old and new, one of which may be missing.
std::string match(const std::vector<LoopRecord> &Old,
                  const std::vector<LoopRecord> &New) {
  std::string Text;
  for (const LoopPair &P : matchLoops(Old, New)) {
    if (!Text.empty())
      Text += ' ';
    Text += P.Old ? std::to_string(*P.Old) : "";
    Text += '-';
    Text += P.New ? std::to_string(*P.New) : "";
  }
  return Text;
}

TEST(LoopMatching, ByFunction) {
  EXPECT_EQ(match({loop("f", 3, "add jne"), loop("g", 9, "add jne")},
                  {loop("g", 9, "add jne"), loop("f", 3, "add jne")}),
            "1-0 0-1");
  EXPECT_EQ(match({loop("f", 3, "add jne")}, {loop("g", 9, "add jne")}),
            "-0 0-");
}

TEST(LoopMatching, ClonesAreTheSameFunction) {
  EXPECT_EQ(
      match({loop("f", 3, "add jne")}, {loop("f.constprop.0", 3, "sub jne")}),
      "0-0");
}

// Three lines came before both loops: line 12 is now what line 9 was.
TEST(LoopMatching, LinesMove) {
  EXPECT_EQ(match({loop("f", 9, "add jne"), loop("f", 12, "mul jne")},
                  {loop("f", 12, "add jne"), loop("f", 15, "mul jne")}),
            "0-0 1-1");
}

// Nor do they have to be of a file of the same name.
TEST(LoopMatching, FilesAreRenamed) {
  std::vector<LoopRecord> Old = {loop("f", 9, "add jne"),
                                 loop("f", 12, "add jne")},
                          New = {loop("f", 12, "add jne"),
                                 loop("f", 9, "add jne")};
  for (LoopRecord &L : New)
    L.SourceFile = "b.c";
  EXPECT_EQ(match(Old, New), "1-0 0-1");
}

// The scalar loop was the main loop, and a vectorized one is now.
TEST(LoopMatching, MainLoopIsThatWhichDoesMost) {
  const std::vector<LoopRecord> Old = {loop("f", 9, "addsd inc jne", 1)},
                                New = {loop("f", 9, "addpd addpd add jne", 4),
                                       loop("f", 9, "addsd inc jne", 1)};
  EXPECT_EQ(match(Old, New), "0-0 -1");
  EXPECT_EQ(match(New, Old), "0-0 1-");
}

// Without lines, a single loop is the main loop, too.
TEST(LoopMatching, MainLoopWithoutLines) {
  EXPECT_EQ(match({loop("f", 0, "addsd inc jne", 1)},
                  {loop("f", 0, "addsd inc jne", 1),
                   loop("f", 0, "addpd addpd add jne", 4)}),
            "-0 0-1");
}

TEST(LoopMatching, ByInstructionsWithoutLines) {
  EXPECT_EQ(match({loop("f", 0, "add jne"), loop("f", 0, "mul mul jne")},
                  {loop("f", 0, "mul mul jne"), loop("f", 0, "add jne")}),
            "1-0 0-1");
  // Nothing in common: one is new, the other gone.
  EXPECT_EQ(match({loop("f", 0, "a b c"), loop("f", 0, "add jne")},
                  {loop("f", 0, "add jne"), loop("f", 0, "x y z")}),
            "1-0 -1 0-");
}

TEST(LoopMatching, IntoAnotherFunction) {
  EXPECT_EQ(match({loop("f", 9, "add jne")},
                  {loop("main", 40, "mul jne"), loop("main", 9, "add jne")}),
            "-0 0-1");
}

// Stripped programs: names are addresses, which change.
TEST(LoopMatching, Addresses) {
  EXPECT_EQ(match({loop("0x1000", 0, "add jne"), loop("0x1040", 0, "mul jl")},
                  {loop("0x1010", 0, "add jne"), loop("0x1070", 0, "mul jl")}),
            "0-0 1-1");
}

// Beyond 512 loops, pairs are found by line and instructions.
TEST(LoopMatching, ManyLoops) {
  std::vector<LoopRecord> Old, New;
  for (unsigned I = 0; I < 2000; ++I)
    Old.push_back(loop("f", I + 1, I % 2 ? "add jne" : "mul jne"));
  New.assign(Old.rbegin(), Old.rend());
  New.pop_back();
  const std::vector<LoopPair> Pairs = matchLoops(Old, New);
  ASSERT_EQ(Pairs.size(), 2000u);
  for (size_t I = 0; I < New.size(); ++I)
    EXPECT_EQ(Pairs[I].Old, std::optional<size_t>(1999 - I));
  EXPECT_EQ(Pairs.back().Old, std::optional<size_t>(0));
  EXPECT_FALSE(Pairs.back().New);
}

// Whatever there is: every loop once, and a program matches itself.
TEST(LoopMatching, EveryLoopOnce) {
  std::mt19937 Random(7);
  const StringRef Bodies[] = {"add jne", "mul jne", "add mul jl", "load add"};
  auto Make = [&] {
    std::vector<LoopRecord> Loops(Random() % 9);
    for (LoopRecord &L : Loops)
      L = loop(Random() % 2 ? "f" : "g", Random() % 4, Bodies[Random() % 4],
               Random() % 3);
    return Loops;
  };
  for (unsigned Round = 0; Round < 300; ++Round) {
    const std::vector<LoopRecord> Old = Make(), New = Make();
    std::vector<unsigned> NumOld(Old.size()), NumNew(New.size());
    for (const LoopPair &P : matchLoops(Old, New)) {
      ASSERT_TRUE(P.Old || P.New);
      if (P.Old)
        ++NumOld[*P.Old];
      if (P.New)
        ++NumNew[*P.New];
    }
    for (unsigned N : NumOld)
      EXPECT_EQ(N, 1u);
    for (unsigned N : NumNew)
      EXPECT_EQ(N, 1u);
    for (const LoopPair &P : matchLoops(Old, Old))
      EXPECT_TRUE(P.Old && P.New);
  }
}

} // namespace
