//===- Opportunities.cpp - What would help --------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asks those that know a change for what holds the loop. All figures are those
/// of the changed loop, simulated or bounds, as today's is (Baseline.h).
///
/// Tested by unittests/Bounds/AnalysisTest.cpp and test/Bounds/opportunity-*.
//
//===----------------------------------------------------------------------===//

#include "Opportunities.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Bounds/PortLimits.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

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
  case Opportunity::Kind::Vectorize:
    return "vectorize";
  case Opportunity::Kind::SplitRecurrence:
    return "split-recurrence";
  case Opportunity::Kind::FuseMultiplyAdd:
    return "fuse-multiply-add";
  case Opportunity::Kind::WideIndex:
    return "wide-index";
  case Opportunity::Kind::ShiftVectors:
    return "shift-vectors";
  case Opportunity::Kind::AlignData:
    return "align-data";
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

static Causes findCauses(const Baseline &Today) {
  const Analysis &A = Today.A;
  Causes C;
  for (const Bottleneck &B : A.Why.Limits) {
    C.Width |= B.Kind == Limit::Issue || B.Kind == Limit::Retire;
    C.Code |= B.Kind == Limit::FrontEnd;
    C.Branch |= B.Kind == Limit::Branch;
    if (B.Ports.empty())
      continue;
    const std::vector<bool> &IsControl = Today.control();
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

/// \p L unless \p R gives more.
static Opportunity better(const Opportunity &L, const Opportunity &R) {
  return L.What == Opportunity::Kind::None ||
                 (R.What != Opportunity::Kind::None && R.To < L.To)
             ? R
             : L;
}

/// Changes of the chain that limits the loop.
static Opportunity findForLatency(const Baseline &Today) {
  const Analysis &A = Today.A;
  auto IsDivision = [&](uint32_t E) {
    return isDivision(A, A.Graph.nodes()[A.Graph.edges()[E].To].Inst);
  };
  Opportunity Best;
  // The first that gains; of simulated loops, that which gains most.
  for (auto Find : {findUnrolling, findChainsToSplit, findTripsToSpare,
                    findWideIndex, findFusedProducts}) {
    if (Best.What != Opportunity::Kind::None && !Today.simulates())
      return Best;
    Best = better(Best, Find(Today));
  }
  if (Best.What == Opportunity::Kind::None && any_of(A.LCD.Edges, IsDivision))
    Best = findCheaperDivision(Today);
  return Best;
}

/// Changes of what a loop does that latency does not limit.
static Opportunity findForResources(const Baseline &Today,
                                    KernelAddresses &Addresses) {
  const Analysis &A = Today.A;
  Opportunity Best;
  auto Consider = [&](const Opportunity &O) { Best = better(Best, O); };
  const Causes C = findCauses(Today);
  if (C.Code)
    Consider(findCodePlacement(Today));
  if (C.Divider)
    Consider(findCheaperDivision(Today));
  if (C.Loads || C.Width)
    Consider(findLoadsToReuse(Today, Addresses));
  if (!A.LineGroups.empty() && C.Loads)
    Consider(findAlignedLoads(Today));
  if (C.Width || C.Stores)
    Consider(findPlainAddresses(Today));
  if (C.Width || C.Branch || C.Control ||
      (C.Code && frontEndWitness(A).Jumps.empty()))
    Consider(findUnrolling(Today));
  if (C.Width || !portWitness(A).Insts.empty()) {
    Consider(findWiderVectors(Today));
    Consider(findVectors(Today, Addresses));
    Consider(findFusedProducts(Today));
  }
  // A chain of a cycle and a branch of a cycle hide each other.
  if ((Best.What == Opportunity::Kind::None || Today.simulates()) &&
      A.LCD.Ratio * 10 > A.TP * 9)
    Consider(findChainsToSplit(Today));
  return Best;
}

Opportunity kernelbounds::findOpportunity(const Baseline &Today,
                                          KernelAddresses &Addresses) {
  const Analysis &A = Today.A;
  // A body of several trips, or one that does not jump back, is no loop that
  // somebody could change.
  if (A.TP.isZero() || A.Options.CompatOsaca2019 ||
      !A.kernel().LaterTrips.empty() || A.kernel().IsUnrolled)
    return Opportunity();
  return A.LimitedBy == Limit::Latency ? findForLatency(Today)
                                       : findForResources(Today, Addresses);
}
