//===- TripLogTest.cpp - Tests of the ways of trips -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/TripLog.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// "0+2*3 6+1": the first trip, their number, and how often.
std::string cut(std::vector<uint32_t> Trips, uint64_t MaxInsts = 100) {
  // Path 0 has 10 instructions, path 1 has 30.
  std::string Text;
  for (const TripStretch &S : cutIntoStretches(Trips, {10, 30}, MaxInsts)) {
    Text += (Text.empty() ? "" : " ") + std::to_string(S.First) + "+" +
            std::to_string(S.NumTrips);
    if (S.Repeats != 1)
      Text += "*" + std::to_string(S.Repeats);
  }
  return Text;
}

} // namespace

TEST(TripLog, Stretches) {
  EXPECT_EQ(cut({}), "");
  EXPECT_EQ(cut({0}), "0+1");
  EXPECT_EQ(cut({0, 0, 0}), "0+1*3");
  EXPECT_EQ(cut({0, 1, 0, 1, 0, 1}), "0+2*3");
  EXPECT_EQ(cut({0, 1, 0, 1, 0, 1, 0}), "0+2*3 6+1");
  // Once and a half is no period.
  EXPECT_EQ(cut({0, 0, 1, 0, 0}), "0+5");
  // A mismatch late in the sequence: the border shrinks more than once.
  EXPECT_EQ(cut({0, 0, 1, 0, 0, 0, 1}, 200), "0+7");
  // The period has 40 instructions, all six trips 120.
  EXPECT_EQ(cut({0, 1, 0, 1, 0, 1}, 39), "0+1 1+2 3+1 4+2");
  // 110 instructions: two stretches.
  EXPECT_EQ(cut({1, 1, 0, 1, 0}), "0+2 2+3");
  // One trip is as short as it gets.
  EXPECT_EQ(cut({1, 0}, 5), "0+1 1+1");
}

TEST(TripLog, RoundTrip) {
  TripLog L;
  EXPECT_EQ(formatTripLog(L), "");
  for (unsigned I = 0; I < 5; ++I)
    L.add(I == 0 || I == 4 ? ArrayRef<uint64_t>{0x1139, 0x1150}
                           : ArrayRef<uint64_t>{0x1139, 0x1158});
  std::string Text = "1139.1150 1139.1158|0 1*3 0";
  EXPECT_EQ(formatTripLog(L), Text);
  auto Back = parseTripLog(Text);
  ASSERT_TRUE(bool(Back)) << toString(Back.takeError());
  EXPECT_EQ(Back->Paths, L.Paths);
  EXPECT_EQ(Back->Trips, L.Trips);
  auto Empty = parseTripLog("");
  ASSERT_TRUE(bool(Empty));
  EXPECT_TRUE(Empty->empty());
}

TEST(TripLog, Faults) {
  auto L = parseTripLog("1139.x|0");
  ASSERT_FALSE(bool(L));
  EXPECT_EQ(toString(L.takeError()),
            "expected addresses with '.' between, not '1139.x'");
  for (StringRef Bad : {"1139|1", "1139|0*", "1139|0*x", "1139|x"}) {
    L = parseTripLog(Bad);
    ASSERT_FALSE(bool(L)) << Bad.str();
    EXPECT_EQ(toString(L.takeError()),
              "expected PATH*COUNT, not '" + Bad.drop_front(5).str() + "'");
  }
}
