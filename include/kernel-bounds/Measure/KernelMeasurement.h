//===- KernelMeasurement.h - One measured loop ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From an object to the cycles of its dominating loop: steps through it with
/// two trip counts, finds the loop that grows, and times the difference.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_KERNELMEASUREMENT_H
#define KERNEL_BOUNDS_MEASURE_KERNELMEASUREMENT_H

#include "kernel-bounds/Measure/CycleTimer.h"
#include "kernel-bounds/Measure/KernelCode.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

class CsvTable;

/// What became of one kernel in one variant.
enum class MeasureStatus : uint8_t {
  Ok,
  Duplicate,     ///< The same loop was measured already.
  Unsteady,      ///< The rounds do not agree.
  MissesCache,   ///< Its data do not stay in the first level.
  Short,         ///< Too few trips for a difference.
  NoLoop,        ///< No innermost loop of its own grows with the trip count.
  CompileFailed, ///< The compiler refused it, or is too old.
  RunFailed,     ///< Crashed, or took too long.
  CannotRun      ///< Built for extensions that this machine lacks.
};
/// "ok", "duplicate", "misses-cache", ...
llvm::StringRef statusName(MeasureStatus S);
llvm::Expected<MeasureStatus> parseStatus(llvm::StringRef Name);

struct KernelMeasurement {
  MeasureStatus Status = MeasureStatus::Ok;
  std::string Detail;    ///< Why, where that is not plain.
  uint64_t LoopHash = 0; ///< Of the dominating loop.
  TripPlan Plan;
  /// Executions of the blocks in a run with Plan.Many trips, less those in a
  /// run with Plan.Few.
  std::vector<BlockCount> Blocks;
  uint64_t Trips = 0; ///< Of the dominating loop, out of Blocks.
  /// Its further trips, if they did not all go the same way.
  TripLog Ways;
  /// Whether the run showed a chain through memory in it (DataFlow.h); none if
  /// the run was not looked at for that.
  std::optional<bool> IsCarried;
  unsigned Instructions = 0; ///< In one trip of it.
  double Share = 0;          ///< Of it in all executed instructions.
  /// Cycles of all Blocks together: what Timings say together.
  Timing Time;
  std::vector<Timing> Timings; ///< At different times; in the log steady ones.
  bool IsFinal = true;         ///< No more timings are wanted.
  /// What the machine was like, and how timings were made: of
  /// describeConditions(). Empty if it was not timed.
  std::string Conditions;

  /// Cycles for each trip of the dominating loop.
  double cyclesPerTrip() const { return Time.Cycles / Trips; }
};

struct MeasureOptions {
  TimerOptions Timer;
  uint64_t MaxSteps = 2'000'000;
  uint64_t LeastTrips = 8; ///< Below that the kernel is Short.
};

/// Steps through \p Object and fills everything but Time. Fails only where no
/// kernel can be stepped through.
llvm::Expected<KernelMeasurement> stepObject(llvm::StringRef Object,
                                             const MeasureOptions &Options);
/// Times \p Object by \p M.Plan, and sets Time, Status and Detail.
void timeObject(llvm::StringRef Object, const MeasureOptions &Options,
                KernelMeasurement &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_KERNELMEASUREMENT_H
