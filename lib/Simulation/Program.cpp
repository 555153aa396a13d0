//===- Program.cpp - A loop body, ready to simulate -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sorts an instruction's micro-ops into groups and gives each group the edges
/// of the graph that its start waits for. An edge of latency L into a value
/// that is ready S cycles after the start allows the start L - S cycles after
/// the edge's source: operands that are read late need not be there earlier.
///
/// Tested by unittests/Simulation/SimulatorTest.cpp,
/// test/Simulation/simulate.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Program.h"
#include "kernel-bounds/Graph/LineCrossings.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <optional>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr unsigned LoadGroup = unsigned(UopGroupKind::Load);
constexpr unsigned ComputeGroup = unsigned(UopGroupKind::Compute);
constexpr unsigned AddressGroup = unsigned(UopGroupKind::StoreAddress);
constexpr unsigned DataGroup = unsigned(UopGroupKind::StoreData);

class Flattener {
public:
  Flattener(const MappedKernel &M, const DependencyGraph &G,
            ArrayRef<DrawnDependence> Drawn)
      : M(M), K(*M.K), G(G), Drawn(Drawn) {}
  SimProgram run();

private:
  /// Edges into the nodes of one instruction are EdgesTo[First..End).
  void sortEdges();
  void addInst(uint32_t I);
  void addUops(uint32_t I, SimInst &Inst);
  void addGroup(uint32_t I, UopKind Kind, unsigned Group, SimInst &Inst);
  void splitUop(const MappedUop &U, uint32_t Idx, bool Split);
  void addExtra(const PortModel::LayeredRule &Rule, const MemRef &Mem);
  void addStoreExtras(uint32_t I, const SimInst &Inst);
  void findPairLoads();
  void addPairExtras(uint32_t I, const SimInst &Inst);
  void placeInSlots(SimInst &Inst);
  void countRegisters(uint32_t I, SimInst &Inst) const;
  void countOperands(uint32_t I, const SimInst &Inst);
  void addGates(SimInst &Inst, unsigned Group);
  void addNodes(SimInst &Inst, unsigned Group);
  unsigned groupOf(const SimInst &Inst, uint32_t Node) const;
  ArrayRef<uint32_t> edgesTo(uint32_t Node) const {
    return ArrayRef(EdgesTo).slice(FirstEdgeTo[Node],
                                   FirstEdgeTo[Node + 1] - FirstEdgeTo[Node]);
  }
  bool isAddress(const DependencyGraph::Edge &E) const {
    return E.Kind == DependenceKind::Register &&
           K.Reads[E.Detail].Role == ReadRole::Address;
  }
  /// Of a register of vectors or of what an instruction itself loads.
  bool isOperand(const DependencyGraph::Edge &E) const {
    return !OperandPorts.empty() && (E.Kind == DependenceKind::Internal ||
                                     (E.Kind == DependenceKind::Register &&
                                      isVector(K.Reads[E.Detail])));
  }
  bool isVector(const RegRead &R) const;
  /// Whether the value waits, in some iterations at least.
  bool isInput(const DependencyGraph::Edge &E) const {
    return E.Class < DependenceClass::May ||
           (E.Class == DependenceClass::Drawn && !Drawn.empty());
  }
  SimInput inputOf(const DependencyGraph::Edge &E) const {
    return {E.From,
            E.To,
            E.Distance,
            E.Latency,
            E.Kind == DependenceKind::Memory,
            E.Class == DependenceClass::Drawn ? Drawn[E.Detail].Trips
                                              : ~uint64_t(0),
            E.IsBlocked,
            isOperand(E)};
  }
  bool hasUops(const SimInst &Inst, unsigned Group) const {
    return Inst.Uops[Group] != Inst.Uops[Group + 1];
  }

  const MappedKernel &M;
  const Kernel &K;
  const DependencyGraph &G;
  ArrayRef<DrawnDependence> Drawn;
  SimProgram P;
  std::vector<uint32_t> FirstEdgeTo, EdgesTo;
  uint32_t FirstNode = 0, EndNode = 0; ///< Of the instruction.
  bool HasResult = false, HasLoad = false;
  PortSet OperandPorts; ///< Of schedulers with ThirdOperand.
  /// With a rule for pairs: the loads that take its ports, by instruction.
  std::vector<bool> IsPairLoad;
  /// The last access is the first of a pair, if another one follows.
  bool HasOpenAccess = false;
};

} // namespace

unsigned kernelbounds::numPhases(uint64_t Iterations) {
  unsigned Num = 64;
  for (; Num > 1; Num /= 2)
    if (llvm::rotr(Iterations, static_cast<int>(Num / 2)) != Iterations)
      break;
  return Num;
}

