//===- Opportunities.cpp - What would help --------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A cycle is a reduction if all its operations are one associative operation
/// and the chain enters each through an operand that may be regrouped: either
/// operand of an addition, but only the addend of a multiply-add (Horner's rule
/// enters through a factor and cannot be split).
///
/// Example: `acc = fma(a[i], b[i], acc)`, 4 cycles, TP 1: four accumulators
/// give 1 cycle per iteration instead of 4.
///
/// A trip through memory is spared if each load has the bytes of one store a
/// few iterations earlier: an unrolled body can hold so many values in
/// registers. Its latency is taken away and the LCD computed again; the
/// throughput bound stays, though the loads would go.
///
/// Example: `c = a[i] = c * x + a[i - 1]`: forwarding in 5 cycles and 4 of
/// arithmetic are 9 cycles, and 4 without the trip.
///
/// Tested by unittests/Bounds/AnalysisTest.cpp and test/Bounds/opportunity-*.
//
//===----------------------------------------------------------------------===//

#include "Opportunities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
/// Operations that may be regrouped (floating point: if the user allows).
enum class ReductionOp { None, Add, Mul, MulAdd, Min, Max, And, Or, Xor };
} // namespace

static bool containsAny(StringRef Name, ArrayRef<StringRef> Parts) {
  return any_of(Parts, [&](StringRef P) { return Name.contains(P); });
}

/// The operation of an LLVM opcode of either target, by its name. Asked for the
/// few instructions of one cycle only.
static ReductionOp reductionOp(StringRef Name) {
  if (containsAny(Name, {"FMADD", "FMLA", "MLAv", "MADD", "DPBUSD", "DPWSSD",
                         "SDOT", "UDOT", "MLA_"}))
    return ReductionOp::MulAdd;
  Name.consume_front("V");
  Name.consume_front("P");
  Name.consume_front("F");
  if (Name.starts_with("ADDSUB"))
    return ReductionOp::None;
  return StringSwitch<ReductionOp>(Name)
      .StartsWith("ADD", ReductionOp::Add)
      .StartsWith("SUB", ReductionOp::Add)
      .StartsWith("MUL", ReductionOp::Mul)
      .StartsWith("IMUL", ReductionOp::Mul)
      .StartsWith("MIN", ReductionOp::Min)
      .StartsWith("MAX", ReductionOp::Max)
      .StartsWith("AND", ReductionOp::And)
      .StartsWith("OR", ReductionOp::Or)
      .StartsWith("XOR", ReductionOp::Xor)
      .StartsWith("EOR", ReductionOp::Xor)
      .Default(ReductionOp::None);
}

/// Whether the chain may enter the operation through operand \p Role.
static bool mayRegroup(ReductionOp Op, ReadRole Role) {
  if (Op == ReductionOp::MulAdd)
    return Role == ReadRole::Accumulator;
  return Op != ReductionOp::None && Role == ReadRole::Data;
}

/// The one operation of the LCD cycle, or None. Eliminated moves do not count.
static ReductionOp operationOfCycle(const Analysis &A) {
  const MCInstrInfo &MII = A.model().instrInfo();
  ReductionOp Op = ReductionOp::None;
  for (uint32_t E : A.LCD.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    uint32_t Inst = A.Graph.nodes()[Edge.To].Inst;
    if (A.Mapped.Insts[Inst].is(MF_Eliminated))
      continue;
    ReductionOp This = reductionOp(MII.getName(A.kernel().Insts[Inst].Opcode));
    // A cycle that mixes additions and multiply-adds is still one sum.
    bool SameSum = (This == ReductionOp::Add || This == ReductionOp::MulAdd) &&
                   (Op == ReductionOp::Add || Op == ReductionOp::MulAdd);
    if (Edge.Kind != DependenceKind::Register ||
        !mayRegroup(This, A.kernel().Reads[Edge.Detail].Role) ||
        (Op != ReductionOp::None && This != Op && !SameSum))
      return ReductionOp::None;
    Op = This;
  }
  return Op;
}

