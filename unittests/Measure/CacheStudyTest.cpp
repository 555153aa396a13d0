//===- CacheStudyTest.cpp - Walks that show caches ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Simulated caches are the machines.
//
//===----------------------------------------------------------------------===//

#include "HostAccesses.h"
#include "SimulatedWalk.h"
#include "kernel-bounds/Measure/CacheExperiments.h"
#include "kernel-bounds/Measure/HostLoopRunner.h"
#include "kernel-bounds/Model/CacheTables.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;

/// A core with three levels, two buffers of translations and no prefetchers
/// but one for streams.
struct Machine {
  std::vector<CacheLevelSpec> Levels;
  std::vector<TlbSpec> Tlbs;
  std::vector<PrefetcherSpec> Prefetchers;
  CacheTables Tables;
  WalkingCore Core = {256, 100, 64, 4};

  void addLevel(uint64_t SizeKiB, unsigned Ways, unsigned Latency,
                unsigned BytesPerCycle) {
    CacheLevelSpec L;
    L.LineBytes = 64;
    L.Ways = Ways;
    L.Sets = SizeKiB * 1024 / (64 * Ways);
    L.Latency = Latency;
    L.MissBuffers = Levels.empty() ? 24 : 64;
    L.Bandwidth = L.WriteBandwidth = Levels.empty() ? 0 : 100 * BytesPerCycle;
    Levels.push_back(L);
  }
  void addTlb(unsigned Entries, unsigned Ways, unsigned Latency) {
    TlbSpec T;
    T.Ways = Ways;
    T.Sets = Entries / Ways;
    T.Latency = Latency;
    Tlbs.push_back(T);
  }
  void finish(unsigned MemoryLatency, unsigned BytesPerCycle, unsigned Walk) {
    Core.LoadLatency = Levels.front().Latency;
    PrefetcherSpec P;
    P.Kind = PrefetchKind::Stream;
    P.Level = 1;
    P.Distance = 64;
    P.Degree = 2;
    P.Entries = 32;
    Prefetchers = {P};
    Tables.Levels = Levels;
    Tables.Tlbs = Tlbs;
    Tables.Prefetchers = Prefetchers;
    Tables.Memory.Latency = MemoryLatency;
    Tables.Memory.Bandwidth = Tables.Memory.WriteBandwidth =
        100 * BytesPerCycle;
    Tables.PageWalk.Latency = Walk;
  }
  double walk(AccessWalk W, uint64_t Bytes) const {
    return simulateWalk(Tables, Core, {W, Bytes});
  }
  CoreFigures figures() const {
    CoreFigures F;
    for (const CoreExperiment &E : listCacheExperiments())
      F.set(E.Name, {LoopStatus::Ok, walk(E.Walk->Walk, E.Walk->Bytes), 0});
    return F;
  }
};

Machine threeLevels(unsigned L2 = 14, unsigned L3 = 50, unsigned Memory = 300) {
  Machine M;
  M.addLevel(32, 8, 4, 0);
  M.addLevel(1024, 8, L2, 32);
  M.addLevel(16384, 16, L3, 16);
  M.addTlb(64, 64, 0);
  M.addTlb(2048, 8, 7);
  M.finish(Memory, 8, 40);
  return M;
}

/// What threeLevels() shows.
const CoreFigures &usualFigures() {
  static const CoreFigures F = threeLevels().figures();
  return F;
}

/// The number behind the \p N-th \p Key in \p Text; -1 if there is none.
double numberOf(StringRef Text, StringRef Key, unsigned N = 0) {
  for (unsigned I = 0; I <= N; ++I) {
    const size_t At = Text.find(Key);
    if (At == StringRef::npos)
      return -1;
    Text = Text.substr(At + Key.size());
  }
  double Number = -1;
  Text.take_while([](char C) { return C == '.' || isDigit(C); })
      .getAsDouble(Number);
  return Number;
}

TEST(AccessPattern, OrdersArePermutations) {
  for (const AccessPattern P : {AccessPattern{AccessWalk::Chase, 48 * KiB},
                                AccessPattern{AccessWalk::ChasePages, MiB}}) {
    BitVector Seen(P.numPlaces());
    for (uint32_t I : orderOf(P)) {
      ASSERT_LT(I, P.numPlaces());
      EXPECT_FALSE(Seen[I]);
      Seen.set(I);
    }
    EXPECT_TRUE(Seen.all());
  }
}

