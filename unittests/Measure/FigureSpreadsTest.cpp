//===- FigureSpreadsTest.cpp - Spreads beside values ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FigureSpreads.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

CoreFigures figures() {
  CoreFigures F;
  F.set("width.zero", {LoopStatus::Ok, 0.25, 0.0121});
  F.set("width.zero.other", {LoopStatus::Unsteady, 0.25, 0.9});
  F.set("size.load-buffer", {LoopStatus::Ok, 72, 0});
  F.set("forward.r64", {LoopStatus::Ok, 4, 0.001});
  F.set("forward.v32.far", {LoopStatus::Ok, 6, 0.034});
  F.set("forwards", {LoopStatus::Ok, 6, 0.5});
  return F;
}

TEST(FigureSpreads, StandBesideTheSource) {
  EXPECT_EQ(
      addSpreads("pipeline:\n"
                 "  issue_width: {value: 4, source: measured}\n"
                 "  load_buffer: {value: 72, source: measured}  # 71 to 73\n"
                 "  taken_branch: {value: 2, source: measured}\n"
                 "forwarding:\n"
                 "  - {latency: 4, source: measured}\n"
                 "  - when: {class: vector}\n"
                 "    source: measured\n"
                 "  - {latency: 4, source: measured-elsewhere}\n"
                 "macro_fusion:\n"
                 "  - {first: CMP, source: measured}\n",
                 figures()),
      "pipeline:\n"
      "  issue_width: {value: 4, source: measured, spread: 1.2%}\n"
      "  load_buffer: {value: 72, source: measured, spread: 0.0%}  # 71 to 73\n"
      "  taken_branch: {value: 2, source: measured}\n"
      "forwarding:\n"
      "  - {latency: 4, source: measured, spread: 3.4%}\n"
      "  - when: {class: vector}\n"
      "    source: measured\n"
      "    spread: 3.4%\n"
      "  - {latency: 4, source: measured-elsewhere}\n"
      "macro_fusion:\n"
      "  - {first: CMP, source: measured}\n");
  EXPECT_EQ(addSpreads("", figures()), "");
}

TEST(FigureSpreads, InTenthsOfAPercent) {
  EXPECT_EQ(spreadPercent(0), "0.0%");
  EXPECT_EQ(spreadPercent(0.01249), "1.2%");
  EXPECT_EQ(spreadPercent(0.5), "50.0%");
  EXPECT_EQ(spreadPercent(1000), "300.0%");
}

} // namespace
