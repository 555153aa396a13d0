//===- CacheLineTest.cpp - Constants in the micro-op cache ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Of a window with the instructions of \p Insts, each the number of its
/// constants; "-" begins another window.
unsigned emptyPlaces(StringRef Insts) {
  CacheLine Line(8, 4);
  unsigned Empty = 0;
  bool BeginsWindow = true;
  for (const char C : Insts) {
    if (C != '-')
      Empty += Line.add(C - '0', BeginsWindow);
    BeginsWindow = C == '-';
  }
  return Empty;
}

// Loops that were measured on Zen 3; the last instruction is the fused pair.
// Where places stay empty, a trip takes a cycle more.
TEST(CacheLine, MeasuredLoops) {
  EXPECT_EQ(emptyPlaces("11100001"), 0u); // 1.33 cycles
  EXPECT_EQ(emptyPlaces("11110001"), 1u); // 2.00
  EXPECT_EQ(emptyPlaces("00011111"), 1u);
  EXPECT_EQ(emptyPlaces("1111101"), 0u); // 1.17
  EXPECT_EQ(emptyPlaces("1111111"), 2u); // 2.00
  EXPECT_EQ(emptyPlaces("2200001"), 0u);
  EXPECT_EQ(emptyPlaces("2220001"), 2u);
  EXPECT_EQ(emptyPlaces("2200000"), 0u);
  EXPECT_EQ(emptyPlaces("22000001"), 1u);
  EXPECT_EQ(emptyPlaces("222201"), 3u);          // 2.00
  EXPECT_EQ(emptyPlaces("22221"), 4u);           // 2.00
  EXPECT_EQ(emptyPlaces("111110001111001"), 2u); // 3.00
  EXPECT_EQ(emptyPlaces("111110000000001"), 1u); // 2.50
  EXPECT_EQ(emptyPlaces("111111100000001"), 2u); // 3.00
  EXPECT_EQ(emptyPlaces("111111000000001"), 1u); // 2.50
  // A window that ends leaves no places.
  EXPECT_EQ(emptyPlaces("111111110000-0001"), 2u); // 3.00
  EXPECT_EQ(emptyPlaces("111100000000-0001"), 0u); // 2.67
  EXPECT_EQ(emptyPlaces("111111000000-0001"), 1u); // 3.00
  EXPECT_EQ(emptyPlaces("11111-11111"), 0u);
}

/// Whether \p Insts fit in one line, by what was measured.
bool isLine(ArrayRef<unsigned> Insts) {
  static constexpr unsigned Most[] = {8, 8, 8, 8, 8, 8, 8, 6, 4};
  unsigned Constants = 0;
  for (const unsigned C : Insts)
    Constants += C;
  return Insts.size() <= 8 && Constants <= Most[Insts.size()];
}

// No way to cut the code into lines has fewer of them.
TEST(CacheLine, FewestLines) {
  uint32_t Random = 1;
  for (unsigned Try = 0; Try < 2000; ++Try) {
    std::vector<unsigned> Insts;
    CacheLine Line(8, 4);
    unsigned NumLines = 1, Places = 0;
    for (unsigned I = 0; I < 1 + Try % 30; ++I) {
      Random = Random * 1664525 + 1013904223;
      Insts.push_back((Random >> 16) % 10 < 6 ? (Random >> 8) % 2 : 2);
      const unsigned Empty = Line.add(Insts.back(), I == 0);
      if (I != 0 && (Empty != 0 || Places == 8)) {
        ++NumLines;
        Places = 0;
      }
      ++Places;
    }
    std::vector<unsigned> Fewest(Insts.size() + 1, ~0u);
    Fewest[0] = 0;
    for (size_t End = 1; End <= Insts.size(); ++End)
      for (size_t Begin = End < 8 ? 0 : End - 8; Begin < End; ++Begin)
        if (isLine(ArrayRef(Insts).slice(Begin, End - Begin)))
          Fewest[End] = std::min(Fewest[End], Fewest[Begin] + 1);
    EXPECT_EQ(NumLines, Fewest.back());
  }
}

} // namespace
