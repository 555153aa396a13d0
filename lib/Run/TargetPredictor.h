//===- TargetPredictor.h - Where jumps and returns go -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Predictors of targets that are not in the code: a table of the last target
/// of each branch beside tables of tagged entries that are indexed with longer
/// and longer histories, and a stack of return addresses. Private to lib/Run.
///
/// Source: A. Seznec and P. Michaud, "A case for (partially) tagged geometric
/// history length branch prediction", Journal of Instruction-Level Parallelism
/// 8, 2006, section 5 (ITTAGE). Sizes are not those of any core.
///
/// Example: an interpreter's jump goes to A B A B …: the first ones are
/// mispredicted, and none after that.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_TARGETPREDICTOR_H
#define KERNEL_BOUNDS_LIB_RUN_TARGETPREDICTOR_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernelbounds {

class TargetPredictor {
public:
  TargetPredictor();
  /// The jump or call \p Branch goes to \p Target. \returns whether that was
  /// predicted. O(1).
  bool run(uint64_t Branch, uint64_t Target);
  /// Another branch went one way or the other.
  void remember(bool IsTaken) { shift(IsTaken, 1); }

private:
  static constexpr unsigned NumTables = 4, IndexBits = 10;

  struct Entry {
    uint64_t Target = 0;
    uint16_t Tag = 0;       ///< 0: empty.
    uint8_t Confidence = 0; ///< 0 to 3.
    uint8_t Useful = 0;     ///< 0 or 1.
  };
  struct Place {
    uint32_t Index;
    uint16_t Tag;
  };
  Place placeOf(uint64_t Branch, unsigned Table) const;
  void allocate(uint64_t Branch, uint64_t Target, unsigned FirstTable);
  void shift(uint64_t Bits, unsigned Num);

  std::vector<Entry> Base; ///< By branch.
  std::array<std::vector<Entry>, NumTables> Tables;
  std::array<uint64_t, 2> History = {}; ///< The youngest bits come first.
};

/// The addresses behind the calls that have not returned, the last ones of
/// them.
class ReturnStack {
public:
  void call(uint64_t Behind);
  /// A return; nothing if its call is not known.
  std::optional<uint64_t> pop();

private:
  /// Of Zen 4 (AMD, Software Optimization Guide for it, return address stack);
  /// others have 16 to 52.
  static constexpr size_t Depth = 32;

  std::array<uint64_t, Depth> Behind = {};
  size_t Top = 0, Num = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_TARGETPREDICTOR_H
