//===- SizeSearchTest.cpp - How much a core has in flight -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machines are simulated cores with sizes that the search does not know,
/// and a cache of micro-ops that is made up.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/SizeSearch.h"
#include "FormTester.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "kernel-bounds/Measure/CoreStudy.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The figures of \p Machine that say how much is in flight, how many slots
/// instructions take and how fast jumps are.
CoreFigures figuresOf(LoopRunner &Machine) {
  CoreFigures F;
  for (const CoreExperiment &E : cantFail(listCoreExperiments(x86Forms()))) {
    const StringRef Group = StringRef(E.Name).split('.').first;
    if (is_contained({"op", "width", "size", "slots", "branch"}, Group))
      F.set(E.Name, measureCore(Machine, E, F));
  }
  return F;
}

struct KnownSize {
  const char *Name;
  PipelineParam Param;
};

constexpr KnownSize Sizes[] = {
    {"size.reorder-buffer", PipelineParam::ReorderBuffer},
    {"size.load-buffer", PipelineParam::LoadBuffer},
    {"size.store-buffer", PipelineParam::StoreBuffer},
    {"size.integer-registers", PipelineParam::IntegerRegisters},
    {"size.vector-registers", PipelineParam::VectorRegisters}};

// What the models do not limit ends with the reorder buffer.
TEST(SizeSearch, FindsTheSizesOfSimulatedCores) {
  for (const char *Cpu : {"znver4", "znver2", "znver5", "skylake-avx512",
                          "sapphirerapids", "lunarlake"}) {
    const FormTester T(Cpu);
    ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
    const CoreFigures F = figuresOf(Machine);
    const unsigned Reorder =
        T.Model->pipeline(PipelineParam::ReorderBuffer).Value;
    for (const KnownSize &S : Sizes) {
      const unsigned Hidden = T.Model->pipeline(S.Param).Value;
      ASSERT_TRUE(F.get(S.Name)) << Cpu << " " << S.Name;
      const double Found = *F.get(S.Name);
      if (Hidden != 0 && Hidden + 16 < Reorder)
        EXPECT_NEAR(Found, Hidden, 1) << Cpu << " " << S.Name;
      else
        EXPECT_NEAR(Found, Reorder, 0.05 * Reorder) << Cpu << " " << S.Name;
    }
  }
}

/// Adds noise to another machine's figures.
class NoisyRunner : public LoopRunner {
public:
  explicit NoisyRunner(LoopRunner &Machine) : Machine(Machine) {}
  LoopOutcome run(const TimedLoop &Loop) override {
    LoopOutcome O = Machine.run(Loop);
    O.Cycles *= 1 + std::normal_distribution<>(0, 0.005)(Random);
    return O;
  }
  double noise() const override { return 0.02; }

private:
  LoopRunner &Machine;
  std::mt19937 Random{7};
};

TEST(SizeSearch, StandsNoise) {
  const FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  NoisyRunner Noisy(Machine);
  const CoreFigures F = figuresOf(Noisy);
  for (const KnownSize &S : Sizes) {
    ASSERT_TRUE(F.get(S.Name)) << S.Name;
    const double Hidden = T.Model->pipeline(S.Param).Value;
    EXPECT_NEAR(*F.get(S.Name), Hidden, 0.02 * Hidden) << S.Name;
    EXPECT_LT(F.find(S.Name)->Spread, 0.03) << S.Name;
  }
}

