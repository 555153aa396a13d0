//===- WarmUpTest.cpp - What was accessed before a stretch ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarmUp.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace kernelbounds;

namespace {

using Addresses = std::vector<uint64_t>;

/// \p Runs times: \p Length addresses from \p Start on in steps of \p Step, the
/// next one \p Outer farther.
Addresses segments(uint64_t Start, int64_t Step, unsigned Length, int64_t Outer,
                   unsigned Runs) {
  Addresses Out;
  for (unsigned R = 0; R < Runs; ++R)
    for (unsigned I = 0; I < Length; ++I)
      Out.push_back(Start + Outer * R + Step * I);
  return Out;
}

/// The last \p Num addresses before those of \p In, the last one first.
Addresses past(const Addresses &In, unsigned Num, uint64_t Begin,
               uint64_t End) {
  AddressRange R;
  R.Begin = Begin;
  R.End = End;
  R.NumStretches = 2;
  PastStream P(findShape(In), R);
  Addresses Out;
  for (unsigned I = 0; I < Num; ++I)
    Out.push_back(P.next());
  return Out;
}

StretchAccesses stretchOf(const Addresses &In, bool IsStore = false) {
  StretchAccesses S;
  for (uint64_t A : In) {
    S.First.push_back(S.All.size());
    S.All.push_back({A, 0, 0, 8, !IsStore, IsStore});
  }
  S.First.push_back(S.All.size());
  return S;
}

/// One level of 64 lines.
struct OneLevel {
  CacheLevelSpec Level;
  CacheTables Tables;
  OneLevel() {
    Level.Sets = 8;
    Level.Ways = 8;
    Level.LineBytes = 64;
    Level.Latency = 4;
    Level.MissBuffers = 8;
    Tables.Levels = Level;
    Tables.Memory.Latency = 100;
    Tables.Memory.Bandwidth = 6400;
  }
};

/// Of the lines of \p In, how many are in the cache when it begins.
unsigned numThere(const std::vector<StretchAccesses> &All, size_t Stretch,
                  const Addresses &Of) {
  OneLevel L;
  MemorySystem M(L.Tables);
  for (const PastTouch &P :
       WarmUp(All).past(All[Stretch], 64, /*MostLines=*/96))
    M.touch(P.Line * 64, P.IsStore);
  unsigned Num = 0;
  for (uint64_t A : Of) {
    MemorySystem Copy = M;
    Num += Copy.load(0, A, 1, 0).Level == 0;
  }
  return Num;
}

} // namespace

TEST(WarmUp, Shapes) {
  EXPECT_EQ(findShape({64}).Kind, StreamShape::Fixed);
  EXPECT_EQ(findShape({64, 64, 64}).Kind, StreamShape::Fixed);
  const StreamShape Walk = findShape(segments(64, -8, 10, 0, 1));
  EXPECT_EQ(Walk.Kind, StreamShape::Walk);
  EXPECT_EQ(Walk.Step, -8);
  const StreamShape Rows = findShape(segments(4096, 8, 10, 800, 4));
  EXPECT_EQ(Rows.Kind, StreamShape::Segments);
  EXPECT_EQ(Rows.Step, 8);
  EXPECT_EQ(Rows.Length, 10u);
  EXPECT_EQ(Rows.Outer, 800);
  EXPECT_EQ(Rows.Done, 0u);
  EXPECT_EQ(findShape({5, 900, 17, 333, 8, 2048}).Kind, StreamShape::Random);
  // Rows of four, at no distance that comes again.
  Addresses Blocks;
  for (const uint64_t At : {0, 7000, 3000, 50000, 21000, 11000, 90000})
    for (uint64_t Row = 0; Row < 4; ++Row)
      Blocks.push_back(At + 512 * Row);
  EXPECT_EQ(findShape(Blocks).Kind, StreamShape::Random);
}

TEST(WarmUp, ThePastGoesOnAsTheStretchDoes) {
  EXPECT_EQ(past({80, 88, 96}, 3, 0, 1000), (Addresses{72, 64, 56}));
  // At the beginning of its range the walk came from the end.
  EXPECT_EQ(past({80, 88, 96}, 3, 64, 104), (Addresses{72, 64, 96}));
  // The stretch begins in the middle of a row.
  Addresses Rows = segments(4096, 8, 4, 800, 3);
  Rows.erase(Rows.begin(), Rows.begin() + 2);
  EXPECT_EQ(past(Rows, 6, 0, 100000),
            (Addresses{4104, 4096, 3320, 3312, 3304, 3296}));
  // The same row again and again.
  EXPECT_EQ(past(segments(4096, 8, 3, 0, 3), 4, 4096, 4120),
            (Addresses{4112, 4104, 4096, 4112}));
}