unsigned kernelbounds::tripsOfPlace(unsigned Step) {
  return CacheLineBytes >> countr_zero(Step | CacheLineBytes);
}

void Flattener::sortEdges() {
  FirstEdgeTo.assign(G.nodes().size() + 1, 0);
  for (const DependencyGraph::Edge &E : G.edges())
    if (isInput(E))
      ++FirstEdgeTo[E.To + 1];
  for (size_t N = 0; N < G.nodes().size(); ++N)
    FirstEdgeTo[N + 1] += FirstEdgeTo[N];
  EdgesTo.resize(FirstEdgeTo.back());
  std::vector<uint32_t> Next(FirstEdgeTo.begin(), FirstEdgeTo.end() - 1);
  for (auto [I, E] : enumerate(G.edges()))
    if (isInput(E))
      EdgesTo[Next[E.To]++] = I;
}

//===----------------------------------------------------------------------===//
// Micro-ops
//===----------------------------------------------------------------------===//

/// Micro-ops on units alone go with the micro-ops before them.
void Flattener::splitUop(const MappedUop &U, uint32_t Idx, bool Split) {
  const uint16_t Cycles = U.Cycles + U.ExpectedExtra;
  for (unsigned N = Split ? Cycles : 1; N > 0; --N) {
    SimUop S;
    S.Ports = U.Ports;
    S.Hold = Split ? 1 : std::max<uint16_t>(1, Cycles);
    S.MappedUop = Idx;
    S.HasPipe = P.HasPipes && U.reachesCache();
    S.LongerBy = N > 1 ? 0 : U.CrossingCycles;
    S.LongIterations = N > 1 ? 0 : U.ExpectedCrossingTrips;
    P.NumPhases = std::max(P.NumPhases, numPhases(S.LongIterations));
    if (N == 1 && U.BytesRead != 0) {
      S.PlaceInLine = U.PlaceInLine;
      S.PlaceStep = U.PlaceStep;
      S.BytesRead = U.BytesRead;
      P.NumPhases = std::max(P.NumPhases, tripsOfPlace(S.PlaceStep));
    }
    P.Uops.push_back(S);
  }
}

void Flattener::addGroup(uint32_t I, UopKind Kind, unsigned Group,
                         SimInst &Inst) {
  const MappedInst &Mapped = M.Insts[I];
  PortSet Issue = M.Model->issuePorts();
  // LLVM adds up micro-ops on the same ports: "2 cycles" are two of them,
  // unless that is more than the instruction has.
  unsigned Cycles = 0;
  for (const MappedUop &U : M.uops(Mapped))
    Cycles += (U.Ports & Issue).empty() ? 0 : U.Cycles;
  bool Split =
      Mapped.is(MF_UopsFromLLVM) && Cycles <= 2u * Mapped.IssueSlots + 1;
  Inst.Uops[Group] = P.Uops.size();
  for (auto [N, U] : enumerate(M.uops(Mapped)))
    if (U.Kind == Kind && !U.Ports.empty() && U.Cycles &&
        !(U.Ports & Issue).empty())
      splitUop(U, Mapped.FirstUop + N, Split);
  uint32_t NextHost = Inst.Uops[Group], End = P.Uops.size();
  for (auto [N, U] : enumerate(M.uops(Mapped))) {
    if (U.Kind != Kind || U.Ports.empty() || !U.Cycles ||
        !(U.Ports & Issue).empty())
      continue;
    if (NextHost < End) {
      SimUop &Host = P.Uops[NextHost++];
      Host.Units = U.Ports;
      Host.UnitHold = U.Cycles + U.ExpectedExtra;
      if (U.ExpectedCrossingTrips != 0 && Host.LongIterations == 0) {
        Host.IsUnitLonger = true;
        Host.LongerBy = U.CrossingCycles;
        Host.CrossesPage = U.CrossesPage;
        Host.LongIterations = U.ExpectedCrossingTrips;
        P.NumPhases = std::max(P.NumPhases, numPhases(Host.LongIterations));
      }
    } else {
      splitUop(U, Mapped.FirstUop + N, false);
      P.Uops.back().IsOfUnits = true;
    }
  }
}

