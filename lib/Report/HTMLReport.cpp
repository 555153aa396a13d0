//===- HTMLReport.cpp - One page with an overview and every loop ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A page that needs no other file: an overview of all loops, which can be
/// sorted and searched, and for each loop its bounds as a ladder, source beside
/// assembly, what a faster resource would give, and the timeline. Which loop is
/// shown stands in the address, so that a link to it can be kept.
///
/// The page holds data, and a script (page/page.js) that shows them. The data
/// of a loop are a JSON document of their own, which is read when the loop is
/// looked at: that keeps a page of ten thousand loops quick. Names and
/// instructions reach the page as text only.
///
/// Tested by test/kernel-opt/html.test and html-browser.test.
//
//===----------------------------------------------------------------------===//

#include "HTMLPage.h"
#include "SimulationReport.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/WidthBounds.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Micro-ops of a timeline that are drawn.
constexpr size_t MaxRows = 160;

/// A row of the overview.
struct OverviewRow {
  std::string Name, Function;
  CyclesPerIter Cycles;
  std::optional<CyclesPerIter> Next;
  std::string LimitName;
  size_t NumInsts;
  bool IsComplete;
  size_t NumCopies; ///< Other places with the same code.
  std::string File; ///< The input.
  TimeShare Share;  ///< Of a run; 0 = not known.
};

/// Writes one loop as JSON.
class LoopData {
public:
  LoopData(json::OStream &J, const LoopReport &R) : J(J), R(R), A(R.A) {}
  void write();

private:
  void number(const CyclesPerIter &C) { J.rawValue(C.str()); }
  void number(StringRef Key, const CyclesPerIter &C) {
    J.attributeBegin(Key);
    number(C);
    J.attributeEnd();
  }
  void text(StringRef Key, const std::string &Text) {
    J.attribute(Key, utf8(Text));
  }
  void notes();
  void bounds();
  void instructions();
  void instruction(uint32_t Inst);
  void limitWeights();
  void dependences();
  void sensitivity();
  void timeline();

  json::OStream &J;
  const LoopReport &R;
  const Analysis &A;
};

class HTMLReport final : public Report {
public:
  using Report::Report;
  void begin() override;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
  void addStored(const StoredLoop &L) override;
  void addFile(const FileSummary &F) override;
  void end() override;

private:
  std::vector<OverviewRow> Rows;
  std::vector<std::string> Notes;
};

} // namespace

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

void LoopData::notes() {
  J.attributeArray("notes", [&] {
    auto Note = [&](const std::string &Text) { J.value(utf8(Text)); };
    for (const std::string &Case : otherCases(R))
      Note(Case);
    if (std::string Change = nextStep(R); !Change.empty())
      Note("next: " + Change + " would give " + cyclesText(R, R.L.Next.To));
    if (std::string Text = R.rateText(); !Text.empty())
      Note("rate: " + Text);
    if (!R.Place.Vectorizer.empty())
      Note("vectorizer: " + escapeControls(R.Place.Vectorizer));
    StringRef Title = "inlined: ";
    for (const std::string &Frame : inlinedFrames(A.kernel(), R.Place)) {
      Note(Title.str() + Frame);
      Title = "called from ";
    }
  });
}

void LoopData::bounds() {
  J.attributeArray("bounds", [&] {
    for (const BoundInfo &Info : allBounds()) {
      const Bound &B = A.bound(Info.Kind);
      const Evidence E = Info.Rules->Explain(A, B);
      const bool IsLimit = A.LimitedBy == Info.Kind;
      if (B.Cycles.isZero() || (!E.IsShown && !IsLimit))
        continue;
      J.array([&] {
        J.value(Info.Label);
        number(B.Cycles);
        J.value(utf8(E.Text));
        J.value(IsLimit);
      });
    }
  });
}

