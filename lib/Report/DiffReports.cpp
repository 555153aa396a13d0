//===- DiffReports.cpp - Two versions, as JSON and Markdown ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JSON with every loop (docs/reference/json.md), and Markdown for the comment
/// of a pull request: one table, and the details of each changed loop folded
/// away.
/// Tested by test/kernel-opt/diff.s.
//
//===----------------------------------------------------------------------===//

#include "DiffReport.h"
#include "SimulationReport.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr ReportInfo Infos[] = {
    {"text", "what changed and why, side by side", nullptr},
    {"json", "one document, described in docs/reference/json.md", nullptr},
    {"markdown", "a table and folded details, for a pull request", nullptr},
    {"html", "a page: the loops that changed, and each side by side", nullptr},
};

ArrayRef<ReportInfo> kernelbounds::allDiffReports() { return Infos; }

void kernelbounds::writeDiff(raw_ostream &OS, const Comparison &C,
                             const ReportInfo &Format,
                             const DiffOptions &Options) {
  constexpr decltype(&writeDiffText) Writers[] = {
      writeDiffText, writeDiffJSON, writeDiffMarkdown, writeDiffHTML};
  Writers[&Format - Infos](OS, C, Options);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {

class DiffJSON {
public:
  DiffJSON(json::OStream &J) : J(J) {}
  void write(const Comparison &C, const DiffOptions &Options);

private:
  void loop(const LoopDifference &D);
  void version(StringRef Key, const LoopRecord *L);
  void bounds(const LoopDifference &D);
  void instructions(const LoopDifference &D);
  void cycles(StringRef Key, const CyclesPerIter &C) {
    J.attributeObject(Key, [&] { writeCyclesJSON(J, C); });
  }
  void decimal(StringRef Key, int64_t Millionths) {
    J.attributeBegin(Key);
    J.rawValue(decimalOf(Millionths));
    J.attributeEnd();
  }
  void number(StringRef Key, uint64_t N) {
    J.attribute(Key, N ? json::Value(N) : json::Value(nullptr));
  }
  void text(StringRef Key, const std::string &Text) {
    J.attribute(Key,
                Text.empty() ? json::Value(nullptr) : json::Value(utf8(Text)));
  }

  json::OStream &J;
  bool HasRun = false; ///< There is a profile.
};

} // namespace

void DiffJSON::version(StringRef Key, const LoopRecord *L) {
  if (!L)
    return J.attribute(Key, nullptr);
  J.attributeObject(Key, [&] {
    J.attribute("file", utf8(L->File));
    J.attribute("function", utf8(L->Function));
    J.attribute("demangled", utf8(L->Demangled));
    J.attribute("label", utf8(L->Label));
    J.attribute("source_file", utf8(L->SourceFile));
    number("source_line", L->SourceLine);
    number("assembly_line", L->AsmLine);
    J.attribute("cpu", L->Cpu);
    number("elements_per_trip", L->ElementsPerTrip);
    number("bytes_per_trip", L->BytesPerTrip);
    cycles("prediction", L->Prediction);
    cycles("bounds", L->LargestBound);
    cycles("bound", L->AtLeast.value_or(L->Prediction));
    cycles("worst", L->AtMost.value_or(L->Prediction));
    J.attribute("limit", L->LimitName);
    J.attribute("verdict_text", L->Verdict);
    text("next_text", L->Next);
    text("gaps", L->Gaps);
  });
}

void DiffJSON::bounds(const LoopDifference &D) {
  J.attributeArray("bounds", [&] {
    for (const BoundChange &B : D.Bounds)
      J.object([&] {
        J.attribute("limit", limitName(B.Kind));
        cycles("old", B.Old);
        cycles("new", B.New);
        J.attribute("limits_old", B.LimitsOld);
        J.attribute("limits_new", B.LimitsNew);
        text("old_evidence", B.OldWhy);
        text("new_evidence", B.NewWhy);
      });
  });
}

void DiffJSON::instructions(const LoopDifference &D) {
  auto Side = [&](StringRef Key, const LoopRecord *L,
                  std::optional<uint32_t> Inst, const CyclesPerIter &Weight) {
    if (!Inst)
      return J.attribute(Key, nullptr);
    J.attributeObject(Key, [&] {
      J.attribute("text", utf8(L->Insts[*Inst].Text));
      number("assembly_line", L->Insts[*Inst].AsmLine);
      number("source_line", L->Insts[*Inst].SourceLine);
      cycles("weight", Weight);
    });
  };
  J.attributeArray("instructions", [&] {
    for (const InstPair &P : D.Insts)
      J.object([&] {
        Side("old", D.Old, P.Old, P.OldWeight);
        Side("new", D.New, P.New, P.NewWeight);
      });
  });
}

void DiffJSON::loop(const LoopDifference &D) {
  J.attribute("fate", fateName(D.Fate));
  version("old", D.Old);
  version("new", D.New);
  if (!D.Old || !D.New)
    return;
  cycles("old_cycles", D.OldCycles);
  cycles("new_cycles", D.NewCycles);
  if (D.Fate == LoopFate::Unclear)
    J.attribute("change_percent", nullptr);
  else
    J.attribute("change_percent", double(D.changePerMille()) / 10);
  J.attribute("work_ratio", D.WorkRatio.exactStr());
  J.attribute("work_known", D.IsWorkKnown);
  if (HasRun)
    decimal("share", D.Share);
  text("why", D.Why);
  J.attribute("blamed", limitName(D.Blamed));
  bounds(D);
  if (D.Fate != LoopFate::Same)
    instructions(D);
}

void DiffJSON::write(const Comparison &C, const DiffOptions &Options) {
  HasRun = C.Run.has_value();
  J.objectBegin();
  J.attribute("schema", 1);
  J.attribute("generator", Options.Generator);
  J.attribute("old_title", utf8(C.OldTitle));
  J.attribute("new_title", utf8(C.NewTitle));
  J.attributeObject("summary", [&] {
    for (unsigned F = 0; F < NumLoopFates; ++F)
      J.attribute(fateName(static_cast<LoopFate>(F)), C.NumOf[F]);
    if (C.FailAbove)
      J.attribute("fail_above_percent", double(*C.FailAbove) / 10);
    else
      J.attribute("fail_above_percent", nullptr);
    J.attribute("failed", C.NumFailed);
    J.attribute("gate_failed", C.hasFailed());
    if (C.Run) {
      decimal("known_share", C.Known);
      decimal("time_change", C.changeOfRun());
    }
  });
  J.attributeArray("loops", [&] {
    for (const LoopDifference &D : C.Loops)
      J.object([&] { loop(D); });
  });
  J.objectEnd();
}

void kernelbounds::writeDiffJSON(raw_ostream &OS, const Comparison &C,
                                 const DiffOptions &Options) {
  json::OStream J(OS, /*IndentSize=*/2);
  DiffJSON(J).write(C, Options);
  OS << '\n';
}

//===----------------------------------------------------------------------===//
// Markdown
//===----------------------------------------------------------------------===//

/// \p Text as code in a cell of a table.
static std::string code(StringRef Text) {
  std::string Out = "`";
  for (char C : escapeControls(Text))
    if (C == '|')
      Out += "\\|";
    else
      Out += C == '`' ? '\'' : C;
  return Out + "`";
}

/// \p Text as prose in which nothing is markup.
static std::string prose(StringRef Text) {
  std::string Out;
  for (char C : escapeHtml(Text)) {
    if (StringRef("\\`*_{}[]#|~@!").contains(C))
      Out += '\\';
    Out += C;
  }
  return Out;
}

static void markdownRow(raw_ostream &OS, const LoopDifference &D) {
  const LoopRecord &L = D.New ? *D.New : *D.Old;
  const bool IsUnclear = D.Fate == LoopFate::Unclear;
  OS << "| " << fateName(D.Fate) << " | " << code(L.Title) << " | "
     << (!D.Old      ? ""
         : IsUnclear ? D.Old->Prediction.str()
                     : D.OldCycles.str())
     << " | "
     << (!D.New      ? ""
         : IsUnclear ? D.New->Prediction.str()
                     : D.NewCycles.str())
     << " | " << (D.Old && D.New && !IsUnclear ? changeText(D) : "") << " | "
     << prose(D.Why) << " |\n";
}

static void markdownDetails(raw_ostream &OS, const LoopDifference &D) {
  OS << "\n<details><summary>" << escapeHtml(fateName(D.Fate)) << ": "
     << escapeHtml(diffHeadline(D)) << "</summary>\n\n"
     << "| bound | old | new |\n|---|--:|--:|\n";
  for (const BoundChange &B : D.Bounds)
    OS << "| " << boundLabel(B.Kind) << " | " << B.Old.str()
       << (B.LimitsOld ? " (limit)" : "") << " | " << B.New.str()
       << (B.LimitsNew ? " (limit)" : "") << " |\n";
  OS << "\n```diff\n";
  for (const InstPair &P : D.Insts) {
    // A fence ends only at the start of a line, where none of these stands.
    if (P.Old && P.New)
      OS << "  " << D.New->Insts[*P.New].Text << '\n';
    else if (P.Old)
      OS << "- " << D.Old->Insts[*P.Old].Text << '\n';
    else
      OS << "+ " << D.New->Insts[*P.New].Text << '\n';
  }
  OS << "```\n\n</details>\n";
}

void kernelbounds::writeDiffMarkdown(raw_ostream &OS, const Comparison &C,
                                     const DiffOptions &Options) {
  constexpr unsigned DefaultTop = 20;
  OS << "### Loops: " << prose(C.OldTitle) << " → " << prose(C.NewTitle)
     << "\n\n"
     << diffSummary(C) << '.';
  auto Sentence = [&](const std::string &Text) {
    OS << toUpper(Text[0]) << Text.substr(1) << '.';
  };
  if (C.FailAbove) {
    OS << ' ';
    Sentence(gateText(C));
  }
  if (C.Run) {
    OS << "\n\n";
    Sentence(runSummary(C));
  }
  OS << "\n";
  std::vector<const LoopDifference *> Shown;
  for (const LoopDifference &D : C.Loops)
    if (D.Fate != LoopFate::Same || Options.All)
      Shown.push_back(&D);
  if (Shown.empty())
    return;
  const size_t Top = Options.All   ? Shown.size()
                     : Options.Top ? Options.Top
                                   : DefaultTop;
  OS << "\n| | loop | old cy/it | new cy/it | change | why |\n"
        "|---|---|--:|--:|--:|---|\n";
  for (const LoopDifference *D : ArrayRef(Shown).take_front(Top))
    markdownRow(OS, *D);
  if (Shown.size() > Top)
    OS << "\nand " << Shown.size() - Top << " more.\n";
  if (Options.Quiet)
    return;
  for (const LoopDifference *D : ArrayRef(Shown).take_front(Top))
    if (D->Old && D->New && D->Fate != LoopFate::Same)
      markdownDetails(OS, *D);
}
