//===- LatencyInference.cpp - Latencies from chains -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kinds of storage are nodes, links are edges, and a chain is a closed walk
/// whose time is the sum of its latencies. Each link is closed by the shortest
/// way back, so that one chain for each link gives one equation.
///
/// The equations are solved by potentials: adding a number to all links into a
/// kind, and taking it from all links out of it, changes no chain. One solution
/// therefore gives all of them, and the range of each latency is a shortest
/// path in the graph of the differences of potentials. A known latency fixes a
/// difference.
///
/// Example: a -> b and back take 4 cycles together. With latencies of at least
/// 0, each has 0 to 4. A known latency of 1 for a -> b makes it 1 and 3.
///
/// The first solution: kinds that reach each other are joined by ears, which
/// are ways from a kind that is joined, through kinds that are not, back to one
/// that is. An ear has one more link than it has new kinds: its chain gives the
/// last link, if the others are taken as 0.
///
/// Source of chains: A. Abel and J. Reineke, "uops.info" (ASPLOS 2019,
/// doi:10.1145/3297858.3304062).
/// Cost: K^3 for K kinds, and one chain for each link.
/// Tested by unittests/Inference/LatencyInferenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Inference/LatencyInference.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

using namespace kernelbounds;
using llvm::ArrayRef;

namespace {

constexpr long Far = 1 << 28;

class LatencySearch {
public:
  LatencySearch(ArrayRef<LatencyLink> Links, ChainRunner &Runner,
                const LatencyInferenceOptions &Options)
      : Links(Links), Runner(Runner), Options(Options), Latency(Links.size()),
        State(Links.size(), Unknown) {
    for (const LatencyLink &L : Links)
      NumKinds = std::max({NumKinds, L.SourceKind + 1, L.DestKind + 1});
    Result.Links.resize(Links.size());
  }

  InferredLatencies run();

private:
  enum LinkState { Unknown, Solved, Failed };
  using Chain = std::vector<unsigned>;

  std::optional<Chain> path(unsigned From, unsigned To, bool OnlySolved) const;
  std::optional<double> measure(const Chain &C);
  bool solve(unsigned Link, const Chain &Back);
  void takeFree(unsigned Link) {
    Latency[Link] = Links[Link].KnownLatency.value_or(0);
    State[Link] = Solved;
  }
  std::optional<Chain> findEar(unsigned First,
                               const std::vector<bool> &Done) const;
  void solveTrees();
  void solveOthers();
  void computeRanges();
  void fillRange(unsigned Link, ArrayRef<long> Least);

  ArrayRef<LatencyLink> Links;
  ChainRunner &Runner;
  const LatencyInferenceOptions &Options;
  unsigned NumKinds = 0;
  std::vector<long> Latency; ///< One solution.
  std::vector<LinkState> State;
  InferredLatencies Result;
};

} // namespace

/// Returns the shortest way by number of links.
std::optional<LatencySearch::Chain>
LatencySearch::path(unsigned From, unsigned To, bool OnlySolved) const {
  std::vector<int> By(NumKinds, -1);
  std::vector<bool> Seen(NumKinds);
  std::vector<unsigned> Queue = {From};
  Seen[From] = true;
  for (size_t I = 0; I != Queue.size() && !Seen[To]; ++I)
    for (unsigned L = 0; L != Links.size(); ++L) {
      if (Links[L].SourceKind != Queue[I] || Seen[Links[L].DestKind] ||
          State[L] == Failed || (OnlySolved && State[L] != Solved))
        continue;
      Seen[Links[L].DestKind] = true;
      By[Links[L].DestKind] = L;
      Queue.push_back(Links[L].DestKind);
    }
  if (!Seen[To])
    return std::nullopt;
  Chain C;
  for (unsigned K = To; K != From; K = Links[By[K]].SourceKind)
    C.push_back(By[K]);
  std::reverse(C.begin(), C.end());
  return C;
}

