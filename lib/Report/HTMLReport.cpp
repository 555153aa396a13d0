//===- HTMLReport.cpp - One page with timeline and heat map ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A page that needs no other file and no script: for each loop the headline,
/// the timeline drawn, and the table of where the cycles go; at the end the
/// heat map of sensitivity, a row for each loop and a column for each resource,
/// darker where a faster resource makes the loop faster. The timeline has one
/// row per micro-op and one column per cycle.
///
/// The heat map has the form of figure 11 of Pompougnac et al.,
/// arXiv:2402.15773.
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
#include "kernel-bounds/Bounds/WidthBounds.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Pixels of a cycle and of a row; rows and cycles that are drawn.
constexpr int64_t CellWidth = 9, RowHeight = 14, MaxCycles = 160;
constexpr size_t MaxRows = 160;

struct HeatCell {
  std::string Resource;
  CyclesPerIter Cycles;
};

struct HeatRow {
  std::string Loop;
  CyclesPerIter Base;
  std::vector<HeatCell> Cells;
  HeatCell Together; ///< No name if one alone helps.
};

class HTMLReport final : public Report {
public:
  using Report::Report;
  void begin() override;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
  void addFile(const FileSummary &F) override;
  void end() override;

private:
  void timeline(const LoopReport &R);
  void timelineRow(const UopEvent &E, size_t Row, const LoopReport &R);
  void waits(const LoopReport &R);
  void heatCell(const HeatRow &Row, StringRef Resource);
  void shadedCell(const HeatRow &Row, const HeatCell &Cell);

  std::vector<HeatRow> Heat;
};

} // namespace

void HTMLReport::begin() {
  OS << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<title>Kernel Bounds</title>\n<style>\n"
        "body{font:14px sans-serif;margin:2em;color:#222;background:#fff}\n"
        "table{border-collapse:collapse;margin:1em 0}\n"
        "td,th{border:1px solid #ccc;padding:2px 8px;text-align:right}\n"
        "td.code,th.code{text-align:left;font-family:monospace;"
        "white-space:pre}\n"
        "svg{display:block;margin:1em 0}\nsvg text{font:11px monospace}\n"
        ".wait{fill:#e8e8e8}.operands{fill:#f3c46b}.port{fill:#d9534f}"
        ".run{fill:#4a8fd6}.done{fill:#d5e6d5}\n"
        "</style></head><body>\n<h1>Kernel Bounds</h1>\n"
        "<p>In the timelines, a micro-op <svg width=\"700\" height=\"14\" "
        "style=\"display:inline;margin:0;vertical-align:middle\">";
  const std::pair<StringRef, StringRef> Legend[] = {
      {"wait", "is renamed"},
      {"operands", "waits for operands"},
      {"port", "waits for a port"},
      {"run", "executes"},
      {"done", "waits to retire"}};
  for (auto [I, L] : enumerate(Legend))
    OS << "<rect class=\"" << L.first << "\" x=\"" << I * 140
       << "\" y=\"2\" width=\"10\" height=\"10\"/><text x=\"" << I * 140 + 14
       << "\" y=\"11\">" << L.second << "</text>";
  OS << "</svg></p>\n";
}

void HTMLReport::timelineRow(const UopEvent &E, size_t Row,
                             const LoopReport &R) {
  int64_t Y = int64_t(Row + 1) * RowHeight;
  auto Bar = [&](StringRef Class, int64_t From, int64_t To) {
    To = std::min(To, MaxCycles);
    if (From >= To)
      return;
    OS << "<rect class=\"" << Class << "\" x=\"" << From * CellWidth
       << "\" y=\"" << Y + 2 << "\" width=\"" << (To - From) * CellWidth
       << "\" height=\"" << RowHeight - 4 << "\"/>";
  };
  OS << "<g><title>" << escapeHtml(R.Rows[E.Inst].Text.Text) << " ["
     << escapeHtml(uopText(E, R.A)) << "] iteration " << E.Iteration
     << ": renamed " << E.Renamed << ", ready " << E.Ready << ", started "
     << E.Dispatched << ", executed " << E.Executed << ", retired " << E.Retired
     << "</title>";
  Bar("wait", E.Renamed, E.Renamed + 1);
  Bar("operands", E.Renamed + 1, E.Ready);
  Bar("port", E.Ready, E.Dispatched);
  Bar("run", E.Dispatched, E.Executed);
  Bar("done", E.Executed, E.Retired);
  OS << "<text x=\"" << std::min(E.Retired, MaxCycles) * CellWidth + 4
     << "\" y=\"" << Y + RowHeight - 4 << "\">" << E.Iteration << ": "
     << escapeHtml(R.Rows[E.Inst].Text.Text) << "</text></g>\n";
}

