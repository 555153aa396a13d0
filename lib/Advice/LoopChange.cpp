//===- LoopChange.cpp - A loop with other instructions --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions refer to the pools of the kernel by ranges, so that bodies of
/// the same operands share them. Dependences through memory are those of today:
/// what an iteration reads that D iterations before have stored, copy c reads
/// from copy c - D, modulo the number of copies.
///
/// The new code stands without holes where today's code starts.
///
/// O(instructions of the new body), and what the bounds take.
/// Tested by unittests/Advice/LoopChangeTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Graph/GraphBuilder.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/MC/MCInstrInfo.h"
#include <map>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

LoopChange::LoopChange(const Baseline &Today, unsigned NumCopies)
    : Today(Today), A(Today.A), NumUnits(Today.NumUnits), NumCopies(NumCopies),
      NoLoad(A.kernel().Insts.size()), IsFree(A.kernel().Insts.size()),
      IsSpared(A.Memory.size()), IsMatched(A.Memory.size()) {
  const Kernel &K = A.kernel();
  Slots.reserve(K.Insts.size() * NumCopies);
  for (unsigned Copy = 0; Copy < NumCopies; ++Copy)
    for (auto [I, Inst] : enumerate(K.Insts))
      Slots.push_back({Inst, static_cast<uint32_t>(I), Copy});
  Pools.Reads = K.Reads;
  Pools.Writes = K.Writes;
  Pools.Mems = K.Mems;
  Pools.UnitPool = K.UnitPool;
  Pools.StackPointer = K.StackPointer;
  Pools.FramePointer = K.FramePointer;
  Pools.Target = K.Target;
  Pools.CodeAlign = K.CodeAlign;
}

LoopChange::Slot &LoopChange::at(unsigned Copy, uint32_t Inst) {
  return Slots[Copy * A.kernel().Insts.size() + Inst];
}

void LoopChange::remove(unsigned Copy, uint32_t Inst) {
  at(Copy, Inst).IsRemoved = true;
}

void LoopChange::drop(unsigned Copy, uint32_t Inst) {
  Slot &S = at(Copy, Inst);
  S.IsRemoved = S.IsDropped = true;
}

void LoopChange::makeFree(uint32_t Inst) { IsFree[Inst] = true; }

void LoopChange::spareTrip(uint32_t Dependence) { IsSpared[Dependence] = true; }

void LoopChange::splitChains(ArrayRef<uint32_t> Edges, unsigned Chains) {
  ChainsOf.resize(A.Graph.edges().size());
  for (uint32_t E : Edges)
    ChainsOf[E] = Chains;
}

void LoopChange::passOn(unsigned Copy) {
  if (!A.kernel().Insts.empty())
    at(Copy, A.kernel().Insts.size() - 1).I.Flags &= ~IF_Taken;
}

void LoopChange::setOpcode(unsigned Copy, uint32_t Inst, unsigned Opcode) {
  Slot &S = at(Copy, Inst);
  MCInst &New = Insts.emplace_back(*S.I.Inst);
  New.setOpcode(Opcode);
  S.I.Opcode = Opcode;
  S.I.Inst = &New;
}

void LoopChange::addAfter(unsigned Copy, uint32_t Inst, unsigned Opcode,
                          const MCInst &Operands, bool IsChained) {
  Slot S = at(Copy, Inst);
  MCInst &New = Insts.emplace_back(Operands);
  New.setOpcode(Opcode);
  const RegWrite W = Pools.Writes[S.I.FirstWrite];
  S.I.Opcode = Opcode;
  S.I.Inst = &New;
  S.I.FirstWrite = Pools.Writes.size();
  S.I.FirstRead = Pools.Reads.size();
  S.I.NumWrites = IsChained ? 1 : 0;
  S.I.NumReads = 1;
  S.I.NumMems = 0;
  S.I.Flags = 0;
  Pools.Writes.push_back({W.Reg, false, false, 0, W.FirstUnit, W.NumUnits, 0});
  Pools.Reads.push_back({W.Reg, ReadRole::Data, 1, W.FirstUnit, W.NumUnits});
  S.IsAdded = true;
  Added.push_back(S);
}

MCInst kernelbounds::blankInst(const Analysis &A, unsigned Opcode) {
  MCInst I;
  I.setOpcode(Opcode);
  for (const MCOperandInfo &O : A.model().instrInfo().get(Opcode).operands())
    I.addOperand(O.RegClass >= 0 ? MCOperand::createReg(0)
                                 : MCOperand::createImm(0));
  return I;
}

