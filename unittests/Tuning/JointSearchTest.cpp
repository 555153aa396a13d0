//===- JointSearchTest.cpp - Tests of searches side by side ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/JointSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A loop that does so many iterations in a trip of so many cycles.
TrialLoop trial(unsigned Iterations, int64_t Cycles) {
  TrialLoop T;
  T.Shape.Parts = {{Iterations, Cycles, Cycles}};
  return T;
}

TunedLoop at(unsigned Line) {
  TunedLoop L;
  L.File = "a.c";
  L.Line = Line;
  L.Iterations = 1024;
  return L;
}

constexpr HintSpace UnrollOnly = {0, 0, 8};

/// 4 cycles for each iteration, 2 if it is unrolled by 4.
TrialLoop better(const LoopHints &H) {
  return H.Unroll == 4 ? trial(4, 8) : trial(1, 4);
}

} // namespace

TEST(JointSearch, ChoosesAndConfirms) {
  JointSearch S({5, 0});
  S.add(at(1), trial(1, 4), UnrollOnly);
  S.add(at(2), trial(1, 4), UnrollOnly);
  unsigned NumCompiled = 0;
  EXPECT_TRUE(S.run([&](ArrayRef<LoopHints> Hints, auto) {
    ++NumCompiled;
    return std::optional(std::vector<TrialLoop>{better(Hints[0]), trial(1, 4)});
  }));
  EXPECT_EQ(NumCompiled, 5u) << "1, 2, 4, 8, and the choice";
  const std::vector<TunedLoop> Out = S.take();
  EXPECT_EQ(Out[0].Verdict, TuningVerdict::Gains);
  EXPECT_EQ(Out[0].Choice, (LoopHints{0, 0, 4}));
  EXPECT_EQ(Out[0].Then, CyclesPerIter(2));
  EXPECT_EQ(Out[1].Verdict, TuningVerdict::Left);
}

// What gains for many iterations loses for those that a run was seen to do, and
// a loop of which it is known why it is not judged is not searched.
TEST(JointSearch, JudgesAtTheIterationsThatWereSeen) {
  auto Compile = [](ArrayRef<LoopHints> Hints, auto) {
    std::vector<TrialLoop> Out;
    for (const LoopHints &H : Hints) {
      Out.push_back(better(H));
      if (H.Unroll == 4)
        Out.back().Shape.Once = 100;
    }
    return std::optional(Out);
  };
  for (uint64_t Seen : {20, 2000}) {
    JointSearch S({5, 0});
    TunedLoop L = at(1), Cold = at(2);
    L.Iterations.reset();
    L.Seen = TripRange::around(Seen);
    Cold.Why = "it is cold";
    S.add(L, trial(1, 4), UnrollOnly);
    S.add(Cold, trial(1, 4), UnrollOnly);
    EXPECT_EQ(S.run(Compile), Seen == 2000);
    const std::vector<TunedLoop> Out = S.take();
    EXPECT_EQ(Out[0].Choice, (LoopHints{0, 0, Seen == 2000 ? 4U : 0U}));
    EXPECT_EQ(Out[1].Verdict, TuningVerdict::NotJudged);
    EXPECT_EQ(Out[1].Why, "it is cold");
    EXPECT_TRUE(Out[1].Tried.empty());
  }
}

// A choice that gains while it is searched, but not beside the other one.
TEST(JointSearch, DropsWhatDoesNotKeepItsPromise) {
  JointSearch S({5, 0});
  S.add(at(1), trial(1, 4), UnrollOnly);
  S.add(at(2), trial(1, 4), UnrollOnly);
  EXPECT_TRUE(S.run([&](ArrayRef<LoopHints> Hints, auto) {
    // The last compilations ask for the choices only: not for all values.
    const bool IsChoice = Hints[0].Unroll == 4 && Hints[1].Unroll == 2;
    return std::optional(std::vector<TrialLoop>{
        better(Hints[0]),
        Hints[1].Unroll == 2 && !IsChoice ? trial(2, 4) : trial(1, 4)});
  }));
  const std::vector<TunedLoop> Out = S.take();
  EXPECT_EQ(Out[0].Verdict, TuningVerdict::Gains);
  EXPECT_EQ(Out[1].Verdict, TuningVerdict::Left);
  EXPECT_EQ(Out[1].Why, "beside the choices for other loops it does not gain");
}

