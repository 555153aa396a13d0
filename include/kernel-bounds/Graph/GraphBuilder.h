//===- GraphBuilder.h - Dependences of a mapped kernel ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From operands and latencies to the dependency graph.
///
/// Example: `ldr d0, [x1], #8` is a load node (latency from x1) and a
/// write-back node (from x1); `fadd d1, d1, d0` is one result node with an edge
/// from the load, Distance 0, and one from itself, Distance 1.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_GRAPH_GRAPHBUILDER_H
#define KERNEL_BOUNDS_GRAPH_GRAPHBUILDER_H

#include "kernel-bounds/Graph/DependencyGraph.h"
#include "kernel-bounds/Graph/MemoryDependence.h"
#include "kernel-bounds/Kernel/MappedKernel.h"

namespace kernelbounds {

/// What it costs a load to get the bytes of a store.
struct ForwardingCost {
  int Latency = 0; ///< Cycles, from the store's datum to the loaded value.
  int Least = 0;   ///< Cycles if the core is as fast as it can be.
  int Crowded = 0; ///< Cycles if other loads wait for stores; 0: Latency.
  /// No model says it: LLVM's load latency and one cycle more.
  bool IsGeneric = false;
  Provenance From;
};

struct GraphOptions {
  /// Every output of an instruction waits for every input, the updated base of
  /// a store included: OSACA's critical path of 2019.
  bool OneLatencyPerInstruction = false;
  /// Read-after-write pairs of these become Memory edges, from store to load;
  /// Edge::Detail is the index. Others are passed by.
  llvm::ArrayRef<MemoryDependence> Memory;
  /// They become Memory edges of class Drawn.
  llvm::ArrayRef<DrawnDependence> Drawn;
  /// If given: becomes what each of Memory costs among the others.
  std::vector<ForwardingCost> *Costs = nullptr;
};

/// Register, flags and memory dependences of \p M. Edge::Detail is the index of
/// the reading operand in Kernel::Reads for Register and Flags edges. A Memory
/// edge and the latency of the store before it sum to the forwarding latency,
/// of which Edge::Excess is what the core may be faster by. That of an edge to
/// a result is what other operands may be faster by. \p NumUnits is
/// TargetSemantics::numUnits(). O(operands + register units).
DependencyGraph buildDependencyGraph(const MappedKernel &M, unsigned NumUnits,
                                     const GraphOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_GRAPH_GRAPHBUILDER_H
