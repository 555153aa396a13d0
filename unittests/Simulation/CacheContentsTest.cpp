//===- CacheContentsTest.cpp - What a cache holds -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/CacheContents.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <random>

using namespace kernelbounds;

namespace {

ReplacementSpec policy(ReplacementKind K) {
  ReplacementSpec R;
  R.Kind = K;
  return R;
}

/// "QLRU_H11_M1_R0_U0" is qlru(1, 1, 1, 0, 0).
ReplacementSpec qlru(uint8_t Hit3, uint8_t Hit2, uint8_t Insert, uint8_t Choice,
                     uint8_t Update, bool OnMissOnly = false) {
  return {
      ReplacementKind::QLRU, Hit3, Hit2, Insert, Choice, Update, OnMissOnly};
}

//===----------------------------------------------------------------------===//
// Caches by definition, one set each: access() says whether it was a hit, and
// what has left.
//===----------------------------------------------------------------------===//

struct Outcome {
  bool IsHit;
  std::optional<uint64_t> Gone;
  bool operator==(const Outcome &) const = default;
};

struct OracleSet {
  virtual ~OracleSet() = default;
  virtual Outcome access(uint64_t Number) = 0;
};

/// The most recent one is in front.
struct ListSet : OracleSet {
  explicit ListSet(size_t Ways) : Ways(Ways) {}
  Outcome access(uint64_t Number) override {
    const auto It = std::find(Lines.begin(), Lines.end(), Number);
    const bool IsHit = It != Lines.end();
    if (IsHit)
      Lines.erase(It);
    Lines.push_front(Number);
    if (Lines.size() <= Ways)
      return {IsHit, std::nullopt};
    const uint64_t Last = Lines.back();
    Lines.pop_back();
    return {false, Last};
  }
  size_t Ways;
  std::list<uint64_t> Lines;
};

/// Nodes with two children, of which one is to be replaced next.
struct TreeSet : OracleSet {
  struct Node {
    std::unique_ptr<Node> Child[2];
    unsigned Next = 0;
    std::optional<uint64_t> Line; ///< Of a leaf.
  };
  explicit TreeSet(size_t Ways) : Root(make(Ways)) {}
  static std::unique_ptr<Node> make(size_t Ways) {
    auto N = std::make_unique<Node>();
    if (Ways > 1)
      for (auto &C : N->Child)
        C = make(Ways / 2);
    return N;
  }
  static bool hit(Node &N, uint64_t Number) {
    if (!N.Child[0])
      return N.Line == Number;
    for (unsigned C = 0; C < 2; ++C)
      if (hit(*N.Child[C], Number)) {
        N.Next = 1 - C;
        return true;
      }
    return false;
  }
  /// Takes the first empty leaf.
  static bool takeEmpty(Node &N, uint64_t Number) {
    if (!N.Child[0]) {
      if (N.Line)
        return false;
      N.Line = Number;
      return true;
    }
    for (unsigned C = 0; C < 2; ++C)
      if (takeEmpty(*N.Child[C], Number)) {
        N.Next = 1 - C;
        return true;
      }
    return false;
  }
  Outcome access(uint64_t Number) override {
    if (hit(*Root, Number))
      return {true, std::nullopt};
    if (takeEmpty(*Root, Number))
      return {false, std::nullopt};
    Node *N = Root.get();
    while (N->Child[0]) {
      Node *Down = N->Child[N->Next].get();
      N->Next = 1 - N->Next;
      N = Down;
    }
    return {false, std::exchange(N->Line, Number)};
  }
  std::unique_ptr<Node> Root;
};

/// Several trees in the order of their last accesses.
struct TreesSet : OracleSet {
  explicit TreesSet(size_t Ways) {
    for (size_t T = 0; T < Ways / 4; ++T)
      Trees.push_back(std::make_unique<TreeSet>(4));
  }
  Outcome access(uint64_t Number) override {
    // The first tree that has it, or has room, or was used longest ago.
    auto Use = [&](auto Test) -> std::optional<Outcome> {
      for (size_t T = 0; T < Trees.size(); ++T)
        if (Test(*Trees[T])) {
          Used[T] = ++Now;
          return Outcome{false, std::nullopt};
        }
      return std::nullopt;
    };
    if (Use([&](TreeSet &T) { return TreeSet::hit(*T.Root, Number); }))
      return {true, std::nullopt};
    if (auto O = Use(
            [&](TreeSet &T) { return TreeSet::takeEmpty(*T.Root, Number); }))
      return *O;
    size_t Oldest = 0;
    for (size_t T = 0; T < Trees.size(); ++T)
      if (Used[T] < Used[Oldest])
        Oldest = T;
    Used[Oldest] = ++Now;
    return Trees[Oldest]->access(Number);
  }
  std::vector<std::unique_ptr<TreeSet>> Trees;
  std::map<size_t, unsigned> Used;
  unsigned Now = 0;
};

/// Ages by place, as the definition of QLRU has them.
struct AgeSet : OracleSet {
  AgeSet(size_t Ways, const ReplacementSpec &R) : Ways(Ways), R(R) {}
  int most(std::optional<size_t> But) const {
    int Most = 0;
    for (auto [W, P] : Places)
      if (W != But)
        Most = std::max(Most, P.second);
    return Most;
  }
  void update(std::optional<size_t> Accessed) {
    for (auto [W, P] : Places)
      if (P.second == 3)
        return;
    std::optional<size_t> But;
    if (R.Update == 1 || R.Update == 3)
      But = Accessed;
    const int More = R.Update < 2 ? 3 - most(But) : 1;
    for (auto &[W, P] : Places)
      if (W != But)
        P.second = std::min(3, P.second + More);
  }
  Outcome access(uint64_t Number) override {
    for (auto &[W, P] : Places)
      if (P.first == Number) {
        P.second = P.second == 3 ? R.Hit3 : P.second == 2 ? R.Hit2 : 0;
        if (!R.OnMissOnly)
          update(W);
        return {true, std::nullopt};
      }
    Outcome O{false, std::nullopt};
    size_t To = 0;
    if (Places.size() < Ways) {
      To = R.Choice == 2 ? Ways - 1 - Places.size() : Places.size();
    } else {
      if (R.OnMissOnly)
        update(std::nullopt);
      while (To < Ways && Places[To].second != 3)
        ++To;
      To %= Ways;
      O.Gone = Places[To].first;
    }
    Places[To] = {Number, R.Insert};
    if (!R.OnMissOnly)
      update(To);
    return O;
  }
  size_t Ways;
  ReplacementSpec R;
  std::map<size_t, std::pair<uint64_t, int>> Places;
};

std::unique_ptr<OracleSet> makeOracle(const ReplacementSpec &R, size_t Ways) {
  switch (R.Kind) {
  case ReplacementKind::LRU:
    return std::make_unique<ListSet>(Ways);
  case ReplacementKind::TreePLRU:
    return std::make_unique<TreeSet>(Ways);
  case ReplacementKind::TreesLRU:
    return std::make_unique<TreesSet>(Ways);
  case ReplacementKind::QLRU:
    break;
  }
  return std::make_unique<AgeSet>(Ways, R);
}

Outcome access(CacheContents &C, uint64_t Number) {
  if (CacheContents::Line *L = C.find(Number)) {
    C.touch(L);
    return {true, std::nullopt};
  }
  CacheContents::Line Gone;
  C.insert(Number, Gone);
  if (Gone.isEmpty())
    return {false, std::nullopt};
  return {false, Gone.number()};
}

struct Shape {
  const char *Name;
  ReplacementSpec Policy;
  uint32_t Sets;
  uint16_t Ways;
};

const Shape Shapes[] = {
    {"one line", policy(ReplacementKind::LRU), 1, 1},
    {"LRU", policy(ReplacementKind::LRU), 4, 8},
    {"LRU of 11 ways, 3 sets", policy(ReplacementKind::LRU), 3, 11},
    {"tree", policy(ReplacementKind::TreePLRU), 4, 8},
    {"tree of 64", policy(ReplacementKind::TreePLRU), 1, 64},
    {"trees of Ice Lake", policy(ReplacementKind::TreesLRU), 2, 12},
    {"L2 of Skylake", qlru(0, 0, 1, 2, 1), 4, 4},
    {"L2 of Ice Lake", qlru(0, 0, 1, 0, 1), 4, 8},
    {"L3 of Skylake", qlru(1, 1, 1, 0, 0), 2, 16},
    {"U2, R1", qlru(2, 1, 2, 1, 2), 2, 6},
    {"U3, R1", qlru(0, 0, 3, 1, 3), 2, 6},
    {"at misses only", qlru(1, 1, 1, 0, 0, true), 2, 8},
    {"at misses only, spared", qlru(0, 0, 0, 2, 1, true), 2, 8},
};

} // namespace

