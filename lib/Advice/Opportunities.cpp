//===- Opportunities.cpp - What would help --------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asks those that know a change for what holds the loop. All figures are the
/// bounds of the changed loop.
///
/// A reduction (Reductions.cpp) becomes several chains. With n of them the
/// distance around the cycle is n times as long; ceil(LCD/TP) is the smallest n
/// that brings it down to TP. Other reductions of the loop are split, too, and
/// counters count once for all chains.
///
/// Example: `acc = fma(a[i], b[i], acc)`, 4 cycles, TP 1: four accumulators
/// give 1 cycle per iteration instead of 4.
///
/// Tested by unittests/Bounds/AnalysisTest.cpp and test/Bounds/opportunity-*.
//
//===----------------------------------------------------------------------===//

#include "Opportunities.h"
#include "Reductions.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Bounds/PortLimits.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// O.From over O.To.
constexpr int64_t LeastGain[] = {101, 100};

Opportunity kernelbounds::worthwhile(Opportunity O) {
  if (O.From * LeastGain[1] > O.To * LeastGain[0])
    return O;
  return Opportunity();
}

CyclesPerIter kernelbounds::notWorthwhile(const Analysis &A) {
  return A.Prediction * LeastGain[1] / LeastGain[0];
}

/// The dependences of \p G with those of \p Cycle that are carried from
/// iteration to iteration carried over \p Chains times as many.
static DependencyGraph splitCycle(const DependencyGraph &G,
                                  const CriticalCycle &Cycle, unsigned Chains) {
  DependencyGraph Out;
  for (const DependencyGraph::Node &N : G.nodes())
    Out.addNode(N);
  for (auto [I, Edge] : enumerate(G.edges())) {
    DependencyGraph::Edge E = Edge;
    if (E.Distance != 0 && is_contained(Cycle.Edges, I))
      E.Distance *= Chains;
    Out.addEdge(E);
  }
  return Out;
}

bool kernelbounds::countsOnly(const Analysis &A, const CriticalCycle &Cycle,
                              const std::vector<bool> &IsControl) {
  return all_of(Cycle.Edges, [&](uint32_t E) {
    const DependencyGraph::Node &To = A.Graph.nodes()[A.Graph.edges()[E].To];
    return IsControl[To.Inst] || To.Part == NodePart::WriteBack;
  });
}

Opportunity kernelbounds::findChainsToSplit(const Analysis &A) {
  constexpr unsigned MostCycles = 64; // Chains beyond are left as they are.
  Opportunity O;
  if (!isReduction(A, A.LCD))
    return O;
  O.What = Opportunity::Kind::IndependentChains;
  const CyclesPerIter &LCD = A.LCD.Ratio;
  // ceil(LCD / TP).
  __int128 Num = static_cast<__int128>(LCD.numerator()) * A.TP.denominator();
  __int128 Den = static_cast<__int128>(LCD.denominator()) * A.TP.numerator();
  O.Count = static_cast<unsigned>((Num + Den - 1) / Den);
  O.Reductions = 1;
  O.From = A.Prediction;
  for (uint32_t E : A.LCD.Edges)
    O.Insts.push_back(A.Graph.nodes()[A.Graph.edges()[E].To].Inst);
  const std::vector<bool> IsControl = findLoopControl(A);
  DependencyGraph G = splitCycle(A.Graph, A.LCD, O.Count);
  CriticalCycle Next = findMaxCycleRatio(G, DependenceClass::Expected);
  for (unsigned N = 0; N < MostCycles && Next.Ratio > A.TP; ++N) {
    const bool Counts = countsOnly(A, Next, IsControl);
    if (!Counts && !isReduction(A, Next))
      break;
    DependencyGraph Split = splitCycle(G, Next, O.Count);
    CriticalCycle After = findMaxCycleRatio(Split, DependenceClass::Expected);
    if (After.Edges == Next.Edges)
      break;
    O.Reductions += !Counts;
    G = std::move(Split);
    Next = std::move(After);
  }
  O.To = std::max(A.TP, Next.Ratio);
  return worthwhile(O);
}

