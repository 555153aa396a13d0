//===- LoopFinderTest.cpp - Tests for Frontend/LoopFinder.cpp -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "kernel-bounds/Kernel/Listing.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <set>

using namespace kernelbounds;
using test::Random;

namespace {

constexpr unsigned None = ~0u;

/// One block: where it falls to (or None), where it jumps to, how often it
/// runs (0 = not known).
struct B {
  std::vector<unsigned> Succs;
  bool Falls = false;
  uint64_t Frequency = 0;
};

ListedFunction makeFunction(const std::vector<B> &Blocks) {
  ListedFunction F;
  for (const B &From : Blocks) {
    ListedBlock &To = F.Blocks.emplace_back();
    To.Succs.assign(From.Succs.begin(), From.Succs.end());
    To.FallsThrough = From.Falls;
    if (From.Frequency)
      To.Frequency = From.Frequency;
  }
  return F;
}

std::string describe(const std::vector<LoopBody> &Loops) {
  std::string Result;
  auto List = [&](const std::vector<unsigned> &V) {
    for (unsigned X : V)
      Result += " " + std::to_string(X);
  };
  for (const LoopBody &L : Loops) {
    Result += "[" + std::to_string(L.Header) + ":";
    List(L.Blocks);
    Result += " path";
    List(L.Path);
    Result += "]";
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

TEST(LoopFinder, Table) {
  struct Row {
    const char *Name;
    std::vector<B> Blocks; // {successors, falls through}.
    const char *Want;
  };
  const Row Rows[] = {
      {"no block", {}, ""},
      {"no loop", {{{1}, true}, {{}}}, ""},
      {"one block", {{{1}, true}, {{2, 1}, true}, {{}}}, "[1: 1 path 1]"},
      {"endless", {{{0}}}, "[0: 0 path 0]"},
      {"nest",
       {{{1}, true}, {{2}, true}, {{3, 2}, true}, {{4, 1}, true}, {{}}},
       "[2: 2 path 2]"},
      {"two in a row",
       {{{1, 0}, true}, {{2, 1}, true}, {{}}},
       "[0: 0 path 0][1: 1 path 1]"},
      // if-then: the fall-through is taken, so all blocks are on the path.
      {"if-then",
       {{{1, 2}, true}, {{2}, true}, {{3, 0}, true}, {{}}},
       "[0: 0 1 2 path 0 1 2]"},
      {"if-else",
       {{{1, 2}, true}, {{3}}, {{3}, true}, {{4, 0}, true}, {{}}},
       "[0: 0 1 2 3 path 0 1 3]"},
      // The fall-through leaves the loop, so the jump is taken.
      {"exit below", {{{1, 2}, true}, {{}}, {{0}}}, "[0: 0 2 path 0 2]"},
      // Rotated: enters at the condition in block 2.
      {"rotated",
       {{{2}}, {{2}, true}, {{3, 1}, true}, {{}}},
       "[2: 1 2 path 2 1]"},
      {"shared header",
       {{{1, 0}, true}, {{2, 0}, true}, {{}}},
       "[0: 0 1 path 0 1]"},
      // Two entries: the one that is met first is the header.
      {"irreducible",
       {{{1, 2}, true}, {{2}, true}, {{3, 1}, true}, {{}}},
       "[1: 1 2 path 1 2]"},
      {"unreached", {{{}}, {{2, 1}, true}, {{}}}, "[1: 1 path 1]"},
      {"jump table",
       {{{1, 2, 3}}, {{3}}, {{3}, true}, {{4, 0}, true}, {{}}},
       "[0: 0 1 2 3 path 0 1 3]"},
      // Blocks 1 and 2 lie between, but do not lead back to 0.
      {"one way out",
       {{{1, 3}, true}, {{2, 4}, true}, {{1, 4}}, {{0, 4}}, {{}}},
       "[0: 0 3 path 0 3][1: 1 2 path 1 2]"},
  };
  for (const Row &R : Rows)
    EXPECT_EQ(describe(findInnermostLoops(makeFunction(R.Blocks), false)),
              R.Want)
        << R.Name;
}

/// "0 1? 2": block 1 may run. "all: " if the first is the entry.
std::string describeBefore(const LoopBody &L) {
  std::string Out = L.BeforeIsAll ? "all:" : "";
  for (BlockBefore B : L.Before)
    Out += (Out.empty() ? "" : " ") + std::to_string(B.Block) +
           (B.MayRun ? "?" : "");
  return Out;
}

TEST(LoopFinder, BlocksBeforeTheLoop) {
  struct Row {
    const char *Name;
    std::vector<B> Blocks;
    const char *Want; // Of the first loop.
  };
  const Row Rows[] = {
      {"straight", {{{1}, true}, {{2}, true}, {{2}}}, "all: 0 1"},
      {"a guard",
       {{{1, 3}, true}, {{2}, true}, {{3, 2}, true}, {{}}},
       "all: 0 1"},
      {"the function's first block", {{{0}}}, ""},
      {"a first trip that may be peeled off",
       {{{1, 2}, true}, {{2}, true}, {{2}}},
       "all: 0 1?"},
      {"a diamond",
       {{{1, 2}, true}, {{3}}, {{3}, true}, {{4}, true}, {{4}}},
       "all: 0 1? 2? 3"},
      {"a diamond whose arms come last",
       {{{3, 4}}, {{2}, true}, {{2}}, {{1}}, {{1}}},
       "all: 0 3? 4? 1"},
      {"two ways that never were one", // Block 1 has no predecessor.
       {{{2}}, {{2}, true}, {{3}, true}, {{3}}},
       "2"},
      {"inner loop: all of the outer loop may have run",
       {{{1}, true}, {{2}, true}, {{3, 2}, true}, {{4, 1}, true}, {{}}},
       "all: 0 1? 2? 3? 1"},
      {"after another loop",
       {{{1}, true}, {{2, 1}, true}, {{3}, true}, {{3}}},
       "all: 0"},
      {"nothing reaches it", {{{}}, {{1}}}, ""},
      {"entered in the middle, too",
       {{{1, 2}, true}, {{2}, true}, {{3, 1}, true}, {{}}},
       ""},
  };
  for (const Row &R : Rows) {
    std::vector<LoopBody> Loops =
        findInnermostLoops(makeFunction(R.Blocks), false);
    ASSERT_FALSE(Loops.empty()) << R.Name;
    EXPECT_EQ(describeBefore(Loops.front()), R.Want) << R.Name;
  }
  // The second loop of two in a row: the first is on the way to it.
  EXPECT_EQ(describeBefore(findInnermostLoops(
                makeFunction({{{1}, true}, {{2, 1}, true}, {{3}, true}, {{3}}}),
                false)[1]),
            "all: 0 1? 1 2");
  // The first block is called, and jumped to: it is not the entry alone.
  EXPECT_EQ(
      describeBefore(findInnermostLoops(
          makeFunction({{{1}, true}, {{2}, true}, {{3, 2}, true}, {{0}, true}}),
          false)[0]),
      "0 1");
  // What was not read may do anything.
  ListedFunction F = makeFunction({{{1}, true}, {{2}, true}, {{2}}});
  F.Blocks[0].NumUnread = 1;
  EXPECT_EQ(describeBefore(findInnermostLoops(F, false)[0]), "1");
}

TEST(LoopFinder, BlocksAroundAreLimited) {
  // 0 branches to each of N blocks, which go to the loop N + 1.
  auto Describe = [](unsigned N) {
    std::vector<B> Blocks(1);
    for (unsigned I = 1; I <= N; ++I) {
      Blocks[0].Succs.push_back(I);
      Blocks.push_back({{N + 1}});
    }
    Blocks.push_back({{N + 1}});
    return findInnermostLoops(makeFunction(Blocks), false).front().Before;
  };
  EXPECT_EQ(Describe(MaxBlocksAround).size(), MaxBlocksAround + 1);
  EXPECT_TRUE(Describe(MaxBlocksAround + 1).empty());
}

TEST(LoopFinder, FrequencyChoosesThePath) {
  struct Row {
    const char *Name;
    std::vector<B> Blocks;
    const char *Want;
    bool ByFrequency;
  };
  const Row Rows[] = {
      // 80 of 100 trips run block 1, though block 2 runs more often.
      {"then",
       {{{1, 2}, true, 100},
        {{2}, true, 80},
        {{3, 0}, true, 100},
        {{}, false, 1}},
       "[0: 0 1 2 path 0 1 2]",
       true},
      {"skip then",
       {{{1, 2}, true, 100},
        {{2}, true, 30},
        {{3, 0}, true, 100},
        {{}, false, 1}},
       "[0: 0 1 2 path 0 2]",
       true},
      {"else",
       {{{1, 2}, true, 100},
        {{3}, false, 30},
        {{3}, true, 70},
        {{4, 0}, true, 100},
        {{}, false, 1}},
       "[0: 0 1 2 3 path 0 2 3]",
       true},
      // The early way back is rare: the header runs often for other reasons.
      {"continue",
       {{{1, 0}, true, 100}, {{2, 0}, true, 90}, {{}, false, 1}},
       "[0: 0 1 path 0 1]",
       true},
      {"mostly continue",
       {{{1, 0}, true, 100}, {{2, 0}, true, 10}, {{}, false, 1}},
       "[0: 0 1 path 0]",
       true},
      {"unknown",
       {{{1, 2}, true, 100}, {{2}, true}, {{3, 0}, true, 100}, {{}, false, 1}},
       "[0: 0 1 2 path 0 1 2]",
       false},
      {"no choice",
       {{{1, 0}, true, 100}, {{}, false, 1}},
       "[0: 0 path 0]",
       false},
  };
  for (const Row &R : Rows) {
    std::vector<LoopBody> Loops =
        findInnermostLoops(makeFunction(R.Blocks), true);
    EXPECT_EQ(describe(Loops), R.Want) << R.Name;
    ASSERT_EQ(Loops.size(), 1u) << R.Name;
    EXPECT_EQ(Loops[0].ByFrequency, R.ByFrequency) << R.Name;
    EXPECT_FALSE(
        findInnermostLoops(makeFunction(R.Blocks), false)[0].ByFrequency)
        << R.Name;
  }
}

//===----------------------------------------------------------------------===//
// Oracle: dominators by removal, natural loops by definition
//===----------------------------------------------------------------------===//

/// Blocks that \p From reaches without passing \p Without.
std::set<unsigned> reach(const ListedFunction &F, unsigned From,
                         unsigned Without) {
  std::set<unsigned> Seen;
  std::vector<unsigned> Work;
  if (From != Without)
    Work.push_back(From);
  while (!Work.empty()) {
    unsigned Block = Work.back();
    Work.pop_back();
    if (!Seen.insert(Block).second)
      continue;
    for (unsigned S : F.Blocks[Block].Succs)
      if (S != Without)
        Work.push_back(S);
  }
  return Seen;
}

bool dominates(const ListedFunction &F, unsigned A, unsigned Block) {
  return A == Block || !reach(F, 0, A).count(Block);
}

/// Bodies of the natural loops by header. \p Reducible is false if a cycle
/// remains without the edges to dominators.
std::map<unsigned, std::set<unsigned>> naturalLoops(const ListedFunction &F,
                                                    bool &Reducible) {
  std::map<unsigned, std::set<unsigned>> Loops;
  ListedFunction Forward = F;
  for (unsigned U = 0; U < F.Blocks.size(); ++U)
    for (unsigned V : F.Blocks[U].Succs) {
      if (!dominates(F, V, U))
        continue;
      Loops[V].insert(V);
      for (unsigned X = 0; X < F.Blocks.size(); ++X)
        if (X != V && reach(F, X, V).count(U))
          Loops[V].insert(X);
      auto &Succs = Forward.Blocks[U].Succs;
      Succs.erase(std::find(Succs.begin(), Succs.end(), V));
    }
  Reducible = true;
  for (unsigned U = 0; U < F.Blocks.size(); ++U)
    for (unsigned S : Forward.Blocks[U].Succs)
      Reducible &= !reach(Forward, S, None).count(U);
  return Loops;
}

/// A graph in which block 0 reaches all, if \p Connected.
ListedFunction randomFunction(Random &R, bool Connected) {
  std::vector<B> Blocks(1 + R.below(9));
  auto AddEdge = [&](unsigned From, unsigned To) {
    std::vector<unsigned> &S = Blocks[From].Succs;
    if (std::find(S.begin(), S.end(), To) == S.end())
      S.push_back(To);
  };
  for (unsigned I = 1; I < Blocks.size() && Connected; ++I)
    AddEdge(R.below(I), I);
  for (unsigned Extra = R.below(Blocks.size() + 3); Extra; --Extra)
    AddEdge(R.below(Blocks.size()), R.below(Blocks.size()));
  for (B &Block : Blocks)
    Block.Frequency = R.below(100);
  return makeFunction(Blocks);
}

TEST(LoopFinder, AgreesWithDominatorsOnReducibleGraphs) {
  Random R(1);
  unsigned NumReducible = 0, NumLoops = 0;
  for (unsigned Trial = 0; Trial < 3000; ++Trial) {
    ListedFunction F = randomFunction(R, /*Connected=*/true);
    bool Reducible = false;
    auto Natural = naturalLoops(F, Reducible);
    if (!Reducible)
      continue;
    ++NumReducible;
    std::map<unsigned, std::set<unsigned>> Want;
    for (const auto &[Header, Body] : Natural)
      if (std::none_of(Natural.begin(), Natural.end(),
                       [&, H = Header, &In = Body](const auto &O) {
                         return O.first != H && In.count(O.first);
                       }))
        Want[Header] = Body;
    std::map<unsigned, std::set<unsigned>> Got;
    for (const LoopBody &L : findInnermostLoops(F, false))
      Got[L.Header] = {L.Blocks.begin(), L.Blocks.end()};
    EXPECT_EQ(Got, Want) << "trial " << Trial;
    NumLoops += Want.size();
  }
  EXPECT_GT(NumReducible, 1000u);
  EXPECT_GT(NumLoops, 500u);
}

/// What holds for every loop that may be reported.
void checkLoop(const ListedFunction &F, const LoopBody &L) {
  std::set<unsigned> Blocks(L.Blocks.begin(), L.Blocks.end());
  EXPECT_TRUE(std::is_sorted(L.Blocks.begin(), L.Blocks.end()));
  EXPECT_EQ(Blocks.size(), L.Blocks.size());
  ASSERT_FALSE(L.Path.empty());
  EXPECT_EQ(L.Path.front(), L.Header);
  EXPECT_EQ(L.NumOtherBlocks, L.Blocks.size() - L.Path.size());
  for (size_t I = 0; I < L.Path.size(); ++I) {
    unsigned Next = I + 1 < L.Path.size() ? L.Path[I + 1] : L.Header;
    const auto &Succs = F.Blocks[L.Path[I]].Succs;
    EXPECT_TRUE(std::count(Succs.begin(), Succs.end(), Next));
    EXPECT_TRUE(Blocks.count(L.Path[I]));
  }
  EXPECT_EQ(std::set<unsigned>(L.Path.begin(), L.Path.end()).size(),
            L.Path.size());
  for (unsigned Block : L.Blocks)
    EXPECT_TRUE(reach(F, Block, None).count(L.Header)) << "strongly connected";
}

TEST(LoopFinder, NoCycleIsDropped) {
  Random R(2);
  for (unsigned Trial = 0; Trial < 3000; ++Trial) {
    SCOPED_TRACE(Trial);
    ListedFunction F = randomFunction(R, R.oneIn(2));
    std::vector<LoopBody> Loops = findInnermostLoops(F, R.oneIn(2));
    std::set<unsigned> Headers;
    for (const LoopBody &L : Loops) {
      checkLoop(F, L);
      EXPECT_TRUE(Headers.insert(L.Header).second);
    }
    for (const LoopBody &L : Loops) // None contains another.
      for (unsigned Block : L.Blocks)
        EXPECT_TRUE(Block == L.Header || !Headers.count(Block));
    for (unsigned U = 0; U < F.Blocks.size(); ++U) {
      // A block on a cycle shares its strong component with some loop.
      bool OnCycle = false;
      for (unsigned S : F.Blocks[U].Succs)
        OnCycle |= reach(F, S, None).count(U);
      if (!OnCycle)
        continue;
      EXPECT_TRUE(std::any_of(Headers.begin(), Headers.end(), [&](unsigned H) {
        return reach(F, U, None).count(H) && reach(F, H, None).count(U);
      }));
    }
  }
}

//===----------------------------------------------------------------------===//
// Size
//===----------------------------------------------------------------------===//

/// Blocks 0..N-1 fall into each other; block N+I jumps back to N-1-I.
TEST(LoopFinder, DeepNestIsFast) {
  constexpr unsigned N = 50000;
  std::vector<B> Blocks(2 * N + 1);
  for (unsigned I = 0; I < N; ++I) {
    Blocks[I] = {{I + 1}, true};
    Blocks[N + I] = {{N + I + 1, N - 1 - I}, true};
  }
  std::vector<LoopBody> Loops = findInnermostLoops(makeFunction(Blocks), false);
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Header, N - 1);
  EXPECT_EQ(Loops[0].Blocks.size(), 2u);
}

TEST(LoopFinder, ManyLoopsAndOneLongLoopAreFast) {
  constexpr unsigned N = 100000;
  std::vector<B> Many(N + 1), Long(N + 1);
  for (unsigned I = 0; I < N; ++I) {
    Many[I] = {{I + 1, I}, true};
    Long[I] = {{I + 1}, true};
  }
  Long[N - 1].Succs.push_back(0);
  EXPECT_EQ(findInnermostLoops(makeFunction(Many), false).size(), N);
  std::vector<LoopBody> Loops = findInnermostLoops(makeFunction(Long), false);
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Path.size(), N);
}

} // namespace