void HTMLReport::timeline(const LoopReport &R) {
  ArrayRef<UopEvent> Events = R.L.Simulation->Result.Events;
  Events = Events.take_front(MaxRows);
  int64_t Cycles = 0;
  for (const UopEvent &E : Events)
    Cycles = std::max(Cycles, E.Retired + 1);
  Cycles = std::min(Cycles, MaxCycles);
  OS << "<svg width=\"" << Cycles * CellWidth + 420 << "\" height=\""
     << int64_t(Events.size() + 1) * RowHeight + 4 << "\">\n";
  for (int64_t T = 0; T < Cycles; T += 10)
    OS << "<line x1=\"" << T * CellWidth << "\" x2=\"" << T * CellWidth
       << "\" y1=\"0\" y2=\"" << int64_t(Events.size() + 1) * RowHeight
       << "\" stroke=\"#ddd\"/><text x=\"" << T * CellWidth + 2
       << "\" y=\"10\">" << T << "</text>\n";
  for (auto [Row, E] : enumerate(Events))
    timelineRow(E, Row, R);
  OS << "</svg>\n";
  const std::vector<UopEvent> &All = R.L.Simulation->Result.Events;
  if (All.size() > Events.size())
    OS << "<p>and " << All.size() - Events.size() << " more micro-ops</p>\n";
  if (any_of(Events, [](const UopEvent &E) { return E.Retired >= MaxCycles; }))
    OS << "<p>cut off at cycle " << MaxCycles << "</p>\n";
}

void HTMLReport::waits(const LoopReport &R) {
  const std::vector<InstWaits> &Waits = R.L.Simulation->Waits;
  if (Waits.empty())
    return;
  OS << "<table><tr><th class=\"code\">instruction</th><th>waits for operands"
        "</th><th>waits for a port</th><th>executes</th><th>waits to retire"
        "</th>";
  for (unsigned P : R.Ports)
    OS << "<th>" << escapeHtml(R.portName(P)) << "</th>";
  OS << "<th>slots</th></tr>\n";
  for (auto [Row, W] : zip_equal(R.Rows, Waits)) {
    OS << "<tr><td class=\"code\">" << escapeHtml(Row.Text.Text) << "</td>";
    for (const CyclesPerIter &C : {W.Operands, W.Port, W.Execute, W.Retire})
      OS << "<td>" << (C.isZero() ? "" : C.str()) << "</td>";
    for (const CyclesPerIter &C : Row.PortLoads)
      OS << "<td>" << (C.isZero() ? "" : C.str()) << "</td>";
    OS << "<td>" << Row.IssueSlots << "</td></tr>\n";
  }
  OS << "<tr><th class=\"code\">total</th><td></td><td></td><td></td><td></td>";
  for (const CyclesPerIter &C : R.PortTotals)
    OS << "<td>" << (C.isZero() ? "" : C.str()) << "</td>";
  OS << "<td>" << issueWitness(R.A).Slots << "</td></tr>\n</table>\n";
}

