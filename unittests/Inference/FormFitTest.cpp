//===- FormFitTest.cpp ----------------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormFit.h"
#include "HiddenCore.h"
#include <gtest/gtest.h>

using namespace kernelbounds;

namespace {

/// Observes form 0 of \p Model in \p M, as \p True uses it.
void observe(FormFit &Fit, const ResourceModel &Model, const Mix &M,
             const FormUsage &True, double Tolerance) {
  llvm::SmallVector<UopGroup, 8> Others;
  FormFit::Observation O;
  for (auto [Form, Count] : M)
    if (Form == 0) {
      O.Count = Count;
    } else {
      ResourceModel::addUses(*Model.Forms[Form], Count, Others);
      O.OtherSlots += Model.Forms[Form]->Slots * Count;
    }
  O.Others = Others;
  const double Cycles = Model.cyclesIf(M, 0, True);
  O.Least = Cycles * (1 - Tolerance);
  O.Most = Cycles * (1 + Tolerance);
  Fit.add(O);
}

} // namespace

TEST(FormFit, OneFormBesideAFullSet) {
  ResourceModel Model;
  Model.Width = 4;
  Model.Forms = {std::nullopt, usage(1, {{setOf({0, 1}), 1}})};
  const FormUsage True = usage(1, {{setOf({0}), 1}});
  FormFit Fit(3, 4);
  observe(Fit, Model, {{0, 1}}, True, 0.01);
  observe(Fit, Model, {{0, 1}, {1, 2}}, True, 0.01);
  EXPECT_EQ(Fit.limit(setOf({0, 1})), 1u);
  FitSearch Where;
  Where.Family = {setOf({0, 1})};
  Where.Atoms = {setOf({0, 1}), setOf({2})};
  Where.MaxUses = 1;
  const std::vector<FormUsage> Found = Fit.findUsages(Where);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0], True);
}

TEST(FormFit, AKnownFormThatTakesTooLongIsAContradiction) {
  ResourceModel Model;
  Model.Forms = {std::nullopt, usage(1, {{setOf({0}), 2}})};
  FormFit Fit(1, 4);
  llvm::SmallVector<UopGroup, 2> Others = {{setOf({0}), 2}};
  Fit.add({Others, 1, 1, 0.98, 1.02});
  EXPECT_TRUE(Fit.isContradicted());
}

/// The oracle: a usage fits if the bound of each mix is within its limits.
TEST(FormFit, FitsAgreesWithTheBound) {
  unsigned NumFit = 0, NumMisfit = 0;
  for (unsigned Seed = 1; Seed <= 300; ++Seed) {
    std::mt19937 Random(Seed);
    auto Below = [&](unsigned N) { return unsigned(Random() % N); };
    const unsigned NumPorts = 1 + Below(5);
    ResourceModel Model;
    Model.Width = 1 + Below(6);
    for (unsigned F = 0; F != 4; ++F)
      Model.Forms.push_back(randomUsage(Random, NumPorts));
    const FormUsage True = *Model.Forms[0];
    FormFit Fit(NumPorts, Model.Width);
    std::vector<Mix> Mixes;
    for (unsigned I = 0; I != 4; ++I) {
      Mixes.push_back({{0, 1 + Below(3)}});
      for (unsigned F = 1; F != 4; ++F)
        if (Below(2))
          Mixes.back().push_back({F, 1 + Below(4)});
      observe(Fit, Model, Mixes.back(), True, 0.011);
    }
    EXPECT_TRUE(Fit.fits(True)) << "seed " << Seed;
    for (unsigned I = 0; I != 30; ++I) {
      const FormUsage Other = randomUsage(Random, NumPorts);
      bool Expected = true;
      for (const Mix &M : Mixes) {
        const double Right = Model.cyclesIf(M, 0, True);
        Expected &= std::fabs(Model.cyclesIf(M, 0, Other) - Right) <
                    0.011 * Right + 1e-5;
      }
      EXPECT_EQ(Fit.fits(Other), Expected) << "seed " << Seed;
      ++(Expected ? NumFit : NumMisfit);
    }
  }
  EXPECT_GT(NumFit, 100u);
  EXPECT_GT(NumMisfit, 1000u);
}