void LoopChange::append(uint32_t Inst, const Part &P) {
  Slot S = at(0, Inst);
  S.I.Opcode = P.Opcode;
  S.I.Inst = &Insts.emplace_back(P.Inst);
  S.I.FirstRead = Pools.Reads.size();
  S.I.FirstWrite = Pools.Writes.size();
  S.I.FirstMem = Pools.Mems.size();
  S.I.NumReads = P.Reads.size();
  S.I.NumWrites = P.Writes.size();
  S.I.NumMems = P.Mem ? 1 : 0;
  S.I.Flags = P.Flags;
  if (P.Mem)
    S.I.Flags |= P.Mem->IsLoad ? IF_MayLoad : IF_MayStore;
  append_range(Pools.Reads, P.Reads);
  append_range(Pools.Writes, P.Writes);
  if (P.Mem)
    Pools.Mems.push_back(*P.Mem);
  S.IsRemoved = false;
  S.IsAdded = true;
  Added.push_back(S);
}

void LoopChange::dropLoad(uint32_t Inst) {
  NoLoad[Inst] = true;
  const bool IsAll =
      A.Mapped.Insts[Inst].is(MF_PureLoad) &&
      none_of(A.kernel().mems(A.kernel().Insts[Inst]), [](const MemRef &M) {
        return M.WriteBack != WriteBackKind::None;
      });
  for (unsigned Copy = 0; IsAll && Copy < NumCopies; ++Copy)
    drop(Copy, Inst);
}

/// What was dropped, nobody waits for: whoever reads its register would
/// otherwise wait for what wrote that before.
void LoopChange::cutReads() {
  if (none_of(Slots, [](const Slot &S) { return S.IsDropped; }))
    return;
  BitVector IsGone(NumUnits);
  // The second round: from the end of the body to its start.
  for (unsigned Round = 0; Round < 2; ++Round)
    for (Slot &S : Slots) {
      if (!S.IsRemoved) {
        bool IsCopied = false;
        for (unsigned R = 0; R < S.I.NumReads; ++R) {
          const RegRead &Read = Pools.Reads[S.I.FirstRead + R];
          if (Read.NumUnits == 0 || !all_of(Pools.units(Read), [&](RegUnit U) {
                return IsGone.test(U);
              }))
            continue;
          if (!IsCopied) {
            const uint32_t First = S.I.FirstRead;
            S.I.FirstRead = Pools.Reads.size();
            for (unsigned N = 0; N < S.I.NumReads; ++N)
              Pools.Reads.push_back(RegRead(Pools.Reads[First + N]));
            IsCopied = true;
          }
          Pools.Reads[S.I.FirstRead + R].NumUnits = 0;
        }
      }
      for (const RegWrite &W : Pools.writes(S.I))
        for (RegUnit U : Pools.units(W))
          if (S.IsDropped)
            IsGone.set(U);
          else if (!S.IsRemoved)
            IsGone.reset(U);
    }
}

void LoopChange::assemble() {
  cutReads();
  const size_t Size = A.kernel().Insts.size();
  PlaceOf.assign(Size * NumCopies, ~0u);
  uint64_t Address = Slots.empty() ? 0 : Slots.front().I.Address;
  auto Append = [&](const Slot &S) {
    Pools.Insts.push_back(S.I);
    Pools.Insts.back().Address = Address;
    Address += S.I.Size;
    FromOf.push_back(S.From);
    CopyOf.push_back(S.Copy);
  };
  for (const Slot &S : Slots) {
    if (!S.IsRemoved) {
      PlaceOf[S.Copy * Size + S.From] = Pools.Insts.size();
      Append(S);
    }
    for (const Slot &More : Added) {
      if (More.Copy != S.Copy || More.From != S.From)
        continue;
      // The first of what takes its place.
      if (uint32_t &Place = PlaceOf[S.Copy * Size + S.From]; Place == ~0u)
        Place = Pools.Insts.size();
      Append(More);
    }
  }
}

/// Takes the loads from \p M.
static void dropLoads(const Analysis &A, MappedKernel &Mapped, MappedInst &M) {
  const PortSet Issue = A.model().issuePorts();
  auto First = Mapped.Uops.begin() + M.FirstUop;
  auto End = std::remove_if(First, First + M.NumUops, [](const MappedUop &U) {
    return U.Kind == UopKind::Load;
  });
  M.NumUops = End - First;
  const unsigned NumIssued = std::count_if(First, End, [&](const MappedUop &U) {
    return !(U.Ports & Issue).empty();
  });
  M.CacheUops = std::min<unsigned>(M.CacheUops, NumIssued);
  M.IssueSlots = M.CacheUops;
}

