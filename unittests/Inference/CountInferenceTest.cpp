//===- CountInferenceTest.cpp ---------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Inference/CountInference.h"
#include "CountingCore.h"
#include <gtest/gtest.h>

using namespace kernelbounds;

namespace {

CountInferenceOptions optionsFor(const HiddenCore &Core, unsigned Seed,
                                 double Noise) {
  FaultyRunner Clock(Core, Seed);
  Clock.Noise = Noise;
  Clock.Step = Clock.Stolen = 0;
  CountInferenceOptions Options;
  for (FormId F = 0; F != Core.Forms.size(); ++F) {
    Options.Cycles.push_back(
        llvm::cantFail(Clock.cyclesPerIteration({{F, 1u}})));
    Options.MayBlock.push_back(true);
  }
  Options.IsExact = Noise == 0;
  return Options;
}

HiddenCore makeCore(unsigned NumPorts, unsigned Width,
                    std::vector<FormUsage> Forms) {
  HiddenCore Core;
  Core.NumPorts = NumPorts;
  Core.Width = Width;
  Core.Forms = std::move(Forms);
  return Core;
}

/// Without noise.
CountedCore infer(const HiddenCore &Core) {
  CountingCore Machine(Core, 1, 0);
  return inferPortsByCounts(Machine, optionsFor(Core, 1, 0));
}

bool isBlocker(const FormUsage &U) {
  return U.Uses.size() == 1 && U.totalCycles() == 1;
}

/// A core of the generator. A core that renames no more micro-ops in a cycle
/// than a set has ports never has its queues full, so it renames five.
HiddenCore drawCore(unsigned Seed) {
  HiddenCore Core = CoreMaker(Seed).make();
  Core.Width = std::max(Core.Width, 5u);
  return Core;
}

/// Adds a form of one micro-op for each set of ports that has none.
void completeBlockers(HiddenCore &Core) {
  auto Has = [&](PortSet Ports) {
    return std::any_of(Core.Forms.begin(), Core.Forms.end(),
                       [&](const FormUsage &U) {
                         return isBlocker(U) && U.Uses[0].Resources == Ports;
                       });
  };
  for (FormId F = 0, E = Core.Forms.size(); F != E; ++F)
    for (const CountedUops &U : CountingCore::uopsOf(Core, F))
      if (!Has(U.Ports))
        Core.Forms.push_back(usage(1, {{U.Ports, 1}}));
}

std::string show(llvm::ArrayRef<CountedUops> Uops) {
  std::string Text;
  for (const CountedUops &U : Uops) {
    Text += " " + std::to_string(U.Count) + "*{";
    U.Ports.forEach([&](unsigned P) { Text += std::to_string(P) + ","; });
    Text.back() = '}';
  }
  return Text;
}

} // namespace

TEST(CountInference, NoForms) {
  EXPECT_TRUE(infer(makeCore(4, 4, {})).Forms.empty());
}

/// The example of the header: {5} and {0,1} beside each other.
TEST(CountInference, TwoMicroOpsOfDifferentSets) {
  const HiddenCore Core =
      makeCore(6, 4,
               {usage(1, {{setOf({5}), 1}}), usage(1, {{setOf({0, 1}), 1}}),
                usage(1, {{setOf({0, 1, 5}), 1}}),
                usage(2, {{setOf({5}), 1}, {setOf({0, 1}), 1}})});
  const CountedCore Found = infer(Core);
  ASSERT_EQ(Found.Blockers.size(), 3u);
  EXPECT_EQ(Found.Blockers[0].first, setOf({5}));
  const CountedForm &Form = Found.Forms[3];
  EXPECT_EQ(Form.Trust, Confidence::Unique);
  EXPECT_EQ(show(Form.Uops), " 1*{5} 1*{0,1}");
  // The witness: two experiments, and in each one micro-op elsewhere.
  ASSERT_EQ(Form.Blocked.size(), 2u);
  for (const BlockedCount &B : Form.Blocked) {
    EXPECT_NEAR(B.Inside, 1, 0.01);
    EXPECT_NEAR(B.Outside, 1, 0.01);
    EXPECT_GE(B.NumBlockers, 8u);
  }
}

