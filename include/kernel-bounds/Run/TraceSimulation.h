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
/// took, with loads that wait for the stores that really wrote their bytes,
/// with branches that a predictor has to guess, and with the caches of the
/// model. If the model has none, all data are in the first-level cache.
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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// A conditional branch of a loop, or of what the loop calls.
struct RunBranch {
  uint32_t Inst = 0; ///< Into RunTrace::Insts.
  uint64_t Address = 0;
  std::string Module; ///< That the address is in; empty: that of the loop.
  /// Where it goes if it is taken; 0: it never was, or its code does not say.
  uint64_t Target = 0;
  uint64_t NumRuns = 0, NumTaken = 0, NumMispredicted = 0;
};

/// An instruction of a loop, or of what the loop calls.
struct RunInst {
  uint64_t Address = 0;
  double Runs = 0;         ///< A trip.
  double Cycles = 0;       ///< A trip, in which nothing retired before it.
  std::string Text;        ///< Assembly.
  std::string Module = {}; ///< As RunBranch.
};

/// How long trips really took.
struct MeasuredTrips {
  double Cycles = 0;       ///< A trip, with what ran between visits.
  unsigned NumWindows = 0; ///< Of the run that began and ended in the loop.
  unsigned NumOnLine = 0;  ///< Those that agree.
};

/// A part of the cycles of a trip.
struct CycleShare {
  std::string Name; ///< "dependences", "memory".
  double Cycles = 0;
};

/// A trip with one thing changed.
struct RunEffect {
  std::string Name; ///< "latency of L3, halved".
  double Cycles = 0;
};

/// What could be changed about a loop or its data.
enum class AdviceKind : uint8_t {
  HugePages,       ///< Pages of 2 MiB.
  Prefetch,        ///< By an instruction, some trips ahead.
  Contiguous,      ///< Data without gaps.
  LoopOrder,       ///< Accesses in the order of the data.
  ConditionalMove, ///< In place of a branch.
  MatchWidths,     ///< Loads as wide as the stores whose bytes they get.
  MoveApart,       ///< Data at other distances than multiples of 4 KiB.
  LongerVisits     ///< More trips in a visit.
};
/// As in JSON: "huge-pages".
llvm::StringRef adviceName(AdviceKind K);

/// A change, with what a trip takes without and with it.
struct RunAdvice {
  AdviceKind Kind;
  std::string Text; ///< "pages of 2 MiB": that "would give".
  double From = 0, To = 0;
};

/// What the caches did for an instruction.
struct RunAccesses {
  uint32_t Inst = 0; ///< Into RunTrace::Insts.
  uint64_t Address = 0;
  std::string Module;   ///< As RunBranch.
  bool IsStore = false; ///< It loads nothing.
  uint64_t NumRuns = 0;
  /// Executions by the level that their data came from, the first level first
  /// and memory last.
  std::vector<uint64_t> FromLevel;
  uint64_t NumWalks = 0; ///< With a page walk.
  uint64_t Delay = 0; ///< Cycles of its loads, later than in the first level.

  /// Executions whose data were not in the first level.
  uint64_t numMisses() const {
    return FromLevel.empty() ? 0 : NumRuns - FromLevel.front();
  }
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
  /// A trip, with what ran between its visits; 0 if not known.
  double CyclesAround = 0;
  /// For each time that its header ran, in which an instruction of the loop
  /// itself was the next to retire: with what enters and leaves it, and without
  /// what it calls. 0 if not known.
  double CyclesOwn = 0;
  double MispredictedOwn = 0; ///< Branches of the loop itself, as CyclesOwn.
  std::optional<MeasuredTrips> Measured;
  double CyclesOfBranches = 0; ///< Of them: gone with perfect branches.
  double Mispredicted = 0;     ///< Branches a trip.
  double Forwarded = 0; ///< Loads a trip whose bytes a store in flight wrote.
  double NewLines = 0;  ///< Lines of 64 bytes a trip, not met in the stretch.
  /// Of visits from entry to exit: trips, the least, the middle and the most.
  uint64_t NumWholeVisits = 0, LeastTrips = 0, MedianTrips = 0, MostTrips = 0;
  size_t NumWays = 0;              ///< Different paths of trips.
  double FirstWay = 0;             ///< Share of the most frequent one.
  std::vector<RunInst> Insts;      ///< By address.
  std::vector<RunBranch> Branches; ///< Those mispredicted most first.
  /// What Cycles consist of: what the core takes if nothing of what follows is
  /// in its way, then what each adds. Their sum is Cycles.
  std::vector<CycleShare> Stack;
  /// With one resource better at a time, what helps most first; empty unless
  /// TraceOptions::Sensitivity asks for it.
  std::vector<RunEffect> Sensitivity;
  std::vector<RunAdvice> Advice; ///< What helps most first.
  /// Loads a trip whose bytes were stored in the same visit: where there are
  /// none, pointers that could meet did not.
  double Met = 0;
  std::vector<double> FromLevel; ///< Instructions a trip, as RunAccesses; empty
                                 ///< without caches.
  double Walks = 0;              ///< Page walks a trip.
  std::vector<RunAccesses> Accesses; ///< Those with most Delay first.
};

/// Calls Work for tasks 0 to N - 1, on any threads, and Deliver for each of
/// them in their order, on the calling one.
using TaskRunner =
    std::function<void(size_t N, llvm::function_ref<void(size_t)> Work,
                       llvm::function_ref<void(size_t)> Deliver)>;

/// How a trace is simulated.
struct TraceOptions {
  bool PerfectCaches = false; ///< All data are in the first level.
  uint64_t PageBytes = 4096;
  bool Sensitivity = false; ///< Ask what a better core would give.
  TaskRunner InOrder;       ///< Empty: one stretch after the other.
};

/// Figures of a trace.
struct TraceFigures {
  std::vector<LoopRunFigures> Loops; ///< Parallel to RunTrace::Loops.
  /// "L1", "L2", "memory"; empty: no caches were simulated.
  std::vector<std::string> Levels;
  std::string CacheSource; ///< Name of the model that has them.
};

/// Simulates all stretches of \p T on \p Model, which is of its target. In a
/// stretch, the front end is as fast as it is in the loop that has most of the
/// instructions, on the way that most of its trips take.
/// \returns figures for each loop of \p T; NumCounted is 0 where nothing is
/// known. Fails if the trace cannot be decoded. O(instructions), and O(lines of
/// the caches) for each stretch.
llvm::Expected<TraceFigures> simulateTrace(const RunTrace &T, PortModel &Model,
                                           const TraceOptions &Options = {});

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_RUN_TRACESIMULATION_H
