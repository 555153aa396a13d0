//===- FormPageTest.cpp - The page of what was measured -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs that the test makes up.
//
//===----------------------------------------------------------------------===//

#include "FormTester.h"
#include "kernel-bounds/Measure/FormReports.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class FormPage : public testing::Test {
protected:
  FormPage() {
    Run.PortNames = T.Model.get();
    for (const char *Name : {"ADD64rr", "IMUL64rr"}) {
      FormRow R{&T.form(Name), {}, {}};
      R.Machine.Throughput = R.Model.Throughput = 1;
      Run.Rows.push_back(R);
    }
  }

  std::string page() const {
    std::string Text;
    raw_string_ostream OS(Text);
    printMeasureHtml(OS, Run);
    return Text;
  }
  bool shows(StringRef Text) const { return StringRef(page()).contains(Text); }
  static std::vector<MappedUop> onPort(unsigned Port) {
    PortSet Ports;
    Ports.insert(Port);
    return {MappedUop{Ports, 1, UopKind::Compute}};
  }

  FormTester T{"znver4"};
  MeasureRun Run;
};

// Where time cannot tell, all explanations are shown.
TEST_F(FormPage, ShowsPortsAndWhatElseExplainsTheTimes) {
  PortFinding P;
  P.Forms = {Run.Rows[1].Form};
  P.Found = onPort(0);
  P.Alternatives = {onPort(1)};
  P.Trust = Confidence::Ambiguous;
  Run.Ports = {P};
  const std::string A = T.Model->ports()[0].Name, B = T.Model->ports()[1].Name;
  EXPECT_TRUE(shows("<td>" + A + " or " + B + " (ambiguous)</td>")) << page();
  // That is one form of the two.
  EXPECT_EQ(StringRef(page()).count("(ambiguous)"), 1u);
  Run.Ports[0].Trust = Confidence::NotMeasured;
  EXPECT_FALSE(shows(A + " or "));
}

TEST_F(FormPage, ShowsOddOperandsAndMemory) {
  FormResult &R = Run.Rows[0].Machine;
  EXPECT_FALSE(shows("denormal"));
  R.DenormalThroughput = 150;
  R.NaNThroughput = 3;
  FormLatency L;
  L.From = "op6";
  L.To = "memory";
  L.Cycles = 4;
  R.Latencies = {L};
  EXPECT_TRUE(shows("op6 &rarr; memory 4.00"));
  EXPECT_TRUE(shows("denormal operands: 150.00; operands that are no numbers: "
                    "3.00"));
  L.From = "op2";
  L.To = "op1";
  L.Cycles = 160;
  R.DenormalLatencies = {L, L};
  L.Cycles = 9;
  R.NaNLatencies = {L};
  EXPECT_TRUE(shows("latency of denormal operands: op2 to op1 160.00, op2 to "
                    "op1 160.00; latency of operands that are no numbers: op2 "
                    "to op1 9.00"));
}

// The shipped model's figures come before LLVM's, whichever is the base.
TEST_F(FormPage, ShowsBothModels) {
  FormResult Other;
  Other.Throughput = 7;
  Run.Other = {Other, Other};
  EXPECT_TRUE(shows("<td class=r>1.00</td><td class=r>7.00</td>"));
  Run.ModelIsLLVM = true;
  EXPECT_TRUE(shows("<td class=r>7.00</td><td class=r>1.00</td>"));
  Run.Other.clear();
  EXPECT_TRUE(shows("<td class=r></td><td class=r>1.00</td>"));
}

TEST_F(FormPage, ShowsTheCore) {
  EXPECT_FALSE(shows("id=core"));
  CoreFigure Fast{LoopStatus::Ok, 1, 0.01}, Slow{LoopStatus::Ok, 4, 0},
      None{LoopStatus::NoStep, 99, 0};
  Run.Core = {{"load.<x>", "mov %rax, %rbx\nnop", Fast, Slow},
              {"size.x", "nop", None, Fast}};
  EXPECT_TRUE(shows("<tr data-off=\"0.750\"><td>load.&lt;x&gt;</td><td><code>"
                    "mov %rax, %rbx; nop</code></td><td class=\"r off\">1.000"
                    "</td><td class=r>0.010</td><td class=r>4.000</td>"))
      << page();
  EXPECT_TRUE(shows("<tr data-off=\"0.000\"><td>size.x</td><td><code>nop</code>"
                    "</td><td class=\"r\">at least 99</td><td class=r></td>"))
      << page();
}

} // namespace
