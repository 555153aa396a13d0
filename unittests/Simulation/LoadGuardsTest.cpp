//===- LoadGuardsTest.cpp - Loads that read before stores know ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Simulation/LoadGuards.h"
#include "LoopOnCore.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

constexpr uint64_t Always = ~uint64_t(0);

/// Where a load has what a store stored: positions in the program, iterations
/// between them, and those in which it does.
struct Meeting {
  uint32_t Store, Load, Distance;
  uint64_t Trips = Always;
};

/// Instructions 'l' and 's' that load and store, with the places in the code
/// \p Codes, or each with its own.
SimProgram program(const std::string &Kinds, const std::vector<Meeting> &Met,
                   const std::vector<uint32_t> &Codes = {}) {
  SimProgram P;
  for (uint32_t I = 0; I < Kinds.size(); ++I) {
    SimInst Inst{};
    Inst.Nodes[0] = I;
    for (unsigned G = 1; G <= NumUopGroups; ++G)
      Inst.Nodes[G] = I + 1;
    Inst.NumLoads = Kinds[I] == 'l';
    Inst.NumStores = Kinds[I] == 's';
    Inst.Code = Codes.empty() ? I : Codes[I];
    P.Insts.push_back(Inst);
    const auto First = static_cast<uint32_t>(P.Inputs.size());
    for (const Meeting &M : Met)
      if (M.Load == I)
        P.Inputs.push_back({M.Store, I, M.Distance, 7, true, M.Trips});
    const auto Num = static_cast<uint32_t>(P.Inputs.size() - First);
    P.Nodes.push_back({First, Num, 4, 0,
                       Kinds[I] == 'l' ? NodePart::Load : NodePart::Store,
                       false, Num});
  }
  return P;
}

CoreSizes rules(unsigned Hold, unsigned Data = 0) {
  CoreSizes M;
  M.DisambiguationHold = Hold;
  M.DisambiguationWait = 5;
  M.DisambiguationData = Data;
  M.DisambiguationClear = 20;
  return M;
}

void expectVerdict(LoadGuards::Verdict V, int64_t From, bool HasCleared) {
  EXPECT_EQ(V.From, From);
  EXPECT_EQ(V.HasCleared, HasCleared);
}

constexpr uint32_t Load = 0, Store = 1;
SimProgram meetsNext() { return program("ls", {{Store, Load, 1}}); }

// The load of iteration 1 could start at 10; the store that it meets knows its
// address at 30. It is fetched again 20 ticks later, and the next two wait for
// the store of the iteration before. That they meet changes nothing.
TEST(LoadGuards, HoldsForSomeExecutions) {
  LoadGuards G(meetsNext(), rules(2), 1);
  ASSERT_TRUE(G.hasLoad(Load));
  ASSERT_TRUE(G.hasAddress(Store));
  ASSERT_TRUE(G.hasDatum(Store));
  EXPECT_FALSE(G.hasLoad(Store));
  EXPECT_FALSE(G.hasAddress(Load));
  expectVerdict(G.load(Load, 0), LoadGuards::Never, false);
  G.setAddress(Store, 30);
  expectVerdict(G.load(Load, 10), 50, true);
  G.setAddress(Store, 60);
  expectVerdict(G.load(Load, 40), 65, false);
  G.setAddress(Store, 70);
  expectVerdict(G.load(Load, 50), 75, false);
  G.setAddress(Store, 80);
  expectVerdict(G.load(Load, 60), 100, true);
}

TEST(LoadGuards, LetsThroughWhatStartsLater) {
  LoadGuards G(meetsNext(), rules(2), 1);
  G.setAddress(Store, 30);
  expectVerdict(G.load(Load, 30), LoadGuards::Never, false);
}

// They meet in one of 64 iterations: so often a load reads too early.
TEST(LoadGuards, AsOftenAsTheyMeet) {
  LoadGuards G(program("ls", {{Store, Load, 1, 4}}), rules(1), 1);
  unsigned NumCleared = 0;
  for (unsigned I = 0; I < 64 * 10; ++I) {
    NumCleared += G.load(Load, 10).HasCleared;
    G.setAddress(Store, 1000);
  }
  EXPECT_NEAR(NumCleared, 10, 1);
}

// A store before the load: the guard waits for that of the same iteration.
TEST(LoadGuards, StoresOfTheSameIteration) {
  LoadGuards G(program("sl", {{0, 1, 0}}), rules(1), 2);
  G.setAddress(0, 30);
  expectVerdict(G.load(1, 10), 70, true);
  G.setAddress(0, 90);
  expectVerdict(G.load(1, 10), 100, false);
}

