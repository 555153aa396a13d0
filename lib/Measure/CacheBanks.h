//===- CacheBanks.h - How many loads may read a bank ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads of one place of lines, and of two places that are more and more bytes
/// apart, tell whether and where the first-level cache has banks. Private to
/// lib/Measure.
///
/// Example: Golden Cove has three loads a cycle. Of the same byte, or of the
/// first bytes of several lines, it has two; of bytes 0 and 2 of lines in turn
/// two, too, and of bytes 0 and 4 nearly three. So two loads of a cycle may
/// read the same four bytes of a line.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_CACHEBANKS_H
#define KERNEL_BOUNDS_LIB_MEASURE_CACHEBANKS_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

class ExperimentList;

/// Adds "banks.*", for x86.
void addBankExperiments(ExperimentList &L);

/// What "banks.*" say.
struct CacheBanks {
  unsigned Bytes = 0;        ///< Of a bank.
  unsigned LoadsPerBank = 0; ///< Of a cycle; 0: as many as there are.

  bool operator==(const CacheBanks &O) const {
    return Bytes == O.Bytes && LoadsPerBank == O.LoadsPerBank;
  }
};

/// \returns nothing if not all of it was measured, or if loads meet in a way
/// for which models have no key.
std::optional<CacheBanks> findCacheBanks(const CoreFigures &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_CACHEBANKS_H
