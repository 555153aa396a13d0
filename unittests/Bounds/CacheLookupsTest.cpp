//===- CacheLookupsTest.cpp -----------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLookups.h"
#include "FrontEndTestSupport.h"
#include "TestSupport.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

/// Lines of the windows of one run after the other; 0 at the end of a run: only
/// the end of the last instruction, or of the last line, is there.
unsigned cycles(const std::vector<std::vector<unsigned>> &Runs) {
  std::vector<LookedUpWindow> Windows;
  for (const std::vector<unsigned> &Run : Runs)
    for (size_t I = 0; I < Run.size(); ++I) {
      Windows.push_back({Run[I], I == 0, false});
    }
  return computeLookupCycles(Windows, 2, 2);
}

// Cycles of loops of nops that were measured on Zen 5, where they are more than
// an eighth of the slots.
TEST(CacheLookups, MeasuredRuns) {
  EXPECT_EQ(cycles({{1}}), 1u);
  EXPECT_EQ(cycles({{2}}), 1u);
  EXPECT_EQ(cycles({{3}}), 3u);
  EXPECT_EQ(cycles({{4}}), 3u);
  EXPECT_EQ(cycles({{5}}), 5u);
  EXPECT_EQ(cycles({{6}}), 5u);
  EXPECT_EQ(cycles({{7}}), 7u);
  EXPECT_EQ(cycles({{1, 0}}), 1u);
  EXPECT_EQ(cycles({{1, 1}}), 1u);
  EXPECT_EQ(cycles({{2, 0}}), 2u);
  EXPECT_EQ(cycles({{1, 3}}), 3u);
  EXPECT_EQ(cycles({{2, 3, 0}}), 4u);
  EXPECT_EQ(cycles({{2, 2, 3, 0}}), 5u);
  EXPECT_EQ(cycles({{3, 0}}), 4u);
  EXPECT_EQ(cycles({{3, 2}}), 4u);
  EXPECT_EQ(cycles({{3, 3}}), 6u);
  EXPECT_EQ(cycles({{3, 3, 0}}), 7u);
  EXPECT_EQ(cycles({{1, 1, 0}}), 2u);
  EXPECT_EQ(cycles({{1, 3, 1}}), 4u);
  EXPECT_EQ(cycles({{2, 1, 0}}), 3u);
  EXPECT_EQ(cycles({{2, 1, 2, 0}}), 4u);
  EXPECT_EQ(cycles({{6, 1}}), 5u);
  // Mostly 1.6 for 13 slots and 2.4 for 19, sometimes 2 and 3.
  EXPECT_EQ(cycles({{2, 1}}), 1u);
  EXPECT_EQ(cycles({{2, 1, 1}}), 2u);
}

TEST(CacheLookups, MeasuredTrips) {
  EXPECT_EQ(cycles({{1}, {1}}), 1u);
  EXPECT_EQ(cycles({{3}, {1}}), 3u);
  EXPECT_EQ(cycles({{3, 0}, {1}}), 4u);
  EXPECT_EQ(cycles({{3, 1}, {2, 0}}), 5u);
  EXPECT_EQ(cycles({{1}, {2, 0}}), 2u);
  EXPECT_EQ(cycles({{2}, {3, 0}}), 4u);
  EXPECT_EQ(cycles({{1}, {1}, {1}}), 1u); // 1.5: see LinesOfRuns.
}

/// Windows of 64 bytes, and two lines of six instructions for a lookup.
FrontEndParams lookups() {
  FrontEndParams P;
  P.Window = 64;
  P.LineInsts = 6;
  P.Rate = 2;
  P.Lookup = 2;
  return P;
}

