//===- UsageSettlingTest.cpp - Usages that fit a real core best -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Inference/UsageSettling.h"
#include "Usages.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// What \p M takes on ports alone.
double timeOf(const Mix &M, ArrayRef<FormUsage> Usages) {
  std::vector<UopGroup> Groups;
  for (auto [F, Count] : M)
    for (const ResourceUse &U : Usages[F].Uses)
      Groups.push_back({U.Resources, int64_t(U.Cycles) * Count});
  return computePortBound(Groups).Value.toDouble();
}

/// Each form alone, and each two of them: two and two, as a rule.
std::vector<TimedMix> pairsOf(ArrayRef<FormUsage> Machine,
                              function_ref<double(double)> Disturb) {
  std::vector<TimedMix> Out;
  auto Add = [&](Mix M) {
    const double T = Disturb(timeOf(M, Machine));
    Out.push_back({std::move(M), T});
  };
  for (FormId A = 0; A < Machine.size(); ++A) {
    Add({{A, 1}});
    for (FormId B = A + 1; B < Machine.size(); ++B)
      Add({{A, 2}, {B, 2}});
  }
  return Out;
}

FormUsage on(std::initializer_list<unsigned> Ports, unsigned Cycles = 1) {
  return usage(1, {{setOf(Ports), Cycles}});
}

BitVector all(size_t Num) { return BitVector(Num, true); }

// Multiplications, additions, logic and shuffles as priors have them; a
// multiply-add that holds its ports for two cycles there, and a shift on the
// wrong ones.
struct VectorUnits {
  std::vector<FormUsage> Machine = {
      on({0, 1}), on({2, 3}), on({0, 1, 2, 3}), on({1, 2}),
      on({0, 1}), on({2, 3}), on({0, 1, 2, 3})};
  std::vector<FormUsage> Priors = {
      on({0, 1}),    on({2, 3}), on({0, 1, 2, 3}), on({1, 2}),
      on({0, 1}, 2), on({1, 2}), on({0, 1, 2, 3})};
};

} // namespace

TEST(UsageSettling, CorrectsPriorsThatTimesRefute) {
  VectorUnits V;
  const auto Mixes = pairsOf(V.Machine, [](double T) { return T; });
  const auto Found =
      settleUsages(Mixes, V.Priors, all(V.Priors.size()), /*Width=*/6);
  for (auto [I, F] : enumerate(Found)) {
    EXPECT_EQ(F.Usage, V.Machine[I]) << I;
    // Shuffles alone could as well have the other port of additions.
    EXPECT_EQ(F.Alternatives.empty(), I != 3) << I;
  }
}

// Mixes that are slower than their bounds refute nothing.
TEST(UsageSettling, LooksPastMixesThatAreSlower) {
  VectorUnits V;
  unsigned Num = 0;
  const auto Mixes = pairsOf(
      V.Machine, [&](double T) { return ++Num % 5 == 0 ? 1.08 * T : T; });
  const auto Found =
      settleUsages(Mixes, V.Priors, all(V.Priors.size()), /*Width=*/6);
  for (auto [I, F] : enumerate(Found))
    EXPECT_EQ(F.Usage, V.Machine[I]) << I;
}

TEST(UsageSettling, LeavesWhatMayNotChange) {
  VectorUnits V;
  const auto Mixes = pairsOf(V.Machine, [](double T) { return T; });
  BitVector MayChange = all(V.Priors.size());
  MayChange.reset(4);
  const auto Found = settleUsages(Mixes, V.Priors, MayChange, /*Width=*/6);
  EXPECT_EQ(Found[4].Usage, V.Priors[4]);
  EXPECT_EQ(Found[5].Usage, V.Machine[5]);
}

