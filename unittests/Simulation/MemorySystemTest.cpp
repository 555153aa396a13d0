//===- MemorySystemTest.cpp - Time that memory accesses take --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/MemorySystem.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;

namespace {

constexpr uint64_t LineBytes = 64;

/// Two levels of 4 and 16 lines, of 4 and 14 cycles; memory of 100 cycles. All
/// connections carry a line a cycle.
struct Toy {
  std::vector<CacheLevelSpec> Levels;
  std::vector<TlbSpec> Tlbs;
  std::vector<PrefetcherSpec> Prefetchers;
  CacheTables Tables;

  Toy() {
    CacheLevelSpec First;
    First.Sets = 2;
    First.Ways = 2;
    First.LineBytes = LineBytes;
    First.Latency = 4;
    First.MissBuffers = 8;
    CacheLevelSpec Second = First;
    Second.Sets = 4;
    Second.Ways = 4;
    Second.Latency = 14;
    Second.MissBuffers = 16;
    Second.Bandwidth = 6400;
    Levels = {First, Second};
    Tables.Memory.Latency = 100;
    Tables.Memory.Bandwidth = 6400;
  }
  MemorySystem make(const MemoryOptions &Options = {}) {
    Tables.Levels = Levels;
    Tables.Tlbs = Tlbs;
    Tables.Prefetchers = Prefetchers;
    return MemorySystem(Tables, Options);
  }
};

uint64_t line(uint64_t Number) { return Number * LineBytes; }

int64_t delay(MemorySystem &M, uint64_t Number, int64_t T) {
  return M.load(/*Inst=*/1, line(Number), 8, T).Delay;
}

} // namespace

TEST(MemorySystem, StoresAroundTheCaches) {
  Toy T;
  T.Tables.Memory.WriteBandwidth = 1600; // A line in four cycles.
  MemorySystem M = T.make();
  EXPECT_EQ(delay(M, 7, 0), 96);
  // What is gathered takes no time, and nothing is fetched.
  int64_t Now = 200;
  for (uint64_t Number = 0; Number < 4; ++Number)
    for (unsigned Part = 0; Part < 4; ++Part)
      EXPECT_EQ(M.storeAround(line(Number) + 16 * Part, 16, Now).Delay, 0);
  // Each further line sends one on its way, for which there are eight buffers
  // of the first level, and four cycles a line.
  std::vector<int64_t> Delays;
  for (uint64_t Number = 4; Number < 24; ++Number)
    Delays.push_back(M.storeAround(line(Number), 64, Now).Delay);
  EXPECT_EQ(Delays[0], 0);
  EXPECT_EQ(Delays[7], 0);
  EXPECT_EQ(Delays[19] - Delays[15], 16);
  // The caches have lost the line.
  EXPECT_EQ(delay(M, 7, 1000), 96);
  // A store into the same lines waits for memory.
  EXPECT_EQ(M.store(1, line(30), 64, 2000).Delay, 96);
  MemoryOptions NoMemory;
  NoMemory.LevelsThatMiss = 1;
  MemorySystem Perfect = T.make(NoMemory);
  for (uint64_t Number = 0; Number < 40; ++Number)
    EXPECT_EQ(Perfect.storeAround(line(Number), 64, 0).Delay, 0);
}

TEST(LineChannel, CarriesOneLineAtATime) {
  LineChannel C(3, 2); // A line takes 1.5 cycles.
  EXPECT_EQ(C.take(0), 0);
  EXPECT_EQ(C.take(0), 2);
  EXPECT_EQ(C.take(0), 3);
  EXPECT_EQ(C.take(0), 5);
  // Requests need not ascend: what is free before is taken.
  EXPECT_EQ(C.take(30), 30);
  EXPECT_EQ(C.take(0), 6);
}

/// Against a list of all slots.
TEST(LineChannel, IsTheFirstFreeSlot) {
  std::mt19937 Random(3);
  for (auto [Num, Den] : {std::pair(1, 1), {2, 1}, {5, 3}, {6400, 1720}}) {
    LineChannel C(Num, Den);
    std::vector<bool> Taken(5000);
    for (unsigned N = 0; N < 500; ++N) {
      const int64_t T = Random() % 700;
      int64_t Slot = 0;
      while (Slot * Num < T * Den || Taken[Slot])
        ++Slot;
      Taken[Slot] = true;
      ASSERT_EQ(C.take(T), (Slot * Num + Den - 1) / Den);
    }
  }
}

