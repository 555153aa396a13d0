//===- RunHtmlTest.cpp - Tests of the page of a run -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/RunReport.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

std::string page(function_ref<void(HotSpot &, LoopRunFigures &)> Set) {
  LoopBody Body;
  HotCode Code;
  Code.Nanoseconds = 1000;
  HotSpot S;
  S.Module = "/bin/prog";
  S.Function = "f";
  S.Address = 0x10;
  S.Nanoseconds = 600;
  S.Loop = &Body;
  LoopRunFigures F;
  F.NumTrips = F.NumCounted = 10;
  F.Cycles = F.CyclesAround = 4;
  F.Stack = {{"ports and widths", 1}, {"memory", 3}, {"TLB", 0}};
  Set(S, F);
  Code.Spots.push_back(S);
  RunReport R;
  R.TraceFile = "a&b";
  R.Code = &Code;
  RunRow Row;
  Row.Spot = &Code.Spots[0];
  Row.Ran = &F;
  R.Rows.push_back(Row);
  std::string Text;
  raw_string_ostream OS(Text);
  printRunHtml(OS, R);
  return Text;
}

bool has(const std::string &Page, const std::string &Part) {
  return Page.find(Part) != std::string::npos;
}

} // namespace

TEST(RunHtml, SharesAreParts) {
  const std::string P = page([](HotSpot &, LoopRunFigures &) {});
  EXPECT_TRUE(has(P, "<h1>a&amp;b</h1>"));
  EXPECT_TRUE(has(P, "60.0 %"));
  EXPECT_TRUE(has(P, "width:25.00%\" title=\"ports and widths: 1.00\""));
  EXPECT_TRUE(has(P, "width:75.00%\" title=\"memory: 3.00\""));
  EXPECT_FALSE(has(P, "TLB"));
  EXPECT_TRUE(has(P, "4.00 cy/it ="));
  EXPECT_FALSE(has(P, "measured"));
}

TEST(RunHtml, SaysWhatIsMeasuredAndWhatHelps) {
  const std::string P = page([](HotSpot &, LoopRunFigures &F) {
    F.Measured = MeasuredTrips{5.5, 8, 8};
    F.Advice = {{AdviceKind::HugePages, "pages of 2 MiB", 4, 2}};
    F.Sensitivity = {{"issue width, twice as fast", 2}};
    F.Insts = {{0x14, 1, 3, "movq (%rax), %rbx"}};
  });
  EXPECT_TRUE(has(P, "measured: 5.50 cy/it; 4.00 with what ran between "
                     "visits, 1.50 not explained"));
  EXPECT_TRUE(has(P, "next: pages of 2 MiB would give 2.00 cy/it for 4.00"));
  EXPECT_TRUE(has(P, "<td>2.00</td><td>2.00</td>"));
  EXPECT_TRUE(has(P, "--p:75%\">3.00</td>"));
  EXPECT_TRUE(has(P, "movq (%rax), %rbx"));
}

TEST(RunHtml, NamesAreText) {
  const std::string P = page([](HotSpot &S, LoopRunFigures &F) {
    S.Function = "<script>";
    F.Insts = {{0x14, 1, 3, "</td><img>"}};
    F.Stack[1].Name = "\"x\"";
  });
  EXPECT_FALSE(has(P, "<script>") || has(P, "<img>") || has(P, "\"x\""));
  EXPECT_TRUE(has(P, "&lt;script&gt;"));
}
