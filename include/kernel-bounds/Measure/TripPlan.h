//===- TripPlan.h - The trip counts that are timed --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel is timed with two trip counts, and the difference is the time of
/// the further trips, so that entry and exit do not count. That is so only if
/// both runs end alike for the core, too: docs/evidence/accuracy.md, Cycles.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_TRIPPLAN_H
#define KERNEL_BOUNDS_MEASURE_TRIPPLAN_H

#include <cstdint>
#include <vector>

namespace kernelbounds {

/// Calls kernel(n) with two numbers n.
struct TripPlan {
  long Few = 0, Many = 0;
  /// Added to both: 0 to NumJitters - 1 times this.
  long Jitter = 0;
  unsigned NumJitters = 1; ///< A power of two, at most 8.
};

/// Two counts as far apart as can be for a kernel of at most \p MaxN, a
/// multiple of 64 where that leaves enough: both then have the same rest after
/// any usual unrolling.
TripPlan farthestPlan(long MaxN);

/// Makes the two runs end alike if the loop has one trip for each \p PerTrip of
/// their counts: both have at most 128 trips, or both at least 208. The end of
/// a loop costs more once its trips fill the history of the branch predictor:
/// on Zen 5, 47 cycles more from about 160 trips on and 98 from about 190 on,
/// whether the trip count varies or not. \returns whether anything changed.
bool makeEndsAlike(TripPlan &Plan, long PerTrip);

/// Varies the counts if the loop has one trip for each \p PerTrip of them, so
/// that no predictor knows where it ends. Not if both runs have at most 64
/// trips: Zen 5 sees their ends coming if they do not vary, and if it does not,
/// the longer run hides more of what a wrong prediction costs.
void addJitter(TripPlan &Plan, long PerTrip);

/// What is added to the counts of calls, in batches of \p NumCalls, as
/// multiples of TripPlan::Jitter: each batch has the same ones, in an order of
/// its own. 16,384 calls or more, as a predictor learns the order of a few
/// hundred, and then sees the ends of short runs coming and not those of long
/// ones. Deterministic.
std::vector<uint8_t> drawJitters(unsigned NumCalls, unsigned NumJitters);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_TRIPPLAN_H
