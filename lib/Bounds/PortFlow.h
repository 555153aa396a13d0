//===- PortFlow.h - Integer flow from micro-ops to ports --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A maximum flow from groups of micro-ops to the ports they may use.
///
/// Example: ports 0 and 1 take 2 units each. After route({0,1}, 2) put both on
/// port 0, route({0}, 2) moves them to port 1 and returns 0, and another
/// route({0}, 1) returns 1: ports 0 and 1 are full.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_PORTFLOW_H
#define KERNEL_BOUNDS_LIB_BOUNDS_PORTFLOW_H

#include "kernel-bounds/Bounds/PortBound.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace kernelbounds {

/// A flow from groups to ports, in integer units that the caller chooses.
class PortFlow {
  static constexpr unsigned NoGroup = ~0u;

  llvm::ArrayRef<UopGroup> Sets;
  std::array<int64_t, PortSet::MaxPorts> Room; ///< By port: what still fits.
  PortSet Free;                                ///< Ports with Room > 0.
  /// Units at [group * MaxPorts + port]; valid only if Used has the port.
  llvm::SmallVector<int64_t, 16 * PortSet::MaxPorts> Units;
  llvm::SmallVector<PortSet, 16> Used; ///< By group: ports with Units > 0.

  /// How a search reached the ports and groups.
  std::array<unsigned, PortSet::MaxPorts> ViaGroup; ///< By port.
  llvm::SmallVector<uint8_t, 16> ViaPort; ///< By group; valid if Seen.
  llvm::SmallVector<bool, 16> Seen;       ///< By group.
  llvm::SmallVector<bool, 16> Pinned;     ///< By group: no search may move it.
  PortSet Reached;

  int64_t &units(unsigned Group, unsigned Port) {
    return Units[Group * PortSet::MaxPorts + Port];
  }

  void add(unsigned Group, unsigned Port, int64_t Amount) {
    units(Group, Port) = at(Group, Port) + Amount;
    if (units(Group, Port) != 0)
      Used[Group].insert(Port);
    else
      Used[Group] = Used[Group] - PortSet::single(Port);
  }

  void takeRoom(unsigned Port, int64_t Amount) {
    Room[Port] -= Amount;
    if (Room[Port] == 0)
      Free = Free - PortSet::single(Port);
  }

  bool search(unsigned Group);
  bool widen();
  int64_t augment(unsigned Group, int64_t Limit);

public:
  /// Each of \p Ports takes up to \p RoomPerPort units.
  PortFlow(llvm::ArrayRef<UopGroup> Sets, PortSet Ports, int64_t RoomPerPort)
      : Sets(Sets), Free(RoomPerPort > 0 ? Ports : PortSet()),
        Used(Sets.size()), ViaPort(Sets.size()), Seen(Sets.size()),
        Pinned(Sets.size(), false) {
    Units.resize_for_overwrite(Sets.size() * PortSet::MaxPorts);
    Ports.forEach([&](unsigned Port) { Room[Port] = RoomPerPort; });
  }

  /// Routes \p Amount units of \p Group, moving other groups if needed.
  /// \returns what does not fit; then reached() cannot take it.
  int64_t route(unsigned Group, int64_t Amount);

  /// Spreads \p Amount evenly over the ports of \p Group, for good.
  /// \returns false, with nothing done, if that is uneven or does not fit.
  bool pinEvenly(unsigned Group, int64_t Amount);

  int64_t at(unsigned Group, unsigned Port) const {
    return Used[Group].contains(Port) ? Units[Group * PortSet::MaxPorts + Port]
                                      : 0;
  }
  PortSet used(unsigned Group) const { return Used[Group]; }
  PortSet reached() const { return Reached; }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_PORTFLOW_H
