//===- Analysis.cpp - Every bound of one loop, with its reason ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the bounds one after the other and takes the maximum. Each bound is a
/// pure function of the mapped kernel.
/// Tested by unittests/Bounds/AnalysisTest.cpp and test/Bounds.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/Analysis.h"
#include "BranchBound.h"
#include "LineCrossing.h"
#include "../Advice/LoopChange.h"
#include "../Advice/Opportunities.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::limitName(Limit L) {
  switch (L) {
  case Limit::None:
    return "none";
  case Limit::Ports:
    return "ports";
  case Limit::Unit:
    return "unit";
  case Limit::Issue:
    return "issue";
  case Limit::Latency:
    return "latency";
  case Limit::FrontEnd:
    return "frontend";
  case Limit::Branch:
    return "branch";
  case Limit::Retire:
    return "retire";
  }
  return "none";
}

CyclesPerIter Analysis::portShare(uint32_t Inst, unsigned Port) const {
  const MappedInst &M = Mapped.Insts[Inst];
  const unsigned NumPorts = PortLoads.size();
  CyclesPerIter Sum;
  for (uint32_t U = M.FirstUop; U < M.FirstUop + M.NumUops; ++U) {
    const UopGroup &G = Groups[GroupOf[U]];
    if (!G.Ports.contains(Port))
      continue;
    // A micro-op has its share of what its group puts on the port.
    const CyclesPerIter &OfGroup = GroupLoads[GroupOf[U] * NumPorts + Port];
    Sum += OfGroup * Mapped.Uops[U].Cycles / G.Cycles;
  }
  return Sum;
}

std::vector<int64_t> Analysis::latencyOnLCD() const {
  std::vector<int64_t> Cycles(kernel().Insts.size(), 0);
  for (uint32_t E : LCD.Edges) {
    const DependencyGraph::Edge &Edge = Graph.edges()[E];
    Cycles[Graph.nodes()[Edge.To].Inst] += Edge.Latency;
  }
  return Cycles;
}

std::vector<int64_t> Analysis::latencyOnCP() const {
  std::vector<int64_t> Cycles(kernel().Insts.size(), 0);
  for (auto [Node, Step] : zip_equal(CP.Nodes, CP.Steps))
    Cycles[pathGraph().nodes()[Node].Inst] += Step;
  return Cycles;
}

/// Micro-ops that may issue to the same ports, added up.
static void groupUops(Analysis &A) {
  DenseMap<uint64_t, uint32_t> GroupByPorts;
  A.GroupOf.reserve(A.Mapped.Uops.size());
  for (const MappedUop &U : A.Mapped.Uops) {
    auto [It, IsNew] =
        GroupByPorts.try_emplace(U.Ports.bits(), A.Groups.size());
    if (IsNew)
      A.Groups.push_back({U.Ports, 0});
    A.GroupOf.push_back(It->second);
  }
  // Only micro-ops that an instruction still has: fusion drops some.
  for (const MappedInst &M : A.Mapped.Insts)
    for (uint32_t U = M.FirstUop; U < M.FirstUop + M.NumUops; ++U)
      A.Groups[A.GroupOf[U]].Cycles += A.Mapped.Uops[U].Cycles;
}

/// The bound of the ports in \p Among, with the instructions that force it.
static ResourceBound computeResourceBound(const Analysis &A, PortSet Among,
                                          Limit Kind) {
  ResourceBound R;
  R.Kind = Kind;
  SmallVector<UopGroup, 16> Some;
  for (const UopGroup &G : A.Groups)
    if (G.Ports.isSubsetOf(Among) && G.Cycles > 0)
      Some.push_back(G);
  if (A.Options.Assignment == PortAssignment::Uniform) {
    Among.forEach([&](unsigned P) {
      if (A.PortLoads[P] > R.Value) {
        R.Value = A.PortLoads[P];
        R.Ports = PortSet();
      }
      if (A.PortLoads[P] == R.Value && !R.Value.isZero())
        R.Ports.insert(P);
    });
  } else {
    PortBound B = computePortBound(Some);
    R.Value = B.Value;
    R.Ports = B.Ports;
    B = computePortBound(A.LineGroups);
    if (Kind == Limit::Ports && B.Value / LinePeriod > R.Value) {
      R.Value = B.Value / LinePeriod;
      R.Ports = B.Ports;
      R.IsByLines = true;
    }
  }
  for (auto [I, M] : enumerate(A.Mapped.Insts))
    if (any_of(A.Mapped.uops(M), [&](const MappedUop &U) {
          return A.Options.Assignment == PortAssignment::Uniform
                     ? !(U.Ports & R.Ports).empty()
                     : R.counts(U);
        }))
      R.Insts.push_back(I);
  return R;
}

/// Fused micro-ops over the width of a stage: rename (Issue) or retirement.
static ResourceBound computeWidthBound(const Analysis &A, Limit Kind,
                                       PipelineParam Width) {
  ResourceBound R;
  R.Kind = Kind;
  R.IssueWidth = A.model().pipeline(Width).Value;
  for (const MappedInst &M : A.Mapped.Insts)
    R.IssueSlots += M.IssueSlots;
  if (R.IssueWidth != 0 && !A.Options.CompatOsaca2019)
    R.Value = CyclesPerIter(R.IssueSlots, R.IssueWidth);
  return R;
}

