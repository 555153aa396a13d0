//===- Resource.h - What can be made faster ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The resources of a core that a sensitivity analysis accelerates.
///
/// Example: {Ports, {p2, p3}} by 2 lets each of the two ports begin two
/// micro-ops a cycle; {ReorderBuffer} by 2 doubles its entries.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_RESOURCE_H
#define KERNEL_BOUNDS_BOUNDS_RESOURCE_H

#include "kernel-bounds/Bounds/Bound.h"
#include <cstdint>

namespace kernelbounds {

enum class ResourceKind : uint8_t {
  Ports,      ///< Ports, or units, of a set.
  IssueWidth, ///< And the retire width: a wider core has both.
  FrontEnd,
  ReorderBuffer,
  Scheduler,
  LoadBuffer,
  StoreBuffer,
  IntegerRegisters, ///< Results for general registers in flight.
  VectorRegisters,  ///< Results for vector and FP registers in flight.
  RetireWidth,
  Latency,       ///< Of every instruction.
  LoadLatency,   ///< From address to loaded value.
  Forwarding,    ///< From a store to the load of its bytes.
  OpcodeLatency, ///< Of one opcode.
  OfBound        ///< What one kind of bound alone is about.
};

struct Resource {
  ResourceKind Kind = ResourceKind::Ports;
  PortSet Ports = {};     ///< Of Ports; of Scheduler, where it has some only.
  unsigned Opcode = 0;    ///< Of OpcodeLatency.
  Limit Of = Limit::None; ///< Of OfBound.

  friend bool operator==(const Resource &A, const Resource &B) {
    return A.Kind == B.Kind && A.Ports == B.Ports && A.Opcode == B.Opcode &&
           A.Of == B.Of;
  }
};

/// By how much: Num / Den, more than 1. Times then are counted in ticks, of
/// which a cycle has Num; what takes a cycle takes Den ticks when accelerated.
struct SpeedFactor {
  unsigned Num = 2, Den = 1;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_RESOURCE_H
