//===- PortInferenceTest.cpp ----------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Inference/PortInference.h"
#include "HiddenCore.h"
#include <gtest/gtest.h>

using namespace kernelbounds;

namespace {

HiddenCore makeCore(unsigned NumPorts, unsigned Width,
                    std::vector<FormUsage> Forms) {
  HiddenCore Core;
  Core.NumPorts = NumPorts;
  Core.Width = Width;
  Core.Forms = std::move(Forms);
  return Core;
}

InferredCore infer(const HiddenCore &Core, PortInferenceOptions Options = {}) {
  FaultyRunner Runner(Core, 1);
  Options.NumForms = Core.Forms.size();
  return inferPorts(Runner, Options);
}

/// Returns how many of \p NumMixes fresh mixes are predicted wrong.
unsigned countWrong(const HiddenCore &Core, const InferredCore &Found,
                    CoreMaker &Maker, unsigned NumMixes) {
  unsigned NumWrong = 0;
  for (unsigned I = 0; I != NumMixes; ++I) {
    const Mix M = Maker.makeMix(Core);
    const double True = Core.cycles(M);
    std::optional<CyclesPerIter> P = Found.predict(M);
    NumWrong += !P || std::fabs(P->toDouble() - True) > 0.02 * True;
  }
  return NumWrong;
}

struct Outcome {
  unsigned NumForms, NumExperiments, NumWrong;
};

/// How wrong the priors are.
enum class Priors : uint8_t { None, WrongForms, WrongGroups };

/// Infers the core of \p Seed, and asks it 1000 fresh mixes.
Outcome inferSeed(unsigned Seed, Priors Kind = Priors::None) {
  CoreMaker Maker(Seed);
  const HiddenCore Core = Maker.make();
  FaultyRunner Runner(Core, Seed);
  PortInferenceOptions Options;
  Options.NumForms = Core.Forms.size();
  if (Kind != Priors::None)
    Options.Priors = Maker.makePriors(Core, 20, Kind == Priors::WrongGroups);
  const InferredCore Found = inferPorts(Runner, Options);
  return {Options.NumForms, Found.NumExperiments,
          countWrong(Core, Found, Maker, 1000)};
}

/// A runner that cannot run mixes with one form.
class RefusingRunner : public FaultyRunner {
public:
  RefusingRunner(const HiddenCore &Core, FormId Refused)
      : FaultyRunner(Core, 1), Refused(Refused) {}
  llvm::Expected<double>
  cyclesPerIteration(llvm::ArrayRef<std::pair<FormId, unsigned>> M) override {
    for (auto [Form, Count] : M)
      if (Form == Refused)
        return llvm::createStringError("this form cannot be run");
    return FaultyRunner::cyclesPerIteration(M);
  }
  FormId Refused;
};

} // namespace

TEST(PortInference, NoFormsGiveAnEmptyCore) {
  EXPECT_EQ(infer(makeCore(0, 4, {})).NumExperiments, 0u);
}

TEST(PortInference, OnePort) {
  const HiddenCore Core = makeCore(1, 4, {usage(1, {{setOf({0}), 1}})});
  PortInferenceOptions Options;
  Options.IssueWidth = 4;
  const InferredCore Found = infer(Core, Options);
  EXPECT_EQ(Found.NumResources, 1u);
  EXPECT_FALSE(Found.IsWidthSeen);
  EXPECT_EQ(Found.Forms[0].Usage, Core.Forms[0]);
}

TEST(PortInference, OnePortLooksLikeAWidthOfOne) {
  const HiddenCore Core = makeCore(1, 4, {usage(1, {{setOf({0}), 1}})});
  const InferredCore Found = infer(Core);
  EXPECT_EQ(Found.IssueWidth, 1u);
  EXPECT_EQ(Found.Forms[0].Trust, Confidence::HiddenByWidth);
  // The port is the other explanation.
  EXPECT_TRUE(std::any_of(Found.Forms[0].Alternatives.begin(),
                          Found.Forms[0].Alternatives.end(),
                          [&](auto &U) { return U == Core.Forms[0]; }));
}

TEST(PortInference, AllFormsEqual) {
  const HiddenCore Core = makeCore(
      3, 6, std::vector<FormUsage>(8, usage(1, {{setOf({0, 1, 2}), 1}})));
  const InferredCore Found = infer(Core);
  CoreMaker Maker(1);
  EXPECT_EQ(countWrong(Core, Found, Maker, 200), 0u);
}