/// Whether the LCD only counts: adds constants to pointers or counters, which
/// an unrolled body does once for all its copies.
static bool isInduction(const Analysis &A) {
  const MCInstrInfo &MII = A.model().instrInfo();
  return all_of(A.LCD.Edges, [&](uint32_t E) {
    const DependencyGraph::Node &To = A.Graph.nodes()[A.Graph.edges()[E].To];
    if (To.Part == NodePart::WriteBack)
      return true;
    StringRef Name = MII.getName(A.kernel().Insts[To.Inst].Opcode);
    if (Name.starts_with("INC") || Name.starts_with("DEC") ||
        Name.starts_with("LEA"))
      return To.Part == NodePart::Result;
    return To.Part == NodePart::Result && Name.contains("ri") &&
           (Name.starts_with("ADD") || Name.starts_with("SUB"));
  });
}

/// Whether the value could stay in a register.
static bool isSpareable(const Analysis &A, const DependencyGraph::Edge &E) {
  constexpr unsigned MostIterations = 4;
  if (E.Kind != DependenceKind::Memory || E.IsMay)
    return false;
  const MemoryDependence &D = A.Memory[E.Detail];
  const MemRef &Store = A.kernel().Mems[D.SourceMem],
               &Load = A.kernel().Mems[D.DestMem];
  return D.Distance <= MostIterations && D.Offset == 0 &&
         D.Forward == Forwarding::Full && Store.Width == Load.Width;
}

/// The dependences of \p A with what can stay in registers there.
static DependencyGraph withoutTrips(const Analysis &A) {
  DependencyGraph G;
  for (const DependencyGraph::Node &N : A.Graph.nodes())
    G.addNode(N);
  for (DependencyGraph::Edge E : A.Graph.edges()) {
    // With the latency of the store before it, a memory edge is forwarding.
    if (isSpareable(A, E))
      E.Latency -= A.Forwarding[E.Detail].Latency;
    G.addEdge(E);
  }
  return G;
}

/// If trips through memory hold the loop: without them.
static Opportunity findTripsToSpare(const Analysis &A) {
  Opportunity O;
  for (uint32_t E : A.LCD.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    if (!isSpareable(A, Edge))
      continue;
    ++O.Chains;
    O.Insts.push_back(A.Memory[Edge.Detail].SourceInst);
    O.Insts.push_back(A.Memory[Edge.Detail].DestInst);
  }
  if (O.Chains == 0)
    return O;
  O.From = A.Prediction;
  O.To = std::max(A.TP,
                  findMaxCycleRatio(withoutTrips(A), /*IgnoreMay=*/true).Ratio);
  if (O.To < O.From)
    O.What = Opportunity::Kind::KeepInRegister;
  return O;
}

StringRef kernelbounds::opportunityName(Opportunity::Kind K) {
  switch (K) {
  case Opportunity::Kind::IndependentChains:
    return "independent-chains";
  case Opportunity::Kind::Unroll:
    return "unroll";
  case Opportunity::Kind::KeepInRegister:
    return "keep-in-register";
  case Opportunity::Kind::None:
    break;
  }
  return "none";
}

Opportunity kernelbounds::findOpportunity(const Analysis &A) {
  Opportunity O;
  if (A.LimitedBy != Limit::Latency || A.TP.isZero())
    return O;
  if (isInduction(A))
    O.What = Opportunity::Kind::Unroll;
  else if (operationOfCycle(A) != ReductionOp::None)
    O.What = Opportunity::Kind::IndependentChains;
  else
    return findTripsToSpare(A);
  const CyclesPerIter &LCD = A.LCD.Ratio;
  // ceil(LCD / TP).
  __int128 Num = static_cast<__int128>(LCD.numerator()) * A.TP.denominator();
  __int128 Den = static_cast<__int128>(LCD.denominator()) * A.TP.numerator();
  O.Chains = static_cast<unsigned>((Num + Den - 1) / Den);
  O.From = A.Prediction;
  O.To = std::max(A.TP, LCD / O.Chains);
  for (uint32_t E : A.LCD.Edges)
    O.Insts.push_back(A.Graph.nodes()[A.Graph.edges()[E].To].Inst);
  return O;
}
