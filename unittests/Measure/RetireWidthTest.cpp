//===- RetireWidthTest.cpp - How fast simulated cores retire --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RetireWidth.h"
#include "FormTester.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "kernel-bounds/Measure/CoreStudy.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// "retire.*" on the simulated core \p Cpu.
CoreFigures figuresOf(StringRef Cpu) {
  const FormTester T(Cpu);
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  std::vector<CoreExperiment> Experiments =
      cantFail(listCoreExperiments(x86Forms()));
  erase_if(Experiments, [](const CoreExperiment &E) {
    // Without the latter, nothing is said of a core.
    return !StringRef(E.Name).starts_with("retire.") && E.Name != "width.zero";
  });
  EXPECT_FALSE(Experiments.empty());
  CoreFigures F;
  cantFail(studyCore(Experiments, Machine, F));
  return F;
}

// As wide as rename, and wider.
TEST(RetireWidth, OfSimulatedCores) {
  EXPECT_EQ(findRetireWidth(figuresOf("skylake-avx512")), 4u);
  EXPECT_EQ(findRetireWidth(figuresOf("icelake-server")), 8u);
  EXPECT_EQ(findRetireWidth(figuresOf("znver4")), 8u);
  EXPECT_EQ(findRetireWidth(figuresOf("alderlake")), 8u);
  EXPECT_EQ(findRetireWidth(figuresOf("lunarlake")), 12u);
}

TEST(RetireWidth, WhatIsNoLineSaysNothing) {
  CoreFigures F = figuresOf("icelake-server");
  const CoreFigure Middle = *F.find("retire.72");
  F.set("retire.72", {LoopStatus::Ok, Middle.Cycles + 30});
  EXPECT_EQ(findRetireWidth(F), 0u);
  F.set("retire.72", Middle);
  EXPECT_EQ(findRetireWidth(F), 8u);
  // Too few of them fit into the reorder buffer.
  F.set("size.reorder-buffer", {LoopStatus::Ok, 80});
  EXPECT_EQ(findRetireWidth(F), 0u);
  EXPECT_EQ(findRetireWidth(CoreFigures()), 0u);
}

// It is written where it differs from the base.
TEST(RetireWidth, InTheModel) {
  const CoreFigures Four = figuresOf("skylake-avx512"),
                    Eight = figuresOf("icelake-server");
  auto Has = [](const CoreFigures &F, const CoreFigures &Base, bool All) {
    return StringRef(describeCore(F, Base, All).Sections)
        .contains("retire_width: {value: 8, source: measured}");
  };
  EXPECT_TRUE(Has(Eight, Four, false));
  EXPECT_TRUE(Has(Eight, CoreFigures(), true));
  EXPECT_FALSE(Has(Eight, Eight, false));
}

} // namespace
