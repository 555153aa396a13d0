//===- OnePassTest.cpp - Code that runs once ------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/OnePass.h"
#include "RandomProgram.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

PortSet P(uint64_t Bits) { return PortSet(Bits); }

/// Cycles from the retirement of each instruction to that of the next.
std::vector<int64_t> steps(const std::vector<ToyInst> &Insts,
                           const CoreSizes &M = {},
                           std::vector<uint16_t> Refetch = {}) {
  std::vector<int64_t> T = simulateOnce(makeProgram(Insts, 4), M, Refetch);
  for (size_t I = T.size() - 1; I > 0; --I)
    T[I] -= T[I - 1];
  T.erase(T.begin());
  return T;
}

using Steps = std::vector<int64_t>;

} // namespace

TEST(OnePass, WaitsForInputs) {
  EXPECT_EQ(steps({{P(1), 4}, {P(1), 4, {{0, 0}}}, {P(1), 4, {{1, 0}}}}),
            (Steps{4, 4}));
  // Nothing comes around from the last instruction to the first.
  EXPECT_EQ(steps({{P(1), 4, {{1, 1}}}, {P(2), 4}}), (Steps{0}));
}

TEST(OnePass, WaitsForPorts) {
  EXPECT_EQ(steps({{P(1)}, {P(1)}, {P(1)}}), (Steps{1, 1}));
}

TEST(OnePass, RefetchesBehindABranch) {
  // Executed one cycle after it started; its successor is renamed 10 cycles
  // later, starts in the cycle after that, and has its result one cycle later.
  EXPECT_EQ(steps({{P(1)}, {P(2)}}, {}, {10, 0}), (Steps{12}));
  EXPECT_EQ(steps({{P(1)}, {P(2)}}, {}, {0, 10}), (Steps{0}));
}

TEST(OnePass, RefetchNeverHelps) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::vector<ToyInst> Insts;
    for (uint32_t I = 0; I < 40; ++I) {
      ToyInst T{P(1 + Random() % 15), int(1 + Random() % 5)};
      if (I != 0 && Random() % 2)
        T.Inputs = {{uint32_t(Random() % I), 0u}};
      Insts.push_back(T);
    }
    CoreSizes M;
    M.IssueWidth = 4;
    M.ReorderBuffer = 16;
    const SimProgram Program = makeProgram(Insts, 4);
    std::vector<uint16_t> Refetch(Insts.size(), 0);
    const std::vector<int64_t> Before = simulateOnce(Program, M, Refetch);
    EXPECT_EQ(Before, simulateOnce(Program, M));
    EXPECT_TRUE(std::is_sorted(Before.begin(), Before.end()));
    Refetch[Random() % 39] = 20;
    EXPECT_GE(simulateOnce(Program, M, Refetch).back(), Before.back());
  }
}
