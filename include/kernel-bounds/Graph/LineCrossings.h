//===- LineCrossings.h - Accesses that cross a cache line -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How often the accesses of a loop cross a line of the cache at least,
/// wherever their data lie.
///
/// Example: loads of 32 bytes at p - 4, p and p + 4, and p moves by 32 bytes a
/// trip. At best one of the three is at a multiple of 32; each of the other two
/// crosses a line of 64 bytes in one of two trips.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_GRAPH_LINECROSSINGS_H
#define KERNEL_BOUNDS_GRAPH_LINECROSSINGS_H

#include "kernel-bounds/Graph/KernelAddresses.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace kernelbounds {

constexpr unsigned CacheLineBytes = 64;

/// An address that several accesses count from, as far as it is known.
struct LineBase {
  uint8_t Step = 0; ///< Bytes by which it moves in a trip, modulo a line.
  /// In the first trip it is Residue modulo Modulus, a power of two up to 64.
  uint8_t Modulus = 1, Residue = 0;
  bool IsPossible = true; ///< What is known of it agrees.

  /// Base + \p Offset is a multiple of \p Align, a power of two, in each trip.
  void align(uint64_t Offset, unsigned Align);
};

struct LineAccess {
  uint32_t Base;     ///< Into LineAccesses::Bases.
  uint32_t Pool = 0; ///< What is counted together; see findLeastCrossings().
  uint8_t Offset;    ///< Bytes from the base, modulo a line.
  uint8_t Width;     ///< Bytes, 1 to 64.
  bool IsStore;      ///< Else a load; of an update there are both.
  uint32_t Inst = 0; ///< Into Kernel::Insts, which has one access.
};

struct LineAccesses {
  std::vector<LineBase> Bases;
  std::vector<LineAccess> Accesses; ///< In program order.
};

/// Trips after which crossings repeat: that many bits.
constexpr unsigned LinePeriod = 64;

/// For each of \p L.Accesses, bit k: it crosses a line in trip k, k + 64, …
/// For each base and pool the base is put where the accesses of the pool have
/// the fewest crossings, in the mean of all trips; of several such places the
/// first. Thus no place has fewer crossings in any union of pools.
/// O(accesses * 64).
std::vector<uint64_t> findLeastCrossings(const LineAccesses &L);

/// The same, with each base at the start of a line or, if it is known not to
/// be there, at the first place that is possible: data are aligned more often
/// than not, and all accesses have the same place. O(accesses * 64).
std::vector<uint64_t> findExpectedCrossings(const LineAccesses &L);

/// The accesses of a kernel whose addresses move by a number of bytes that is
/// known modulo a line. Gathers, prefetches, atomic updates, accesses of
/// several registers and instructions with several accesses are left out.
/// O(accesses).
LineAccesses findLineAccesses(KernelAddresses &Addresses);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_GRAPH_LINECROSSINGS_H
