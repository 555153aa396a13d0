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
#include "BankPlaces.h"
#include "LineCrossing.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Graph/WorstCase.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

const Bound &Analysis::bound(Limit Kind) const {
  static const Bound NotTaken;
  const size_t Idx = static_cast<size_t>(Kind) - 1;
  return Idx < Bounds.size() ? Bounds[Idx] : NotTaken;
}

CyclesPerIter Analysis::cycles(Limit Kind) const { return bound(Kind).Cycles; }

CyclesPerIter Analysis::atLeast() const {
  CyclesPerIter Most = std::max(TP, ProvedLCD.Ratio);
  for (auto [Info, B] : zip_equal(allBounds(), Bounds))
    if (Info.Kind != Limit::Latency)
      Most = std::max(Most, B.Cycles);
  return std::min(Most, Prediction);
}

const MemoryDependence *Analysis::firstExpected() const {
  if (!(atLeast() < Prediction))
    return nullptr;
  const MemoryDependence *Faster = nullptr;
  for (uint32_t E : LCD.Edges) {
    const DependencyGraph::Edge &Edge = Graph.edges()[E];
    if (Edge.Class == DependenceClass::Expected)
      return &Memory[Edge.Detail];
    if (Edge.Kind == DependenceKind::Memory && Edge.Excess != 0 && !Faster)
      Faster = &Memory[Edge.Detail];
  }
  return Faster;
}

std::optional<uint32_t> Analysis::firstByOperands() const {
  if (!(atLeast() < Prediction) || firstExpected())
    return std::nullopt;
  for (uint32_t E : LCD.Edges) {
    const DependencyGraph::Edge &Edge = Graph.edges()[E];
    if (Edge.Excess != 0)
      return Graph.nodes()[Edge.To].Inst;
  }
  return std::nullopt;
}