/// Takes the micro-ops that are no more: of instructions that are free, of
/// loads, also as part of an operation.
void LoopChange::dropUops() {
  std::vector<bool> HasSpared(A.kernel().Insts.size());
  for (auto [D, Is] : enumerate(IsSpared))
    if (Is)
      HasSpared[A.Memory[D].DestInst] = true;
  for (auto [M, From, I] : zip_equal(New.Mapped.Insts, FromOf, Pools.Insts)) {
    if (IsFree[From])
      M.NumUops = M.IssueSlots = M.CacheUops = 0;
    if (NoLoad[From] || HasSpared[From])
      dropLoads(A, New.Mapped, M);
    if (!NoLoad[From])
      continue;
    M.LoadLatency = 0;
    for (uint32_t Mem = I.FirstMem; Mem < I.FirstMem + I.NumMems; ++Mem)
      Pools.Mems[Mem].IsLoad = false;
  }
}

std::vector<MemoryDependence> LoopChange::dependences() {
  const size_t Size = A.kernel().Insts.size();
  std::vector<MemoryDependence> Out;
  for (auto [I, D] : enumerate(A.Memory))
    for (unsigned Copy = 0; Copy < NumCopies; ++Copy) {
      MemoryDependence N = D;
      if (IsMatched[I]) {
        N.Forward = Forwarding::Full;
        N.Offset = 0;
      }
      // Copies before this one, counted from a body far enough back.
      const uint64_t Back = (uint64_t(D.Distance) / NumCopies + 1) * NumCopies;
      const uint64_t Source = Back + Copy - D.Distance;
      N.Distance = (Back + Copy) / NumCopies - Source / NumCopies;
      N.SourceInst = PlaceOf[Source % NumCopies * Size + D.SourceInst];
      N.DestInst = PlaceOf[Copy * Size + D.DestInst];
      if (N.SourceInst == ~0u || N.DestInst == ~0u || NoLoad[D.DestInst])
        continue;
      Out.push_back(N);
      DependenceOf.push_back(I);
    }
  return Out;
}

/// Puts each base where its accesses cross the fewest lines; of several such
/// places the first. O(64 * 64 * accesses).
static void placeBases(LineAccesses &L) {
  std::vector<unsigned> Fewest(L.Bases.size(), ~0u), Best(L.Bases.size());
  for (unsigned Place = 0; Place < CacheLineBytes; ++Place) {
    for (LineBase &B : L.Bases)
      B.Modulus = CacheLineBytes, B.Residue = Place;
    std::vector<unsigned> Count(L.Bases.size());
    for (auto [Access, Trips] : zip_equal(L.Accesses, findExpectedCrossings(L)))
      Count[Access.Base] += llvm::popcount(Trips);
    for (auto [Base, N] : enumerate(Count))
      if (N < Fewest[Base])
        Fewest[Base] = N, Best[Base] = Place;
  }
  for (auto [B, Place] : zip_equal(L.Bases, Best))
    B.Residue = Place;
}

