//===- FrontEndBoundTest.cpp ----------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontEndTestSupport.h"
#include "TestSupport.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace kernelbounds;

namespace {

std::vector<CodeInst> tens(unsigned Count, unsigned Rest = 0) {
  std::vector<unsigned> Sizes(Count, 10);
  if (Rest)
    Sizes.push_back(Rest);
  return loopOf(Sizes);
}

int64_t at64(const std::vector<CodeInst> &Code) {
  return computeFrontEndBound(Code, 64, skylakeCache()).Value.numerator();
}

// Loops of 10-byte instructions at a multiple of 64 that were measured on a
// Cascade Lake; the measured cycles are in the comments.
TEST(FrontEndBound, MeasuredLoops) {
  EXPECT_EQ(at64(tens(100)), 31);  // 31.3: the last window has 2 micro-ops.
  EXPECT_EQ(at64(tens(9)), 3);     // 3.01
  EXPECT_EQ(at64(tens(10)), 3);    // 3.01: 4, 3, 3, 1 micro-ops
  EXPECT_EQ(at64(tens(11, 5)), 4); // 4.02
  EXPECT_EQ(at64(tens(14)), 4);    // 4.01
  EXPECT_EQ(at64(tens(15)), 5);    // 5.02
  EXPECT_EQ(at64(tens(18)), 6);    // 6.02
  EXPECT_EQ(at64(tens(20)), 6);    // 5.99
}

// Loops in one window, at any place in it; measured 1.50, 2.00, 2.00 and 3.25,
// of which the front end forces 2.
TEST(FrontEndBound, OneWindow) {
  EXPECT_EQ(at64(loopOf({4, 4, 4, 4, 4})), 1);
  std::vector<CodeInst> Seven = loopOf({4, 4, 4, 4, 4, 4});
  FrontEndBound B = computeFrontEndBound(Seven, 64, skylakeCache());
  EXPECT_EQ(B.Value, 2);
  EXPECT_EQ(B.NumUops, 7u);
  EXPECT_EQ(at64(loopOf({3, 3, 3, 3, 3, 3, 3})), 2);
  EXPECT_EQ(at64(loopOf(std::vector<unsigned>(12, 2))), 3);
  // In two windows, 6 and 1, they took 1.75, and so they may where nothing is
  // known of the place.
  EXPECT_EQ(computeFrontEndBound(Seven, 1, skylakeCache()).Value, 1);
  for (CodeInst &I : Seven)
    I.Address += 64 + 8;
  EXPECT_EQ(at64(Seven), 1);
  FrontEndParams P = skylakeCache();
  P.Width = 0;
  EXPECT_EQ(computeFrontEndBound(loopOf({4, 4, 4, 4, 4, 4}), 64, P).Value, 1);
}

// The pair of the last 5 bytes ends on a multiple of 32 or crosses one.
TEST(FrontEndBound, JumpsOnABoundary) {
  FrontEndBound B = computeFrontEndBound(tens(15, 5), 64, skylake());
  EXPECT_EQ(B.Value,
            6); // 160 bytes; measured 6.02: 4 windows, 1 group, switch.
  EXPECT_EQ(B.NumLegacyWindows, 1u);
  EXPECT_EQ(B.NumBlocks, 2u);
  EXPECT_EQ(B.Jumps, std::vector<uint32_t>{17});
  auto At64 = [](const std::vector<CodeInst> &Code) {
    return computeFrontEndBound(Code, 64, skylake()).Value.numerator();
  };
  EXPECT_EQ(At64(tens(19)), 7);   // 195 bytes; measured 7.02
  EXPECT_EQ(At64(tens(22)), 8);   // 225 bytes; measured 7.98
  EXPECT_EQ(At64(tens(9, 5)), 4); // 100 bytes; measured 4.01
}

// Measured as above, in the comments; the pair starts 5 or 2 bytes before a
// multiple of 32.
TEST(FrontEndBound, TwoWindowsWithAJump) {
  auto At = [](uint64_t Start, std::vector<unsigned> Sizes) {
    std::vector<CodeInst> Code = loopOf(std::move(Sizes));
    for (CodeInst &I : Code)
      I.Address += Start;
    return computeFrontEndBound(Code, 64, skylakeCache());
  };
  FrontEndBound B = At(0, {8, 8, 8, 8, 8, 8, 8, 3});
  EXPECT_EQ(B.Value, 4); // 4.00: four blocks.
  EXPECT_EQ(B.NumLegacyWindows, 2u);
  EXPECT_EQ(At(16, {8, 8, 8, 8, 8, 3}).Value, 3); // 3.00
  EXPECT_EQ(At(16, {8, 8, 8, 8, 8, 6}).Value, 4); // 3.99: the one behind it.
  EXPECT_EQ(At(0, {8, 8, 8, 8, 8, 8, 8, 6}).Value, 5); // 4.94
  // Half of it in the next fetch group: a cycle for the first window, whether
  // two or one of its blocks belong to the loop.
  B = At(32, {8, 8, 8, 8, 8, 8, 8, 6});
  EXPECT_EQ(B.Value, 4); // 4.2 to 7.0
  EXPECT_EQ(B.NumLegacyWindows, 1u);
  EXPECT_EQ(At(48, {5, 5, 6, 8, 8, 8, 6}).Value, 4); // 4.0 to 7.0
}

// A loop of 5 micro-ops in two windows: 1.25 cycles where both are in one
// fetch group, 2.0 where they are not (measured).
TEST(FrontEndBound, FetchGroups) {
  std::vector<CodeInst> Code = loopOf({10, 10, 10, 10});
  EXPECT_EQ(at64(Code), 1);
  for (CodeInst &I : Code)
    I.Address += 32;
  EXPECT_EQ(at64(Code), 2);
  EXPECT_EQ(computeFrontEndBound(Code, 32, skylakeCache()).Value, 1);
}

TEST(FrontEndBound, UnknownAlignmentTakesTheBest) {
  std::vector<CodeInst> Code = tens(15, 5);
  FrontEndBound B = computeFrontEndBound(Code, 1, skylakeCache());
  EXPECT_FALSE(B.IsAlignmentKnown);
  for (unsigned Offset = 0; Offset < 64; ++Offset) {
    std::vector<CodeInst> Moved = Code;
    for (CodeInst &I : Moved)
      I.Address += Offset;
    EXPECT_LE(B.Value, computeFrontEndBound(Moved, 64, skylakeCache()).Value);
    if (Offset == B.Offset) {
      EXPECT_EQ(B.Value, computeFrontEndBound(Moved, 64, skylakeCache()).Value);
    }
  }
}

// What is below \c Enough may be any placement's, and all else is the best's.
TEST(FrontEndBound, Enough) {
  std::mt19937 Random(7);
  unsigned Differ = 0;
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::vector<unsigned> Sizes(3 + Random() % 30);
    for (unsigned &Size : Sizes)
      Size = 1 + Random() % 10;
    const std::vector<CodeInst> Code = loopOf(Sizes);
    const CyclesPerIter Best =
        computeFrontEndBound(Code, 1, skylakeCache()).Value;
    for (const CyclesPerIter &Enough : {Best * 4 / 5, Best, Best * 5 / 4}) {
      const CyclesPerIter Some =
          computeFrontEndBound(Code, 1, skylakeCache(), Enough).Value;
      EXPECT_EQ(std::max(Some, Enough), std::max(Best, Enough));
      Differ += Some != Best;
    }
  }
  EXPECT_GT(Differ, 0u);
}