void LoopData::instruction(uint32_t Inst) {
  const InstRow &Row = R.Rows[Inst];
  text("t", Row.Text.Text);
  text("at", Row.AsmLine ? std::to_string(Row.AsmLine) : Row.where());
  if (R.Place.Source && Row.SourceLine)
    if (std::string Line = R.Place.Source(Row.Text.SourceFile, Row.SourceLine);
        !Line.empty())
      text("src", std::to_string(Row.SourceLine) + ": " + Line);
  J.attributeArray("p", [&] {
    for (const CyclesPerIter &C : Row.PortLoads)
      number(C);
  });
  J.attribute("slots", Row.IssueSlots);
  // In an array: a step of no cycles is part of a chain, too.
  if (Row.OnLCD)
    J.attributeArray("lcd", [&] { J.value(Row.CyclesOnLCD); });
  if (Row.OnCP)
    J.attributeArray("cp", [&] { J.value(Row.CyclesOnCP); });
  if (R.L.Simulation && !R.L.Simulation->Waits.empty()) {
    const InstWaits &W = R.L.Simulation->Waits[Inst];
    J.attributeArray("w", [&] {
      number(W.Operands);
      number(W.Port);
    });
  }
}

void LoopData::instructions() {
  J.attributeArray("ports", [&] {
    for (unsigned P : R.Ports)
      J.value(R.portName(P));
  });
  J.attributeArray("totals", [&] {
    for (const CyclesPerIter &C : R.PortTotals)
      number(C);
  });
  J.attribute("slots", issueWitness(A).Slots);
  J.attributeArray("insts", [&] {
    for (uint32_t I = 0; I < R.Rows.size(); ++I)
      J.object([&] { instruction(I); });
  });
}

/// What each instruction has of the limit, in cycles of it or issue slots.
void LoopData::limitWeights() {
  std::vector<CyclesPerIter> Weights;
  for (const BoundInfo &Info : allBounds())
    if (Info.Kind == A.LimitedBy)
      Weights = evidenceWeights(R, A.bound(Info.Kind), *Info.Rules);
  if (Weights.empty())
    return;
  J.attributeArray("weights", [&] {
    for (const CyclesPerIter &W : Weights)
      number(W);
  });
}

/// Arrows from one instruction to another, or to itself in a later iteration.
/// Of several between the same ones, that with the most cycles.
void LoopData::dependences() {
  struct Arrow {
    int64_t Latency = 0;
    bool IsMemory = false, IsMay = true, OnLCD = false;
  };
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Arrow> Arrows;
  const DependencyGraph &G = A.Graph;
  const std::set<uint32_t> OnLCD(A.LCD.Edges.begin(), A.LCD.Edges.end());
  for (auto [E, Edge] : enumerate(G.edges())) {
    const uint32_t From = G.nodes()[Edge.From].Inst;
    const uint32_t To = G.nodes()[Edge.To].Inst;
    if (Edge.Kind == DependenceKind::Overwritten ||
        (From == To && Edge.Distance == 0))
      continue;
    Arrow &Ar = Arrows[{From, To, Edge.Distance}];
    Ar.Latency = std::max<int64_t>(Ar.Latency, Edge.Latency);
    Ar.IsMemory |= Edge.Kind == DependenceKind::Memory;
    Ar.IsMay &= Edge.isMay();
    Ar.OnLCD |= OnLCD.count(E) != 0;
  }
  J.attributeArray("deps", [&] {
    for (const auto &[Place, Ar] : Arrows)
      J.array([&] {
        J.value(int64_t(std::get<0>(Place)));
        J.value(int64_t(std::get<1>(Place)));
        J.value(Ar.Latency);
        J.value(int64_t(std::get<2>(Place)));
        J.value(int64_t(Ar.IsMay ? 2 : Ar.IsMemory ? 1 : 0));
        J.value(int64_t(Ar.OnLCD));
      });
  });
}

void LoopData::sensitivity() {
  if (!R.L.WhatIf)
    return;
  const Sensitivity &S = *R.L.WhatIf;
  J.attributeObject("sensitivity", [&] {
    J.attribute("factor", factorText(S.Factor));
    number("base", S.Base);
    J.attributeArray("single", [&] {
      for (const ResourceEffect &E : S.Single)
        J.array([&] {
          J.value(utf8(resourceText(E.What, A)));
          number(E.Cycles);
          J.value(S.helps(E.Cycles));
        });
    });
    if (S.Together.empty())
      return;
    std::string Names;
    for (const Resource &What : S.Together)
      Names += (Names.empty() ? "" : " + ") + resourceName(What, A.model());
    J.attributeArray("together", [&] {
      J.value(utf8(Names));
      number(S.TogetherCycles);
    });
  });
}

