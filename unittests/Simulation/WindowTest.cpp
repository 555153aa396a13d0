//===- WindowTest.cpp - When a buffer of the core holds a loop back -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Window.h"
#include "LoopOnCore.h"
#include <algorithm>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

WindowLimit limitOf(const LoopOnCore &L, const CoreSizes &M,
                    uint64_t Budget = 0) {
  return findWindowLimit(L.A, L.P, M, simulate(L.P, M, {}), Budget);
}

TEST(Window, NamesTheBufferThatIsFull) {
  ToyTester T;
  LoopOnCore L(T, chainBody());
  ASSERT_EQ(L.A.Prediction, CyclesPerIter(9, 2)); // With the counter.
  CoreSizes M = coreSizesOf(L.A);
  M.ReorderBuffer = 1024;
  EXPECT_FALSE(limitOf(L, M).isFound());
  for (auto [Kind, Size] : {std::pair(ResourceKind::ReorderBuffer, 18u),
                            {ResourceKind::Scheduler, 16u},
                            {ResourceKind::LoadBuffer, 2u}}) {
    CoreSizes Small = M;
    (Kind == ResourceKind::ReorderBuffer ? Small.ReorderBuffer
     : Kind == ResourceKind::Scheduler   ? Small.Scheduler
                                         : Small.LoadBuffer) = Size;
    WindowLimit W = limitOf(L, Small);
    ASSERT_EQ(W.Buffers.size(), 1u) << Size;
    EXPECT_EQ(W.Buffers[0].Kind, Kind);
    EXPECT_LT(W.Larger, W.Now);
    EXPECT_EQ(W.Now, simulate(L.P, Small, {}).Cycles);
    EXPECT_EQ(W.Larger,
              simulate(L.P, Small, {}, W.Buffers, WindowLimit::Factor).Cycles);
  }
}

/// Every question is simulated: all buffers larger, each alone, one after the
/// other left out.
std::vector<Resource> askedOneByOne(const SimProgram &P, const CoreSizes &M,
                                    std::vector<Resource> Set) {
  const CyclesPerIter Now = simulate(P, M, {}).Cycles;
  auto Larger = [&](ArrayRef<Resource> Buffers) {
    return simulate(P, M, {}, Buffers, WindowLimit::Factor).Cycles;
  };
  auto Helps = [&](const CyclesPerIter &C) { return Now * 100 > C * 101; };
  if (!Helps(Larger(Set)))
    return {};
  std::vector<Resource> Best;
  CyclesPerIter Least = Now;
  for (const Resource &R : Set)
    if (const CyclesPerIter C = Larger(R); Helps(C) && C < Least) {
      Best = {R};
      Least = C;
    }
  if (!Best.empty())
    return Best;
  for (size_t I = Set.size(); I-- > 0;) {
    std::vector<Resource> Less = Set;
    Less.erase(Less.begin() + I);
    if (Helps(Larger(Less)))
      Set = Less;
  }
  return Set;
}

TEST(Window, AsIfEveryQuestionWereSimulated) {
  ToyTester T;
  test::Random R(37);
  unsigned NumAlone = 0, NumTogether = 0;
  for (unsigned N = 0; N < 300; ++N) {
    const LoopOnCore L(T, randomBody(R) + randomBody(R));
    CoreSizes M = coreSizesOf(L.A);
    M.ReorderBuffer = R.between(8, 40);
    M.Scheduler = R.between(4, 20);
    M.LoadBuffer = R.between(1, 8);
    M.StoreBuffer = R.between(1, 8);
    M.Schedulers = {{PortSet(3), unsigned(R.between(2, 8))}};
    if (R.oneIn(2))
      M.FrontEnd = L.A.Prediction * R.between(80, 99) / 100;
    const WindowLimit W = limitOf(L, M);
    if (W.Now * 20 <= L.A.Prediction * 21) {
      EXPECT_FALSE(W.isFound());
      continue;
    }
    EXPECT_EQ(W.Buffers, askedOneByOne(L.P, M,
                                       {{ResourceKind::ReorderBuffer},
                                        {ResourceKind::Scheduler},
                                        {ResourceKind::LoadBuffer},
                                        {ResourceKind::StoreBuffer},
                                        {ResourceKind::Scheduler, PortSet(3)}}))
        << N;
    NumAlone += W.Buffers.size() == 1;
    NumTogether += W.Buffers.size() > 1;
  }
  EXPECT_GT(NumAlone, 50u);
  EXPECT_GT(NumTogether, 5u);
}

TEST(Window, SeveralTogether) {
  ToyTester T;
  LoopOnCore L(T, chainBody());
  CoreSizes M = coreSizesOf(L.A);
  // Two bodies fit into either, three into none.
  M.ReorderBuffer = 18;
  M.LoadBuffer = 2;
  WindowLimit W = limitOf(L, M);
  ASSERT_TRUE(W.isFound());
  EXPECT_LT(W.Larger, W.Now);
  for (const Resource &R : W.Buffers)
    if (W.Buffers.size() > 1)
      EXPECT_GE(simulate(L.P, M, {}, R, WindowLimit::Factor).Cycles * 101,
                W.Now * 100);
}

TEST(Window, BudgetIsKept) {
  ToyTester T;
  LoopOnCore L(T, chainBody());
  CoreSizes M = coreSizesOf(L.A);
  M.ReorderBuffer = 18;
  ASSERT_TRUE(limitOf(L, M).isFound());
  // Too little to fill even the buffer of today twice: nothing is said.
  EXPECT_FALSE(limitOf(L, M, /*Budget=*/20).isFound());
}

} // namespace
