//===- RunReportTest.cpp - Tests of reports on a run ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/RunReport.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

struct Sample {
  ProgramRun Run;
  HotCode Code;
  LoopBody Loop;
  RunReport R;

  Sample() {
    Run.ExitCode = 3;
    Run.NumProcesses = 1;
    Run.NumThreads = 2;
    Code.NumSamples = 5;
    Code.Nanoseconds = 10000000;
    HotSpot S;
    S.Module = "/bin/prog";
    S.Function = "_ZN2ns3addEii";
    S.Address = 0x1150;
    S.NumSamples = 4;
    S.Nanoseconds = 7500000;
    S.Loop = &Loop;
    Code.Spots.push_back(S);
    S.Loop = nullptr;
    S.NumSamples = 1;
    S.Nanoseconds = 2500000;
    Code.Spots.push_back(S);
    R.Generator = "kernel-opt test";
    R.Cpu = "znver4";
    R.Command = {"./prog", "-x"};
    R.Run = &Run;
    R.Code = &Code;
    RunRow Row;
    Row.Spot = &Code.Spots[0];
    Row.SourceFile = "src/a.cpp";
    Row.SourceLine = 7;
    Row.Figures = LoopFigures{CyclesPerIter(25, 2),
                              "limited by latency",
                              "something would help",
                              0,
                              1,
                              true};
    R.Rows.push_back(Row);
  }
};

std::string print(void (*Print)(raw_ostream &, const RunReport &),
                  const RunReport &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  Print(OS, R);
  return Text;
}

} // namespace

TEST(RunReport, Text) {
  Sample S;
  EXPECT_EQ(
      print(printRunText, S.R),
      "./prog -x: exit code 3\n"
      "0.01 s of processor time in 1 process, 2 threads; 5 samples; "
      "figures of znver4\n"
      "\n share   samples  where\n"
      " 75.0 %        4  ns::add(int, int) (a.cpp:7), loop at 0x1150 of "
      "prog\n"
      "                  12.50 cy/it or more, limited by latency; 1 block "
      "of the loop off the analysed path\n"
      "                  next: something would help\n"
      "1 more place has less; --top=N shows them\n");
}

TEST(RunReport, WhetherPointersMet) {
  Sample S;
  LoopRunFigures F;
  F.NumTrips = F.NumCounted = 100;
  S.R.Rows[0].Ran = &F;
  auto Has = [&](StringRef Part) {
    return StringRef(print(printRunText, S.R)).contains(Part);
  };
  EXPECT_TRUE(Has("no load met a store of the loop in 100 trips: in this run, "
                  "the pointers were apart\n"));
  F.Met = 0.5;
  EXPECT_TRUE(Has("0.50 loads a trip met a store of the loop: the pointers are "
                  "not apart\n"));
  // It is of interest only if something depends on it.
  S.R.Rows[0].Figures->NextIfApart = false;
  EXPECT_FALSE(Has("met a store"));
}

TEST(RunReport, MeasuredBesidePredicted) {
  Sample S;
  LoopRunFigures F;
  F.NumTrips = F.NumCounted = 100;
  F.Cycles = 5;
  F.CyclesAround = 6.1;
  F.Measured = MeasuredTrips{7.32, 64, 57};
  S.R.Rows[0].Ran = &F;
  const std::string Text = print(printRunText, S.R);
  EXPECT_NE(Text.find("measured: 7.32 cy/it, by 57 of 64 windows; 6.10 with "
                      "what ran between visits, 1.22 not explained\n"),
            std::string::npos)
      << Text;
  EXPECT_NE(print(printRunJson, S.R).find("\"not_explained\": 1.22"),
            std::string::npos);
  // Nothing that counts was recorded: there is nothing to compare with.
  F.NumCounted = 0;
  EXPECT_NE(print(printRunText, S.R)
                .find("measured: 7.32 cy/it, by 57 of 64 windows\n"),
            std::string::npos);
}

TEST(RunReport, Json) {
  Sample S;
  const std::string Text = print(printRunJson, S.R);
  for (StringRef Part :
       {"\"exit_code\": 3", "\"threads\": 2", "\"share\": 0.75",
        "\"kind\": \"loop\"", "\"demangled\": \"ns::add(int, int)\"",
        "\"address\": 4432", "\"exact\": \"25/2\"", "\"omitted\": 1",
        "\"attached\": null"})
    EXPECT_NE(Text.find(Part), std::string::npos) << Part.str();
}
