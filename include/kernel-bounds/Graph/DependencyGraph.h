//===- DependencyGraph.h - Data dependences of a loop body ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data dependences of one loop body, and what latency alone forces.
///
/// A node is a value that an instruction produces: a loaded value, a register
/// or flags result, a written-back address, a stored datum. An edge says that
/// To cannot be complete earlier than Latency cycles after From is, Distance
/// assembly iterations later.
///
/// Example: `acc += a[i]` compiled to one VADDPSYrm is a load node and a result
/// node; the result has an edge to itself, {Latency 4, Distance 1}, and one
/// from the load, {Latency 4, Distance 0}. LCD is 4 cycles per assembly
/// iteration.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_GRAPH_DEPENDENCYGRAPH_H
#define KERNEL_BOUNDS_GRAPH_DEPENDENCYGRAPH_H

#include "kernel-bounds/Model/Cycles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include <cstdint>
#include <vector>

namespace kernelbounds {

/// How sure it is that a dependence exists. In this order: what counts a class
/// counts those before it.
enum class DependenceClass : uint8_t {
  Must,     ///< It holds in every iteration (steady state); proved.
  Expected, ///< It holds unless pointers of different origin overlap.
  May,      ///< It holds if they do.
  Drawn     ///< Data decide in each iteration whether it holds.
};

/// What kind of value a node stands for.
enum class NodePart : uint8_t { Load, Result, WriteBack, Store };

/// Through what a dependence runs.
enum class DependenceKind : uint8_t {
  Register,
  Flags,
  Internal,
  Memory,
  Overwritten ///< A register that is written and not read: a false dependence.
};

/// Data dependences among the values of one loop body.
///
/// Nodes are numbered in the order they were added, which is program order; an
/// edge of Distance 0 goes from a lower to a higher node, so these edges form a
/// DAG and every cycle carries a Distance. Build with addNode() and addEdge(),
/// then query. Memory: 16 bytes a node, 32 bytes an edge.
class DependencyGraph {
public:
  struct Node {
    uint32_t Inst; ///< Index of the instruction in its kernel.
    NodePart Part;
    /// Index of the register written, in the instruction's list of writes.
    uint8_t Write;
    /// Cycles from the inputs that no instruction of the same iteration
    /// produces (or from nothing) to this value.
    int32_t StartLatency;
    /// Cycles of it that are expected and not proved.
    uint32_t StartExcess = 0;

    int32_t leastStart() const { return StartLatency - int32_t(StartExcess); }
  };
  struct Edge {
    uint32_t From, To; ///< Node indices.
    int32_t Latency;   ///< Cycles; may be negative (late-read operands).
    uint32_t Distance; ///< Assembly iterations crossed; 0 = same iteration.
    DependenceKind Kind;
    DependenceClass Class = DependenceClass::Must;
    /// For Register and Flags the index of the reading operand in
    /// Kernel::Reads, for Memory that of the memory dependence, or of the drawn
    /// one.
    uint32_t Detail = 0;
    /// Cycles of Latency that are expected and not proved: the least latency is
    /// so much shorter.
    uint32_t Excess = 0;
    /// Of Memory: the store cannot forward, so that the load has to wait until
    /// the datum is in the cache.
    bool IsBlocked = false;

    /// The cycles that count among edges no less sure than \p Least.
    int32_t latency(DependenceClass Least) const {
      return Least == DependenceClass::Must ? Latency - int32_t(Excess)
                                            : Latency;
    }
    bool isMay() const { return Class == DependenceClass::May; }
  };

  /// \returns the new node's index.
  uint32_t addNode(Node N) {
    Nodes.push_back(N);
    return static_cast<uint32_t>(Nodes.size() - 1);
  }
  /// \pre Both ends are nodes, and E.Distance > 0 or E.From < E.To.
  void addEdge(Edge E);

  llvm::ArrayRef<Node> nodes() const { return Nodes; }
  llvm::ArrayRef<Edge> edges() const { return Edges; }

private:
  std::vector<Node> Nodes;
  std::vector<Edge> Edges;
};

/// The longest latency path through one iteration.
struct CriticalPath {
  int64_t Latency = 0;         ///< Cycles; 0 for an empty graph.
  std::vector<uint32_t> Nodes; ///< In execution order.
  /// Cycles that Nodes[i] adds: its StartLatency for i = 0, the latency of the
  /// edge from Nodes[i-1] else. They sum to Latency.
  std::vector<int32_t> Steps;
};

/// Returns the longest path over the edges of Distance 0, with the StartLatency
/// of its first node. Ties go to the path met first in node order, so that
/// reports are the same from run to run. O(V + E).
CriticalPath findCriticalPath(const DependencyGraph &G);

/// A cycle of dependences and what it costs.
struct CriticalCycle {
  CyclesPerIter Ratio;         ///< Sum of latencies over sum of distances.
  int64_t Latency = 0;         ///< Cycles around the cycle.
  int64_t Distance = 0;        ///< Iterations around the cycle.
  std::vector<uint32_t> Edges; ///< Edge indices, in order around the cycle.
};

/// Returns the cycle of \p G with the largest ratio of latency to distance:
/// the loop-carried dependency bound. Edges less sure than \p Least are left
/// out, and so are those of which \p IsLeftOut, by edge, says so. Of edges that
/// must be the least latency counts if no others are wanted.
///
/// \returns an exact fraction in cycles per assembly iteration; Ratio 0 and no
/// Edges if \p G has no cycle, or none with a positive ratio. Depends only on
/// the order in which nodes and edges were added.
CriticalCycle findMaxCycleRatio(const DependencyGraph &G,
                                DependenceClass Least = DependenceClass::May,
                                const llvm::BitVector *IsLeftOut = nullptr);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_GRAPH_DEPENDENCYGRAPH_H
