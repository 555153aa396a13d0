//===- LoopDifferenceTest.cpp - Tests of what became of a loop ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/LoopDifference.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A loop that latency limits; \p Chain are the cycles of each instruction.
LoopRecord chain(std::vector<std::pair<StringRef, int64_t>> Chain,
                 CyclesPerIter Ports = 1) {
  LoopRecord L;
  L.Function = L.Demangled = L.Name = L.Title = "f";
  RecordedBound LCD;
  LCD.Kind = Limit::Latency;
  for (const auto &[Mnemonic, Cycles] : Chain) {
    L.Insts.push_back({Mnemonic.str(), Mnemonic.str(), 0, 0});
    LCD.Cycles += Cycles;
    LCD.Weights.push_back(Cycles);
  }
  L.Bounds.push_back({Limit::Ports, Ports, "", {}});
  L.LimitedBy = LCD.Cycles > Ports ? Limit::Latency : Limit::Ports;
  L.Prediction = L.LargestBound = std::max(LCD.Cycles, Ports);
  L.Bounds.push_back(LCD);
  L.ElementsPerTrip = 1;
  L.Verdict = "limited by latency";
  return L;
}

TEST(LoopDifference, SlowerByAnInstruction) {
  const LoopRecord Old = chain({{"add", 4}, {"jne", 0}}),
                   New = chain({{"mul", 4}, {"add", 4}, {"jne", 0}});
  const LoopDifference D = compareLoops(&Old, &New);
  EXPECT_EQ(D.Fate, LoopFate::Slower);
  EXPECT_EQ(D.changePerMille(), 1000);
  EXPECT_EQ(D.Why,
            "LCD 4.00 -> 8.00: mul takes 4.00 cycles of the chain, before "
            "0.00");
  ASSERT_EQ(D.Insts.size(), 3u);
  EXPECT_FALSE(D.Insts[0].Old);
  EXPECT_EQ(D.Insts[1].Old, std::optional<uint32_t>(0));
  EXPECT_EQ(D.Insts[1].New, std::optional<uint32_t>(1));
  EXPECT_TRUE(D.isSlowerBy(999));
  EXPECT_FALSE(D.isSlowerBy(1000));
}

// What limited the old loop is what the new one got rid of.
TEST(LoopDifference, FasterAndLimitedByAnother) {
  const LoopRecord Old = chain({{"mul", 4}, {"add", 4}}),
                   New = chain({{"add", 4}}, /*Ports=*/5);
  const LoopDifference D = compareLoops(&Old, &New);
  EXPECT_EQ(D.Fate, LoopFate::Faster);
  EXPECT_EQ(D.changePerMille(), -375);
  EXPECT_EQ(D.Why,
            "LCD 8.00 -> 4.00: mul takes 0.00 cycles of the chain, before "
            "4.00; the limit was LCD, now it is ports");
}

TEST(LoopDifference, WorkOfATrip) {
  LoopRecord Old = chain({{"add", 4}}), New = Old;
  New.ElementsPerTrip = 4;
  LoopDifference D = compareLoops(&Old, &New);
  EXPECT_EQ(D.Fate, LoopFate::Faster);
  EXPECT_TRUE(D.IsWorkKnown);
  EXPECT_EQ(D.NewCycles, CyclesPerIter(1));
  EXPECT_EQ(D.changePerMille(), -750);
  // Bytes count where elements do not show.
  New.ElementsPerTrip = 0;
  Old.BytesPerTrip = 8;
  New.BytesPerTrip = 16;
  EXPECT_EQ(compareLoops(&Old, &New).NewCycles, CyclesPerIter(2));
  // Nor can loops be compared of which one shows nothing.
  New.BytesPerTrip = 0;
  D = compareLoops(&Old, &New);
  EXPECT_EQ(D.Fate, LoopFate::Unclear);
  EXPECT_FALSE(D.isSlowerBy(0));
  Old.ElementsPerTrip = 0;
  Old.BytesPerTrip = 0;
  D = compareLoops(&Old, &New);
  EXPECT_EQ(D.Fate, LoopFate::Same);
  EXPECT_FALSE(D.IsWorkKnown);
}

TEST(LoopDifference, OnePercent) {
  LoopRecord Old = chain({{"add", 4}}), New = Old;
  Old.Prediction = 1000;
  New.Prediction = 1009;
  EXPECT_EQ(compareLoops(&Old, &New).Fate, LoopFate::Same);
  EXPECT_TRUE(compareLoops(&Old, &New).isSlowerBy(8));
  New.Prediction = 1010;
  EXPECT_EQ(compareLoops(&Old, &New).Fate, LoopFate::Slower);
  EXPECT_EQ(compareLoops(&New, &Old).Fate, LoopFate::Faster);
}

TEST(LoopDifference, BoundsDoNotExplain) {
  LoopRecord Old = chain({{"add", 4}}), New = Old;
  New.Prediction = 6;
  New.Verdict = "limited by load buffer (72)";
  EXPECT_EQ(compareLoops(&Old, &New).Why,
            "the bounds do not explain it; the new loop is limited by load "
            "buffer (72)");
}

TEST(LoopDifference, Gaps) {
  LoopRecord Old = chain({{"add", 4}}), New = chain({{"add", 5}});
  New.Gaps = "1 call not modelled";
  EXPECT_EQ(compareLoops(&Old, &New).Fate, LoopFate::Unclear);
  Old.Gaps = New.Gaps;
  EXPECT_EQ(compareLoops(&Old, &New).Fate, LoopFate::Slower);
}

TEST(LoopDifference, NothingAtAll) {
  LoopRecord Old, New;
  const LoopDifference D = compareLoops(&Old, &New);
  EXPECT_EQ(D.Fate, LoopFate::Same);
  EXPECT_EQ(D.changePerMille(), 0);
}

TEST(Comparison, OrderAndCounts) {
  Comparison C;
  auto Add = [](std::vector<LoopRecord> &Loops, StringRef Name,
                CyclesPerIter Cycles) {
    Loops.push_back(chain({{"add", 4}}));
    Loops.back().Function = Name.str();
    Loops.back().Prediction = Cycles;
  };
  for (auto [Name, Before, After] :
       {std::tuple("a", 4, 4), std::tuple("b", 4, 5), std::tuple("c", 4, 2),
        std::tuple("d", 4, 8), std::tuple("e", 4, 0), std::tuple("f", 0, 4)}) {
    if (Before)
      Add(C.Old, Name, Before);
    if (After)
      Add(C.New, Name, After);
  }
  C.FailAbove = 500;
  C.compare();
  std::string Order;
  for (const LoopDifference &D : C.Loops)
    Order += (D.New ? D.New : D.Old)->Function;
  EXPECT_EQ(Order, "dbcfea");
  EXPECT_EQ(C.NumFailed, 1u);
  EXPECT_EQ(C.NumOf[unsigned(LoopFate::Slower)], 2u);
  EXPECT_EQ(C.NumOf[unsigned(LoopFate::Same)], 1u);
}

} // namespace
