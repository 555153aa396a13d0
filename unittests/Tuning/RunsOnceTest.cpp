//===- RunsOnceTest.cpp - Tests of what runs once beside a loop -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/RunsOnce.h"
#include "../Kernel/ToyTester.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A function of blocks that each have some additions, one after the other.
struct Graph {
  ToyTester T;
  Listing Code;

  explicit Graph(ArrayRef<SmallVector<unsigned, 2>> Succs) {
    ListedFunction F;
    for (const SmallVector<unsigned, 2> &S : Succs) {
      ListedBlock B;
      B.First = Code.Insts.size();
      for (auto &I :
           T.Semantics.assemble("addq %rax, %rbx\n addq %rax, %rbx\n"))
        Code.Insts.push_back(I);
      B.End = Code.Insts.size();
      B.Succs = S;
      F.Blocks.push_back(B);
    }
    Code.Functions.push_back(F);
  }
  CodeRules rules() { return {T.Semantics.semantics(), T.model()}; }
  CyclesPerIter block(bool IsEnd) {
    return cyclesOfBlock(Code, Code.Functions.front(), 0, IsEnd, rules());
  }
  /// For loops of one block each.
  std::vector<CyclesPerIter> once(ArrayRef<std::vector<unsigned>> Groups,
                                  ArrayRef<unsigned> Headers) {
    std::vector<LoopBody> Loops;
    for (unsigned H : Headers) {
      LoopBody &L = Loops.emplace_back();
      L.Header = H;
      L.Blocks = L.Path = {H};
    }
    return cyclesOnce(Code, Code.Functions.front(), Loops, Groups, rules());
  }
};

} // namespace

// A dependent addition is waited for at the end only.
TEST(RunsOnce, Blocks) {
  Graph G({{}});
  EXPECT_LT(G.block(false), G.block(true));
}

// Entry, loop, end: all that is no loop is beside the only one.
TEST(RunsOnce, OneLoop) {
  Graph G({{1}, {1, 2}, {}});
  EXPECT_EQ(G.once({{0}}, {1}).front(), G.block(false) + G.block(true));
}

// Two parts of one loop: the way from one to the other comes behind a part.
TEST(RunsOnce, TwoParts) {
  Graph G({{1, 3}, {1, 2}, {3, 4}, {3, 4}, {}});
  const auto Once = G.once({{0, 1}}, {1, 3});
  EXPECT_EQ(Once[0], G.block(false) + G.block(true) * 2);
  EXPECT_EQ(Once[1], G.block(false) + G.block(true));
}

// Copies of iterations behind the loop, and before it, can be passed by.
TEST(RunsOnce, Copies) {
  Graph G({{1, 3}, {2}, {3}, {3, 4}, {5, 7}, {6, 7}, {7}, {}});
  EXPECT_EQ(G.once({{0}}, {3}).front(), G.block(false) + G.block(true) * 2);
}

// Two loops one after the other: what is behind both is the second one's.
TEST(RunsOnce, TwoLoops) {
  Graph G({{1}, {1, 2}, {3}, {3, 4}, {}});
  const auto Once = G.once({{0}, {1}}, {1, 3});
  EXPECT_EQ(Once[0], G.block(true)) << "block 2";
  EXPECT_EQ(Once[1], G.block(true)) << "block 4; the entry is nobody's";
}

// Entry, outer head, inner loop, outer latch, end: of the outer loop only what
// is behind the inner one's head.
TEST(RunsOnce, InALoop) {
  Graph G({{1}, {2}, {2, 3}, {1, 4}, {}});
  EXPECT_EQ(G.once({{0}}, {2}).front(), G.block(true));
}
