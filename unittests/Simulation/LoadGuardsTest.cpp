//===- LoadGuardsTest.cpp - Loads that read before stores know ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Simulation/LoadGuards.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

constexpr uint32_t Load = 0, Store = 1;

/// A load and, behind it or before it, a store that it meets \p Distance
/// iterations later, in the iterations of \p Trips.
SimProgram program(uint32_t Distance, uint64_t Trips, bool StoreFirst = false) {
  SimProgram P;
  const uint32_t LoadNode = StoreFirst ? 1 : 0, StoreNode = 1 - LoadNode;
  for (uint32_t I = 0; I < 2; ++I) {
    SimInst Inst{};
    Inst.Nodes[0] = I;
    for (unsigned G = 1; G <= NumUopGroups; ++G)
      Inst.Nodes[G] = I + 1;
    P.Insts.push_back(Inst);
  }
  P.Inputs.push_back({StoreNode, LoadNode, Distance, 7, true, Trips});
  P.Nodes.resize(2);
  P.Nodes[LoadNode] = {0, 1, 4, 0, NodePart::Load, false, 1};
  P.Nodes[StoreNode] = {1, 0, 1, 0, NodePart::Store, false, 0};
  return P;
}

CoreSizes rules(unsigned Hold) {
  CoreSizes M;
  M.DisambiguationHold = Hold;
  M.DisambiguationWait = 5;
  M.DisambiguationClear = 20;
  return M;
}

void expectVerdict(LoadGuards::Verdict V, int64_t From, bool HasCleared) {
  EXPECT_EQ(V.From, From);
  EXPECT_EQ(V.HasCleared, HasCleared);
}

// The load of iteration 1 could start at 10; the store that it meets knows its
// address at 30. It is fetched again 20 ticks later, and the next two wait for
// the store of the iteration before. That they meet changes nothing.
TEST(LoadGuards, HoldsForSomeExecutions) {
  LoadGuards G(program(1, ~uint64_t(0)), rules(2), 1);
  ASSERT_TRUE(G.hasLoad(Load));
  ASSERT_TRUE(G.hasStore(Store));
  EXPECT_FALSE(G.hasLoad(Store));
  expectVerdict(G.load(Load, 0, 0), LoadGuards::Never, false);
  G.store(Store, 0, 30);
  expectVerdict(G.load(Load, 1, 10), 50, true);
  G.store(Store, 1, 60);
  expectVerdict(G.load(Load, 2, 40), 65, false);
  G.store(Store, 2, 70);
  expectVerdict(G.load(Load, 3, 50), 75, false);
  G.store(Store, 3, 80);
  expectVerdict(G.load(Load, 4, 60), 100, true);
}

TEST(LoadGuards, LetsThroughWhatStartsLater) {
  LoadGuards G(program(1, ~uint64_t(0)), rules(2), 1);
  G.store(Store, 0, 30);
  expectVerdict(G.load(Load, 1, 30), LoadGuards::Never, false);
}

// Only in iterations 2, 66, ... do the two meet.
TEST(LoadGuards, OnlyWhereTheyMeet) {
  LoadGuards G(program(1, 4), rules(2), 1);
  for (uint64_t I : {0, 1, 3, 63, 64}) {
    G.store(Store, I, 1000);
    expectVerdict(G.load(Load, I + 1, 10),
                  (I + 1) % 64 == 2 ? 1020 : LoadGuards::Never,
                  (I + 1) % 64 == 2);
    if ((I + 1) % 64 == 2)
      break;
  }
}

// A store before the load: the guard waits for that of the same iteration.
TEST(LoadGuards, StoresOfTheSameIteration) {
  LoadGuards G(program(0, ~uint64_t(0), /*StoreFirst=*/true), rules(1), 2);
  G.store(0, 0, 30);
  expectVerdict(G.load(1, 0, 10), 70, true);
  G.store(0, 1, 90);
  expectVerdict(G.load(1, 1, 10), 100, false);
}

TEST(LoadGuards, NoneWithoutARule) {
  LoadGuards G(program(1, ~uint64_t(0)), rules(0), 1);
  EXPECT_FALSE(G.hasLoad(Load));
  EXPECT_FALSE(G.hasStore(Store));
}

std::vector<int64_t> stateOf(const LoadGuards &G, int64_t Now, uint64_t I) {
  std::vector<int64_t> State;
  G.visitState(Now, I, [&](int64_t N) {
    State.push_back(N);
    return true;
  });
  return State;
}

// Two iterations later and 100 ticks later all is as it was, but for a guard
// that is set.
TEST(LoadGuards, StateIsRelative) {
  LoadGuards A(program(1, ~uint64_t(0)), rules(2), 1), B = A;
  A.store(Store, 0, 30);
  B.store(Store, 2, 130);
  EXPECT_EQ(stateOf(A, 40, 1), stateOf(B, 140, 3));
  A.load(Load, 1, 10);
  EXPECT_NE(stateOf(A, 40, 1), stateOf(B, 140, 3));
  B.load(Load, 3, 110);
  EXPECT_EQ(stateOf(A, 40, 1), stateOf(B, 140, 3));
  B.store(Store, 3, 145);
  EXPECT_NE(stateOf(A, 40, 1), stateOf(B, 140, 3));
}

} // namespace
