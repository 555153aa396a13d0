//===- TripPlan.cpp - The trip counts that are timed ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/TripPlan.h"
#include <algorithm>
#include <random>

using namespace kernelbounds;

TripPlan kernelbounds::farthestPlan(long MaxN) {
  TripPlan Plan;
  Plan.Many = MaxN;
  Plan.Few = std::max(MaxN / 4, 1L);
  for (long Unit : {128L, 64L, 32L})
    if (long Apart = (MaxN - MaxN / 5) / Unit * Unit) {
      Plan.Few = MaxN - Apart;
      break;
    }
  return Plan;
}

/// A jitter is a whole number of trips, and at least 8.
static long jitterUnit(long PerTrip) {
  long Unit = PerTrip;
  while (Unit < 8)
    Unit *= 2;
  return Unit;
}

bool kernelbounds::makeEndsAlike(TripPlan &Plan, long PerTrip) {
  constexpr long FewAtMost = 128, ManyAtLeast = 208;
  const long Room = 3 * jitterUnit(PerTrip);
  if (Plan.Many <= FewAtMost * PerTrip ||
      Plan.Few - Room >= ManyAtLeast * PerTrip)
    return false;
  const long Apart = (Plan.Many - Room - ManyAtLeast * PerTrip) / 64 * 64;
  if (Apart >= 64 * PerTrip) {
    Plan.Few = Plan.Many - Apart;
  } else {
    Plan.Many = FewAtMost * PerTrip;
    Plan.Few = Plan.Many - (Plan.Many - Plan.Many / 5) / 32 * 32;
  }
  return true;
}

void kernelbounds::addJitter(TripPlan &Plan, long PerTrip) {
  constexpr long KnownAtMost = 64;
  if (Plan.Many <= KnownAtMost * PerTrip)
    return;
  const long Unit = jitterUnit(PerTrip);
  for (unsigned Num : {4u, 2u}) {
    long Room = (Num - 1) * Unit;
    // Even the shortest run must be one that enters the loop.
    if (Plan.Few - Room < std::max(16L, 2 * PerTrip))
      continue;
    Plan.Few -= Room;
    Plan.Many -= Room;
    Plan.Jitter = Unit;
    Plan.NumJitters = Num;
    return;
  }
}

std::vector<uint8_t> kernelbounds::drawJitters(unsigned NumCalls,
                                               unsigned NumJitters) {
  constexpr unsigned MinCalls = 16384;
  std::mt19937 Random(1);
  std::vector<uint8_t> Jitters;
  do {
    const size_t First = Jitters.size();
    for (unsigned I = 0; I < NumCalls; ++I)
      Jitters.push_back(I % NumJitters);
    // Not std::shuffle: its results differ from library to library.
    for (size_t I = NumCalls; I > 1; --I)
      std::swap(Jitters[First + I - 1], Jitters[First + Random() % I]);
  } while (Jitters.size() < MinCalls);
  return Jitters;
}
