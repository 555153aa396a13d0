//===- Report.cpp - The table of reports ----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Report/Report.h"
#include "LoopReport.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

Report::~Report() = default;

void Report::addStored(const StoredLoop &) {
  llvm_unreachable("only reports of allMergedReports() are given such loops");
}

std::string kernelbounds::omittedText(const FileSummary &File) {
  if (File.NumOmitted == 0)
    return "";
  return counted(File.NumOmitted, "loop") +
         " with fewer cycles per iteration " +
         (File.NumOmitted == 1 ? "is" : "are") +
         " left out; --all reports all of the " +
         std::to_string(File.NumLoops + File.NumOmitted);
}

/// Loops of one file in a report that is read by people, or by programs. A
/// loop takes some 4 KB of text, 30 KB of JSON, 50 KB of HTML.
static constexpr unsigned TopForPeople = 100, TopForPrograms = 1000;

static constexpr ReportInfo AllReports[] = {
    {"text", "for people: headline, bounds with their reasons, table",
     createTextReport, /*WantsReasons=*/true, /*WantsSimulation=*/false,
     TopForPeople, /*ListsMemory=*/false, /*TakesCores=*/true,
     createCoresReport},
    {"json", "one document, described in docs/reference/json.md",
     createJSONReport, /*WantsReasons=*/true, /*WantsSimulation=*/false,
     TopForPrograms, /*ListsMemory=*/false, /*TakesCores=*/true},
    {"csv", "one line per loop", createCSVReport, /*WantsReasons=*/false,
     /*WantsSimulation=*/false, /*DefaultTop=*/0, /*ListsMemory=*/false,
     /*TakesCores=*/true},
    {"dot", "dependency graphs for Graphviz", createDOTReport,
     /*WantsReasons=*/false, /*WantsSimulation=*/false, TopForPeople},
    {"html", "one page: overview, bounds, source and assembly, timeline",
     createHTMLReport, /*WantsReasons=*/true, /*WantsSimulation=*/true,
     TopForPeople},
    {"gcc", "notes as compilers print them, for editors", createGccReport,
     /*WantsReasons=*/true, /*WantsSimulation=*/false, TopForPrograms},
    {"sarif", "SARIF 2.1.0, for code review and editors", createSarifReport,
     /*WantsReasons=*/true, /*WantsSimulation=*/false, TopForPrograms},
    {"record", "what 'kernel-opt merge' puts together", createRecordReport,
     /*WantsReasons=*/true, /*WantsSimulation=*/false, /*DefaultTop=*/0,
     /*ListsMemory=*/false, /*TakesCores=*/true},
};

static constexpr ReportInfo MergedReports[] = {
    {"text", "for people: the loops with most cycles", createTextReport},
    {"json", "one document, described in docs/reference/json.md",
     createJSONReport},
    {"csv", "one line per loop", createCSVReport},
    {"html", "one page: overview, bounds, source and assembly",
     createHTMLReport},
    {"gcc", "notes as compilers print them, for editors", createGccReport},
    {"sarif", "SARIF 2.1.0, for code review and editors", createSarifReport},
    {"record", "one record of all loops", createRecordReport},
};

ArrayRef<ReportInfo> kernelbounds::allMergedReports() { return MergedReports; }

ArrayRef<ReportInfo> kernelbounds::allReports() { return AllReports; }

const ReportInfo *kernelbounds::findReport(StringRef Name) {
  const auto *It =
      find_if(AllReports, [&](const ReportInfo &R) { return R.Name == Name; });
  return It == std::end(AllReports) ? nullptr : It;
}