/// Returns the median time of a turn of \p C, run until it is known to a third
/// of a cycle, as far as the runs may last.
std::optional<double> LatencySearch::measure(const Chain &C) {
  ++Result.NumChains;
  std::vector<double> Runs;
  for (unsigned Wanted = std::max(Options.RunsPerChain, 1u);;
       Wanted = 2 * Wanted + 1) {
    Wanted = std::min(Wanted, std::max(Options.MaxRunsPerChain, 1u));
    while (Runs.size() < Wanted) {
      ++Result.NumRuns;
      llvm::Expected<double> Cycles = Runner.cyclesPerTurn(C);
      if (!Cycles) {
        llvm::consumeError(Cycles.takeError());
        return std::nullopt;
      }
      if (!std::isfinite(*Cycles) || *Cycles < 0)
        return std::nullopt;
      Runs.push_back(*Cycles);
    }
    std::sort(Runs.begin(), Runs.end());
    const double Median = Runs[Runs.size() / 2];
    // The quarters are 0.67 deviations away; the median is known to
    // 1.25 / sqrt(n) of a deviation.
    const double Spread =
        Runs[3 * Runs.size() / 4] - Runs[Runs.size() / 4] + 0.004 * Median;
    const double Doubt =
        4 * 1.25 * (Spread / 1.35) / std::sqrt(double(Runs.size()));
    const double Rest = std::fabs(Median - std::round(Median));
    if (Runs.size() >= Options.MaxRunsPerChain || Rest + Doubt < 0.5)
      return Median;
  }
}

/// Finds \p Link from the chain that \p Back closes. All links of \p Back are
/// solved.
bool LatencySearch::solve(unsigned Link, const Chain &Back) {
  Chain C = {Link};
  C.insert(C.end(), Back.begin(), Back.end());
  std::optional<double> Cycles = measure(C);
  if (!Cycles) {
    State[Link] = Failed;
    return false;
  }
  const long Sum = std::lround(*Cycles);
  if (std::fabs(*Cycles - Sum) > 0.3)
    Result.Links[Link].IsConsistent = false;
  Latency[Link] = Sum;
  for (unsigned L : Back)
    Latency[Link] -= Latency[L];
  State[Link] = Solved;
  return true;
}

/// Returns a way from the link \p First out of \p Done and back to it.
std::optional<LatencySearch::Chain>
LatencySearch::findEar(unsigned First, const std::vector<bool> &Done) const {
  std::vector<int> By(NumKinds, -1);
  std::vector<unsigned> Queue = {Links[First].DestKind};
  By[Links[First].DestKind] = First;
  for (size_t I = 0; I != Queue.size(); ++I)
    for (unsigned L = 0; L != Links.size(); ++L) {
      const unsigned To = Links[L].DestKind;
      if (Links[L].SourceKind != Queue[I] || State[L] == Failed || By[To] != -1)
        continue;
      By[To] = L;
      if (!Done[To]) {
        Queue.push_back(To);
        continue;
      }
      Chain Ear = {L};
      while (Ear.back() != First)
        Ear.push_back(By[Links[Ear.back()].SourceKind]);
      std::reverse(Ear.begin(), Ear.end());
      return Ear;
    }
  return std::nullopt;
}