TEST(MissBuffers, AreFreeInTurn) {
  MissBuffers B(2);
  EXPECT_EQ(B.whenFree(5), 5);
  B.take(5, 50);
  EXPECT_EQ(B.whenFree(5), 5);
  B.take(5, 20);
  EXPECT_EQ(B.whenFree(5), 20);
  B.take(20, 70);
  EXPECT_EQ(B.whenFree(5), 50);
  MissBuffers Any(0);
  Any.take(0, 50);
  EXPECT_EQ(Any.whenFree(5), 5);
}

TEST(MissBuffers, AreFreeBeforeALaterRequestNeedsThem) {
  MissBuffers B(1);
  B.take(1000, 1100); // A store that waits to be written.
  EXPECT_EQ(B.whenFree(5), 5);
  B.take(5, 50);
  EXPECT_EQ(B.whenFree(20), 50);
  EXPECT_EQ(B.whenFree(1050), 1100);
  B.take(1000000, 1000100); // What is long ago is forgotten.
  EXPECT_EQ(B.whenFree(1000050), 1000100);
  EXPECT_EQ(B.whenFree(20), 20);
}

/// Against a list of all times.
TEST(MissBuffers, WaitForTheFirstFreeCycle) {
  std::mt19937 Random(5);
  for (unsigned Num : {1u, 3u, 10u}) {
    MissBuffers B(Num);
    std::vector<unsigned> Held(20000);
    for (unsigned N = 0; N < 500; ++N) {
      const int64_t T = Random() % 3000;
      int64_t Free = T;
      while (Held[Free] >= Num)
        ++Free;
      ASSERT_EQ(B.whenFree(T), Free);
      const int64_t Until = Free + 1 + Random() % 60;
      B.take(Free, Until);
      for (int64_t At = Free; At < Until; ++At)
        ++Held[At];
    }
  }
}

TEST(MemorySystem, LevelsByLatency) {
  Toy T;
  MemorySystem M = T.make();
  const MemoryAnswer First = M.load(1, line(0), 8, 0);
  EXPECT_EQ(First.Delay, 96);
  EXPECT_EQ(First.Level, 2u);
  // The line is under way until cycle 96.
  EXPECT_EQ(M.load(1, line(0) + 8, 8, 40).Delay, 56);
  EXPECT_EQ(delay(M, 0, 96), 0);
  // Two more lines of the set push it out of the first level.
  M.touch(line(2), false);
  M.touch(line(4), false);
  const MemoryAnswer Second = M.load(1, line(0), 8, 200);
  EXPECT_EQ(Second.Delay, 10);
  EXPECT_EQ(Second.Level, 1u);
}

TEST(MemorySystem, AccessesAcrossLinesNeedBoth) {
  Toy T;
  MemorySystem M = T.make();
  M.touch(line(0), false);
  EXPECT_EQ(M.load(1, line(0) + 60, 4, 0).Delay, 0);
  EXPECT_EQ(M.load(1, line(0) + 61, 4, 0).Delay, 96);
}

TEST(MemorySystem, MissBuffersLimit) {
  Toy T;
  T.Levels[0].MissBuffers = 2;
  MemorySystem M = T.make();
  for (uint64_t N : {0, 1, 2, 3})
    M.touch(line(N), false);
  for (uint64_t N : {4, 5, 6, 7})
    M.touch(line(N), false); // The first four are in the second level.
  EXPECT_EQ(delay(M, 0, 0), 10);
  EXPECT_EQ(delay(M, 1, 0), 11); // One line a cycle.
  EXPECT_EQ(delay(M, 2, 0), 20); // From when the first has come.
}

TEST(MemorySystem, BandwidthLimits) {
  Toy T;
  T.Tables.Memory.Bandwidth = 640; // A line takes 10 cycles.
  MemorySystem M = T.make();
  EXPECT_EQ(delay(M, 0, 4), 96);
  EXPECT_EQ(delay(M, 1, 4), 106);
  EXPECT_EQ(delay(M, 2, 4), 116);
  MemoryOptions O;
  O.UnlimitedBandwidth = true;
  MemorySystem Wide = T.make(O);
  EXPECT_EQ(delay(Wide, 0, 4), 96);
  EXPECT_EQ(delay(Wide, 1, 4), 96);
}

