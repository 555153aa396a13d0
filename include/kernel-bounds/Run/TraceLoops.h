//===- TraceLoops.h - The recorded trips of a loop ------------ -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names the hot loops in a trace, and finds their trips in its stretches.
///
/// Example: a stretch that enters a loop, goes around five times and leaves it
/// has one LoopVisit of five trips, of which entry and exit were seen.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_RUN_TRACELOOPS_H
#define KERNEL_BOUNDS_RUN_TRACELOOPS_H

#include "kernel-bounds/Run/HotCode.h"
#include "kernel-bounds/Run/RunTrace.h"

namespace kernelbounds {

/// Makes addresses in files of the offsets that \p T has, and names in it the
/// \p Most loops of \p Code with most time, but none beyond the first that
/// together have 90 % of the time outside of the system. Instructions of no
/// file keep their address.
void nameLoops(RunTrace &T, const HotCode &Code, unsigned Most);

/// A time that a stretch spends in a loop.
struct LoopVisit {
  uint32_t Stretch = 0; ///< Into RunTrace::Stretches.
  /// Where its trips begin, into the path of the stretch, and where the last
  /// whole one ends.
  std::vector<uint32_t> Headers;
  bool HasEntry = false, HasExit = false; ///< They are in the stretch.

  /// Whole trips.
  size_t numTrips() const { return Headers.size() - 1; }
};

/// The visits of \p L with at least one header, in the order of the trace.
/// \p IsCall says of each instruction of \p T whether it is a call: what is
/// called from the loop is part of its trips. O(instructions).
std::vector<LoopVisit> findVisits(const RunTrace &T, const TraceLoop &L,
                                  const std::vector<bool> &IsCall);

/// One way that trips went.
struct TripWay {
  std::vector<uint32_t> Path; ///< Into RunTrace::Insts.
  size_t NumTrips = 0;
};
/// The ways of all whole trips of \p Visits, the most frequent first.
std::vector<TripWay> findWays(const RunTrace &T,
                              const std::vector<LoopVisit> &Visits);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_RUN_TRACELOOPS_H