TEST(PortInference, TwoFormsThatShareAPort) {
  const HiddenCore Core = makeCore(
      2, 4, {usage(1, {{setOf({0, 1}), 1}}), usage(1, {{setOf({0}), 1}})});
  // Otherwise a width of two would explain the first form.
  PortInferenceOptions Options;
  Options.IssueWidth = 4;
  const InferredCore Found = infer(Core, Options);
  EXPECT_EQ(Found.NumResources, 2u);
  ASSERT_EQ(Found.Forms[0].Usage.Uses.size(), 1u);
  ASSERT_EQ(Found.Forms[1].Usage.Uses.size(), 1u);
  EXPECT_EQ(Found.Forms[0].Usage.Uses[0].Resources.size(), 2u);
  EXPECT_EQ(Found.Forms[1].Usage.Uses[0].Resources.size(), 1u);
  EXPECT_TRUE(Found.Forms[1].Usage.Uses[0].Resources.isSubsetOf(
      Found.Forms[0].Usage.Uses[0].Resources));
}

TEST(PortInference, AFormThatTheWidthHidesIsCalledHidden) {
  // Eight ports at four issue slots per cycle.
  const HiddenCore Core =
      makeCore(8, 4,
               {usage(1, {{PortSet(255), 1}}), usage(1, {{setOf({0, 1}), 1}}),
                usage(1, {{setOf({2, 3}), 1}}), usage(1, {{setOf({4}), 1}})});
  const InferredCore Found = infer(Core);
  EXPECT_EQ(Found.IssueWidth, 4u);
  EXPECT_TRUE(Found.IsWidthSeen);
  EXPECT_EQ(Found.Forms[0].Trust, Confidence::HiddenByWidth);
  EXPECT_TRUE(Found.Forms[0].Usage.Uses.empty());
  EXPECT_EQ(Found.Forms[0].Usage.Slots, 1u);
}

TEST(PortInference, FormsOfSeveralSlotsDoNotHideTheWidth) {
  // The first form is the fastest alone, and takes two of eight slots.
  std::vector<FormUsage> Forms = {
      usage(2, {{setOf({0, 1, 2, 3}), 1}, {setOf({4, 5, 6, 7}), 1}})};
  for (unsigned Port = 0; Port != 12; Port += 2)
    Forms.push_back(usage(1, {{setOf({Port, Port + 1}), 1}}));
  const InferredCore Found = infer(makeCore(12, 8, Forms));
  EXPECT_EQ(Found.IssueWidth, 8u);
  EXPECT_TRUE(Found.IsWidthSeen);
}

TEST(PortInference, ADividerIsHeld) {
  const HiddenCore Core = makeCore(
      4, 4,
      {usage(1, {{setOf({0}), 1}, {setOf({4}), 6}}),
       usage(1, {{setOf({0}), 1}}), usage(1, {{setOf({1, 2}), 1}}),
       usage(1, {{setOf({0, 1, 2, 3}), 1}}), usage(1, {{setOf({3}), 1}})});
  const InferredCore Found = infer(Core);
  CoreMaker Maker(1);
  EXPECT_EQ(countWrong(Core, Found, Maker, 300), 0u);
  EXPECT_TRUE(Found.Forms[0].Usage.holdsResources());
}

TEST(PortInference, AFormThatCannotBeRunIsNotMeasured) {
  const HiddenCore Core =
      makeCore(2, 4,
               {usage(1, {{setOf({0}), 1}}), usage(1, {{setOf({1}), 1}}),
                usage(1, {{setOf({0, 1}), 1}})});
  RefusingRunner Runner(Core, 1);
  PortInferenceOptions Options;
  Options.NumForms = 3;
  const InferredCore Found = inferPorts(Runner, Options);
  EXPECT_EQ(Found.Forms[1].Trust, Confidence::NotMeasured);
  EXPECT_FALSE(Found.predict({{1u, 1u}}));
  EXPECT_EQ(Found.NumFailedMixes, 1u);
  EXPECT_TRUE(Found.Forms[0].isKnown());
  EXPECT_TRUE(Found.Forms[2].isKnown());
}

TEST(PortInference, AnEndOfTheBudgetIsReported) {
  CoreMaker Maker(1);
  const HiddenCore Core = Maker.make();
  for (unsigned Budget : {1u, 10u, 60u, 150u}) {
    PortInferenceOptions Options;
    Options.MaxExperiments = Budget;
    const InferredCore Found = infer(Core, Options);
    EXPECT_TRUE(Found.IsBudgetUsedUp);
    EXPECT_LE(Found.NumExperiments, Budget);
  }
}

