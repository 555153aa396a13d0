//===- TraceAdviceTest.cpp - Tests of changes of a run --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceAdvice.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A loop of a load (0), a branch over a few bytes (1) and the closing branch
/// (2).
struct Sample {
  RunTrace T;
  LoopRunFigures F;
  std::vector<StretchAccesses> Accesses;
  DenseSet<uint32_t> Chased;

  Sample() {
    T.Modules = {"/bin/a"};
    for (uint64_t Address : {0x1000, 0x1004, 0x1010})
      T.Insts.push_back({0, Address, 4, uint8_t(Address == 0x1000), {}});
    T.Loops.push_back({0, 0x1000, "f", "", 0, 900000, {{0x1000, 0x1014}}});
    T.Stretches.resize(1);
    F.NumCounted = 100;
    F.Cycles = F.CyclesAround = 50;
    F.Stack = {{"ports and widths", 2}, {"memory", 48}};
    RunAccesses A;
    A.Address = 0x1000;
    A.NumRuns = 100;
    A.Delay = 4800;
    F.Accesses = {A};
  }
  /// The load in trip N of a stretch accesses what \p Address says of N.
  void addStretch(function_ref<uint64_t(unsigned)> Address, unsigned Num = 64) {
    StretchAccesses S;
    for (unsigned N = 0; N < Num; ++N) {
      S.First.push_back(S.All.size());
      S.All.push_back({Address(N), 0, 0, 8, true, false});
      T.Stretches[0].Path.push_back(0);
    }
    S.First.push_back(S.All.size());
    Accesses.push_back(std::move(S));
  }
  std::vector<AdviceKind> kinds() {
    std::vector<AdviceKind> Kinds;
    for (const RunChange &C :
         findChanges({T, T.Loops[0], F, Accesses, Chased, false, 4096}))
      if (Kinds.empty() || Kinds.back() != C.Kind)
        Kinds.push_back(C.Kind);
    return Kinds;
  }
};

using Kinds = std::vector<AdviceKind>;

/// Counts the loads of each line.
class NoMemory final : public AccessTimer {
public:
  int64_t load(uint32_t, int64_t) override { return 7; }
  int64_t store(uint32_t, int64_t T) override { return T; }
};

} // namespace

TEST(TraceAdvice, LateLoadsArePrefetched) {
  Sample S;
  S.addStretch([](unsigned N) { return 0x10000 + 8 * N; });
  EXPECT_EQ(S.kinds(), Kinds{AdviceKind::Prefetch});
  // Its own last value is its address.
  S.Chased.insert(0);
  EXPECT_EQ(S.kinds(), Kinds{});
  S.Chased.clear();
  // Another module's.
  S.F.Accesses[0].Module = "/lib/b";
  EXPECT_EQ(S.kinds(), Kinds{});
  S.F.Accesses[0].Module.clear();
  S.F.Accesses[0].Delay = 100;
  EXPECT_EQ(S.kinds(), Kinds{});
}

TEST(TraceAdvice, NothingIsTriedWithoutEvidence) {
  Sample S;
  S.addStretch([](unsigned N) { return 0x10000 + 128 * N; });
  S.F.Stack = {{"ports and widths", 50}, {"memory", 0.1}};
  EXPECT_EQ(S.kinds(), Kinds{});
  S.F.NumCounted = 0;
  EXPECT_EQ(S.kinds(), Kinds{});
}

TEST(TraceAdvice, GapsAndOrder) {
  Sample Gaps;
  Gaps.addStretch([](unsigned N) { return 0x10000 + 32 * N; });
  EXPECT_EQ(Gaps.kinds(),
            (Kinds{AdviceKind::Prefetch, AdviceKind::Contiguous}));
  // Columns of 16 rows of 4096 bytes, one beside the other.
  Sample Columns;
  Columns.addStretch(
      [](unsigned N) { return 0x10000 + N % 16 * 4096 + N / 16 * 8; });
  EXPECT_EQ(Columns.kinds(),
            (Kinds{AdviceKind::Prefetch, AdviceKind::LoopOrder}));
}

TEST(TraceAdvice, BranchesOverFewInstructions) {
  Sample S;
  S.addStretch([](unsigned N) { return 0x10000 + 8 * N; });
  S.F.Stack = {{"mispredicted branches", 40}};
  RunBranch B;
  B.Inst = 1;
  B.Address = 0x1004;
  B.Target = 0x1010;
  B.NumRuns = 100;
  B.NumMispredicted = 40;
  S.F.Branches = {B};
  EXPECT_EQ(S.kinds(), Kinds{AdviceKind::ConditionalMove});
  S.F.Branches[0].NumMispredicted = 2;
  EXPECT_EQ(S.kinds(), Kinds{});
  // A branch of another module at the same address.
  S.F.Branches[0].NumMispredicted = 40;
  S.F.Branches[0].Module = "/lib/b";
  EXPECT_EQ(S.kinds(), Kinds{});
  S.F.Branches[0].Module.clear();
  // Back to the header, and out of the loop.
  S.F.Branches[0].NumMispredicted = 40;
  for (uint64_t Target : {0x1000, 0x1014, 0}) {
    S.F.Branches[0].Target = Target;
    EXPECT_EQ(S.kinds(), Kinds{}) << Target;
  }
}