StringRef kernelbounds::opportunityName(Opportunity::Kind K) {
  switch (K) {
  case Opportunity::Kind::IndependentChains:
    return "independent-chains";
  case Opportunity::Kind::Unroll:
    return "unroll";
  case Opportunity::Kind::KeepInRegister:
    return "keep-in-register";
  case Opportunity::Kind::MatchWidths:
    return "match-widths";
  case Opportunity::Kind::ReuseLoads:
    return "reuse-loads";
  case Opportunity::Kind::Reciprocal:
    return "reciprocal";
  case Opportunity::Kind::IntegerReciprocal:
    return "integer-reciprocal";
  case Opportunity::Kind::VectorDivide:
    return "vector-divide";
  case Opportunity::Kind::SinglePrecision:
    return "single-precision";
  case Opportunity::Kind::AlignLoop:
    return "align-loop";
  case Opportunity::Kind::PadJumps:
    return "pad-jumps";
  case Opportunity::Kind::FitCache:
    return "fit-cache";
  case Opportunity::Kind::PlainAddresses:
    return "plain-addresses";
  case Opportunity::Kind::WiderVectors:
    return "wider-vectors";
  case Opportunity::Kind::Interleave:
    return "interleave";
  case Opportunity::Kind::None:
    break;
  }
  return "none";
}

//===----------------------------------------------------------------------===//
// What to ask
//===----------------------------------------------------------------------===//

namespace {
/// What holds a loop, as far as it decides about what can help.
struct Causes {
  bool Loads = false, Stores = false, Width = false, Divider = false,
       Control = false, Code = false, Branch = false;
};
} // namespace

static bool isDivision(const Analysis &A, uint32_t Inst) {
  const Kernel &K = A.kernel();
  return targetOf(K).has(OT_Division, K.Insts[Inst].Opcode);
}

static Causes findCauses(const Analysis &A) {
  Causes C;
  std::vector<bool> IsControl;
  for (const Bottleneck &B : A.Why.Limits) {
    C.Width |= B.Kind == Limit::Issue || B.Kind == Limit::Retire;
    C.Code |= B.Kind == Limit::FrontEnd;
    C.Branch |= B.Kind == Limit::Branch;
    if (B.Ports.empty())
      continue;
    if (IsControl.empty())
      IsControl = findLoopControl(A);
    for (auto [I, M] : enumerate(A.Mapped.Insts))
      for (const MappedUop &U : A.Mapped.uops(M)) {
        if (!U.Ports.isSubsetOf(B.Ports))
          continue;
        C.Loads |= U.Kind == UopKind::Load;
        C.Stores |= U.Kind == UopKind::StoreAddress;
        C.Control |= IsControl[I];
        C.Divider |= U.Kind == UopKind::Compute && isDivision(A, I);
      }
  }
  return C;
}

static Opportunity findForLatency(const Analysis &A, unsigned NumUnits) {
  Opportunity O = findUnrolling(A, NumUnits);
  if (O.What == Opportunity::Kind::None)
    O = findChainsToSplit(A);
  if (O.What == Opportunity::Kind::None)
    O = findTripsToSpare(A, NumUnits);
  if (O.What == Opportunity::Kind::None && any_of(A.LCD.Edges, [&](uint32_t E) {
        return isDivision(A, A.Graph.nodes()[A.Graph.edges()[E].To].Inst);
      }))
    O = findCheaperDivision(A, NumUnits);
  return O;
}

Opportunity kernelbounds::findOpportunity(const Analysis &A,
                                          KernelAddresses &Addresses) {
  const unsigned NumUnits = Addresses.numUnits();
  Opportunity Best;
  // A body of several trips, or one that does not jump back, is no loop that
  // somebody could change.
  if (A.TP.isZero() || A.Options.CompatOsaca2019 ||
      !A.kernel().LaterTrips.empty() || A.kernel().IsUnrolled)
    return Best;
  if (A.LimitedBy == Limit::Latency)
    return findForLatency(A, NumUnits);
  auto Consider = [&](const Opportunity &O) {
    if (O.What != Opportunity::Kind::None &&
        (Best.What == Opportunity::Kind::None || O.To < Best.To))
      Best = O;
  };
  const Causes C = findCauses(A);
  if (C.Code)
    Consider(findCodePlacement(A));
  if (C.Divider)
    Consider(findCheaperDivision(A, NumUnits));
  if (C.Loads || C.Width)
    Consider(findLoadsToReuse(A, Addresses));
  if (C.Width || C.Stores)
    Consider(findPlainAddresses(A, NumUnits));
  if (C.Width || C.Branch || C.Control ||
      (C.Code && frontEndWitness(A).Jumps.empty()))
    Consider(findUnrolling(A, NumUnits));
  if (C.Width || !portWitness(A).Insts.empty())
    Consider(findWiderVectors(A, NumUnits));
  return Best;
}