TEST(FrontEndBound, TooManyLines) {
  // 4 micro-ops of 8 bytes a window: a line each. 300 windows, of which 44 are
  // decoded in 2 blocks each; the jump stands in a window of its own.
  std::vector<CodeInst> Code = loopOf(std::vector<unsigned>(1200, 8));
  FrontEndBound B = computeFrontEndBound(Code, 64, skylakeCache());
  EXPECT_EQ(B.NumLegacyWindows, 45u);
  EXPECT_EQ(B.Value, 256 + 2 * 45 - 1);
}

TEST(FrontEndBound, LoopBuffer) {
  FrontEndParams P = skylakeCache();
  P.LoopBuffer = 101; // 100 instructions and the pair.
  EXPECT_EQ(computeFrontEndBound(tens(100), 64, P).Value, 0);
  P.LoopBuffer = 100;
  EXPECT_EQ(computeFrontEndBound(tens(100), 64, P).Value, 31);
}

// The cycles measured on a Golden Cove are in the comments: its six slots, or
// eight micro-ops a cycle from the buffer.
TEST(FrontEndBound, LoopBufferWidth) {
  FrontEndParams P = skylakeCache();
  P.LoopBuffer = 100;
  P.LoopBufferWidth = 8;
  auto Cycles = [&](unsigned Uops) { // The pair is one.
    return computeFrontEndBound(tens(Uops - 1), 1, P).Value;
  };
  EXPECT_EQ(Cycles(7), 1);  // 1.17
  EXPECT_EQ(Cycles(8), 1);  // 1.33
  EXPECT_EQ(Cycles(9), 2);  // 2.0
  EXPECT_EQ(Cycles(16), 2); // 2.67
  EXPECT_EQ(Cycles(17), 3); // 3.0
  FrontEndBound B = computeFrontEndBound(tens(16), 1, P);
  EXPECT_EQ(B.NumBufferUops, 17u);
  EXPECT_TRUE(B.IsAlignmentKnown);
  EXPECT_EQ(computeFrontEndBound(tens(100), 64, P).NumBufferUops, 0u);
}

