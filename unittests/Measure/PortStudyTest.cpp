//===- PortStudyTest.cpp - Hidden ports are found from times --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine is a hidden model over that of Zen 4, of which the study sees
/// times alone. It begins with the ports of Zen 4.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/PortStudy.h"
#include "HiddenMachine.h"
#include <set>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr const char *Forms[] = {
    "VPADDDrr",  "VPSHUFBrr", "VADDPSrr",   "VMULPSrr",  "VPSLLDri",
    "VPMULLDrr", "VPABSDrr",  "VSHUFPSrri", "VPMINSDrr", "ADD64rr",
    "IMUL64rr",  "SHL64ri",   "POPCNT64rr", "BSWAP64r"};

/// "fp0+fp3" if the study has better ports than the model's for \p Form; "as
/// the model" if it has not.
std::string portsOf(const FormTester &T, ArrayRef<PortFinding> Found,
                    StringRef Form) {
  for (const PortFinding &P : Found)
    for (const InstructionForm *F : P.Forms)
      if (F->Name == Form)
        return P.IsBetter ? describePorts(*T.Model, P.Found) : "as the model";
  return "not looked at";
}

/// The throughput of the first one is as before, and of the other not.
constexpr const char *HiddenVectors =
    "  - {match: VPSHUFBrr, uops: [{ports: [fp0, fp1]}], source: made}\n"
    "  - {match: VPABSDrr, uops: [{ports: [fp1]}], source: made}\n";

} // namespace

TEST(PortStudy, FindsHiddenPorts) {
  FormTester T("znver4");
  HiddenMachine M(T, "znver4",
                  std::string(HiddenVectors) +
                      "  - {match: SHL64ri, uops: [{ports: [alu1]}], source: "
                      "made}\n",
                  /*Simulates=*/false);
  const std::vector<FormRow> Rows =
      measureForms(T, *M.Runner, /*Simulates=*/false, Forms);
  PortStudyOptions Options;
  Options.IssueWidth = 6;
  ModelLoopRunner OnModel(*T.Model, *T.Semantics, /*Simulates=*/false);
  PortStudy Study(*M.Runner, OnModel, *T.Model, T.Builder, Options);
  std::vector<MixRow> Log;
  Study.OnRow = [&](const MixRow &R) {
    Log.push_back(R);
    return Error::success();
  };
  std::vector<std::pair<size_t, size_t>> Steps;
  Study.OnStep = [&](size_t Mixes, size_t Most, StringRef Name) {
    EXPECT_EQ(Name, Log.back().Mix);
    Steps.emplace_back(Mixes, Most);
  };
  const std::vector<PortFinding> Found = cantFail(Study.run(Rows));
  // Of a machine without noise, each mix is run once. There are 14 classes of
  // two register files; the first one needs less than it may.
  ASSERT_EQ(Steps.size(), Log.size());
  EXPECT_EQ(Steps.front(), std::pair(size_t(1), size_t(24 * 14)));
  EXPECT_EQ(Steps.back().first, Log.size());
  EXPECT_GE(Steps.back().second, Steps.back().first);
  EXPECT_LT(Steps.back().second, 24u * 14);
  EXPECT_EQ(portsOf(T, Found, "VPSHUFBrr"), "fp0+fp1");
  EXPECT_EQ(portsOf(T, Found, "VPABSDrr"), "fp1");
  EXPECT_EQ(portsOf(T, Found, "SHL64ri"), "alu1");
  for (const char *Name : {"VPADDDrr", "VADDPSrr", "VMULPSrr", "VPMULLDrr",
                           "ADD64rr", "IMUL64rr", "POPCNT64rr"})
    EXPECT_EQ(portsOf(T, Found, Name), "as the model") << Name;

  // A run that goes on asks nothing that was asked before, and finds the same.
  std::string Table;
  raw_string_ostream OS(Table);
  printMixHead(OS);
  for (const MixRow &R : Log)
    printMixRow(OS, R);
  Study.Known = cantFail(readMixTable(Table, "mixes.csv"));
  Log.clear();
  const std::vector<PortFinding> Again = cantFail(Study.run(Rows));
  EXPECT_TRUE(Log.empty());
  EXPECT_EQ(portsOf(T, Again, "VPSHUFBrr"), "fp0+fp1");
}

// Where two kinds and more run together, this core takes up to 6 % longer than
// its bounds. No ports explain that.
TEST(PortStudy, FindsPortsOfACoreThatMissesBounds) {
  FormTester T("znver4");
  HiddenMachine M(T, "znver4", HiddenVectors,
                  /*Simulates=*/false);
  const std::vector<FormRow> Rows =
      measureForms(T, *M.Runner, /*Simulates=*/false, Forms);
  ChangedRunner Machine(
      *M.Runner,
      [](const TimedLoop &Loop, LoopOutcome &O) {
        std::set<unsigned> Kinds;
        unsigned Sum = Loop.Body.size();
        for (const MCInst &I : Loop.Body)
          if (Kinds.insert(I.getOpcode()).second)
            Sum += I.getOpcode();
        if (Kinds.size() >= 2)
          O.Cycles *= 1 + 0.03 * double(Sum % 3);
      },
      /*Noise=*/0.001);
  PortStudyOptions Options;
  Options.IssueWidth = 6;
  ModelLoopRunner OnModel(*T.Model, *T.Semantics, /*Simulates=*/false);
  PortStudy Study(Machine, OnModel, *T.Model, T.Builder, Options);
  const std::vector<PortFinding> Found = cantFail(Study.run(Rows));
  EXPECT_EQ(portsOf(T, Found, "VPSHUFBrr"), "fp0+fp1");
  EXPECT_EQ(portsOf(T, Found, "VPABSDrr"), "fp1");
  for (const char *Name : {"VPADDDrr", "VADDPSrr", "VMULPSrr", "VPMULLDrr",
                           "ADD64rr", "IMUL64rr", "POPCNT64rr"})
    EXPECT_EQ(portsOf(T, Found, Name), "as the model") << Name;
}

TEST(PortStudy, TellsNothingWhereTheModelIsRight) {
  FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/false);
  PortStudy Study(Machine, Machine, *T.Model, T.Builder, {});
  for (const PortFinding &P : cantFail(
           Study.run(measureForms(T, Machine, /*Simulates=*/false, Forms)))) {
    EXPECT_FALSE(P.IsBetter) << P.Forms.front()->Name;
    EXPECT_LT(P.ErrorBefore, 0.01) << P.Forms.front()->Name;
  }
}

TEST(PortStudy, AFaultOfTheLogEndsIt) {
  FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/false);
  PortStudy Study(Machine, Machine, *T.Model, T.Builder, {});
  Study.OnRow = [](const MixRow &) { return createStringError("disk full"); };
  EXPECT_EQ(
      toString(Study.run(measureForms(T, Machine, /*Simulates=*/false, Forms))
                   .takeError()),
      "disk full");
  EXPECT_EQ(
      toString(readMixTable("mix,cycles\n1 ADD64rr,\n", "m.csv").takeError()),
      "m.csv:2: there are no cycles");
}