// Two ports that nothing tells apart have the names that most priors say.
TEST(UsageSettling, NamesPortsAsPriorsDo) {
  std::vector<FormUsage> Machine = {on({0, 1}), on({2, 3}), on({1, 2}),
                                    on({1, 2}), on({1, 2}), on({1, 2})};
  std::vector<FormUsage> Priors = Machine;
  // The first two shuffles of the order could as well be on 1 and 3.
  Priors[2] = on({1, 3});
  Priors[3] = on({0, 1}, 2);
  const auto Mixes = pairsOf(Machine, [](double T) { return T; });
  const auto Found = settleUsages(Mixes, Priors, all(6), /*Width=*/6);
  for (auto [I, F] : enumerate(Found))
    EXPECT_EQ(F.Usage, Machine[I]) << I;
}

// What the times leave open is said.
TEST(UsageSettling, TellsAlternatives) {
  // Nothing runs beside the form: its two cycles have one port or two.
  std::vector<FormUsage> Priors = {on({0}), on({1}), on({0, 1})};
  std::vector<TimedMix> Mixes = {{{{0, 1}}, 1}, {{{1, 1}}, 1}, {{{2, 1}}, 1}};
  const auto Found = settleUsages(Mixes, Priors, all(3), /*Width=*/4);
  ASSERT_FALSE(Found[2].Alternatives.empty());
  for (const FormUsage &U : Found[2].Alternatives)
    EXPECT_NEAR(timeOf({{2, 1}}, {Priors[0], Priors[1], U}), 1, 0.03);
}

TEST(UsageSettling, LeavesCoresWithManyPorts) {
  std::vector<FormUsage> Priors;
  for (unsigned P = 0; P <= MaxSettledPorts; ++P)
    Priors.push_back(on({P}));
  const std::vector<TimedMix> Mixes = {{{{0, 1}}, 2}};
  const auto Found =
      settleUsages(Mixes, Priors, all(Priors.size()), /*Width=*/4);
  for (auto [I, F] : enumerate(Found))
    EXPECT_EQ(F.Usage, Priors[I]);
}

// Cores that are made up, with a third of the priors wrong: of fresh mixes that
// these predict wrong, few are left.
TEST(UsageSettling, ExplainsCoresThatAreMadeUp) {
  unsigned NumWrong = 0, NumWrongBefore = 0;
  for (unsigned Seed = 1; Seed <= 40; ++Seed) {
    std::mt19937 Random(Seed);
    const unsigned NumPorts = 3 + Seed % 4, NumForms = 14;
    auto Set = [&] { return 1 + Random() % ((1u << NumPorts) - 1); };
    std::vector<PortSet> Sets;
    for (unsigned I = 0; I < 4; ++I)
      Sets.push_back(PortSet(Set()));
    std::vector<FormUsage> Machine, Priors;
    for (unsigned F = 0; F < NumForms; ++F) {
      // The first forms show one port each, as they are known.
      const PortSet S =
          F < NumPorts ? PortSet::single(F) : Sets[Random() % Sets.size()];
      Machine.push_back(usage(1, {{S, 1 + unsigned(Random() % 5 == 0)}}));
      Priors.push_back(Machine.back());
      if (F >= NumPorts && Random() % 3 == 0)
        Priors.back() =
            usage(1, {{PortSet(Set()), 1 + unsigned(Random() % 2)}});
    }
    const auto Mixes = pairsOf(Machine, [&](double T) {
      return T * (1 + double(Random() % 100) / 5000);
    });
    std::vector<FormUsage> Found;
    for (const SettledForm &F :
         settleUsages(Mixes, Priors, all(NumForms), /*Width=*/0))
      Found.push_back(F.Usage);
    for (unsigned I = 0; I < 100; ++I) {
      Mix M;
      for (FormId F = 0; F < NumForms; ++F)
        if (const unsigned Count = Random() % 8; Count > 4)
          M.push_back({F, Count - 4});
      if (M.empty())
        continue;
      const double T = timeOf(M, Machine);
      NumWrong += std::fabs(timeOf(M, Found) / T - 1) > 0.03;
      NumWrongBefore += std::fabs(timeOf(M, Priors) / T - 1) > 0.03;
    }
  }
  EXPECT_GT(NumWrongBefore, 1000u);
  EXPECT_LT(NumWrong, NumWrongBefore / 4);
}
