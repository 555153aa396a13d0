//===- BranchPredictor.h - Which way a branch is expected to go  -*- C++
//-*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A predictor of conditional branches with a table of two-bit counters and
/// four tables of tagged entries, indexed with longer and longer histories.
/// Private to lib/Run.
///
/// Source: A. Seznec and P. Michaud, "A case for (partially) tagged geometric
/// history length branch prediction", Journal of Instruction-Level Parallelism
/// 8, 2006: the TAGE predictor, in a small form. Histories are 8, 16, 32 and 64
/// branches; sizes are not those of any core.
///
/// Example: of a branch that goes T T N T T N …, the first few are
/// mispredicted, and none after that.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_BRANCHPREDICTOR_H
#define KERNEL_BOUNDS_LIB_RUN_BRANCHPREDICTOR_H

#include <array>
#include <cstdint>
#include <vector>

namespace kernelbounds {

class BranchPredictor {
public:
  BranchPredictor();
  /// The branch at \p Address runs and goes as \p IsTaken says. \returns
  /// whether that was predicted. O(1).
  bool run(uint64_t Address, bool IsTaken);

private:
  static constexpr unsigned NumTables = 4, IndexBits = 11, TagBits = 11;
  struct Entry {
    uint16_t Tag = 0;
    int8_t Counter = 0; ///< -4 to 3; taken from 0 on.
    uint8_t Useful = 0; ///< 0 to 3.
  };

  unsigned indexOf(unsigned Table, uint64_t Address) const;
  uint16_t tagOf(unsigned Table, uint64_t Address) const;
  uint64_t fold(unsigned Length, unsigned Bits) const;
  void allocate(unsigned From, uint64_t Address, bool IsTaken);

  std::vector<int8_t> Base; ///< -2 to 1; taken from 0 on.
  std::array<std::vector<Entry>, NumTables> Tables;
  uint64_t History = 0; ///< The last branch is the lowest bit.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_BRANCHPREDICTOR_H
