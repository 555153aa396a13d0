//===- StretchLog.h - When to record, and what was recorded --- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses moments of a run for recording, evenly over a run of unknown length,
/// and keeps the stretches. Private to lib/Run.
///
/// Example: with room for 16, stretches are recorded 50 ms apart until there
/// are
/// 16. Then every second one is dropped, and from then on they come 100 ms
/// apart. With more room they are closer.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_STRETCHLOG_H
#define KERNEL_BOUNDS_LIB_RUN_STRETCHLOG_H

#include "HostThread.h"
#include "ProcessMaps.h"
#include "kernel-bounds/Run/ProgramRun.h"
#include "kernel-bounds/Run/RunTrace.h"
#include <algorithm>
#include <chrono>

namespace kernelbounds {

/// Of stretches that would fill a trace, fewer are kept. An instruction has
/// less than three accesses on average.
unsigned roomFor(const RunOptions &Options);

class StretchLog {
public:
  using Clock = std::chrono::steady_clock;

  explicit StretchLog(unsigned Room)
      : Room(Room),
        Interval(std::chrono::microseconds(800'000 / std::max(Room, 16U))) {}

  bool isDue(Clock::time_point Now) const { return Now >= Next; }
  /// A stretch of thread \p Thread with the place of each of its instructions.
  void add(uint32_t Thread, SteppedStretch &&S,
           std::vector<ProcessMaps::Place> &&Places, Clock::time_point Now);
  /// All as one trace, in which addresses are offsets in files. Instructions
  /// that several stretches share are in it once.
  RunTrace take(const std::string &Triple,
                const std::vector<std::string> &Modules);
  size_t size() const { return Stretches.size(); }

private:
  struct Entry {
    uint32_t Thread;
    SteppedStretch Steps;
    std::vector<ProcessMaps::Place> Places;
  };

  unsigned Room;
  Clock::duration Interval;
  Clock::time_point Next = {};
  std::vector<Entry> Stretches;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_STRETCHLOG_H
