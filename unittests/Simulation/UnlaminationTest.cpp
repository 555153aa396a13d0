//===- UnlaminationTest.cpp - Un-laminated micro-ops at rename
//-------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Unlamination.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <vector>

using namespace kernelbounds;

namespace {

/// 'U' is un-laminated; anything else is of one slot.
CyclesPerIter cycles(llvm::StringRef Trip, unsigned Width,
                     unsigned Entries = 3) {
  std::vector<uint8_t> Slots;
  for (char C : Trip)
    Slots.push_back(C == 'U' ? 2 : 1);
  return unlaminatedCycles(Slots, Width, Entries);
}

// As measured on Ice Lake, to 0.01 cycles.
TEST(Unlamination, FiveSlots) {
  EXPECT_EQ(cycles("UnnJ", 5), CyclesPerIter(1));
  EXPECT_EQ(cycles("UnnnJ", 5), CyclesPerIter(4, 3));
  EXPECT_EQ(cycles("UnnnnJ", 5), CyclesPerIter(3, 2));
  for (llvm::StringRef Trip : {"UnnnnnJ", "UnnnnnnJ", "UnnnnnnnJ"})
    EXPECT_EQ(cycles(Trip, 5), CyclesPerIter(2)) << Trip.str();
  EXPECT_EQ(cycles("UnnnnnnnnJ", 5), CyclesPerIter(7, 3));
  EXPECT_EQ(cycles("UnnnnnnnnnJ", 5), CyclesPerIter(5, 2));
  EXPECT_EQ(cycles("nnnnUJ", 5), CyclesPerIter(3, 2));
  EXPECT_EQ(cycles("nnnnnUJ", 5), CyclesPerIter(2));
  EXPECT_EQ(cycles("nnnnnnnnUJ", 5), CyclesPerIter(7, 3));
  EXPECT_EQ(cycles("UnnnUnnnJ", 5), CyclesPerIter(7, 3));
  // In a cycle: U n U, and then four slots of which the last U is the third.
  EXPECT_EQ(cycles("UnUnUn", 5), CyclesPerIter(2));
  EXPECT_EQ(cycles("UU", 5), CyclesPerIter(1));
  EXPECT_EQ(cycles("Unn", 5), CyclesPerIter(1));
}

// As measured on Golden Cove.
TEST(Unlamination, SixSlots) {
  EXPECT_EQ(cycles("UnnnnJ", 6), CyclesPerIter(4, 3));
  EXPECT_EQ(cycles("UnnnnnJ", 6), CyclesPerIter(3, 2));
  EXPECT_EQ(cycles("UnnnnnnJ", 6), CyclesPerIter(2));
  EXPECT_EQ(cycles("nnUUnsnJ", 6), CyclesPerIter(2));
  EXPECT_EQ(cycles("nnnnnnnUnnnnnnnUJ", 6), CyclesPerIter(4));
}

// Without any, or if all can be, what is lost is a slot before one that does
// not fit.
TEST(Unlamination, OthersShareCycles) {
  EXPECT_EQ(cycles("nnnnnnJ", 5), CyclesPerIter(7, 5));
  EXPECT_EQ(cycles("UnnnJ", 5, 5), CyclesPerIter(5, 4));
  EXPECT_EQ(cycles("U", 5, 5), CyclesPerIter(1, 2));
}

// A micro-op that is wider than a cycle begins anew and goes on.
TEST(Unlamination, WiderThanACycle) {
  EXPECT_EQ(cycles("UU", 1), CyclesPerIter(4));
  EXPECT_EQ(unlaminatedCycles({7, 1}, 4, 3), CyclesPerIter(2));
  // Nor does a wide renamer need room for all places that a trip may begin at.
  EXPECT_EQ(cycles("UnnJ", 100'000, 100'000), CyclesPerIter(1, 20'000));
}

} // namespace
