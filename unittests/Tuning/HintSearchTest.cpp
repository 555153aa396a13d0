//===- HintSearchTest.cpp - Tests of the search for hints -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/HintSearch.h"
#include "gtest/gtest.h"
#include <functional>
#include <random>

using namespace kernelbounds;

namespace {

using Cost = std::function<CyclesPerIter(const LoopHints &)>;

/// Every value of a field: 0, 1, 2, 4, …
std::vector<unsigned> valuesUpTo(unsigned Most) {
  std::vector<unsigned> Out = {0};
  for (unsigned V = 1; V <= Most; V *= 2)
    Out.push_back(V);
  return Out;
}

/// All candidates of \p S.
std::vector<LoopHints> allHints(const HintSpace &S) {
  std::vector<LoopHints> Out;
  for (unsigned W : valuesUpTo(S.MaxWidth))
    for (unsigned I : valuesUpTo(S.MaxInterleave))
      for (unsigned U : valuesUpTo(S.MaxUnroll))
        Out.push_back({W, I, U});
  return Out;
}

HintSearch searchAll(const HintSpace &S, const Cost &CostOf) {
  HintSearch Search(S);
  while (std::optional<LoopHints> H = Search.next())
    Search.tell({*H, CostOf(*H), 1});
  return Search;
}

/// Starts with vectors, and without what only some loops can have.
constexpr size_t NumStarts = 10;

/// Whether a start of \p Search takes less than the default by 2 %.
bool isPromising(const HintSearch &Search) {
  const auto Starts = Search.tried().take_front(NumStarts);
  return std::any_of(Starts.begin(), Starts.end(), [&](const HintResult &R) {
    return *R.Cycles * 102 <= *Starts.front().Cycles * 100;
  });
}

CyclesPerIter leastOf(const HintSpace &S, const Cost &CostOf) {
  CyclesPerIter Least = CostOf({});
  for (const LoopHints &H : allHints(S))
    Least = std::min(Least, CostOf(H));
  return Least;
}

} // namespace

TEST(HintSearch, BeginsWithTheDefault) {
  HintSearch Search({8});
  ASSERT_TRUE(Search.next());
  EXPECT_TRUE(Search.next()->isDefault());
  EXPECT_TRUE(Search.next()->isDefault()) << "the same until it is told";
  EXPECT_EQ(Search.choice(), nullptr);
}

// Fields that do not influence each other: the search finds the best of all
// where a start is better than the default, and else ends.
TEST(HintSearch, FindsTheBestOfIndependentFields) {
  std::mt19937 Random(1);
  const HintSpace S{16, 16, 8};
  unsigned NumPromising = 0;
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::map<unsigned, int> Parts[3];
    for (auto &P : Parts)
      for (unsigned V : valuesUpTo(16))
        P[V] = 1000 + Random() % 10 * 100;
    const Cost CostOf = [&](const LoopHints &H) {
      return CyclesPerIter(Parts[0][H.Width] + Parts[1][H.Interleave] +
                           Parts[2][H.Unroll]);
    };
    const HintSearch Search = searchAll(S, CostOf);
    ASSERT_TRUE(Search.choice());
    if (!isPromising(Search)) {
      EXPECT_EQ(Search.tried().size(), NumStarts);
      continue;
    }
    ++NumPromising;
    EXPECT_LE(*Search.choice()->Cycles * 100, leastOf(S, CostOf) * 101);
    EXPECT_LT(Search.tried().size(), allHints(S).size() / 2);
    // One turn finds it: the starts, and rows of 6, 6 and 5 values.
    const auto InOneTurn = Search.tried().take_front(NumStarts + 5 + 5 + 4);
    EXPECT_TRUE(std::any_of(
        InOneTurn.begin(), InOneTurn.end(),
        [&](const HintResult &R) { return *R.Cycles == leastOf(S, CostOf); }));
  }
  EXPECT_GT(NumPromising, 100u);
}

