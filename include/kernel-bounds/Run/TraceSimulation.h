//===- TraceSimulation.h - Recorded instructions on a core ---- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Simulates the stretches of a trace as they ran: on the paths that the trips
/// took, with loads that wait for the stores that really wrote their bytes, and
/// with branches that a predictor has to guess. All data are in the first-level
/// cache.
///
/// Example: a loop adds up what it loads, behind a branch that is taken at
/// random. By its bounds, a trip takes 1.5 cycles; simulated as it ran it takes
/// 8.9, of which 7.3 are those of mispredicted branches.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_RUN_TRACESIMULATION_H
#define KERNEL_BOUNDS_RUN_TRACESIMULATION_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Model/PortModel.h"
#include "kernel-bounds/Run/RunTrace.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// A conditional branch of a loop.
struct RunBranch {
  uint64_t Address = 0;
  uint64_t NumRuns = 0, NumTaken = 0, NumMispredicted = 0;
};

/// What the trace knows of one loop. Figures are of the counted trips, which
/// begin when the simulated core has filled.
struct LoopRunFigures {
  /// By the bounds, on the way that most trips took; nothing if no trip is
  /// recorded.
  std::optional<CyclesPerIter> Bound;
  std::string Verdict;                  ///< "limited by latency".
  uint64_t NumVisits = 0, NumTrips = 0; ///< Recorded.
  uint64_t NumCounted = 0;              ///< Trips that the figures are of.
  double Instructions = 0;              ///< A trip.
  double Cycles = 0;                    ///< A trip.
  double CyclesOfBranches = 0; ///< Of them: gone with perfect branches.
  double Mispredicted = 0;     ///< Branches a trip.
  double Forwarded = 0; ///< Loads a trip whose bytes a store in flight wrote.
  double NewLines = 0;  ///< Lines of 64 bytes a trip, not met in the stretch.
  /// Of visits from entry to exit: trips, the least, the middle and the most.
  uint64_t NumWholeVisits = 0, LeastTrips = 0, MedianTrips = 0, MostTrips = 0;
  size_t NumWays = 0;              ///< Different paths of trips.
  double FirstWay = 0;             ///< Share of the most frequent one.
  std::vector<RunBranch> Branches; ///< Those mispredicted most first.
};

/// Simulates all stretches of \p T on \p Model, which is of its target. In a
/// stretch, the front end is as fast as it is in the loop that has most of the
/// instructions, on the way that most of its trips take.
/// \returns figures for each loop of \p T; NumCounted is 0 where nothing is
/// known. Fails if the trace cannot be decoded. O(instructions).
llvm::Expected<std::vector<LoopRunFigures>> simulateTrace(const RunTrace &T,
                                                          PortModel &Model);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_RUN_TRACESIMULATION_H