/// Spreads the micro-ops over the issue slots, in order. Those of few slots
/// come first, and those from microcode all along.
void Flattener::placeInSlots(SimInst &Inst) {
  uint32_t First = Inst.Uops[0], Num = Inst.Uops[NumUopGroups] - First;
  unsigned Slots = std::max<unsigned>(1, Inst.Slots);
  for (uint32_t U = 0; U < Num; ++U)
    P.Uops[First + U].Slot =
        Num >= Slots || Inst.IsMicrocoded ? uint64_t(U) * Slots / Num : U;
  for (uint32_t U = 0, Begin = 0; U < Num; ++U) {
    if (P.Uops[First + U].Slot != P.Uops[First + Begin].Slot)
      Begin = U;
    if (P.Uops[First + Begin].NumInSlot < 255)
      ++P.Uops[First + Begin].NumInSlot;
  }
}

/// What \p Rule says of access \p Mem.
void Flattener::addExtra(const PortModel::LayeredRule &Rule,
                         const MemRef &Mem) {
  if (Mem.Width < Rule.Rule->MinWidth)
    return;
  for (const UopSpec &U :
       Rule.Layer->Uops.slice(Rule.Rule->FirstUop, Rule.Rule->NumUops))
    for (unsigned N = 0; N < U.Count; ++N) {
      SimUop S;
      S.Ports = PortSet(U.Ports);
      S.Hold = std::max<uint16_t>(1, U.Cycles);
      S.MappedUop = P.Uops.back().MappedUop;
      S.IsOfUnits = (S.Ports & M.Model->issuePorts()).empty();
      P.Uops.push_back(S);
    }
}

/// What the stores of instruction \p I take when they are written to the cache,
/// and as a part of an update. In the group of the addresses, which makes no
/// value: nothing waits for it.
void Flattener::addStoreExtras(uint32_t I, const SimInst &Inst) {
  const auto Commit = M.Model->storeCommitRule();
  const auto Update = M.Model->updateExtraRule();
  const bool HasAddress = Inst.Uops[AddressGroup] != P.Uops.size();
  for (const MemRef &Mem : K.mems(K.Insts[I])) {
    if (!Mem.IsStore)
      continue;
    if (Commit && HasAddress)
      addExtra(*Commit, Mem);
    if (Update && Mem.IsLoad && P.Uops.size() != Inst.Uops[LoadGroup])
      addExtra(*Update, Mem);
  }
}

void Flattener::findPairLoads() {
  const auto Pair = M.Model->accessPairRule();
  if (!Pair)
    return;
  PortSet Ports;
  for (const UopSpec &U :
       Pair->Layer->Uops.slice(Pair->Rule->FirstUop, Pair->Rule->NumUops))
    Ports = Ports | PortSet(U.Ports);
  std::vector<bool> Is(M.Insts.size());
  for (auto [I, Mapped] : enumerate(M.Insts))
    Is[I] = any_of(M.uops(Mapped), [&](const auto &U) {
      return U.Kind == UopKind::Load && !(U.Ports & Ports).empty();
    });
  if (is_contained(Is, true))
    IsPairLoad = std::move(Is);
}

/// What the accesses of instruction \p I take as the second ones of pairs. An
/// update counts, and takes nothing: its address is told with its load. What
/// has no micro-ops is no access, such as a load that advice takes out.
void Flattener::addPairExtras(uint32_t I, const SimInst &Inst) {
  if (P.Uops.size() == Inst.Uops[LoadGroup])
    return;
  for (const MemRef &Mem : K.mems(K.Insts[I])) {
    if (HasOpenAccess && !IsPairLoad[I] && !(Mem.IsLoad && Mem.IsStore))
      addExtra(*M.Model->accessPairRule(), Mem);
    HasOpenAccess = !HasOpenAccess && !IsPairLoad[I];
  }
}

void Flattener::addUops(uint32_t I, SimInst &Inst) {
  addGroup(I, UopKind::Load, LoadGroup, Inst);
  addGroup(I, UopKind::Compute, ComputeGroup, Inst);
  addGroup(I, UopKind::StoreAddress, AddressGroup, Inst);
  addStoreExtras(I, Inst);
  if (!IsPairLoad.empty())
    addPairExtras(I, Inst);
  addGroup(I, UopKind::StoreData, DataGroup, Inst);
  Inst.Uops[NumUopGroups] = P.Uops.size();
  Inst.Slots = M.Insts[I].IssueSlots;
  Inst.IsMicrocoded = M.Insts[I].is(MF_Microcoded);
  Inst.IsBranch = K.Insts[I].is(IF_Branch);
  Inst.IsEliminated = M.Insts[I].is(MF_Eliminated) && K.Insts[I].is(IF_RegMove);
  placeInSlots(Inst);
  for (const MemRef &Mem : K.mems(K.Insts[I])) {
    Inst.NumLoads += Mem.IsLoad;
    Inst.NumStores += Mem.IsStore;
  }
  countRegisters(I, Inst);
  if (!OperandPorts.empty())
    countOperands(I, Inst);
}

