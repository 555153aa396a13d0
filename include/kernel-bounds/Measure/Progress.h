//===- Progress.h - How far a run is, and what is left ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lines of progress of a long series of measurements, one every five seconds:
///
///   120 of 610 experiments on the core (19 %), about 2 min left: load.v32
///
/// The time left follows from how long the steps of this run took on average.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_PROGRESS_H
#define KERNEL_BOUNDS_MEASURE_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <optional>
#include <string>

namespace kernelbounds {

class Progress {
public:
  using Clock = std::chrono::steady_clock;

  /// \p Things is what is counted, "forms". \p IsMost: the number of all of
  /// them is the largest that there can be, and so is the time left.
  Progress(llvm::StringRef Things, bool IsMost, Clock::time_point Now)
      : Things(Things), IsMost(IsMost), Began(Now), Last(Now) {}

  /// \p Done of \p All are behind; what earlier runs measured may be among
  /// them, and several measurements may be one step. The line to show, if it is
  /// time for one. \p Name is what was measured last.
  std::optional<std::string> step(size_t Done, size_t All, llvm::StringRef Name,
                                  Clock::time_point Now);

private:
  std::string Things;
  bool IsMost;
  Clock::time_point Began, Last;
  std::optional<size_t> LastDone;
  size_t NumSteps = 0; ///< Of this run, each of which took time.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_PROGRESS_H