// The last instruction, or one that is fused to it, lies across a line.
TEST(FrontEndBound, LoopBufferCrossing) {
  FrontEndParams P = skylakeCache();
  P.LoopBuffer = 100;
  P.LoopBufferWidth = 8;
  P.LoopBufferCrossing = 3;
  auto Of = [&](uint64_t Start, unsigned Align) {
    const std::vector<CodeInst> Code = {{Start, 4, 2, false, false},
                                        {Start + 4, 3, 0, true, false},
                                        {Start + 7, 2, 1, false, true}};
    return computeFrontEndBound(Code, Align, P);
  };
  EXPECT_EQ(Of(54, 64).Value, 1); // Both end before it.
  EXPECT_EQ(Of(55, 64).Value, 1);
  EXPECT_EQ(Of(56, 64).Value, 2);
  EXPECT_EQ(Of(56, 64).Jumps, std::vector<uint32_t>{2});
  EXPECT_EQ(Of(57, 64).Value, 1); // Between the two.
  EXPECT_EQ(Of(58, 64).Value, 2);
  EXPECT_EQ(Of(58, 64).Jumps, std::vector<uint32_t>{1});
  EXPECT_EQ(Of(60, 64).Value, 1); // The first one alone.
  EXPECT_EQ(Of(58, 32).Value, 1); // Where it stands is not known.
  P.LoopBufferCrossing = 2;
  EXPECT_EQ(Of(58, 64).Value, 1);
}

// Copies of 4 bytes and 1 micro-op: 8 in a window, 16 in a fetch group. As a
// loop of its own one of them would take a cycle.
TEST(FrontEndBound, Unrolled) {
  std::vector<CodeInst> One = {{0, 4, 1, false, false}};
  FrontEndBound B = computeUnrolledFrontEndBound(One, 1, skylakeCache());
  EXPECT_EQ(B.Value, CyclesPerIter(1, 8));
  EXPECT_EQ(B.NumCopies, 16u);
  // 11 bytes: 64 copies are 22 windows of 2 or 3; those of 2 cost nothing, but
  // 11 groups of 64 bytes do.
  One.front().Size = 11;
  B = computeUnrolledFrontEndBound(One, 64, skylakeCache());
  EXPECT_EQ(B.NumCopies, 64u);
  EXPECT_EQ(B.NumWindows, 22u);
  EXPECT_EQ(B.Value, CyclesPerIter(20, 64));
  // How many copies there were is not known: the lines always suffice.
  std::vector<CodeInst> Long;
  for (unsigned I = 0; I < 3000; ++I)
    Long.push_back({I * 8, 8, 1, false, false});
  EXPECT_EQ(computeUnrolledFrontEndBound(Long, 64, skylakeCache()).Value, 750);
  // A jump is named once, by its place in one copy.
  std::vector<CodeInst> Jump = {{0, 30, 1, false, false},
                                {30, 2, 1, false, true}};
  EXPECT_EQ(computeUnrolledFrontEndBound(Jump, 64, skylakeCache()).Jumps,
            std::vector<uint32_t>{1});
}

