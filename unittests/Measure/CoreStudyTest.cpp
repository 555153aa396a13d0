//===- CoreStudyTest.cpp - All loops that show a core ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CoreStudy.h"
#include "FormTester.h"
#include "SimulatedFigures.h"
#include "kernel-bounds/Measure/CoreExperiments.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

TEST(CoreStudy, ReadsItsOwnTable) {
  std::string Text;
  raw_string_ostream OS(Text);
  printCoreHead(OS);
  printCoreRow(OS, {"a", "nop\nnop", {LoopStatus::Ok, 1.25}, {}});
  printCoreRow(OS, {"b", "ud2", {LoopStatus::Illegal, 0}, {}});
  const CoreFigures F = cantFail(readCoreTable(Text, "core.csv"));
  EXPECT_NEAR(F.get("a", 0), 1.25, 1e-9);
  ASSERT_TRUE(F.find("b"));
  EXPECT_EQ(F.find("b")->Status, LoopStatus::Illegal);
  EXPECT_FALSE(F.get("b"));
  EXPECT_EQ(toString(readCoreTable(
                         "experiment,code,status,cycles,spread\na,,odd,1,\n",
                         "core.csv")
                         .takeError()),
            "core.csv:2: unknown status 'odd'");
  EXPECT_EQ(
      toString(readCoreTable("experiment,code,status,cycles,spread\na,,ok,,\n",
                             "core.csv")
                   .takeError()),
      "core.csv:2: there are no cycles");
}

namespace {
/// A machine on which every loop takes a cycle less than the one before.
class FasterRunner final : public LoopRunner {
public:
  LoopOutcome run(const TimedLoop &) override {
    LoopOutcome O;
    O.Status = LoopStatus::Ok;
    O.Cycles = Cycles--;
    return O;
  }
  double noise() const override { return 0.01; }

private:
  double Cycles = 1000;
};

std::vector<CoreExperiment> threeExperiments() {
  std::vector<CoreExperiment> All(3);
  All[0].Name = "forward.a";
  All[1].Name = "width.b";
  All[2].Name = "forward.c";
  return All;
}
} // namespace

// Forwarding is measured at both ends of a study, and the smaller figure
// counts.
TEST(CoreStudy, MeasuresForwardingAgain) {
  const std::vector<CoreExperiment> All = threeExperiments();
  FasterRunner Machine;
  CoreFigures Known;
  std::vector<std::pair<std::string, double>> Rows;
  CoreListener Listener;
  Listener.OnRow = [&](const CoreRow &R) {
    Rows.emplace_back(R.Name, R.Machine.Cycles);
    return Error::success();
  };
  cantFail(studyCore(All, Machine, Known, Listener));
  const std::vector<std::pair<std::string, double>> Expected = {
      {"width.b", 999}, {"forward.a", 997}, {"forward.c", 996}};
  EXPECT_EQ(Rows, Expected);
}

// The second measurements are steps, too; what is known is behind at once.
TEST(CoreStudy, CountsItsSteps) {
  const std::vector<CoreExperiment> All = threeExperiments();
  FasterRunner Machine;
  CoreFigures Known;
  Known.set("forward.a", {LoopStatus::Ok, 1});
  std::vector<std::string> Steps;
  CoreListener Listener;
  Listener.OnStep = [&](size_t Done, size_t Of, StringRef Name) {
    Steps.push_back(formatv("{0} of {1}: {2}", Done, Of, Name).str());
  };
  cantFail(studyCore(All, Machine, Known, Listener));
  const std::vector<std::string> Expected = {
      "3 of 5: width.b", "4 of 5: forward.c", "5 of 5: forward.c"};
  EXPECT_EQ(Steps, Expected);
}

// What was subtracted while the core was slow is subtracted anew: the figure of
// the first time is too small, and does not count.
TEST(CoreStudy, SubtractsTheLastFigures) {
  std::vector<CoreExperiment> All(5);
  All[0].Name = "op.a";
  All[1].Name = "forward.b";
  All[1].Known = {{"op.a", 2}};
  All[2].Name = "access.c";
  All[2].Known = {{"op.a", 1}};
  All[3].Name = "access.d";
  All[3].Known = {{"op.other", 0}};
  All[4].Name = "access.e";
  All[4].Known = {{"forward.b", 1}};
  FasterRunner Machine;
  CoreFigures Known;
  Known.set("op.other", {LoopStatus::Ok, 1});
  std::vector<std::pair<std::string, double>> Rows;
  CoreListener Listener;
  Listener.OnRow = [&](const CoreRow &R) {
    Rows.emplace_back(R.Name, R.Machine.Cycles);
    return Error::success();
  };
  cantFail(studyCore(All, Machine, Known, Listener));
  // 1000, 999 - 2 * 1000, 998 - 1000, 997 and 996 + 1001; then 995 and what
  // follows. "forward.b" is larger than before, which counts as well.
  const std::vector<std::pair<std::string, double>> Expected = {
      {"op.a", 995},
      {"forward.b", 994 - 2 * 995},
      {"access.c", 993 - 995},
      {"access.d", 997},
      {"access.e", 992 - (994 - 2 * 995)}};
  EXPECT_EQ(Rows, Expected);
}

// What is known is not measured again; what it needs must have run.
TEST(CoreStudy, GoesOn) {
  const FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  std::vector<CoreExperiment> All = cantFail(listCoreExperiments(x86Forms()));
  All.resize(10);
  CoreFigures Known;
  Known.set("op.imul", {LoopStatus::Illegal, 0});
  std::vector<std::string> Measured;
  CoreListener Listener;
  Listener.OnRow = [&](const CoreRow &R) {
    Measured.push_back(R.Name);
    return Error::success();
  };
  cantFail(studyCore(All, Machine, Known, Listener));
  EXPECT_EQ(Measured.size(), 9u);
  ASSERT_TRUE(Known.find("forward.r64"));
  EXPECT_EQ(Known.find("forward.r64")->Status, LoopStatus::Illegal);
}

} // namespace