TEST(MemorySystem, WrittenLinesGoDown) {
  Toy T;
  T.Levels[1].Bandwidth = 640;
  MemorySystem M = T.make();
  for (uint64_t N : {0, 2, 4, 6, 8, 10})
    M.touch(line(N), N == 8 || N == 10);
  // Lines 8 and 10 are written, and the next two push them out: that takes the
  // connection of the second level as long as the two lines that come.
  EXPECT_EQ(delay(M, 0, 0), 10);
  EXPECT_EQ(delay(M, 2, 0), 30);
  EXPECT_EQ(delay(M, 4, 0), 50);
  // With a connection of their own they are in nobody's way.
  T.Levels[1].WriteBandwidth = 640;
  MemorySystem Two = T.make();
  for (uint64_t N : {0, 2, 4, 6, 8, 10})
    Two.touch(line(N), N == 8 || N == 10);
  EXPECT_EQ(delay(Two, 0, 0), 10);
  EXPECT_EQ(delay(Two, 2, 0), 20);
}

TEST(MemorySystem, WritePolicies) {
  Toy T;
  T.Levels[0].NoWriteAllocate = true;
  MemorySystem M = T.make();
  EXPECT_EQ(M.store(1, line(0), 8, 0).Delay, 0);
  EXPECT_EQ(M.load(1, line(0), 8, 100).Level, 1u); // Written to the second.
  Toy Through;
  Through.Levels[0].IsWriteThrough = true;
  Through.Levels[1].Bandwidth = 640;
  MemorySystem W = Through.make();
  W.touch(line(0), false);
  W.touch(line(1), false);
  W.touch(line(3), false);
  W.touch(line(5), false); // Line 1 is in the second level.
  W.store(1, line(0), 8, 10);
  EXPECT_EQ(delay(W, 1, 5), 15); // The slot from cycle 10 on is taken.
}

TEST(MemorySystem, VictimLevelsHoldWhatWasDropped) {
  Toy T;
  T.Levels[1].IsVictim = true;
  MemorySystem M = T.make();
  M.touch(line(0), false);
  M.touch(line(2), false);
  M.touch(line(4), false); // Line 0 goes to the second level.
  EXPECT_EQ(M.load(1, line(0), 8, 0).Level, 1u);
  // From there it has gone up, and line 2 has come.
  EXPECT_EQ(M.load(1, line(2), 8, 0).Level, 1u);
  EXPECT_EQ(M.load(1, line(4), 8, 100).Level, 1u);
  EXPECT_EQ(M.load(1, line(6), 8, 200).Level, 2u);
}

TEST(MemorySystem, LevelsThatHaveEverything) {
  Toy T;
  MemoryOptions O;
  O.LevelsThatMiss = 1;
  MemorySystem Second = T.make(O);
  EXPECT_EQ(delay(Second, 77, 0), 10);
  O.LevelsThatMiss = 0;
  MemorySystem First = T.make(O);
  EXPECT_EQ(delay(First, 77, 0), 0);
}

TEST(MemorySystem, Translations) {
  Toy T;
  T.Levels[0].Sets = 256; // Lines are not what is missed here.
  TlbSpec First, Second;
  First.Sets = 1;
  First.Ways = 2;
  Second.Sets = 1;
  Second.Ways = 4;
  Second.Latency = 7;
  T.Tlbs = {First, Second};
  T.Tables.PageWalk.Latency = 30;
  MemorySystem M = T.make();
  for (uint64_t Page : {0, 1, 2})
    M.touch(Page * 4096, false);
  const MemoryAnswer Known = M.load(1, 2 * 4096, 8, 0);
  EXPECT_EQ(Known.Tlb, 0u);
  EXPECT_EQ(Known.Delay, 0);
  const MemoryAnswer InSecond = M.load(1, 0, 8, 10);
  EXPECT_EQ(InSecond.Tlb, 1u);
  EXPECT_EQ(InSecond.Delay, 7);
  // A walk, of which there is one at a time; then the line comes from memory.
  EXPECT_EQ(M.load(1, 8 * 4096, 8, 100).Delay, 37 + 96);
  const MemoryAnswer Walk = M.load(1, 9 * 4096, 8, 100);
  EXPECT_EQ(Walk.Tlb, 2u);
  EXPECT_EQ(Walk.Delay, 67 + 96);
  MemoryOptions O;
  O.PerfectTlb = true;
  MemorySystem Perfect = T.make(O);
  EXPECT_EQ(Perfect.load(1, 9 * 4096, 8, 100).Delay, 96);
}

