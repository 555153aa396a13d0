//===- ModelRepairTest.cpp ------------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRepair.h"
#include "HiddenCore.h"
#include <gtest/gtest.h>

using namespace kernelbounds;

namespace {

/// Forms that use {0,1} and {1,2} beside other sets.
HiddenCore makeCore() {
  HiddenCore Core;
  Core.NumPorts = 4;
  Core.Width = 6;
  Core.Forms = {usage(1, {{setOf({0}), 1}}),
                usage(1, {{setOf({3}), 1}}),
                usage(1, {{setOf({0, 1, 2}), 1}}),
                usage(2, {{setOf({3}), 1}, {setOf({0, 1}), 1}}),
                usage(2, {{setOf({0}), 1}, {setOf({1, 2}), 1}}),
                usage(2, {{setOf({3}), 1}, {setOf({1, 2}), 1}})};
  return Core;
}

/// Each form alone, all pairs, and random mixes.
struct Bench {
  explicit Bench(const HiddenCore &Core, unsigned NumRandom = 60)
      : Runner(Core, 1), Ex(Runner, Core.Forms.size(), 1000, 3) {
    Runner.Noise = Runner.Step = Runner.Stolen = 0;
    const unsigned N = Core.Forms.size();
    for (FormId A = 0; A != N; ++A) {
      Singles.push_back(Core.cycles({{A, 1u}}));
      Ex.measure({{A, 1}});
      for (FormId B = A + 1; B != N; ++B)
        for (unsigned Count : {1, 2})
          Ex.measure({{A, Count}, {B, 1}});
    }
    CoreMaker Maker(1);
    for (unsigned I = 0; I != NumRandom; ++I)
      Ex.measure(Maker.makeMix(Core));
    Model.Width = Core.Width;
    Model.Forms.assign(Core.Forms.begin(), Core.Forms.end());
  }
  ModelRepair repair() {
    return ModelRepair(
        Ex, Model, Singles,
        [](FormId, const FormUsage &U, llvm::ArrayRef<PortSet>) {
          return double(U.Uses.size());
        },
        1);
  }
  FaultyRunner Runner;
  Experiments Ex;
  ResourceModel Model;
  std::vector<double> Singles;
};

constexpr size_t Work = 50'000'000;

} // namespace

TEST(ModelRepair, TheTruthIsNotContradicted) {
  Bench B(makeCore());
  EXPECT_TRUE(B.repair().contradictions().empty());
}

TEST(ModelRepair, SeveralWrongFormsAreRepairedTogether) {
  const HiddenCore Core = makeCore();
  Bench B(Core);
  // The same wrong set in all forms that use it, and two forms exchanged.
  B.Model.Forms[4] = usage(2, {{setOf({0}), 1}, {setOf({0, 2}), 1}});
  B.Model.Forms[5] = usage(2, {{setOf({3}), 1}, {setOf({0, 2}), 1}});
  std::swap(B.Model.Forms[0], B.Model.Forms[1]);
  ModelRepair Repair = B.repair();
  EXPECT_GT(Repair.contradictions().size(), 5u);
  EXPECT_EQ(Repair.run(Work), 0u);
  CoreMaker Maker(2);
  for (unsigned I = 0; I != 300; ++I) {
    const Mix M = Maker.makeMix(Core);
    EXPECT_NEAR(B.Model.cycles(M), Core.cycles(M), 0.02 * Core.cycles(M));
  }
}

TEST(ModelRepair, FrozenFormsStay) {
  Bench B(makeCore());
  B.Model.Forms[0] = usage(1, {{setOf({1}), 1}});
  ModelRepair Repair = B.repair();
  for (FormId F = 0; F != 6; ++F)
    Repair.freeze(F);
  const unsigned Before = Repair.contradictions().size();
  EXPECT_GT(Before, 0u);
  EXPECT_EQ(Repair.run(Work / 100), Before);
  EXPECT_EQ(*B.Model.Forms[0], usage(1, {{setOf({1}), 1}}));
}

TEST(ModelRepair, AFormThatIsNotKnownIsCompleted) {
  const HiddenCore Core = makeCore();
  Bench B(Core);
  B.Model.Forms[3].reset();
  ModelRepair Repair = B.repair();
  Repair.complete({3});
  EXPECT_TRUE(Repair.contradictions().empty());
}

TEST(ModelRepair, OddFormsAreForgottenAndNamesAreFilled) {
  Bench B(makeCore());
  // Three cycles in one slot, of several resources, and contradicted.
  B.Model.Forms[2] = usage(1, {{setOf({5, 6, 8}), 3}});
  ModelRepair Repair = B.repair();
  Repair.forgetOdd(0.9);
  EXPECT_FALSE(B.Model.knows(2));
  EXPECT_TRUE(B.Model.knows(0));
  EXPECT_EQ(B.Model.resources(), setOf({0, 1, 2, 3}));
}

TEST(ModelRepair, RivalsContradictNothing) {
  // With few mixes, {0,1,2} may as well have other resources.
  Bench B(makeCore(), 0);
  ModelRepair Repair = B.repair();
  unsigned NumRivals = 0;
  auto Check = [&](const std::vector<ModelRepair::Change> &Rivals) {
    const ResourceModel Before = B.Model;
    for (const ModelRepair::Change &C : Rivals) {
      for (const auto &[F, Usage] : C)
        B.Model.Forms[F] = Usage;
      EXPECT_TRUE(Repair.contradictions().empty());
      EXPECT_FALSE(B.Model.Forms == Before.Forms);
      ++NumRivals;
      B.Model = Before;
    }
  };
  for (FormId F = 0; F != 6; ++F)
    Check(Repair.rivalsOf(F));
  for (PortSet Set : B.Model.family())
    Check(Repair.rivalsOf(Set));
  EXPECT_GT(NumRivals, 0u);
}