// Candidates that are compiled apart are compared with what is apart, too. The
// choice has to gain with the rest of the function.
TEST(JointSearch, ComparesApartAndConfirmsTogether) {
  for (const int64_t Together : {8, 15, 16}) {
    JointSearch S({5, 0});
    const TrialLoop Apart = trial(1, 3);
    S.add(at(1), trial(1, 4), UnrollOnly, &Apart);
    auto Compile = [](ArrayRef<LoopHints> Hints, auto) {
      return std::optional(std::vector<TrialLoop>{
          Hints[0].Unroll == 4 ? trial(4, 8) : trial(1, 3)});
    };
    auto CompileTogether = [&](ArrayRef<LoopHints>, auto) {
      return std::optional(std::vector<TrialLoop>{trial(4, Together)});
    };
    EXPECT_EQ(S.run(Compile, CompileTogether), Together < 16);
    const TunedLoop Out = S.take().front();
    EXPECT_EQ(Out.triedNow(), CyclesPerIter(3));
    EXPECT_EQ(Out.Now, CyclesPerIter(4));
    EXPECT_EQ(Out.Then * 4, CyclesPerIter(Together));
    EXPECT_EQ(Out.ThenTrip, Together < 16 ? 4U : 0U);
    EXPECT_EQ(Out.Why, Together < 16
                           ? ""
                           : "with the rest of its function it does not gain");
  }
}

// What loses for certain is dropped first: without it the other one gains.
TEST(JointSearch, DropsLossesFirst) {
  JointSearch S({5, 0});
  const TrialLoop Apart = trial(1, 4);
  S.add(at(1), trial(1, 4), UnrollOnly, &Apart);
  S.add(at(2), trial(1, 4), UnrollOnly, &Apart);
  auto Compile = [](ArrayRef<LoopHints> Hints, auto) {
    return std::optional(
        std::vector<TrialLoop>{better(Hints[0]), better(Hints[1])});
  };
  auto CompileTogether = [](ArrayRef<LoopHints> Hints, auto) {
    return std::optional(std::vector<TrialLoop>{
        trial(4, 20), trial(4, Hints[0].Unroll == 4 ? 16 : 10)});
  };
  EXPECT_TRUE(S.run(Compile, CompileTogether));
  const std::vector<TunedLoop> Out = S.take();
  EXPECT_EQ(Out[0].Verdict, TuningVerdict::Left);
  EXPECT_EQ(Out[1].Verdict, TuningVerdict::Gains);
  EXPECT_EQ(Out[1].Then * 4, CyclesPerIter(10));
}

// Trips of two cycles have to gain more than others. Shorter ones count as
// longer than they are simulated, by a fifth of what they lack of two.
TEST(JointSearch, ShortTrips) {
  auto Choose = [](int64_t Today, TrialLoop Fastest) {
    JointSearch S({5, 0});
    S.add(at(1), trial(64, Today), UnrollOnly);
    S.run([&](ArrayRef<LoopHints> Hints, auto) {
      return std::optional(std::vector<TrialLoop>{
          Hints[0].Unroll == 2 ? Fastest : trial(64, Today)});
    });
    return S.take().front();
  };
  EXPECT_EQ(Choose(141, trial(1, 2)).Choice.Unroll, 2U) << "10 %";
  EXPECT_EQ(Choose(137, trial(1, 2)).Choice.Unroll, 0U) << "7 %";
  EXPECT_EQ(Choose(137, trial(64, 128)).Choice.Unroll, 2U)
      << "7 %, of long trips";
  EXPECT_EQ(Choose(78, trial(1, 1)).Choice.Unroll, 0U) << "1.2 cycles";
  const TunedLoop One = Choose(90, trial(1, 1));
  EXPECT_EQ(One.Choice.Unroll, 2U);
  EXPECT_EQ(One.Then, CyclesPerIter(1)) << "as it is simulated";
}

// What the compiler made counts as half way to what the bounds prove. What
// gains much may be better by the simulated core, if the bounds say so as well.
TEST(JointSearch, DoubtOfBoth) {
  auto Choose = [](int64_t Simulated, int64_t Proved) {
    auto Doubtful = [](int64_t Simulated, int64_t Proved) {
      TrialLoop T;
      T.Shape.Parts = {{10, Simulated, Proved}};
      return T;
    };
    JointSearch S({5, 0});
    S.add(at(1), Doubtful(160, 80), UnrollOnly);
    S.run([&](ArrayRef<LoopHints> Hints, auto) {
      return std::optional(std::vector<TrialLoop>{
          Hints[0].Unroll == 2 ? Doubtful(Simulated, Proved)
                               : Doubtful(160, 80)});
    });
    return S.take().front().Choice.Unroll;
  };
  EXPECT_EQ(Choose(130, 130), 0U) << "120 with doubt, and 130";
  EXPECT_EQ(Choose(130, 90), 2U) << "120 with doubt, and 110";
  EXPECT_EQ(Choose(145, 60), 0U) << "10 %";
  EXPECT_EQ(Choose(110, 110), 2U) << "without doubt";
}

// So have visits that overlap.
TEST(JointSearch, VisitsThatOverlap) {
  for (const int64_t Fastest : {18, 16}) {
    JointSearch S({5, 0});
    S.add(at(1), trial(1, 20), UnrollOnly);
    TrialLoop Few = trial(1, Fastest);
    Few.Shape.Parts.front().Few = {{2, CyclesPerIter(2 * Fastest)}};
    S.run([&](ArrayRef<LoopHints> Hints, auto) {
      return std::optional(
          std::vector<TrialLoop>{Hints[0].Unroll == 2 ? Few : trial(1, 20)});
    });
    EXPECT_EQ(S.take().front().Choice.Unroll, Fastest == 16 ? 2U : 0U);
  }
}

