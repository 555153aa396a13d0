//===- PortBound.h - Lower bound from port pressure -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the issue ports alone allow, and an assignment that reaches it.
///
/// Example: micro-ops {0,1}, {1,2}, {2,3}, {3,4} on five ports, one each: 4/5
/// cycle per iteration, forced by all five ports.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_PORTBOUND_H
#define KERNEL_BOUNDS_BOUNDS_PORTBOUND_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Model/PortSet.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace kernelbounds {

/// Micro-ops of one iteration that may issue to the same ports.
struct UopGroup {
  PortSet Ports;      ///< Not empty.
  int64_t Cycles = 0; ///< Port-cycles occupied, summed over the micro-ops.
};

struct PortBound {
  CyclesPerIter Value; ///< 0 if no micro-op.
  PortSet Ports;       ///< The limiting set S; empty if Value is 0.
};

/// How micro-ops are spread over their ports.
enum class PortAssignment : uint8_t {
  Optimal, ///< The fractional optimum: what an ideal scheduler reaches.
  Uniform  ///< Evenly over each micro-op's ports (OSACA, PMBS 2019).
};

/// Returns max over port sets S of (cycles confined to S) / |S|, exactly.
/// Ties go to the S with the fewest ports, then to the least S.bits().
/// \pre The Cycles sum to less than 2^56.
PortBound computePortBound(llvm::ArrayRef<UopGroup> Uops);

/// The loads that an assignment puts on each port.
struct PortLoads {
  /// Cycles per iteration on each port, indexed by port.
  std::vector<CyclesPerIter> PerPort;
  /// Share of group g on port p, at [g * NumPorts + p]; for each group the
  /// shares sum to its Cycles and are 0 outside its Ports.
  std::vector<CyclesPerIter> PerGroup;
};

/// Spreads \p Uops over \p NumPorts ports. Optimal: the port loads are the
/// lexicographically smallest when sorted from the busiest down, hence unique
/// and their maximum equals computePortBound(); groups are split evenly over
/// those of their ports that bind them, where the others allow it (greedily, in
/// order of the port sets). Uniform: evenly over all of a group's ports.
/// \pre The Cycles sum to less than 2^28, so that all shares are exact.
PortLoads assignPorts(llvm::ArrayRef<UopGroup> Uops, unsigned NumPorts,
                      PortAssignment Mode);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_PORTBOUND_H
