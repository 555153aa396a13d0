//===- SoftFitTest.cpp ----------------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SoftFit.h"
#include "HiddenCore.h"
#include <gtest/gtest.h>

using namespace kernelbounds;

namespace {

/// Observations of form 0, and what they refer to.
class Observed {
public:
  Observed(const ResourceModel &Model, double Tolerance)
      : Model(Model), Tolerance(Tolerance) {}

  /// \p M takes as long as \p Usage of form 0 says.
  void add(const Mix &M, const FormUsage &Usage) {
    Others.emplace_back();
    FormFit::Observation O;
    for (auto [Form, Count] : M)
      if (Form == 0) {
        O.Count = Count;
      } else {
        ResourceModel::addUses(*Model.Forms[Form], Count, Others.back());
        O.OtherSlots += Model.Forms[Form]->Slots * Count;
      }
    const double Cycles = Model.cyclesIf(M, 0, Usage);
    O.Least = Cycles * (1 - Tolerance);
    O.Most = Cycles * (1 + Tolerance);
    All.push_back(O);
    Mixes.push_back({M, Cycles});
  }

  SoftFit fit(unsigned NumResources) {
    for (size_t I = 0; I != All.size(); ++I)
      All[I].Others = Others[I];
    return SoftFit(NumResources, Model.Width, All);
  }

  std::vector<std::pair<Mix, double>> Mixes;

private:
  const ResourceModel &Model;
  double Tolerance;
  std::vector<llvm::SmallVector<UopGroup, 8>> Others;
  std::vector<FormFit::Observation> All;
};

} // namespace

TEST(SoftFit, OneWrongObservationDoesNotHideTheUsage) {
  ResourceModel Model;
  Model.Width = 4;
  Model.Forms = {std::nullopt, usage(1, {{setOf({0, 1}), 1}}),
                 usage(1, {{setOf({2}), 1}})};
  const FormUsage True = usage(2, {{setOf({0}), 1}, {setOf({2}), 1}});
  Observed Seen(Model, 0.01);
  Seen.add({{0, 1}}, True);
  Seen.add({{0, 1}, {1, 2}}, True);
  Seen.add({{0, 1}, {2, 1}}, True);
  Seen.add({{0, 2}, {1, 1}, {2, 1}}, True);
  Seen.add({{0, 3}, {1, 4}}, usage(1, {{setOf({1}), 2}}));
  const SoftFit Fit = Seen.fit(3);
  EXPECT_EQ(Fit.numAgainst(True.Uses, True.Slots), 1u);
  SoftFit::Search Where;
  Where.Family = {setOf({0, 1}), setOf({2})};
  Where.Single = 1;
  const std::vector<SoftFit::Scored> Found = Fit.findUsages(Where);
  ASSERT_FALSE(Found.empty());
  EXPECT_LE(Found[0].NumAgainst, 1u);
  // Ports 0 and 1 differ in name alone.
  EXPECT_TRUE(std::any_of(Found.begin(), Found.end(), [&](const auto &S) {
    return S.Usage == True && S.NumAgainst == 1;
  }));
}

TEST(SoftFit, ASetIsFoundWhereverItIsUsed) {
  ResourceModel Model;
  Model.Width = 6;
  Model.Forms = {std::nullopt, usage(1, {{setOf({0, 1}), 1}}),
                 usage(1, {{setOf({2}), 1}})};
  const FormUsage True = usage(1, {{setOf({1, 2}), 1}});
  Observed Seen(Model, 0.01);
  Seen.add({{0, 2}}, True);
  Seen.add({{0, 2}, {1, 4}}, True);
  Seen.add({{0, 2}, {1, 4}, {2, 1}}, True);
  Seen.add({{0, 2}, {2, 2}}, True);
  const auto Sets = Seen.fit(4).findSets(2);
  ASSERT_EQ(Sets.size(), 2u);
  EXPECT_EQ(Sets[0].first, 0u);
  EXPECT_TRUE(Sets[0].second == setOf({1, 2}) ||
              Sets[0].second == setOf({0, 2}));
}

/// The oracle: the bound of each mix, with the usage in question.
TEST(SoftFit, NumAgainstAgreesWithTheBound) {
  unsigned Sum = 0;
  for (unsigned Seed = 1; Seed <= 200; ++Seed) {
    std::mt19937 Random(Seed);
    auto Below = [&](unsigned N) { return unsigned(Random() % N); };
    const unsigned NumPorts = 1 + Below(5);
    ResourceModel Model;
    Model.Width = 1 + Below(6);
    for (unsigned F = 0; F != 4; ++F)
      Model.Forms.push_back(randomUsage(Random, NumPorts));
    Observed Seen(Model, 0.011);
    // More than one block of observations.
    for (unsigned I = 0; I != 20; ++I) {
      Mix M = {{0, 1 + Below(3)}};
      for (unsigned F = 1; F != 4; ++F)
        if (Below(2))
          M.push_back({F, 1 + Below(4)});
      Seen.add(M, Below(4) ? *Model.Forms[0] : randomUsage(Random, NumPorts));
    }
    const SoftFit Fit = Seen.fit(NumPorts);
    for (unsigned I = 0; I != 20; ++I) {
      const FormUsage Other = randomUsage(Random, NumPorts);
      unsigned Expected = 0;
      for (const auto &[M, Cycles] : Seen.Mixes)
        Expected += std::fabs(Model.cyclesIf(M, 0, Other) - Cycles) >
                    0.011 * Cycles + 1e-5;
      EXPECT_EQ(Fit.numAgainst(Other.Uses, Other.Slots), Expected)
          << "seed " << Seed;
      Sum += Expected;
    }
  }
  EXPECT_GT(Sum, 1000u);
}