// Not judged, or hinted, loops are not searched; nor is anything if nothing can
// be compiled.
TEST(JointSearch, NotSearched) {
  JointSearch S({5, 0});
  TrialLoop Calls;
  Calls.Problem = "it calls functions";
  S.add(at(1), Calls, UnrollOnly);
  TunedLoop Hinted = at(2);
  Hinted.Verdict = TuningVerdict::Hinted;
  S.add(Hinted, trial(1, 4), UnrollOnly);
  EXPECT_FALSE(S.run(
      [&](ArrayRef<LoopHints>, auto) -> std::optional<std::vector<TrialLoop>> {
        ADD_FAILURE();
        return std::nullopt;
      }));
  S.add(at(3), trial(1, 4), UnrollOnly);
  EXPECT_FALSE(S.run([&](ArrayRef<LoopHints>, auto) {
    return std::optional<std::vector<TrialLoop>>();
  }));
  const std::vector<TunedLoop> Out = S.take();
  EXPECT_EQ(Out[0].Why, "it calls functions");
  EXPECT_EQ(Out[0].Verdict, TuningVerdict::NotJudged);
  EXPECT_EQ(Out[1].Verdict, TuningVerdict::Hinted);
  EXPECT_EQ(Out[2].Verdict, TuningVerdict::Left);
}

// Masks are tried where the rest of a loop of vectors takes much of the time,
// or there are no vectors, and it is known how many iterations there are.
TEST(JointSearch, PredicatesWhereARestIsKnown) {
  auto Predicates = [](std::optional<uint64_t> Iterations, TrialLoop Now) {
    JointSearch S({5, 0});
    TunedLoop L = at(1);
    L.Iterations = Iterations;
    HintSpace Space{4};
    Space.CanPredicate = true;
    bool Any = false;
    S.add(L, Now, Space);
    S.run([&](ArrayRef<LoopHints> Hints, auto) {
      Any |= Hints[0].Predicate;
      return std::optional(std::vector<TrialLoop>{Now});
    });
    return Any;
  };
  TrialLoop Vectors = trial(16, 16);
  Vectors.Shape.Parts.push_back({1, 4, 4});
  EXPECT_TRUE(Predicates(13, Vectors));
  EXPECT_TRUE(Predicates(100, Vectors));
  EXPECT_FALSE(Predicates(96, Vectors)) << "nothing is left over";
  EXPECT_FALSE(Predicates(4097, Vectors));
  EXPECT_FALSE(Predicates(std::nullopt, Vectors));
  EXPECT_TRUE(Predicates(96, trial(1, 4)));
}

// Masks have to gain more than other hints.
TEST(JointSearch, PredicatesForALargeGainOnly) {
  for (const int64_t Masked : {11, 14}) {
    JointSearch S({5, 0});
    TunedLoop L = at(1);
    L.Iterations = 4;
    HintSpace Space{4};
    Space.CanPredicate = true;
    S.add(L, trial(1, 4), Space);
    S.run([&](ArrayRef<LoopHints> Hints, auto) {
      const int64_t Cycles = Hints[0].Predicate    ? Masked
                             : Hints[0].Width == 1 ? 15
                                                   : 16;
      return std::optional(std::vector<TrialLoop>{trial(4, Cycles)});
    });
    const LoopHints Choice = S.take().front().Choice;
    EXPECT_EQ(Choice.Predicate, Masked == 11);
    EXPECT_EQ(Choice.Width, Masked == 11 ? 0U : 1U);
  }
}

// So has a second copy of a loop.
TEST(JointSearch, ChecksOverlapForAGainThatPaysForTheCopy) {
  for (const int64_t Checked : {900, 940}) {
    JointSearch S({5, 0});
    HintSpace Space = UnrollOnly;
    Space.MaxWidth = 1;
    Space.Transforms = LoopTransform::CheckOverlap;
    S.add(at(1), trial(1, 1000), Space);
    S.run([&](ArrayRef<LoopHints> Hints, auto) {
      const int64_t Cycles =
          Hints[0].Transforms.has(LoopTransform::CheckOverlap) ? Checked : 1000;
      return std::optional(std::vector<TrialLoop>{trial(1, Cycles)});
    });
    EXPECT_EQ(
        S.take().front().Choice.Transforms.has(LoopTransform::CheckOverlap),
        Checked == 900);
  }
}

// Hints that only keep the widest loop from being entered are not relied on.
TEST(JointSearch, RunsItsBody) {
  LoopShape S = trial(16, 4).Shape;
  EXPECT_TRUE(runsItsBody(S, 5)) << "with masks, it does them all";
  S.Parts.push_back({1, 4, 4});
  EXPECT_FALSE(runsItsBody(S, 15));
  EXPECT_TRUE(runsItsBody(S, 16));
}
