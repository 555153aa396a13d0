//===- OutEdges.h - Edges grouped by their source node ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chosen edges of a dependency graph, grouped by From in O(V + E).
///
/// Example: edges 0: 2->3, 1: 0->1, 2: 0->3 on four nodes are stored as
/// {1, 2, 0}; of(0) is {1, 2}, of(1) is empty and of(2) is {0}.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_GRAPH_OUTEDGES_H
#define KERNEL_BOUNDS_LIB_GRAPH_OUTEDGES_H

#include "kernel-bounds/Graph/DependencyGraph.h"

namespace kernelbounds {

/// Edge indices by source node; the edges of one node in the order added.
class OutEdges {
  std::vector<uint32_t> Begin;  ///< By node, and one past the last.
  std::vector<uint32_t> Sorted; ///< Edge indices.

public:
  /// Takes the edges E of \p G for which \p Keep(E) holds.
  template <typename Pred>
  OutEdges(const DependencyGraph &G, Pred Keep)
      : Begin(G.nodes().size() + 1, 0) {
    for (const DependencyGraph::Edge &E : G.edges())
      if (Keep(E))
        ++Begin[E.From];
    uint32_t Total = 0;
    for (uint32_t &B : Begin)
      B = Total += B; // One past the node's last edge, until filled below.
    Sorted.resize(Total);
    for (size_t I = G.edges().size(); I-- > 0;)
      if (Keep(G.edges()[I]))
        Sorted[--Begin[G.edges()[I].From]] = static_cast<uint32_t>(I);
  }

  llvm::ArrayRef<uint32_t> of(uint32_t Node) const {
    return llvm::ArrayRef(Sorted).slice(Begin[Node],
                                        Begin[Node + 1] - Begin[Node]);
  }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_GRAPH_OUTEDGES_H
