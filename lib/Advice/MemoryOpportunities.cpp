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
#include "kernel-bounds/Graph/LoadReuse.h"

using namespace kernelbounds;
using namespace llvm;

/// The dependence through memory behind \p E, if it must be; else null.
static const MemoryDependence *tripOf(const Analysis &A,
                                      const DependencyGraph::Edge &E) {
  return E.Kind == DependenceKind::Memory && !E.isMay() ? &A.Memory[E.Detail]
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
      A.kernel().Insts[D->DestInst].isObserved())
    return false;
  return D->Distance <= MostIterations && D->Offset == 0 &&
         D->Forward == Forwarding::Full && Store.Width == Load.Width;
}

/// The dependences of \p A with the latency of each that \p Saved takes from.
template <typename Function>
static CyclesPerIter latencyWithout(const Analysis &A, Function Saved) {
  DependencyGraph G;
  for (const DependencyGraph::Node &N : A.Graph.nodes())
    G.addNode(N);
  for (DependencyGraph::Edge E : A.Graph.edges()) {
    E.Latency -= Saved(E);
    G.addEdge(E);
  }
  return findMaxCycleRatio(G, DependenceClass::Expected).Ratio;
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

static Opportunity keepInRegister(const Analysis &A, unsigned NumUnits) {
  Opportunity O;
  if (!A.kernel().Calls.empty())
    return O; // The registers are the callee's meanwhile.
  auto IsIt = [&](const DependencyGraph::Edge &E) { return isSpareable(A, E); };
  collectTrips(A, IsIt, O);
  if (O.Count == 0)
    return O;
  O.What = Opportunity::Kind::KeepInRegister;
  O.From = A.Prediction;
  // With the latency of the store before it, a memory edge is forwarding.
  CyclesPerIter Latency =
      latencyWithout(A, [&](const DependencyGraph::Edge &E) {
        return IsIt(E) ? A.Forwarding[E.Detail].Latency : 0;
      });
  LoopChange Change(A, NumUnits);
  for (const DependencyGraph::Edge &E : A.Graph.edges())
    if (IsIt(E) && A.kernel().Insts[A.Memory[E.Detail].DestInst].NumMems == 1)
      Change.dropLoad(A.Memory[E.Detail].DestInst);
  O.To = std::max(Change.cycles(), Latency);
  return worthwhile(O);
}

static Opportunity matchWidths(const Analysis &A) {
  Opportunity O;
  auto IsIt = [&](const DependencyGraph::Edge &E) {
    const MemoryDependence *D = tripOf(A, E);
    return D && D->Forward == Forwarding::Partial;
  };
  collectTrips(A, IsIt, O);
  if (O.Count == 0)
    return O;
  O.What = Opportunity::Kind::MatchWidths;
  O.From = A.Prediction;
  O.To = latencyWithout(A, [&](const DependencyGraph::Edge &E) {
    if (!IsIt(E))
      return 0;
    MemoryDependence Matched = A.Memory[E.Detail];
    Matched.Forward = Forwarding::Full;
    Matched.Offset = 0;
    return A.Forwarding[E.Detail].Latency -
           forwardingCost(A.Mapped, Matched).Latency;
  });
  O.To = std::max(O.To, A.TP);
  return worthwhile(O);
}

Opportunity kernelbounds::findTripsToSpare(const Analysis &A,
                                           unsigned NumUnits) {
  Opportunity O = keepInRegister(A, NumUnits);
  return O.What == Opportunity::Kind::None ? matchWidths(A) : O;
}

Opportunity kernelbounds::findLoadsToReuse(const Analysis &A,
                                           KernelAddresses &Addresses) {
  Opportunity O;
  if (!A.Options.Memory)
    return O;
  LoadReuseOptions Options;
  if (unsigned Size = A.model().pipeline(PipelineParam::ReorderBuffer).Value)
    Options.ReorderBuffer = Size;
  Options.Known = A.Options.Known;
  const std::vector<LoadReuse> Reuses =
      findLoadReuse(Addresses, A.Memory, Options);
  if (Reuses.empty())
    return O;
  LoopChange Change(A, Addresses.numUnits());
  for (const LoadReuse &R : Reuses) {
    Change.dropLoad(R.Inst);
    O.Insts.push_back(R.Inst);
    O.Iterations = std::max(O.Iterations, R.Distance);
    O.IfApart |= R.IfApart;
  }
  O.What = Opportunity::Kind::ReuseLoads;
  O.Count = O.Insts.size();
  O.From = A.Prediction;
  O.To = Change.cycles();
  return worthwhile(O);
}
