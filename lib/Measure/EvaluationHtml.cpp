//===- EvaluationHtml.cpp - Evaluations as a page -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// One file that needs no network: the plotting library (Chart.js with its box
/// plots, third_party/chartjs) and the data are inside. Tables of figures are
/// plain HTML; plots and the list of loops are drawn by report.js.
///
/// Tested by test/kernel-opt/evaluate-html.test, in a browser.
///
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Measure/Evaluation.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/Page.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

namespace kernelbounds {
extern const char ChartScript[];
extern const char BoxPlotScript[];
extern const char ReportScript[];
} // namespace kernelbounds

static std::string percent(double Share) {
  return std::isnan(Share) ? "-" : formatv("{0:f1}", 100 * Share).str();
}

static void writeGroup(raw_ostream &OS, const Evaluation &E,
                       const LoopGroup &G) {
  OS << "<h3>" << escapeHtml(G.Title) << ": " << G.Loops.size()
     << " loops</h3>\n<div class=scroll><table "
        "class=plain><thead><tr><th>predictor<th>points<th>failed"
        "<th>MAPE %<th>Q1 %<th>median %<th>Q3 %<th>Kendall &tau;"
        "<th>within 10 %<th>within 20 %<th>violations<th>worst %"
        "</tr></thead><tbody>\n";
  for (auto [I, P] : llvm::enumerate(E.Predictors)) {
    PredictorSummary S = summarizeGroup(E, I, G);
    const ErrorSummary &X = S.Errors;
    std::string Cells[] = {
        std::to_string(X.Count),
        std::to_string(S.NumFailed),
        percent(X.Mape),
        percent(X.Q1),
        percent(X.Median),
        percent(X.Q3),
        std::isnan(X.KendallTau) ? "-" : formatv("{0:f3}", X.KendallTau).str(),
        percent(X.Within10),
        percent(X.Within20),
        P.IsLowerBound ? std::to_string(X.NumViolations) : "-",
        P.IsLowerBound ? percent(X.WorstViolation) : "-"};
    OS << "<tr><td>" << escapeHtml(P.Name);
    for (const std::string &C : Cells)
      OS << "<td class=r>" << C;
    OS << "</tr>\n";
  }
  OS << "</tbody></table></div>\n";
}

static json::Value loopValue(const EvaluatedLoop &L) {
  json::Array Predicted;
  for (const Prediction &P : L.Predictions)
    if (P.Cycles)
      Predicted.push_back(*P.Cycles);
    else
      Predicted.push_back(nullptr);
  std::string Report = L.Report;
  for (const Prediction &P : L.Predictions)
    if (P.hasFailed())
      Report += "\nfailed: " + P.Failure;
  return json::Object{{"k", L.Kernel},
                      {"v", L.Variant},
                      {"c", L.Compiler},
                      {"t", json::Array(L.Tags)},
                      {"m", L.IsCarried},
                      {"l", L.Limit},
                      {"y", std::round(L.Measured * 1e4) / 1e4},
                      {"s", L.Spread},
                      {"p", std::move(Predicted)},
                      {"r", std::move(Report)}};
}

/// As a script: nothing in the texts may end it.
static void writeData(raw_ostream &OS, const Evaluation &E) {
  json::Array Predictors, Loops;
  for (const PredictorInfo &P : E.Predictors)
    Predictors.push_back(
        json::Object{{"name", P.Name}, {"bound", P.IsLowerBound}});
  for (const EvaluatedLoop &L : E.Loops)
    Loops.push_back(loopValue(L));
  std::string Text;
  raw_string_ostream(Text) << json::Value(json::Object{
      {"predictors", std::move(Predictors)}, {"loops", std::move(Loops)}});
  OS << "<script>const data = ";
  for (char C : Text)
    if (C == '<')
      OS << "\\u003c";
    else
      OS << C;
  OS << ";</script>\n";
}

static void writeControls(raw_ostream &OS, const Evaluation &E,
                          ArrayRef<LoopGroup> Groups) {
  OS << "<p><label>Loops <select id=group>";
  for (const LoopGroup &G : Groups)
    OS << "<option>" << escapeHtml(G.Title);
  OS << "</select></label> <label>Worst of <select id=predictor>";
  for (auto [I, P] : llvm::enumerate(E.Predictors))
    OS << "<option value=" << I << '>' << escapeHtml(P.Name);
  OS << "</select></label> <label><input type=checkbox id=every> every loop, "
        "not the worst 20</label></p>\n";
}

static void writeLoopTable(raw_ostream &OS, const Evaluation &E) {
  OS << "<h2>Loops</h2><p id=count></p>\n"
        "<p>A click on a name shows the loop with the witness of each "
        "bound.</p>\n<div class=scroll><table class=plain "
        "id=loops><thead><tr><th>kernel<th>variant"
        "<th>tags<th>limited by<th>measured<th>spread %";
  for (const PredictorInfo &P : E.Predictors)
    OS << "<th>" << escapeHtml(P.Name);
  OS << "</tr></thead><tbody></tbody></table></div>\n";
}

void kernelbounds::writeEvaluationHtml(raw_ostream &OS, const Evaluation &E) {
  std::vector<LoopGroup> Groups = groupLoops(E);
  openPage(OS, "Predictions and measurements",
           "Kernel Bounds; cycles for one trip of the compiled loop");
  OS << "<dl>";
  for (const auto &[Key, Value] : E.Facts)
    OS << "<dt>" << escapeHtml(Key) << "<dd>" << escapeHtml(Value) << '\n';
  OS << "<dt>loops<dd>" << E.Loops.size() << '\n';
  for (const auto &[Reason, Count] : E.LeftOut)
    OS << "<dt>left out<dd>" << Count << ' ' << escapeHtml(Reason) << '\n';
  OS << "</dl>\n";
  writeGroup(OS, E, Groups.front());
  writeControls(OS, E, Groups);
  OS << "<div class=plot><canvas id=boxes></canvas></div>\n"
        "<div class=plot><canvas id=scatter></canvas></div>\n";
  writeLoopTable(OS, E);
  OS << "<h2>Parts</h2>\n";
  for (const LoopGroup &G : ArrayRef(Groups).drop_front())
    writeGroup(OS, E, G);
  OS << "<script>" << ChartScript << "</script>\n<script>" << BoxPlotScript
     << "</script>\n";
  writeData(OS, E);
  OS << "<script>" << ReportScript << "</script>\n";
  closePage(OS);
}