TEST(FrontEndBound, NothingKnown) {
  EXPECT_EQ(computeFrontEndBound({}, 64, skylakeCache()).Value, 0);
  EXPECT_EQ(computeFrontEndBound(tens(9), 0, skylakeCache()).Value, 0);
  EXPECT_EQ(computeFrontEndBound(tens(9), 64, FrontEndParams()).Value, 0);
}

/// The same by maps from window numbers, byte by byte, for code without
/// macro-fusion and holes, all of whose lines there are.
int64_t oracle(const std::vector<CodeInst> &Code, uint64_t Offset,
               const FrontEndParams &P) {
  std::map<uint64_t, unsigned> Uops;
  std::set<uint64_t> Groups, Blocks;
  uint64_t FirstDecoded = UINT64_MAX;
  auto Crosses = [&](const CodeInst &I) {
    for (uint64_t Byte = I.Address + Offset + 1;
         Byte <= I.Address + Offset + I.Size; ++Byte)
      if (Byte % 32 == 0) // A boundary in it or right after it.
        return true;
    return false;
  };
  for (const CodeInst &I : Code) {
    const uint64_t A = I.Address + Offset;
    Uops[A >> 5] += I.Uops;
    Groups.insert(A >> 6);
    if (I.IsBranch && Crosses(I))
      FirstDecoded = std::min(FirstDecoded, A >> 6 << 1);
  }
  for (auto [Window, N] : Uops)
    if (N > P.Ways * P.Line)
      FirstDecoded = std::min(FirstDecoded, Window & ~uint64_t(1));
  for (const CodeInst &I : Code)
    for (uint64_t A = I.Address + Offset, Byte = A; Byte < A + I.Size; ++Byte)
      if (A >> 5 >= FirstDecoded)
        Blocks.insert(Byte >> 4);
  int64_t Windows = 0, Cycles = 0;
  unsigned Before = 0; // Micro-ops not yet in Cycles.
  auto Deliver = [&] {
    for (unsigned Left = Before; Left != 0; Left -= std::min(Left, P.Width))
      ++Cycles;
    Before = 0;
  };
  for (auto It = Uops.begin(); It != Uops.end() && It->first < FirstDecoded;
       ++It) {
    Windows += It->second > P.Merge;
    if (std::next(It) == Uops.end() || std::next(It)->first >= FirstDecoded)
      Deliver();
    Before += It->second;
  }
  Deliver();
  if (Blocks.empty())
    Cycles = Windows;
  else if (Uops.begin()->first < FirstDecoded)
    Cycles = 1 + std::max<int64_t>({Cycles, Windows, int64_t(Blocks.size())});
  else
    Cycles = Blocks.size();
  if (Uops.size() == 1 && Blocks.empty())
    for (unsigned Left = Uops.begin()->second; Left > P.Width; Left -= P.Width)
      ++Cycles;
  return std::max<int64_t>(Cycles, Groups.size());
}

TEST(FrontEndBound, Oracle) {
  std::mt19937 Rng(7);
  for (int Round = 0; Round < 500; ++Round) {
    std::vector<CodeInst> Code;
    uint64_t Address = Rng() % 4096;
    for (unsigned N = 1 + Rng() % 40; N != 0; --N) {
      CodeInst I{Address, 1 + unsigned(Rng() % 11), unsigned(Rng() % 4), false,
                 Rng() % 6 == 0};
      Address += I.Size;
      Code.push_back(I);
    }
    EXPECT_EQ(computeFrontEndBound(Code, 64, skylakeCache()).Value,
              oracle(Code, 0, skylakeCache()));
    const unsigned Align = 1u << Rng() % 6;
    int64_t Best = INT64_MAX;
    for (unsigned Offset = 0; Offset < 64; Offset += Align)
      Best = std::min(Best, oracle(Code, Offset, skylakeCache()));
    EXPECT_EQ(computeFrontEndBound(Code, Align, skylakeCache()).Value, Best);
  }
}