SmallVector<const MemoryDependence *, 4> Analysis::overlaps() const {
  SmallVector<const MemoryDependence *, 4> Out;
  for (uint32_t E : WorstLCD.Edges)
    if (Graph.edges()[E].isMay())
      Out.push_back(&Memory[Graph.edges()[E].Detail]);
  return Out;
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

/// What several bounds are made of.
static void prepareResources(Analysis &A) {
  markLineCrossings(A);
  groupUops(A);
  const unsigned NumPorts = A.model().ports().size();
  if (A.Options.PerPort || A.Options.Assignment == PortAssignment::Uniform) {
    PortLoads Loads = assignPorts(A.Groups, NumPorts, A.Options.Assignment);
    A.PortLoads = std::move(Loads.PerPort);
    A.GroupLoads = std::move(Loads.PerGroup);
  }
}

/// Whether a simulation of dependences that data decide comes to an end within
/// Options.DrawBudget: they repeat after 64 iterations, and a mean takes twelve
/// rounds of these.
static bool isWorthDrawing(const Analysis &A) {
  constexpr uint64_t IterationsOfMean = 12 * 64;
  uint64_t NumSlots = 0;
  for (const MappedInst &I : A.Mapped.Insts)
    NumSlots += I.IssueSlots;
  return A.Options.DrawBudget == 0 ||
         IterationsOfMean * std::max<uint64_t>(NumSlots, 1) <=
             A.Options.DrawBudget;
}

static void drawMemory(Analysis &A, KernelAddresses &Addresses) {
  // The first draw says whether there are any.
  const bool IsWorth = isWorthDrawing(A);
  A.Drawn = drawDependences(Addresses, A.Memory, IsWorth ? NumDraws : 1);
  if (IsWorth || A.Drawn.empty())
    return;
  A.IsDrawOverBudget = true;
  A.Drawn.clear();
}

static void findMemory(Analysis &A, KernelAddresses &Addresses) {
  MemoryDependenceOptions O;
  O.FalseDependences = A.Options.FalseDependences;
  O.Known = A.Options.Known;
  if (A.Options.AllMayPairs)
    O.MaxMayPairs = SIZE_MAX;
  if (A.Options.AllMayPairs || A.Options.CountMayPairs)
    O.NumLeftOut = &A.NumMayLeftOut;
  if (unsigned Size = A.model().pipeline(PipelineParam::ReorderBuffer).Value)
    O.ReorderBuffer = Size;
  A.Memory = findMemoryDependences(Addresses, O);
  if (A.Options.Draw)
    drawMemory(A, Addresses);
  findLineCrossings(A, Addresses);
}

static void computeLatencyBounds(Analysis &A, KernelAddresses &Addresses) {
  const unsigned NumUnits = Addresses.numUnits();
  GraphOptions Options;
  Options.Memory = A.Memory;
  Options.Drawn = A.Drawn;
  Options.Costs = &A.Forwarding;
  A.Graph = buildDependencyGraph(A.Mapped, NumUnits, Options);
  if (A.Options.CompatOsaca2019)
    A.CompatGraph = buildDependencyGraph(A.Mapped, NumUnits, {true, {}, {}});
  A.CP = findCriticalPath(A.pathGraph());
  using Edge = DependencyGraph::Edge;
  const bool HasExpected = any_of(A.Graph.edges(), [](const Edge &E) {
    return E.Class == DependenceClass::Expected || E.Excess != 0;
  });
  A.LCD = findMaxCycleRatio(A.Graph, DependenceClass::Expected);
  A.ProvedLCD =
      HasExpected ? findMaxCycleRatio(A.Graph, DependenceClass::Must) : A.LCD;
  A.WorstLCD = any_of(A.Graph.edges(), [](const Edge &E) { return E.isMay(); })
                   ? findWorstCase(A.Graph, A.Memory)
                   : A.LCD;
}

/// The bounds that do, or do not, count for TP. Those of \p Enough or more make
/// costly ones superfluous.
static void computeBounds(Analysis &A, bool Resources,
                          KernelAddresses *Addresses,
                          const CyclesPerIter *Enough) {
  A.Bounds.resize(NumLimits);
  for (auto [Info, B] : zip_equal(allBounds(), A.Bounds)) {
    if (Info.Rules->IsResource != Resources)
      continue;
    BoundContext C{A, A.TP, {}, Addresses};
    if (Info.Rules->IsCostly) {
      if (Enough && A.TP >= *Enough)
        continue;
      // A changed loop's bounds are asked for their largest only, and what the
      // Verdict's accelerated limits still exceed is never named.
      if (Enough)
        C.Unnoticed = A.TP;
      else if (!A.Options.ExactFrontEnd)
        C.Unnoticed = A.TP * Verdict::Den / Verdict::Num;
    }
    B = Info.Rules->Compute(C);
    if (Resources && B.Cycles > A.TP) {
      A.TP = B.Cycles;
      A.LimitedBy = Info.Kind;
    }
  }
}

void kernelbounds::computeThroughput(Analysis &A, KernelAddresses *Addresses,
                                     const CyclesPerIter *Enough) {
  prepareResources(A);
  computeBounds(A, /*Resources=*/true, Addresses, Enough);
  markBankPlaces(A);
}

/// The largest bound decides; among equal ones the first named is reported,
/// unless it is a weak reason.
static void decide(Analysis &A) {
  A.Prediction = A.TP;
  for (auto [Info, B] : zip_equal(allBounds(), A.Bounds)) {
    if (Info.Rules->IsResource)
      continue;
    const bool IsTie = B.Cycles == A.Prediction && A.LimitedBy != Limit::None &&
                       boundRules(A.LimitedBy).IsWeakReason;
    if (B.Cycles > A.Prediction || IsTie) {
      A.Prediction = B.Cycles;
      A.LimitedBy = Info.Kind;
    }
  }
  A.Upper = std::max(A.TP, CyclesPerIter(A.CP.Latency));
  A.Upper = std::max(A.Upper, A.Prediction);
  A.Why = findVerdict(A);
}

Analysis kernelbounds::analyzeKernel(const Kernel &K, PortModel &Model,
                                     KernelAddresses &Addresses,
                                     const AnalysisOptions &Options) {
  Analysis A;
  A.Options = Options;
  if (Options.CompatOsaca2019)
    A.Options.Assignment = PortAssignment::Uniform;
  A.Mapped =
      mapKernel(K, Model, {Options.CompatOsaca2019, Options.FastestOperands});
  for (const MappedInst &M : A.Mapped.Insts) {
    if (M.is(MF_NotModeled))
      continue;
    ++(M.UopsFrom.isLLVM() ? A.NumFromLLVM : A.NumFromModel);
  }
  if (A.Options.Memory && !A.Options.CompatOsaca2019)
    findMemory(A, Addresses);
  computeLatencyBounds(A, Addresses);
  computeThroughput(
      A, A.Options.Memory && !A.Options.CompatOsaca2019 ? &Addresses : nullptr);
  computeBounds(A, /*Resources=*/false, &Addresses, nullptr);
  decide(A);
  return A;
}

Analysis kernelbounds::analyzeKernel(const Kernel &K, PortModel &Model,
                                     unsigned NumUnits,
                                     const AnalysisOptions &Options) {
  KernelAddresses Addresses(K, Model.instrInfo(), NumUnits);
  return analyzeKernel(K, Model, Addresses, Options);
}