TEST(AccessPattern, ScatteredStepsVisitEachLine) {
  const AccessPattern P{AccessWalk::Scatter, 64 * KiB};
  ScatteredOffsets Offsets(P);
  BitVector Seen(P.numPlaces());
  unsigned NumSteps = 0, NumNeighbours = 0;
  uint64_t Last = 0;
  for (unsigned I = 0; I < P.numPlaces(); ++I) {
    const uint64_t Offset = Offsets.take(I % ScatteredOffsets::NumStreams);
    ASSERT_EQ(Offset % 64, 0u);
    ASSERT_LT(Offset, P.Bytes);
    EXPECT_FALSE(Seen[Offset / 64]);
    Seen.set(Offset / 64);
    ++NumSteps;
    NumNeighbours += Offset == Last + 64;
    Last = Offset;
  }
  EXPECT_TRUE(Seen.all());
  EXPECT_LT(NumNeighbours, NumSteps / 50);
}

// Lines of pages go to all sets of a cache: 1024 of them fit into 64 KiB.
TEST(AccessPattern, PagesUseAllSets) {
  const AccessPattern P{AccessWalk::ChasePages, 4 * MiB};
  std::vector<unsigned> Lines(1024);
  for (uint64_t I = 0; I < P.numPlaces(); ++I)
    ++Lines[P.offsetOf(I) / 64 % Lines.size()];
  for (unsigned N : Lines)
    EXPECT_EQ(N, 1u);
}

#if defined(__linux__) &&                                                      \
    (defined(__x86_64__) || defined(__aarch64__) || defined(__riscv))
std::unique_ptr<HostAccesses> walkHere(AccessPattern P) {
  return cantFail(HostAccesses::create(P));
}

TEST(HostAccesses, ChasesComeAround) {
  for (const AccessPattern P : {AccessPattern{AccessWalk::Chase, 48 * KiB},
                                AccessPattern{AccessWalk::ChasePages, MiB}}) {
    const std::vector<uint32_t> Order = orderOf(P);
    auto Walk = walkHere(P);
    EXPECT_EQ(Walk->offset(), P.offsetOf(Order[0]));
    Walk->run(2);
    EXPECT_EQ(Walk->offset(), P.offsetOf(Order[8]));
    Walk->run(P.numPlaces() / HostAccesses::StepsPerTrip - 2);
    EXPECT_EQ(Walk->offset(), P.offsetOf(Order[0]));
    Walk->refresh();
    EXPECT_EQ(Walk->offset(), P.offsetOf(Order[P.numPlaces() / 2]));
  }
}

TEST(HostAccesses, RowsComeAround) {
  for (AccessWalk W : {AccessWalk::Load, AccessWalk::Store}) {
    auto Walk = walkHere({W, 16 * KiB});
    EXPECT_EQ(Walk->offset(), 0u);
    Walk->run(63);
    EXPECT_EQ(Walk->offset(), 63u * 256);
    Walk->run(1);
    EXPECT_EQ(Walk->offset(), 0u);
  }
}

TEST(HostAccesses, TooMuchMemoryIsAnError) {
  auto Walk = HostAccesses::create({AccessWalk::Load, uint64_t(1) << 60});
  ASSERT_FALSE(static_cast<bool>(Walk));
  EXPECT_EQ(errorToErrorCode(Walk.takeError()), errc::not_enough_memory);
}

LoopOutcome walkInChild(AccessPattern P, HostLoopOptions Options) {
  auto Target = cantFail(
      TargetContext::create(Triple(measuredTarget().linuxTriple()), "", ""));
  return cantFail(createHostLoopRunner(*Target, Options))->walk(P);
}

TEST(HostLoopRunner, SaysWhyAWalkHasNoTime) {
  HostLoopOptions Options;
  EXPECT_EQ(walkInChild({AccessWalk::Load, uint64_t(1) << 60}, Options).Detail,
            "there is not enough memory");
  // No sample is taken, as if others disturbed each.
  Options.Plan.MaxTries = 0;
  const LoopOutcome O = walkInChild({AccessWalk::Load, 16 * KiB}, Options);
  EXPECT_EQ(O.Status, LoopStatus::Disturbed);
  EXPECT_EQ(O.Detail, "no repetition without disturbance");
}
#endif

