//===- EvaluationTest.cpp - Tests of evaluations --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Comparison.h"
#include "kernel-bounds/Measure/Lifting.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

EvaluatedLoop loop(StringRef Kernel, double Measured,
                   std::vector<Prediction> Predictions) {
  EvaluatedLoop L;
  L.Kernel = Kernel.str();
  L.Variant = "clang-O2";
  L.Compiler = "clang";
  L.Tags = {"latency"};
  L.Loop = "abc";
  L.Measured = Measured;
  L.Spread = 0.01;
  L.Predictions = std::move(Predictions);
  return L;
}

Evaluation sample() {
  Evaluation E;
  E.Predictors = {{"ours", true, 0}, {"theirs", false, 0}};
  E.Loops = {loop("a", 4, {{4.0, ""}, {5.0, ""}}),
             loop("b", 2, {{1.0, ""}, {std::nullopt, "crashed, twice"}}),
             loop("c", 1, {{1.5, ""}, {std::nullopt, ""}})};
  E.Loops[1].IsCarried = true;
  E.Loops[1].IsChainExpected = true;
  return E;
}

} // namespace

TEST(Evaluation, CsvRoundTrip) {
  Evaluation E = sample();
  SmallString<128> File;
  ASSERT_FALSE(sys::fs::createTemporaryFile("kb", "csv", File));
  FileRemover Remover(File);
  std::error_code EC;
  {
    raw_fd_ostream OS(File, EC);
    writeEvaluationCsv(OS, E);
  }
  Expected<Evaluation> Back = readEvaluationCsv(File);
  ASSERT_TRUE(bool(Back)) << toString(Back.takeError());
  std::string Old, New;
  raw_string_ostream OldOS(Old), NewOS(New);
  writeEvaluationCsv(OldOS, E);
  writeEvaluationCsv(NewOS, *Back);
  EXPECT_EQ(Old, New);
  EXPECT_TRUE(Back->Predictors[0].IsLowerBound);
  EXPECT_TRUE(Back->Loops[1].IsChainExpected);
  EXPECT_EQ(Back->Loops[1].Predictions[1].Failure, "crashed, twice");
  EXPECT_FALSE(Back->Loops[2].Predictions[1].hasFailed());
}

TEST(Evaluation, Groups) {
  Evaluation E = sample();
  std::vector<LoopGroup> Groups = groupLoops(E);
  ASSERT_EQ(Groups.size(), 6u);
  EXPECT_EQ(Groups[0].Loops.size(), 3u);
  EXPECT_EQ(Groups[2].Title, "carried through memory");
  EXPECT_EQ(Groups[2].Loops, std::vector<unsigned>{1});
  EXPECT_EQ(Groups[3].Title, "carried through memory, as expected");
  EXPECT_EQ(Groups[3].Loops, std::vector<unsigned>{1});
  PredictorSummary S = summarizeGroup(E, 0, Groups[0]);
  EXPECT_EQ(S.Errors.Count, 3u);
  EXPECT_EQ(S.Errors.NumViolations, 1u);
  S = summarizeGroup(E, 1, Groups[0]);
  EXPECT_EQ(S.Errors.Count, 1u);
  EXPECT_EQ(S.NumFailed, 1u);
  EXPECT_EQ(S.NumNotAsked, 1u);
}

TEST(Evaluation, WorstFirst) {
  Evaluation E = sample(); // Errors of ours: 0, 50 %, 50 %.
  EXPECT_EQ(worstFirst(E, 0), (std::vector<unsigned>{1, 2, 0}));
  EXPECT_EQ(worstFirst(E, 1), std::vector<unsigned>{0});
}

TEST(EvaluationComparison, NamesWhatChanged) {
  Evaluation Old = sample(), New = sample();
  New.Loops[0].Predictions[0].Cycles = 8; // Worse, and above.
  New.Loops[1].Predictions[0].Cycles = 2; // Better.
  New.Loops[2].Loop = "other code";       // Not the same loop.
  New.Loops[1].Predictions[1] = {2.0, ""};
  EvaluationComparison C = compareEvaluations(Old, New, 0.01);
  EXPECT_EQ(C.NumCommon, 2u);
  EXPECT_EQ(C.NumOnlyOld, 1u);
  EXPECT_EQ(C.NumOnlyNew, 1u);
  ASSERT_EQ(C.Predictors.size(), 2u);
  const PredictorComparison &P = C.Predictors[0];
  ASSERT_EQ(P.Worse.size(), 1u);
  EXPECT_EQ(New.Loops[P.Worse[0].New].Kernel, "a");
  EXPECT_TRUE(P.Worse[0].NewViolation);
  EXPECT_DOUBLE_EQ(P.Worse[0].NewError, 1);
  ASSERT_EQ(P.Better.size(), 1u);
  EXPECT_FALSE(P.Better[0].NewViolation);
  EXPECT_EQ(C.Predictors[1].NumRepaired, 1u);
  EXPECT_EQ(C.Predictors[1].NumSame, 1u);
}

TEST(Lifting, WeightsByExecutions) {
  KernelToPredict K;
  K.Trips = 64;
  K.Pieces = {{"", 64, true, "f", 0, 1}, {"", 1, false, "f", 0, 0}};
  Prediction P = liftPredictions(K, {{2.0, ""}, {5.0, ""}});
  ASSERT_TRUE(P.Cycles);
  EXPECT_DOUBLE_EQ(*P.Cycles, 133.0 / 64);
  P = liftPredictions(K, {{2.0, ""}, {std::nullopt, "why"}});
  EXPECT_FALSE(P.Cycles);
  EXPECT_EQ(P.Failure, "why");
}

TEST(Lifting, LastNumber) {
  EXPECT_EQ(findLastNumber("TP: 5.25\n"), 5.25);
  EXPECT_EQ(findLastNumber("1 2 3e1 cycles"), 30);
  EXPECT_EQ(findLastNumber("7"), 7);
  EXPECT_EQ(findLastNumber("none"), std::nullopt);
  EXPECT_EQ(findLastNumber(""), std::nullopt);
}
