//===- StoreBound.h - Lower bound from lines that stores go to --*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How fast stores leave the store buffer for the first-level cache: in program
/// order, several a cycle only into one line of the cache.
///
/// Example (Golden Cove, two a cycle into one line): stores to a[i], b[i] in
/// turn, b 4096 bytes behind a, take 2 cycles; a[i], a[i + 1] take 1.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_STOREBOUND_H
#define KERNEL_BOUNDS_BOUNDS_STOREBOUND_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Of Limit::Store.
struct StoreWitness : Witness {
  std::vector<uint32_t> Insts; ///< That store, in program order, one a store.
  /// By store: it goes to another line than the next, which after the last is
  /// the first of the next trip.
  std::vector<bool> ChangesLine;
  unsigned PerLine = 0; ///< Stores a cycle into one line.
  /// Cycles if accesses through different pointers go to different lines,
  /// stores cross lines as is expected of them, and NumForwarded loads do not
  /// come too often.
  CyclesPerIter Expected;
  /// Loads of a trip, by which stores go one a cycle; 0 if they do not.
  unsigned NumForwarded = 0;
  /// Of Expected: cycles that stores into parts of a word of four bytes wait
  /// for each other, or for loads.
  CyclesPerIter InWords;
};

/// Cycles in which a cache takes stores in program order, trip after trip: up
/// to \p PerLine a cycle that have no \p ChangesLine between them. Exact.
/// O(stores).
CyclesPerIter computeStoreBound(llvm::ArrayRef<bool> ChangesLine,
                                unsigned PerLine);

/// The same if some stores cross a line, which the cache takes alone, in
/// \p CommitCycles. Bit k of \p CrossingTrips: the store crosses in trip k,
/// k + 64, ... In the mean of these trips. O(stores * 64).
CyclesPerIter computeCrossingStores(llvm::ArrayRef<bool> ChangesLine,
                                    llvm::ArrayRef<uint64_t> CrossingTrips,
                                    unsigned PerLine, unsigned CommitCycles);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_STOREBOUND_H
