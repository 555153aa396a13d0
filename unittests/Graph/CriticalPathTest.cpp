//===- CriticalPathTest.cpp - Tests for Graph/CriticalPath.cpp ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTestSupport.h"
#include "gtest/gtest.h"
#include <optional>

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

//===----------------------------------------------------------------------===//
// Oracle: every path, one after the other
//===----------------------------------------------------------------------===//

/// The longest of all paths that begin with \p Node, which adds \p Latency.
int64_t longestByEnumeration(const DependencyGraph &G, uint32_t Node,
                             int64_t Latency) {
  int64_t Longest = Latency;
  for (const Edge &E : G.edges())
    if (E.From == Node && E.Distance == 0)
      Longest =
          std::max(Longest, longestByEnumeration(G, E.To, Latency + E.Latency));
  return Longest;
}

int64_t longestByEnumeration(const DependencyGraph &G) {
  std::optional<int64_t> Longest;
  for (uint32_t Node = 0; Node != G.nodes().size(); ++Node) {
    int64_t Latency =
        longestByEnumeration(G, Node, G.nodes()[Node].StartLatency);
    Longest = std::max(Longest.value_or(Latency), Latency);
  }
  return Longest.value_or(0);
}

/// The same, remembering the longest path to each node; for larger graphs.
int64_t longestByRecursion(const DependencyGraph &G, uint32_t Node,
                           std::vector<std::optional<int64_t>> &Known) {
  if (Known[Node])
    return *Known[Node];
  int64_t Longest = G.nodes()[Node].StartLatency;
  for (const Edge &E : G.edges())
    if (E.To == Node && E.Distance == 0)
      Longest =
          std::max(Longest, longestByRecursion(G, E.From, Known) + E.Latency);
  Known[Node] = Longest;
  return Longest;
}

