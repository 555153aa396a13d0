//===- Components.h - Strongly connected components -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of a dependency graph that can have cycles.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_GRAPH_COMPONENTS_H
#define KERNEL_BOUNDS_LIB_GRAPH_COMPONENTS_H

#include "OutEdges.h"

namespace kernelbounds {

/// Returns the nodes of each strongly connected component of the edges \p Out
/// that has at least two nodes, in node order; components in the order of their
/// first nodes. O(V + E).
std::vector<std::vector<uint32_t>> findComponents(const DependencyGraph &G,
                                                  const OutEdges &Out);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_GRAPH_COMPONENTS_H
