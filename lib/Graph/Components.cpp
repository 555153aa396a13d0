//===- Components.cpp - Strongly connected components ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A depth-first search numbers the nodes; the first node visited of a
/// component is the one from which no older unfinished node can be reached.
/// When it is left, its component is what lies above it on a stack.
///
/// Example: 0->1, 1->2, 2->1: the search enters 0, 1, 2. From 2, node 1 can be
/// reached, so 2 is kept; when 1 is left, {1, 2} is complete.
///
/// Source: R. Tarjan, "Depth-first search and linear graph algorithms", 1972,
/// doi:10.1137/0201010. We keep the path in a vector instead of recursing: a
/// loop may have 200,000 nodes. Time and space O(V + E).
/// Tested by unittests/Graph/CycleRatioTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include <algorithm>

using namespace kernelbounds;
using llvm::ArrayRef;

namespace {

constexpr uint32_t None = ~uint32_t(0);

/// The state of the search.
class ComponentFinder {
  const DependencyGraph &G;
  const OutEdges &Out;
  std::vector<uint32_t> Visit; ///< By node: order of discovery, 0 = not yet.
  std::vector<uint32_t> Low;   ///< By node: least Visit known to be reachable.
  std::vector<uint32_t> Next;  ///< By node: out-edges followed so far.
  std::vector<uint32_t> Open;  ///< Nodes not yet put into a component.
  std::vector<uint32_t> Calls; ///< The path of the depth-first search.
  std::vector<uint32_t> Component; ///< By node.
  uint32_t NumVisited = 0;
  uint32_t NumComponents = 0;

  void enter(uint32_t Node) {
    Visit[Node] = Low[Node] = ++NumVisited;
    Open.push_back(Node);
    Calls.push_back(Node);
  }

  /// Follows one more edge of \p Node; false if there is none.
  bool advance(uint32_t Node) {
    ArrayRef<uint32_t> Edges = Out.of(Node);
    if (Next[Node] == Edges.size())
      return false;
    uint32_t To = G.edges()[Edges[Next[Node]++]].To;
    if (Visit[To] == 0)
      enter(To);
    else if (Component[To] == None)
      Low[Node] = std::min(Low[Node], Visit[To]);
    return true;
  }

  void leave(uint32_t Node) {
    Calls.pop_back();
    if (!Calls.empty())
      Low[Calls.back()] = std::min(Low[Calls.back()], Low[Node]);
    if (Low[Node] != Visit[Node])
      return;
    uint32_t Member;
    do {
      Member = Open.back();
      Open.pop_back();
      Component[Member] = NumComponents;
    } while (Member != Node);
    ++NumComponents;
  }

public:
  ComponentFinder(const DependencyGraph &G, const OutEdges &Out)
      : G(G), Out(Out), Visit(G.nodes().size(), 0), Low(G.nodes().size()),
        Next(G.nodes().size(), 0), Component(G.nodes().size(), None) {}

  /// Returns the nodes of each component that has at least two, in node order;
  /// components in the order of their first nodes.
  std::vector<std::vector<uint32_t>> run() {
    for (uint32_t Root = 0; Root != G.nodes().size(); ++Root) {
      if (Visit[Root] != 0)
        continue;
      enter(Root);
      while (!Calls.empty())
        if (uint32_t Node = Calls.back(); !advance(Node))
          leave(Node);
    }
    return collect();
  }

private:
  std::vector<std::vector<uint32_t>> collect() const {
    std::vector<uint32_t> Size(NumComponents, 0);
    for (uint32_t C : Component)
      ++Size[C];
    std::vector<uint32_t> Place(NumComponents, None); // By component.
    std::vector<std::vector<uint32_t>> Result;
    for (uint32_t Node = 0; Node != Component.size(); ++Node) {
      uint32_t C = Component[Node];
      if (Size[C] < 2)
        continue;
      if (Place[C] == None) {
        Place[C] = static_cast<uint32_t>(Result.size());
        Result.emplace_back().reserve(Size[C]);
      }
      Result[Place[C]].push_back(Node);
    }
    return Result;
  }
};

} // namespace

std::vector<std::vector<uint32_t>>
kernelbounds::findComponents(const DependencyGraph &G, const OutEdges &Out) {
  return ComponentFinder(G, Out).run();
}