TEST(WarmUp, OneBreakShowsHowLongColumnsAre) {
  // Two columns of 100 rows; the stretch sees the end of one and the beginning
  // of the next.
  Addresses Columns = segments(4096, 800, 100, 8, 2);
  Columns.erase(Columns.begin(), Columns.begin() + 70);
  Columns.resize(60);
  const StreamShape S = findShape(Columns);
  EXPECT_EQ(S.Kind, StreamShape::Segments);
  EXPECT_EQ(S.Length, 100u);
  EXPECT_EQ(S.Outer, 8);
  EXPECT_EQ(S.Done, 70u);
  // The same vector again, backwards.
  Addresses Vector = segments(4096, -8, 100, 0, 2);
  Vector.erase(Vector.begin(), Vector.begin() + 70);
  EXPECT_EQ(findShape(Vector).Length, 100u);
  EXPECT_EQ(findShape(Vector).Outer, 0);
  // A gap between rows says nothing of how long they are.
  Addresses Rows = segments(4096, 8, 100, 1000, 2);
  Rows.erase(Rows.begin(), Rows.begin() + 70);
  Rows.resize(80);
  EXPECT_EQ(findShape(Rows).Length, 50u);
  EXPECT_EQ(findShape(Rows).Outer, 600);
}

TEST(WarmUp, WalksArePartsOfSegmentsThatOtherStretchesSaw) {
  auto WalkAt = [](uint64_t At, int64_t Step) {
    return findShape(segments(At, Step, 30, 0, 1));
  };
  // Columns: the one of the walk lies between the steps.
  const StreamShape Columns = findShape(segments(4096, 800, 100, 8, 3));
  StreamShape Walk = WalkAt(4096 + 40 + 800 * 25, 800);
  ASSERT_TRUE(continueAs(Walk, Columns));
  EXPECT_EQ(Walk.Kind, StreamShape::Segments);
  EXPECT_EQ(Walk.Length, 100u);
  EXPECT_EQ(Walk.Outer, 8);
  EXPECT_EQ(Walk.Done, 25u);
  // Rows: the one of the walk may be far away, also in front.
  const StreamShape Rows = findShape(segments(65536, 8, 100, 1000, 3));
  Walk = WalkAt(65536 + 20000 + 8 * 7, 8);
  ASSERT_TRUE(continueAs(Walk, Rows));
  EXPECT_EQ(Walk.Done, 7u);
  Walk = WalkAt(65536 - 5000 + 8 * 7, 8);
  ASSERT_TRUE(continueAs(Walk, Rows));
  EXPECT_EQ(Walk.Done, 7u);
  const StreamShape Down = findShape(segments(65536, -8, 100, -1000, 3));
  Walk = WalkAt(65536 - 3000 - 8 * 7, -8);
  ASSERT_TRUE(continueAs(Walk, Down));
  EXPECT_EQ(Walk.Done, 7u);
  // Other steps, longer than a segment, and in front of all columns.
  for (StreamShape Other :
       {WalkAt(4096, 8), findShape(segments(4096, 800, 120, 0, 1)),
        WalkAt(4096 - 8000, 800)}) {
    EXPECT_FALSE(continueAs(Other, Columns));
    EXPECT_EQ(Other.Kind, StreamShape::Walk);
  }
}

TEST(WarmUp, RangesAreLikelyToBeLonger) {
  AddressRange R;
  R.Begin = 10000;
  R.End = 20000;
  R.NumStretches = 11;
  R.Longest = 100;
  EXPECT_EQ(R.likely().Begin, 9000u);
  EXPECT_EQ(R.likely().End, 21000u);
  R.Longest = 9000; // One stretch goes through nearly all of it.
  EXPECT_EQ(R.likely().Begin, 10000u);
}

TEST(WarmUp, ArraysThatFitAreThere) {
  // Three stretches of a walk through 32 lines, around and around.
  std::vector<StretchAccesses> All;
  for (uint64_t At : {0, 700, 1500})
    All.push_back(stretchOf(segments(65536 + At, 8, 60, 0, 1)));
  EXPECT_EQ(numThere(All, 1, segments(65536 + 700, 8, 60, 0, 1)), 60u);
}

