//===- TraceLoopsTest.cpp - The recorded trips of a loop ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/TraceLoops.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

/// Instructions of one byte at the addresses 'a', 'b', ...; the loop has those
/// from 'f' to 'j', of which 'h' is a call.
RunTrace trace(std::initializer_list<const char *> Paths) {
  RunTrace T;
  T.Modules = {"/a"};
  for (char C = 'a'; C <= 'z'; ++C)
    T.Insts.push_back({0, uint64_t(C), 1, 0, {}});
  T.Loops.push_back({0, 'f', "", "", 0, 0, {{'f', 'j' + 1}}});
  for (const char *Path : Paths) {
    TraceStretch S;
    for (; *Path; ++Path)
      S.Path.push_back(*Path - 'a');
    T.Stretches.push_back(S);
  }
  return T;
}

/// "stretch:trips", with "<" where the entry was seen and ">" for the exit.
std::string visits(const RunTrace &T) {
  std::vector<bool> IsCall(T.Insts.size());
  IsCall['h' - 'a'] = true;
  std::string Text;
  for (const LoopVisit &V : findVisits(T, T.Loops[0], IsCall))
    Text += (Text.empty() ? "" : " ") + std::to_string(V.Stretch) +
            (V.HasEntry ? "<" : ":") + std::to_string(V.numTrips()) +
            (V.HasExit ? ">" : "");
  return Text;
}

} // namespace

TEST(TraceLoops, Visits) {
  EXPECT_EQ(visits(trace({"abc"})), "");
  EXPECT_EQ(visits(trace({"fgfgfg"})), "0:2");
  EXPECT_EQ(visits(trace({"efgfgfgk"})), "0<2>");
  // The stretch begins within the loop: the first part is no trip.
  EXPECT_EQ(visits(trace({"gjfgfg", "jg"})), "0:1");
  EXPECT_EQ(visits(trace({"efgkefgfgk", "fg"})), "0<0> 0<1> 1:0");
}

TEST(TraceLoops, CallsArePartOfATrip) {
  // 'h' calls what is at 'x', and returns to 'i'.
  EXPECT_EQ(visits(trace({"efghxyzijfghxifgk"})), "0<2>");
  // One that does not come back ends nothing that was seen.
  EXPECT_EQ(visits(trace({"efgfghxyz"})), "0<1");
  // Without a call, the same way leaves the loop, and enters it elsewhere than
  // at the header.
  EXPECT_EQ(visits(trace({"efgxyzijfgk"})), "0<0> 0:0>");
}

TEST(TraceLoops, Ways) {
  const RunTrace T = trace({"fgfhijfgfgk", "efhijf"});
  const std::vector<LoopVisit> V =
      findVisits(T, T.Loops[0], std::vector<bool>(T.Insts.size()));
  const std::vector<TripWay> Ways = findWays(T, V);
  ASSERT_EQ(Ways.size(), 2u);
  EXPECT_EQ(Ways[0].NumTrips, 2u); // fg; the last of it has no end.
  EXPECT_EQ(Ways[0].Path, (std::vector<uint32_t>{5, 6}));
  EXPECT_EQ(Ways[1].NumTrips, 2u);
  EXPECT_EQ(Ways[1].Path.size(), 4u);
}