/// \p Slots of nops of \p Size bytes and a fused dec and jnz of 5.
unsigned atStartOfWindow(unsigned Size, unsigned Slots) {
  std::vector<CodeInst> Code;
  uint64_t Address = 0;
  for (unsigned I = 1; I < Slots; ++I, Address += Size)
    Code.push_back({Address, Size, 1, false, false});
  Code.push_back({Address, 3, 0, true, false});
  Code.push_back({Address + 3, 2, 1, false, true});
  FrontEndBound B = computeFrontEndBound(Code, 64, lookups());
  EXPECT_EQ(B.Value, CyclesPerIter(B.LookupCycles));
  return B.LookupCycles;
}

// Measured at the start of a window.
TEST(CacheLookups, Code) {
  EXPECT_EQ(atStartOfWindow(1, 12), 1u); // 1.50: an eighth of the slots.
  EXPECT_EQ(atStartOfWindow(1, 13), 3u); // 3.01
  EXPECT_EQ(atStartOfWindow(1, 24), 3u); // 3.00
  EXPECT_EQ(atStartOfWindow(1, 25), 5u); // 5.01
  EXPECT_EQ(atStartOfWindow(1, 37), 7u); // 7.03
  EXPECT_EQ(atStartOfWindow(4, 15), 3u); // 3.01
  EXPECT_EQ(atStartOfWindow(4, 16), 4u); // 4.01: the jump crosses the end.
  EXPECT_EQ(atStartOfWindow(4, 30), 4u); // 4.01
  EXPECT_EQ(atStartOfWindow(4, 31), 6u); // 6.02
  EXPECT_EQ(atStartOfWindow(5, 13), 4u); // 4.01
  EXPECT_EQ(atStartOfWindow(8, 8), 1u);  // 1.00
  EXPECT_EQ(atStartOfWindow(8, 9), 2u);  // 2.01
  EXPECT_EQ(atStartOfWindow(8, 12), 2u); // 2.00
  EXPECT_EQ(atStartOfWindow(8, 17), 3u); // 3.00
  EXPECT_EQ(atStartOfWindow(8, 33), 5u); // 5.00
}

/// Runs of \p Slots nops of a byte and a jump, each in a window of its own.
FrontEndBound runsOf(std::initializer_list<unsigned> Slots) {
  std::vector<CodeInst> Code;
  uint64_t Window = 0;
  for (unsigned N : Slots) {
    for (unsigned I = 0; I < N; ++I)
      Code.push_back({Window * 64 + I, 1, 1, false, false});
    Code.push_back({Window++ * 64 + N, 2, 1, false, true});
  }
  return computeFrontEndBound(Code, 64, lookups());
}

// The runs of a trip share cycles, but no more than two lines come in one.
// Measured: 1.0, 1.5, 2.0, 2.5, 1.5, 3.5 and 5.5.
TEST(CacheLookups, LinesOfRuns) {
  EXPECT_EQ(runsOf({0, 0}).Value, CyclesPerIter(1));
  EXPECT_EQ(runsOf({0, 0, 0}).Value, CyclesPerIter(3, 2));
  EXPECT_EQ(runsOf({3, 3, 3, 0}).Value, CyclesPerIter(2));
  EXPECT_EQ(runsOf({0, 0, 0, 0, 0}).Value, CyclesPerIter(5, 2));
  EXPECT_EQ(runsOf({6, 0}).Value, CyclesPerIter(3, 2));
  EXPECT_EQ(runsOf({6, 6, 6, 0}).Value, CyclesPerIter(7, 2));
  EXPECT_EQ(runsOf({6, 6, 6, 6, 6, 0}).Value, CyclesPerIter(11, 2));
}

// More instructions at the end never make a trip faster by more than a cycle:
// what the last line shares with the next trip.
TEST(CacheLookups, MoreCode) {
  for (unsigned Size = 1; Size <= 10; ++Size)
    for (unsigned Slots = 3; Slots < 60; ++Slots)
      EXPECT_LE(atStartOfWindow(Size, Slots),
                atStartOfWindow(Size, Slots + 1) + 1)
          << Size << ' ' << Slots;
}

} // namespace
