//===- CycleRatioTest.cpp - Tests for Graph/CycleRatio.cpp ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTestSupport.h"
#include "gtest/gtest.h"
#include <chrono>
#include <set>

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

//===----------------------------------------------------------------------===//
// Oracles
//===----------------------------------------------------------------------===//

/// Walks all simple cycles, each from its lowest node.
class CycleEnumerator {
  const DependencyGraph &G;
  bool IgnoreMay;
  uint32_t First = 0;
  std::vector<bool> OnPath;

  void visit(uint32_t Node, int64_t Latency, int64_t Distance) {
    OnPath[Node] = true;
    for (const Edge &E : G.edges()) {
      if (E.From != Node || E.To < First || (IgnoreMay && E.isMay()))
        continue;
      if (E.To == First)
        Best = std::max(
            Best, CyclesPerIter(Latency + E.Latency, Distance + E.Distance));
      else if (!OnPath[E.To])
        visit(E.To, Latency + E.Latency, Distance + E.Distance);
    }
    OnPath[Node] = false;
  }

public:
  CyclesPerIter Best; ///< 0 if no cycle has a positive ratio.

  CycleEnumerator(const DependencyGraph &G, bool IgnoreMay)
      : G(G), IgnoreMay(IgnoreMay), OnPath(G.nodes().size()) {
    for (; First != G.nodes().size(); ++First)
      visit(First, 0, 0);
  }
};

CyclesPerIter ratioByEnumeration(const DependencyGraph &G,
                                 bool IgnoreMay = false) {
  return CycleEnumerator(G, IgnoreMay).Best;
}

/// Whether a cycle has a ratio above \p R: Bellman-Ford still finds something
/// to raise after as many rounds as there are nodes.
bool exceedsByBellmanFord(const DependencyGraph &G, CyclesPerIter R) {
  std::vector<__int128> Longest(G.nodes().size(), 0);
  bool Raised = true;
  for (size_t Round = 0; Raised && Round <= G.nodes().size(); ++Round) {
    Raised = false;
    for (const Edge &E : G.edges()) {
      __int128 Via = Longest[E.From] +
                     static_cast<__int128>(E.Latency) * R.denominator() -
                     static_cast<__int128>(E.Distance) * R.numerator();
      if (Via > Longest[E.To]) {
        Longest[E.To] = Via;
        Raised = true;
      }
    }
  }
  return Raised;
}

