//===- AccessPattern.h - Accesses that show caches --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks over a piece of memory, line by line, as experiments on caches need
/// them. A host runs them (HostLoopRunner.h), and simulated caches answer with
/// the same addresses (ModelLoopRunner.h).
///
/// Example: a chase over 256 KiB loads from 4096 lines in an order without
/// rule, each address from the loaded value before, and begins again. Where the
/// first level has 32 KiB and the second one 512, a step takes the latency of
/// the second.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_ACCESSPATTERN_H
#define KERNEL_BOUNDS_MEASURE_ACCESSPATTERN_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace kernelbounds {

enum class AccessWalk : uint8_t {
  Chase,      ///< One load a line, in an order without rule, one by one.
  ChasePages, ///< The same with one line of each page of 4096 bytes.
  Load,       ///< One load a line, one line behind the other.
  Store,      ///< One store a line, one line behind the other.
  Scatter,    ///< One load a line in an order without rule; none waits.
};
constexpr unsigned NumAccessWalks = 5;

struct AccessPattern {
  static constexpr uint64_t LineBytes = 64, PageBytes = 4096;

  AccessWalk Walk = AccessWalk::Chase;
  /// That the walk goes through before it begins again; a power of two if it
  /// scatters.
  uint64_t Bytes = 0;

  bool isChase() const {
    return Walk == AccessWalk::Chase || Walk == AccessWalk::ChasePages;
  }
  /// Places that it visits.
  uint64_t numPlaces() const {
    return Bytes / (Walk == AccessWalk::ChasePages ? PageBytes : LineBytes);
  }
  /// The offset of place \p I in bytes. Places of different pages go evenly to
  /// the sets of caches.
  uint64_t offsetOf(uint64_t I) const {
    constexpr uint64_t LinesInPage = PageBytes / LineBytes;
    return Walk == AccessWalk::ChasePages
               ? I * PageBytes + (I + I / LinesInPage) % LinesInPage * LineBytes
               : I * LineBytes;
  }
  /// "a load of each line in an order without rule, ..."
  llvm::StringRef describe() const;
};

/// The places of \p P in the order of a chase: a permutation, always the same.
std::vector<uint32_t> orderOf(const AccessPattern &P);

/// The offsets of a walk that scatters. They come from a generator with a full
/// period, so that each line is visited once in as many steps as there are
/// lines, which are a power of two (Knuth, The Art of Computer Programming,
/// volume 2, section 3.2.1.2, theorem A). Four streams compute every fourth
/// offset each, so that a processor need not wait for one multiplication after
/// the other.
class ScatteredOffsets {
public:
  static constexpr unsigned NumStreams = 4;

  explicit ScatteredOffsets(const AccessPattern &P) : Mask(P.Bytes - 1) {
    uint64_t Offset = 0;
    for (uint64_t &S : Streams) {
      S = Offset;
      Offset = next(Offset, Factor, Step);
    }
    // NumStreams steps at once.
    for (unsigned I = 0; I < NumStreams; ++I) {
      Leap = Leap * Factor + Step;
      LeapFactor *= Factor;
    }
  }
  /// The next offset of stream \p I.
  uint64_t take(unsigned I) {
    const uint64_t Offset = Streams[I];
    Streams[I] = next(Offset, LeapFactor, Leap);
    return Offset;
  }

private:
  static constexpr uint64_t Factor = 0x27bb2ee687b0b0fd,
                            Step =
                                0x9e3779b97f4a7c15 * AccessPattern::LineBytes;
  uint64_t next(uint64_t Offset, uint64_t By, uint64_t Plus) const {
    return (Offset * By + Plus) & Mask;
  }

  uint64_t Mask, LeapFactor = 1, Leap = 0;
  uint64_t Streams[NumStreams];
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_ACCESSPATTERN_H
