//===- LoadBanksTest.cpp - Loads that read the same banks -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/LoadBanks.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

TEST(BankReads, BanksOfALine) {
  EXPECT_EQ(banksOfLine(0, 4, 4), 0b1u);
  EXPECT_EQ(banksOfLine(2, 4, 4), 0b11u);
  EXPECT_EQ(banksOfLine(3, 1, 4), 0b1u);
  EXPECT_EQ(banksOfLine(8, 16, 4), 0b111100u);
  EXPECT_EQ(banksOfLine(0, 64, 4), 0xffffu);
  EXPECT_EQ(banksOfLine(60, 8, 4), 0x8001u); // Across the line.
  EXPECT_EQ(banksOfLine(63, 64, 64), 0b1u);
}

TEST(BankReads, CountsEachBank) {
  BankReads Two;
  EXPECT_TRUE(Two.take(0b0011, 2));
  EXPECT_TRUE(Two.take(0b0110, 2));
  EXPECT_FALSE(Two.take(0b1010, 2)); // Bank 1 is read twice.
  EXPECT_TRUE(Two.take(0b1101, 2));  // What was refused has read nothing.
  EXPECT_FALSE(Two.take(0b0100, 2));
  EXPECT_TRUE(Two.take(0b1000, 2));
  EXPECT_EQ(Two.read()[0], 0b1111u);
  EXPECT_EQ(Two.read()[1], 0b1111u);
  BankReads One, Three;
  EXPECT_TRUE(One.take(1, 1));
  EXPECT_FALSE(One.take(1, 1));
  for (int I = 0; I < 3; ++I)
    EXPECT_TRUE(Three.take(1, 3));
  EXPECT_FALSE(Three.take(1, 3));
}

TEST(LoadBanks, CyclesAreApart) {
  LoadBanks Banks(1);
  EXPECT_TRUE(Banks.take(7, 1));
  EXPECT_FALSE(Banks.take(7, 1));
  EXPECT_TRUE(Banks.take(6, 1)); // Earlier, of a younger load.
  EXPECT_TRUE(Banks.take(8, 1));
  EXPECT_FALSE(Banks.take(6, 3));
  EXPECT_TRUE(Banks.take(7, 2));
  std::vector<int64_t> State;
  auto Put = [&](int64_t X) {
    State.push_back(X);
    return true;
  };
  EXPECT_TRUE(Banks.visitState(7, 10, Put));
  EXPECT_EQ(State, (std::vector<int64_t>{3, 1, 0}));
  EXPECT_FALSE(Banks.visitState(7, 10, [](int64_t) { return false; }));
  State.clear();
  EXPECT_TRUE(LoadBanks().visitState(7, 10, Put));
  EXPECT_TRUE(State.empty());
}
