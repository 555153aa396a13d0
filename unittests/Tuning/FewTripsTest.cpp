//===- FewTripsTest.cpp - Tests of short visits ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/FewTrips.h"
#include "../Simulation/RandomProgram.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include "kernel-bounds/Simulation/Visits.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

constexpr unsigned NumPorts = 4;

CoreSizes core() {
  CoreSizes M;
  M.IssueWidth = M.RetireWidth = 4;
  M.ReorderBuffer = 64;
  return M;
}

} // namespace

// The example of the header.
TEST(FewTrips, Sum) {
  const SimProgram P =
      makeProgram({{PortSet::single(0), 4, {{0, 1}}}}, NumPorts);
  const std::vector<TimeOfTrips> Few = findFewTrips({P, core(), 4}, 0);
  ASSERT_FALSE(Few.empty());
  LoopPart Part = {1, 4, 4};
  Part.Few = Few;
  EXPECT_EQ(Few.front().Trips, 1u);
  EXPECT_NEAR(timeOfTrips(Part, 16).toDouble(), 16, 3);
  for (uint64_t Long : {192, 256, 1000})
    EXPECT_NEAR(timeOfTrips(Part, Long).toDouble(), 4.0 * (Long - 64), 8);
  // A number that was not simulated lies between its neighbours.
  const double At20 = cyclesOfVisit(P, core(), {20, 0}, 0).value().toDouble();
  EXPECT_NEAR(timeOfTrips(Part, 20).toDouble(), At20, At20 / 10);
}

// Numbers ascend, and so does what they take.
TEST(FewTrips, Ascend) {
  Random R(5);
  for (unsigned Round = 0; Round < 30; ++Round) {
    const SimProgram P = makeProgram(randomInsts(R, NumPorts), NumPorts);
    const CyclesPerIter Trip = simulate(P, core(), {}).Cycles;
    TimeOfTrips Before = {0, {}};
    for (const TimeOfTrips &F :
         findFewTrips({P, core(), Trip, unsigned(R.below(30))}, 0)) {
      EXPECT_GT(F.Trips, Before.Trips);
      EXPECT_GE(F.Cycles.toDouble(), Before.Cycles.toDouble() * 0.98);
      EXPECT_EQ(64 % F.Cycles.denominator(), 0);
      Before = F;
    }
  }
}

// The ports are as busy in overlapped visits, and a budget may be too small.
TEST(FewTrips, NothingToGain) {
  const SimProgram Busy = makeProgram({{PortSet::single(0), 4}}, NumPorts);
  EXPECT_TRUE(findFewTrips({Busy, core(), 1}, 0).empty());
  const SimProgram Chain =
      makeProgram({{PortSet::single(0), 4, {{0, 1}}}}, NumPorts);
  EXPECT_TRUE(findFewTrips({Chain, core(), 4}, /*Budget=*/30).empty());
  // But their end is hidden by the next visit.
  EXPECT_FALSE(findFewTrips({Chain, core(), 4, 12}, 0).empty());
}