/// Zen's, as in its model.
FrontEndParams zen() {
  FrontEndParams P;
  P.Window = 64;
  P.LineInsts = 8;
  P.Ways = 8;
  P.Lines = 256;
  P.Rate = 1;
  P.DecodeBlock = 32;
  return P;
}

int64_t zenAt64(const std::vector<CodeInst> &Code) {
  return computeFrontEndBound(Code, 64, zen()).Value.numerator();
}

/// Code of random sizes with jumps and fused pairs, some of it with holes.
std::vector<CodeInst> randomCode(std::mt19937 &Rng) {
  std::vector<CodeInst> Code;
  uint64_t Address = Rng() % 4096;
  for (unsigned N = 1 + Rng() % 30; N != 0; --N) {
    Code.push_back({Address, 1 + unsigned(Rng() % 11), unsigned(Rng() % 4),
                    Rng() % 5 == 0, Rng() % 6 == 0});
    Address += Code.back().Size + (Rng() % 20 == 0 ? Rng() % 200 : 0);
  }
  return Code;
}

/// Cycles that a loop of \p NumUops micro-ops is expected to take on Ice Lake:
/// of NOPs of \p Size bytes and a fused pair of 5 bytes, at a multiple of 64.
double iceLakeNops(unsigned NumUops, unsigned Size) {
  FrontEndParams P;
  P.Window = 64;
  P.Line = P.Ways = 6;
  P.Lines = 384;
  P.Rate = 1;
  P.Merge = 2;
  std::vector<CodeInst> Code;
  for (unsigned I = 0; I + 1 < NumUops; ++I)
    Code.push_back({uint64_t(I) * Size, Size, 1, false, false});
  const uint64_t End = uint64_t(NumUops - 1) * Size;
  Code.push_back({End, 3, 1, true, false});
  Code.push_back({End + 3, 2, 0, false, true});
  const FrontEndBound B = computeFrontEndBound(Code, 64, P);
  EXPECT_LE(B.Value, B.Expected);
  return std::max(B.Expected, CyclesPerIter(NumUops, 5)).toDouble();
}

// As measured, but for the last five: 7.0, 8.0, 4.0, 4.0 and 10.0.
TEST(FrontEndBound, LinesOfMicroOps) {
  EXPECT_EQ(iceLakeNops(6, 3), 1.2);
  EXPECT_EQ(iceLakeNops(7, 3), 1.5);
  EXPECT_EQ(iceLakeNops(8, 3), 1.6);
  EXPECT_EQ(iceLakeNops(9, 3), 2.0);
  EXPECT_EQ(iceLakeNops(13, 1), 3.0);
  EXPECT_EQ(iceLakeNops(14, 4), 3.0);
  EXPECT_EQ(iceLakeNops(19, 1), 3.8);
  EXPECT_EQ(iceLakeNops(21, 7), 4.2);
  EXPECT_EQ(iceLakeNops(22, 7), 5.0);
  EXPECT_EQ(iceLakeNops(28, 7), 6.0);
  EXPECT_EQ(iceLakeNops(40, 7), 9.0);
  EXPECT_EQ(iceLakeNops(13, 9), 2.6);
  EXPECT_EQ(iceLakeNops(16, 9), 4.0);
  EXPECT_EQ(iceLakeNops(30, 9), 7.0);
  EXPECT_EQ(iceLakeNops(25, 9), 6.0);
  EXPECT_EQ(iceLakeNops(29, 9), 6.0);
  EXPECT_EQ(iceLakeNops(40, 9), 9.0);
  EXPECT_EQ(iceLakeNops(17, 7), 3.5);
  EXPECT_EQ(iceLakeNops(18, 4), 3.6);
  EXPECT_EQ(iceLakeNops(43, 9), 9.0);
}