// A load that waits does so for the addresses of all stores, and for the data
// of the store that it may meet.
TEST(LoadGuards, WaitsForAllAddresses) {
  LoadGuards G(program("lss", {{1, 0, 1}}), rules(3, 2), 1);
  EXPECT_TRUE(G.hasAddress(2));
  EXPECT_FALSE(G.hasDatum(2));
  G.setAddress(1, 30);
  expectVerdict(G.load(0, 10), 50, true);
  G.setAddress(1, 60);
  G.setAddress(2, 90);
  expectVerdict(G.load(0, 40), 95, false);
  G.setDatum(1, 200);
  expectVerdict(G.load(0, 40), 202, false);
}

// On a core where it waits for those stores alone that it may meet.
TEST(LoadGuards, WaitsForOwnAddresses) {
  CoreSizes M = rules(3, 2);
  M.DisambiguationOwn = 1;
  LoadGuards G(program("lss", {{1, 0, 1}}), M, 1);
  G.setAddress(1, 30);
  expectVerdict(G.load(0, 10), 50, true);
  G.setAddress(1, 60);
  G.setAddress(2, 90);
  expectVerdict(G.load(0, 40), 65, false);
  G.setAddress(1, 50); // Known before the one of an earlier execution.
  expectVerdict(G.load(0, 40), 65, false);
  G.setDatum(1, 200);
  expectVerdict(G.load(0, 40), 202, false);
}

// A load that meets in every execution a store which has not left, on a core
// that lets one of two pass: the second one waits for addresses, and not for
// data.
TEST(LoadGuards, MeetsStoresInFlight) {
  CoreSizes M = rules(2, 2);
  M.DisambiguationMet = 2;
  LoadGuards G(meetsNext(), M, 1);
  EXPECT_TRUE(G.hasLeft(Store));
  EXPECT_FALSE(G.hasLeft(Load));
  auto Meets = [&](int64_t Address, int64_t Left) {
    G.setAddress(Store, Address);
    G.setDatum(Store, Address + 100);
    G.setLeft(Store, Left);
  };
  Meets(5, 100);
  expectVerdict(G.load(Load, 10), LoadGuards::Never, false);
  Meets(6, 101);
  expectVerdict(G.load(Load, 10), 11, false);
  Meets(7, 102);
  expectVerdict(G.load(Load, 10), 12, false);
  // The guard is off. What has left is not met.
  Meets(8, 13);
  expectVerdict(G.load(Load, 10), LoadGuards::Never, false);
  Meets(8, 14);
  expectVerdict(G.load(Load, 10), LoadGuards::Never, false);
}

TEST(LoadGuards, WithoutAModelOfMeetings) {
  LoadGuards G(meetsNext(), rules(2), 1);
  EXPECT_FALSE(G.hasLeft(Store));
}

// Two copies of a load have one guard.
TEST(LoadGuards, CopiesHaveOneGuard) {
  const SimProgram P = program("lsls", {{1, 2, 0}, {3, 0, 1}}, {0, 1, 0, 1});
  LoadGuards G(P, rules(1), 1);
  G.setAddress(1, 30);
  expectVerdict(G.load(2, 10), 50, true);
  G.setAddress(3, 60);
  expectVerdict(G.load(0, 40), 65, false);
}

// Two trips in a row: what was listed once has one place in the code.
TEST(LoadGuards, CopiesComeFromOnePlace) {
  ToyTester T;
  Kernel K = T.Semantics.kernel("vmovupd (%rax), %xmm0\n addq $16, %rax\n"
                                "vmovupd (%rax), %xmm0\n addq $16, %rax");
  for (uint32_t I = 0; I < 4; ++I)
    K.Insts[I].Listed = I % 2;
  const Analysis A = analyzeKernel(std::move(K), T.model(), T.numUnits(), {});
  const SimProgram P = makeSimProgram(A.Mapped, A.Graph);
  EXPECT_EQ(P.Insts[0].Code, P.Insts[2].Code);
  EXPECT_EQ(P.Insts[1].Code, P.Insts[3].Code);
  EXPECT_NE(P.Insts[0].Code, P.Insts[1].Code);
}

// What is met at some of many distances is as likely at those between.
TEST(LoadGuards, SpreadsWhatIsRare) {
  LoadGuards G(program("ls", {{1, 0, 20, 1}, {1, 0, 40, 1}}), rules(1), 1);
  unsigned NumCleared = 0;
  for (unsigned I = 0; I < 6400; ++I) {
    const int64_t Now = I;
    // The last store is not known yet, and those before are.
    NumCleared += G.load(0, Now).HasCleared;
    G.setAddress(1, Now + 4 + 1);
  }
  // 2 / 64 in 64 executions of the store: 1 / 2048 at each.
  EXPECT_GT(NumCleared, 0u);
  EXPECT_LT(NumCleared, 16u);
}

TEST(LoadGuards, NoneWithoutARule) {
  LoadGuards G(meetsNext(), rules(0), 1);
  EXPECT_FALSE(G.hasLoad(Load));
  EXPECT_FALSE(G.hasAddress(Store));
}

