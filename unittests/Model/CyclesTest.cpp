//===- CyclesTest.cpp - Tests for Model/Cycles.h and PortSet.h ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

TEST(Cycles, LowestTerms) {
  EXPECT_EQ(CyclesPerIter(2, 4), CyclesPerIter(1, 2));
  EXPECT_EQ(CyclesPerIter(-6, 4).numerator(), -3);
  EXPECT_EQ(CyclesPerIter(-6, 4).denominator(), 2);
  EXPECT_EQ(CyclesPerIter(0, 7), CyclesPerIter());
  EXPECT_EQ(CyclesPerIter(0, 7).denominator(), 1);
  EXPECT_TRUE(CyclesPerIter(0, 7).isZero());
}

TEST(Cycles, Printing) {
  struct {
    const char *Name;
    CyclesPerIter Value;
    const char *Decimal, *Exact;
    int64_t Milli;
  } const Rows[] = {
      {"zero", 0, "0.00", "0", 0},
      {"whole", 2, "2.00", "2", 2000},
      {"small hundredths", {1, 20}, "0.05", "1/20", 50},
      {"rounds up", {59, 6}, "9.83", "59/6", 9833},
      {"rounds down", {1, 3}, "0.33", "1/3", 333},
      {"half goes away from zero", {1, 200}, "0.01", "1/200", 5},
      {"negative half goes away from zero", {-1, 200}, "-0.01", "-1/200", -5},
      {"half a thousandth", {1, 2000}, "0.00", "1/2000", 1},
      {"below half a thousandth", {1, 2001}, "0.00", "1/2001", 0},
      {"carries into the whole", {1999, 1000}, "2.00", "1999/1000", 1999},
      {"negative below one", {-1, 4}, "-0.25", "-1/4", -250},
      {"negative rounds to zero", {-1, 1000}, "0.00", "-1/1000", -1},
  };
  for (const auto &R : Rows) {
    EXPECT_EQ(R.Value.str(), R.Decimal) << R.Name;
    EXPECT_EQ(R.Value.exactStr(), R.Exact) << R.Name;
    EXPECT_EQ(R.Value.milli(), R.Milli) << R.Name;
  }
}

TEST(Cycles, Arithmetic) {
  const CyclesPerIter Half(1, 2), Third(1, 3);
  EXPECT_EQ(Half + Third, CyclesPerIter(5, 6));
  EXPECT_EQ(Half - Third, CyclesPerIter(1, 6));
  EXPECT_EQ(Third - Half, CyclesPerIter(-1, 6));
  EXPECT_EQ(Third * 6, CyclesPerIter(2));
  EXPECT_EQ(Half / 4, CyclesPerIter(1, 8));
  CyclesPerIter Sum;
  for (int I = 0; I != 6; ++I)
    Sum += CyclesPerIter(1, 6);
  EXPECT_EQ(Sum, CyclesPerIter(1));
}

TEST(Cycles, OrderIsExactForLargeFractions) {
  // As doubles these are equal; products of their parts leave 64 bits.
  const int64_t Big = int64_t(1) << 62;
  const CyclesPerIter A(Big - 1, Big), B(Big - 2, Big - 1);
  EXPECT_LT(B, A);
  EXPECT_GT(A, B);
  EXPECT_NE(A, B);
  EXPECT_LE(A, A);
  EXPECT_GE(A, A);
  EXPECT_EQ(A.toDouble(), B.toDouble());
  EXPECT_LT(CyclesPerIter(-1, 2), CyclesPerIter(1, 3));
}

TEST(Cycles, ArithmeticLaws) {
  test::Random Rand(1);
  auto Draw = [&] {
    return CyclesPerIter(Rand.between(-1000, 1000), Rand.between(1, 1000));
  };
  for (int Case = 0; Case != 300; ++Case) {
    const CyclesPerIter A = Draw(), B = Draw(), C = Draw();
    const int64_t K = Rand.between(1, 50);
    EXPECT_EQ(A + B, B + A) << Case;
    EXPECT_EQ((A + B) + C, A + (B + C)) << Case;
    EXPECT_EQ((A + B) - B, A) << Case;
    EXPECT_EQ(A * K / K, A) << Case;
    EXPECT_EQ(A < B, A + C < B + C) << Case;
    EXPECT_EQ(A < B,
              A.numerator() * B.denominator() < B.numerator() * A.denominator())
        << Case;
  }
}

TEST(PortSet, Operations) {
  PortSet S(0b101100);
  EXPECT_EQ(S.size(), 3u);
  EXPECT_EQ(S.first(), 2u);
  EXPECT_TRUE(S.contains(3));
  EXPECT_FALSE(S.contains(4));
  EXPECT_TRUE(PortSet(0b001100).isSubsetOf(S));
  EXPECT_FALSE(PortSet(0b000110).isSubsetOf(S));
  EXPECT_TRUE(PortSet().isSubsetOf(S));
  EXPECT_EQ(S - PortSet(0b000110), PortSet(0b101000));
  EXPECT_EQ(S & PortSet(0b000110), PortSet(0b000100));
  EXPECT_EQ(S | PortSet(0b000110), PortSet(0b101110));
  EXPECT_EQ(PortSet::single(63).first(), 63u);
  S.insert(63);
  std::vector<unsigned> Ports;
  S.forEach([&](unsigned Port) { Ports.push_back(Port); });
  EXPECT_EQ(Ports, (std::vector<unsigned>{2, 3, 5, 63}));
}

} // namespace