/// The path must exist in the graph, and its steps explain its latency.
void expectWitness(const DependencyGraph &G, const CriticalPath &Path) {
  ASSERT_EQ(Path.Nodes.size(), Path.Steps.size());
  if (G.nodes().empty()) {
    EXPECT_TRUE(Path.Nodes.empty());
    return;
  }
  ASSERT_FALSE(Path.Nodes.empty());
  EXPECT_EQ(Path.Steps[0], G.nodes()[Path.Nodes[0]].StartLatency);
  for (size_t I = 1; I != Path.Nodes.size(); ++I)
    EXPECT_TRUE(std::any_of(G.edges().begin(), G.edges().end(),
                            [&](const Edge &E) {
                              return E.From == Path.Nodes[I - 1] &&
                                     E.To == Path.Nodes[I] && E.Distance == 0 &&
                                     E.Latency == Path.Steps[I];
                            }))
        << "no edge for step " << I;
  EXPECT_EQ(std::accumulate(Path.Steps.begin(), Path.Steps.end(), int64_t(0)),
            Path.Latency);
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

struct Row {
  const char *Name;
  std::vector<int32_t> StartLatencies; ///< By node.
  std::vector<ShortEdge> Edges;        ///< {From, To, Latency, Distance}.
  int64_t Want;                        ///< Cycles.
  std::vector<uint32_t> WantNodes;
};

const Row Rows[] = {
    {"empty body", {}, {}, 0, {}},
    {"one node", {4}, {}, 4, {0}},
    {"load feeding a chain beats a lone load",
     {5, 1, 1, 7},
     {{0, 1, 4, 0}, {1, 2, 3, 0}},
     12,
     {0, 1, 2}},
    {"carried edges do not count", {2, 1}, {{0, 1, 3, 1}}, 2, {0}},
    {"the longer arm of a diamond",
     {1, 0, 0, 0},
     {{0, 1, 1, 0}, {0, 2, 5, 0}, {1, 3, 4, 0}, {2, 3, 1, 0}},
     7,
     {0, 2, 3}},
    {"a start in the middle beats what precedes it",
     {1, 9, 0},
     {{0, 1, 2, 0}, {1, 2, 3, 0}},
     12,
     {1, 2}},
    {"a late-read operand lowers the path",
     {3, 0, 0},
     {{0, 1, 6, 0}, {1, 2, -2, 0}},
     9,
     {0, 1}},
    {"a tie goes to the path met first",
     {1, 1, 0, 0},
     {{1, 2, 4, 0}, {0, 2, 4, 0}, {0, 3, 4, 0}},
     5,
     {0, 2}},
    {"edges may be added in any order",
     {1, 0, 0},
     {{1, 2, 2, 0}, {0, 1, 2, 0}},
     5,
     {0, 1, 2}},
};

TEST(CriticalPath, Table) {
  for (const Row &R : Rows) {
    SCOPED_TRACE(R.Name);
    DependencyGraph G = makeGraph(R.StartLatencies, R.Edges);
    CriticalPath Path = findCriticalPath(G);
    EXPECT_EQ(Path.Latency, R.Want);
    EXPECT_EQ(Path.Nodes, R.WantNodes);
    expectWitness(G, Path);
  }
}

TEST(CriticalPath, SmallRandomGraphsAgreeWithEnumeration) {
  Random Rand(2);
  for (int Case = 0; Case != 500; ++Case) {
    SCOPED_TRACE(Case);
    DependencyGraph G = randomGraph(Rand, {9, 20, -3, 9, 3});
    CriticalPath Path = findCriticalPath(G);
    EXPECT_EQ(Path.Latency, longestByEnumeration(G));
    expectWitness(G, Path);
  }
}

TEST(CriticalPath, LargerRandomGraphsAgreeWithRecursion) {
  Random Rand(3);
  for (int Case = 0; Case != 300; ++Case) {
    SCOPED_TRACE(Case);
    DependencyGraph G = randomGraph(Rand, {60, 200, -2, 12, 3});
    std::vector<std::optional<int64_t>> Known(G.nodes().size());
    int64_t Longest = longestByRecursion(G, 0, Known);
    for (uint32_t Node = 1; Node != G.nodes().size(); ++Node)
      Longest = std::max(Longest, longestByRecursion(G, Node, Known));
    CriticalPath Path = findCriticalPath(G);
    EXPECT_EQ(Path.Latency, Longest);
    expectWitness(G, Path);
  }
}

TEST(CriticalPath, Laws) {
  Random Rand(4);
  const GraphShape Shape{30, 80, -2, 12, 3};
  auto Keep = [](auto &) {};
  for (int Case = 0; Case != 300; ++Case) {
    SCOPED_TRACE(Case);
    DependencyGraph G = randomGraph(Rand, Shape);
    const int64_t Latency = findCriticalPath(G).Latency;

    DependencyGraph Tripled = rebuild(
        G, sameOrder(G), [](auto &N) { N.StartLatency *= 3; },
        [](Edge &E) { E.Latency *= 3; });
    EXPECT_EQ(findCriticalPath(Tripled).Latency, 3 * Latency);

    DependencyGraph Renamed = rebuild(G, randomOrder(G, Rand), Keep, Keep);
    EXPECT_EQ(findCriticalPath(Renamed).Latency, Latency);

    DependencyGraph Twice = rebuild(G, sameOrder(G), Keep, Keep);
    for (const DependencyGraph::Node &N : G.nodes())
      Twice.addNode(N);
    EXPECT_EQ(findCriticalPath(Twice).Latency, Latency) << "independent copy";

    DependencyGraph More = rebuild(G, sameOrder(G), Keep, Keep);
    More.addEdge(makeEdge(
        randomEdge(Rand, static_cast<uint32_t>(G.nodes().size()), Shape)));
    EXPECT_GE(findCriticalPath(More).Latency, Latency) << "one more edge";
  }
}

TEST(CriticalPath, LongChain) {
  const uint32_t Size = 200000;
  DependencyGraph G = makeGraph(std::vector<int32_t>(Size, 1), {});
  for (uint32_t I = 0; I + 1 != Size; ++I)
    G.addEdge(makeEdge({I, I + 1, 4, 0}));
  CriticalPath Path = findCriticalPath(G);
  EXPECT_EQ(Path.Latency, 1 + 4 * int64_t(Size - 1));
  EXPECT_EQ(Path.Nodes.size(), Size);
}

} // namespace