void LoopData::timeline() {
  ArrayRef<UopEvent> All;
  if (R.L.Simulation)
    All = R.L.Simulation->Result.Events;
  J.attributeArray("timeline", [&] {
    for (const UopEvent &E : All.take_front(MaxRows))
      J.array([&] {
        for (int64_t N :
             {int64_t(E.Inst), int64_t(E.Iteration), int64_t(E.Renamed),
              int64_t(E.Ready), int64_t(E.Dispatched), int64_t(E.Executed),
              int64_t(E.Retired)})
          J.value(N);
        J.value(utf8(uopText(E, A)));
      });
  });
  if (All.size() > MaxRows)
    text("cut",
         "and " + std::to_string(All.size() - MaxRows) + " more micro-ops");
}

void LoopData::write() {
  text("name", R.name());
  text("headline", headlineText(R));
  if (!R.isComplete())
    text("gaps", R.gaps());
  number("cycles", R.L.prediction());
  number("upper", R.L.upper());
  number("cp", CyclesPerIter(A.CP.Latency));
  text("cpu", A.model().cpu().str());
  text("model", escapeControls(A.model().description()));
  text("values", R.valuesLine());
  if (R.L.isSimulated())
    number("simulated", R.L.Simulation->Result.Cycles);
  else
    J.attribute("simulated", nullptr);
  std::string Basis;
  if (R.L.Simulation)
    Basis = simulationBasis(R.L.Simulation->Result);
  if (const SimulatedLimit Why = findSimulatedLimit(R.L); Why.isFound())
    Basis += "; limited by " + Why.str();
  text("basis", Basis);
  notes();
  bounds();
  instructions();
  limitWeights();
  dependences();
  sensitivity();
  timeline();
}

void kernelbounds::writePageJSON(json::OStream &J, const LoopReport &R) {
  LoopData(J, R).write();
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

void HTMLReport::begin() { beginPage(OS, Options.Generator); }

void HTMLReport::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const LoopReport R(L, Place);
  writePageData(OS, "loop" + Twine(Rows.size()), [&](json::OStream &J) {
    J.object([&] { writePageJSON(J, R); });
  });
  std::optional<CyclesPerIter> Next;
  if (!nextStep(R).empty())
    Next = L.Next.To;
  Rows.push_back({R.name(), shownFunction(R.A.kernel()), L.prediction(), Next,
                  limitName(L).str(), R.Rows.size(), R.isComplete(), 0,
                  escapeControls(Place.File), Place.Share});
}

void HTMLReport::addStored(const StoredLoop &L) {
  writePageData(OS, "loop" + Twine(Rows.size()), [&](json::OStream &J) {
    if (L.Copies.empty())
      return J.rawValue(L.rawForm("page"));
    json::Value Loop = L.form("page");
    if (json::Object *O = Loop.getAsObject())
      (*O)["copies"] = json::Array(L.Copies);
    J.value(Loop);
  });
  Rows.push_back({L.Name, L.Function, L.Cycles, L.Next, L.LimitName, L.NumInsts,
                  L.IsComplete, L.Copies.size(), escapeControls(L.File),
                  L.Share});
}

void HTMLReport::addFile(const FileSummary &F) {
  if (F.NumOmitted != 0)
    Notes.push_back(escapeControls(F.File) + ": " + omittedText(F));
  if (!F.Error.empty())
    Notes.push_back(escapeControls(F.Error));
}

void HTMLReport::end() {
  writePageData(OS, "overview", [&](json::OStream &J) {
    J.object([&] {
      J.attribute("sorted", Options.IsSorted);
      J.attributeArray("notes", [&] {
        for (const std::string &Note : Notes)
          J.value(utf8(Note));
      });
      J.attributeArray("loops", [&] {
        for (const OverviewRow &Row : Rows)
          J.array([&] {
            J.value(utf8(Row.Name));
            J.value(utf8(Row.Function));
            J.rawValue(Row.Cycles.str());
            if (Row.Next)
              J.rawValue(Row.Next->str());
            else
              J.value(nullptr);
            J.value(Row.LimitName);
            J.value(int64_t(Row.NumInsts));
            J.value(Row.IsComplete);
            J.value(int64_t(Row.NumCopies));
            J.value(utf8(Row.File));
            J.rawValue(decimalOf(Row.Share));
          });
      });
    });
  });
  endPage(OS, PageScript);
}

std::unique_ptr<Report>
kernelbounds::createHTMLReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<HTMLReport>(OS, Options);
}
