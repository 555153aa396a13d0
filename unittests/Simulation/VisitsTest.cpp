//===- VisitsTest.cpp - Tests of overlapping visits -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Visits.h"
#include "RandomProgram.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

constexpr unsigned NumPorts = 4;

CoreSizes core(unsigned ReorderBuffer) {
  CoreSizes M;
  M.IssueWidth = M.RetireWidth = 4;
  M.ReorderBuffer = ReorderBuffer;
  M.StartDelay = M.FreeDelay = 0;
  return M;
}

/// An addition that takes \p Latency cycles and waits for the one before.
SimProgram chain(int Latency) {
  return makeProgram({{PortSet::single(0), Latency, {{0, 1}}}}, NumPorts);
}

CyclesPerIter visit(const SimProgram &P, const CoreSizes &M, unsigned Trips,
                    unsigned End = 0) {
  return cyclesOfVisit(P, M, {Trips, End}, 0).value();
}

} // namespace

// The example of the header.
TEST(Visits, Overlap) {
  const SimProgram P = chain(4);
  EXPECT_EQ(simulate(P, core(16), {}).Cycles, 4);
  EXPECT_EQ(visit(P, core(16), 4), 4);
  // Three visits of eight have a part in the buffer.
  EXPECT_EQ(visit(P, core(16), 8), CyclesPerIter(32, 3));
  // The next visit has done what the buffer holds of it when this one ends.
  EXPECT_NEAR(visit(P, core(16), 32).toDouble(), 4 * (32 - 16), 6);
  // A core that holds nothing else does one after the other.
  EXPECT_EQ(visit(P, core(1), 4), 16);
  EXPECT_FALSE(cyclesOfVisit(P, core(16), {8, 0}, /*Budget=*/20));
}

// A visit of 32 trips fills the buffer: the end holds up the next one. Of short
// visits, others are at work meanwhile.
TEST(Visits, End) {
  const SimProgram P = chain(4);
  const double Long = visit(P, core(16), 64).toDouble();
  EXPECT_NEAR(visit(P, core(16), 64, 20).toDouble(), Long + 20, 6);
  EXPECT_LT(visit(P, core(64), 2, 20), visit(P, core(64), 2) + 10);
  const SimProgram V = makeVisitProgram(P, {3, 20});
  EXPECT_EQ(V.Insts.size(), 4u);
  EXPECT_EQ(V.NumSlots, 4u);
  EXPECT_EQ(V.MaxDistance, 0u);
}

// Trips that wait for nothing of the one before take the same, however they are
// divided into visits.
TEST(Visits, WithoutDependencesNothingChanges) {
  Random R(11);
  unsigned Exact = 0;
  for (unsigned Round = 0; Round < 100; ++Round) {
    std::vector<ToyInst> Insts = randomInsts(R, NumPorts);
    for (ToyInst &I : Insts) {
      llvm::erase_if(I.Inputs, [](auto In) { return In.second != 0; });
      I.DrawnTrips = 0;
    }
    addPlaces(Insts, R);
    const SimProgram P = makeProgram(Insts, NumPorts);
    CoreSizes M = core(12 + R.below(40));
    addBanks(M, R);
    const unsigned Trips = 1 + R.below(5);
    const SimulationResult One = simulate(P, M, {});
    const SimulationResult All =
        simulate(makeVisitProgram(P, {Trips, 0}), M, {});
    if (!One.IsExact || !All.IsExact)
      continue;
    ++Exact;
    EXPECT_EQ(All.Cycles, One.Cycles * Trips) << Round;
  }
  EXPECT_GT(Exact, 50u);
}

// No more than the trips of a long loop, and in the end about as much for each
// trip: a core that chooses ports while it waits does not always do so alike.
TEST(Visits, LongOnesAreLoops) {
  Random R(12);
  for (unsigned Round = 0; Round < 60; ++Round) {
    const SimProgram P = makeProgram(randomInsts(R, NumPorts), NumPorts);
    const CoreSizes M = core(16);
    const double Trip = simulate(P, M, {}).Cycles.toDouble();
    const double Short = visit(P, M, 64).toDouble();
    const double Long = visit(P, M, 128).toDouble();
    EXPECT_LE(Long, 128 * Trip * 1.08 + 2) << Round;
    EXPECT_NEAR((Long - Short) / 64, Trip, Trip * 0.12 + 0.05) << Round;
  }
}