// A table of a machine is a file over LLVM's model with the same sizes.
TEST(SizeSearch, WritesWhatItFinds) {
  const FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  const CoreFigures F = figuresOf(Machine);
  const std::string Text = describeCore(F, CoreFigures(), true).Sections;
  for (StringRef Item :
       {"reorder_buffer: {value: 320,", "load_buffer: {value: 136,",
        "store_buffer: {value: 64,", "integer_registers: {value: 185,",
        "vector_registers: {value: 150,", "taken_branch: {value: 1,",
        // The model has a slot more for an index, but not for vectors.
        "micro_fusion: {load_op: true, store: true, unlaminate_indexed: "
        "['(ADD|SUB|AND|OR|XOR|CMP|IMUL)(8|16|32|64)r[rm].*', "
        "'MOV(8|16|32|64)m[ri].*', ",
        "'(LZCNT|TZCNT)(16|32|64)rm', 'POPCNT(16|32|64)rm', "
        "'MOVSX(16|32|64)rm(8|16|32)', 'MOV(8|16)rm'], source: measured}"})
    EXPECT_TRUE(StringRef(Text).contains(Item)) << Item.str() << "\n" << Text;
  // Over the model itself there is nothing to say.
  EXPECT_EQ(describeCore(F, F, false).Sections, "");
  // Over LLVM's model a size is written even if another buffer of it ends
  // there, and a width that differs by a small part of a cycle.
  CoreFigures Wide = F;
  Wide.set("width.zero", {LoopStatus::Ok, 0.127});
  const std::string Complete = describeCore(Wide, F, true).Sections;
  EXPECT_TRUE(StringRef(Complete).contains("issue_width: {value: 8,"));
  EXPECT_TRUE(StringRef(Complete).contains("vector_registers: {value: 150,"));
  // What ends with the reorder buffer is not written, unless the base has less.
  CoreFigures Larger = F;
  Larger.set("size.load-buffer", {LoopStatus::Ok, 316});
  EXPECT_FALSE(StringRef(describeCore(Larger, CoreFigures(), true).Sections)
                   .contains("load_buffer"));
  EXPECT_EQ(describeCore(Larger, F, false).Sections,
            "pipeline:\n  load_buffer: {value: 316, source: measured}  # at "
            "least\n");
  // Nor what ends with the registers of half of the loads.
  Larger.set("size.load-buffer", {LoopStatus::Ok, 299});
  EXPECT_FALSE(StringRef(describeCore(Larger, CoreFigures(), true).Sections)
                   .contains("load_buffer"));
  Larger.set("size.load-buffer", {LoopStatus::NoStep, 200});
  EXPECT_EQ(describeCore(Larger, F, false).Sections,
            "pipeline:\n  load_buffer: {value: 200, source: measured}  # at "
            "least\n");
}

TEST(SizeSearch, SeesWhatComesApart) {
  const FormTester T("sapphirerapids");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  const std::string Text =
      describeCore(figuresOf(Machine), CoreFigures(), true).Sections;
  // Not additions, and not stores.
  EXPECT_TRUE(StringRef(Text).contains(
      "micro_fusion: {load_op: true, store: true, unlaminate_indexed: "
      "['V.*rm.*', 'VF(N?MADD|"))
      << Text;
  for (StringRef Family :
       {"'TEST(8|16|32|64)mr'", "'(ADC|SBB)", "'(ANDN|", "'(LZCNT|", "'(PABS|"})
    EXPECT_TRUE(StringRef(Text).contains(Family)) << Text;
  EXPECT_FALSE(StringRef(Text).contains("'MOV(8|16|32|64)m[ri].*'")) << Text;
}

/// Straight code alone, which runs at six instructions a cycle from a cache,
/// and at four beyond it.
class CodeRunner : public LoopRunner {
public:
  explicit CodeRunner(unsigned Capacity) : Capacity(Capacity) {}
  LoopOutcome run(const TimedLoop &Loop) override {
    ++NumRuns;
    const double N = Loop.Body.size();
    LoopOutcome O;
    O.Cycles = N <= Capacity ? N / 6 : N / 4;
    return O;
  }
  double noise() const override { return 0.02; }
  unsigned NumRuns = 0;

private:
  unsigned Capacity;
};

TEST(SizeSearch, FindsTheSizeOfCode) {
  CodeRunner Machine(4096);
  const MCInst Filler;
  const LoopOutcome O =
      findCodeSize(Machine, Filler, LoopValues(), ShortCode, 9000);
  ASSERT_TRUE(O.isKnown());
  EXPECT_NEAR(O.Cycles, 4096, 1);
  EXPECT_LT(Machine.NumRuns, 50u);
  CodeRunner Endless(1u << 30);
  const LoopOutcome None =
      findCodeSize(Endless, Filler, LoopValues(), ShortCode, 9000);
  EXPECT_EQ(None.Status, LoopStatus::NoStep);
  EXPECT_EQ(None.Cycles, 9000);
}

} // namespace