void HTMLReport::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const Analysis &A = L.Bounds;
  LoopReport R(L, Place);
  OS << "<h2>" << escapeHtml(R.name()) << ": " << L.prediction().str()
     << " cy/it";
  if (A.firstExpected())
    OS << " expected";
  if (L.WhatIf)
    OS << ", " << escapeHtml(sensitivityVerdict(*L.WhatIf, A));
  OS << "</h2>\n<p>bounds: TP " << A.TP.str() << ", LCD " << A.LCD.Ratio.str()
     << ", CP " << A.CP.Latency
     << "; model: " << escapeHtml(A.model().description());
  if (!R.isComplete())
    OS << "; incomplete: " << escapeHtml(R.gaps());
  OS << "</p>\n";
  if (std::string Case = R.atLeastCase(); R.hasAtLeast() && !Case.empty())
    OS << "<p>at least: " << A.atLeast().str() << " cy/it, " << escapeHtml(Case)
       << "</p>\n";
  if (R.hasAtMost())
    OS << "<p>at most: " << A.WorstLCD.Ratio.str() << " cy/it, "
       << escapeHtml(R.atMostCase()) << "</p>\n";
  StringRef Title = "<p>inlined: ";
  for (const std::string &Frame : inlinedFrames(A.kernel(), Place)) {
    OS << Title << escapeHtml(Frame);
    Title = "<br>called from ";
  }
  if (!Place.Inlined.empty())
    OS << "</p>\n";
  if (std::string Change = nextStep(R); !Change.empty())
    OS << "<p>next: " << escapeHtml(Change) << " would give " << L.Next.To.str()
       << " cy/it</p>\n";
  if (L.Simulation) {
    OS << "<p>" << escapeHtml(simulationBasis(L.Simulation->Result));
    if (std::string Why = simulationVerdict(R); !Why.empty())
      OS << "; limited by " << escapeHtml(Why);
    OS << "</p>\n";
    timeline(R);
    waits(R);
  }
  if (!L.WhatIf)
    return;
  HeatRow Row{R.name(), L.WhatIf->Base, {}, {}};
  for (const ResourceEffect &E : L.WhatIf->Single)
    Row.Cells.push_back({resourceName(E.What, A.model()), E.Cycles});
  for (const Resource &What : L.WhatIf->Together)
    Row.Together.Resource += (Row.Together.Resource.empty() ? "" : " + ") +
                             resourceName(What, A.model());
  Row.Together.Cycles = L.WhatIf->TogetherCycles;
  Heat.push_back(std::move(Row));
}

void HTMLReport::addFile(const FileSummary &F) {
  if (F.NumOmitted != 0)
    OS << "<p>" << escapeHtml(F.File) << ": " << escapeHtml(omittedText(F))
       << "</p>\n";
}

void HTMLReport::heatCell(const HeatRow &Row, StringRef Resource) {
  auto Cell = find_if(
      Row.Cells, [&](const HeatCell &C) { return C.Resource == Resource; });
  if (Cell == Row.Cells.end())
    OS << "<td></td>";
  else
    shadedCell(Row, *Cell);
}

/// White for no gain, dark for a loop that takes half the cycles or less.
void HTMLReport::shadedCell(const HeatRow &Row, const HeatCell &Cell) {
  // Thousandths of the cycles that are saved.
  int64_t Saved = 0;
  if (!Row.Base.isZero())
    Saved = ((Row.Base - Cell.Cycles) * 1000 * Row.Base.denominator() /
             Row.Base.numerator())
                .milli() /
            1000;
  int64_t Shade = std::clamp<int64_t>(Saved, 0, 500) * 170 / 500;
  OS << "<td style=\"background:rgb(255," << 255 - Shade << ',' << 255 - Shade
     << ")\" title=\"" << Cell.Cycles.str()
     << " cy/it: " << escapeHtml(Cell.Resource) << "\">"
     << speedup(Row.Base, Cell.Cycles) << "</td>";
}

void HTMLReport::end() {
  if (!Heat.empty()) {
    std::vector<std::string> Columns;
    for (const HeatRow &Row : Heat)
      for (const HeatCell &C : Row.Cells)
        if (!is_contained(Columns, C.Resource))
          Columns.push_back(C.Resource);
    OS << "<h2>Sensitivity</h2>\n<p>How many times as fast each loop runs "
          "with one resource accelerated, and, where none helps alone, with "
          "those that help together.</p>\n"
          "<table class=\"heat\"><tr><th class=\"code\">loop</th><th>cy/it"
          "</th>";
    for (const std::string &Column : Columns)
      OS << "<th>" << escapeHtml(Column) << "</th>";
    OS << "<th colspan=\"2\">together</th></tr>\n";
    for (const HeatRow &Row : Heat) {
      OS << "<tr><td class=\"code\">" << escapeHtml(Row.Loop) << "</td><td>"
         << Row.Base.str() << "</td>";
      for (const std::string &Column : Columns)
        heatCell(Row, Column);
      if (Row.Together.Resource.empty()) {
        OS << "<td colspan=\"2\"></td></tr>\n";
        continue;
      }
      shadedCell(Row, Row.Together);
      OS << "<td class=\"code\">" << escapeHtml(Row.Together.Resource)
         << "</td></tr>\n";
    }
    OS << "</table>\n";
  }
  OS << "</body></html>\n";
}

std::unique_ptr<Report>
kernelbounds::createHTMLReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<HTMLReport>(OS, Options);
}