// The first of the best placements, each tried alone, is found though not all
// are cut.
TEST(FrontEndBound, EachPlacementAlone) {
  std::mt19937 Rng(11);
  FrontEndParams Few = skylakeCache(), Slow = zen();
  Few.Lines = 3; // So that windows must go.
  Slow.Rate = 2;
  for (int Round = 0; Round < 1000; ++Round) {
    const FrontEndParams All[] = {skylakeCache(), zen(), Few, Slow};
    const FrontEndParams &P = All[Round % std::size(All)];
    const std::vector<CodeInst> Code = randomCode(Rng);
    const unsigned Align = 1u << Rng() % 6;
    FrontEndBound Best;
    for (unsigned Offset = 0; Offset < 64; Offset += Align) {
      std::vector<CodeInst> Moved = Code;
      for (CodeInst &I : Moved)
        I.Address += Offset;
      FrontEndBound B = computeFrontEndBound(Moved, 64, P);
      if (Offset == 0 || B.Value < Best.Value)
        Best = B;
    }
    const FrontEndBound B = computeFrontEndBound(Code, Align, P);
    EXPECT_EQ(B.Value, Best.Value);
    EXPECT_EQ(B.Offset, Best.Offset);
    EXPECT_EQ(B.NumWindows, Best.NumWindows);
    EXPECT_EQ(B.NumLegacyWindows, Best.NumLegacyWindows);
    EXPECT_EQ(B.NumBlocks, Best.NumBlocks);
    EXPECT_EQ(B.NumLines, Best.NumLines);
    EXPECT_EQ(B.NumFetches, Best.NumFetches);
    EXPECT_EQ(B.Jumps, Best.Jumps);
  }
}

// Lines of 8 instructions: the pair that closes the loop is one of them.
TEST(FrontEndBound, LinesPerCycle) {
  EXPECT_EQ(zenAt64(loopOf({4, 4, 4, 4, 4, 4, 4})), 1);    // 8 of 33 bytes
  EXPECT_EQ(zenAt64(loopOf({4, 4, 4, 4, 4, 4, 4, 4})), 2); // 9 of 37 bytes
  // 6 of 10 bytes in 64 bytes, the seventh ends in the next: 13 and the pair
  // are 6 + 6 + 2.
  EXPECT_EQ(zenAt64(tens(13)), 3);
  EXPECT_EQ(computeFrontEndBound(tens(13), 64, zen()).NumLines, 3u);
  FrontEndParams P = zen();
  P.Rate = 2;
  EXPECT_EQ(computeFrontEndBound(tens(13), 64, P).Value, CyclesPerIter(3, 2));
}

// An instruction counts where it ends: of 8 and 1, not of 9 and 0.
TEST(FrontEndBound, LinesByTheLastByte) {
  std::vector<CodeInst> Code = loopOf({7, 7, 7, 7, 7, 7, 7, 7, 9});
  EXPECT_EQ(Code[8].Address, 56u);
  EXPECT_EQ(zenAt64(Code), 2);
  // The pair straddles the window's end, and counts in the next.
  Code = loopOf({8, 8, 8, 8, 8, 8, 8, 6});
  EXPECT_EQ(Code.back().Address + Code.back().Size, 67u);
  EXPECT_EQ(zenAt64(Code), 2);
}

// Micro-ops say nothing where lines count instructions.
TEST(FrontEndBound, LinesOfInstructions) {
  std::vector<CodeInst> Code = loopOf({4, 4, 4, 4, 4, 4, 4});
  for (CodeInst &I : Code)
    I.Uops *= 2;
  EXPECT_EQ(zenAt64(Code), 1);
}

TEST(FrontEndBound, MoreLinesThanTheCacheHas) {
  // 300 windows of 8 instructions of 8 bytes, and one of the pair: 45 lines do
  // not fit, and are decoded in two blocks of 32 bytes each, the pair's in one.
  std::vector<CodeInst> Code = loopOf(std::vector<unsigned>(2400, 8));
  FrontEndBound B = computeFrontEndBound(Code, 64, zen());
  EXPECT_EQ(B.NumLegacyWindows, 45u);
  EXPECT_EQ(B.Value, 256 + 2 * 45);
}

} // namespace
