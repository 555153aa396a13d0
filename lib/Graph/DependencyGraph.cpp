//===- DependencyGraph.cpp - Data dependences of a loop body --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Building the graph, with its invariants checked edge by edge.
/// Tested by unittests/Graph/CycleRatioTest.cpp and CriticalPathTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/DependencyGraph.h"
#include <cassert>

using namespace kernelbounds;

void DependencyGraph::addEdge(Edge E) {
  assert(E.From < Nodes.size() && "the edge leaves no node");
  assert(E.To < Nodes.size() && "the edge enters no node");
  assert((E.Distance > 0 || E.From < E.To) &&
         "an edge within one iteration must follow program order");
  Edges.push_back(E);
}
