//===- CacheModel.h - A first-level cache -----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which accesses miss a small set-associative cache with least-recently-used
/// replacement. It tells whether a kernel's data stay in the first level.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_CACHEMODEL_H
#define KERNEL_BOUNDS_MEASURE_CACHEMODEL_H

#include <cstdint>
#include <vector>

namespace kernelbounds {

/// Sizes in bytes.
struct CacheShape {
  unsigned Size = 32 * 1024, Ways = 8, Line = 64;
};

class CacheModel {
public:
  explicit CacheModel(const CacheShape &Shape = {});

  /// Touches \p Bytes from \p Address on. \returns lines that were not there.
  /// O(Ways) for each line.
  unsigned access(uint64_t Address, unsigned Bytes);
  uint64_t numAccesses() const { return Accesses; }
  uint64_t numMisses() const { return Misses; }
  /// Forgets the counts, keeps the contents.
  void resetCounts() { Accesses = Misses = 0; }

private:
  bool touchLine(uint64_t Number);

  CacheShape Shape;
  unsigned NumSets;
  /// Line numbers + 1, NumSets * Ways, the latest first; 0 = empty.
  std::vector<uint64_t> Tags;
  uint64_t Accesses = 0, Misses = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_CACHEMODEL_H
