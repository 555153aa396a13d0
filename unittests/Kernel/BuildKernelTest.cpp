//===- BuildKernelTest.cpp - Tests for KernelBuilder.cpp ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemanticsTester.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using llvm::StringRef;

namespace {
/// A function of one block, labelled "top", that is a loop.
struct OneBlock {
  SemanticsTester T{"x86_64-unknown-linux-gnu", ""};
  Listing Code;
  LoopBody Loop;

  explicit OneBlock(StringRef Text) {
    Code.Insts = T.assemble(Text);
    ListedBlock B;
    B.End = Code.Insts.size();
    B.Label = "top";
    Code.Functions.push_back({"f", {B}});
    Loop.Path = {0};
  }
  Kernel build() {
    return buildKernel(Code, Code.Functions[0], Loop, T.semantics());
  }
};
} // namespace

TEST(BuildKernel, LeavesOutTheJumpThatLeaves) {
  OneBlock L("addq $8, %rax\n jne top\n jmp exit\n");
  Kernel K = L.build();
  EXPECT_EQ(K.Insts.size(), 2u);
  EXPECT_TRUE(K.Insts.back().is(IF_CondBranch));
  EXPECT_EQ(K.Function, "f");
  EXPECT_EQ(K.Label, "top");
}

TEST(BuildKernel, KeepsTheJumpThatStays) {
  OneBlock L("addq $8, %rax\n je exit\n jmp top\n");
  EXPECT_EQ(L.build().Insts.size(), 3u);
}

TEST(BuildKernel, KeepsAMarkedStretchWhole) {
  OneBlock L("jne a\n jmp exit\n");
  L.Loop.Marked = true;
  EXPECT_EQ(L.build().Insts.size(), 2u);
}

TEST(BuildKernel, SeveralTripsInARow) {
  OneBlock L("addq $8, %rax\n jne top\n");
  EXPECT_TRUE(L.build().LaterTrips.empty());
  L.Loop.Path = {0, 0, 0};
  Kernel K = L.build();
  EXPECT_EQ(K.LaterTrips, (std::vector<uint32_t>{2, 4}));
  std::vector<std::pair<uint32_t, uint32_t>> Trips;
  forEachTrip(K, [&](uint32_t First, uint32_t End) {
    Trips.push_back({First, End});
  });
  EXPECT_EQ(Trips, (std::vector<std::pair<uint32_t, uint32_t>>{
                       {0, 2}, {2, 4}, {4, 6}}));
  for (unsigned Branch : {1, 3, 5})
    EXPECT_TRUE(K.Insts[Branch].is(IF_Taken)) << Branch;
}

TEST(BuildKernel, EmptyPath) {
  OneBlock L("nop\n");
  L.Loop.Path.clear();
  EXPECT_TRUE(L.build().Insts.empty());
}

TEST(BuildKernel, ListsCalls) {
  OneBlock L("call g\n call *%rax\n jmp top\n");
  L.Code.Insts[0].Callee = "g";
  EXPECT_EQ(L.build().Calls, (std::vector<std::string>{"g", ""}));
}

namespace {
/// A loop with straight code before it, from the function's start on.
struct WithBefore {
  SemanticsTester T{"x86_64-unknown-linux-gnu", ""};
  Listing Code;
  LoopBody Loop;

  WithBefore(StringRef Before, StringRef Body) {
    Code.Insts = T.assemble(Before);
    ListedBlock First, Second;
    First.End = Second.First = Code.Insts.size();
    for (ListedInst &I : T.assemble(Body))
      Code.Insts.push_back(std::move(I));
    Second.End = Code.Insts.size();
    Code.Functions.push_back({"f", {First, Second}});
    Loop.Header = 1;
    Loop.Path = {1};
    Loop.Before = {{0, /*MayRun=*/false}};
    Loop.BeforeIsAll = true;
  }
  Kernel build() {
    return buildKernel(Code, Code.Functions[0], Loop, T.semantics());
  }
};
} // namespace

TEST(BuildKernel, KeepsBeforeWhatAddressesNeed) {
  WithBefore L("movq %rsi, %rdi\n movq %rax, %r8\n xorl %edx, %edx\n",
               "movq %r8, (%rdi,%rdx,8)\n incq %rdx\n jne top\n");
  Kernel K = L.build();
  ASSERT_TRUE(K.Before);
  ASSERT_EQ(K.Before->Insts.size(), 2u);
  EXPECT_EQ(K.Before->Insts[0].Inst, &L.Code.Insts[0].Inst);
  EXPECT_EQ(K.Before->Insts[1].Inst, &L.Code.Insts[2].Inst);
  EXPECT_TRUE(K.Before->StartsFunction);
}

TEST(BuildKernel, KeepsStoresBeforeALoopThatLoadsItsPointer) {
  WithBefore L("movq %rsi, 8(%rsp)\n movq %rax, %r9\n",
               "movq 8(%rsp), %rdi\n movq %r8, (%rdi)\n decq %rdx\n jne top\n");
  Kernel K = L.build();
  ASSERT_TRUE(K.Before);
  ASSERT_EQ(K.Before->Insts.size(), 1u);
  EXPECT_TRUE(K.Before->Insts[0].is(IF_MayStore));
}

TEST(BuildKernel, ForgetsWhatRanBeforeACall) {
  WithBefore L("movq %rsi, %rdi\n call g\n movq %rbx, %rdx\n",
               "movq %r8, (%rdi,%rdx,8)\n incq %rdx\n jne top\n");
  Kernel K = L.build();
  ASSERT_TRUE(K.Before);
  EXPECT_EQ(K.Before->Insts.size(), 1u);
  EXPECT_FALSE(K.Before->StartsFunction);
}

TEST(BuildKernel, ABranchOverAJumpIsTaken) {
  OneBlock L("addq $8, %rax\n jne next\n jmp exit\n");
  ListedBlock Next;
  Next.First = L.Code.Insts.size();
  for (ListedInst &I : L.T.assemble("decq %rdx\n jmp top\n"))
    L.Code.Insts.push_back(std::move(I));
  Next.End = L.Code.Insts.size();
  Next.Label = "next";
  L.Code.Functions[0].Blocks.push_back(Next);
  L.Loop.Path = {0, 1};
  Kernel K = L.build();
  ASSERT_EQ(K.Insts.size(), 4u);
  EXPECT_TRUE(K.Insts[1].is(IF_Taken));
}
