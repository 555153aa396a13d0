//===- SimulatedWalk.cpp - Walks over simulated memory --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of HostAccesses.cpp on a core that can do nothing but wait: two
/// loads or one store begin in a cycle, unless its buffers are full.
///
/// A walk over much memory is simulated with a sixteenth of it, of the sets of
/// all caches and of the pages: what a set sees is the same.
/// Tested by unittests/Measure/CacheStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "SimulatedWalk.h"
#include "kernel-bounds/Simulation/MemorySystem.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

static MemoryOptions optionsFor(uint64_t PageBytes) {
  MemoryOptions O;
  O.PageBytes = PageBytes;
  return O;
}

namespace {

class Walker {
public:
  Walker(const CacheTables &Caches, const WalkingCore &Core,
         const AccessPattern &P, uint64_t PageBytes);
  /// Cycles of a step, from the mean of \p Steps.
  double run(uint64_t Steps);

private:
  uint64_t nextOffset();
  unsigned numInFlight() const;
  int64_t chase(uint64_t Steps);
  int64_t loads(uint64_t Steps);
  int64_t stores(uint64_t Steps);

  const WalkingCore &Core;
  const AccessPattern P;
  MemorySystem Memory;
  std::vector<uint32_t> Order; ///< Of chases.
  ScatteredOffsets Scattered;
  uint64_t Next = 0; ///< Step, or the offset in a row.
  static constexpr unsigned Bytes = 8;
  static constexpr uint64_t Inst = 0;
};

} // namespace

Walker::Walker(const CacheTables &Caches, const WalkingCore &Core,
               const AccessPattern &P, uint64_t PageBytes)
    : Core(Core), P(P), Memory(Caches, optionsFor(PageBytes)), Scattered(P) {
  if (P.isChase())
    Order = orderOf(P);
  for (uint64_t I = 0; I < P.numPlaces(); ++I)
    Memory.touch(nextOffset(), P.Walk == AccessWalk::Store);
}

uint64_t Walker::nextOffset() {
  if (P.isChase()) {
    const uint64_t Offset = P.offsetOf(Order[Next]);
    Next = Next + 1 < Order.size() ? Next + 1 : 0;
    return Offset;
  }
  if (P.Walk == AccessWalk::Scatter)
    return Scattered.take(Next++ % ScatteredOffsets::NumStreams);
  const uint64_t Offset = Next;
  Next = (Offset + AccessPattern::LineBytes) % P.Bytes;
  return Offset;
}

/// Accesses that the core has in flight, by the instructions of the loops.
unsigned Walker::numInFlight() const {
  constexpr unsigned Any = 1024;
  const bool IsStore = P.Walk == AccessWalk::Store;
  const unsigned InstsOfStep = P.Walk == AccessWalk::Scatter ? 4 : 2;
  const unsigned Buffer = IsStore ? Core.StoreBuffer : Core.LoadBuffer;
  const unsigned ByOrder = Core.ReorderBuffer / InstsOfStep;
  return std::min({Any, Buffer ? Buffer : Any, ByOrder ? ByOrder : Any});
}

int64_t Walker::chase(uint64_t Steps) {
  int64_t T = 0;
  for (uint64_t I = 0; I < Steps; ++I)
    T += Core.LoadLatency + Memory.load(Inst, nextOffset(), Bytes, T).Delay;
  return T;
}

int64_t Walker::loads(uint64_t Steps) {
  const unsigned InFlight = numInFlight();
  // Loads retire in order, which makes room for others.
  std::vector<int64_t> Retired(InFlight, 0);
  int64_t Last = 0;
  for (uint64_t I = 0; I < Steps; ++I) {
    const int64_t Start = std::max<int64_t>(I / 2, Retired[I % InFlight]);
    Last =
        std::max(Last, Start + Core.LoadLatency +
                           Memory.load(Inst, nextOffset(), Bytes, Start).Delay);
    Retired[I % InFlight] = Last;
  }
  return Last;
}

int64_t Walker::stores(uint64_t Steps) {
  const unsigned InFlight = numInFlight();
  std::vector<int64_t> Written(InFlight, 0);
  int64_t Last = 0, Retired = 0;
  for (uint64_t I = 0; I < Steps; ++I) {
    Retired = std::max(Retired + 1, Written[I % InFlight]);
    const int64_t Delay =
        Memory.store(Inst, nextOffset(), Bytes, Retired).Delay;
    Last = std::max(Last + 1, Retired + Delay);
    Written[I % InFlight] = Last;
  }
  return Last;
}

double Walker::run(uint64_t Steps) {
  const int64_t Cycles = P.isChase()                   ? chase(Steps)
                         : P.Walk == AccessWalk::Store ? stores(Steps)
                                                       : loads(Steps);
  return double(Cycles) / double(Steps);
}

double kernelbounds::simulateWalk(const CacheTables &Caches,
                                  const WalkingCore &Core,
                                  const AccessPattern &P) {
  constexpr uint64_t Steps = 8000, LargePage = 2 << 20, Much = 1 << 20;
  constexpr unsigned Scale = 16;
  if (P.Walk == AccessWalk::ChasePages)
    return Walker(Caches, Core, P, AccessPattern::PageBytes).run(Steps);
  const bool CanScale = all_of(Caches.Levels, [](const CacheLevelSpec &L) {
    return L.Sets % Scale == 0;
  });
  if (P.Bytes < Much || !CanScale)
    return Walker(Caches, Core, P, LargePage).run(Steps);
  std::vector<CacheLevelSpec> Levels = Caches.Levels.vec();
  for (CacheLevelSpec &L : Levels)
    L.Sets /= Scale;
  CacheTables Small = Caches;
  Small.Levels = Levels;
  return Walker(Small, Core, {P.Walk, P.Bytes / Scale}, LargePage / Scale)
      .run(Steps);
}