TEST(WarmUp, ArraysThatDoNotFitAreNot) {
  // A walk through 1000 lines: of those the stretch comes to, none is there;
  // those right before it are.
  std::vector<StretchAccesses> All;
  for (uint64_t At : {0, 20000, 40000, 60000})
    All.push_back(stretchOf(segments(65536 + At, 8, 60, 0, 1)));
  EXPECT_EQ(numThere(All, 2, segments(65536 + 40064, 64, 6, 0, 1)), 0u);
  EXPECT_EQ(numThere(All, 2, segments(65536 + 40000 - 640, 64, 10, 0, 1)), 10u);
  // What was seen once has not come around.
  EXPECT_EQ(numThere({All[2]}, 0, segments(65536 + 40064, 64, 6, 0, 1)), 0u);
}

TEST(WarmUp, WhatOtherStretchesComeToIsThere) {
  // Two operands walk through the same lines, each in one stretch.
  const Addresses Walk = segments(65536, 64, 20, 0, 1);
  StretchAccesses One = stretchOf(Walk), Other = stretchOf(Walk);
  for (StretchAccess &A : Other.All)
    A.Inst = 1;
  EXPECT_EQ(numThere({One, Other}, 0, Walk), 20u);
  EXPECT_EQ(numThere({One, Other}, 1, Walk), 20u);
  // Around the caches, it leaves nothing.
  for (StretchAccess &A : Other.All)
    A.IsNonTemporal = true;
  EXPECT_EQ(numThere({One, Other}, 0, Walk), 0u);
}

TEST(WarmUp, RowsThatComeAgainAreThere) {
  // Row after row of a large matrix, and one row that is used for each.
  const Addresses Row = segments(1 << 20, 8, 40, 0, 4);
  std::vector<StretchAccesses> All{stretchOf(Row)};
  EXPECT_EQ(numThere(All, 0, segments(1 << 20, 8, 40, 0, 1)), 40u);
  const Addresses Matrix = segments(1 << 22, 8, 40, 4096, 4);
  All = {stretchOf(Matrix)};
  EXPECT_EQ(numThere(All, 0, segments((1 << 22) + 4096, 8, 8, 0, 1)), 0u);
}

TEST(WarmUp, ColumnsThatComeAgainAreThere) {
  // 20 rows of two lines, column after column. A stretch is shorter than a
  // column; only one stretch sees where the next one begins.
  Addresses Matrix;
  for (unsigned I = 0; I < 3; ++I) {
    const Addresses Sweep = segments(1 << 20, 128, 20, 8, 16);
    Matrix.insert(Matrix.end(), Sweep.begin(), Sweep.end());
  }
  auto At = [&](size_t First) {
    return stretchOf({Matrix.begin() + First, Matrix.begin() + First + 12});
  };
  const std::vector<StretchAccesses> All{At(20 * 3 + 4), At(20 * 2 + 14),
                                         At(20 * 13 + 4)};
  // The lines of the present column, and those of columns not come to for long.
  EXPECT_EQ(numThere(All, 0, segments((1 << 20) + 24, 128, 20, 0, 1)), 20u);
  EXPECT_EQ(numThere(All, 0, segments((1 << 20) + 64, 128, 19, 0, 1)), 19u);
}

TEST(WarmUp, WalksAtDifferentPlacesAreColumns) {
  // 30 rows of three lines. Each stretch is a part of one column, and none sees
  // where a column ends.
  auto At = [](unsigned Row, unsigned Column) {
    return stretchOf(
        segments((1 << 20) + 192 * Row + 8 * Column, 192, 12, 0, 1));
  };
  const std::vector<StretchAccesses> All{At(0, 3), At(10, 14), At(18, 5),
                                         At(9, 6)};
  // The column before it has the same lines.
  EXPECT_EQ(numThere(All, 3, segments((1 << 20) + 48, 192, 30, 0, 1)), 30u);
  LongWalks Columns, Others;
  Columns.add(findShape(segments(4096, 800, 10, 0, 1)), 8);
  EXPECT_FALSE(Columns.areColumns());
  Columns.add(findShape(segments(4096 + 8000, 800, 10, 0, 1)), 8);
  EXPECT_FALSE(Columns.areColumns());
  Columns.add(findShape(segments(4096 + 24, 800, 10, 0, 1)), 8);
  EXPECT_TRUE(Columns.areColumns());
  // Steps within a line, and steps that differ.
  Others.add(findShape(segments(4096, 64, 10, 0, 1)), 8);
  Others.add(findShape(segments(4104, 64, 10, 0, 1)), 8);
  EXPECT_FALSE(Others.areColumns());
  Columns.add(findShape(segments(4096 + 40, 900, 10, 0, 1)), 8);
  EXPECT_FALSE(Columns.areColumns());
}

