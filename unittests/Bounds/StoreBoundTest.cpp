//===- StoreBoundTest.cpp - Lower bound from lines that stores go to ------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/StoreBound.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include <vector>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Stores by the lines that they go to, trip after trip: "AAB".
CyclesPerIter boundOf(StringRef LinesOfATrip, unsigned PerLine) {
  SmallVector<bool, 16> Changes;
  for (size_t I = 0; I < LinesOfATrip.size(); ++I)
    Changes.push_back(LinesOfATrip[I] !=
                      LinesOfATrip[(I + 1) % LinesOfATrip.size()]);
  return computeStoreBound(Changes, PerLine);
}

/// As measured on Golden Cove; see StoreBound.cpp.
TEST(StoreBound, Measured) {
  const std::pair<const char *, int> Rows[] = {
      {"AA", 1},   {"AB", 2},   {"AAAA", 2}, {"ABAB", 4}, {"AABB", 2},
      {"ABCD", 4}, {"ABBA", 2}, {"AAB", 2},  {"AAAB", 3}, {"ABCDEF", 6}};
  for (auto [Lines, Cycles] : Rows)
    EXPECT_EQ(boundOf(Lines, 2), CyclesPerIter(Cycles)) << Lines;
  EXPECT_EQ(boundOf("AAA", 2), CyclesPerIter(3, 2));
  EXPECT_EQ(boundOf("A", 2), CyclesPerIter(1, 2));
  EXPECT_TRUE(boundOf("", 2).isZero());
  EXPECT_TRUE(boundOf("AB", 0).isZero());
}

/// Stores of 32 bytes in a row, as measured on Golden Cove; see StoreBound.cpp.
TEST(StoreBound, Crossing) {
  const uint64_t Always = ~uint64_t(0);
  const bool OneLine[8] = {};
  const uint64_t None[8] = {},
                 Second[8] = {0, Always, 0, Always, 0, Always, 0, Always};
  EXPECT_EQ(computeCrossingStores(OneLine, None, 2, 2), CyclesPerIter(4));
  EXPECT_EQ(computeCrossingStores(OneLine, Second, 2, 2), CyclesPerIter(12));
  EXPECT_EQ(computeCrossingStores(OneLine, std::vector(8, Always), 2, 2),
            CyclesPerIter(16));
  // One store, which crosses in every second trip: alone 2 cycles, else 1.
  EXPECT_EQ(computeCrossingStores({false}, {Always / 3}, 2, 2),
            CyclesPerIter(3, 2));
  // In every fourth trip: three of the line before share 2 cycles.
  EXPECT_EQ(computeCrossingStores({false}, {Always / 15}, 2, 2),
            CyclesPerIter(1));
  EXPECT_TRUE(computeCrossingStores({}, {}, 2, 2).isZero());
  EXPECT_TRUE(computeCrossingStores(OneLine, Second, 0, 2).isZero());
}

/// The fewest cycles for \p Trips trips, by trying every way to put stores in a
/// row together.
unsigned fewestCycles(StringRef Lines, unsigned PerLine, unsigned Trips) {
  const size_t Num = Lines.size() * Trips;
  std::vector<unsigned> Fewest(Num + 1, ~0u);
  Fewest[0] = 0;
  for (size_t I = 0; I < Num; ++I)
    for (size_t N = 1; N <= PerLine && I + N <= Num; ++N) {
      if (Lines[(I + N - 1) % Lines.size()] != Lines[I % Lines.size()])
        break;
      Fewest[I + N] = std::min(Fewest[I + N], Fewest[I] + 1);
    }
  return Fewest[Num];
}

/// Neither above what some order of commits reaches, nor below by more than the
/// two ends of the run.
TEST(StoreBound, BruteForce) {
  test::Random R(7);
  for (unsigned N = 0; N < 500; ++N) {
    std::string Lines;
    for (unsigned I = 1 + R.below(9); I != 0; --I)
      Lines += static_cast<char>('A' + R.below(3));
    const unsigned PerLine = 1 + R.below(3), Trips = 60;
    const CyclesPerIter Bound = boundOf(Lines, PerLine) * Trips;
    const CyclesPerIter Fewest = fewestCycles(Lines, PerLine, Trips);
    EXPECT_LE(Bound, Fewest + 1) << Lines << PerLine;
    EXPECT_GE(Bound + 2, Fewest) << Lines << PerLine;
  }
}

/// From instructions to lines; 0 where no change of line is proved.
TEST(StoreBound, Kernels) {
  struct Row {
    const char *Name, *Asm;
    CyclesPerIter Bound, Expected;
  } Rows[] = {
      {"one line or two, as it comes", "movq %rax, (%rdi)\n movq %rax, 8(%rdi)",
       0, 1},
      {"farther than a line", "movq %rax, (%rdi)\n movq %rax, 64(%rdi)", 2, 2},
      {"just a line", "movq %rax, (%rdi)\n movq %rax, 56(%rdi)", 0, 1},
      {"two pointers", "movq %rax, (%rdi)\n movq %rax, (%rsi)", 0, 2},
      {"steps of a line", "movq %rax, (%rdi)\n addq $64, %rdi", 1, 1},
      {"small steps", "movq %rax, (%rdi)\n addq $8, %rdi", 0, {1, 2}},
      {"two of different speed",
       "movq %rax, (%rdi)\n movq %rax, 8(%rsi)\n addq $8, %rdi\n"
       "addq $16, %rsi",
       0, 2},
      {"whole lines", "vmovups %zmm0, (%rdi)\n vmovups %zmm0, 64(%rdi)", 2, 2},
      {"no store", "movq (%rdi), %rax", 0, 0},
  };
  ToyTester T("sapphirerapids");
  for (const Row &R : Rows) {
    Analysis A =
        analyzeKernel(T.Semantics.kernel(R.Asm), T.model(), T.numUnits(), {});
    const Bound &B = A.bound(Limit::Store);
    EXPECT_EQ(B.Cycles, R.Bound) << R.Name;
    EXPECT_EQ(B.witness<StoreWitness>().Expected, R.Expected) << R.Name;
    AnalysisOptions NoMemory;
    NoMemory.Memory = false;
    EXPECT_TRUE(analyzeKernel(T.Semantics.kernel(R.Asm), T.model(),
                              T.numUnits(), NoMemory)
                    .cycles(Limit::Store)
                    .isZero());
  }
}

} // namespace
