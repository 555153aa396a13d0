//===- LoopAnalysisTest.cpp - From a loop to its figures ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A listing of one function with one loop, which can be thrown away.
struct Source {
  Listing Code;
  LoopBody Body;
  Source(ToyTester &T, StringRef Text) {
    Code.Insts = T.Semantics.assemble(Text);
    ListedBlock B;
    B.End = Code.Insts.size();
    Code.Functions.push_back({"f", {B}});
    Body.Path = Body.Blocks = {0};
  }
  kernelbounds::Loop loop(ToyTester &T) {
    return {Code, Code.Functions.front(), Body, T.Semantics.semantics()};
  }
};

constexpr const char *Sum =
    "vaddpd (%rax), %xmm1, %xmm1\n addq $16, %rax\n jne .L0";

LoopResult analyzeText(ToyTester &T, StringRef Text, const LoopOptions &O) {
  Source S(T, Text);
  return analyzeLoop(S.loop(T), T.model(), O);
}

/// Nothing of the listing is needed once the figures are there.
TEST(LoopAnalysis, OwnsWhatItRefersTo) {
  ToyTester T;
  LoopOptions O;
  O.Simulate = true;
  O.Sensitivity = SpeedFactor();
  const LoopResult R = analyzeText(T, Sum, O);
  EXPECT_EQ(&R.Bounds.kernel(), R.Body.get());
  ASSERT_EQ(R.Body->Insts.size(), 3u);
  for (const KernelInst &I : R.Body->Insts)
    EXPECT_EQ(I.Inst->getOpcode(), I.Opcode);
  EXPECT_EQ(R.Bounds.LimitedBy, Limit::Latency);
  EXPECT_FALSE(R.Bounds.LCD.Edges.empty());
  // It can be moved, and still refers to its own kernel.
  LoopResult Moved = analyzeText(T, Sum, O);
  const LoopResult Again = std::move(Moved);
  EXPECT_EQ(&Again.Bounds.kernel(), Again.Body.get());
}

/// The parts are there if they were asked for, and do not change each other.
TEST(LoopAnalysis, PartsOnRequest) {
  ToyTester T;
  LoopOptions Nothing;
  Nothing.Advice = false;
  const LoopResult Bounds = analyzeText(T, Sum, Nothing);
  EXPECT_FALSE(Bounds.Simulation || Bounds.WhatIf);
  EXPECT_EQ(Bounds.Next.What, Opportunity::Kind::None);
  EXPECT_EQ(Bounds.prediction(), Bounds.Bounds.Prediction);
  LoopOptions All;
  All.Simulate = true;
  All.Sensitivity = SpeedFactor();
  const LoopResult R = analyzeText(T, Sum, All);
  ASSERT_TRUE(R.Simulation && R.WhatIf);
  EXPECT_EQ(R.Bounds.Prediction, Bounds.Bounds.Prediction);
  EXPECT_EQ(R.prediction(), R.Simulation->Result.Cycles);
  EXPECT_EQ(R.WhatIf->Base, R.prediction());
  EXPECT_EQ(R.Next.What, Opportunity::Kind::IndependentChains);
  EXPECT_GE(R.upper(), R.prediction());
}

/// A simulation that was given up leaves the bound as the prediction.
TEST(LoopAnalysis, BudgetIsKept) {
  ToyTester T;
  LoopOptions O;
  O.Simulate = true;
  O.Simulation.Budget = 1;
  const LoopResult R = analyzeText(T, Sum, O);
  ASSERT_TRUE(R.Simulation);
  EXPECT_FALSE(R.isSimulated());
  EXPECT_EQ(R.prediction(), R.Bounds.Prediction);
}

/// What data decide is not drawn if its simulation would not come to an end
/// in 768 iterations.
TEST(LoopAnalysis, DrawsWithinBudget) {
  ToyTester T;
  constexpr const char *Histogram =
      "movzbl (%rsi), %eax\n incl (%rdi,%rax,4)\n incq %rsi\n jne .L0";
  LoopOptions O;
  O.Simulate = true;
  const LoopResult Drawn = analyzeText(T, Histogram, O);
  ASSERT_TRUE(Drawn.isSimulated());
  EXPECT_FALSE(Drawn.Bounds.Drawn.empty());
  O.Bounds.DrawBudget = 1 << 20;
  EXPECT_EQ(analyzeText(T, Histogram, O).prediction(), Drawn.prediction());
  O.Bounds.DrawBudget = 700;
  const LoopResult Over = analyzeText(T, Histogram, O);
  EXPECT_TRUE(Over.Bounds.IsDrawOverBudget && Over.Bounds.Drawn.empty());
  EXPECT_FALSE(Over.isSimulated());
  EXPECT_EQ(Over.prediction(), Over.Bounds.Prediction);
  // Where nothing is drawn, there is nothing to leave out.
  EXPECT_TRUE(analyzeText(T, Sum, O).isSimulated());
}

/// What a caller knows of the code counts.
TEST(LoopAnalysis, CallerPrepares) {
  ToyTester T;
  Source S(T, Sum);
  const LoopResult R =
      analyzeLoop(S.loop(T), T.model(), {},
                  [](Kernel &K, AnalysisOptions &) { K.IsUnrolled = true; });
  EXPECT_TRUE(R.Body->IsUnrolled);
  EXPECT_EQ(R.Next.What, Opportunity::Kind::None);
}

} // namespace
