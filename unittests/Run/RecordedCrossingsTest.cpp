//===- RecordedCrossingsTest.cpp - Recorded accesses across lines ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordedCrossings.h"
#include "../Kernel/ToyTester.h"
#include "StretchSimulator.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

LineCrossingRule rule(unsigned Load, unsigned Store) {
  LineCrossingRule R;
  R.LoadCycles = Load;
  R.StoreCycles = Store;
  return R;
}

/// Stores to \p Addresses, recorded as of 32 bytes, and what crossing takes.
std::string crossings(const LineCrossingRule &R,
                      const std::vector<uint64_t> &Addresses,
                      bool IsStore = true) {
  std::string Text;
  for (size_t I = 0; I < Addresses.size(); ++I)
    Text += IsStore ? "movq %rax, (%rdi)\n" : "movq (%rdi), %rax\n";
  ToyTester T;
  MappedKernel M = T.map(Text);
  StretchAccesses S;
  for (uint64_t A : Addresses) {
    S.First.push_back(S.All.size());
    S.All.push_back({A, 0, 0, 32, !IsStore, IsStore});
  }
  S.First.push_back(S.All.size());
  markRecordedCrossings(S, R, M);
  std::string Out;
  for (uint32_t I = 0; I < M.Insts.size(); ++I) {
    const MappedUop &U = *M.accessUop(I, IsStore);
    EXPECT_EQ(U.ExpectedCrossingTrips, U.CrossingCycles ? ~uint64_t(0) : 0u);
    EXPECT_EQ(U.CrossingTrips, 0u); // No bound changes.
    Out += (I == 0 ? "" : " ") + std::to_string(U.CrossingCycles);
  }
  return Out;
}

/// Cycle in which the last of 100 stores of 16 bytes retires on \p Cpu, if they
/// are \p Offset bytes behind the beginning of a page.
int64_t cyclesOfStores(StringRef Cpu, uint64_t Offset) {
  ToyTester Tester(Cpu);
  RunTrace T;
  T.Triple = "x86_64-pc-linux-gnu";
  T.Modules = {"/a"};
  TraceInst Store; // movups %xmm0, (%rdi)
  Store.Address = 0x10;
  Store.Size = 3;
  Store.NumAccesses = 1;
  Store.Bytes[0] = 0x0f;
  Store.Bytes[1] = 0x11;
  Store.Bytes[2] = 0x07;
  T.Insts = {Store};
  T.Stretches.resize(1);
  T.Stretches[0].Path.assign(100, 0);
  for (uint64_t I = 0; I < 100; ++I)
    T.Stretches[0].Addresses.push_back(I * 4096 + Offset);
  auto Code = TraceCode::create(T);
  if (!Code) {
    ADD_FAILURE() << toString(Code.takeError());
    return 0;
  }
  const StackStep Step = stackSteps(nullptr, false).front();
  StretchSimulator Simulator(T, **Code, Tester.model(), nullptr);
  StretchCode C;
  Simulator.prepare(0, {}, std::vector<bool>(100), C);
  return Simulator.run(C, {C.Program, Step, C.Refetch, nullptr}).back();
}

} // namespace

TEST(RecordedCrossings, CountInRecordedRuns) {
  const int64_t Within = cyclesOfStores("znver3", 0);
  // A cycle more for each store before the last, and 24 if it is a page.
  EXPECT_EQ(cyclesOfStores("znver3", 56) - Within, 99);
  EXPECT_EQ(cyclesOfStores("znver3", 4088) - Within, 99 * 24);
}

// Of the two stores a cycle of Zen 5, none goes beside one that crosses a page.
TEST(RecordedCrossings, PagesTakeAllUnits) {
  EXPECT_NEAR(cyclesOfStores("znver5", 4088) - cyclesOfStores("znver5", 0),
              99 * 22 - 99 / 2, 1);
}

TEST(RecordedCrossings, LinesAndPages) {
  LineCrossingRule R = rule(1, 2);
  EXPECT_EQ(crossings(R, {0, 32, 33, 63, 64, 96}), "0 0 2 2 0 0");
  EXPECT_EQ(crossings(R, {0, 32, 33, 63, 64, 96}, false), "0 0 1 1 0 0");
  // A page is a line like others, unless the rule says more of it.
  EXPECT_EQ(crossings(R, {4064, 4065, 4095, 4096}), "0 2 2 0");
  R.PageStoreCycles = 24;
  EXPECT_EQ(crossings(R, {4064, 4065, 4095, 4096, 33}), "0 24 24 0 2");
  EXPECT_EQ(crossings(R, {4065, 33}, false), "1 1");
  R.PageLoadCycles = 7;
  EXPECT_EQ(crossings(R, {4065, 33}, false), "7 1");
}

TEST(RecordedCrossings, OneOfSeveralStores) {
  LineCrossingRule R = rule(0, 1);
  R.StoreEvery = 2;
  EXPECT_EQ(crossings(R, {48, 112, 128, 176, 240}), "0 1 0 0 1");
  // Loads do not count, and pages count each time.
  EXPECT_EQ(crossings(R, {48, 112}, false), "0 0");
  R.PageStoreCycles = 9;
  EXPECT_EQ(crossings(R, {4080, 48, 4080, 112}), "9 0 9 1");
}
