//===- DecoderSwitchTest.cpp - What simulated cores take to decode --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecoderSwitch.h"
#include "SimulatedFigures.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// "switch.*" of a core like \p Cpu that takes \p Cycles to the decoders.
CoreFigures figuresWith(StringRef Cpu, unsigned Cycles) {
  const FormTester T(Cpu, "x86_64",
                     formatv("schema: 1\nname: changed\ntarget: x86_64\ncpus: "
                             "[{0}]\nbase: {0}\nsources: {{made: \"made "
                             "up\"}\npipeline: {{decoder_switch: {{value: {1}, "
                             "source: made}}\n",
                             Cpu, Cycles)
                         .str());
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  return figuresOf(Machine, {"switch."});
}

// Both directions: what the key says is measured.
TEST(DecoderSwitch, OfSimulatedCores) {
  for (unsigned Cycles : {0, 1, 2, 5})
    EXPECT_EQ(findDecoderSwitch(figuresWith("skylake-avx512", Cycles)), Cycles);
  // Its cache holds all of the code.
  EXPECT_EQ(findDecoderSwitch(figuresWith("znver4", 3)), std::nullopt);
}

TEST(DecoderSwitch, WhatIsNotDecodedOrNoLineSaysNothing) {
  const CoreFigures Two = figuresWith("skylake-avx512", 2);
  CoreFigures F = Two;
  F.set("switch.both.4", {LoopStatus::Ok, Two.get("switch.both.4", 0) + 2});
  EXPECT_EQ(findDecoderSwitch(F), std::nullopt);
  F = Two;
  F.set("switch.prefix", *Two.find("switch.plain"));
  EXPECT_EQ(findDecoderSwitch(F), std::nullopt);
  EXPECT_EQ(findDecoderSwitch(CoreFigures()), std::nullopt);
}

TEST(DecoderSwitch, InTheModel) {
  CoreFigures None = figuresWith("skylake-avx512", 0),
              Two = figuresWith("skylake-avx512", 2);
  for (CoreFigures *F : {&None, &Two})
    F->set("width.zero", {LoopStatus::Ok, 0.25});
  auto Has = [](const CoreFigures &F, const CoreFigures &Base, unsigned Value) {
    return StringRef(describeCore(F, Base, false).Sections)
        .contains(
            formatv("decoder_switch: {{value: {0}, source: measured}", Value)
                .str());
  };
  EXPECT_TRUE(Has(Two, None, 2));
  EXPECT_TRUE(Has(Two, CoreFigures(), 2));
  EXPECT_TRUE(Has(None, Two, 0));
  EXPECT_FALSE(Has(Two, Two, 2));
}

} // namespace