TEST(MemorySystem, PrefetchersRunAhead) {
  auto Late = [](PrefetchKind Kind, uint8_t Level, uint64_t Step) {
    Toy T;
    for (CacheLevelSpec &L : T.Levels)
      L.Sets = 64;
    PrefetcherSpec P;
    P.Kind = Kind;
    P.Level = Level;
    P.Distance = 4;
    P.Degree = 2;
    P.Entries = 4;
    T.Prefetchers = {P};
    MemorySystem M = T.make();
    int64_t Delay = 0;
    for (uint64_t N = 0; N < 16; ++N)
      Delay = delay(M, Step * N, int64_t(N) * 200);
    return Delay;
  };
  EXPECT_EQ(Late(PrefetchKind::Stride, 0, 1), 0);
  EXPECT_EQ(Late(PrefetchKind::Stride, 0, 3), 0);
  EXPECT_EQ(Late(PrefetchKind::Stream, 1, 1), 10); // In the second level.
  EXPECT_EQ(Late(PrefetchKind::Stream, 0, 1), 0);
  // Steps of several lines are no stream.
  EXPECT_EQ(Late(PrefetchKind::Stream, 1, 2), 96);
  EXPECT_EQ(Late(PrefetchKind::Stream, 1, 3), 96);
  EXPECT_EQ(Late(PrefetchKind::NextLine, 1, 1), 10);
  EXPECT_EQ(Late(PrefetchKind::NextLine, 1, 2), 96);
  EXPECT_EQ(Late(PrefetchKind::Adjacent, 1, 1), 10); // Line 15, beside 14.
  EXPECT_EQ(Late(PrefetchKind::Adjacent, 1, 2), 96);
}

/// Follows \p Entries streams in the second level.
PrefetcherSpec streams(uint16_t Distance, uint16_t Degree, uint16_t Entries,
                       bool CrossesPages) {
  PrefetcherSpec P;
  P.Kind = PrefetchKind::Stream;
  P.Level = 1;
  P.Distance = Distance;
  P.Degree = Degree;
  P.Entries = Entries;
  P.CrossesPages = CrossesPages;
  return P;
}

/// Levels of 64 sets, in which nothing of these tests is replaced.
Toy roomyToy() {
  Toy T;
  for (CacheLevelSpec &L : T.Levels)
    L.Sets = 64;
  return T;
}

TEST(MemorySystem, OnlyNeighboursAreAStream) {
  Toy T = roomyToy();
  PrefetcherSpec P = streams(16, 4, 4, /*CrossesPages=*/false);
  T.Prefetchers = {P};
  auto NumLate = [&](uint64_t Step) {
    MemorySystem M = T.make();
    unsigned Num = 0;
    int64_t Now = 0;
    for (uint64_t Group = 0; Group < 3; ++Group)
      for (const uint64_t N : {3, 0, 6, 1, 7, 4, 2, 5})
        Num += delay(M, Step * (8 * Group + N), Now += 200) > 10;
    return Num;
  };
  EXPECT_LT(NumLate(1), 24u);
  EXPECT_EQ(NumLate(2), 24u);
}

// Pages of eight lines. A stream begins in its third page, at line 16, with the
// two lines behind it.
TEST(MemorySystem, StreamsWaitForPages) {
  Toy T = roomyToy();
  PrefetcherSpec P = streams(4, 2, 4, /*CrossesPages=*/true);
  auto FirstInTime = [&](uint16_t AfterPages) {
    P.AfterPages = AfterPages;
    T.Prefetchers = {P};
    MemoryOptions O;
    O.PageBytes = 8 * LineBytes;
    MemorySystem M = T.make(O);
    uint64_t First = UINT64_MAX;
    for (uint64_t N = 0; N < 40; ++N)
      if (delay(M, N, int64_t(N) * 200) == 10)
        First = std::min(First, N);
      else
        EXPECT_TRUE(First == UINT64_MAX) << N;
    return First;
  };
  EXPECT_EQ(FirstInTime(0), 3u);
  EXPECT_EQ(FirstInTime(1), 9u);
  EXPECT_EQ(FirstInTime(2), 17u);
}

