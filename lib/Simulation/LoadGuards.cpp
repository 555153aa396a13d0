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
using namespace llvm;

LoadGuards::LoadGuards(const SimProgram &P, const CoreSizes &M, unsigned Cycle)
    : Hold(M.DisambiguationHold),
      Leak(M.DisambiguationMet == 0 ? 0 : One / M.DisambiguationMet),
      Wait(int64_t(M.DisambiguationWait) * Cycle),
      DataWait(int64_t(M.DisambiguationData) * Cycle),
      Clear(int64_t(M.DisambiguationClear) * Cycle), Late(LateCycles * Cycle) {
  if (Hold == 0 || std::none_of(P.Nodes.begin(), P.Nodes.end(),
                                [](const SimNode &N) { return N.NumDrawn; }))
    return;
  GuardOf.assign(P.Insts.size(), None);
  StoreOf.assign(P.Insts.size(), None);
  HasAddress.resize(P.Insts.size());
  for (size_t I = 0; I < P.Insts.size(); ++I)
    HasAddress[I] = P.Insts[I].NumStores != 0;
  const std::vector<uint32_t> InstOf = instsOfNodes(P);
  findPairs(P, InstOf);
  PairNumbers Met;
  for (uint32_t N = 0; N < P.Nodes.size(); ++N) {
    const SimNode &Node = P.Nodes[N];
    const uint32_t End = Node.FirstInput + Node.NumInputs;
    for (uint32_t In = End - Node.NumDrawn; In < End; ++In)
      addMeetings(P.Inputs[In], InstOf, Met);
  }
  for (Guard &G : Guards)
    for (Pair &Both : G.Pairs)
      spread(Both);
}

/// Numbers the loads and stores of drawn inputs by their place in the code.
void LoadGuards::findPairs(const SimProgram &P,
                           const std::vector<uint32_t> &InstOf) {
  DenseMap<uint32_t, uint32_t> LoadAt, StoreAt; // By place.
  for (uint32_t N = 0; N < P.Nodes.size(); ++N) {
    const SimNode &Node = P.Nodes[N];
    if (Node.NumDrawn != 0)
      LoadAt.try_emplace(P.Insts[InstOf[N]].Code, LoadAt.size());
    const uint32_t End = Node.FirstInput + Node.NumInputs;
    for (uint32_t In = End - Node.NumDrawn; In < End; ++In)
      StoreAt.try_emplace(P.Insts[InstOf[P.Inputs[In].From]].Code,
                          StoreAt.size());
  }
  Guards.resize(LoadAt.size());
  Stores.resize(StoreAt.size());
  for (uint32_t I = 0; I < P.Insts.size(); ++I) {
    const SimInst &Inst = P.Insts[I];
    if (auto It = LoadAt.find(Inst.Code);
        It != LoadAt.end() && Inst.NumLoads != 0) {
      GuardOf[I] = It->second;
      ++Guards[It->second].NumCopies;
    }
    if (auto It = StoreAt.find(Inst.Code);
        It != StoreAt.end() && Inst.NumStores != 0) {
      StoreOf[I] = It->second;
      Stores[It->second].Copies.push_back(I);
    }
  }
}

/// Adds what \p In says: how often the load has what the store stored, by the
/// executions of the store since then.
void LoadGuards::addMeetings(const SimInput &In,
                             const std::vector<uint32_t> &InstOf,
                             PairNumbers &Met) {
  const uint32_t From = InstOf[In.From], To = InstOf[In.To];
  if (GuardOf[To] == None || StoreOf[From] == None)
    return;
  const std::vector<uint32_t> &Copies = Stores[StoreOf[From]].Copies;
  auto RankOf = [&](uint32_t Inst) {
    return std::lower_bound(Copies.begin(), Copies.end(), Inst) -
           Copies.begin();
  };
  const int64_t Back =
      int64_t(In.Distance) * Copies.size() + RankOf(To) - RankOf(From);
  Guard &G = Guards[GuardOf[To]];
  const auto [It, IsNew] = Met.try_emplace(
      std::pair(GuardOf[To], StoreOf[From]), uint32_t(G.Pairs.size()));
  if (IsNew)
    G.Pairs.push_back({StoreOf[From], {}, 0});
  if (Back >= 1 && Back <= Depth)
    G.Pairs[It->second].Chance[Back - 1] +=
        std::popcount(In.Trips) * (One / 64) / G.NumCopies;
}

/// A draw is short: where it shows several distances that are rare, all rare
/// ones are as likely as on average.
void LoadGuards::spread(Pair &P) {
  auto IsRare = [](uint32_t C) { return C <= One / 32; };
  uint32_t Sum = 0, NumRare = 0, NumSeen = 0;
  for (uint32_t C : P.Chance)
    if (IsRare(C)) {
      Sum += C;
      ++NumRare;
      NumSeen += C != 0;
    }
  if (NumSeen > 1)
    for (uint32_t &C : P.Chance)
      if (IsRare(C))
        C = Sum / NumRare;
}

LoadGuards::Verdict LoadGuards::load(uint32_t Inst, int64_t Ready) {
  Guard &G = Guards[GuardOf[Inst]];
  if (G.Left == 0 && Leak != 0 && meetsOften(G, Ready + Late)) {
    G.Left = Hold;
    G.WaitsForData = false;
  }
  if (G.Left != 0)
    return {held(G), false};
  int64_t Missed = Never;
  for (const Pair &P : G.Pairs) {
    const Store &S = Stores[P.Store];
    for (uint32_t Back = 0; Back < Depth; ++Back) {
      const int64_t T = S.Known[(S.Next - 1 - Back) % Depth];
      if (T <= Ready + Late)
        break;
      G.Risk += P.Chance[Back];
      Missed = std::max(Missed, T);
    }
  }
  if (G.Risk < One)
    return {};
  G.Risk -= One;
  G.Left = Hold;
  G.WaitsForData = DataWait != 0;
  return {Missed + Clear, true};
}

/// Whether the load of \p G, which looks at the stores before it at \p At, has
/// met one of them before it had left in too many of its last executions.
bool LoadGuards::meetsOften(Guard &G, int64_t At) const {
  bool MeetsOne = false;
  for (Pair &P : G.Pairs) {
    const Store &S = Stores[P.Store];
    for (uint32_t Back = 0; Back < Depth; ++Back) {
      if (S.Left[(S.NextLeft - 1 - Back) % Depth] <= At)
        break;
      P.Met += P.Chance[Back];
    }
    P.Met -= std::min(P.Met, Leak);
    MeetsOne |= P.Met >= One;
  }
  if (MeetsOne)
    for (Pair &P : G.Pairs)
      P.Met = 0;
  return MeetsOne;
}

/// \returns when a load that waits may start.
int64_t LoadGuards::held(Guard &G) {
  --G.Left;
  int64_t From = AllKnown + Wait;
  if (G.WaitsForData)
    for (const Pair &P : G.Pairs)
      From = std::max(From, Stores[P.Store].Datum + DataWait);
  return From;
}