// Any costs: no candidate that differs in one field is better by more than the
// hundredth that the choice may give away.
TEST(HintSearch, EndsWhereNoSingleFieldHelps) {
  std::mt19937 Random(2);
  const HintSpace S{8, 16, 8};
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::map<LoopHints, int> Costs;
    for (const LoopHints &H : allHints(S))
      Costs[H] = 100 + Random() % 1000;
    const HintSearch Search = searchAll(
        S, [&](const LoopHints &H) { return CyclesPerIter(Costs[H]); });
    if (!isPromising(Search))
      continue;
    CyclesPerIter Best = *Search.tried().front().Cycles;
    LoopHints At;
    for (const HintResult &R : Search.tried())
      if (*R.Cycles < Best) {
        Best = *R.Cycles;
        At = R.Hints;
      }
    for (const LoopHints &H : allHints(S)) {
      const unsigned Different = (H.Width != At.Width) +
                                 (H.Interleave != At.Interleave) +
                                 (H.Unroll != At.Unroll);
      // A field is never given back to the compiler.
      const bool GivesBack = (H.Width == 0 && At.Width != 0) ||
                             (H.Interleave == 0 && At.Interleave != 0) ||
                             (H.Unroll == 0 && At.Unroll != 0);
      if (Different == 1 && !GivesBack)
        EXPECT_GE(CyclesPerIter(Costs[H]), Best);
    }
    EXPECT_LE(*Search.choice()->Cycles * 100, Best * 101);
  }
}

TEST(HintSearch, OfEqualsTheSmallestTripWins) {
  HintSearch Search({1, 4, 1});
  while (std::optional<LoopHints> H = Search.next())
    Search.tell({*H,
                 H->Interleave >= 2 ? CyclesPerIter(H->Width == 1 ? 3 : 1)
                                    : CyclesPerIter(2),
                 std::max(1U, H->Interleave)});
  EXPECT_EQ(Search.choice()->Hints, (LoopHints{0, 2, 0}));
}

// A hint that a start has may be dropped again.
TEST(HintSearch, TriesWithoutEachHint) {
  HintSearch Search({8});
  while (std::optional<LoopHints> H = Search.next())
    Search.tell({*H, CyclesPerIter(H->Width == 2 ? 1 : 2), 8});
  const auto Tried = Search.tried();
  for (const LoopHints H : {LoopHints{2, 0, 0}, LoopHints{0, 1, 0}})
    EXPECT_TRUE(std::any_of(Tried.begin(), Tried.end(), [&](const auto &R) {
      return R.Hints == H;
    })) << H.text();
  EXPECT_EQ(Search.choice()->Hints, (LoopHints{2, 0, 0}));
}

TEST(HintSearch, NothingIsChosenWithoutFiguresOfTheDefault) {
  HintSearch Search({1});
  while (std::optional<LoopHints> H = Search.next())
    Search.tell({*H, std::nullopt, 0});
  EXPECT_EQ(Search.choice(), nullptr);
}

// gcc has no width and no interleave count.
TEST(HintSearch, UnrollAlone) {
  HintSearch Search({0, 0, 8});
  std::vector<unsigned> Asked;
  while (std::optional<LoopHints> H = Search.next()) {
    EXPECT_EQ(H->Width + H->Interleave, 0u);
    Asked.push_back(H->Unroll);
    Search.tell({*H, CyclesPerIter(H->Unroll == 4 ? 2 : 4), 1});
  }
  EXPECT_EQ(Asked, (std::vector<unsigned>{0, 8, 1, 2, 4}));
  EXPECT_EQ(Search.choice()->Hints, (LoopHints{0, 0, 4}));
}

