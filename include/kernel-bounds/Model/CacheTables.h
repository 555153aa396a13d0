//===- CacheTables.h - The caches of a core ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `caches:` of a model file says. docs/reference/models.md has the
/// meaning.
///
/// Example: a first level of 32 KiB with 8 ways of lines of 64 bytes has 64
/// sets; an access that it misses and the second level has takes that level's
/// Latency less the first level's longer than one that it has.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_CACHETABLES_H
#define KERNEL_BOUNDS_MODEL_CACHETABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace kernelbounds {

/// How a set of a cache chooses the line that leaves it.
enum class ReplacementKind : uint8_t {
  LRU,      ///< The one that was accessed longest ago.
  TreePLRU, ///< A binary tree of bits; the ways are a power of two.
  TreesLRU, ///< Trees of four ways, the trees by least recent access.
  QLRU      ///< Ages of two bits.
};
/// Of QLRU, what its name says: QLRU_H11_M1_R0_U0.
struct ReplacementSpec {
  ReplacementKind Kind = ReplacementKind::LRU;
  uint8_t Hit3 = 0, Hit2 = 0; ///< Age after a hit at age 3, and at age 2.
  uint8_t Insert = 0;         ///< Age of a new line.
  uint8_t Choice = 0;         ///< R0, R1 or R2.
  uint8_t Update = 0;         ///< U0 to U3.
  bool OnMissOnly = false;    ///< UMO: ages are updated at misses alone.
};

/// A level of `caches:`, the first level first.
struct CacheLevelSpec {
  uint32_t Sets = 0;
  uint16_t Ways = 0, LineBytes = 0;
  ReplacementSpec Replacement;
  uint16_t Latency = 0;     ///< Cycles from address to datum, if it is here.
  uint16_t MissBuffers = 0; ///< Lines on their way to this level; 0: any.
  /// Hundredths of bytes a cycle from this level to the one above, and into it
  /// from there; WriteBandwidth is 0 if the latter share the former. Of the
  /// first level, both are 0.
  uint32_t Bandwidth = 0, WriteBandwidth = 0;
  bool IsVictim = false; ///< It holds what the level above has dropped.
  bool NoWriteAllocate = false, IsWriteThrough = false;
  /// Of the first level: each way has so many banks of so many bytes, in turn
  /// along a line, of which a cycle reads one line each; 0: no limit.
  uint8_t Banks = 0, BankBytes = 0;
  uint16_t Source = 0;
  uint32_t Line = 0; ///< Of the model file.
};

/// A buffer of address translations.
struct TlbSpec {
  uint32_t Sets = 0;
  uint16_t Ways = 0;
  uint16_t Latency = 0; ///< Cycles more if it is here; 0 for the first.
  uint16_t Source = 0;
};

enum class PrefetchKind : uint8_t {
  NextLine, ///< The line behind one that was missed.
  Adjacent, ///< The other line of an aligned pair.
  Stream,   ///< Lines ahead of accesses that go one way through a page.
  Stride    ///< What an instruction will access if its steps stay the same.
};
constexpr unsigned NumPrefetchKinds = 4;
inline llvm::StringRef prefetchKindName(PrefetchKind K) {
  constexpr llvm::StringLiteral Names[] = {"next-line", "adjacent", "stream",
                                           "stride"};
  return Names[static_cast<unsigned>(K)];
}

/// A prefetcher.
struct PrefetcherSpec {
  PrefetchKind Kind = PrefetchKind::NextLine;
  uint8_t Level = 0;     ///< The level that it watches and fills; 0: first.
  uint16_t Distance = 1; ///< Lines or steps ahead, at most.
  uint16_t Degree = 1;   ///< Lines at a time, at most.
  uint16_t Entries = 0;  ///< Streams or instructions that it follows.
  bool CrossesPages = false;
  uint16_t AfterPages = 0; ///< A stream has gone through so many pages before.
  /// All streams begin anew where they are when so many points are reached: a
  /// request for what no prefetcher has brought gives two, and one for what was
  /// brought takes one away. 0: never.
  uint16_t Patience = 0;
  uint16_t Source = 0;
};

/// What stands behind the last level.
struct MemorySpec {
  uint16_t Latency = 0;   ///< Cycles from address to datum.
  uint32_t Bandwidth = 0; ///< Hundredths of bytes a cycle.
  /// Of what is written back; 0: it shares Bandwidth.
  uint32_t WriteBandwidth = 0;
  uint16_t Source = 0;
};

/// What a miss of all buffers of translations takes.
struct PageWalkSpec {
  uint16_t Latency = 0; ///< Cycles.
  uint16_t Walkers = 1; ///< Walks at a time.
  uint16_t Source = 0;
};

/// All of `caches:`.
struct CacheTables {
  llvm::ArrayRef<CacheLevelSpec> Levels; ///< At least one.
  llvm::ArrayRef<TlbSpec> Tlbs;          ///< The first one first; may be empty.
  llvm::ArrayRef<PrefetcherSpec> Prefetchers;
  MemorySpec Memory;
  PageWalkSpec PageWalk; ///< Of use if there are Tlbs.

  unsigned lineBytes() const { return Levels.front().LineBytes; }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_CACHETABLES_H
