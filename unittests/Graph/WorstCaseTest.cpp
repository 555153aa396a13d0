//===- WorstCaseTest.cpp - The dearest case that is consistent ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/WorstCase.h"
#include "GraphTestSupport.h"
#include "gtest/gtest.h"
#include <map>

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

/// Loops with May edges, and what each edge needs.
struct Case {
  DependencyGraph G;
  std::vector<MemoryDependence> Memory;

  void may(uint32_t From, uint32_t To, int Latency, uint32_t Distance,
           Coincidence If) {
    MemoryDependence D{};
    D.Class = DependenceClass::May;
    D.If = If;
    G.addEdge({From, To, Latency, Distance, DependenceKind::Memory,
               DependenceClass::May, static_cast<uint32_t>(Memory.size())});
    Memory.push_back(D);
  }
};

/// Whether all of \p Chosen hold at once, where each is a distance from the
/// same origin.
bool isConsistent(const Case &C, unsigned Chosen) {
  std::map<uint32_t, int64_t> Bytes; ///< By origin.
  for (size_t I = 0; I < C.Memory.size(); ++I) {
    const Coincidence &If = C.Memory[I].If;
    if ((Chosen >> I & 1) &&
        Bytes.try_emplace(If.To, If.Bytes).first->second != If.Bytes)
      return false;
  }
  return true;
}

/// The best over all subsets of May edges.
CyclesPerIter worstByBruteForce(const Case &C) {
  CyclesPerIter Worst;
  for (unsigned Chosen = 0; Chosen < 1u << C.Memory.size(); ++Chosen) {
    if (!isConsistent(C, Chosen))
      continue;
    llvm::BitVector LeftOut(C.G.edges().size());
    for (size_t E = 0; E < C.G.edges().size(); ++E) {
      const DependencyGraph::Edge &Edge = C.G.edges()[E];
      if (Edge.isMay() && !(Chosen >> Edge.Detail & 1))
        LeftOut.set(E);
    }
    Worst = std::max(
        Worst, findMaxCycleRatio(C.G, DependenceClass::May, &LeftOut).Ratio);
  }
  return Worst;
}

Case twoNodes() {
  Case C;
  C.G.addNode({0, NodePart::Load, 0, 0});
  C.G.addNode({1, NodePart::Store, 0, 0});
  C.G.addEdge({0, 1, 4, 0, DependenceKind::Register, DependenceClass::Must, 0});
  return C;
}

} // namespace

TEST(WorstCase, WithoutMayItIsTheLCD) {
  Case C = twoNodes();
  C.G.addEdge({1, 0, 3, 1, DependenceKind::Memory, DependenceClass::Must, 0});
  EXPECT_EQ(findWorstCase(C.G, C.Memory).Ratio, CyclesPerIter(7));
}

TEST(WorstCase, OnePairIsConsistent) {
  Case C = twoNodes();
  C.may(1, 0, 5, 1, {0, 1, 8, 0});
  EXPECT_EQ(findWorstCase(C.G, C.Memory).Ratio, CyclesPerIter(9));
}

TEST(WorstCase, OneDistanceForAllPairs) {
  // Two loads of b after one another, each from the same store to a: b = a + 8
  // feeds the one, b = a + 16 the other.
  Case C;
  for (uint32_t N = 0; N < 4; ++N)
    C.G.addNode({N, N % 2 ? NodePart::Store : NodePart::Load, 0, 0});
  for (uint32_t N = 0; N < 4; N += 2)
    C.G.addEdge(
        {N, N + 1, 4, 0, DependenceKind::Register, DependenceClass::Must, 0});
  C.may(1, 2, 5, 0, {0, 1, 8, 0});
  C.may(3, 0, 5, 1, {0, 1, 16, 0});
  EXPECT_EQ(findMaxCycleRatio(C.G).Ratio, CyclesPerIter(18));
  EXPECT_EQ(findWorstCase(C.G, C.Memory).Ratio, CyclesPerIter(0));
  // The same distance: both at once.
  C.Memory[1].If.Bytes = 8;
  EXPECT_EQ(findWorstCase(C.G, C.Memory).Ratio, CyclesPerIter(18));
  // What does not follow from where pointers begin excludes nothing.
  C.Memory[1].If = {};
  EXPECT_EQ(findWorstCase(C.G, C.Memory).Ratio, CyclesPerIter(18));
}

TEST(WorstCase, DistancesAddUp) {
  // b = a + 8 and c = b + 8 make c = a + 16.
  Case C;
  for (uint32_t N = 0; N < 3; ++N)
    C.G.addNode({N, NodePart::Load, 0, 0});
  C.may(0, 1, 5, 0, {0, 1, 8, 0});
  C.may(1, 2, 5, 0, {1, 2, 8, 0});
  C.may(2, 0, 5, 1, {2, 0, -16, 0});
  EXPECT_EQ(findWorstCase(C.G, C.Memory).Ratio, CyclesPerIter(15));
  C.Memory[2].If.Bytes = -8;
  EXPECT_EQ(findWorstCase(C.G, C.Memory).Ratio, CyclesPerIter(0));
}

TEST(WorstCase, RandomLoopsAgreeWithBruteForce) {
  Random Rand(11);
  for (int N = 0; N != 400; ++N) {
    SCOPED_TRACE(N);
    Case C;
    C.G = randomGraph(Rand, {5, 6, 0, 6, 2});
    const uint64_t Num = C.G.nodes().size();
    for (unsigned E = 0; Num != 0 && E != 5; ++E) {
      const auto From = uint32_t(Rand.below(Num)),
                 To = uint32_t(Rand.below(Num));
      uint32_t Distance = From < To ? Rand.below(2) : 1;
      C.may(From, To, 1 + int(Rand.below(6)), Distance,
            {0, 1 + uint32_t(Rand.below(2)), int64_t(Rand.below(2)) * 8, 0});
    }
    EXPECT_EQ(findWorstCase(C.G, C.Memory).Ratio, worstByBruteForce(C));
  }
}
