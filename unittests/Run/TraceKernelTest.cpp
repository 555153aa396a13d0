//===- TraceKernelTest.cpp - A stretch as straight code -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceKernel.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

TraceInst inst(uint64_t Address, std::vector<uint8_t> Bytes, uint8_t Accesses) {
  TraceInst I;
  I.Address = Address;
  I.Size = Bytes.size();
  I.NumAccesses = Accesses;
  std::copy(Bytes.begin(), Bytes.end(), I.Bytes.begin());
  return I;
}

/// Stores of 8 and 4 bytes, loads of 8, 4 and 1, an addition to memory, a jump.
RunTrace sample() {
  RunTrace T;
  T.Triple = "x86_64-pc-linux-gnu";
  T.Modules = {"/a"};
  T.Insts = {
      inst(0x10, {0x48, 0x89, 0x07}, 1), inst(0x13, {0x89, 0x07}, 1),
      inst(0x15, {0x48, 0x8b, 0x16}, 1), inst(0x18, {0x8b, 0x16}, 1),
      inst(0x1a, {0x8a, 0x16}, 1),       inst(0x1c, {0x48, 0x01, 0x07}, 1),
      inst(0x1f, {0x75, 0xef}, 0)};
  return T;
}
constexpr unsigned Widths[] = {8, 4, 8, 4, 1, 8, 0};
bool stores(uint32_t I) { return I < 2 || I == 5; }
bool loads(uint32_t I) { return I >= 2 && I < 6; }

} // namespace

TEST(TraceKernel, BranchesAreTakenIfTheyWere) {
  const RunTrace T = sample();
  auto Code = TraceCode::create(T);
  ASSERT_TRUE(bool(Code)) << toString(Code.takeError());
  TraceStretch S;
  S.Path = {6, 0, 1, 6};
  const Kernel K = (*Code)->kernelOf(S);
  ASSERT_EQ(K.Insts.size(), 4u);
  EXPECT_TRUE(K.Insts[0].is(IF_CondBranch) && K.Insts[0].is(IF_Taken));
  EXPECT_FALSE(K.Insts[3].is(IF_Taken)); // Nothing comes behind it.
  EXPECT_EQ((*Code)->calls(), std::vector<bool>(7));
}

TEST(TraceKernel, KindsOfBranches) {
  RunTrace T;
  T.Triple = "x86_64-pc-linux-gnu";
  T.Modules = {"/a"};
  T.Insts = {inst(0x10, {0x75, 0xef}, 0),                   // jne
             inst(0x12, {0xeb, 0xef}, 0),                   // jmp
             inst(0x14, {0xff, 0xe0}, 0),                   // jmp *%rax
             inst(0x16, {0xff, 0x20}, 1),                   // jmp *(%rax)
             inst(0x18, {0xe8, 0x00, 0x01, 0x00, 0x00}, 0), // call
             inst(0x1d, {0xff, 0xd0}, 0),                   // call *%rax
             inst(0x1f, {0xc3}, 0),                         // ret
             inst(0x20, {0x48, 0x01, 0xd8}, 0)};            // add %rbx, %rax
  auto Code = TraceCode::create(T);
  ASSERT_TRUE(bool(Code)) << toString(Code.takeError());
  using enum BranchKind;
  EXPECT_EQ((*Code)->branchKinds(),
            (std::vector{Conditional, Direct, Indirect, Indirect, Call,
                         IndirectCall, Return, Direct}));
}

TEST(TraceKernel, StoresAroundTheCaches) {
  RunTrace T;
  T.Triple = "x86_64-pc-linux-gnu";
  T.Modules = {"/a"};
  T.Insts = {inst(0x10, {0x0f, 0xc3, 0x07}, 1),             // movnti
             inst(0x13, {0xc5, 0xfc, 0x2b, 0x07}, 1),       // vmovntps
             inst(0x17, {0x66, 0x0f, 0x38, 0x2a, 0x07}, 1), // movntdqa
             inst(0x1c, {0x89, 0x07}, 1)};                  // mov
  auto Code = TraceCode::create(T);
  ASSERT_TRUE(bool(Code)) << toString(Code.takeError());
  std::vector<bool> Are;
  for (const KernelInst &I : (*Code)->instructions().Insts)
    Are.push_back(I.is(IF_NonTemporal));
  EXPECT_EQ(Are, (std::vector<bool>{true, true, false, false}));
}

TEST(TraceKernel, RefusesOtherBytes) {
  RunTrace T = sample();
  T.Insts[0] = inst(0x10, {0x0f, 0xff, 0xff}, 0);
  auto Code = TraceCode::create(T);
  EXPECT_EQ(toString(Code.takeError()),
            "the trace has bytes at address 0x10 that are no instruction");
  T = sample();
  T.Insts[0].NumAccesses = 2;
  auto Other = TraceCode::create(T);
  EXPECT_EQ(toString(Other.takeError()), "the trace has 2 accesses of the "
                                         "instruction at 0x10, which has 1");
}

/// Against a memory that knows who wrote each byte last.
TEST(TraceKernel, FindsTheYoungestStore) {
  const RunTrace T = sample();
  auto Code = TraceCode::create(T);
  ASSERT_TRUE(bool(Code));
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 200; ++Round) {
    TraceStretch S;
    for (unsigned N = 0; N < 60; ++N) {
      S.Path.push_back(Random() % 6);
      S.Addresses.push_back(0x1000 + Random() % 40);
    }
    const unsigned Window = 1 + Random() % 60;
    std::map<uint64_t, uint32_t> Writer;
    std::vector<std::tuple<uint32_t, uint32_t, bool, int>> Want, Got;
    for (uint32_t N = 0; N < 60; ++N) {
      const unsigned Width = Widths[S.Path[N]];
      const uint64_t A = S.Addresses[N];
      int Youngest = -1;
      bool IsFull = true;
      for (uint64_t B = A; loads(S.Path[N]) && B < A + Width; ++B) {
        auto It = Writer.find(B);
        const int By = It == Writer.end() ? -1 : int(It->second);
        IsFull &= B == A || By == Youngest;
        Youngest = std::max(Youngest, By);
      }
      if (Youngest >= 0 && N - Youngest <= Window)
        Want.push_back({N, Youngest, IsFull, int(A - S.Addresses[Youngest])});
      for (uint64_t B = A; stores(S.Path[N]) && B < A + Width; ++B)
        Writer[B] = N;
    }
    const Kernel K = (*Code)->kernelOf(S);
    for (const MemoryDependence &D :
         findRecordedDependences(K, S.Addresses, Window))
      Got.push_back(
          {D.DestInst, D.SourceInst, D.Forward == Forwarding::Full, D.Offset});
    EXPECT_EQ(Got, Want);
  }
}