/// Alone, both of its micro-ops are on the same ports as one of {0,1} and one
/// of {0} would be.
TEST(CountInference, ASetInsideAnotherOne) {
  const HiddenCore Core =
      makeCore(4, 4,
               {usage(1, {{setOf({0}), 1}}), usage(1, {{setOf({0, 1}), 1}}),
                usage(2, {{setOf({0, 1}), 2}}),
                usage(2, {{setOf({0}), 1}, {setOf({0, 1}), 1}}),
                usage(3, {{setOf({0}), 2}, {setOf({0, 1}), 1}})});
  const CountedCore Found = infer(Core);
  EXPECT_EQ(show(Found.Forms[2].Uops), " 2*{0,1}");
  EXPECT_EQ(show(Found.Forms[3].Uops), " 1*{0} 1*{0,1}");
  EXPECT_EQ(show(Found.Forms[4].Uops), " 2*{0} 1*{0,1}");
}

TEST(CountInference, AFormWithoutPortsHasNoMicroOps) {
  const HiddenCore Core =
      makeCore(2, 4, {usage(1, {}), usage(1, {{setOf({0}), 1}})});
  const CountedCore Found = infer(Core);
  EXPECT_EQ(Found.Forms[0].Trust, Confidence::Unique);
  EXPECT_TRUE(Found.Forms[0].Uops.empty());
}

/// What waits for itself leaves its ports idle, and blocks nothing.
TEST(CountInference, WhatDoesNotFillItsPortsIsNoBlocker) {
  const HiddenCore Core =
      makeCore(3, 4,
               {usage(1, {{setOf({0}), 4}}), usage(1, {{setOf({0, 1}), 1}}),
                usage(1, {{setOf({2}), 1}})});
  CountingCore Machine(Core, 1, 0);
  CountInferenceOptions Options = optionsFor(Core, 1, 0);
  Options.MayBlock[2] = false;
  const CountedCore Found = inferPortsByCounts(Machine, Options);
  ASSERT_EQ(Found.Blockers.size(), 1u);
  EXPECT_EQ(Found.Blockers[0].second, 1u);
  // Each is counted where it is, but no other form confirms it.
  for (FormId F : {0, 2}) {
    EXPECT_EQ(Found.Forms[F].Trust, Confidence::Provisional);
    EXPECT_EQ(Found.Forms[F].Why, "no form fills its ports");
  }
  EXPECT_EQ(show(Found.Forms[2].Uops), " 1*{2}");
}

TEST(CountInference, TheFastestFormBlocksItsPorts) {
  const FormUsage Both = usage(1, {{setOf({0, 1}), 1}});
  const HiddenCore Core = makeCore(2, 4, {Both, Both, Both});
  CountingCore Machine(Core, 1, 0);
  CountInferenceOptions Options = optionsFor(Core, 1, 0);
  Options.Cycles = {0.6, 0.5, 0.55};
  const CountedCore Found = inferPortsByCounts(Machine, Options);
  ASSERT_EQ(Found.Blockers.size(), 1u);
  EXPECT_EQ(Found.Blockers[0].second, 1u);
}

/// No form of one micro-op has {0}, so that one of {0,1} explains the counts as
/// well as long as {0,5} is not blocked.
TEST(CountInference, OtherSetsRefuteASetThatIsTooLarge) {
  std::vector<FormUsage> Forms = {usage(1, {{setOf({1}), 1}}),
                                  usage(1, {{setOf({0, 1}), 1}}),
                                  usage(2, {{setOf({0}), 1}, {setOf({1}), 1}})};
  EXPECT_EQ(show(infer(makeCore(6, 4, Forms)).Forms[2].Uops), " 1*{1} 1*{0,1}");
  Forms.push_back(usage(1, {{setOf({0, 5}), 1}}));
  const CountedForm Form = infer(makeCore(6, 4, Forms)).Forms[2];
  EXPECT_EQ(Form.Trust, Confidence::Unexplained);
  EXPECT_EQ(Form.Why,
            "some micro-ops run on ports that no form of one micro-op fills");
}

TEST(CountInference, WhatNoFormFillsIsNotExplained) {
  const HiddenCore Core =
      makeCore(4, 4,
               {usage(1, {{setOf({0}), 1}}),
                usage(2, {{setOf({0}), 1}, {setOf({2, 3}), 1}})});
  const CountedForm Form = infer(Core).Forms[1];
  EXPECT_EQ(Form.Trust, Confidence::Unexplained);
  EXPECT_TRUE(Form.Uops.empty());
  EXPECT_EQ(Form.Why, "1 of 2 micro-ops run on ports that no form of one "
                      "micro-op fills");
}