TEST(PortInference, RightPriorsSaveExperiments) {
  CoreMaker Maker(7);
  const HiddenCore Core = Maker.make();
  PortInferenceOptions Options;
  const unsigned Without = infer(Core).NumExperiments;
  Options.Priors = Maker.makePriors(Core, 0);
  const InferredCore Found = infer(Core, Options);
  EXPECT_LT(Found.NumExperiments, Without);
  EXPECT_EQ(countWrong(Core, Found, Maker, 1000), 0u);
  // Forms of one micro-op have the resources that the priors name.
  ASSERT_EQ(Found.PriorNames.size(), Found.NumResources);
  for (FormId F = 0; F != Core.Forms.size(); ++F) {
    if (Found.Forms[F].Usage.Uses.size() != 1)
      continue;
    PortSet Named;
    Found.Forms[F].Usage.Uses[0].Resources.forEach([&](unsigned R) {
      ASSERT_TRUE(Found.PriorNames[R].has_value()) << F;
      Named.insert(*Found.PriorNames[R]);
    });
    EXPECT_EQ(Named, Options.Priors[F]->Uses[0].Resources) << F;
  }
}

/// A fifth of the priors is wrong. Some of them have too many slots, so that
/// the core seems to be wider than it is.
TEST(PortInference, WrongPriorsDoNotWidenTheCore) {
  for (unsigned Seed : {3, 20, 28})
    EXPECT_EQ(inferSeed(Seed, Priors::WrongForms).NumWrong, 0u)
        << "seed " << Seed;
}

/// Two priors leave out a use of {0,1,2,3}, which only the mixes show that are
/// made to find two other forms. These have no explanation beside the two.
TEST(PortInference, WrongPriorsThatAgreeAtFirstAreFoundAnew) {
  EXPECT_EQ(inferSeed(11, Priors::WrongForms).NumWrong, 0u);
}

TEST(PortInference, PriorsThatAreWrongForWholeGroupsAreFoundAnew) {
  for (unsigned Seed : {1, 2, 3})
    EXPECT_EQ(inferSeed(Seed, Priors::WrongGroups).NumWrong, 0u)
        << "seed " << Seed;
}

TEST(PortInference, TheSameTimesGiveTheSameCore) {
  CoreMaker Maker(8);
  const HiddenCore Core = Maker.make();
  const InferredCore A = infer(Core), B = infer(Core);
  EXPECT_EQ(A.NumRuns, B.NumRuns);
  for (FormId F = 0; F != Core.Forms.size(); ++F)
    EXPECT_EQ(A.Forms[F].Usage, B.Forms[F].Usage);
}

/// Cores that are found now stay found. bench/inference counts over many more,
/// those included that are not. Those of the second line need repairs of the
/// whole model or rivals; 11 has a width that is hard to fill, and 56 is
/// explained by uses beyond the slots as well.
TEST(PortInference, HiddenCoresAreFoundExactly) {
  for (unsigned Seed : {3, 4, 7, 8, 10, 14, 21, 25, 26, 28, //
                        6, 13, 30, 37, 52, 67, 11, 56}) {
    const Outcome Found = inferSeed(Seed);
    EXPECT_EQ(Found.NumWrong, 0u) << "seed " << Seed;
    EXPECT_LE(Found.NumExperiments, 30 * Found.NumForms) << "seed " << Seed;
  }
}

/// Four issue slots per cycle hide {5,6} from all mixes but those of two forms
/// that have nothing else in common.
TEST(PortInference, PairsOfFormsShowWhatTheWidthHides) {
  EXPECT_EQ(inferSeed(79).NumWrong, 0u);
}

/// Two of 28 forms use {9,10}, both beside other sets, and only a mix of the
/// two tells it from the set that contains it and that most forms have.
TEST(PortInference, PairsOfFormsTellSetsApart) {
  EXPECT_EQ(inferSeed(43).NumWrong, 0u);
}

/// Seven ports are full before the width of eight is, so that slots are a guess
/// and forms that are decided early are wrong. Some forms must be found anew.
TEST(PortInference, FormsThatOthersContradictAreFoundAnew) {
  EXPECT_EQ(inferSeed(124).NumWrong, 0u);
}
