//===- FormPage.cpp - The page of what was measured -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The page has all of its data and its script in it. Each table of the class
/// `sortable` has a filter of its own.
///
/// Tested by unittests/Measure/FormPageTest.cpp, and by measure.test,
/// measure-core.test and measure-page.test of test/kernel-opt, of which the
/// last one runs the script.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormReports.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/Page.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral Script = R"(
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0], rows = [...body.rows];
  const filter = document.querySelector(`#${table.id}-filter`);
  const only = document.querySelector(`#${table.id}-only`);
  filter.oninput = only.onchange = () => {
    let test = () => true;
    try { const r = new RegExp(filter.value, "i"); test = t => r.test(t); } catch {}
    for (const r of rows)
      r.hidden = !test(r.cells[0].textContent + " " + r.cells[1].textContent) ||
                 (only.checked && +r.dataset.off === 0);
  };
  [...table.tHead.rows[0].cells].forEach((h, i) => {
    let up = false;
    h.onclick = () => {
      up = !up;
      const key = r => r.cells[i].dataset.key ?? r.cells[i].textContent;
      rows.sort((a, b) => {
        const x = key(a), y = key(b), n = x - y;
        return (isNaN(n) ? x.localeCompare(y) : n) * (up ? 1 : -1);
      });
      body.append(...rows);
    };
  });
}
)";

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// \p Off: the figures to mark, as differencesOf() calls them.
static std::string latencyCell(const FormResult &R, const StringSet<> &Off) {
  std::string Text;
  for (const FormLatency &L : R.Latencies) {
    const bool IsMarked = Off.contains(L.From + ">" + L.To);
    Text += Text.empty() ? "" : ", ";
    Text += IsMarked ? "<span class=off>" : "";
    Text += L.From + " &rarr; " + L.To + " ";
    Text += L.Status == LoopStatus::Ok || L.Status == LoopStatus::Unsteady
                ? formatCycles(L.Cycles)
                : loopStatusName(L.Status).str();
    Text += L.Status == LoopStatus::Unsteady ? " (unsteady)" : "";
    Text += IsMarked ? "</span>" : "";
  }
  return Text;
}

static std::string throughputCell(const FormResult &R) {
  return R.isKnown() || R.Status == LoopStatus::Unsteady
             ? formatCycles(R.Throughput)
             : loopStatusName(R.Status).str();
}

/// What was counted: "p0 1.00 p1 1.00; beside 8 SHL64ri, which fill p0+p6: 1.00
/// on these ports and 1.00 on others".
static std::string describeCounts(const CountEvidence &E) {
  std::string Text;
  for (const auto &[Counter, Count] : E.Alone)
    if (Count >= 0.005)
      Text +=
          (Text.empty() ? "" : " ") + Counter + formatv(" {0:f2}", Count).str();
  for (const CountBeside &B : E.Beside)
    Text += formatv("; beside {0} {1}, which fill {2}: {3:f2} on these ports "
                    "and {4:f2} on others",
                    B.NumBlockers, B.Blocker, join(B.Blocked, "+"), B.Inside,
                    B.Outside);
  return Text + (E.Why.empty() ? "" : "; " + E.Why);
}

/// The ports that were found, and what explains the times as well: "ALU0 or
/// ALU1".
static std::string portsCell(const MeasureRun &Run, const PortFinding *P) {
  if (!P || P->Trust == Confidence::NotMeasured)
    return "";
  std::string Text = describePorts(*Run.PortNames, P->Found);
  for (const std::vector<MappedUop> &A : P->Alternatives)
    Text += " or " + describePorts(*Run.PortNames, A);
  Text += " (" + confidenceName(P->Trust).str() + ")";
  return P->Counted ? Text + ": " + describeCounts(*P->Counted) : Text;
}

/// "op2 to op1 154.00, op3 to op1 154.00".
static std::string listOfLatencies(ArrayRef<FormLatency> Latencies) {
  std::string Text;
  for (const FormLatency &L : Latencies)
    Text += (Text.empty() ? "" : ", ") + L.From + " to " + L.To + " " +
            formatCycles(L.Cycles);
  return Text;
}

