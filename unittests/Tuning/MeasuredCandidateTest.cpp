//===- MeasuredCandidateTest.cpp - Tests of what was measured -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/MeasuredCandidate.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

MeasuredProgram example() {
  MeasuredProgram P;
  P.Run = "./bench";
  P.Rounds = 5;
  P.Default = {0.812, 0.004, true};
  MeasuredCandidate C;
  C.File = "src/dot.c";
  C.Line = C.Column = 3;
  C.Functions = {"dot", "dot2"};
  C.Iterations = 1000;
  C.Hints = {0, 0, 4};
  C.Now = CyclesPerIter(1);
  C.Then = CyclesPerIter(5, 8);
  C.Trip = 4;
  C.Time = {0.671, 0.01, true};
  P.Candidates.push_back(C);
  C.Hints = {0, 0, 8};
  C.Outcome = CandidateOutcome::OtherOutput;
  C.Time = {};
  P.Candidates.push_back(C);
  return P;
}

template <typename Print> std::string textOf(Print P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  P(OS);
  return Text;
}

} // namespace

// The example of the header.
TEST(MeasuredCandidate, Text) {
  MeasuredProgram P = example();
  auto Print = [&](llvm::raw_ostream &OS) {
    printMeasuredText(OS, P, PragmaDialect::Gcc);
  };
  EXPECT_EQ(
      textOf(Print),
      "\nmeasured: ./bench takes 0.812 s as compiled (5 rounds, spread 0.4 %)\n"
      "place      #pragma GCC  predicted  measured\n"
      "dot.c:3:3  unroll 4         1.60x     1.21x\n"
      "dot.c:3:3  unroll 8         1.60x            left out: its output is "
      "another one\n"
      "predicted: how many times as fast the loop is; measured: how many times "
      "as fast the whole\nprogram is, by its processor time.\n");
  P.Default.IsConfirmed = false;
  EXPECT_NE(textOf(Print).find("(5 rounds, of which no two agree)"),
            std::string::npos);
}

TEST(MeasuredCandidate, Dataset) {
  const std::string Text = textOf([](llvm::raw_ostream &OS) {
    printDataset(
        OS, example(),
        {"gcc", "-O2 -DX=\"a,b\"", "znver5", "znver4", PragmaDialect::Gcc});
  });
  EXPECT_NE(
      Text.find("\nsrc/dot.c,3,3,dot dot2,gcc,\"-O2 -DX=\"\"a,b\"\"\",znver5,"
                "znver4,#pragma GCC unroll 4,,,,0,0,4,0,0,0,1000,4,1.000000,"
                "0.625000,1.6000,measured,0.671000,0.0100,yes,1.2101,5\n"),
      std::string::npos)
      << Text;
  EXPECT_NE(Text.find("1.6000,other-output,,,,,5\n"), std::string::npos)
      << Text;
}