TEST(SimulatedWalk, ShowsLatencies) {
  const Machine M = threeLevels();
  EXPECT_DOUBLE_EQ(M.walk(AccessWalk::Chase, 16 * KiB), 4);
  EXPECT_NEAR(M.walk(AccessWalk::Chase, 512 * KiB), 14, 0.1);
  // All buffers of translations have the large pages.
  EXPECT_NEAR(M.walk(AccessWalk::Chase, 8 * MiB), 50, 1);
  // A prefetcher takes some neighbours for a stream.
  EXPECT_NEAR(M.walk(AccessWalk::Chase, 64 * MiB), 300, 9);
  // 64 entries reach 256 KiB, 2048 reach 8 MiB.
  EXPECT_DOUBLE_EQ(M.walk(AccessWalk::ChasePages, 256 * KiB), 4);
  EXPECT_DOUBLE_EQ(M.walk(AccessWalk::ChasePages, MiB), 11);
  // The walk begins when the second buffer has said no.
  EXPECT_NEAR(M.walk(AccessWalk::ChasePages, 32 * MiB), 14 + 7 + 40, 1.5);
}

TEST(SimulatedWalk, ShowsBandwidths) {
  const Machine M = threeLevels();
  EXPECT_NEAR(M.walk(AccessWalk::Load, 16 * KiB), 0.5, 0.01);
  EXPECT_NEAR(M.walk(AccessWalk::Load, 512 * KiB), 2, 0.1);
  EXPECT_NEAR(M.walk(AccessWalk::Store, 512 * KiB), 2, 0.1);
  EXPECT_NEAR(M.walk(AccessWalk::Load, 8 * MiB), 4, 0.2);
  EXPECT_NEAR(M.walk(AccessWalk::Load, 128 * MiB), 8, 0.3);
  // 24 lines are under way to the first level.
  EXPECT_NEAR(M.walk(AccessWalk::Scatter, 128 * MiB), 300.0 / 24, 0.7);
}

// A sixteenth of all sets and of the memory shows the same.
TEST(SimulatedWalk, IsTheSameOnASmallerScale) {
  Machine M = threeLevels();
  const double Scaled = M.walk(AccessWalk::Chase, 12 * MiB);
  // With a set more, the caches cannot be made smaller.
  M.Levels.back().Sets += 1;
  M.Tables.Levels = M.Levels;
  EXPECT_NEAR(M.walk(AccessWalk::Chase, 12 * MiB), Scaled, 1);
}

TEST(CacheFindings, TheSameMachineHasNothingToSay) {
  const Machine M = threeLevels();
  const CoreFigures &F = usualFigures();
  EXPECT_EQ(describeCaches(F, F, &M.Tables).Text, "");
}

TEST(CacheFindings, CorrectABase) {
  Machine Base = threeLevels();
  Base.Levels[0].Banks = 4;
  Base.Levels[0].BankBytes = 8;
  Machine M = threeLevels(/*L2=*/18, /*L3=*/80, /*Memory=*/420);
  M.Levels[2].Bandwidth = 100 * 10;
  M.Tlbs[1].Latency = 11;
  M.Tables.PageWalk.Latency = 90;
  M.Tables.Memory.Bandwidth = 100 * 5;
  const CacheSection S =
      describeCaches(M.figures(), usualFigures(), &Base.Tables);
  auto Has = [&](StringRef Part) {
    EXPECT_NE(S.Text.find(Part), std::string::npos)
        << Part.str() << " is not in\n"
        << S.Text;
  };
  // The first level is that of the base.
  Has("{size: 32, ways: 8, line: 64, replacement: lru, latency: 4, "
      "miss_buffers: 24, banks: 4, bank_bytes: 8, source: base}");
  Has("{size: 1024, ways: 8, line: 64, replacement: lru, latency: 18, "
      "miss_buffers: 64, bandwidth: 32.00, write_bandwidth: 32.00, source: "
      "measured}");
  Has("size: 16384, ways: 16, line: 64, replacement: lru, latency: 80, "
      "miss_buffers: 64, bandwidth: ");
  EXPECT_NEAR(numberOf(S.Text, " bandwidth: ", 1), 10, 0.1);
  const StringRef Memory = StringRef(S.Text).split("memory: ").second;
  EXPECT_NEAR(numberOf(Memory, "latency: "), 420, 8);
  EXPECT_NEAR(numberOf(Memory, "bandwidth: "), 5, 0.05);
  Has("{entries: 64, ways: 64, source: base}");
  Has("{entries: 2048, ways: 8, latency: 11, source: measured}");
  Has("page_walk: {latency: 90, walkers: 1, source: measured}");
  Has("{kind: stream, level: 2, distance: 64, degree: 2, entries: 32, source: "
      "base}");
  ASSERT_EQ(S.Sources.size(), 1u);
  EXPECT_EQ(S.Sources[0].first, "base");
}

