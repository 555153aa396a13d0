//===- TripTiming.h - Cycles of a trip as measured --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How long a trip of a loop really took. Behind a stretch, the program runs on
/// for a few short times (windows) in which nothing watches it. Of each, the
/// trace has the processor time, and by how much the addresses moved that the
/// instructions of the stretch access. The stretch says by how much a trip
/// moves them; so the window has so many trips.
///
/// Stopping and going on takes time that is the same for short and long
/// windows: the cycles of a trip are the slope of a line through the windows,
/// the median of the slopes between any two of them (Theil and Sen). If a loop
/// was left and begun again at the same place in between, addresses say
/// nothing: then the windows do not lie on one line, and there is no figure.
///
/// Example: windows of 1000 and 3000 trips take 9000 and 23000 cycles: 7 cycles
/// a trip, and 2000 for each window.
///
/// Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_TRIPTIMING_H
#define KERNEL_BOUNDS_LIB_RUN_TRIPTIMING_H

#include "WarmUp.h"
#include "kernel-bounds/Run/TraceLoops.h"
#include "kernel-bounds/Run/TraceSimulation.h"

namespace kernelbounds {

/// Executions of an operand of shape \p S while its address moves by \p Bytes;
/// nothing if that does not follow.
std::optional<double> runsWhileMoving(const StreamShape &S, int64_t Bytes);

/// A window: trips, and the cycles that they took.
struct TripSample {
  double Trips, Cycles;
};
/// The line through \p Samples; nothing if there are fewer than six, or if less
/// than 60 % of them come as near to it as a tenth of their cycles.
/// O(square of their number).
std::optional<MeasuredTrips> fitTrips(llvm::ArrayRef<TripSample> Samples);

/// \p Accesses has those of each stretch of \p T, and \p Visits those of \p L.
std::optional<MeasuredTrips>
measureTrips(const RunTrace &T, const TraceLoop &L,
             llvm::ArrayRef<LoopVisit> Visits,
             llvm::ArrayRef<StretchAccesses> Accesses);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_TRIPTIMING_H