namespace {

/// Says the same of each mix.
class ConstantRunner : public CountRunner {
public:
  std::vector<double> Counts;
  llvm::Expected<UopCounts>
  countPerIteration(llvm::ArrayRef<std::pair<FormId, unsigned>>) override {
    if (Counts.empty())
      return llvm::createStringError("this cannot be run");
    UopCounts C;
    C.OnCounter.assign(Counts.begin(), Counts.end());
    return C;
  }
};

CountedForm inferConstant(std::vector<double> Counts) {
  ConstantRunner Runner;
  Runner.Counts = std::move(Counts);
  CountInferenceOptions Options;
  Options.Cycles = {1};
  Options.MayBlock = {true};
  return inferPortsByCounts(Runner, Options).Forms.front();
}

} // namespace

TEST(CountInference, WhatCannotBeExplainedSaysWhy) {
  EXPECT_EQ(inferConstant({}).Trust, Confidence::NotMeasured);
  EXPECT_EQ(inferConstant({0.9, 0.6}).Why,
            "1.50 micro-ops alone are no whole number");
  EXPECT_EQ(inferConstant({20, 0}).Why, "it has 20 micro-ops");
  EXPECT_EQ(inferConstant({1, 0}).Trust, Confidence::Unique);
}

/// All forms of cores that are made up, by counts and times that are off by
/// 1 %: each set of ports that occurs has a form of one micro-op.
TEST(CountInference, HiddenCoresAreFoundExactly) {
  for (unsigned Seed = 1; Seed <= 100; ++Seed) {
    HiddenCore Core = drawCore(Seed);
    completeBlockers(Core);
    CountingCore Machine(Core, Seed, 0.01);
    const CountedCore Found =
        inferPortsByCounts(Machine, optionsFor(Core, Seed, 0.01));
    for (FormId F = 0; F != Core.Forms.size(); ++F) {
      EXPECT_EQ(show(Found.Forms[F].Uops), show(CountingCore::uopsOf(Core, F)))
          << "seed " << Seed << ", form " << F << " " << Found.Forms[F].Why;
      EXPECT_EQ(Found.Forms[F].Trust, Confidence::Unique)
          << "seed " << Seed << ", form " << F << " " << Found.Forms[F].Why;
    }
    EXPECT_LE(Found.NumExperiments, 8 * Core.Forms.size()) << "seed " << Seed;
  }
}

/// Cores as they are drawn, where some sets have no form of one micro-op. A
/// form whose sets have is found, whatever else the core has. Of the others,
/// most are not said to be known for sure.
TEST(CountInference, KnownSetsAreFoundBesideOthers) {
  unsigned NumKnown = 0, NumOthers = 0, NumWrong = 0;
  for (unsigned Seed = 201; Seed <= 260; ++Seed) {
    const HiddenCore Core = drawCore(Seed);
    CountingCore Machine(Core, Seed, 0.01);
    const CountedCore Found =
        inferPortsByCounts(Machine, optionsFor(Core, Seed, 0.01));
    auto IsKnown = [&](const CountedUops &U) {
      return std::any_of(
          Core.Forms.begin(), Core.Forms.end(), [&](const FormUsage &Form) {
            return isBlocker(Form) && Form.Uses[0].Resources == U.Ports;
          });
    };
    for (FormId F = 0; F != Core.Forms.size(); ++F) {
      const auto Uops = CountingCore::uopsOf(Core, F);
      const CountedForm &Form = Found.Forms[F];
      if (std::all_of(Uops.begin(), Uops.end(), IsKnown)) {
        ++NumKnown;
        EXPECT_EQ(show(Form.Uops), show(Uops))
            << "seed " << Seed << ", form " << F << " " << Form.Why;
        continue;
      }
      ++NumOthers;
      NumWrong +=
          Form.Trust == Confidence::Unique && show(Form.Uops) != show(Uops);
    }
  }
  EXPECT_GT(NumKnown, 1000u);
  EXPECT_GT(NumOthers, 100u);
  EXPECT_LE(NumWrong * 10, NumOthers);
  RecordProperty("known", NumKnown);
  RecordProperty("others", NumOthers);
  RecordProperty("wrong", NumWrong);
}

TEST(CountInference, TheSameCountsGiveTheSameForms) {
  const HiddenCore Core = drawCore(8);
  CountingCore A(Core, 8, 0.01), B(Core, 8, 0.01);
  const CountInferenceOptions Options = optionsFor(Core, 8, 0.01);
  const CountedCore First = inferPortsByCounts(A, Options),
                    Second = inferPortsByCounts(B, Options);
  EXPECT_EQ(A.NumCalls, B.NumCalls);
  EXPECT_EQ(First.NumRuns, A.NumCalls);
  for (FormId F = 0; F != Core.Forms.size(); ++F)
    EXPECT_EQ(show(First.Forms[F].Uops), show(Second.Forms[F].Uops));
}