TEST(CacheContents, IsAsDefined) {
  std::mt19937 Random(7);
  for (const Shape &S : Shapes)
    for (const unsigned Range : {2u, 5u, 20u}) {
      CacheContents C(S.Sets, S.Ways, S.Policy);
      std::vector<std::unique_ptr<OracleSet>> Oracle;
      for (uint32_t N = 0; N < S.Sets; ++N)
        Oracle.push_back(makeOracle(S.Policy, S.Ways));
      const unsigned Lines = 1 + S.Sets * S.Ways * Range / 4;
      for (unsigned Step = 0; Step < 4000; ++Step) {
        // Jumps, and walks from where the last one led.
        const uint64_t Number = Step % 7 < 4 ? Random() % Lines : Step % Lines;
        ASSERT_EQ(access(C, Number), Oracle[Number % S.Sets]->access(Number))
            << S.Name << ", step " << Step;
      }
    }
}

TEST(CacheContents, Examples) {
  // Two ways: lines 1, 2, 1 and 3.
  CacheContents C(1, 2, policy(ReplacementKind::LRU));
  EXPECT_EQ(access(C, 1), (Outcome{false, {}}));
  EXPECT_EQ(access(C, 2), (Outcome{false, {}}));
  EXPECT_EQ(access(C, 1), (Outcome{true, {}}));
  EXPECT_EQ(access(C, 3), (Outcome{false, 2}));
  // Four ways, filled in order, then the first is used: the tree points to the
  // second half, there to the first of the two.
  CacheContents T(1, 4, policy(ReplacementKind::TreePLRU));
  for (uint64_t N : {0, 1, 2, 3, 0})
    access(T, N);
  EXPECT_EQ(access(T, 4), (Outcome{false, 2}));
}

TEST(CacheContents, RemovedLinesAreGone) {
  CacheContents C(1, 2, policy(ReplacementKind::LRU));
  access(C, 1);
  access(C, 2);
  C.remove(C.find(1));
  EXPECT_EQ(C.find(1), nullptr);
  EXPECT_EQ(access(C, 3), (Outcome{false, {}}));
  EXPECT_NE(C.find(2), nullptr);
}
