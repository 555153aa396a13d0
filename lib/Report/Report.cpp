//===- Report.cpp - The table of reports ----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Report/Report.h"
#include "LoopReport.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

Report::~Report() = default;

static constexpr ReportInfo AllReports[] = {
    {"text", "for people: headline, bounds with their reasons, table",
     createTextReport},
    {"json", "one document, described in docs/reference/json.md",
     createJSONReport},
    {"csv", "one line per loop", createCSVReport, /*WantsReasons=*/false},
    {"dot", "dependency graphs for Graphviz", createDOTReport,
     /*WantsReasons=*/false},
    {"html", "one page with the timeline and the heat map of sensitivity",
     createHTMLReport, /*WantsReasons=*/true, /*WantsSimulation=*/true},
};

ArrayRef<ReportInfo> kernelbounds::allReports() { return AllReports; }

const ReportInfo *kernelbounds::findReport(StringRef Name) {
  const auto *It =
      find_if(AllReports, [&](const ReportInfo &R) { return R.Name == Name; });
  return It == std::end(AllReports) ? nullptr : It;
}
