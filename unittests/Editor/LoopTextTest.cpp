//===- LoopTextTest.cpp - Texts of hints and pragmas ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the hint of a loop says, and which advice is a pragma.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Editor/LoopText.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

/// A chain of one instruction of four cycles, and one that has no part in it.
LoopRecord chain() {
  LoopRecord L;
  L.Demangled = "f(int)";
  L.Insts = {{"mul a, b", "mul", 1, 4, true}, {"ld b", "ld", 2, 5, true}};
  L.Prediction = 4;
  L.Verdict = "limited by latency";
  L.LimitedBy = Limit::Latency;
  L.Bounds = {{Limit::Latency, 4, "4 cycles", {4, 0}}};
  return L;
}

std::string hintOf(const LoopRecord &L, std::string Callee = "") {
  return hintText({3, std::move(Callee), {&L}});
}

TEST(LoopText, Hints) {
  LoopRecord L = chain();
  EXPECT_EQ(hintOf(L), "4.00 cy/it · latency (mul)");
  EXPECT_EQ(hintOf(L, "std::sum<int>(int)"),
            "std::sum: 4.00 cy/it · latency (mul)");
  L.ElementsPerTrip = 8;
  L.Gaps = "calls g";
  EXPECT_EQ(hintOf(L),
            "4.00 cy/it, 0.50 per element · latency (mul), incomplete");
  L = chain();
  L.Verdict = "balanced: latency and ports p0 p1";
  EXPECT_EQ(hintOf(L), "4.00 cy/it · balanced: latency and ports p0 p1");
  EXPECT_EQ(hintOf(LoopRecord()), "0.00 cy/it");
}

TEST(LoopText, NamesTheOtherTwoNumbersWhereTheyDiffer) {
  LoopRecord L = chain();
  L.AtLeast = CyclesPerIter(5, 2);
  EXPECT_EQ(hintOf(L), "4.00 cy/it expected (at least 2.50) · latency (mul)");
  L.AtMost = 17;
  const SourceLoop S = {3, "", {&L}};
  EXPECT_EQ(diagnosticText(S),
            "f(int): 4.00 cy/it expected (at least 2.50, at most 17.00 if "
            "accesses overlap), limited by latency");
  EXPECT_EQ(hoverText(S, 3).find("**4.00 cy/it expected (at least 2.50, at "
                                 "most 17.00 if accesses overlap)** on "),
            0u);
  L.AtLeast.reset();
  EXPECT_EQ(hintOf(L),
            "4.00 cy/it (at most 17.00 if accesses overlap) · latency (mul)");
}

TEST(LoopText, HoverListsTheInstructionsOfALine) {
  const LoopRecord L = chain();
  const SourceLoop S = {3, "", {&L}};
  EXPECT_EQ(hoverText(S, 3).find("ld b"), std::string::npos);
  EXPECT_NE(hoverText(S, 5).find("    ld b\n"), std::string::npos);
  EXPECT_NE(hoverText(S, 5).find("mul a, b    ; 4.00 of the limit"),
            std::string::npos);
}

TEST(LoopText, Diagnostics) {
  LoopRecord L = chain();
  L.Next = "unrolling by 2";
  L.NextCycles = 3;
  EXPECT_EQ(diagnosticText({3, "", {&L}}),
            "f(int): 4.00 cy/it, limited by latency; unrolling by 2 would give "
            "3.00 cy/it");
}

TEST(LoopText, Pragmas) {
  using Kind = Opportunity::Kind;
  const struct {
    Kind What;
    bool IfApart;
    const char *Clang, *Gcc; ///< Empty: there is none.
  } Rows[] = {
      {Kind::Unroll, false, "#pragma clang loop unroll_count(4)",
       "#pragma GCC unroll 4"},
      {Kind::IndependentChains, false,
       "#pragma clang loop vectorize(enable) interleave_count(4)", ""},
      {Kind::Vectorize, true, "#pragma clang loop vectorize(assume_safety)",
       "#pragma GCC ivdep"},
      {Kind::Vectorize, false, "#pragma clang loop vectorize(enable)", ""},
      {Kind::FitCache, false, "#pragma clang loop unroll(disable)",
       "#pragma GCC unroll 1"},
      {Kind::Reciprocal, false, "#pragma clang fp reciprocal(on)", ""},
      {Kind::AlignLoop, false, "", ""},
      {Kind::None, false, "", ""},
  };
  for (const auto &R : Rows) {
    LoopRecord L = chain();
    L.NextKind = R.What;
    L.NextCount = 4;
    L.NextIfApart = R.IfApart;
    const auto Clang = pragmaFor(L, true), Gcc = pragmaFor(L, false);
    EXPECT_EQ(Clang ? Clang->Text : "", R.Clang);
    EXPECT_EQ(Gcc ? Gcc->Text : "", R.Gcc);
  }
}

} // namespace
