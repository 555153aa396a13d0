//===- PortLimits.h - Bounds by issue ports and units -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What issue ports, and units that are not pipelined, force: the bound of
/// PortBound.h with the micro-ops that are confined to the saturated set, and
/// for loads and stores with the lines of the cache that they cross.
///
/// Example: four loads on p2 and p3 are 2 cycles by these two ports.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_PORTLIMITS_H
#define KERNEL_BOUNDS_BOUNDS_PORTLIMITS_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Of Limit::Ports and Limit::Unit.
struct PortWitness : Witness {
  PortSet Ports;               ///< The saturated set.
  std::vector<uint32_t> Insts; ///< Those with micro-ops confined to Ports.
  /// Of Ports: loads, or stores, and the lines that they cross force the bound,
  /// and Insts are only these.
  bool IsByLines = false;

  /// Whether \p U is one of those that force the bound.
  bool counts(const MappedUop &U) const {
    return U.Ports.isSubsetOf(Ports) && (!IsByLines || U.reachesCache());
  }
  /// Cycles that it then takes of them in 64 trips.
  int64_t cyclesOf64(const MappedUop &U) const {
    return IsByLines ? U.cyclesOf64() : int64_t(U.Cycles) * 64;
  }
};

/// What micro-ops are confined to by the ports of \p A, and by its units.
inline const PortWitness &portWitness(const Analysis &A) {
  return A.bound(Limit::Ports).witness<PortWitness>();
}
inline const PortWitness &unitWitness(const Analysis &A) {
  return A.bound(Limit::Unit).witness<PortWitness>();
}

/// What the micro-ops on \p Ports do: "loads", "stores", "loads and stores", or
/// empty if they compute, too.
llvm::StringRef portsUse(PortSet Ports, const MappedKernel &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_PORTLIMITS_H
