//===- LoadGuards.h - Loads that read before stores know --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory disambiguation: loads that data let meet a store whose address was
/// not known yet, by chances in a loop and as it was in a recorded run. Private
/// to lib/Simulation.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_LOADGUARDS_H
#define KERNEL_BOUNDS_LIB_SIMULATION_LOADGUARDS_H

#include "kernel-bounds/Simulation/CoreSizes.h"
#include "kernel-bounds/Simulation/Program.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace kernelbounds {

/// A load does not wait for the addresses of the stores before it. If one of
/// them turns out to be its own, the load and what comes behind it are fetched
/// again, and a guard is set: for some executions, the load waits for the
/// addresses of all stores before it, or of those alone that it may meet, and,
/// on some cores, for the data of the latter. The guard is that of the
/// instruction in the code, of which a program may have copies.
///
/// How often a load meets a store comes from the draws, as a chance for each
/// number of executions of the store since then. A load reads too early when
/// the chances of the stores whose addresses it did not know have added up to
/// one.
///
/// Some cores set the guard, too, of a load that often meets the same store of
/// the code before that has left: if its chances of that, in sum, keep ahead of
/// one in so many executions. Then the load waits for addresses alone.
///
/// In code that runs once, each load meets the store that it met. One that
/// nearly always meets the same store of the code, so many executions back, has
/// no guard: cores predict that, and so it is without chances.
///
/// Times are ticks.
class LoadGuards {
public:
  static constexpr int64_t Never = INT64_MIN / 4;

  LoadGuards() = default;
  /// For the loads of \p P with drawn inputs or, if it runs once, with inputs
  /// from memory, by the rules of \p M, whose cycles have \p Cycle ticks.
  /// O(instructions + nodes + inputs).
  LoadGuards(const SimProgram &P, const CoreSizes &M, unsigned Cycle);

  /// Whether \p Inst has a load, the address of a store, or the datum of one,
  /// that takes part.
  bool hasLoad(uint32_t Inst) const {
    return Inst < GuardOf.size() && GuardOf[Inst] != None;
  }
  bool hasAddress(uint32_t Inst) const {
    return Inst < HasAddress.size() && HasAddress[Inst];
  }
  bool hasDatum(uint32_t Inst) const {
    return Inst < StoreOf.size() && StoreOf[Inst] != None;
  }

  /// What becomes of a load.
  struct Verdict {
    int64_t From = Never;    ///< It starts no earlier.
    bool HasCleared = false; ///< It, and all behind it, is fetched again.
  };
  /// The load of \p Inst could start at \p Ready. \pre All stores before it are
  /// known. O(stores that it may meet).
  Verdict load(uint32_t Inst, int64_t Ready);
  /// The address of the store of \p Inst is known at \p T.
  void setAddress(uint32_t Inst, int64_t T) {
    AllKnown = std::max(AllKnown, T);
    if (!Sources.empty())
      KnownAt[Inst] = T;
    if (const uint32_t Number = StoreOf[Inst]; Number != None) {
      Store &S = Stores[Number];
      S.Known[S.Next++ % Depth] = T;
      S.AllKnown = std::max(S.AllKnown, T);
    }
  }
  /// Whether setLeft() wants to know about \p Inst.
  bool hasLeft(uint32_t Inst) const { return Leak != 0 && hasDatum(Inst); }
  /// The store of \p Inst leaves at \p T.
  void setLeft(uint32_t Inst, int64_t T) {
    Store &S = Stores[StoreOf[Inst]];
    S.Left[S.NextLeft++ % Depth] = T;
    if (!Sources.empty())
      LeftAt[Inst] = T;
  }
  /// The datum of the store of \p Inst is known at \p T.
  void setDatum(uint32_t Inst, int64_t T) { Stores[StoreOf[Inst]].Datum = T; }

  /// Its state, by numbers that are relative to \p Now; see Core::capture().
  template <typename Sink> bool visitState(int64_t Now, Sink Put) const {
    auto PutTime = [&](int64_t T) {
      return Put(std::max(T - Now, -Forgotten));
    };
    for (const Guard &G : Guards) {
      if (!Put(G.Left) || !Put(G.WaitsForData) || !Put(G.Risk))
        return false;
      for (const Pair &P : G.Pairs)
        if (!Put(P.Met))
          return false;
    }
    for (const Store &S : Stores) {
      if (!PutTime(S.Datum) || !PutTime(S.AllKnown))
        return false;
      for (uint32_t Back = 1; Back <= Depth; ++Back)
        if (!PutTime(S.Known[(S.Next - Back) % Depth]) ||
            (Leak != 0 && !PutTime(S.Left[(S.NextLeft - Back) % Depth])))
          return false;
    }
    return PutTime(AllKnown);
  }

private:
  static constexpr uint32_t None = ~0u;
  /// Executions of a store after which its address is known.
  static constexpr uint32_t Depth = 64;
  /// Ticks after which no load can start before the address any more.
  static constexpr int64_t Forgotten = 1 << 16;
  /// Cycles from the start of a load until it looks at the stores before it.
  static constexpr int64_t LateCycles = 3;
  static constexpr uint32_t One = 1 << 20; ///< As a chance.

  struct Pair {
    uint32_t Store;
    /// That the load has what was stored, by executions since then.
    std::array<uint32_t, Depth> Chance;
    uint32_t Met = 0; ///< As chances, less Leak for each execution.
  };
  struct Guard {
    std::vector<Pair> Pairs;
    uint32_t NumCopies = 0;
    uint32_t Risk = 0;
    unsigned Left = 0; ///< Executions for which it holds.
    bool WaitsForData = false;
  };
  struct Store {
    Store() {
      Known.fill(Never);
      Left.fill(Never);
    }
    std::vector<uint32_t> Copies; ///< Instructions, ascending.
    std::array<int64_t, Depth> Known, Left;
    uint32_t Next = 0, NextLeft = 0;         ///< Executions so far.
    int64_t Datum = Never, AllKnown = Never; ///< The latter as for all stores.
  };

  void findPairs(const SimProgram &P, const std::vector<uint32_t> &InstOf);
  /// Of a guard and a store: which of the guard's pairs they are.
  using PairNumbers = llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t>;
  void addMeetings(const SimInput &In, const std::vector<uint32_t> &InstOf,
                   PairNumbers &Met);
  static void spread(Pair &P);
  bool meetsOften(Guard &G, int64_t At) const;
  bool leakMet(Guard &G) const;
  int64_t held(Guard &G);
  void findSources(const SimProgram &P);
  Verdict loadOnce(Guard &G, uint32_t Source, int64_t Ready);

  std::vector<uint32_t> GuardOf, StoreOf; ///< By instruction, or None.
  std::vector<bool> HasAddress;           ///< By instruction.
  std::vector<Guard> Guards;
  std::vector<Store> Stores;
  int64_t AllKnown = Never; ///< The addresses of all stores so far.
  // By instruction, of code that runs once; else empty.
  std::vector<uint32_t> Sources; ///< The store that a load meets, or None.
  std::vector<int64_t> KnownAt, LeftAt; ///< Of stores.
  unsigned Hold = 0;
  bool WaitsForOwn = false;
  uint32_t Leak = 0; ///< As a chance; 0: meeting a store sets no guard.
  int64_t Wait = 0, DataWait = 0, Clear = 0, Late = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_LOADGUARDS_H
