//===- TuningRecordTest.cpp - Tests of the record of tuning ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/TuningRecord.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

static std::string textOf(const TuningRecord &R) {
  std::string Out;
  raw_string_ostream OS(Out);
  writeTuningRecord(OS, R);
  return Out;
}

TEST(TuningRecord, ComesBackAsItWas) {
  TunedLoop L;
  L.File = "/a \"b\".c";
  L.Line = 3;
  L.Column = 5;
  L.Verdict = TuningVerdict::Gains;
  L.Iterations = 1ULL << 40;
  L.Choice = {8, 4, 1, LoopTransform::KeepValues};
  L.Now = {1, 3};
  L.Then = {1, 7};
  L.NowTrip = 32;
  L.ThenTrip = 64;
  L.NowSpills = 1;
  L.ThenSpills = 2;
  L.NowRegisters = 5;
  L.ThenRegisters = 9;
  L.PaysFrom = 77;
  L.Choice.Jam = 4;
  L.Choice.Distribute = true;
  L.Choice.Predicate = true;
  L.Outer = {"/c.c", 2, 3};
  L.Tried = {{{}, CyclesPerIter(1, 3), 32}, {{1, 0, 0}, std::nullopt, 0}};
  L.Tried.front().Shape.Parts = {{1, 4, 3}, {1, 6, 5, 2, {3, 8}, 7}};
  TunedLoop Other;
  Other.Why = "it calls functions";
  Other.Seen = TripRange{12, 100, 240, TripRange::Counted};
  const TuningRecord R = {"", {{"f", "znver4", "", 10, 20, {L, Other}}}};

  Expected<TuningRecord> Back = readTuningRecord(textOf(R), "r.json");
  ASSERT_TRUE(bool(Back)) << toString(Back.takeError());
  EXPECT_EQ(textOf(*Back), textOf(R));
  const TunedLoop &B = Back->Functions.at(0).Loops.at(0);
  EXPECT_EQ(B.Then, CyclesPerIter(1, 7));
  EXPECT_EQ(B.Choice, L.Choice);
  EXPECT_EQ(B.NowRegisters, 5U);
  EXPECT_EQ(B.ThenRegisters, 9U);
  EXPECT_EQ(B.Outer.text(), "c.c:2:3");
  EXPECT_EQ(B.Tried.at(0).Shape.Parts.at(1).Piece, 2U);
  EXPECT_EQ(B.Tried.at(0).Shape.Parts.at(1).Visits, (VisitShare{3, 8}));
  EXPECT_EQ(B.Tried.at(0).Shape.Parts.at(0).Once, CyclesPerIter(0));
  EXPECT_EQ(B.Tried.at(0).Shape.Parts.at(1).Once, CyclesPerIter(7));
  EXPECT_EQ(B.Iterations, 1ULL << 40);
  EXPECT_FALSE(B.Tried.at(1).Cycles);
  EXPECT_FALSE(B.Seen);
  EXPECT_FALSE(Back->Functions.at(0).Loops.at(1).PaysFrom);
  EXPECT_EQ(Back->Functions.at(0).Loops.at(1).Seen, Other.Seen);
}

TEST(TuningRecord, RangesOfTripsAreInOrder) {
  TunedLoop L;
  for (const TripRange &R :
       {TripRange{0, 1, 2, TripRange::Counted},
        TripRange{3, 2, 4, TripRange::Mean}, TripRange{1, 3, 2}}) {
    L.Seen = R;
    const TuningRecord Bad = {"", {{"f", "znver4", "", 10, 20, {L}}}};
    Expected<TuningRecord> Back = readTuningRecord(textOf(Bad), "r.json");
    ASSERT_FALSE(bool(Back));
    EXPECT_NE(toString(Back.takeError()).find("expected a range of trips"),
              std::string::npos);
  }
}

TEST(TuningRecord, Faults) {
  for (StringRef Text : {"", "{", "[]", "{\"problem\": 1, \"functions\": []}",
                         "{\"problem\": \"\", \"functions\": [{}]}"}) {
    Expected<TuningRecord> R = readTuningRecord(Text, "r.json");
    ASSERT_FALSE(bool(R)) << Text.str();
    EXPECT_NE(toString(R.takeError()).find("'r.json' is no record of tuning"),
              std::string::npos);
  }
}

TEST(TuningRecord, Numbers) {
  EXPECT_EQ(thousandths({1, 16}), "0.063");
  EXPECT_EQ(thousandths({25, 2}), "12.500");
  EXPECT_EQ(timesAsFast({1, 8}, {1, 16}), "2.00");
  EXPECT_EQ(timesAsFast(5, 4), "1.25");
}
