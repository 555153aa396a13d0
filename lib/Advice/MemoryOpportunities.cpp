//===- MemoryOpportunities.cpp - What stays in registers ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A trip through memory is spared if each load has the bytes of one store a
/// few iterations earlier: an unrolled body can hold so many values in
/// registers. Its latency is taken away and the LCD computed again; so is the
/// throughput bound without those loads.
///
/// Example: `c = a[i] = c * x + a[i - 1]`: forwarding in 5 cycles and 4 of
/// arithmetic are 9 cycles, and 4 without the trip.
///
/// A load that a store does not cover waits until the bytes are in the cache.
/// If it had the store's width, they would be forwarded.
///
/// Loads of what an earlier iteration has loaded are taken out of the body.
/// That takes no moves if the body is unrolled by as many iterations as the
/// values live.
///
/// Tested by test/Bounds/opportunity-loads*.s,
/// test/Passes/opportunity-memory.c.
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "Opportunities.h"
#include "RegisterPressure.h"
#include "kernel-bounds/Graph/KnownMemory.h"
#include "kernel-bounds/Graph/LoadReuse.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

/// The dependence through memory behind \p E, if it is there in every
/// iteration; else null.
static const MemoryDependence *tripOf(const Analysis &A,
                                      const DependencyGraph::Edge &E) {
  return E.Kind == DependenceKind::Memory && E.Class < DependenceClass::May
             ? &A.Memory[E.Detail]
             : nullptr;
}

/// Whether the value could stay in a register.
static bool isSpareable(const Analysis &A, const DependencyGraph::Edge &E) {
  constexpr unsigned MostIterations = 4;
  const MemoryDependence *D = tripOf(A, E);
  if (!D)
    return false;
  const MemRef &Store = A.kernel().Mems[D->SourceMem],
               &Load = A.kernel().Mems[D->DestMem];
  if (A.kernel().Insts[D->SourceInst].isObserved() ||
      A.kernel().Insts[D->DestInst].isObserved() ||
      (A.Options.Known && A.Options.Known->isSpill(D->SourceMem)))
    return false;
  return D->Distance <= MostIterations && D->Offset == 0 &&
         D->Forward == Forwarding::Full && Store.Width == Load.Width;
}

/// Trips on the LCD for which \p IsIt holds, as pairs of store and load.
template <typename Function>
static void collectTrips(const Analysis &A, Function IsIt, Opportunity &O) {
  for (uint32_t E : A.LCD.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    if (!IsIt(Edge))
      continue;
    ++O.Count;
    O.Insts.push_back(A.Memory[Edge.Detail].SourceInst);
    O.Insts.push_back(A.Memory[Edge.Detail].DestInst);
  }
}

/// Whether there is a register for each value of the trips for which \p IsIt
/// holds, from the store to the load.
template <typename Function>
static bool hasRegistersFor(const Baseline &Today, Function IsIt) {
  const Analysis &A = Today.A;
  const Kernel &K = A.kernel();
  const RegisterPressure Pressure(A, Today.NumUnits, Today.control());
  std::map<unsigned, unsigned> Taken; // By file.
  return all_of(A.LCD.Edges, [&](uint32_t E) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    if (!IsIt(Edge))
      return true;
    const MemoryDependence &D = A.Memory[Edge.Detail];
    ArrayRef<RegWrite> Writes = K.writes(K.Insts[D.DestInst]);
    auto W = llvm::find_if(
        Writes, [](const RegWrite &W) { return !W.IsFlags && !W.IsWriteBack; });
    if (W == Writes.end())
      return true;
    unsigned &Of = Taken[Pressure.file(*W)];
    Of += std::max(D.Distance, 1u);
    return Of <= Pressure.left(*W);
  });
}

static Opportunity keepInRegister(const Baseline &Today) {
  const Analysis &A = Today.A;
  Opportunity O;
  if (!A.kernel().Calls.empty())
    return O; // The registers are the callee's meanwhile.
  // A core that renames memory hands the value over for nothing.
  auto IsIt = [&](const DependencyGraph::Edge &E) {
    return isSpareable(A, E) && A.Forwarding[E.Detail].Latency > 0;
  };
  collectTrips(A, IsIt, O);
  if (O.Count == 0 || !hasRegistersFor(Today, IsIt))
    return Opportunity();
  LoopChange Change(Today);
  for (const DependencyGraph::Edge &E : A.Graph.edges())
    if (IsIt(E))
      Change.spareTrip(E.Detail);
  O.What = Opportunity::Kind::KeepInRegister;
  return Change.promise(O);
}

