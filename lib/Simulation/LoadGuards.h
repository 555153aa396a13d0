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
/// not known yet. Private to lib/Simulation.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_LOADGUARDS_H
#define KERNEL_BOUNDS_LIB_SIMULATION_LOADGUARDS_H

#include "kernel-bounds/Simulation/CoreSizes.h"
#include "kernel-bounds/Simulation/Program.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernelbounds {

/// A load does not wait for the addresses of the stores before it. If one of
/// them turns out to be its own, the load and what comes behind it are fetched
/// again, and a guard is set: for some executions, the load waits for the
/// addresses of the stores that it may meet. Times are ticks.
class LoadGuards {
public:
  static constexpr int64_t Never = INT64_MIN / 4;

  LoadGuards() = default;
  /// For the loads of \p P with drawn inputs, by the rules of \p M, whose
  /// cycles have \p Cycle ticks. O(nodes + inputs).
  LoadGuards(const SimProgram &P, const CoreSizes &M, unsigned Cycle);

  /// Whether \p Inst loads, or stores, and takes part.
  bool hasLoad(uint32_t Inst) const {
    return Inst < GuardOf.size() && GuardOf[Inst] != None;
  }
  bool hasStore(uint32_t Inst) const {
    return Inst < StoreOf.size() && StoreOf[Inst] != None;
  }

  /// What becomes of a load.
  struct Verdict {
    int64_t From = Never;    ///< It starts no earlier.
    bool HasCleared = false; ///< It, and all behind it, is fetched again.
  };
  /// The load of \p Inst could start at \p Ready. \pre All earlier stores of
  /// \p Iteration and of those before are known. O(stores that it may meet).
  Verdict load(uint32_t Inst, uint64_t Iteration, int64_t Ready);
  /// The address of the store of \p Inst is known at \p T.
  void store(uint32_t Inst, uint64_t Iteration, int64_t T) {
    Known[slot(StoreOf[Inst], Iteration)] = T;
  }

  /// Its state, by numbers that are relative to \p Now; see Core::capture().
  template <typename Sink>
  bool visitState(int64_t Now, uint64_t Iteration, Sink Put) const {
    for (const Guard &G : Guards)
      if (!Put(G.Left))
        return false;
    for (uint32_t S = 0; S < InstOfStore.size(); ++S)
      for (uint32_t D = 0; D < Depth; ++D)
        if (!Put(std::max(Known[slot(S, Iteration - D)] - Now, -Forgotten)))
          return false;
    return true;
  }

private:
  struct Pair {
    uint32_t Store, Distance;
    uint64_t Trips; ///< Bit k: they meet in iterations k modulo 64.
  };
  struct Guard {
    uint32_t FirstPair, EndPair;
    unsigned Left = 0; ///< Executions for which it holds.
  };
  static constexpr uint32_t None = ~0u;
  /// Iterations for which addresses are kept: more than those between a store
  /// and a load that it meets in a draw.
  static constexpr uint32_t Depth = 32;
  /// Ticks after which no load can start before the address any more.
  static constexpr int64_t Forgotten = 1 << 16;

  static size_t slot(uint32_t Store, uint64_t Iteration) {
    return size_t(Store) * Depth + Iteration % Depth;
  }
  uint32_t storeNumber(uint32_t Inst);

  std::vector<uint32_t> GuardOf, StoreOf; ///< By instruction, or None.
  std::vector<Guard> Guards;
  std::vector<Pair> Pairs;
  std::vector<uint32_t> InstOfStore;
  std::vector<int64_t> Known; ///< By store and iteration; see slot().
  unsigned Hold = 0;
  int64_t Wait = 0, Clear = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_LOADGUARDS_H