static std::string notesOf(const FormRow &R) {
  std::string Notes;
  auto Note = [&](const Twine &Text) {
    Notes += (Notes.empty() ? "" : "; ") + Text.str();
  };
  for (const FormDifference &D : differencesOf(R))
    Note(D.Figure + ": " + D.Machine + ", model " + D.Model);
  if (R.Machine.SlowThroughput)
    Note("slow operands: " + formatCycles(*R.Machine.SlowThroughput));
  if (R.Machine.DenormalThroughput)
    Note("denormal operands: " + formatCycles(*R.Machine.DenormalThroughput));
  if (R.Machine.NaNThroughput)
    Note("operands that are no numbers: " +
         formatCycles(*R.Machine.NaNThroughput));
  if (!R.Machine.DenormalLatencies.empty())
    Note("latency of denormal operands: " +
         listOfLatencies(R.Machine.DenormalLatencies));
  if (!R.Machine.NaNLatencies.empty())
    Note("latency of operands that are no numbers: " +
         listOfLatencies(R.Machine.NaNLatencies));
  if (R.Machine.SameRegister != Idiom::None)
    Note("of one register: " + idiomName(R.Machine.SameRegister));
  if (R.Machine.IsEliminatedMove)
    Note("eliminated");
  if (!R.Machine.MeasuredAs.empty())
    Note("measured as " + R.Machine.MeasuredAs);
  if (!R.Machine.Detail.empty())
    Note(R.Machine.Detail);
  return Notes;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Begins a table that can be sorted and filtered, with its filter.
static void openTable(raw_ostream &OS, StringRef Id, StringRef What,
                      ArrayRef<StringRef> Columns) {
  OS << formatv("<p><input id={0}-filter size=50 placeholder=\"filter by {1} "
                "(regular expression)\"> <label><input id={0}-only "
                "type=checkbox> only differences</label></p>\n"
                "<div class=scroll><table class=\"plain sortable\" "
                "id={0}><thead><tr>",
                Id, What);
  for (StringRef Column : Columns)
    OS << "<th>" << Column;
  OS << "</tr></thead><tbody>\n";
}

static void closeTable(raw_ostream &OS) { OS << "</tbody></table></div>\n"; }

/// The last cells of a row but one: by how much the model is off.
static std::string differenceCell(double Off) {
  return formatv("<td class=r data-key=\"{0:f4}\">{1:f0} %</td>", Off,
                 100 * Off)
      .str();
}

/// \p Other is null if there is no other model.
static void writeForm(raw_ostream &OS, const MeasureRun &Run, const FormRow &R,
                      const FormResult *Other, const PortFinding *Ports) {
  StringSet<> Differs;
  for (const FormDifference &D : differencesOf(R))
    Differs.insert(D.Figure);
  const FormResult *Shipped = &R.Model, *OfLLVM = Other;
  if (Run.ModelIsLLVM)
    std::swap(Shipped, OfLLVM);
  OS << formatv("<tr data-off=\"{0:f3}\"><td>{1}</td><td><code>{2}</code></td>",
                R.difference(), escapeHtml(R.Form->Name),
                escapeHtml(R.Form->Text))
     << formatv("<td class=\"r{0}\">{1}</td>",
                Differs.contains("throughput") ? " off" : "",
                throughputCell(R.Machine));
  for (const FormResult *F : {Shipped, OfLLVM})
    OS << "<td class=r>" << (F ? throughputCell(*F) : "") << "</td>";
  OS << "<td>" << latencyCell(R.Machine, Differs) << "</td>";
  for (const FormResult *F : {Shipped, OfLLVM})
    OS << "<td>" << (F ? latencyCell(*F, {}) : "") << "</td>";
  OS << "<td>" << escapeHtml(portsCell(Run, Ports)) << "</td>"
     << differenceCell(R.difference()) << "<td>" << escapeHtml(notesOf(R))
     << "</td></tr>\n";
}

/// The forms, the largest differences first.
static void writeForms(raw_ostream &OS, const MeasureRun &Run) {
  openTable(OS, "forms", "name or instruction",
            {"form", "example", "throughput", "shipped model", "LLVM's model",
             "latency", "shipped model", "LLVM's model",
             Run.PortsAreCounted ? "ports by counters" : "ports by time",
             "difference", "notes"});
  StringMap<const PortFinding *> Ports;
  for (const PortFinding &P : Run.Ports)
    for (const InstructionForm *F : P.Forms)
      Ports[F->Name] = &P;
  std::vector<size_t> Order(Run.Rows.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  llvm::sort(Order, [&](size_t A, size_t B) {
    return std::pair(-Run.Rows[A].difference(),
                     StringRef(Run.Rows[A].Form->Name)) <
           std::pair(-Run.Rows[B].difference(),
                     StringRef(Run.Rows[B].Form->Name));
  });
  for (size_t I : Order)
    writeForm(OS, Run, Run.Rows[I],
              I < Run.Other.size() ? &Run.Other[I] : nullptr,
              Ports.lookup(Run.Rows[I].Form->Name));
  closeTable(OS);
}

/// By how much the model is off, relative to the larger of the two; 0 within
/// the noise.
static double differenceOf(const CoreRow &R) {
  const double A = R.Machine.Cycles, B = R.Model.Cycles;
  if (!R.Machine.isKnown() || !R.Model.isKnown() || !differ(A, B))
    return 0;
  return std::fabs(A - B) / std::max(std::fabs(A), std::fabs(B));
}

/// Three decimals; what a search tried that found no step, and else why there
/// is no figure.
static std::string figureCell(const CoreFigure &F) {
  if (F.isKnown())
    return formatv("{0:f3}", F.Cycles).str();
  if (F.Status == LoopStatus::NoStep)
    return formatv("at least {0:f0}", F.Cycles).str();
  return loopStatusName(F.Status).str();
}

static void writeCore(raw_ostream &OS, const MeasureRun &Run) {
  OS << "<h2>The core</h2>\n<p>Cycles of each; of sizes, entries.</p>\n";
  openTable(
      OS, "core", "name or code",
      {"experiment", "code", "measured", "spread", "model", "difference"});
  for (const CoreRow &R : Run.Core) {
    const double Off = differenceOf(R);
    OS << formatv("<tr data-off=\"{0:f3}\"><td>{1}</td><td><code>{2}</code>"
                  "</td><td class=\"r{3}\">{4}</td><td class=r>{5}</td>"
                  "<td class=r>{6}</td>",
                  Off, escapeHtml(R.Name), escapeHtml(codeOf(R)),
                  Off > 0 ? " off" : "", figureCell(R.Machine),
                  R.Machine.isKnown()
                      ? formatv("{0:f3}", R.Machine.Spread).str()
                      : "",
                  figureCell(R.Model))
       << differenceCell(Off) << "</tr>\n";
  }
  closeTable(OS);
}

static void writePairs(raw_ostream &OS, const MeasureRun &Run) {
  OS << "<h2>Pairs with a branch</h2>\n";
  openTable(OS, "pairs", "instruction",
            {"first", "condition", "measured", "model"});
  for (const PairRow &P : Run.Pairs)
    OS << "<tr data-off=\"" << (P.Machine.str() != P.Model.str()) << "\"><td>"
       << escapeHtml(P.First) << "</td><td>" << P.Condition << "</td><td>"
       << P.Machine.str() << "</td><td>" << P.Model.str() << "</td></tr>\n";
  closeTable(OS);
}

void kernelbounds::printMeasureHtml(raw_ostream &OS, const MeasureRun &Run) {
  openPage(OS, "Measured instruction forms",
           "Kernel Bounds; cycles for each instruction");
  OS << "<dl>\n";
  auto Fact = [&](StringRef Key, StringRef Value) {
    OS << "<dt>" << escapeHtml(Key) << "<dd>" << escapeHtml(Value) << '\n';
  };
  for (const MachineFact &F : Run.Facts)
    Fact(F.Key, F.Value);
  Fact("extensions that run", join(Run.Extensions.Runs, ", "));
  Fact("compared with", Run.Model);
  if (!Run.Other.empty())
    Fact("the other model", Run.OtherModel);
  Fact("date", Run.Date);
  OS << "</dl>\n";
  writeForms(OS, Run);
  if (!Run.Core.empty())
    writeCore(OS, Run);
  if (!Run.Pairs.empty())
    writePairs(OS, Run);
  OS << "<script>" << Script << "</script>\n";
  closePage(OS);
}
