//===- BlockedLoadsTest.cpp - Loads that wait for the cache ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Simulation/BlockedLoads.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

/// Where a load waits for a store: positions in the program and iterations.
struct Block {
  uint32_t Store, Load, Distance;
  uint64_t Trips = ~uint64_t(0);
};

/// Instructions 'l', 's' and '2' that load, store, and store twice.
SimProgram program(const std::string &Kinds, const std::vector<Block> &Blocks) {
  SimProgram P;
  for (uint32_t I = 0; I < Kinds.size(); ++I) {
    SimInst Inst{};
    Inst.Nodes[0] = I;
    for (unsigned G = 1; G <= NumUopGroups; ++G)
      Inst.Nodes[G] = I + 1;
    Inst.NumStores = Kinds[I] == 's' ? 1 : Kinds[I] == '2' ? 2 : 0;
    P.Insts.push_back(Inst);
    const auto First = static_cast<uint32_t>(P.Inputs.size());
    for (const Block &B : Blocks)
      if (B.Load == I)
        P.Inputs.push_back({B.Store, I, B.Distance, 16, true, B.Trips, true});
    P.Nodes.push_back({First, static_cast<uint32_t>(P.Inputs.size() - First), 4,
                       0, NodePart::Load, false, 0});
  }
  return P;
}

BlockedLoads make(const SimProgram &P, uint64_t NumStores = 64) {
  return BlockedLoads(P, std::vector<int64_t>(P.Inputs.size(), 16), 1,
                      NumStores);
}

TEST(BlockedLoads, WaitForTheStore) {
  const SimProgram P = program("sl", {{0, 1, 0}});
  BlockedLoads B = make(P);
  EXPECT_FALSE(B.has(0));
  ASSERT_TRUE(B.has(1));
  B.addStore(100);
  EXPECT_EQ(B.readyTime(1, 0), 117);
  B.addStore(103);
  EXPECT_EQ(B.readyTime(1, 1), 120);
}

// Two stores in a trip, of which the load has the first one of the trip before;
// of an instruction that stores twice it waits for both.
TEST(BlockedLoads, CountStores) {
  BlockedLoads B = make(program("sls", {{0, 1, 1}}));
  for (int64_t T : {10, 20, 30})
    B.addStore(T);
  EXPECT_EQ(B.readyTime(1, 1), 10 + 17);
  B = make(program("2sl", {{0, 2, 0}}));
  for (int64_t T : {10, 20, 30})
    B.addStore(T);
  EXPECT_EQ(B.readyTime(2, 0), 20 + 17);
}

// Of several stores the last one counts, in the iterations that are given.
TEST(BlockedLoads, SeveralStores) {
  BlockedLoads B = make(program("ssl", {{0, 2, 0}, {1, 2, 0, 2}}));
  B.addStore(10);
  B.addStore(30);
  EXPECT_EQ(B.readyTime(2, 0), 27);
  EXPECT_EQ(B.readyTime(2, 1), 47);
  EXPECT_EQ(B.readyTime(2, 65), 47);
}

// What has been written long ago, or has never been stored, is no wait.
TEST(BlockedLoads, NoWait) {
  EXPECT_TRUE(make(program("sl", {})).empty());
  EXPECT_TRUE(make(program("sl", {{0, 1, 9}}), 8).empty());
  EXPECT_FALSE(make(program("sl", {{0, 1, 7}}), 8).empty());
  const BlockedLoads B = make(program("sl", {{0, 1, 1}}));
  EXPECT_LT(B.readyTime(1, 0), -1000);
}

} // namespace