/// Eight executions of a store and the load behind it, which meets what it
/// says: the store of so many executions before, 0 that of its own, -1 none.
SimProgram recorded(const std::vector<int> &Met) {
  std::vector<Meeting> Meetings;
  std::string Kinds;
  std::vector<uint32_t> Codes;
  for (uint32_t I = 0; I < Met.size(); ++I) {
    Kinds += "sl";
    Codes.insert(Codes.end(), {7, 8});
    if (Met[I] >= 0)
      Meetings.push_back({2 * (I - uint32_t(Met[I])), 2 * I + 1, 0});
  }
  SimProgram P = program(Kinds, Meetings, Codes);
  P.RunsOnce = true;
  return P;
}

// Of code that runs once, only the load that meets a store before its address
// is known reads too early, and the next two executions wait for all addresses.
TEST(LoadGuards, RecordedLoadsMeetWhatTheyMet) {
  LoadGuards G(recorded({-1, 0, -1, -1, -1, 0, -1, -1}), rules(2, 1), 1);
  ASSERT_TRUE(G.hasLoad(1));
  ASSERT_TRUE(G.hasAddress(0));
  ASSERT_TRUE(G.hasDatum(0));
  EXPECT_FALSE(G.hasLoad(0));
  auto Stores = [&](uint32_t Execution, int64_t Address, int64_t Datum) {
    G.setAddress(2 * Execution, Address);
    G.setDatum(2 * Execution, Datum);
  };
  Stores(0, 30, 30);
  expectVerdict(G.load(1, 10), LoadGuards::Never, false);
  Stores(1, 40, 40);
  expectVerdict(G.load(3, 10), 60, true);
  Stores(2, 50, 50);
  expectVerdict(G.load(5, 10), 55, false);
  Stores(3, 60, 90);
  expectVerdict(G.load(7, 10), 91, false);
  Stores(4, 70, 70);
  expectVerdict(G.load(9, 10), LoadGuards::Never, false);
  // The address of the store that it meets is known in time.
  Stores(5, 80, 120);
  expectVerdict(G.load(11, 80), LoadGuards::Never, false);
}

TEST(LoadGuards, RecordedLoadsThatMeetTheSameHaveNoGuard) {
  // Always the store before; but for one of eight times; half of the times; and
  // as often, but a different execution each time.
  EXPECT_FALSE(
      LoadGuards(recorded({0, 0, 0, 0, 0, 0, 0, 0}), rules(2), 1).hasLoad(1));
  EXPECT_FALSE(
      LoadGuards(recorded({-1, 1, 1, 1, 1, 1, 1, 1}), rules(2), 1).hasLoad(1));
  EXPECT_TRUE(LoadGuards(recorded({0, -1, 0, -1, 0, -1, 0, -1}), rules(2), 1)
                  .hasLoad(1));
  EXPECT_TRUE(
      LoadGuards(recorded({0, 1, 0, 1, 0, 2, 3, 0}), rules(2), 1).hasLoad(1));
  // Never any; then, too, addresses need not be noted.
  const LoadGuards None(recorded({-1, -1, -1}), rules(2), 1);
  EXPECT_FALSE(None.hasLoad(1));
  EXPECT_FALSE(None.hasAddress(0));
}

TEST(LoadGuards, RecordedLoadsThatMeetStoresInFlight) {
  CoreSizes M = rules(2);
  M.DisambiguationMet = 2;
  LoadGuards G(recorded({0, 1, 0, 1, 0, 1, 0, 1}), M, 1);
  ASSERT_TRUE(G.hasLeft(0));
  for (uint32_t I = 0; I < 8; ++I) {
    G.setAddress(2 * I, 5);
    G.setLeft(2 * I, 100);
  }
  expectVerdict(G.load(1, 10), LoadGuards::Never, false);
  expectVerdict(G.load(3, 10), 10, false);
  expectVerdict(G.load(5, 10), 10, false);
  expectVerdict(G.load(7, 10), LoadGuards::Never, false);
  // The store has left.
  expectVerdict(G.load(9, 120), LoadGuards::Never, false);
}

std::vector<int64_t> stateOf(const LoadGuards &G, int64_t Now) {
  std::vector<int64_t> State;
  G.visitState(Now, [&](int64_t N) {
    State.push_back(N);
    return true;
  });
  return State;
}

// Some executions and 100 ticks later all is as it was, but for a guard that is
// set.
TEST(LoadGuards, StateIsRelative) {
  LoadGuards A(meetsNext(), rules(2), 1), B = A;
  A.setAddress(Store, 30);
  B.setAddress(Store, 130);
  EXPECT_EQ(stateOf(A, 40), stateOf(B, 140));
  A.load(Load, 10);
  EXPECT_NE(stateOf(A, 40), stateOf(B, 140));
}

} // namespace
