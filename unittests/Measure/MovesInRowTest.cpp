//===- MovesInRowTest.cpp - How many moves simulated cores eliminate ------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovesInRow.h"
#include "SimulatedFigures.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "kernel-bounds/Measure/MeasuredModel.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// "move.*" of a core like Zen 4, with \p Lines in its model besides.
CoreFigures figuresWith(StringRef Lines) {
  const FormTester T("znver4", "x86_64",
                     ("schema: 1\nname: changed\ntarget: x86_64\ncpus: "
                      "[znver4]\nbase: znver4\nsources: {made: \"made up\"}\n" +
                      Lines)
                         .str());
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  return figuresOf(Machine, {"op.imul", "move.", "limits.move", "width.zero"});
}

std::string inRow(unsigned Num) {
  return formatv("pipeline: {{moves_in_row: {{value: {0}, source: made}}\n",
                 Num)
      .str();
}

constexpr StringLiteral Executed =
    "instructions:\n"
    "  - {match: 'MOV(32|64)rr(_REV)?', eliminated: false, source: made}\n";

// Both directions: what the key says is measured, whatever it says.
TEST(MovesInRow, OfSimulatedCores) {
  for (unsigned Num = 1; Num <= 7; ++Num)
    EXPECT_EQ(findMovesInRow(figuresWith(inRow(Num))), Num);
  // All, and none.
  EXPECT_EQ(findMovesInRow(figuresWith("")), 0u);
  EXPECT_TRUE(eliminatesMoves(figuresWith("")));
  EXPECT_TRUE(eliminatesMoves(figuresWith(inRow(1))));
  const CoreFigures None = figuresWith(Executed);
  EXPECT_EQ(findMovesInRow(None), 0u);
  EXPECT_FALSE(eliminatesMoves(None));
  for (unsigned N : numsMovesInRow())
    EXPECT_NEAR(None.get(formatv("move.row.{0}", N).str(), 0), N, 0.05) << N;
}

CoreFigures rows(ArrayRef<double> Cycles) {
  CoreFigures F;
  for (auto [N, C] : zip(numsMovesInRow(), Cycles))
    F.set(formatv("move.row.{0}", N).str(), {LoopStatus::Ok, C});
  return F;
}

// A Cascade Lake, which has counters of registers that share a value, is
// nearest to a core that executes every second one.
TEST(MovesInRow, OfFigures) {
  EXPECT_EQ(findMovesInRow(rows({0.5, 1.25, 2, 2.75, 3, 4, 5})), 1u);
  EXPECT_EQ(findMovesInRow(rows({0, 0.1, 0, 0.1, 0, 0.2, 0})), 0u);
  // Neither all nor none, nor every so many.
  EXPECT_EQ(findMovesInRow(rows({0, 0, 0, 4, 5, 6, 7})), std::nullopt);
  EXPECT_EQ(findMovesInRow(rows({1.5, 2, 3, 3.5, 4.5, 5, 6})), std::nullopt);
  EXPECT_EQ(findMovesInRow(CoreFigures()), std::nullopt);
}

TEST(MovesInRow, InTheModel) {
  CoreFigures Two = rows({0, 1, 1, 1, 2, 2, 2}),
              All = rows({0, 0, 0, 0, 0, 0, 0});
  for (CoreFigures *F : {&Two, &All})
    F->set("width.zero", {LoopStatus::Ok, 1.0 / 6});
  auto Sections = [](const CoreFigures &F, const CoreFigures &Base) {
    return describeCore(F, Base, false).Sections;
  };
  EXPECT_TRUE(StringRef(Sections(Two, All))
                  .contains("moves_in_row: {value: 2, source: measured}"));
  // Without a limit where the base has one.
  EXPECT_TRUE(StringRef(Sections(All, Two))
                  .contains("moves_in_row: {value: 0, source: measured}"));
  EXPECT_FALSE(StringRef(Sections(Two, Two)).contains("moves_in_row"));
  EXPECT_FALSE(
      StringRef(Sections(All, CoreFigures())).contains("moves_in_row"));
}

// A cycle of rename that has room for two of them.
TEST(MovesInRow, OfACycle) {
  const CoreFigures Two = figuresWith(
                        "rename_limits:\n  - {kind: move, micro_ops: 2, "
                        "source: made}\n"),
                    All = figuresWith(
                        "rename_limits:\n  - {ports: [alu0], micro_ops: 6, "
                        "source: made}\n");
  EXPECT_EQ(renameLimitRules(Two, {}),
            "rename_limits:\n"
            "  - {kind: move, micro_ops: 2, source: measured}\n");
  EXPECT_EQ(renameLimitRules(All, {}), "");
}

/// What a form of moves is written as, if \p Machine eliminates it and the
/// model does or not.
std::string entryOf(bool Machine, bool Model, double Cycles) {
  const FormTester T("znver4");
  FormRow R;
  R.Form = &T.form("MOV64rr");
  FormLatency L;
  L.From = "op2";
  L.To = "op1";
  L.Cycles = Cycles;
  R.Machine.Latencies = {L};
  L.Cycles = Model ? 0 : 1;
  R.Model.Latencies = {L};
  R.Machine.Throughput = R.Model.Throughput = 0.2;
  R.Machine.IsEliminatedMove = Machine;
  R.Model.IsEliminatedMove = Model;
  std::string Text;
  for (const ModelEntry &E :
       ModelEntryWriter(*T.Model, T.Builder, {}).entries(R, {}))
    Text += E.Body;
  return Text;
}

TEST(MovesInRow, FormsThatAreEliminated) {
  EXPECT_EQ(entryOf(false, true, 1),
            "    when: {move: true}\n    eliminated: false\n");
  EXPECT_TRUE(StringRef(entryOf(true, false, 0))
                  .ends_with("    when: {move: true}\n    eliminated: true\n"));
  // Every second one executes, of which the core tells.
  EXPECT_EQ(entryOf(true, true, 0.5), "");
  EXPECT_EQ(entryOf(false, false, 1), "");
}

} // namespace