// Somebody else uses the third level: some sizes take longer, by any amount.
TEST(CacheFindings, NoiseOfNeighboursIsNoFinding) {
  const Machine Base = threeLevels();
  const CoreFigures &Model = usualFigures();
  CoreFigures F = usualFigures();
  for (uint64_t Bytes : {6 * MiB, 8 * MiB, 12 * MiB})
    F.set(walkName(AccessWalk::Chase, Bytes), {LoopStatus::Ok, 250, 0});
  F.set(walkName(AccessWalk::Load, 8 * MiB), {LoopStatus::Ok, 30, 0});
  F.set(walkName(AccessWalk::Chase, 64 * MiB), {LoopStatus::Unsteady, 0, 0});
  EXPECT_EQ(describeCaches(F, Model, &Base.Tables).Text, "");
}

// Noise must not make a file that cannot be read: latencies ascend.
TEST(CacheFindings, LatenciesAscend) {
  const Machine Base = threeLevels();
  const CoreFigures &Model = usualFigures();
  CoreFigures F = usualFigures();
  for (uint64_t Bytes : walkSizes(AccessWalk::Chase))
    if (Bytes >= 4 * MiB)
      F.set(walkName(AccessWalk::Chase, Bytes),
            {LoopStatus::Ok, Bytes <= 16 * MiB ? 900.0 : 500.0, 0});
  const std::string Text = describeCaches(F, Model, &Base.Tables).Text;
  const double Third = numberOf(Text, " latency: ", 2);
  EXPECT_GT(Third, 800) << Text;
  EXPECT_GT(numberOf(Text, "memory: {latency: "), Third) << Text;
}

// Some sizes take longer and some less: that is no other latency.
TEST(CacheFindings, OppositeDifferencesAreNoFinding) {
  const Machine Base = threeLevels();
  CoreFigures F = usualFigures();
  for (uint64_t Bytes : {4 * MiB, 6 * MiB, 8 * MiB, 12 * MiB})
    F.set(walkName(AccessWalk::Chase, Bytes),
          {LoopStatus::Ok, Bytes <= 6 * MiB ? 40.0 : 60.0, 0});
  EXPECT_EQ(describeCaches(F, usualFigures(), &Base.Tables).Text, "");
}

TEST(CacheFindings, WritesOfMemoryGetTheirOwnConnection) {
  Machine Base = threeLevels();
  Base.Tables.Memory.WriteBandwidth = 0;
  const std::string Text =
      describeCaches(usualFigures(), Base.figures(), &Base.Tables).Text;
  EXPECT_NEAR(numberOf(Text, "300, bandwidth: 8.00, write_bandwidth: "), 8, 0.1)
      << Text;
}

