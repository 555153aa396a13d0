//===- WorstCase.cpp - The dearest case that is consistent ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The maximum cycle ratio over all edges bounds every case from above. If the
/// dependences on its cycle exclude each other, one of them does not hold: the
/// search goes on without the first, without the second, and so on, the largest
/// ratio first. The first cycle that is consistent is the dearest.
///
/// Whether dependences exclude each other is a question of distances between
/// origins: a union-find structure keeps how far each origin lies from its
/// representative.
///
/// Tested by unittests/Graph/WorstCaseTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/WorstCase.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <queue>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr unsigned MaxSearches = 32;

/// How far origins lie apart, as far as it was said.
class Distances {
public:
  /// Adds what \p C says. \returns false if it contradicts what was said.
  bool add(const Coincidence &C) {
    if (C.From == Coincidence::Nothing)
      return true;
    Place From = find(C.From), To = find(C.To);
    const int64_t Bytes = From.Bytes + C.Bytes, Trips = From.Trips + C.Trips;
    if (From.Root == To.Root)
      return Bytes == To.Bytes && Trips == To.Trips;
    Places[To.Root] = {From.Root, Bytes - To.Bytes, Trips - To.Trips};
    return true;
  }

private:
  /// An origin lies so many bytes and steps beyond the origin Root.
  struct Place {
    uint32_t Root;
    int64_t Bytes, Trips;
  };

  Place find(uint32_t Origin) {
    Place P{Origin, 0, 0};
    for (auto It = Places.find(P.Root); It != Places.end();
         It = Places.find(P.Root))
      P = {It->second.Root, P.Bytes + It->second.Bytes,
           P.Trips + It->second.Trips};
    return P;
  }

  DenseMap<uint32_t, Place> Places; ///< Roots are not in it.
};

/// The dependences that are left, and their largest cycle.
struct Candidate {
  BitVector IsLeftOut; ///< By edge.
  CriticalCycle Cycle;

  bool operator<(const Candidate &O) const {
    return Cycle.Ratio < O.Cycle.Ratio;
  }
};

} // namespace

/// May edges of \p C up to the first that contradicts those before it; empty if
/// none does.
static SmallVector<uint32_t, 4> findConflict(const DependencyGraph &G,
                                             ArrayRef<MemoryDependence> Memory,
                                             const CriticalCycle &C) {
  Distances Known;
  SmallVector<uint32_t, 4> Seen;
  for (uint32_t E : C.Edges) {
    const DependencyGraph::Edge &Edge = G.edges()[E];
    if (!Edge.isMay())
      continue;
    Seen.push_back(E);
    if (!Known.add(Memory[Edge.Detail].If))
      return Seen;
  }
  return {};
}

CriticalCycle kernelbounds::findWorstCase(const DependencyGraph &G,
                                          ArrayRef<MemoryDependence> Memory) {
  std::priority_queue<Candidate> Open;
  Open.push({BitVector(G.edges().size()), findMaxCycleRatio(G)});
  for (unsigned Searches = 1;;) {
    const Candidate Best = Open.top();
    auto Conflict = findConflict(G, Memory, Best.Cycle);
    if (Conflict.empty() || Searches + Conflict.size() > MaxSearches)
      return Best.Cycle;
    Open.pop();
    Searches += Conflict.size();
    for (uint32_t E : Conflict) {
      BitVector Fewer = Best.IsLeftOut;
      Fewer.set(E);
      CriticalCycle Cycle = findMaxCycleRatio(G, DependenceClass::May, &Fewer);
      Open.push({std::move(Fewer), std::move(Cycle)});
    }
  }
}