TEST(TraceAdvice, TranslationAndForwarding) {
  Sample S;
  S.addStretch([](unsigned) { return 0x10000; });
  S.F.Accesses.clear();
  S.F.Stack = {{"TLB", 10}};
  EXPECT_EQ(S.kinds(), Kinds{AdviceKind::HugePages});
  const LoopEvidence Large{S.T,      S.T.Loops[0], S.F,    S.Accesses,
                           S.Chased, true,         2 << 20};
  const std::vector<RunChange> Found = findChanges(Large);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Kind, AdviceKind::MatchWidths);
  S.F.Stack = {{"4-KiB aliasing", 10}};
  EXPECT_EQ(S.kinds(), Kinds{AdviceKind::MoveApart});
}

TEST(TraceAdvice, ChangedAccesses) {
  Sample S;
  S.addStretch([](unsigned N) { return 0x10000 + 32 * N; }, 4);
  S.addStretch([](unsigned N) { return 0x20000 + 32 * N; }, 4);
  auto AddressesOf = [](const StretchAccesses &A) {
    std::vector<uint64_t> Out;
    for (const StretchAccess &One : A.All)
      Out.push_back(One.Address);
    return Out;
  };
  // A quarter of the bytes is used: all is four times nearer to the begin.
  std::vector<StretchAccesses> Out = changedAccesses(
      S.Accesses, {AdviceKind::Contiguous, 0, 0, {OperandId{0, 0}}});
  EXPECT_EQ(AddressesOf(Out[0]),
            (std::vector<uint64_t>{0x10000, 0x10008, 0x10010, 0x10018}));
  EXPECT_EQ(AddressesOf(Out[1]),
            (std::vector<uint64_t>{0x14000, 0x14008, 0x14010, 0x14018}));
  Out = changedAccesses(S.Accesses,
                        {AdviceKind::LoopOrder, 0, 0, {OperandId{0, 0}}});
  EXPECT_EQ(AddressesOf(Out[1]),
            (std::vector<uint64_t>{0x20000, 0x20008, 0x20010, 0x20018}));
  // Other operands stay.
  Out = changedAccesses(S.Accesses,
                        {AdviceKind::LoopOrder, 0, 0, {OperandId{0, 1}}});
  EXPECT_EQ(AddressesOf(Out[0]), AddressesOf(S.Accesses[0]));
}

TEST(TraceAdvice, PrefetchedLinesAreThere) {
  CacheLevelSpec Levels[2];
  Levels[0] = {64, 8, 64, {}, 4, 0, 0, 0, false, false, false, 0, 0};
  Levels[1] = {1024, 8, 64, {}, 14, 0, 3200, 3200, false, false, false, 0, 0};
  CacheTables Caches;
  Caches.Levels = Levels;
  Caches.Memory = {400, 800, 0};
  Sample S;
  S.addStretch([](unsigned N) { return 0x10000 + 64 * N; });
  MemorySystem Memory(Caches);
  NoMemory Below;
  PrefetchingMemory P(Below, Memory, S.Accesses[0], S.T.Stretches[0].Path,
                      {AdviceKind::Prefetch, 0, 8, {}}, /*Begin=*/0);
  EXPECT_EQ(P.load(0, 0), 7);
  EXPECT_EQ(Memory.load(0, 0x10000 + 64 * 8, 8, 1000).Delay, 0);
  EXPECT_NE(Memory.load(0, 0x10000 + 64 * 9, 8, 1000).Delay, 0);
  // Behind the end of the stretch nothing is known.
  EXPECT_EQ(P.load(60, 2000), 7);
  EXPECT_NE(Memory.load(0, 0x10000 + 64 * 68, 8, 5000).Delay, 0);
}

TEST(TraceAdvice, OnlyWhatHelpsIsSaid) {
  Sample S;
  const std::vector<RunChange> Changes = {{AdviceKind::HugePages},
                                          {AdviceKind::Prefetch, 0, 8, {}},
                                          {AdviceKind::Prefetch, 0, 16, {}},
                                          {AdviceKind::MatchWidths}};
  const std::vector<RunAdvice> A =
      bestAdvice(S.T, S.F, Changes, {30, 20, 10, 49.9});
  ASSERT_EQ(A.size(), 2u);
  EXPECT_EQ(A[0].Text,
            "to prefetch what the load at 0x1000 needs 16 trips later");
  EXPECT_EQ(A[0].To, 10);
  EXPECT_EQ(A[1].Text, "pages of 2 MiB");
  // Short visits need no simulation.
  S.F.NumWholeVisits = 9;
  S.F.MedianTrips = 4;
  S.F.CyclesAround = 80;
  const std::vector<RunAdvice> Short = bestAdvice(S.T, S.F, {}, {});
  ASSERT_EQ(Short.size(), 1u);
  EXPECT_EQ(Short[0].Kind, AdviceKind::LongerVisits);
  EXPECT_EQ(Short[0].From, 80);
}