/// Some cores rename fewer instructions a cycle than macro-ops: five or six on
/// AMD's first Zen (Agner Fog, The microarchitecture of Intel, AMD and VIA
/// CPUs).
static void considerInsts(const Analysis &A, ResourceBound &Issue) {
  Issue.InstWidth = A.model().pipeline(PipelineParam::IssueInsts).Value;
  if (Issue.InstWidth == 0 || Issue.IssueWidth == 0 ||
      A.Options.CompatOsaca2019) {
    Issue.InstWidth = 0;
    return;
  }
  for (const MappedInst &M : A.Mapped.Insts)
    Issue.IssueInsts += M.IssueSlots != 0 && !M.is(MF_FusedWithNext);
  Issue.Value =
      std::max(Issue.Value, CyclesPerIter(Issue.IssueInsts, Issue.InstWidth));
}

static void computeResourceBounds(Analysis &A) {
  markLineCrossings(A);
  groupUops(A);
  unsigned NumPorts = A.model().ports().size();
  if (A.Options.PerPort || A.Options.Assignment == PortAssignment::Uniform) {
    PortLoads Loads = assignPorts(A.Groups, NumPorts, A.Options.Assignment);
    A.PortLoads = std::move(Loads.PerPort);
    A.GroupLoads = std::move(Loads.PerGroup);
  }
  PortSet Issue = A.model().issuePorts(), Units;
  for (unsigned P = 0; P < NumPorts; ++P)
    if (!Issue.contains(P))
      Units.insert(P);
  A.Ports = computeResourceBound(A, Issue, Limit::Ports);
  A.Units = computeResourceBound(A, Units, Limit::Unit);
  A.Issue = computeWidthBound(A, Limit::Issue, PipelineParam::IssueWidth);
  considerInsts(A, A.Issue);
  A.Retire = computeWidthBound(A, Limit::Retire, PipelineParam::RetireWidth);
  A.Branches = computeBranchBound(A.Mapped);
}

static void findMemory(Analysis &A, KernelAddresses &Addresses) {
  MemoryDependenceOptions O;
  O.FalseDependences = A.Options.FalseDependences;
  O.Known = A.Options.Known;
  if (unsigned Size = A.model().pipeline(PipelineParam::ReorderBuffer).Value)
    O.ReorderBuffer = Size;
  A.Memory = findMemoryDependences(Addresses, O);
  for (const MemoryDependence &D : A.Memory)
    A.Forwarding.push_back(forwardingCost(A.Mapped, D));
  findLineCrossings(A, Addresses);
}

static void computeLatencyBounds(Analysis &A, KernelAddresses &Addresses) {
  const unsigned NumUnits = Addresses.numUnits();
  GraphOptions Options;
  Options.Memory = A.Memory;
  A.Graph = buildDependencyGraph(A.Mapped, NumUnits, Options);
  if (A.Options.CompatOsaca2019)
    A.CompatGraph = buildDependencyGraph(A.Mapped, NumUnits, {true, {}});
  A.CP = findCriticalPath(A.pathGraph());
  A.LCD = findMaxCycleRatio(A.Graph, /*IgnoreMay=*/true);
  bool HasMay = any_of(A.Graph.edges(),
                       [](const DependencyGraph::Edge &E) { return E.IsMay; });
  A.LCDWithMay = HasMay ? findMaxCycleRatio(A.Graph) : A.LCD;
}

void kernelbounds::computeThroughput(Analysis &A, const CyclesPerIter *Enough) {
  computeResourceBounds(A);
  auto Consider = [&](const CyclesPerIter &Value, Limit Kind) {
    if (Value > A.TP) {
      A.TP = Value;
      A.LimitedBy = Kind;
    }
  };
  for (const ResourceBound *B :
       {&A.Ports, &A.Units, &A.Issue, &A.Retire, &A.Branches})
    Consider(B->Value, B->Kind);
  if (Enough && A.TP >= *Enough)
    return;
  // A changed loop's bounds are asked for their largest only, and what the
  // Verdict's accelerated limits still exceed is never named.
  CyclesPerIter Unnoticed;
  if (Enough)
    Unnoticed = A.TP;
  else if (!A.Options.ExactFrontEnd)
    Unnoticed = A.TP * Verdict::Den / Verdict::Num;
  A.FrontEnd = computeFrontEndBound(A.Mapped, Unnoticed);
  Consider(A.FrontEnd.Value, Limit::FrontEnd);
}

/// The largest bound decides; among equal ones the first named is reported.
static void decide(Analysis &A, KernelAddresses &Addresses) {
  A.Prediction = A.TP;
  // Each loop has its taken branch: of little use as a reason.
  bool IsTie = A.LCD.Ratio == A.TP && A.LimitedBy == Limit::Branch;
  if (A.LCD.Ratio > A.TP || IsTie) {
    A.Prediction = A.LCD.Ratio;
    A.LimitedBy = Limit::Latency;
  }
  A.Upper = std::max(A.TP, CyclesPerIter(A.CP.Latency));
  A.Upper = std::max(A.Upper, A.Prediction);
  A.Why = findVerdict(A);
  if (A.Options.NextStep)
    A.Next = findOpportunity(A, Addresses);
}

Analysis kernelbounds::analyzeKernel(const Kernel &K, PortModel &Model,
                                     unsigned NumUnits,
                                     const AnalysisOptions &Options) {
  Analysis A;
  A.Options = Options;
  if (Options.CompatOsaca2019)
    A.Options.Assignment = PortAssignment::Uniform;
  A.Mapped = mapKernel(K, Model, {Options.CompatOsaca2019});
  for (const MappedInst &M : A.Mapped.Insts) {
    if (M.is(MF_NotModeled))
      continue;
    ++(M.UopsFrom.isLLVM() ? A.NumFromLLVM : A.NumFromModel);
  }
  KernelAddresses Addresses(K, Model.instrInfo(), NumUnits);
  if (A.Options.Memory && !A.Options.CompatOsaca2019)
    findMemory(A, Addresses);
  computeThroughput(A);
  computeLatencyBounds(A, Addresses);
  decide(A, Addresses);
  return A;
}
