//===- GraphTestSupport.h - Small graphs for tests --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Graphs from lists of edges, random graphs, and changes to a graph whose
/// effect on the bounds is known.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_GRAPH_GRAPHTESTSUPPORT_H
#define KERNEL_BOUNDS_UNITTESTS_GRAPH_GRAPHTESTSUPPORT_H

#include "TestSupport.h"
#include "kernel-bounds/Graph/DependencyGraph.h"
#include <algorithm>
#include <numeric>

namespace kernelbounds::test {

using Edge = DependencyGraph::Edge;

/// An edge as a test writes it.
struct ShortEdge {
  uint32_t From, To;
  int32_t Latency;
  uint32_t Distance;
  bool IsMay = false;
};

inline Edge makeEdge(ShortEdge E) {
  return {E.From,
          E.To,
          E.Latency,
          E.Distance,
          DependenceKind::Register,
          E.IsMay ? DependenceClass::May : DependenceClass::Must,
          0};
}

inline DependencyGraph makeGraph(const std::vector<int32_t> &StartLatencies,
                                 const std::vector<ShortEdge> &Edges) {
  DependencyGraph G;
  for (int32_t Start : StartLatencies)
    G.addNode(
        {static_cast<uint32_t>(G.nodes().size()), NodePart::Result, 0, Start});
  for (const ShortEdge &E : Edges)
    G.addEdge(makeEdge(E));
  return G;
}

/// Copies \p G, with the nodes in the order \p NewIndex says and every node and
/// edge changed by \p ChangeNode and \p ChangeEdge.
template <typename NodeFn, typename EdgeFn>
DependencyGraph rebuild(const DependencyGraph &G,
                        const std::vector<uint32_t> &NewIndex,
                        NodeFn ChangeNode, EdgeFn ChangeEdge) {
  std::vector<DependencyGraph::Node> Nodes(G.nodes().size());
  for (size_t I = 0; I != Nodes.size(); ++I)
    Nodes[NewIndex[I]] = G.nodes()[I];
  DependencyGraph Copy;
  for (DependencyGraph::Node &N : Nodes) {
    ChangeNode(N);
    Copy.addNode(N);
  }
  for (Edge E : G.edges()) {
    E.From = NewIndex[E.From];
    E.To = NewIndex[E.To];
    ChangeEdge(E);
    Copy.addEdge(E);
  }
  return Copy;
}

inline std::vector<uint32_t> sameOrder(const DependencyGraph &G) {
  std::vector<uint32_t> Order(G.nodes().size());
  std::iota(Order.begin(), Order.end(), 0);
  return Order;
}

/// Returns new indices that keep edges of Distance 0 forward, else random.
inline std::vector<uint32_t> randomOrder(const DependencyGraph &G,
                                         Random &Rand) {
  std::vector<uint32_t> NumWaiting(G.nodes().size(), 0);
  for (const Edge &E : G.edges())
    NumWaiting[E.To] += E.Distance == 0;
  std::vector<uint32_t> Ready, NewIndex(G.nodes().size());
  for (uint32_t I = 0; I != NumWaiting.size(); ++I)
    if (NumWaiting[I] == 0)
      Ready.push_back(I);
  for (uint32_t Next = 0; !Ready.empty(); ++Next) {
    std::swap(Ready[Rand.below(Ready.size())], Ready.back());
    uint32_t Node = Ready.back();
    Ready.pop_back();
    NewIndex[Node] = Next;
    for (const Edge &E : G.edges())
      if (E.From == Node && E.Distance == 0 && --NumWaiting[E.To] == 0)
        Ready.push_back(E.To);
  }
  return NewIndex;
}

/// Returns the body of \p G written \p Copies times in a row.
inline DependencyGraph unroll(const DependencyGraph &G, uint32_t Copies) {
  DependencyGraph Unrolled;
  const auto Size = static_cast<uint32_t>(G.nodes().size());
  for (uint32_t Copy = 0; Copy != Copies; ++Copy)
    for (const DependencyGraph::Node &N : G.nodes())
      Unrolled.addNode(N);
  for (uint32_t Copy = 0; Copy != Copies; ++Copy)
    for (Edge E : G.edges()) {
      const uint32_t Target = Copy + E.Distance;
      E.From += Copy * Size;
      E.To += Target % Copies * Size;
      E.Distance = Target / Copies;
      Unrolled.addEdge(E);
    }
  return Unrolled;
}

/// What randomGraph() draws.
struct GraphShape {
  uint32_t MaxNodes, MaxEdges;
  int32_t MinLatency, MaxLatency;
  uint32_t MaxDistance;
};

inline ShortEdge randomEdge(Random &Rand, uint32_t NumNodes,
                            const GraphShape &Shape) {
  ShortEdge E{
      static_cast<uint32_t>(Rand.below(NumNodes)),
      static_cast<uint32_t>(Rand.below(NumNodes)),
      static_cast<int32_t>(Rand.between(Shape.MinLatency, Shape.MaxLatency)),
      0};
  const bool Forward = E.From < E.To;
  if (!Forward || Rand.oneIn(4))
    E.Distance = static_cast<uint32_t>(Rand.between(1, Shape.MaxDistance));
  return E;
}

inline DependencyGraph randomGraph(Random &Rand, const GraphShape &Shape) {
  const auto NumNodes = static_cast<uint32_t>(Rand.between(1, Shape.MaxNodes));
  std::vector<int32_t> Starts(NumNodes);
  for (int32_t &Start : Starts)
    Start = static_cast<int32_t>(Rand.between(0, Shape.MaxLatency));
  std::vector<ShortEdge> Edges(Rand.below(Shape.MaxEdges + 1));
  for (ShortEdge &E : Edges)
    E = randomEdge(Rand, NumNodes, Shape);
  return makeGraph(Starts, Edges);
}

} // namespace kernelbounds::test

#endif // KERNEL_BOUNDS_UNITTESTS_GRAPH_GRAPHTESTSUPPORT_H
