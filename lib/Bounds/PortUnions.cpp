//===- PortUnions.cpp - Port bounds with some ports faster ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A port that is F times as fast counts as F ports: the bound is the maximum
/// over port sets S of (cycles confined to S) / (capacity of S). Only unions of
/// port sets that occur can be the maximum, because any other S may leave ports
/// out and lose no micro-op. There are few: sets of real cores are nested or
/// apart. Beyond MaxUnions of them the rest is left out, and the figure may be
/// too low.
///
/// Tested by unittests/Bounds/VerdictTest.cpp and
/// unittests/Simulation/SensitivityTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/PortUnions.h"
#include "kernel-bounds/Graph/LineCrossings.h"
#include "llvm/ADT/DenseSet.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr size_t MaxUnions = 4096;

void PortUnions::add(ArrayRef<UopGroup> Groups, unsigned Trips) const {
  DenseSet<uint64_t> Seen;
  std::vector<PortSet> Sets;
  for (const UopGroup &G : Groups) {
    if (G.Cycles == 0 || !Seen.insert(G.Ports.bits()).second)
      continue;
    // With every union so far; micro-ops on other ports add nothing to a set.
    Sets.push_back(G.Ports);
    for (size_t I = 0, E = Sets.size() - 1; I < E && Sets.size() < MaxUnions;
         ++I)
      if (Seen.insert((Sets[I] | G.Ports).bits()).second)
        Sets.push_back(Sets[I] | G.Ports);
  }
  for (PortSet S : Sets) {
    Union U{S, 0, Trips};
    for (const UopGroup &G : Groups)
      if (G.Ports.isSubsetOf(S))
        U.Cycles += G.Cycles;
    Unions.push_back(U);
  }
}

PortBound PortUnions::bound(PortSet Faster, unsigned Num, unsigned Den,
                            PortSet Among) const {
  if (!IsMade) {
    IsMade = true;
    add(Groups, 1);
    add(LineGroups, LinePeriod);
  }
  PortBound Largest;
  for (const Union &U : Unions) {
    if (!U.Ports.isSubsetOf(Among))
      continue;
    int64_t NumFaster = (U.Ports & Faster).size();
    int64_t Capacity =
        NumFaster * Num + (int64_t(U.Ports.size()) - NumFaster) * Den;
    CyclesPerIter Value(U.Cycles * Den, Capacity * U.Trips);
    if (Value > Largest.Value) {
      Largest.Value = Value;
      Largest.Ports = U.Ports;
    }
  }
  return Largest;
}