/// The edges must form a simple cycle with the ratio claimed.
void expectWitness(const DependencyGraph &G, const CriticalCycle &C) {
  if (C.Edges.empty()) {
    EXPECT_EQ(C.Ratio, CyclesPerIter(0));
    return;
  }
  int64_t Latency = 0, Distance = 0;
  std::set<uint32_t> Visited;
  for (size_t I = 0; I != C.Edges.size(); ++I) {
    ASSERT_LT(C.Edges[I], G.edges().size());
    const Edge &E = G.edges()[C.Edges[I]];
    const Edge &Next = G.edges()[C.Edges[(I + 1) % C.Edges.size()]];
    EXPECT_EQ(E.To, Next.From) << "gap after edge " << I;
    EXPECT_TRUE(Visited.insert(E.From).second) << "node twice: " << E.From;
    Latency += E.Latency;
    Distance += E.Distance;
  }
  EXPECT_EQ(*Visited.begin(), G.edges()[C.Edges[0]].From) << "lowest first";
  EXPECT_EQ(C.Latency, Latency);
  EXPECT_EQ(C.Distance, Distance);
  EXPECT_EQ(C.Ratio, CyclesPerIter(Latency, Distance));
  EXPECT_GT(C.Ratio, CyclesPerIter(0));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

struct Row {
  const char *Name;
  uint32_t NumNodes;
  std::vector<ShortEdge> Edges; ///< {From, To, Latency, Distance, IsMay}.
  CyclesPerIter Want;
  std::vector<uint32_t> WantEdges;
};

const Row Rows[] = {
    {"empty body", 0, {}, 0, {}},
    {"one node, no edge", 1, {}, 0, {}},
    {"accumulator", 2, {{0, 1, 4, 0}, {1, 1, 4, 1}}, 4, {1}},
    {"no cycle", 3, {{0, 1, 4, 0}, {1, 2, 4, 1}, {0, 2, 9, 3}}, 0, {}},
    {"chain and back",
     3,
     {{0, 1, 4, 0}, {1, 2, 3, 0}, {2, 0, 1, 1}},
     8,
     {0, 1, 2}},
    {"the distance divides", 2, {{0, 1, 4, 0}, {1, 0, 3, 2}}, {7, 2}, {0, 1}},
    // As a sum of latencies the first cycle would win: 9 > 4.
    {"ratio, not latency", 2, {{0, 0, 9, 3}, {1, 1, 4, 1}}, 4, {1}},
    {"example of the file comment",
     2,
     {{0, 1, 4, 0}, {1, 0, 1, 1}, {1, 1, 3, 1}},
     5,
     {0, 1}},
    {"the better of two parallel edges",
     2,
     {{0, 1, 4, 0}, {0, 1, 9, 2}, {1, 0, 1, 1}},
     5,
     {0, 2}},
    {"a tie goes to the shorter cycle",
     2,
     {{0, 1, 4, 0}, {1, 0, 4, 1}, {1, 1, 8, 1}},
     8,
     {2}},
    {"a tie goes to the shorter of two longer cycles",
     5,
     {{0, 1, 3, 0},
      {1, 2, 3, 0},
      {2, 0, 3, 1},
      {3, 4, 4, 0},
      {4, 3, 5, 1},
      {2, 3, -50, 0},
      {4, 0, -50, 1}},
     9,
     {3, 4}},
    {"a tie goes to the edge added first",
     3,
     {{2, 2, 3, 1}, {0, 0, 6, 2}},
     3,
     {0}},
    {"latency 0 forces nothing", 1, {{0, 0, 0, 1}}, 0, {}},
    {"negative ratio forces nothing", 2, {{0, 1, 2, 0}, {1, 0, -3, 1}}, 0, {}},
    {"a negative latency on the way",
     3,
     {{0, 1, 6, 0}, {1, 2, -2, 0}, {2, 0, 1, 1}},
     5,
     {0, 1, 2}},
    {"a detour against program order",
     3,
     {{2, 1, 3, 1}, {1, 0, 5, 1}, {0, 2, 1, 0}},
     {9, 2},
     {2, 0, 1}},
    {"the second component wins",
     4,
     {{0, 1, 1, 0}, {1, 0, 1, 1}, {1, 2, 50, 0}, {2, 3, 3, 0}, {3, 2, 3, 1}},
     6,
     {3, 4}},
    {"the first component wins",
     4,
     {{0, 1, 4, 0}, {1, 0, 4, 1}, {1, 2, 50, 0}, {2, 3, 3, 0}, {3, 2, 3, 1}},
     8,
     {0, 1}},
    {"a compat-only edge counts unless told",
     2,
     {{0, 1, 4, 0}, {1, 0, 4, 1, true}, {0, 0, 1, 1}},
     8,
     {0, 1}},
};

TEST(CycleRatio, Table) {
  for (const Row &R : Rows) {
    SCOPED_TRACE(R.Name);
    DependencyGraph G = makeGraph(std::vector<int32_t>(R.NumNodes, 0), R.Edges);
    CriticalCycle C = findMaxCycleRatio(G);
    EXPECT_EQ(C.Ratio, R.Want);
    EXPECT_EQ(C.Edges, R.WantEdges);
    expectWitness(G, C);
  }
}

TEST(CycleRatio, IgnoreMay) {
  DependencyGraph G = makeGraph(
      {0, 0},
      {{0, 1, 4, 0}, {1, 0, 4, 1, true}, {0, 0, 1, 1}, {1, 1, 9, 1, true}});
  EXPECT_EQ(findMaxCycleRatio(G).Ratio, CyclesPerIter(9));
  CriticalCycle C = findMaxCycleRatio(G, DependenceClass::Expected);
  EXPECT_EQ(C.Ratio, CyclesPerIter(1));
  EXPECT_EQ(C.Edges, (std::vector<uint32_t>{2}));
}

//===----------------------------------------------------------------------===//
// Random graphs
//===----------------------------------------------------------------------===//

TEST(CycleRatio, SmallRandomGraphsAgreeWithEnumeration) {
  Random Rand(5);
  for (int Case = 0; Case != 3000; ++Case) {
    SCOPED_TRACE(Case);
    DependencyGraph G = randomGraph(Rand, {7, 16, -4, 9, 4});
    CriticalCycle C = findMaxCycleRatio(G);
    EXPECT_EQ(C.Ratio, ratioByEnumeration(G));
    expectWitness(G, C);
  }
}

TEST(CycleRatio, MayAgreesWithEnumeration) {
  Random Rand(6);
  for (int Case = 0; Case != 300; ++Case) {
    SCOPED_TRACE(Case);
    DependencyGraph All = randomGraph(Rand, {6, 14, -2, 9, 3});
    DependencyGraph G = rebuild(
        All, sameOrder(All), [](auto &) {},
        [&](Edge &E) {
          if (Rand.oneIn(3))
            E.Class = DependenceClass::May;
        });
    EXPECT_EQ(findMaxCycleRatio(G).Ratio, ratioByEnumeration(G, false));
    EXPECT_EQ(findMaxCycleRatio(G, DependenceClass::Expected).Ratio,
              ratioByEnumeration(G, true));
  }
}

TEST(CycleRatio, LeastLatencyAgreesWithEnumeration) {
  Random Rand(8);
  for (int Case = 0; Case != 300; ++Case) {
    SCOPED_TRACE(Case);
    DependencyGraph Shape = randomGraph(Rand, {6, 14, -2, 9, 3});
    auto Keep = [](auto &) {};
    DependencyGraph Both = rebuild(Shape, sameOrder(Shape), Keep, [&](Edge &E) {
      E.Excess = Rand.oneIn(3) ? 1 + (E.From + E.To) % 4 : 0;
    });
    DependencyGraph Fast = rebuild(Both, sameOrder(Both), Keep,
                                   [](Edge &E) { E.Latency -= E.Excess; });
    EXPECT_EQ(findMaxCycleRatio(Both, DependenceClass::Must).Ratio,
              ratioByEnumeration(Fast));
    EXPECT_EQ(findMaxCycleRatio(Both, DependenceClass::Expected).Ratio,
              ratioByEnumeration(Both));
  }
}

TEST(CycleRatio, LargerRandomGraphsAgreeWithBellmanFord) {
  Random Rand(7);
  const GraphShape Shapes[] = {
      {80, 160, 1, 6, 1},                          // Ties are frequent.
      {80, 300, -5, 12, 3},                        // Late-read operands.
      {150, 250, 0, 1000, 40},                     // Many different ratios.
      {60, 400, INT32_MIN, INT32_MAX, UINT32_MAX}, // Needs 128 bits.
  };
  for (int Case = 0; Case != 400; ++Case) {
    SCOPED_TRACE(Case);
    DependencyGraph G = randomGraph(Rand, Shapes[Case % 4]);
    CriticalCycle C = findMaxCycleRatio(G);
    EXPECT_FALSE(exceedsByBellmanFord(G, C.Ratio));
    expectWitness(G, C);
  }
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

TEST(CycleRatio, Laws) {
  Random Rand(8);
  const GraphShape Shape{25, 60, -2, 12, 3};
  auto Keep = [](auto &) {};
  for (int Case = 0; Case != 300; ++Case) {
    SCOPED_TRACE(Case);
    DependencyGraph G = randomGraph(Rand, Shape);
    const CyclesPerIter Ratio = findMaxCycleRatio(G).Ratio;

    const auto Copies = static_cast<uint32_t>(Rand.between(2, 4));
    EXPECT_EQ(findMaxCycleRatio(unroll(G, Copies)).Ratio, Ratio * Copies);

    DependencyGraph Slower =
        rebuild(G, sameOrder(G), Keep, [](Edge &E) { E.Latency *= 3; });
    EXPECT_EQ(findMaxCycleRatio(Slower).Ratio, Ratio * 3);

    DependencyGraph Farther =
        rebuild(G, sameOrder(G), Keep, [](Edge &E) { E.Distance *= 5; });
    EXPECT_EQ(findMaxCycleRatio(Farther).Ratio, Ratio / 5);

    DependencyGraph Renamed = rebuild(G, randomOrder(G, Rand), Keep, Keep);
    EXPECT_EQ(findMaxCycleRatio(Renamed).Ratio, Ratio);

    DependencyGraph More = rebuild(G, sameOrder(G), Keep, Keep);
    More.addEdge(makeEdge(
        randomEdge(Rand, static_cast<uint32_t>(G.nodes().size()), Shape)));
    EXPECT_GE(findMaxCycleRatio(More).Ratio, Ratio) << "one more edge";

    EXPECT_EQ(findMaxCycleRatio(G).Edges, findMaxCycleRatio(G).Edges);
  }
}

//===----------------------------------------------------------------------===//
// Large loops
//===----------------------------------------------------------------------===//

constexpr uint32_t Size = 100000;

/// Size nodes in a chain of 1-cycle edges.
DependencyGraph makeChain() {
  DependencyGraph G = makeGraph(std::vector<int32_t>(Size, 0), {});
  for (uint32_t I = 0; I + 1 != Size; ++I)
    G.addEdge(makeEdge({I, I + 1, 1, 0}));
  return G;
}

/// Half a minute is far above any machine's need (0.1 s), and far below what a
/// quadratic algorithm takes.
CriticalCycle findQuickly(const DependencyGraph &G) {
  auto Start = std::chrono::steady_clock::now();
  CriticalCycle C = findMaxCycleRatio(G);
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(30));
  return C;
}

TEST(CycleRatioLarge, LongBackEdge) {
  DependencyGraph G = makeChain();
  G.addEdge(makeEdge({Size - 1, 0, 1, 1}));
  CriticalCycle C = findQuickly(G);
  EXPECT_EQ(C.Ratio, CyclesPerIter(Size));
  expectWitness(G, C);
}

TEST(CycleRatioLarge, ManyBackEdgesOfVariedDistance) {
  // From node N back to 0, N cycles over 1 + floor(N / 1000) iterations: at
  // N = 1000 K - 1 that is 1000 - 1/K, so the last one is best.
  DependencyGraph G = makeChain();
  for (uint32_t I = 1; I != Size; ++I)
    G.addEdge(makeEdge({I, 0, 0, 1 + I / 1000}));
  CriticalCycle C = findQuickly(G);
  EXPECT_EQ(C.Ratio, CyclesPerIter(Size - 1, Size / 1000));
  expectWitness(G, C);
}

TEST(CycleRatioLarge, WaveThatMovesOneEdgeASweep) {
  // Node I is reached backward from I + 1, and has a shortcut to node 0 that
  // looks better until the news from node 1 arrives.
  DependencyGraph G = makeGraph(std::vector<int32_t>(Size, 0), {});
  G.addEdge(makeEdge({0, 0, 10, 1}));
  G.addEdge(makeEdge({1, 0, 1000, 1}));
  for (uint32_t I = 2; I != Size; ++I) {
    G.addEdge(makeEdge({I, I - 1, 10, 1}));
    G.addEdge(makeEdge({I, 0, 20, 1}));
    G.addEdge(makeEdge({0, I, -100000, 1}));
  }
  EXPECT_EQ(findQuickly(G).Ratio, CyclesPerIter(10));
}

TEST(CycleRatioLarge, ReconvergingDataflow) {
  Random Rand(9);
  DependencyGraph G = makeGraph(std::vector<int32_t>(Size, 0), {});
  for (uint32_t I = 1; I != Size; ++I)
    for (int Input = 0; Input != 2; ++Input) {
      uint32_t Back = 1 + static_cast<uint32_t>(Rand.below(std::min(I, 16u)));
      G.addEdge(
          makeEdge({I - Back, I, static_cast<int32_t>(Rand.between(1, 5)), 0}));
    }
  for (uint32_t I = 0; I != 16; ++I)
    G.addEdge(makeEdge({Size - 1 - I, I, 1, 1 + I % 3}));
  CriticalCycle C = findQuickly(G);
  EXPECT_FALSE(exceedsByBellmanFord(G, C.Ratio));
  expectWitness(G, C);
}

TEST(CycleRatioLarge, ManySmallComponents) {
  DependencyGraph G = makeGraph(std::vector<int32_t>(Size, 0), {});
  for (uint32_t I = 0; I != Size; I += 2) {
    G.addEdge(makeEdge({I, I + 1, static_cast<int32_t>(I / 100), 0}));
    G.addEdge(makeEdge({I + 1, I, 1, 1}));
  }
  EXPECT_EQ(findQuickly(G).Ratio, CyclesPerIter((Size - 2) / 100 + 1));
}

} // namespace
