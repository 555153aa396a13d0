//===- InOrderBound.cpp - Issue in program order --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All rules of issue in order say that one thing happens no earlier than so
/// many cycles after another one, some iterations later. So they are edges of a
/// graph, and the largest ratio of cycles to iterations around a cycle is what
/// an iteration takes at least (F. Baccelli et al., Synchronization and
/// Linearity, 1992: the eigenvalue of a max-plus linear system).
///
/// Nodes are the issue of each instruction, each further slot that it takes,
/// and the values of the dependence graph. Edges, by InOrderReason:
///   Order    an instruction after the one before it, 0 cycles
///   Width    each slot after the one W slots before it, 1 cycle
///   Port     of micro-ops that are confined to P ports, the next one after P
///            that hold a port for C cycles and more, C cycles after the first
///   Operand  the issue after each operand, less what may arrive late
///   Latency  the value after the issue
///   Value    the value after another value, as in the dependence graph
///
/// Exact where no micro-op has a choice between ports and then the core that
/// issues as early as it can takes as long.
///
/// Cost: that of findMaxCycleRatio() on O(V + E + instructions + micro-ops *
/// distinct port sets and times).
/// Tested by unittests/Bounds/InOrderBoundTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "InOrderBound.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The rules of issue as one graph.
class IssueGraph {
public:
  IssueGraph(const DependencyGraph &G, ArrayRef<InOrderInst> Insts)
      : Values(G), Insts(Insts) {
    addNodes();
    addOrder();
    addValues();
  }

  void addWidth(unsigned IssueWidth);
  void addPorts();
  InOrderBound solve() const;

private:
  void addNodes();
  void addOrder();
  void addValues();
  void addPortsOf(PortSet Set);
  void addLongUses(unsigned NumPorts, unsigned Least);
  void add(InOrderReason Reason, uint32_t From, uint32_t To, int32_t Cycles,
           uint32_t Distance) {
    H.addEdge({From, To, Cycles, Distance, DependenceKind::Internal,
               DependenceClass::Must, 0});
    Reasons.push_back(Reason);
  }

  struct PortUse {
    uint32_t Inst;
    unsigned Cycles;
  };

  const DependencyGraph &Values;
  ArrayRef<InOrderInst> Insts;
  SmallVector<PortUse, 32> Uses; ///< Of one set of ports.
  DependencyGraph H;
  std::vector<InOrderReason> Reasons; ///< Parallel to the edges of H.
  std::vector<uint32_t> IssueNode;    ///< By instruction.
  std::vector<uint32_t> SlotNode;     ///< By slot of an iteration.
  std::vector<uint32_t> ValueNode;    ///< By node of Values.
};

} // namespace

void IssueGraph::addNodes() {
  ArrayRef<DependencyGraph::Node> Nodes = Values.nodes();
  size_t Next = 0;
  for (uint32_t I = 0; I < Insts.size(); ++I) {
    IssueNode.push_back(H.addNode({I, NodePart::Result, 0, 0}));
    for (unsigned S = 0; S < Insts[I].Slots; ++S)
      SlotNode.push_back(S == 0 ? IssueNode[I]
                                : H.addNode({I, NodePart::Result, 0, 0}));
    for (; Next < Nodes.size() && Nodes[Next].Inst == I; ++Next)
      ValueNode.push_back(H.addNode(Nodes[Next]));
  }
  assert(Next == Nodes.size() && "nodes are in program order");
}

void IssueGraph::addOrder() {
  const size_t N = Insts.size();
  for (uint32_t I = 0; I < N; ++I)
    add(InOrderReason::Order, IssueNode[I], IssueNode[(I + 1) % N], 0,
        I + 1 == N);
  const size_t NumSlots = SlotNode.size();
  for (size_t S = 0; S < NumSlots; ++S)
    add(InOrderReason::Order, SlotNode[S], SlotNode[(S + 1) % NumSlots], 0,
        S + 1 == NumSlots);
  // An instruction without a slot comes after the last slot before it, too.
  for (size_t I = 0, Slots = 0; I < N; ++I) {
    Slots += Insts[I].Slots;
    if (Insts[I].Slots > 1 && Insts[(I + 1) % N].Slots == 0)
      add(InOrderReason::Order, SlotNode[Slots - 1], IssueNode[(I + 1) % N], 0,
          I + 1 == N);
  }
}

