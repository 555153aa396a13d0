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

/// The one micro-op of \p M that makes an access; null if there is none or it
/// is not known which.
static MappedUop *uopOf(MappedKernel &M, uint32_t Inst, bool IsStore) {
  const MappedInst &I = M.Insts[Inst];
  const UopKind Kind = IsStore ? UopKind::StoreData : UopKind::Load;
  MappedUop *Found = nullptr;
  for (uint32_t U = I.FirstUop; U < I.FirstUop + I.NumUops; ++U) {
    if (M.Uops[U].Kind != Kind)
      continue;
    if (Found)
      return nullptr;
    Found = &M.Uops[U];
  }
  return Found && Found->Cycles == 1 ? Found : nullptr;
}

void kernelbounds::findLineCrossings(Analysis &A, KernelAddresses &Addresses) {
  const LineCrossingRule *Rule = A.model().lineCrossingRule().second;
  if (!Rule || (Rule->LoadCycles == 0 && Rule->StoreCycles == 0))
    return;
  A.Lines = findLineAccesses(Addresses);
  BitVector IsForwarded(A.kernel().Insts.size());
  for (const MemoryDependence &D : A.Memory)
    if (D.Order == DependenceOrder::RAW && D.Class == DependenceClass::Must)
      IsForwarded.set(D.DestInst);
  llvm::erase_if(A.Lines.Accesses, [&](const LineAccess &L) {
    return L.IsStore ? Rule->StoreCycles == 0
                     : Rule->LoadCycles == 0 || IsForwarded[L.Inst];
  });
}

void kernelbounds::markLineCrossings(Analysis &A) {
  LineAccesses &L = A.Lines;
  if (A.Mapped.Uops.size() > MaxUops)
    L.Accesses.clear();
  if (L.Accesses.empty())
    return;
  const LineCrossingRule &Rule = *A.model().lineCrossingRule().second;
  SmallVector<PortSet, 4> Pools;
  llvm::erase_if(L.Accesses, [&](LineAccess &Access) {
    const MappedUop *U = uopOf(A.Mapped, Access.Inst, Access.IsStore);
    if (!U)
      return true;
    auto *Pool = llvm::find(Pools, U->Ports);
    Access.Pool = Pool - Pools.begin();
    if (Pool == Pools.end())
      Pools.push_back(U->Ports);
    return false;
  });
  for (auto [Access, Trips] : zip_equal(L.Accesses, findLeastCrossings(L))) {
    if (Trips == 0)
      continue;
    MappedUop &U = *uopOf(A.Mapped, Access.Inst, Access.IsStore);
    U.CrossingTrips = Trips;
    U.CrossingCycles = Access.IsStore ? Rule.StoreCycles : Rule.LoadCycles;
    A.GroupTrips = LinePeriod;
  }
}