bool Flattener::isVector(const RegRead &R) const {
  return R.Reg != 0 && R.NumUnits != 0 &&
         targetOf(K).registerFile(K.units(R).front()) == 1;
}

/// What instruction \p I reads by the ports of OperandPorts: to compute, if one
/// micro-op does that there, and to store.
void Flattener::countOperands(uint32_t I, const SimInst &Inst) {
  unsigned Num = 0, NumStored = 0;
  for (const RegRead &R : K.reads(K.Insts[I]))
    if (R.Role != ReadRole::Address && isVector(R))
      ++(R.Role == ReadRole::StoreData ? NumStored : Num);
  for (const MemRef &Mem : K.mems(K.Insts[I]))
    Num += Mem.IsLoad && Mem.IsVector;
  SimUop *Only = nullptr;
  unsigned NumUops = 0;
  for (uint32_t U = Inst.Uops[ComputeGroup]; U < Inst.Uops[ComputeGroup + 1];
       ++U)
    if (!(P.Uops[U].Ports & OperandPorts).empty()) {
      Only = &P.Uops[U];
      ++NumUops;
    }
  if (NumUops == 1)
    Only->NumOperands = Num;
  for (uint32_t U = Inst.Uops[DataGroup]; U < Inst.Uops[DataGroup + 1]; ++U)
    P.Uops[U].NumOperands = NumStored;
}