/// The accesses of the new body by their places in lines of the cache. A trip
/// of it is one of today's for each copy; where vectors are widened, of twice
/// the data, and the vectors of one array move apart.
LineAccesses LoopChange::lines() const {
  const Kernel &K = A.kernel();
  // By base, how many times as wide its accesses are.
  SmallVector<unsigned, 8> Widened(A.Lines.Bases.size(), 1);
  bool IsWidened = false;
  for (const LineAccess &L : A.Lines.Accesses) {
    const uint32_t Mem = K.Insts[L.Inst].FirstMem;
    if (K.Mems[Mem].Width == 0)
      continue;
    const unsigned Times = Pools.Mems[Mem].Width / K.Mems[Mem].Width;
    Widened[L.Base] = std::max(Widened[L.Base], Times);
    IsWidened |= Times > 1;
  }
  LineAccesses Out;
  // Without a vector that is wider, no access crosses more often.
  if (A.LineGroups.empty() && !IsWidened)
    return Out;
  Out.Bases = A.Lines.Bases;
  for (auto [I, B] : enumerate(Out.Bases))
    B.Step = B.Step * Widened[I] * NumCopies % CacheLineBytes;
  for (unsigned Copy = 0; Copy < NumCopies; ++Copy)
    for (LineAccess L : A.Lines.Accesses) {
      const KernelInst &Old = K.Insts[L.Inst];
      const uint32_t Place = PlaceOf[Copy * K.Insts.size() + L.Inst];
      if (Place == ~0u || Pools.Insts[Place].FirstMem != Old.FirstMem ||
          Pools.Insts[Place].NumMems != 1)
        continue;
      unsigned Step = A.Lines.Bases[L.Base].Step;
      if (const unsigned Times = Widened[L.Base]; Times > 1) {
        Step *= Times;
        // Whole vectors before it are as much wider.
        L.Offset += (L.Offset + L.Width / 2) / L.Width * L.Width * (Times - 1);
        L.Width =
            std::min<unsigned>(Pools.Mems[Old.FirstMem].Width, CacheLineBytes);
      }
      L.Offset = (L.Offset + Copy * Step) % CacheLineBytes;
      L.Inst = Place;
      Out.Accesses.push_back(L);
    }
  if (IsAligned)
    placeBases(Out);
  return Out;
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

bool LoopChange::editsGraph() const {
  return !ChainsOf.empty() || is_contained(IsFree, true) ||
         is_contained(IsSpared, true);
}

namespace {
/// An edge by what it connects in today's loop.
struct EdgeKey {
  uint32_t From, To;
  NodePart FromPart, ToPart;
  uint8_t FromWrite, ToWrite;
  DependenceKind Kind;
  auto tie() const {
    return std::tie(From, To, FromPart, ToPart, FromWrite, ToWrite, Kind);
  }
  bool operator<(const EdgeKey &O) const { return tie() < O.tie(); }
};
} // namespace

static EdgeKey keyOf(const DependencyGraph::Node &From,
                     const DependencyGraph::Node &To, uint32_t FromInst,
                     uint32_t ToInst, DependenceKind Kind) {
  return {FromInst, ToInst, From.Part, To.Part, From.Write, To.Write, Kind};
}

DependencyGraph LoopChange::editedGraph() const {
  const DependencyGraph &G = New.Graph;
  std::map<EdgeKey, unsigned> Split;
  for (auto [E, Chains] : enumerate(ChainsOf)) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    const DependencyGraph::Node &From = A.Graph.nodes()[Edge.From],
                                &To = A.Graph.nodes()[Edge.To];
    if (Chains != 0 && Edge.Distance != 0)
      Split[keyOf(From, To, From.Inst, To.Inst, Edge.Kind)] = Chains;
  }
  DependencyGraph Out;
  // The same value in each copy.
  std::map<std::tuple<uint32_t, NodePart, uint8_t>, uint32_t> NodeAt;
  for (auto [N, Node] : enumerate(G.nodes())) {
    Out.addNode(Node);
    NodeAt[{Node.Inst, Node.Part, Node.Write}] = N;
  }
  for (DependencyGraph::Edge E : G.edges()) {
    const DependencyGraph::Node &From = G.nodes()[E.From],
                                &To = G.nodes()[E.To];
    const uint32_t Here = CopyOf[To.Inst];
    const int64_t Distance =
        int64_t(Here) - CopyOf[From.Inst] + int64_t(E.Distance) * NumCopies;
    auto It =
        Split.find(keyOf(From, To, FromOf[From.Inst], FromOf[To.Inst], E.Kind));
    if (It != Split.end() && Distance > 0) {
      const int64_t Wanted = Distance * It->second;
      const int64_t Back =
          Wanted > Here ? (Wanted - Here + NumCopies - 1) / NumCopies : 0;
      const uint32_t Copy = Here + Back * NumCopies - Wanted;
      const uint32_t Inst =
          PlaceOf[Copy * A.kernel().Insts.size() + FromOf[From.Inst]];
      auto Node = NodeAt.find({Inst, From.Part, From.Write});
      if (Node != NodeAt.end()) {
        E.From = Node->second;
        E.Distance = Back;
      }
    }
    if (E.Kind == DependenceKind::Memory && IsSpared[DependenceOf[E.Detail]])
      E.Latency -= New.Forwarding[E.Detail].Latency;
    else if (IsFree[FromOf[To.Inst]])
      E.Latency = 0;
    Out.addEdge(E);
  }
  return Out;
}

