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
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

LoadGuards::LoadGuards(const SimProgram &P, const CoreSizes &M, unsigned Cycle)
    : Hold(M.DisambiguationHold), WaitsForOwn(M.DisambiguationOwn != 0),
      Leak(M.DisambiguationMet == 0 ? 0 : One / M.DisambiguationMet),
      Wait(int64_t(M.DisambiguationWait) * Cycle),
      DataWait(int64_t(M.DisambiguationData) * Cycle),
      Clear(int64_t(M.DisambiguationClear) * Cycle), Late(LateCycles * Cycle) {
  if (Hold == 0)
    return;
  if (P.RunsOnce) {
    findSources(P);
    return;
  }
  if (std::none_of(P.Nodes.begin(), P.Nodes.end(),
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

//===----------------------------------------------------------------------===//
// Code that runs once
//===----------------------------------------------------------------------===//

namespace {
/// How often a load of the code runs, and how often it meets which store of the
/// code after so many executions of that.
struct Meetings {
  uint32_t NumRuns = 0, NumMet = 0;
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> From;

  /// Seven of eight times the same: what a core predicts.
  bool isRegular() const {
    return NumMet == 0 || any_of(From, [&](const auto &Where) {
             return Where.second >= NumRuns - NumRuns / 8;
           });
  }
};
} // namespace

/// Which store each load of \p P meets, and which loads have a guard.
void LoadGuards::findSources(const SimProgram &P) {
  const std::vector<uint32_t> InstOf = instsOfNodes(P);
  std::vector<uint32_t> Source(P.Insts.size(), None);
  for (const SimInput &In : P.Inputs)
    if (In.IsMemory)
      Source[InstOf[In.To]] = InstOf[In.From];
  DenseMap<uint32_t, uint32_t> NumStored;        // By place in the code.
  std::vector<uint32_t> Ordinal(P.Insts.size()); // Of executions of a store.
  DenseMap<uint32_t, Meetings> Loads;
  for (uint32_t I = 0; I < P.Insts.size(); ++I) {
    const SimInst &Inst = P.Insts[I];
    if (Inst.NumLoads != 0) {
      Meetings &L = Loads[Inst.Code];
      ++L.NumRuns;
      if (const uint32_t S = Source[I]; S != None) {
        const uint32_t Store = P.Insts[S].Code;
        ++L.NumMet;
        ++L.From[{Store, NumStored[Store] - Ordinal[S]}];
      }
    }
    if (Inst.NumStores != 0)
      Ordinal[I] = NumStored[Inst.Code]++;
  }
  DenseMap<uint32_t, uint32_t> GuardAt, StoreAt; // By place in the code.
  for (uint32_t I = 0; I < P.Insts.size(); ++I) {
    const uint32_t Code = P.Insts[I].Code;
    if (Source[I] == None || Loads[Code].isRegular())
      continue;
    const auto [G, IsNew] = GuardAt.try_emplace(Code, Guards.size());
    if (IsNew)
      Guards.emplace_back();
    const uint32_t Store =
        StoreAt.try_emplace(P.Insts[Source[I]].Code, StoreAt.size())
            .first->second;
    std::vector<Pair> &Pairs = Guards[G->second].Pairs;
    if (none_of(Pairs, [&](const Pair &Met) { return Met.Store == Store; }))
      Pairs.push_back({Store, {}, 0});
  }
  if (Guards.empty())
    return;
  Stores.resize(StoreAt.size());
  Sources = std::move(Source);
  KnownAt.assign(P.Insts.size(), Never);
  LeftAt.assign(P.Insts.size(), Never);
  GuardOf.assign(P.Insts.size(), None);
  StoreOf.assign(P.Insts.size(), None);
  HasAddress.resize(P.Insts.size());
  for (uint32_t I = 0; I < P.Insts.size(); ++I) {
    const SimInst &Inst = P.Insts[I];
    HasAddress[I] = Inst.NumStores != 0;
    if (const auto It = GuardAt.find(Inst.Code);
        It != GuardAt.end() && Inst.NumLoads != 0)
      GuardOf[I] = It->second;
    if (const auto It = StoreAt.find(Inst.Code);
        It != StoreAt.end() && Inst.NumStores != 0)
      StoreOf[I] = It->second;
  }
}

/// Of a load that meets the store \p Source, or none.
LoadGuards::Verdict LoadGuards::loadOnce(Guard &G, uint32_t Source,
                                         int64_t Ready) {
  if (G.Left == 0 && Leak != 0) {
    if (Source != None && LeftAt[Source] > Ready + Late)
      for (Pair &P : G.Pairs)
        P.Met += P.Store == StoreOf[Source] ? One : 0;
    if (leakMet(G)) {
      G.Left = Hold;
      G.WaitsForData = false;
    }
  }
  if (G.Left != 0)
    return {held(G), false};
  if (Source == None || KnownAt[Source] <= Ready + Late)
    return {};
  G.Left = Hold;
  G.WaitsForData = DataWait != 0;
  return {KnownAt[Source] + Clear, true};
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LoadGuards::Verdict LoadGuards::load(uint32_t Inst, int64_t Ready) {
  Guard &G = Guards[GuardOf[Inst]];
  if (!Sources.empty())
    return loadOnce(G, Sources[Inst], Ready);
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
  for (Pair &P : G.Pairs) {
    const Store &S = Stores[P.Store];
    for (uint32_t Back = 0; Back < Depth; ++Back) {
      if (S.Left[(S.NextLeft - 1 - Back) % Depth] <= At)
        break;
      P.Met += P.Chance[Back];
    }
  }
  return leakMet(G);
}

/// What an execution of \p G leaves of what it met. \returns whether it was too
/// much.
bool LoadGuards::leakMet(Guard &G) const {
  bool MeetsOne = false;
  for (Pair &P : G.Pairs) {
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
  int64_t Known = AllKnown;
  if (WaitsForOwn) {
    Known = Never;
    for (const Pair &P : G.Pairs)
      Known = std::max(Known, Stores[P.Store].AllKnown);
  }
  int64_t From = Known + Wait;
  if (G.WaitsForData)
    for (const Pair &P : G.Pairs)
      From = std::max(From, Stores[P.Store].Datum + DataWait);
  return From;
}