// A line that comes after those behind it does not turn a stream around; eight
// in a row do.
TEST(MemorySystem, StreamsKeepTheirWay) {
  Toy T = roomyToy();
  PrefetcherSpec P = streams(4, 2, 4, /*CrossesPages=*/true);
  P.AfterPages = 2;
  T.Prefetchers = {P};
  MemoryOptions O;
  O.PageBytes = 8 * LineBytes;
  MemorySystem Swapped = T.make(O);
  int64_t Now = 0;
  for (uint64_t N = 0; N < 16; ++N)
    delay(Swapped, N, Now += 200);
  for (const uint64_t N : {17, 16, 18})
    EXPECT_EQ(delay(Swapped, N, Now += 200), 96);
  for (const uint64_t N : {19, 20})
    EXPECT_EQ(delay(Swapped, N, Now += 200), 10);
  // Line 24 turns the stream, and line 23 fetches the next ones.
  T.Prefetchers[0].AfterPages = 0;
  MemorySystem Turning = T.make();
  for (uint64_t N = 32; N < 36; ++N)
    delay(Turning, N, Now += 200);
  for (uint64_t N = 32; N-- > 0;)
    EXPECT_EQ(delay(Turning, N, Now += 200), N < 23 ? 10 : 96) << N;
}

// A stream goes through lines 0 to 11. The request for line 2 fetches lines 3
// and 4, and each later one two more, so that line 12 would fetch 23 and 24.
// Lines 0 to 2 give six points, which lines 3 to 8 take away again. Five lines
// that were there all the time give ten: then line 12 fetches 13 and 14.
TEST(MemorySystem, StreamsLosePatience) {
  Toy T;
  T.Levels[1].Sets = 64;
  PrefetcherSpec P = streams(16, 2, 8, /*CrossesPages=*/true);
  auto DelayOf24 = [&](uint16_t Patience, unsigned NumOthers) {
    P.Patience = Patience;
    T.Prefetchers = {P};
    MemorySystem M = T.make();
    int64_t Now = 0;
    for (unsigned I = 0; I < NumOthers; ++I)
      M.touch(line(1000 + 200 * I), /*IsStore=*/false);
    for (uint64_t N = 0; N < 12; ++N)
      delay(M, N, Now += 200);
    for (unsigned I = 0; I < NumOthers; ++I)
      EXPECT_EQ(delay(M, 1000 + 200 * I, Now += 200), 10);
    delay(M, 12, Now += 200);
    return delay(M, 24, Now += 200);
  };
  EXPECT_EQ(DelayOf24(0, 5), 10);
  EXPECT_EQ(DelayOf24(10, 4), 10);
  EXPECT_EQ(DelayOf24(10, 5), 96);
  EXPECT_EQ(DelayOf24(11, 5), 10);
}

TEST(MemorySystem, PrefetchersGiveWay) {
  Toy T;
  T.Levels[0].MissBuffers = 1;
  PrefetcherSpec P;
  P.Kind = PrefetchKind::NextLine;
  T.Prefetchers = {P};
  MemorySystem M = T.make();
  EXPECT_EQ(delay(M, 0, 0), 96);
  // The only buffer was taken, so the next line was not fetched.
  EXPECT_EQ(delay(M, 1, 200), 96);
}

TEST(MemorySystem, BetterLevels) {
  Toy T;
  auto DelayOf = [&](const MemoryOptions &O) {
    MemorySystem M = T.make(O);
    return delay(M, 7, 0);
  };
  EXPECT_EQ(DelayOf({}), 96);
  MemoryOptions O;
  O.FastLevel = 1;
  EXPECT_EQ(DelayOf(O), 91); // 5 for the 10 cycles to the second level.
  O.FastLevel = 2;
  EXPECT_EQ(DelayOf(O), 53); // 43 for the 86 cycles to memory.
  // One line in 4 cycles, or in 2.
  T.Tables.Memory.Bandwidth = 1600;
  auto LastOf = [&](const MemoryOptions &O) {
    MemorySystem M = T.make(O);
    int64_t Last = 0;
    for (uint64_t L = 0; L < 8; ++L)
      Last = delay(M, 100 + L, 0);
    return Last;
  };
  const int64_t Slow = LastOf({});
  O = {};
  O.WideLevel = 2;
  EXPECT_EQ(Slow - LastOf(O), 14);
  // Four lines at a time, or eight.
  T.Tables.Memory.Bandwidth = 6400;
  T.Levels[0].MissBuffers = 4;
  O = {};
  O.RoomyLevel = 0;
  EXPECT_GT(LastOf({}) - LastOf(O), 90);
}