static Opportunity matchWidths(const Baseline &Today) {
  const Analysis &A = Today.A;
  Opportunity O;
  auto IsIt = [&](const DependencyGraph::Edge &E) {
    const MemoryDependence *D = tripOf(A, E);
    return D && D->Forward == Forwarding::Partial;
  };
  collectTrips(A, IsIt, O);
  if (O.Count == 0)
    return O;
  LoopChange Change(Today);
  for (const DependencyGraph::Edge &E : A.Graph.edges())
    if (IsIt(E))
      Change.matchWidth(E.Detail);
  O.What = Opportunity::Kind::MatchWidths;
  return Change.promise(O);
}

Opportunity kernelbounds::findTripsToSpare(const Baseline &Today) {
  Opportunity O = keepInRegister(Today);
  return O.What == Opportunity::Kind::None ? matchWidths(Today) : O;
}

/// Registers that hold the value of \p R from one load to the next, besides
/// that of the load.
static unsigned registersOf(const LoadReuse &R) {
  return R.IsInvariant ? 1 : std::max(R.Distance, 1u);
}

/// A register of the file that the value of the load \p I would be kept in: its
/// own or, of a comparison or what only stores, a general one, as its address
/// has. Empty: none is known.
static ArrayRef<RegUnit> unitsToKeep(const Kernel &K, const KernelInst &I) {
  for (const RegWrite &W : K.writes(I))
    if (!W.IsFlags && !W.IsWriteBack)
      return K.units(W);
  for (const RegRead &R : K.reads(I))
    if (R.Role == ReadRole::Address)
      return K.units(R);
  return {};
}

/// Those of \p Reuses for which there are registers, the cheapest first.
static std::vector<LoadReuse> fitRegisters(const Baseline &Today,
                                           std::vector<LoadReuse> Reuses) {
  const Kernel &K = Today.A.kernel();
  const RegisterPressure Pressure(Today.A, Today.NumUnits, Today.control());
  llvm::sort(Reuses, [](const LoadReuse &L, const LoadReuse &R) {
    return std::pair(registersOf(L), L.Inst) <
           std::pair(registersOf(R), R.Inst);
  });
  std::map<unsigned, unsigned> Taken; // By file.
  llvm::erase_if(Reuses, [&](const LoadReuse &R) {
    ArrayRef<RegUnit> Units = unitsToKeep(K, K.Insts[R.Inst]);
    const unsigned Left = Pressure.left(Units);
    unsigned &Of = Taken[Pressure.file(Units)];
    if (Left != RegisterPressure::Unlimited && Of + registersOf(R) > Left)
      return true;
    Of += registersOf(R);
    return false;
  });
  llvm::sort(Reuses, [](const LoadReuse &L, const LoadReuse &R) {
    return L.Inst < R.Inst;
  });
  return Reuses;
}

Opportunity kernelbounds::findLoadsToReuse(const Baseline &Today,
                                           KernelAddresses &Addresses) {
  const Analysis &A = Today.A;
  Opportunity O;
  if (!A.Options.Memory)
    return O;
  LoadReuseOptions Options;
  if (unsigned Size = A.model().pipeline(PipelineParam::ReorderBuffer).Value)
    Options.ReorderBuffer = Size;
  Options.Known = A.Options.Known;
  std::vector<LoadReuse> Reuses = findLoadReuse(Addresses, A.Memory, Options);
  if (!Reuses.empty())
    Reuses = fitRegisters(Today, std::move(Reuses));
  if (Reuses.empty())
    return O;
  // Values that go from trip to trip need no moves in an unrolled body.
  constexpr unsigned Unrolled = 4;
  const std::vector<bool> &IsControl = Today.control();
  const unsigned Copies =
      Today.simulates() && IsControl.back() &&
              any_of(Reuses, [](const LoadReuse &R) { return R.Distance != 0; })
          ? Unrolled
          : 1;
  LoopChange Change(Today, Copies);
  for (unsigned Copy = 0; Copy + 1 < Copies; ++Copy) {
    for (auto [I, Is] : enumerate(IsControl))
      if (Is)
        Change.remove(Copy, I);
    Change.passOn(Copy);
  }
  for (const LoadReuse &R : Reuses) {
    Change.dropLoad(R.Inst);
    O.Insts.push_back(R.Inst);
    O.Iterations = std::max(O.Iterations, R.Distance);
    O.IfApart |= R.IfApart;
  }
  O.What = Opportunity::Kind::ReuseLoads;
  O.Count = O.Insts.size();
  return Change.promise(O);
}
