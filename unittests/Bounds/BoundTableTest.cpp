//===- BoundTableTest.cpp - The table of the kinds of bounds --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/FasterBounds.h"
#include <set>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Loops of which each kind of bound that the toy model knows says something.
const char *const Bodies[] = {
    "vaddpd %xmm0, %xmm1, %xmm2\n vaddpd %xmm0, %xmm1, %xmm3",
    "vdivpd %xmm0, %xmm1, %xmm2",
    "vaddpd %xmm0, %xmm1, %xmm1",
    "vmovupd (%rax), %xmm0\n vmovupd %xmm0, 16(%rax)\n jne .L0",
};

Analysis analyze(ToyTester &T, StringRef Text) {
  return analyzeKernel(T.Semantics.kernel(Text), T.model(), T.numUnits(), {});
}

TEST(BoundTable, RowsAreComplete) {
  std::set<std::string> Keys, JSONKeys;
  unsigned Place = 0;
  for (const BoundInfo &I : allBounds()) {
    EXPECT_EQ(unsigned(I.Kind), ++Place);
    EXPECT_TRUE(Keys.insert(I.Key.str()).second) << I.Key.str();
    EXPECT_TRUE(JSONKeys.insert(I.JSONKey.str()).second) << I.JSONKey.str();
    EXPECT_LE(I.Label.size(), 7u) << I.Key.str();
    EXPECT_TRUE(I.Rules->Compute && I.Rules->Name && I.Rules->Brief &&
                I.Rules->Explain)
        << I.Key.str();
    EXPECT_EQ(&boundInfo(I.Kind), &I);
    EXPECT_EQ(limitName(I.Kind), I.Key);
  }
  EXPECT_EQ(Place, NumLimits);
  EXPECT_EQ(limitName(Limit::None), "none");
}

/// Each bound of the list is of its row's kind, TP is the largest of the
/// resource bounds, the prediction the largest of all.
TEST(BoundTable, AnalysisIsTheMaximum) {
  ToyTester T;
  for (const char *Body : Bodies) {
    const Analysis A = analyze(T, Body);
    ASSERT_EQ(A.Bounds.size(), NumLimits);
    CyclesPerIter TP, All;
    for (auto [I, B] : zip_equal(allBounds(), A.Bounds)) {
      EXPECT_EQ(B.Kind, I.Kind) << Body;
      All = std::max(All, B.Cycles);
      if (I.Rules->IsResource)
        TP = std::max(TP, B.Cycles);
    }
    EXPECT_EQ(A.TP, TP) << Body;
    EXPECT_EQ(A.Prediction, All) << Body;
    EXPECT_EQ(A.cycles(A.LimitedBy), All) << Body;
  }
}

/// What a limit asks for makes its bound faster, by the factor at most; no
/// bound becomes larger, and without a request none changes.
TEST(BoundTable, Acceleration) {
  ToyTester T;
  constexpr SpeedFactor Twice = {2, 1};
  for (const char *Body : Bodies) {
    const Analysis A = analyze(T, Body);
    const PortUnions Unions(A.Groups, A.LineGroups);
    for (const Bound &Wanted : A.Bounds) {
      auto *PortsOf = boundRules(Wanted.Kind).Ports;
      const Resource R =
          wantedResource({Wanted.Kind, PortsOf ? PortsOf(Wanted) : PortSet()});
      for (const Bound &B : A.Bounds) {
        EXPECT_EQ(fasterBound(A, B, {{}, Twice, Unions}).Cycles, B.Cycles);
        const CyclesPerIter Now = fasterBound(A, B, {R, Twice, Unions}).Cycles;
        EXPECT_LE(Now, B.Cycles) << Body;
        EXPECT_GE(Now * 2, B.Cycles) << Body;
        if (B.Kind == Wanted.Kind && !B.Cycles.isZero())
          EXPECT_LT(Now, B.Cycles) << Body << limitName(B.Kind).str();
      }
    }
  }
}

/// Whatever a report may ask of a bound has an answer, also for no loop at all.
TEST(BoundTable, ExplainsEverything) {
  ToyTester T;
  for (StringRef Body : {"", "vaddpd %xmm0, %xmm1, %xmm1\n jne .L0"}) {
    const Analysis A = analyze(T, Body);
    for (const Bound &B : A.Bounds) {
      const BoundRules &Rules = boundRules(B.Kind);
      EXPECT_FALSE(Rules.Name(A, {B.Kind, PortSet(1)}).empty());
      EXPECT_FALSE(Rules.Brief(A, B, 3).empty());
      std::set<std::string> Keys;
      const Evidence E = Rules.Explain(A, B);
      for (const Fact &F : E.Facts)
        EXPECT_TRUE(Keys.insert(F.Key.str()).second) << F.Key.str();
      EXPECT_TRUE(!E.IsShown || !E.Text.empty()) << limitName(B.Kind).str();
    }
  }
}

} // namespace