void LoopChange::buildGraph() {
  if (HasGraph)
    return;
  HasGraph = true;
  std::vector<MemoryDependence> Memory = dependences();
  GraphOptions Options;
  Options.Memory = Memory;
  Options.Costs = &New.Forwarding;
  New.Graph = buildDependencyGraph(New.Mapped, NumUnits, Options);
  if (editsGraph())
    New.Graph = editedGraph();
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

Opportunity LoopChange::promise(Opportunity O, unsigned Iterations) {
  O.From = Today.Now;
  O.To = cycles(Today.notWorthwhile() * Iterations) / Iterations;
  O.AtLeast = atLeast() / Iterations;
  return Today.worthwhile(O);
}

/// The largest cycle ratio of \p G by dependences that must be; \p Expected is
/// that with those that are expected.
static CyclesPerIter provedRatio(const DependencyGraph &G,
                                 const CyclesPerIter &Expected) {
  const bool IsSame = none_of(G.edges(), [](const DependencyGraph::Edge &E) {
    return E.Class == DependenceClass::Expected || E.Excess != 0;
  });
  return IsSame ? Expected : findMaxCycleRatio(G, DependenceClass::Must).Ratio;
}

CyclesPerIter LoopChange::bounds(const CyclesPerIter &EnoughForAll) {
  computeThroughput(New, nullptr, &EnoughForAll);
  for (const Bound &B : A.Bounds)
    if (boundRules(B.Kind).IsKept)
      Kept = std::max(Kept, B.Cycles * NumCopies);
  New.TP = std::max(New.TP, Kept);
  // Most changes add no latency to a cycle. But registers that a removed
  // instruction wrote may tie others together, which renaming avoids.
  const CyclesPerIter Most = A.LCD.Ratio * NumCopies;
  Proved = New.TP;
  if (New.TP >= EnoughForAll || (!LengthensChains && New.TP >= Most))
    return New.TP;
  buildGraph();
  auto Limited = [&](const CyclesPerIter &Ratio, const CyclesPerIter &Now) {
    return LengthensChains ? Ratio : std::min(Ratio, Now * NumCopies);
  };
  const CyclesPerIter Ratio =
      findMaxCycleRatio(New.Graph, DependenceClass::Expected).Ratio;
  Proved = std::max(Proved,
                    Limited(provedRatio(New.Graph, Ratio), A.ProvedLCD.Ratio));
  return std::max(New.TP, Limited(Ratio, A.LCD.Ratio));
}

CyclesPerIter LoopChange::simulated() const {
  const SimProgram Program = makeSimProgram(New.Mapped, New.Graph);
  CoreSizes Core = coreSizesOf(A.model());
  Core.FrontEnd =
      std::max(executedCycles(New.Mapped), unlaminatedCycles(New.Mapped));
  for (const Bound &B : New.Bounds) {
    if (B.Kind == Limit::None)
      continue; // Not taken of changed loops.
    const BoundRules &Rules = boundRules(B.Kind);
    if (!Rules.SimulatedRate)
      continue;
    if (Rules.IsKept)
      Core.FrontEnd = std::max(
          Core.FrontEnd, Rules.SimulatedRate(A.bound(B.Kind)) * NumCopies);
    else if (!B.Cycles.isZero())
      Core.FrontEnd = std::max(Core.FrontEnd, Rules.SimulatedRate(B));
  }
  SimulationOptions O;
  O.Budget = Today.Budget;
  const SimulationResult R = simulate(Program, Core, O);
  return R.IsOverBudget ? Today.Now * NumCopies : R.Cycles;
}

CyclesPerIter LoopChange::cycles(const CyclesPerIter &Enough) {
  assemble();
  New.Options = A.Options;
  New.Options.PerPort = false;
  New.Mapped = mapKernel(Pools, *A.Mapped.Model, A.Mapped.Options);
  for (auto [M, From] : zip_equal(New.Mapped.Insts, FromOf))
    if (M.is(MF_NotModeled) && !A.Mapped.Insts[From].is(MF_NotModeled))
      return Today.Now; // Nothing is known of it.
  dropUops();
  New.Lines = lines();
  const CyclesPerIter EnoughForAll = Enough * NumCopies;
  CyclesPerIter Cycles = bounds(EnoughForAll);
  if (Today.simulates() && Cycles < EnoughForAll) {
    buildGraph();
    Cycles = std::max(Cycles, simulated());
  }
  return Cycles / NumCopies;
}