// A trip that takes long is not made twice as long, unless copies of it run
// side by side.
TEST(HintSearch, NoCopiesOfLongTrips) {
  auto MostUnrolled = [](int64_t Cycles, int64_t AtTwo) {
    HintSearch Search({0, 0, 16});
    unsigned Most = 0;
    while (std::optional<LoopHints> H = Search.next()) {
      Most = std::max(Most, H->Unroll);
      const unsigned Trips = std::max(1U, H->Unroll);
      HintResult R = {*H, CyclesPerIter(Cycles), Trips};
      const int64_t Trip = Trips == 2 ? AtTwo : Cycles * Trips;
      R.Shape.Parts = {{Trips, Trip, Trip}};
      Search.tell(std::move(R));
    }
    return Most;
  };
  EXPECT_EQ(MostUnrolled(8, 16), 16u) << "64 cycles with 8";
  EXPECT_EQ(MostUnrolled(9, 18), 8u) << "72 cycles with 8";
  EXPECT_EQ(MostUnrolled(40, 80), 2u);
  EXPECT_EQ(MostUnrolled(40, 50), 4u) << "side by side with 2";
}

// Transforms are tried alone, beside each other and with hints. Without copies
// there is nothing to split a reduction into.
TEST(HintSearch, Transforms) {
  HintSpace Space{4};
  Space.Transforms.add(LoopTransform::KeepValues);
  Space.Transforms.add(LoopTransform::SplitReductions);
  HintSearch Search(Space);
  while (std::optional<LoopHints> H = Search.next()) {
    const bool IsSplit = H->Transforms.has(LoopTransform::SplitReductions);
    EXPECT_FALSE(IsSplit && H->Unroll < 2) << H->text();
    EXPECT_FALSE(H->Transforms.has(LoopTransform::InvertDivisors));
    const bool IsKept = H->Transforms.has(LoopTransform::KeepValues);
    Search.tell(
        {*H, CyclesPerIter(10 - 3 * IsSplit - 2 * IsKept - (H->Unroll == 8)),
         8});
  }
  EXPECT_EQ(Search.choice()->Hints.Transforms, Space.Transforms);
  EXPECT_EQ(Search.choice()->Hints.Unroll, 8U);
}

// What can be done only with data that do not overlap is tried with the check
// of that only.
TEST(HintSearch, TransformsAfterACheck) {
  HintSpace Space{4};
  Space.Transforms.add(LoopTransform::KeepValues);
  Space.Transforms.add(LoopTransform::SplitReductions);
  Space.Transforms.add(LoopTransform::CheckOverlap);
  Space.AfterCheck = LoopTransform::SplitReductions;
  HintSearch Search(Space);
  bool KeepsWithout = false;
  while (std::optional<LoopHints> H = Search.next()) {
    const bool IsSplit = H->Transforms.has(LoopTransform::SplitReductions);
    const bool IsChecked = H->Transforms.has(LoopTransform::CheckOverlap);
    EXPECT_TRUE(!IsSplit || IsChecked) << H->text();
    KeepsWithout |= H->Transforms.has(LoopTransform::KeepValues) && !IsChecked;
    Search.tell({*H, CyclesPerIter(IsSplit ? 2 : 4 - IsChecked), 4});
  }
  EXPECT_TRUE(KeepsWithout);
  LoopTransforms Both = LoopTransform::SplitReductions;
  Both.add(LoopTransform::CheckOverlap);
  EXPECT_EQ(Search.choice()->Hints.Transforms, Both);
}

TEST(HintSearch, NoTransformsUnlessAskedFor) {
  HintSearch Search({8});
  while (std::optional<LoopHints> H = Search.next()) {
    EXPECT_TRUE(H->Transforms.empty());
    Search.tell({*H, CyclesPerIter(1), 8});
  }
}

// Iterations of the loop around are done together only where that is possible:
// by the compiler's own pass, by the transform, or by either.
TEST(HintSearch, Jams) {
  constexpr LoopTransform Early = LoopTransform::UnrollAndJam;
  for (const bool ByPragma : {false, true})
    for (const bool ByTransform : {false, true}) {
      HintSpace Space{4};
      Space.MaxJam = 8;
      Space.JamsByPragma = ByPragma;
      if (ByTransform)
        Space.Transforms.add(Early);
      HintSearch Search(Space);
      bool Any = false;
      while (std::optional<LoopHints> H = Search.next()) {
        const bool IsEarly = H->Transforms.has(Early);
        EXPECT_TRUE(!IsEarly || (ByTransform && H->Jam > 1));
        EXPECT_TRUE(H->Jam == 0 || IsEarly || ByPragma);
        Any |= H->Jam != 0;
        Search.tell({*H, CyclesPerIter(H->Jam == 2 ? 1 : H->Jam ? 2 : 3), 1});
      }
      EXPECT_EQ(Any, ByPragma || ByTransform);
      EXPECT_EQ(Search.choice()->Hints.Jam, Any ? 2U : 0U);
    }
}

