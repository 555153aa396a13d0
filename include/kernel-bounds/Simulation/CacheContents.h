//===- CacheContents.h - What a cache holds ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lines of a set-associative cache, or the pages of a buffer of address
/// translations: which are there, and which leaves when a new one comes.
///
/// Sources: A. Abel and J. Reineke, "nanoBench: A Low-Overhead Tool for Running
/// Microbenchmarks on x86 Systems" (ISPASS 2020), for the family of policies
/// QLRU and its names; uops.info/cache.html for trees in the order of least
/// recent use.
///
/// Example: a set of two ways with LRU gets lines 1, 2, 1 and 3: line 2 leaves.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_CACHECONTENTS_H
#define KERNEL_BOUNDS_SIMULATION_CACHECONTENTS_H

#include "kernel-bounds/Model/CacheTables.h"
#include <vector>

namespace kernelbounds {

class CacheContents {
public:
  /// A place for a line.
  struct Line {
    uint64_t Tag = 0;     ///< Number of the line and 1; 0: empty.
    int64_t Arrival = 0;  ///< Cycle from which on the data are here.
    uint32_t Stamp = 0;   ///< Of the last access, where the policy needs it.
    uint8_t Age = 0;      ///< Of QLRU.
    uint8_t From = 0;     ///< Level that the data came from.
    bool IsDirty = false; ///< Written since it came.
    /// A prefetcher of this level has brought it, and nobody has asked for it.
    bool IsAhead = false;

    bool isEmpty() const { return Tag == 0; }
    uint64_t number() const { return Tag - 1; }
  };

  CacheContents(uint32_t Sets, uint16_t Ways, const ReplacementSpec &Policy);

  /// Null if line \p Number is not here. No access: nothing ages. O(ways).
  Line *find(uint64_t Number);
  /// An access to \p L, which find() gave.
  void touch(Line *L);
  /// Makes room for line \p Number, which is not here, and puts it there.
  /// \p Gone gets what was there before, or an empty place. O(ways).
  Line *insert(uint64_t Number, Line &Gone);
  /// Makes the place of \p L empty.
  void remove(Line *L) {
    *L = Line();
    tagOf(L) = 0;
  }

private:
  size_t setOf(uint64_t Number) const { return Number % Sets; }
  uint64_t &tagOf(const Line *L) { return Tags[L - Lines.data()]; }
  Line *findEmpty(Line *Set);
  Line *chooseVictim(Line *Set, size_t SetNumber);
  Line *oldest(Line *Set, unsigned First, unsigned Num) const;
  void noteAccess(Line *L, size_t SetNumber);
  void pointTreeAway(uint64_t &Bits, unsigned Way, unsigned NumWays) const;
  unsigned followTree(uint64_t Bits, unsigned NumWays) const;
  void updateAges(Line *Set, const Line *Accessed);

  uint32_t Sets;
  uint16_t Ways;
  ReplacementSpec Policy;
  std::vector<Line> Lines;     ///< By set, then by way.
  std::vector<uint64_t> Tags;  ///< Of Lines, side by side: searches read these.
  std::vector<uint64_t> Trees; ///< By set: bits of its trees.
  uint32_t Clock = 0;          ///< Of stamps.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_CACHECONTENTS_H
