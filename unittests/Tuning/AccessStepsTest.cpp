//===- AccessStepsTest.cpp - Tests of iterations in a trip ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/AccessSteps.h"
#include "../Kernel/ToyTester.h"
#include "kernel-bounds/Advice/LoopAnalysis.h"

using namespace kernelbounds;

TEST(AccessSteps, Trips) {
  struct Row {
    const char *Name;
    AccessSteps Compiled, Source;
    unsigned Trips;
  };
  const Row Rows[] = {
      {"nothing moves", {{}, {}}, {{4}, {}}, 0},
      {"as written", {{4}, {}}, {{4}, {}}, 1},
      {"vectors", {{64}, {}}, {{4}, {}}, 16},
      {"two types", {{32, 64}, {}}, {{4, 8}, {}}, 8},
      // A step of 8 is one of the source, too; that of 16 is not.
      {"not the first", {{8, 16}, {}}, {{4, 8}, {}}, 2},
      {"no multiple", {{6}, {}}, {{4}, {}}, 0},
      {"one of several is left", {{32}, {}}, {{4, 8}, {}}, 4},
      {"known at run time", {{}, {8}}, {{}, {4}}, 2},
  };
  for (const Row &R : Rows)
    EXPECT_EQ(tripsIn(R.Compiled, R.Source), R.Trips) << R.Name;
  const AccessSteps Scatters = {{64}, {}}, Source = {{4, 8}, {}};
  EXPECT_EQ(tripsIn(Scatters, Source), 8U);
  EXPECT_EQ(tripsIn(Scatters, Source, 16), 16U) << "the index tells it";
  EXPECT_EQ(tripsIn(Scatters, Source, 32), 8U) << "an index of something else";
}

/// The load stays where it is, the store moves by 48 bytes in a trip, down.
TEST(AccessSteps, OfInstructions) {
  ToyTester T;
  Listing Code;
  Code.Insts = T.Semantics.assemble(
      "movsd (%rdi), %xmm0\n movsd %xmm0, (%rax)\n subq $48, %rax\n jne .L0");
  ListedBlock B;
  B.End = Code.Insts.size();
  Code.Functions.push_back({"f", {B}});
  LoopBody Body;
  Body.Path = Body.Blocks = {0};
  const LoopResult R =
      analyzeLoop({Code, Code.Functions.front(), Body, T.Semantics.semantics()},
                  T.model(), {});
  const AccessSteps Steps = findAccessSteps(R.Bounds);
  EXPECT_EQ(Steps.Constant, std::set<uint64_t>{48});
  EXPECT_TRUE(Steps.Symbolic.empty());
}