// A table that was changed by hand must not hang, nor give a file that cannot
// be read.
TEST(CacheFindings, NonsenseStaysInRange) {
  const Machine Base = threeLevels();
  for (double Cycles : {0.0, 1e-3, 1e9}) {
    CoreFigures F;
    for (const CoreExperiment &E : listCacheExperiments())
      F.set(E.Name, {LoopStatus::Ok, Cycles, 0});
    EXPECT_EQ(describeCaches(F, {}, nullptr).Text, "");
    // The chases have steps.
    for (uint64_t Bytes : {MiB, 64 * MiB})
      F.set(walkName(AccessWalk::Chase, Bytes),
            {LoopStatus::Ok, 4 * Cycles + 3, 0});
    for (const CacheTables *Under :
         {(const CacheTables *)nullptr, &Base.Tables}) {
      const std::string Text = describeCaches(F, usualFigures(), Under).Text;
      if (Text.empty())
        continue;
      for (unsigned I = 0; numberOf(Text, "bandwidth: ", I) >= 0; ++I) {
        EXPECT_GE(numberOf(Text, "bandwidth: ", I), 0.01) << Text;
        EXPECT_LE(numberOf(Text, "bandwidth: ", I), 1024) << Text;
      }
      EXPECT_LE(numberOf(Text, "memory: {latency: "), 10000) << Text;
    }
  }
}

// What is not measured is not called so.
TEST(CacheFindings, UnknownBandwidthsAreAssumed) {
  CoreFigures F;
  for (uint64_t Bytes : walkSizes(AccessWalk::Chase))
    F.set(walkName(AccessWalk::Chase, Bytes), {LoopStatus::Ok,
                                               Bytes <= 32 * KiB ? 4.0
                                               : Bytes <= MiB    ? 14.0
                                                                 : 200,
                                               0});
  const std::string Text = describeCaches(F, {}, nullptr).Text;
  EXPECT_NE(Text.find("latency: 14, bandwidth: 16.00, source: assumed"),
            std::string::npos)
      << Text;
  EXPECT_EQ(Text.find("source: measured"), std::string::npos) << Text;
}

TEST(CacheFindings, NothingIsSaidOfNothing) {
  EXPECT_EQ(describeCaches({}, {}, nullptr).Text, "");
  const Machine Base = threeLevels();
  EXPECT_EQ(describeCaches({}, {}, &Base.Tables).Text, "");
}

// Hidden machines: sizes are found exactly, latencies within a tenth.
TEST(CacheFindings, FindHiddenCachesFromNothing) {
  std::mt19937 Random(7);
  auto Pick = [&](std::initializer_list<unsigned> Of) {
    return Of.begin()[Random() % Of.size()];
  };
  for (unsigned Try = 0; Try < 6; ++Try) {
    Machine M;
    const unsigned Sizes[] = {Pick({32, 48, 64}), Pick({256, 512, 1024, 2048}),
                              Pick({8192, 16384, 32768})};
    const unsigned Latencies[] = {Pick({4, 5}), Pick({12, 14, 17}),
                                  Pick({40, 55, 70})};
    const unsigned Memory = Pick({200, 350, 600});
    const unsigned Bytes[] = {0, 32, Pick({12, 16, 24})};
    for (unsigned I = 0; I < 3; ++I)
      M.addLevel(Sizes[I],
                 I == 0 && Sizes[0] == 48 ? 12
                 : I == 2                 ? 16
                                          : 8,
                 Latencies[I], Bytes[I]);
    M.addTlb(64, 64, 0);
    M.addTlb(Pick({1024, 2048}), 8, Pick({7, 9}));
    M.finish(Memory, Pick({4, 6, 8}), Pick({30, 80}));
    const std::string Text = describeCaches(M.figures(), {}, nullptr).Text;
    for (unsigned I = 0; I < 3; ++I) {
      EXPECT_EQ(numberOf(Text, "size: ", I), Sizes[I]) << Text;
      EXPECT_NEAR(numberOf(Text, " latency: ", I), Latencies[I],
                  0.1 * Latencies[I])
          << Text;
    }
    EXPECT_NEAR(numberOf(Text, "memory: {latency: "), Memory, 0.1 * Memory)
        << Text;
    EXPECT_NEAR(numberOf(Text, " bandwidth: ", 1), Bytes[2], 0.15 * Bytes[2])
        << Text;
    // As many as the bandwidth of memory lets be seen.
    EXPECT_NEAR(numberOf(Text, "miss_buffers: "),
                std::min(24.0, Memory * M.Tables.Memory.Bandwidth / 6400.0), 2)
        << Text;
    EXPECT_EQ(numberOf(Text, "entries: ", 0), 64) << Text;
    EXPECT_EQ(numberOf(Text, "entries: ", 1), M.Tlbs[1].Sets * M.Tlbs[1].Ways)
        << Text;
  }
}

} // namespace