TEST(WarmUp, ColumnsGoThroughTheRange) {
  LongWalks Columns;
  Columns.Step = 800;
  Columns.Bytes = 8;
  Columns.Places = {96, 104};
  AddressRange R;
  R.Begin = 4096;
  R.End = 4096 + 800 * 50;
  StreamShape Walk = findShape(segments(4096 + 800 * 7 + 16, 800, 10, 0, 1));
  ASSERT_TRUE(continueAsColumn(Walk, Columns, R));
  EXPECT_EQ(Walk.Kind, StreamShape::Segments);
  EXPECT_EQ(Walk.Length, 50u);
  EXPECT_EQ(Walk.Done, 7u);
  EXPECT_EQ(Walk.Outer, 8);
  // Upwards through the matrix.
  Columns.Step = -800;
  Walk = findShape(segments(4096 + 800 * 40 + 16, -800, 10, 0, 1));
  ASSERT_TRUE(continueAsColumn(Walk, Columns, R));
  EXPECT_EQ(Walk.Done, 9u);
  // Outside of the range; no walk; other steps.
  StreamShape Far = findShape(segments(1 << 20, -800, 10, 0, 1));
  EXPECT_FALSE(continueAsColumn(Far, Columns, R));
  StreamShape Fixed = findShape({8192, 8192});
  EXPECT_FALSE(continueAsColumn(Fixed, Columns, R));
  StreamShape Other = findShape(segments(8192, -400, 10, 0, 1));
  EXPECT_FALSE(continueAsColumn(Other, Columns, R));
  EXPECT_EQ(Other.Kind, StreamShape::Walk);
}

TEST(WarmUp, PoolsByRecapture) {
  // Of 100 units, half is seen each time.
  std::vector<std::vector<uint64_t>> Samples(3);
  for (uint64_t I = 0; I < 100; ++I) {
    if (I < 50)
      Samples[0].push_back(I);
    if (I % 2 == 0)
      Samples[1].push_back(I);
    if (I % 4 < 2)
      Samples[2].push_back(I);
  }
  // (50 * 50 + 50 * 75) / (25 + 38) are 99.2; a quarter more by the error.
  EXPECT_EQ(PlacePool::estimate(Samples, 10000).NumLikely, 124u);
  EXPECT_EQ(PlacePool::estimate(Samples, 10000).Seen.size(), 87u);
  // Never less than were seen, never more than the range has.
  EXPECT_EQ(PlacePool::estimate(Samples, 10).NumLikely, 87u);
  // Nothing was met again.
  EXPECT_EQ(PlacePool::estimate({{1, 2}, {3, 4}}, 1000).NumLikely, 1000u);
  EXPECT_EQ(PlacePool::estimate({{1, 2}}, 1000).NumLikely, 1000u);
}

TEST(WarmUp, WhatComesBack) {
  auto ComesBack = [](llvm::ArrayRef<std::vector<uint64_t>> Samples) {
    return PlacePool::estimate(Samples, 1000).ComesBack;
  };
  // Forwards and backwards, once.
  EXPECT_FALSE(ComesBack({{1, 2}, {11, 12}, {21, 22}, {31, 32}, {41, 42}}));
  EXPECT_FALSE(ComesBack({{41, 42}, {31, 32}, {21, 22}, {11, 12}, {1, 2}}));
  // A single jump may lead to another array.
  EXPECT_FALSE(ComesBack({{21}, {31}, {41}, {1}, {11}}));
  EXPECT_TRUE(ComesBack({{21}, {41}, {11}, {31}, {1}}));
  // Eight units in common.
  std::vector<uint64_t> Units = {1, 2, 3, 4, 5, 6, 7};
  EXPECT_FALSE(ComesBack({Units, Units}));
  Units.push_back(8);
  EXPECT_TRUE(ComesBack({Units, Units}));
}

TEST(WarmUp, PlacesThatComeAgainAreThere) {
  // Forty lines, far apart, in no order: they fit, though their range does not.
  std::mt19937 Random(1);
  std::vector<StretchAccesses> All;
  for (unsigned S = 0; S < 6; ++S) {
    Addresses In;
    for (unsigned I = 0; I < 30; ++I)
      In.push_back(65536 + 4160 * (Random() % 40));
    All.push_back(stretchOf(In));
  }
  Addresses Lines;
  for (uint64_t I = 0; I < 40; ++I)
    Lines.push_back(65536 + 4160 * I);
  EXPECT_GE(numThere(All, 3, Lines), 36u);
}