// Iterations of the loop around side by side help scalar code even where they
// are no better than nothing with what the vectorizer makes of them.
TEST(HintSearch, JamsOfScalarCode) {
  HintSpace Space{4};
  Space.MaxJam = 4;
  Space.Transforms.add(LoopTransform::UnrollAndJam);
  HintSearch Search(Space);
  while (std::optional<LoopHints> H = Search.next())
    Search.tell({*H,
                 CyclesPerIter(H->Jam == 0     ? (H->Width == 2 ? 2 : 3)
                               : H->Width == 1 ? 1
                                               : 4),
                 1});
  EXPECT_EQ(Search.choice()->Hints.Jam, 4U);
  EXPECT_EQ(Search.choice()->Hints.Width, 1U);
}

// Of two that take about as long, the one whose trips do not take two cycles.
TEST(HintSearch, ShortTripsComeLast) {
  HintSearch Search({0, 0, 4});
  while (std::optional<LoopHints> H = Search.next()) {
    HintResult R{*H, CyclesPerIter(2), std::max(1U, H->Unroll)};
    if (H->Unroll == 2)
      R.Cycles = CyclesPerIter(1);
    if (H->Unroll == 4)
      R.Cycles = CyclesPerIter(201) / 200;
    R.Shape.Parts = {{R.SourceIterations, *R.Cycles * R.SourceIterations, {}}};
    Search.tell(R);
  }
  EXPECT_EQ(Search.choice()->Hints.Unroll, 4U) << "trips of 4.02 cycles";
}

// Distribution is tried once, and with other hints only if it helps.
TEST(HintSearch, Distribution) {
  for (const int Divided : {3, 1}) {
    HintSpace Space{4};
    Space.CanDistribute = true;
    HintSearch Search(Space);
    unsigned Tried = 0;
    while (std::optional<LoopHints> H = Search.next()) {
      Tried += H->Distribute;
      Search.tell({*H, CyclesPerIter(H->Distribute ? Divided : 2), 1});
    }
    EXPECT_EQ(Search.choice()->Hints.Distribute, Divided == 1);
    EXPECT_EQ(Tried == 1, Divided == 3);
  }
}

// Masks come with vectors, and without copies that would leave trips over. They
// are tried beside the best of the rest, too.
TEST(HintSearch, Predicate) {
  for (const bool Can : {false, true}) {
    HintSpace Space{8};
    Space.CanPredicate = Can;
    HintSearch Search(Space);
    bool IsFirst = true;
    while (std::optional<LoopHints> H = Search.next()) {
      EXPECT_TRUE(!H->Predicate || (Can && H->Width != 1 && H->Unroll <= 1));
      // Alone, masks do not help.
      const int64_t Masked = H->Width == 2 ? 1 : 4;
      const int64_t Plain = H->Width == 2 ? 2 : 3;
      Search.tell({*H, CyclesPerIter(H->Predicate ? Masked : Plain), 1});
      EXPECT_TRUE(!IsFirst || H->isDefault());
      IsFirst = false;
    }
    EXPECT_EQ(Search.choice()->Hints.Predicate, Can);
    auto IsPlain = [](const HintResult &R) { return !R.Hints.Predicate; };
    EXPECT_EQ(Search.choice(IsPlain)->Hints, (LoopHints{2, 0, 0}));
    auto Never = [](const HintResult &) { return false; };
    EXPECT_EQ(Search.choice(Never), nullptr);
    EXPECT_EQ(Search.choice()->Hints.Width, 2U);
  }
}