/// The registers that instruction \p I writes and for which rename takes a new
/// one: not those of eliminated moves and zero idioms.
void Flattener::countRegisters(uint32_t I, SimInst &Inst) const {
  const MappedInst &Mapped = M.Insts[I];
  if (Mapped.is(MF_Eliminated) ||
      (Mapped.is(MF_DependencyBreaking) && Mapped.NumUops == 0))
    return;
  for (const RegWrite &W : K.writes(K.Insts[I])) {
    if (W.IsFlags || W.Reg == 0 || W.NumUnits == 0)
      continue;
    const unsigned File = targetOf(K).registerFile(K.units(W).front());
    Inst.NumIntegers += File == 0;
    Inst.NumVectors += File == 1;
  }
  // The micro-op of a fused pair is that of its second instruction.
  Inst.MakesInteger =
      Inst.NumIntegers != 0 || (I != 0 && M.Insts[I - 1].is(MF_FusedWithNext) &&
                                P.Insts.back().NumIntegers != 0);
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

unsigned Flattener::groupOf(const SimInst &, uint32_t Node) const {
  switch (G.nodes()[Node].Part) {
  case NodePart::Load:
    return LoadGroup;
  case NodePart::Result:
  case NodePart::WriteBack:
    return ComputeGroup;
  case NodePart::Store:
    return DataGroup;
  }
  return ComputeGroup;
}

void Flattener::addGates(SimInst &Inst, unsigned Group) {
  // Of an instruction with several values each waits for its operands.
  std::optional<uint32_t> First;
  for (uint32_t N = FirstNode; N < EndNode; ++N) {
    NodePart Part = G.nodes()[N].Part;
    for (uint32_t Idx : edgesTo(N)) {
      const DependencyGraph::Edge &E = G.edges()[Idx];
      bool Waits = false;
      switch (UopGroupKind(Group)) {
      case UopGroupKind::Load: // Memory delays the value, not the access.
        Waits = Part == NodePart::Load && E.Kind != DependenceKind::Memory;
        break;
      case UopGroupKind::Compute:
        Waits =
            Part == NodePart::Result ||
            (Part == NodePart::WriteBack && !HasResult) ||
            (Part == NodePart::Store && Inst.StoreComputes && !isAddress(E));
        break;
      case UopGroupKind::StoreAddress:
        Waits = Part == (HasLoad ? NodePart::Load : NodePart::Store) &&
                isAddress(E);
        break;
      case UopGroupKind::StoreData:
        Waits = Part == NodePart::Store && !isAddress(E) && !Inst.StoreComputes;
        break;
      }
      if (!Waits || !hasUops(Inst, Group))
        continue;
      P.Inputs.push_back(inputOf(E));
      P.Inputs.back().IsOperand &= N == First.value_or(N);
      First = First.value_or(N);
    }
  }
}

/// Values wait for what no start has waited for.
void Flattener::addNodes(SimInst &Inst, unsigned Group) {
  for (uint32_t N = FirstNode; N < EndNode; ++N) {
    if (groupOf(Inst, N) != Group)
      continue;
    const DependencyGraph::Node &Node = G.nodes()[N];
    // What a load or result waits for holds back its micro-ops already; those
    // of a store do not cover all its inputs, and an updated base may share an
    // instruction with results.
    bool IsGated = hasUops(Inst, Group) && (Node.Part == NodePart::Load ||
                                            Node.Part == NodePart::Result);
    SimNode S{static_cast<uint32_t>(P.Inputs.size()),
              0,
              Node.StartLatency,
              K.Insts[Node.Inst].Opcode,
              Node.Part,
              !hasUops(Inst, Group) ||
                  (Node.Part == NodePart::WriteBack && HasResult)};
    // Those that always count first.
    for (const bool IsDrawn : {false, true})
      for (uint32_t Idx : edgesTo(N)) {
        const DependencyGraph::Edge &E = G.edges()[Idx];
        if ((E.Class == DependenceClass::Drawn) != IsDrawn ||
            (IsGated && E.Kind != DependenceKind::Memory))
          continue;
        P.Inputs.push_back(inputOf(E));
        S.NumDrawn += IsDrawn;
      }
    S.NumInputs = P.Inputs.size() - S.FirstInput;
    P.Nodes[N] = S;
  }
}

void Flattener::addInst(uint32_t I) {
  SimInst Inst;
  Inst.Code = K.Insts[I].Listed;
  addUops(I, Inst);
  FirstNode = EndNode;
  HasResult = HasLoad = false;
  bool HasStore = false, HasWriteBack = false;
  for (; EndNode < G.nodes().size() && G.nodes()[EndNode].Inst == I;
       ++EndNode) {
    NodePart Part = G.nodes()[EndNode].Part;
    HasResult |= Part == NodePart::Result;
    HasLoad |= Part == NodePart::Load;
    HasStore |= Part == NodePart::Store;
    HasWriteBack |= Part == NodePart::WriteBack;
  }
  Inst.StoreComputes =
      HasStore && hasUops(Inst, ComputeGroup) && (HasResult || !HasWriteBack);
  for (unsigned Group = 0; Group < NumUopGroups; ++Group) {
    Inst.Gates[Group] = P.Inputs.size();
    addGates(Inst, Group);
  }
  Inst.Gates[NumUopGroups] = P.Inputs.size();
  // Nodes of one instruction are numbered in the order of their groups.
  uint32_t N = FirstNode;
  for (unsigned Group = 0; Group < NumUopGroups; ++Group) {
    Inst.Nodes[Group] = N;
    addNodes(Inst, Group);
    while (N < EndNode && groupOf(Inst, N) == Group)
      ++N;
  }
  Inst.Nodes[NumUopGroups] = N;
  P.Insts.push_back(Inst);
}

SimProgram Flattener::run() {
  // Without a crossing, what holds the port holds its pipe.
  P.HasPipes = any_of(
      M.Uops, [](const MappedUop &U) { return U.ExpectedCrossingTrips != 0; });
  for (const SchedulerDecl &D : M.Model->schedulers())
    if (D.ThirdOperand != 0)
      OperandPorts = OperandPorts | PortSet(D.Ports);
  sortEdges();
  findPairLoads();
  P.NumPorts = M.Model->ports().size();
  P.Nodes.resize(G.nodes().size());
  P.Insts.reserve(K.Insts.size());
  for (uint32_t I = 0; I < K.Insts.size(); ++I)
    addInst(I);
  for (const SimInst &I : P.Insts)
    P.NumSlots += I.Slots;
  // Something must move the clock: a loop that is free still issues once.
  if (P.NumSlots == 0 && !P.Insts.empty()) {
    P.Insts.back().Slots = 1;
    P.NumSlots = 1;
  }
  for (const SimInput &In : P.Inputs) {
    P.MaxDistance = std::max(P.MaxDistance, In.Distance);
    P.NumPhases = std::max(P.NumPhases, numPhases(In.Trips));
  }
  return std::move(P);
}

std::vector<uint32_t> kernelbounds::instsOfNodes(const SimProgram &P) {
  std::vector<uint32_t> InstOf(P.Nodes.size());
  for (uint32_t I = 0; I < P.Insts.size(); ++I)
    std::fill(InstOf.begin() + P.Insts[I].Nodes[0],
              InstOf.begin() + P.Insts[I].Nodes[NumUopGroups], I);
  return InstOf;
}

SimProgram kernelbounds::makeSimProgram(const MappedKernel &M,
                                        const DependencyGraph &G,
                                        ArrayRef<DrawnDependence> Drawn) {
  return Flattener(M, G, Drawn).run();
}
