//===- InOrderBound.h - Issue in program order ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a core takes that issues instructions in program order: an instruction
/// that waits for an operand or a port makes all later ones wait.
///
/// Example: `ld a; add b, a; jump` with a load of 3 cycles on a core that
/// issues two a cycle. The addition issues 3 cycles after the load, and the
/// load of the next iteration not before the addition: 3 cycles an iteration,
/// though ports allow 1 and the longest chain that is carried takes 1.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_INORDERBOUND_H
#define KERNEL_BOUNDS_LIB_BOUNDS_INORDERBOUND_H

#include "kernel-bounds/Graph/DependencyGraph.h"
#include "kernel-bounds/Model/PortSet.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace kernelbounds {

/// One micro-op: holds one of Ports for Cycles from its instruction's issue on.
/// Several of an instruction need a port each, but those that have the same one
/// port follow each other.
struct InOrderUop {
  PortSet Ports;       ///< Not empty.
  unsigned Cycles = 1; ///< At least 1.
};

/// An instruction as the issue stage sees it.
struct InOrderInst {
  unsigned Slots = 1; ///< Of the issue width; 0 = none (eliminated, fused).
  llvm::SmallVector<InOrderUop, 2> Uops;
};

/// Why an instruction issues no earlier, or a value is no earlier there.
enum class InOrderReason : uint8_t {
  Order,   ///< The one before it has to issue first.
  Width,   ///< The slots of the cycle are taken.
  Port,    ///< The ports are taken.
  Operand, ///< The instruction waits for an operand.
  Latency, ///< The value needs its time from the issue on.
  Value    ///< The value needs its time from another value on.
};

/// One step of the witness, from what happens first to what waits for it.
struct InOrderStep {
  InOrderReason Reason;
  uint32_t From, To; ///< Instructions.
  int32_t Cycles;    ///< By which To is later; may be negative.
  uint32_t Distance; ///< Iterations from From to To.
};

struct InOrderBound {
  CyclesPerIter Value; ///< 0 for an empty loop, or if nothing takes time.
  /// A cycle of waits, of which the Cycles over the Distances are Value.
  std::vector<InOrderStep> Witness;
};

/// Returns the cycles that the values \p G of \p Insts take at least on a core
/// that issues at most \p IssueWidth slots a cycle (0 = not known), in program
/// order and only when all operands are there. Dependences that may be count
/// for nothing, nor does what a load waits for inside the memory.
/// O((V + E) per step of the maximum cycle ratio), for the nodes and edges of
/// \p G and as many more as there are instructions and micro-ops.
/// \pre Nodes of \p G are in program order.
InOrderBound computeInOrderBound(const DependencyGraph &G,
                                 llvm::ArrayRef<InOrderInst> Insts,
                                 unsigned IssueWidth);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_INORDERBOUND_H
