//===- FlagResult.h - What flags of a compiler make of loops ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the loops of a file take if the whole of it is compiled with other
/// flags.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_FLAGRESULT_H
#define KERNEL_BOUNDS_TUNING_FLAGRESULT_H

#include "kernel-bounds/Model/Cycles.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// A loop of the source, of one function.
struct FlaggedLoop {
  std::string File, Function;
  unsigned Line = 0, Column = 0;
  /// Of one iteration of the source, with the user's flags and with the others.
  CyclesPerIter Now, Then;
};

struct FlagResult {
  std::string Flags; ///< Behind those of the user.
  /// Loops of which both are known.
  std::vector<FlaggedLoop> Loops;
  /// Of these: faster, or slower, by more than the report's least gain.
  unsigned NumFaster = 0, NumSlower = 0;

  /// The geometric mean over Loops of how many times as fast they are.
  double timesAsFast() const;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_FLAGRESULT_H
