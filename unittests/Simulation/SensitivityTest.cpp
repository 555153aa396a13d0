//===- SensitivityTest.cpp - Which resource, if faster, helps -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Sensitivity.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Simulation/Program.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

struct Loop {
  explicit Loop(ToyTester &T, StringRef Text)
      : A(analyzeKernel(T.Semantics.kernel(Text), T.model(), T.numUnits(), {})),
        P(makeSimProgram(A.Mapped, A.Graph)), Core(coreSizesOf(A)),
        Base(simulate(P, Core, {})) {}
  Sensitivity bounds(SpeedFactor F = {}) { return computeSensitivity(A, F); }
  Sensitivity simulated(SpeedFactor F = {}) {
    return simulateSensitivity(A, P, Core, Base, F);
  }

  Analysis A;
  SimProgram P;
  CoreSizes Core;
  SimulationResult Base;
};

std::string bestName(const Sensitivity &S, const ToyTester &T) {
  ToyTester &Tester = const_cast<ToyTester &>(T);
  if (const ResourceEffect *E = S.best())
    return resourceName(E->What, Tester.model());
  std::string Names;
  for (const Resource &R : S.Together)
    Names += (Names.empty() ? "" : " + ") + resourceName(R, Tester.model());
  return Names;
}

struct Row {
  const char *Name, *Asm;
  CyclesPerIter Base;
  const char *Best; ///< Of the bounds.
  CyclesPerIter Faster;
};

const Row Rows[] = {
    {"one port", "vorpd %xmm0, %xmm1, %xmm2\n vorpd %xmm0, %xmm1, %xmm3", 2,
     "port p0", 1},
    // Three micro-ops on p0 p1: three on p0 at 2 and p1 at 1.
    {"two ports",
     "vaddpd %xmm0, %xmm1, %xmm2\n vaddpd %xmm0, %xmm1, %xmm3\n"
     "vaddpd %xmm0, %xmm1, %xmm4",
     {3, 2},
     "ports p0 p1",
     {3, 4}},
    {"chain", "vaddpd %xmm0, %xmm1, %xmm1", 4, "latency", 2},
    {"unit", "vdivpd %xmm0, %xmm1, %xmm2", 8, "unit div", 4},
    // Port p0 takes 4 cycles, the chain takes 4: only together.
    {"balanced",
     "vaddpd %xmm0, %xmm1, %xmm1\n vorpd %xmm0, %xmm0, %xmm2\n"
     "vorpd %xmm0, %xmm0, %xmm3\n vorpd %xmm0, %xmm0, %xmm4\n"
     "vorpd %xmm0, %xmm0, %xmm5",
     4,
     "port p0 + latency of VADDPDrr",
     {5, 2}},
};

TEST(Sensitivity, OfBounds) {
  ToyTester T;
  for (const Row &R : Rows) {
    Sensitivity S = Loop(T, R.Asm).bounds();
    EXPECT_EQ(S.Base, R.Base) << R.Name;
    CyclesPerIter Faster = S.best() ? S.best()->Cycles : S.TogetherCycles;
    if (StringRef(R.Name) == "balanced") {
      // Which of the equal sets is found is not the point.
      EXPECT_EQ(S.best(), nullptr);
      EXPECT_EQ(S.Together.size(), 2u);
      EXPECT_LT(Faster, S.Base);
      continue;
    }
    EXPECT_EQ(bestName(S, T), R.Best) << R.Name;
    EXPECT_EQ(Faster, R.Faster) << R.Name;
  }
}

TEST(Sensitivity, OfSimulation) {
  ToyTester T;
  for (const Row &R : Rows) {
    Loop L(T, R.Asm);
    EXPECT_EQ(L.Base.Cycles, R.Base) << R.Name;
    Sensitivity S = L.simulated();
    if (StringRef(R.Name) == "balanced")
      EXPECT_EQ(S.best(), nullptr);
    else
      EXPECT_EQ(bestName(S, T), R.Best) << R.Name;
  }
}

/// Nothing accelerated is the prediction; the bound of a faster core is the
/// bound of the core with more ports.
TEST(Sensitivity, PredictWith) {
  ToyTester T;
  for (const Row &R : Rows) {
    Loop L(T, R.Asm);
    EXPECT_EQ(predictWith(L.A, {}, {}), L.A.Prediction) << R.Name;
    EXPECT_LE(L.A.Prediction, L.Base.Cycles) << R.Name;
    // All ports, units, the width and all latencies: everything scales.
    std::vector<Resource> All = {{ResourceKind::Ports, PortSet(~uint64_t(0))},
                                 {ResourceKind::IssueWidth},
                                 {ResourceKind::Latency}};
    EXPECT_EQ(predictWith(L.A, All, {3, 2}), L.A.Prediction * 2 / 3) << R.Name;
  }
}

/// The groups of an instruction wait each for its own.
TEST(SimProgram, GroupsOfAnInstruction) {
  ToyTester T;
  Loop L(T, "vaddpd (%rax), %xmm0, %xmm0\n vmovupd %xmm0, (%rbx)");
  ASSERT_EQ(L.P.Insts.size(), 2u);
  const SimInst &Add = L.P.Insts[0], &Store = L.P.Insts[1];
  EXPECT_EQ(Add.Uops[1] - Add.Uops[0], 1u); // Load.
  EXPECT_EQ(Add.Uops[2] - Add.Uops[1], 1u); // Compute.
  EXPECT_EQ(Add.Slots, 1u);
  EXPECT_EQ(Store.Uops[3] - Store.Uops[2], 1u); // Address.
  EXPECT_EQ(Store.Uops[4] - Store.Uops[3], 1u); // Data.
  EXPECT_FALSE(Store.StoreComputes);
  EXPECT_EQ(Store.NumStores, 1u);
  // The datum holds back the store-data micro-op alone.
  EXPECT_EQ(Store.Gates[3] - Store.Gates[2], 0u);
  EXPECT_EQ(Store.Gates[4] - Store.Gates[3], 1u);
}

TEST(SimProgram, EmptyAndFree) {
  ToyTester T;
  EXPECT_EQ(Loop(T, "").Base.Cycles, 0);
  // Two instructions without issue slots: still one turn of the clock.
  EXPECT_TRUE(Loop(T, "decq %rdi").Base.IsExact);
}

/// The sizes of a model; what it leaves out is unlimited.
TEST(CoreSizes, OfModels) {
  ToyTester Skylake("skylake-avx512"), Toy;
  CoreSizes S = coreSizesOf(Skylake.model());
  EXPECT_EQ(S.IssueWidth, 4u);
  EXPECT_EQ(S.ReorderBuffer, 224u);
  EXPECT_EQ(S.Scheduler, 97u);
  EXPECT_EQ(S.Choice, PortChoice::AtRename);
  EXPECT_FALSE(S.InOrder);
  CoreSizes U = coreSizesOf(Toy.model());
  EXPECT_TRUE(U.IsWindowAssumed);
  EXPECT_EQ(U.Scheduler, CoreSizes::Unlimited);
}

} // namespace