void IssueGraph::addValues() {
  for (auto [Value, Node] : zip_equal(Values.nodes(), ValueNode))
    add(InOrderReason::Latency, IssueNode[Value.Inst], Node, Value.leastStart(),
        0);
  for (const DependencyGraph::Edge &E : Values.edges()) {
    if (E.Class != DependenceClass::Must)
      continue;
    const int32_t Latency = E.latency(DependenceClass::Must);
    add(InOrderReason::Value, ValueNode[E.From], ValueNode[E.To], Latency,
        E.Distance);
    const DependencyGraph::Node &To = Values.nodes()[E.To];
    bool IsOperand =
        E.Kind == DependenceKind::Register || E.Kind == DependenceKind::Flags;
    // What an instruction has of its own input, it cannot wait for.
    if (IsOperand && (E.Distance || Values.nodes()[E.From].Inst != To.Inst))
      add(InOrderReason::Operand, ValueNode[E.From], IssueNode[To.Inst],
          Latency - To.leastStart(), E.Distance);
  }
}

void IssueGraph::addWidth(unsigned IssueWidth) {
  const size_t N = SlotNode.size();
  for (size_t S = 0; IssueWidth != 0 && S < N; ++S)
    add(InOrderReason::Width, SlotNode[S], SlotNode[(S + IssueWidth) % N], 1,
        (S + IssueWidth) / N);
}

/// Those on the same one port follow each other: as one micro-op.
static SmallVector<InOrderUop, 2> joinUops(const InOrderInst &I) {
  SmallVector<InOrderUop, 2> Joined;
  for (const InOrderUop &U : I.Uops) {
    auto *Same = find_if(Joined, [&](const InOrderUop &J) {
      return U.Ports.size() == 1 && J.Ports == U.Ports;
    });
    if (Same == Joined.end())
      Joined.push_back(U);
    else
      Same->Cycles += U.Cycles;
  }
  return Joined;
}

/// Micro-ops that are confined to \p Set, in program order.
void IssueGraph::addPortsOf(PortSet Set) {
  Uses.clear();
  SmallVector<unsigned, 8> Lengths;
  for (auto [I, Inst] : enumerate(Insts))
    for (const InOrderUop &U : joinUops(Inst))
      if (U.Ports.isSubsetOf(Set)) {
        Uses.push_back({static_cast<uint32_t>(I), U.Cycles});
        Lengths.push_back(U.Cycles);
      }
  llvm::sort(Lengths);
  Lengths.erase(llvm::unique(Lengths), Lengths.end());
  for (unsigned Least : Lengths)
    addLongUses(Set.size(), Least);
}

/// \p NumPorts of Uses that hold their ports for \p Least cycles and more have
/// taken all ports: the next one comes after the first one's end.
void IssueGraph::addLongUses(unsigned NumPorts, unsigned Least) {
  SmallVector<size_t, 32> Long; // Into Uses.
  for (auto [K, U] : enumerate(Uses))
    if (U.Cycles >= Least)
      Long.push_back(K);
  for (size_t K = 0; K < Long.size(); ++K) {
    const size_t Last = K + NumPorts - 1;
    const size_t Next =
        Long[Last % Long.size()] + 1 + Last / Long.size() * Uses.size();
    const uint32_t From = Uses[Long[K]].Inst;
    const uint32_t To = Uses[Next % Uses.size()].Inst;
    const uint32_t Distance = Next / Uses.size();
    if (Distance || From != To)
      add(InOrderReason::Port, IssueNode[From], IssueNode[To], Least, Distance);
  }
}

void IssueGraph::addPorts() {
  SmallVector<uint64_t, 16> Sets;
  for (const InOrderInst &I : Insts)
    for (const InOrderUop &U : I.Uops)
      Sets.push_back(U.Ports.bits());
  llvm::sort(Sets);
  Sets.erase(llvm::unique(Sets), Sets.end());
  for (uint64_t Set : Sets)
    addPortsOf(PortSet(Set));
}

InOrderBound IssueGraph::solve() const {
  CriticalCycle C = findMaxCycleRatio(H);
  InOrderBound B;
  B.Value = C.Ratio;
  for (uint32_t E : C.Edges) {
    const DependencyGraph::Edge &Edge = H.edges()[E];
    B.Witness.push_back({Reasons[E], H.nodes()[Edge.From].Inst,
                         H.nodes()[Edge.To].Inst, Edge.Latency, Edge.Distance});
  }
  return B;
}

InOrderBound kernelbounds::computeInOrderBound(const DependencyGraph &G,
                                               ArrayRef<InOrderInst> Insts,
                                               unsigned IssueWidth) {
  if (Insts.empty())
    return InOrderBound();
  IssueGraph Issue(G, Insts);
  Issue.addWidth(IssueWidth);
  Issue.addPorts();
  return Issue.solve();
}
