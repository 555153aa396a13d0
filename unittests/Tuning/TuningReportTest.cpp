//===- TuningReportTest.cpp - Tests of the report of tuning ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/TuningReport.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A loop at line \p Line of which several candidates were compiled; the first
/// is the default, and the best one is chosen.
TunedLoop loopAt(unsigned Line, std::vector<HintResult> Tried) {
  TunedLoop L;
  L.File = "/a.c";
  L.Line = Line;
  L.Column = 3;
  L.Verdict = TuningVerdict::Left;
  L.Now = L.Then = *Tried.front().Cycles;
  for (const HintResult &R : Tried)
    if (*R.Cycles < L.Then) {
      L.Verdict = TuningVerdict::Gains;
      L.Choice = R.Hints;
      L.Then = *R.Cycles;
    }
  L.Tried = std::move(Tried);
  return L;
}

TuningRecord recordOf(std::vector<TunedLoop> Loops) {
  TuningRecord R;
  for (TunedLoop &L : Loops)
    R.Functions.push_back({"f" + std::to_string(R.Functions.size()),
                           "cpu",
                           "",
                           100,
                           120,
                           {std::move(L)}});
  return R;
}

const LoopHints Eight = {0, 8, 0}, Two = {0, 2, 0};

} // namespace

TEST(TuningReport, OneCopyKeepsItsChoice) {
  const auto Places =
      findTunedPlaces(recordOf({loopAt(2, {{{}, 4, 1}, {Eight, 2, 8}}),
                                loopAt(1, {{{}, 4, 1}, {Eight, 4, 8}})}),
                      5);
  ASSERT_EQ(Places.size(), 2u);
  EXPECT_EQ(Places[0].Loop.Line, 1u) << "in the order of the source";
  EXPECT_EQ(Places[0].Loop.Verdict, TuningVerdict::Left);
  EXPECT_EQ(Places[1].Loop.Choice, Eight);
  EXPECT_EQ(Places[1].MoreBytes, 20);
}

// Inlined twice: one copy loses with eight, both gain with two.
TEST(TuningReport, CopiesGetOneChoice) {
  const auto Places = findTunedPlaces(
      recordOf({loopAt(1, {{{}, 8, 1}, {Eight, 2, 8}, {Two, 5, 2}}),
                loopAt(1, {{{}, 8, 1}, {Eight, 9, 8}, {Two, 6, 2}})}),
      5);
  ASSERT_EQ(Places.size(), 1u);
  EXPECT_EQ(Places[0].Functions, (std::vector<std::string>{"f0", "f1"}));
  EXPECT_EQ(Places[0].Loop.Verdict, TuningVerdict::Gains);
  EXPECT_EQ(Places[0].Loop.Choice, Two);
  EXPECT_EQ(Places[0].Loop.Then, CyclesPerIter(6))
      << "the copy that gains less";
  EXPECT_FALSE(Places[0].MoreBytes);
}

TEST(TuningReport, CopiesAreComparedAsTheyWereTried) {
  TunedLoop A = loopAt(1, {{{}, 8, 1}, {Eight, 2, 8}, {Two, 7, 2}}),
            B = loopAt(1, {{{}, 8, 1}, {Eight, 9, 8}, {Two, 6, 2}});
  // With the rest of its function it takes longer.
  A.Now = 80;
  const auto Places = findTunedPlaces(recordOf({A, B}), 5);
  EXPECT_EQ(Places[0].Loop.Choice, Two);
  EXPECT_EQ(Places[0].Loop.Now, CyclesPerIter(8));
  EXPECT_EQ(Places[0].Loop.Then, CyclesPerIter(7));
}

// The bytes of a function are those of all of its loops, unless one of them
// gets another choice because of what a copy of it wants.
TEST(TuningReport, BytesAreThoseOfTheFunction) {
  const TunedLoop First = loopAt(1, {{{}, 8, 1}, {Eight, 2, 8}}),
                  Second = loopAt(2, {{{}, 8, 1}, {Eight, 3, 8}});
  TuningRecord R = recordOf({First});
  R.Functions.front().Loops.push_back(Second);
  std::vector<TunedPlace> Places = findTunedPlaces(R, 5);
  ASSERT_EQ(Places.size(), 2u);
  EXPECT_EQ(Places[0].MoreBytes, 20);
  EXPECT_EQ(Places[1].MoreBytes, 20);

  R.Functions.push_back({"g", "cpu", "", 100, 120, {First}});
  Places = findTunedPlaces(R, 5);
  ASSERT_EQ(Places.size(), 2u);
  EXPECT_FALSE(Places[0].MoreBytes);
  EXPECT_FALSE(Places[1].MoreBytes);
}

TEST(TuningReport, CopiesThatWantDifferentThingsAreLeft) {
  const auto Places =
      findTunedPlaces(recordOf({loopAt(1, {{{}, 8, 1}, {Eight, 2, 8}}),
                                loopAt(1, {{{}, 8, 1}, {Eight, 9, 8}})}),
                      5);
  ASSERT_EQ(Places.size(), 1u);
  EXPECT_EQ(Places[0].Loop.Verdict, TuningVerdict::Left);
  EXPECT_EQ(Places[0].Loop.Now, Places[0].Loop.Then);
  EXPECT_EQ(Places[0].Loop.Why, "no candidate is better for all of its copies");
}

TEST(TuningReport, ALoopWithAPragmaKeepsIt) {
  TunedLoop Hinted = loopAt(1, {{{}, 8, 1}});
  Hinted.Verdict = TuningVerdict::Hinted;
  const auto Places = findTunedPlaces(
      recordOf({loopAt(1, {{{}, 8, 1}, {Eight, 2, 8}}), Hinted}), 5);
  ASSERT_EQ(Places.size(), 1u);
  EXPECT_EQ(Places[0].Loop.Verdict, TuningVerdict::Hinted);
}

TEST(TuningReport, Text) {
  TunedLoop Gains = loopAt(
      3, {{{}, CyclesPerIter(1, 8), 32}, {Eight, CyclesPerIter(1, 16), 64}});
  Gains.PaysFrom = 488;
  Gains.ThenRegisters = 19;
  Gains.ThenSpills = 3;
  TunedLoop Calls = loopAt(9, {{{}, 1, 1}});
  Calls.Verdict = TuningVerdict::NotJudged;
  Calls.Why = "it calls functions";
  std::string Out;
  raw_string_ostream OS(Out);
  TuningFacts Facts;
  Facts.File = "a.c";
  Facts.Cpu = "znver4";
  printTuningText(OS, Facts, findTunedPlaces(recordOf({Gains, Calls}), 5));
  const std::string Table =
      "a.c: 2 loops, 1 gains more than 5 % by the model of znver4\n"
      "place    function    now   best   gain  from  bytes  regs  spills  "
      "#pragma clang loop\n"
      "a.c:3:3  f0        0.125  0.063  2.00x   488    +20    19       3  "
      "interleave_count(8)\n"
      "a.c:9:3  f1                                                        "
      "not judged: it calls functions\n";
  EXPECT_EQ(Out.substr(0, Table.size()), Table);
}