TEST(WarmUp, RowsOfAMatrixThatIsGoneThroughAgainAreThere) {
  // Ten rows of four lines. Each stretch stays in a row and sees the beginning
  // of the next one, and no two stretches see the same. They are not in the
  // order of rows, so that the matrix is gone through several times.
  auto Stretch = [](uint64_t Row) {
    Addresses In = segments(65536 + 256 * Row, 8, 32, 0, 3);
    const Addresses Next = segments(65536 + 256 * (Row + 1), 8, 32, 0, 2);
    In.insert(In.end(), Next.begin(), Next.end());
    return stretchOf(In);
  };
  const Addresses Next = segments(65536 + 256 * 5, 64, 4, 0, 1);
  EXPECT_EQ(
      numThere({Stretch(2), Stretch(6), Stretch(4), Stretch(8), Stretch(0)}, 2,
               Next),
      4u);
  // Once through it: the next row is met for the first time.
  EXPECT_EQ(
      numThere({Stretch(0), Stretch(2), Stretch(4), Stretch(6), Stretch(8)}, 2,
               Next),
      0u);
  // Rows so far apart that the matrix does not fit, by as many lines of it as
  // the cache has: that was longer ago than all that fits.
  auto Far = [](uint64_t Row) {
    Addresses In = segments(65536 + 8192 * Row, 8, 32, 0, 3);
    const Addresses Behind = segments(65536 + 8192 * Row + 256, 8, 32, 0, 2);
    In.insert(In.end(), Behind.begin(), Behind.end());
    return stretchOf(In);
  };
  EXPECT_EQ(numThere({Far(2), Far(6), Far(4), Far(8), Far(0)}, 2,
                     segments(65536 + 8192 * 4 + 256, 64, 4, 0, 1)),
            0u);
}

TEST(WarmUp, RangesEndWhereMemoryDoes) {
  // Three stretches see places far apart: the whole range would be longer than
  // memory is.
  const uint64_t Begin = uint64_t(1) << 62;
  std::vector<StretchAccesses> All;
  for (uint64_t At : {Begin, Begin + (Begin >> 1), 2 * Begin - 65})
    All.push_back(stretchOf({At, At + 64}));
  AddressRange R;
  R.Begin = Begin;
  R.End = UINT64_MAX - 1;
  R.NumStretches = 3;
  EXPECT_EQ(R.likely().End, UINT64_MAX);
  for (size_t S = 0; S < All.size(); ++S)
    EXPECT_FALSE(WarmUp(All).past(All[S], 64, 96).empty());
  // The last bytes of all, and a range without bytes.
  const Addresses Last(4, UINT64_MAX);
  All = {stretchOf(Last), stretchOf({UINT64_MAX, UINT64_MAX - 8})};
  for (size_t S = 0; S < All.size(); ++S)
    EXPECT_FALSE(WarmUp(All).past(All[S], 64, 96).empty());
  EXPECT_EQ(past(segments(4096, 8, 4, 0, 1), 1, 64, 64), Addresses{4088});
}

TEST(WarmUp, LinesOfTheRunUpWereThereBefore) {
  // A walk around more lines than the run-up has.
  std::vector<StretchAccesses> All;
  for (uint64_t At : {0, 20000, 40000, 60000, 80000})
    All.push_back(stretchOf(segments(65536 + At, 8, 600, 0, 1)));
  const std::vector<PastTouch> Past = WarmUp(All).past(All[2], 64, 1 << 20);
  ASSERT_GT(Past.size(), RunUpTouches);
  const auto RunUp = Past.end() - RunUpTouches;
  std::set<uint64_t> Before, InAll;
  for (auto It = Past.begin(); It != Past.end(); ++It) {
    InAll.insert(It->Line);
    if (It < RunUp)
      EXPECT_TRUE(Before.insert(It->Line).second);
  }
  EXPECT_EQ(Before, InAll);
}

TEST(WarmUp, RunUpGoesAsFastAsLinesCome) {
  OneLevel L;
  std::vector<PastTouch> Past;
  for (uint64_t N = 0; N < 100; ++N)
    Past.push_back({1000 + N, 0, false});
  // Memory is 96 cycles away, and a line comes in each cycle: one after the
  // other, or four at a time.
  MemorySystem One(L.Tables);
  EXPECT_NEAR(double(runUp(One, Past, 64, 1, 1)), 9600, 200);
  MemorySystem Four(L.Tables);
  EXPECT_NEAR(double(runUp(Four, Past, 64, 1, 4)), 2400, 100);
  // A loop that computes for 500 cycles does not wait.
  MemorySystem Slow(L.Tables);
  EXPECT_EQ(runUp(Slow, Past, 64, 500, 4), 50001);
  // The last line is there then.
  EXPECT_EQ(Slow.load(0, 1099 * 64, 8, 50001).Delay, 0);
}
