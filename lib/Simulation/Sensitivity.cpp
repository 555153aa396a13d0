//===- Sensitivity.cpp - Which resource, if faster, helps -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The list of a loop's resources, and the two ways to ask what one of them is
/// worth: the bounds again, or the simulation again.
///
/// Idea: sensitivity analysis as in Gus (Pompougnac et al., "Performance
/// bottlenecks detection through microarchitectural sensitivity",
/// arXiv:2402.15773).
///
/// The search for a set starts with everything accelerated and leaves out one
/// resource after the other as long as the rest still helps: one evaluation for
/// each, and the set that remains needs all its members.
///
/// Tested by unittests/Simulation/SensitivityTest.cpp, test/Simulation.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Sensitivity.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/FasterBounds.h"
#include "kernel-bounds/Bounds/PortLimits.h"
#include "kernel-bounds/Bounds/WidthBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include <algorithm>
#include <utility>

using namespace kernelbounds;
using namespace llvm;

/// Opcodes on the carried chain whose latency is looked at by itself.
static constexpr size_t MaxOpcodes = 4;

const ResourceEffect *Sensitivity::best() const {
  const ResourceEffect *Best = nullptr;
  for (const ResourceEffect &E : Single)
    if (helps(E.Cycles) && (!Best || E.Cycles < Best->Cycles))
      Best = &E;
  return Best;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static std::string portNames(PortSet Ports, const PortModel &Model) {
  std::string Text = Ports.size() == 1 ? "port" : "ports";
  if (Ports.isSubsetOf(PortSet(~Model.issuePorts().bits())))
    Text = "unit";
  Ports.forEach([&](unsigned P) { Text += " " + Model.ports()[P].Name; });
  return Text;
}

std::string kernelbounds::resourceName(const Resource &R,
                                       const PortModel &Model) {
  switch (R.Kind) {
  case ResourceKind::Ports:
    return portNames(R.Ports, Model);
  case ResourceKind::IssueWidth:
    return "issue width";
  case ResourceKind::FrontEnd:
    return "front end";
  case ResourceKind::ReorderBuffer:
    return "reorder buffer";
  case ResourceKind::Scheduler:
    return R.Ports.empty() ? "scheduler"
                           : "scheduler of " + portNames(R.Ports, Model);
  case ResourceKind::LoadBuffer:
    return "load buffer";
  case ResourceKind::StoreBuffer:
    return "store buffer";
  case ResourceKind::IntegerRegisters:
    return "integer registers";
  case ResourceKind::VectorRegisters:
    return "vector registers";
  case ResourceKind::RetireWidth:
    return "retire width";
  case ResourceKind::Latency:
    return "latency";
  case ResourceKind::LoadLatency:
    return "load latency";
  case ResourceKind::Forwarding:
    return "store forwarding";
  case ResourceKind::OpcodeLatency:
    return ("latency of " + Model.instrInfo().getName(R.Opcode)).str();
  case ResourceKind::OfBound:
    return boundInfo(R.Of).Key.str();
  }
  return "";
}

StringRef kernelbounds::resourceUse(const Resource &R, const MappedKernel &M) {
  return R.Kind == ResourceKind::Ports ? portsUse(R.Ports, M) : "";
}

//===----------------------------------------------------------------------===//
// The resources of a loop
//===----------------------------------------------------------------------===//

/// Each set of ports that some micro-op may choose from, the narrowest first,
/// and the set that forces the port bound; then ports that are only parts of
/// such sets.
static void addPorts(const Analysis &A, std::vector<Resource> &Out) {
  PortSet Used;
  std::vector<PortSet> Sets;
  for (const UopGroup &G : A.Groups) {
    if (G.Cycles == 0)
      continue;
    Used = Used | G.Ports;
    Sets.push_back(G.Ports);
  }
  if (PortSet Saturated = portWitness(A).Ports; !Saturated.empty())
    Sets.push_back(Saturated);
  llvm::sort(Sets, [](PortSet X, PortSet Y) {
    return std::pair(X.size(), X.bits()) < std::pair(Y.size(), Y.bits());
  });
  Sets.erase(std::unique(Sets.begin(), Sets.end()), Sets.end());
  Used.forEach([&](unsigned P) {
    if (!is_contained(Sets, PortSet::single(P)))
      Sets.push_back(PortSet::single(P));
  });
  for (PortSet S : Sets)
    Out.push_back({ResourceKind::Ports, S});
}

/// Widths of 0 are not known. The retire width, which goes with the issue
/// width, is the limit alone only if it is less.
static void addWidths(unsigned Issue, unsigned Retire,
                      std::vector<Resource> &Out) {
  if (Retire != 0 && (Issue == 0 || Retire < Issue))
    Out.push_back({ResourceKind::RetireWidth});
  if (Issue != 0)
    Out.push_back({ResourceKind::IssueWidth});
}

/// The front end, which also follows the branches, and what no other resource
/// makes faster.
static void addRates(const Analysis &A, const FasterBounds &Bounds,
                     std::vector<Resource> &Out) {
  const Resource FrontEnd{ResourceKind::FrontEnd};
  bool HasFrontEnd = false;
  std::vector<Resource> Own;
  for (const Bound &B : A.Bounds) {
    if (boundRules(B.Kind).Wants || B.Cycles.isZero())
      continue;
    if (Bounds.of(B.Kind, FrontEnd) < B.Cycles)
      HasFrontEnd = true;
    else
      Own.push_back(wantedResource({B.Kind, PortSet()}));
  }
  if (HasFrontEnd)
    Out.push_back(FrontEnd);
  Out.insert(Out.end(), Own.begin(), Own.end());
}

static void addLatencies(const Analysis &A, std::vector<Resource> &Out) {
  Out.push_back({ResourceKind::Latency});
  bool HasLoad = false, HasForwarding = false;
  std::vector<unsigned> Opcodes;
  for (const DependencyGraph::Node &N : A.Graph.nodes())
    HasLoad |= N.Part == NodePart::Load;
  for (const DependencyGraph::Edge &E : A.Graph.edges())
    HasForwarding |= E.Kind == DependenceKind::Memory && !E.isMay();
  for (uint32_t E : A.LCD.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    const DependencyGraph::Node &N = A.Graph.nodes()[Edge.To];
    unsigned Opcode = A.kernel().Insts[N.Inst].Opcode;
    if (N.Part == NodePart::Result && Edge.Latency > 0 &&
        !is_contained(Opcodes, Opcode) && Opcodes.size() < MaxOpcodes)
      Opcodes.push_back(Opcode);
  }
  if (HasLoad)
    Out.push_back({ResourceKind::LoadLatency});
  if (HasForwarding)
    Out.push_back({ResourceKind::Forwarding});
  for (unsigned Opcode : Opcodes)
    Out.push_back({ResourceKind::OpcodeLatency, PortSet(), Opcode});
}

static void addBuffers(const CoreSizes &M, std::vector<Resource> &Out) {
  if (!M.FrontEnd.isZero())
    Out.push_back({ResourceKind::FrontEnd});
  Out.push_back({ResourceKind::ReorderBuffer});
  for (const PortScheduler &S : M.Schedulers)
    Out.push_back({ResourceKind::Scheduler, S.Ports});
  for (auto [Kind, Size] :
       {std::pair(ResourceKind::Scheduler, M.Scheduler),
        {ResourceKind::LoadBuffer, M.LoadBuffer},
        {ResourceKind::StoreBuffer, M.StoreBuffer},
        {ResourceKind::IntegerRegisters, M.IntegerRegisters},
        {ResourceKind::VectorRegisters, M.VectorRegisters}})
    if (Size < CoreSizes::Unlimited)
      Out.push_back({Kind});
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

using Evaluator = function_ref<CyclesPerIter(ArrayRef<Resource>)>;

/// One by one, and if nothing helps, together.
static void findWhatHelps(Sensitivity &S, ArrayRef<Resource> All,
                          Evaluator Evaluate) {
  for (const Resource &R : All)
    S.Single.push_back({R, Evaluate(R)});
  if (S.Base.isZero() || S.best())
    return;
  std::vector<Resource> Set(All.begin(), All.end());
  CyclesPerIter Cycles = Evaluate(Set);
  if (!S.helps(Cycles))
    return;
  auto TryWithout = [&](size_t I) {
    std::vector<Resource> Less = Set;
    Less.erase(Less.begin() + I);
    CyclesPerIter C = Less.empty() ? S.Base : Evaluate(Less);
    if (!S.helps(C))
      return;
    Set = std::move(Less);
    Cycles = C;
  };
  // First single ports, which sets of ports cover, then from the back, where
  // the latencies of single opcodes are.
  for (size_t I = Set.size(); I-- > 0;)
    if (Set[I].Kind == ResourceKind::Ports && Set[I].Ports.size() == 1)
      TryWithout(I);
  for (size_t I = Set.size(); I-- > 0;)
    TryWithout(I);
  // Of each set of ports as few as do as well.
  for (Resource &R : Set)
    for (const Resource &Narrower : All) {
      if (R.Kind != ResourceKind::Ports || Narrower == R ||
          Narrower.Kind != ResourceKind::Ports ||
          !Narrower.Ports.isSubsetOf(R.Ports))
        continue;
      Resource Wide = std::exchange(R, Narrower);
      if (Evaluate(Set) <= Cycles)
        break;
      R = Wide;
    }
  S.Together = std::move(Set);
  S.TogetherCycles = Cycles;
}

Sensitivity kernelbounds::computeSensitivity(const Analysis &A,
                                             SpeedFactor Factor) {
  Sensitivity S;
  S.Factor = Factor;
  FasterBounds Bounds(A, Factor);
  S.Base = Bounds.predict({});
  std::vector<Resource> All;
  addPorts(A, All);
  addWidths(issueWitness(A).Width, retireWitness(A).Width, All);
  addRates(A, Bounds, All);
  addLatencies(A, All);
  findWhatHelps(S, All, [&](ArrayRef<Resource> Faster) {
    return Bounds.predict(Faster);
  });
  return S;
}

std::vector<Resource> kernelbounds::simulatedResources(const Analysis &A,
                                                       const CoreSizes &M) {
  std::vector<Resource> All;
  addPorts(A, All);
  auto WidthOf = [](unsigned Width) {
    return Width < CoreSizes::Unlimited ? Width : 0;
  };
  addWidths(WidthOf(M.IssueWidth), WidthOf(M.RetireWidth), All);
  addBuffers(M, All);
  addLatencies(A, All);
  return All;
}

Sensitivity kernelbounds::simulateSensitivity(const Analysis &A,
                                              const SimProgram &P,
                                              const CoreSizes &M,
                                              const SimulationResult &Base,
                                              SpeedFactor Factor) {
  Sensitivity S;
  S.Factor = Factor;
  S.IsSimulated = true;
  S.Base = Base.Cycles;
  const std::vector<Resource> All = simulatedResources(A, M);
  auto IsNeverFull = [&](const Resource &R) {
    const uint64_t Bit = bufferBit(R, M);
    return Bit != 0 && (Base.FullBuffers & Bit) == 0;
  };
  findWhatHelps(S, All, [&](ArrayRef<Resource> Faster) {
    return all_of(Faster, IsNeverFull)
               ? Base.Cycles
               : simulate(P, M, {}, Faster, Factor).Cycles;
  });
  return S;
}

CyclesPerIter kernelbounds::predictWith(const Analysis &A,
                                        ArrayRef<Resource> Faster,
                                        SpeedFactor Factor) {
  return FasterBounds(A, Factor).predict(Faster);
}
