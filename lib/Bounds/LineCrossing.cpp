//===- LineCrossing.cpp - What crossing a cache line takes ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where data lie is rarely known, so the fewest crossings over all places
/// count. Bounds take the largest of quotients, one for each set of ports: the
/// best place for all loads together need not be the best for those confined to
/// one set. So accesses of different port sets are pools of their own, each at
/// its best place; the sum for a set is then no more than any place gives.
///
/// Crossings are counted for a whole period of 64 trips, so that cycles stay
/// whole numbers; the bounds divide by it.
///
/// The second line keeps other loads from the port, but not store addresses.
/// Measured on a Cascade Lake: of `a[0][i] = a[1][i - 1] + s * c[i]` with 32
/// bytes and an index, both loads across a line in one of two trips, a trip
/// takes 1.56 cycles, not the 2 of all that needs the two ports.
///
/// A load that has its datum from a store still in flight takes its port once,
/// across lines, too (measured on a Cascade Lake).
///
/// Tested by unittests/Bounds/LineCrossingTest.cpp and test/Bounds/lines*.
//
//===----------------------------------------------------------------------===//

#include "LineCrossing.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// In a body of more, 64 trips have more cycles than the assignment of ports
/// takes.
static constexpr size_t MaxUops = 65'536;

/// Every \p Every-th of the bits of \p Trips.
static uint64_t thinOut(uint64_t Trips, unsigned Every) {
  if (Every == 1)
    return Trips;
  uint64_t Out = 0;
  for (unsigned N = 1; Trips != 0; Trips &= Trips - 1, ++N)
    if (N % Every == 0)
      Out |= Trips & -Trips;
  return Out;
}

void kernelbounds::findLineCrossings(Analysis &A, KernelAddresses &Addresses) {
  const LineCrossingRule None{}, *Rule = A.model().lineCrossingRule().second;
  if (!Rule)
    Rule = &None;
  const bool LoadsCount =
      Rule->LoadCycles != 0 ||
      A.model().pipeline(PipelineParam::LoadsPerBank).Value != 0;
  if (!LoadsCount && Rule->StoreCycles == 0)
    return;
  A.Lines = findLineAccesses(Addresses);
  BitVector IsForwarded(A.kernel().Insts.size());
  for (const MemoryDependence &D : A.Memory)
    if (D.Order == DependenceOrder::RAW && D.Class == DependenceClass::Must)
      IsForwarded.set(D.DestInst);
  llvm::erase_if(A.Lines.Accesses, [&](const LineAccess &L) {
    return L.IsStore ? Rule->StoreCycles == 0
                     : !LoadsCount || IsForwarded[L.Inst];
  });
}

static void groupByLines(Analysis &A) {
  for (const MappedInst &I : A.Mapped.Insts)
    for (const MappedUop &U : A.Mapped.uops(I)) {
      if (!U.reachesCache() || !U.Ports.isSubsetOf(A.model().issuePorts()))
        continue;
      auto Group = llvm::find_if(
          A.LineGroups, [&](const UopGroup &G) { return G.Ports == U.Ports; });
      if (Group == A.LineGroups.end())
        Group = A.LineGroups.insert(Group, {U.Ports, 0});
      Group->Cycles += U.cyclesOf64();
    }
}

void kernelbounds::markLineCrossings(Analysis &A) {
  LineAccesses &L = A.Lines;
  if (A.Mapped.Uops.size() > MaxUops ||
      A.Options.Assignment == PortAssignment::Uniform)
    L.Accesses.clear();
  if (L.Accesses.empty())
    return;
  const LineCrossingRule *Rule = A.model().lineCrossingRule().second;
  bool HasCrossing = false;
  SmallVector<PortSet, 4> Pools;
  llvm::erase_if(L.Accesses, [&](LineAccess &Access) {
    const MappedUop *U = A.Mapped.accessUop(Access.Inst, Access.IsStore);
    if (!U)
      return true;
    auto *Pool = llvm::find(Pools, U->Ports);
    Access.Pool = Pool - Pools.begin();
    if (Pool == Pools.end())
      Pools.push_back(U->Ports);
    return false;
  });
  if (!Rule)
    return;
  for (auto [Access, Trips, Expected] :
       zip_equal(L.Accesses, findLeastCrossings(L), findExpectedCrossings(L))) {
    const unsigned Cycles =
        Access.IsStore ? Rule->StoreCycles : Rule->LoadCycles;
    if ((Trips | Expected) == 0 || Cycles == 0)
      continue;
    const unsigned Every = Access.IsStore ? Rule->StoreEvery : 1;
    MappedUop &U = *A.Mapped.accessUop(Access.Inst, Access.IsStore);
    U.CrossingTrips = thinOut(Trips, Every);
    U.ExpectedCrossingTrips = thinOut(Expected, Every);
    U.CrossingCycles = Cycles;
    HasCrossing |= U.CrossingTrips != 0;
  }
  if (HasCrossing)
    groupByLines(A);
}