/// Finds a way from each root to all kinds and back. Each ear adds as many
/// kinds as it has links but one: all but one are free, and its chain gives the
/// last.
void LatencySearch::solveTrees() {
  std::vector<bool> HasGroup(NumKinds);
  Chain Suspects;
  for (unsigned Root = 0; Root != NumKinds; ++Root) {
    if (HasGroup[Root])
      continue;
    std::vector<bool> Done(NumKinds);
    Done[Root] = true;
    for (unsigned First = 0; First != Links.size(); ++First) {
      if (State[First] != Unknown || !Done[Links[First].SourceKind] ||
          Done[Links[First].DestKind])
        continue;
      std::optional<Chain> Ear = findEar(First, Done);
      if (!Ear)
        continue;
      const std::vector<LinkState> Before = State;
      const unsigned Last = Ear->back();
      for (unsigned L : *Ear)
        takeFree(L);
      std::optional<Chain> Rest =
          path(Links[Last].DestKind, Links[First].SourceKind, true);
      Rest->insert(Rest->end(), Ear->begin(), Ear->end() - 1);
      if (!solve(Last, *Rest)) {
        State = Before;
        State[Last] = Failed; // Another way back may be possible.
        Suspects.push_back(Last);
        --First;
        continue;
      }
      for (unsigned L : *Ear)
        Done[Links[L].DestKind] = true;
      First = -1; // Links before this one may start from the new kinds.
    }
    for (unsigned Kind = 0; Kind != NumKinds; ++Kind)
      HasGroup[Kind] = HasGroup[Kind] || Done[Kind];
  }
  // Alone with links that can be run, they may be run themselves.
  for (unsigned L : Suspects)
    State[L] = Unknown;
}

void LatencySearch::solveOthers() {
  for (unsigned L = 0; L != Links.size(); ++L) {
    if (State[L] != Unknown)
      continue;
    if (std::optional<Chain> Back =
            path(Links[L].DestKind, Links[L].SourceKind, true))
      solve(L, *Back);
  }
}

void LatencySearch::computeRanges() {
  // Least[B * K + A]: potential(B) - potential(A) is at most this, where the
  // true latency of a link from A to B is Latency + potential(B) - potential(A)
  // and not below the least.
  const size_t K = NumKinds;
  std::vector<long> Most(K * K, Far);
  for (unsigned Kind = 0; Kind != K; ++Kind)
    Most[Kind * K + Kind] = 0;
  auto Limit = [&](unsigned To, unsigned From, long Value) {
    Most[To * K + From] = std::min(Most[To * K + From], Value);
  };
  for (unsigned L = 0; L != Links.size(); ++L) {
    if (State[L] != Solved)
      continue;
    const unsigned A = Links[L].SourceKind, B = Links[L].DestKind;
    if (std::optional<unsigned> Known = Links[L].KnownLatency) {
      Limit(B, A, long(*Known) - Latency[L]);
      Limit(A, B, Latency[L] - long(*Known));
    } else {
      Limit(A, B, Latency[L] - long(Options.LeastLatency));
    }
  }
  for (unsigned M = 0; M != K; ++M)
    for (unsigned I = 0; I != K; ++I)
      for (unsigned J = 0; J != K; ++J)
        if (Most[I * K + M] < Far && Most[M * K + J] < Far)
          Limit(I, J, Most[I * K + M] + Most[M * K + J]);
  for (unsigned L = 0; L != Links.size(); ++L)
    fillRange(L, Most);
}

void LatencySearch::fillRange(unsigned Link, ArrayRef<long> Most) {
  InferredLatency &Out = Result.Links[Link];
  const unsigned K = NumKinds;
  const unsigned A = Links[Link].SourceKind, B = Links[Link].DestKind;
  if (State[Link] != Solved) {
    if (std::optional<unsigned> Known = Links[Link].KnownLatency)
      Out.Least = Out.Most = *Known;
    return;
  }
  Out.IsMeasured = true;
  const long Up = Latency[Link] + Most[B * K + A];
  const long Down = Latency[Link] - Most[A * K + B];
  if (Most[A * K + A] < 0 || Most[B * K + B] < 0 || Down > Up || Up < 0) {
    // Known latencies or chains contradict each other.
    Out.IsConsistent = false;
    Out.Least = Out.Most = std::max(Latency[Link], 0L);
    return;
  }
  Out.Least = std::max(Down, 0L);
  Out.Most = Up;
}

InferredLatencies LatencySearch::run() {
  solveTrees();
  solveOthers();
  computeRanges();
  return Result;
}

InferredLatencies
kernelbounds::inferLatencies(ArrayRef<LatencyLink> Links, ChainRunner &Runner,
                             const LatencyInferenceOptions &Options) {
  return LatencySearch(Links, Runner, Options).run();
}
