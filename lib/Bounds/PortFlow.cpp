//===- PortFlow.cpp - Integer flow from micro-ops to ports ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each group fills the free ports that it has. For what is left, a search
/// finds the shortest way to a free port: onto a port of the group, from there
/// with a group that uses that port to one of its other ports, and so on; then
/// every group on the way moves. If there is no way, the ports reached are full
/// of groups that cannot leave them. Later routes do not change that, so these
/// ports stay a proof.
///
/// Source: J. Edmonds and R. Karp, "Theoretical improvements in algorithmic
/// efficiency for network flow problems", 1972, doi:10.1145/321694.321699, with
/// port sets as words. A search takes O(D P) for D groups and P ports; no heap
/// up to 16 groups.
/// Tested by unittests/Bounds/PortBoundTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "PortFlow.h"
#include <algorithm>

using namespace kernelbounds;

int64_t PortFlow::route(unsigned Group, int64_t Amount) {
  (Sets[Group].Ports & Free).forEach([&](unsigned Port) {
    int64_t Fits = std::min(Amount, Room[Port]);
    if (Fits == 0)
      return;
    add(Group, Port, Fits);
    takeRoom(Port, Fits);
    Amount -= Fits;
  });
  while (Amount != 0 && search(Group))
    Amount -= augment(Group, Amount);
  return Amount;
}

/// Looks for a way from \p Group to a free port, the shortest first.
bool PortFlow::search(unsigned Group) {
  Seen = Pinned;
  Seen[Group] = true;
  Reached = Sets[Group].Ports;
  Reached.forEach([&](unsigned Port) { ViaGroup[Port] = Group; });
  while ((Reached & Free).empty())
    if (!widen())
      return false;
  return true;
}

/// Adds the ports of the groups that use a port reached so far.
bool PortFlow::widen() {
  PortSet Before = Reached;
  for (unsigned Group = 0; Group != Sets.size(); ++Group) {
    PortSet Entry = Used[Group] & Before;
    if (Seen[Group] || Entry.empty())
      continue;
    Seen[Group] = true;
    ViaPort[Group] = static_cast<uint8_t>(Entry.first());
    (Sets[Group].Ports - Reached).forEach([&](unsigned Port) {
      ViaGroup[Port] = Group;
    });
    Reached = Reached | Sets[Group].Ports;
  }
  return Reached != Before;
}

/// Moves up to \p Limit units along the way that search() found for \p Group.
int64_t PortFlow::augment(unsigned Group, int64_t Limit) {
  const unsigned Last = (Reached & Free).first();
  int64_t Amount = std::min(Limit, Room[Last]);
  for (unsigned Port = Last; ViaGroup[Port] != Group;) {
    unsigned Mover = ViaGroup[Port];
    Port = ViaPort[Mover];
    Amount = std::min(Amount, units(Mover, Port));
  }
  takeRoom(Last, Amount);
  unsigned Port = Last;
  for (; ViaGroup[Port] != Group; Port = ViaPort[ViaGroup[Port]]) {
    add(ViaGroup[Port], Port, Amount);
    add(ViaGroup[Port], ViaPort[ViaGroup[Port]], -Amount);
  }
  add(Group, Port, Amount);
  return Amount;
}

bool PortFlow::pinEvenly(unsigned Group, int64_t Amount) {
  const PortSet Ports = Sets[Group].Ports;
  const int64_t Share = Amount / Ports.size();
  bool Fits = Amount % Ports.size() == 0;
  Ports.forEach([&](unsigned Port) { Fits &= Room[Port] >= Share; });
  if (!Fits)
    return false;
  Ports.forEach([&](unsigned Port) {
    add(Group, Port, Share);
    takeRoom(Port, Share);
  });
  Pinned[Group] = true;
  return true;
}
