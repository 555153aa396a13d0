//===- CriticalPath.cpp - The longest path through one iteration ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Edges of Distance 0 lead from lower to higher nodes, so node order is a
/// topological order: one sweep settles each node's longest path before the
/// node passes it on. A path may start at any node, with its StartLatency.
///
/// Example: a load (StartLatency 5) feeding a multiply (edge 4) feeding an add
/// (edge 3), next to an independent load (StartLatency 7): 5 + 4 + 3 = 12.
///
/// Source: longest paths in a DAG, textbook. Time and space O(V + E).
/// Tested by unittests/Graph/CriticalPathTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "OutEdges.h"
#include <algorithm>

using namespace kernelbounds;

namespace {

constexpr uint32_t NoEdge = ~uint32_t(0);

/// The longest path that ends at a node.
struct Arrival {
  int64_t Latency; ///< Cycles.
  uint32_t Via;    ///< Index of its last edge; NoEdge if it starts here.
};

} // namespace

/// Returns the longest path to each node, indexed by node.
static std::vector<Arrival> computeArrivals(const DependencyGraph &G) {
  OutEdges Out(G, [](const DependencyGraph::Edge &E) {
    return E.Distance == 0 && !E.isMay();
  });
  std::vector<Arrival> Arrivals;
  Arrivals.reserve(G.nodes().size());
  for (const DependencyGraph::Node &N : G.nodes())
    Arrivals.push_back({N.StartLatency, NoEdge});
  for (uint32_t From = 0; From != G.nodes().size(); ++From)
    for (uint32_t I : Out.of(From)) {
      const DependencyGraph::Edge &E = G.edges()[I];
      int64_t Latency = Arrivals[From].Latency + E.Latency;
      if (Latency > Arrivals[E.To].Latency)
        Arrivals[E.To] = {Latency, I};
    }
  return Arrivals;
}

CriticalPath kernelbounds::findCriticalPath(const DependencyGraph &G) {
  CriticalPath Path;
  if (G.nodes().empty())
    return Path;
  std::vector<Arrival> Arrivals = computeArrivals(G);
  auto Last = std::max_element(
      Arrivals.begin(), Arrivals.end(),
      [](const Arrival &A, const Arrival &B) { return A.Latency < B.Latency; });
  Path.Latency = Last->Latency;
  auto Node = static_cast<uint32_t>(Last - Arrivals.begin());
  while (Arrivals[Node].Via != NoEdge) {
    const DependencyGraph::Edge &E = G.edges()[Arrivals[Node].Via];
    Path.Nodes.push_back(Node);
    Path.Steps.push_back(E.Latency);
    Node = E.From;
  }
  Path.Nodes.push_back(Node);
  Path.Steps.push_back(G.nodes()[Node].StartLatency);
  std::reverse(Path.Nodes.begin(), Path.Nodes.end());
  std::reverse(Path.Steps.begin(), Path.Steps.end());
  return Path;
}
