//===- BlockedLoads.h - Loads that wait for the cache -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When loads have their datum to which a store cannot forward. Private to
/// lib/Simulation.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_BLOCKEDLOADS_H
#define KERNEL_BOUNDS_LIB_SIMULATION_BLOCKEDLOADS_H

#include "kernel-bounds/Simulation/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace kernelbounds {

/// A load that is wider than the store before it, or reaches beyond it, waits
/// until the datum is in the cache. Stores are written in program order, and
/// not before all that stands before them has retired: for example another load
/// of this kind, even if no value connects the two. Times are ticks.
class BlockedLoads {
public:
  static constexpr int64_t Never = INT64_MIN / 4;

  BlockedLoads() = default;
  /// The loads of \p P. \p Latencies: ticks of each of its inputs. A cycle has
  /// \p Cycle ticks. What is more than \p NumStores stores back has been
  /// written. O(instructions + inputs).
  BlockedLoads(const SimProgram &P, llvm::ArrayRef<int64_t> Latencies,
               unsigned Cycle, uint64_t NumStores);

  bool empty() const { return Waits.empty(); }
  bool has(uint32_t Node) const {
    return !empty() && FirstOf[Node] != FirstOf[Node + 1];
  }
  /// All that stands before the next store has retired at \p T.
  void addStore(int64_t T) { Reached[NumStores++ % Reached.size()] = T; }
  /// When the value of \p Node is there in iteration \p Iteration, by the
  /// stores alone. \pre All stores before it were added. O(stores that it waits
  /// for).
  int64_t readyTime(uint32_t Node, uint64_t Iteration) const {
    int64_t T = Never;
    for (uint32_t W = FirstOf[Node]; W < FirstOf[Node + 1]; ++W)
      if (Waits[W].Trips >> (Iteration % 64) & 1)
        T = std::max(T, reached(Waits[W].Back) + Waits[W].Latency);
    return T;
  }

  /// Its state, by numbers that are relative to \p Now; see Core::capture().
  template <typename Sink> bool visitState(int64_t Now, Sink Put) const {
    for (uint64_t Back = 1; Back <= MostBack; ++Back)
      if (!Put(std::max(reached(Back) - Now, -Longest)))
        return false;
    return true;
  }

private:
  struct Wait {
    uint64_t Back; ///< Stores between it and the load, and itself.
    int64_t Latency;
    uint64_t Trips; ///< As SimInput::Trips.
  };
  int64_t reached(uint64_t Back) const {
    return Back > NumStores ? Never
                            : Reached[(NumStores - Back) % Reached.size()];
  }

  std::vector<Wait> Waits;
  std::vector<uint32_t> FirstOf; ///< By node, into Waits, and the end.
  std::vector<int64_t> Reached;  ///< Of the last stores.
  uint64_t NumStores = 0, MostBack = 0;
  int64_t Longest = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_BLOCKEDLOADS_H
