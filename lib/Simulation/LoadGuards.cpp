//===- LoadGuards.cpp - Loads that read before stores know ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A predictor of this kind is described in J. Doweck, *Inside Intel Core
/// Microarchitecture and Smart Memory Access* (Intel, 2006): a counter for each
/// load, set back by a load that read too early, must count up again before the
/// load may pass unknown stores. That Zen 5 does much the same was measured
/// (docs/evidence/model-values.md).
///
/// Tested by unittests/Simulation/LoadGuardsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "LoadGuards.h"

using namespace kernelbounds;

uint32_t LoadGuards::storeNumber(uint32_t Inst) {
  if (StoreOf[Inst] == None) {
    StoreOf[Inst] = static_cast<uint32_t>(InstOfStore.size());
    InstOfStore.push_back(Inst);
  }
  return StoreOf[Inst];
}

LoadGuards::LoadGuards(const SimProgram &P, const CoreSizes &M, unsigned Cycle)
    : Hold(M.DisambiguationHold), Wait(int64_t(M.DisambiguationWait) * Cycle),
      Clear(int64_t(M.DisambiguationClear) * Cycle) {
  if (Hold == 0 || std::none_of(P.Nodes.begin(), P.Nodes.end(),
                                [](const SimNode &N) { return N.NumDrawn; }))
    return;
  std::vector<uint32_t> InstOf(P.Nodes.size());
  for (uint32_t I = 0; I < P.Insts.size(); ++I)
    std::fill(InstOf.begin() + P.Insts[I].Nodes[0],
              InstOf.begin() + P.Insts[I].Nodes[NumUopGroups], I);
  GuardOf.assign(P.Insts.size(), None);
  StoreOf.assign(P.Insts.size(), None);
  for (uint32_t N = 0; N < P.Nodes.size(); ++N) {
    const SimNode &Node = P.Nodes[N];
    const uint32_t End = Node.FirstInput + Node.NumInputs;
    const auto First = static_cast<uint32_t>(Pairs.size());
    for (uint32_t In = End - Node.NumDrawn; In < End; ++In)
      if (const SimInput &From = P.Inputs[In]; From.Distance < Depth)
        Pairs.push_back(
            {storeNumber(InstOf[From.From]), From.Distance, From.Trips});
    if (First == Pairs.size())
      continue;
    GuardOf[InstOf[N]] = static_cast<uint32_t>(Guards.size());
    Guards.push_back({First, static_cast<uint32_t>(Pairs.size())});
  }
  Known.assign(InstOfStore.size() * Depth, Never);
}

LoadGuards::Verdict LoadGuards::load(uint32_t Inst, uint64_t Iteration,
                                     int64_t Ready) {
  Guard &G = Guards[GuardOf[Inst]];
  int64_t LastKnown = Never, Missed = Never;
  for (uint32_t N = G.FirstPair; N < G.EndPair; ++N) {
    const Pair &P = Pairs[N];
    // The store's last execution before the load.
    const bool IsLater = InstOfStore[P.Store] >= Inst;
    LastKnown = std::max(LastKnown, Known[slot(P.Store, Iteration - IsLater)]);
    if (P.Trips >> (Iteration % 64) & 1)
      Missed = std::max(Missed, Known[slot(P.Store, Iteration - P.Distance)]);
  }
  if (G.Left != 0) {
    --G.Left;
    return {LastKnown + Wait, false};
  }
  if (Missed <= Ready)
    return {};
  G.Left = Hold;
  return {Missed + Clear, true};
}
