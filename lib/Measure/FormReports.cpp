//===- FormReports.cpp - What was measured, for people and programs -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The page has all of its data and its script in it.
/// Tested by test/kernel-opt/measure.test and model-diff.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormReports.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/Page.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

std::vector<FormDifference> kernelbounds::differencesOf(const FormRow &R) {
  std::vector<FormDifference> Out;
  const FormResult &A = R.Machine, &B = R.Model;
  if (!A.isKnown() || !B.isKnown())
    return Out;
  if (differ(A.Throughput, B.Throughput))
    Out.push_back(
        {"throughput", formatCycles(A.Throughput), formatCycles(B.Throughput)});
  for (const auto &[L, M] : zip(A.Latencies, B.Latencies))
    if (L.Status == LoopStatus::Ok && M.Status == LoopStatus::Ok &&
        latenciesDiffer(L.Cycles, M.Cycles))
      Out.push_back({L.From + ">" + L.To, formatCycles(L.Cycles),
                     formatCycles(M.Cycles)});
  auto Word = [](StringRef Name) {
    return Name.empty() ? std::string("none") : Name.str();
  };
  if (A.SameRegister != B.SameRegister)
    Out.push_back({"same register", Word(idiomName(A.SameRegister)),
                   Word(idiomName(B.SameRegister))});
  if (A.IsEliminatedMove != B.IsEliminatedMove)
    Out.push_back({"move", A.IsEliminatedMove ? "eliminated" : "executed",
                   B.IsEliminatedMove ? "eliminated" : "executed"});
  return Out;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// Two decimals: more are noise.
static json::Value cycles(double Cycles) {
  return json::Value(std::round(Cycles * 100) / 100);
}

static json::Array latencies(ArrayRef<FormLatency> List) {
  json::Array Out;
  for (const FormLatency &L : List) {
    json::Object O{{"from", L.From},
                   {"to", L.To},
                   {"cycles", cycles(L.Cycles)},
                   {"links", cycles(L.Links)}};
    if (L.Status != LoopStatus::Ok)
      O["status"] = loopStatusName(L.Status);
    Out.push_back(std::move(O));
  }
  return Out;
}

static json::Object resultOf(const FormResult &R) {
  json::Object O{{"status", loopStatusName(R.Status)}};
  if (!R.Detail.empty())
    O["detail"] = R.Detail;
  if (R.Status != LoopStatus::Ok && R.Status != LoopStatus::Unsteady)
    return O;
  O["throughput"] = cycles(R.Throughput);
  O["latencies"] = latencies(R.Latencies);
  if (R.SlowThroughput)
    O["slow_throughput"] = cycles(*R.SlowThroughput);
  if (!R.SlowLatencies.empty())
    O["slow_latencies"] = latencies(R.SlowLatencies);
  if (R.SameRegister != Idiom::None)
    O["same_register"] = idiomName(R.SameRegister);
  if (R.SameRegisterThroughput)
    O["same_register_throughput"] = cycles(*R.SameRegisterThroughput);
  if (R.IsEliminatedMove)
    O["eliminated_move"] = true;
  if (!R.MeasuredAs.empty())
    O["measured_as"] = R.MeasuredAs;
  return O;
}

static json::Object linksOf(const LinkLatencies &L) {
  return json::Object{{"xor", cycles(L.Xor)},
                      {"vector_xor", cycles(L.VectorXor)},
                      {"float_xor", cycles(L.FloatXor)},
                      {"mask_xor", cycles(L.MaskXor)},
                      {"to_vector", cycles(L.ToVector)},
                      {"from_vector", cycles(L.FromVector)},
                      {"to_mask", cycles(L.ToMask)},
                      {"from_mask", cycles(L.FromMask)},
                      {"to_flags", cycles(L.ToFlags)},
                      {"from_flags", cycles(L.FromFlags)}};
}

/// Both explanations of the ports of each class of forms.
static json::Array portsOf(const MeasureRun &Run) {
  json::Array Out;
  for (const PortFinding &P : Run.Ports) {
    json::Array Forms, Alternatives;
    for (const InstructionForm *F : P.Forms)
      Forms.push_back(F->Name);
    for (const std::vector<MappedUop> &A : P.Alternatives)
      Alternatives.push_back(describePorts(*Run.PortNames, A));
    Out.push_back(json::Object{
        {"forms", std::move(Forms)},
        {"model", describePorts(*Run.PortNames, P.Before)},
        {"by_time", describePorts(*Run.PortNames, P.Found)},
        {"confidence", confidenceName(P.Trust)},
        {"alternatives", std::move(Alternatives)},
        {"mixes", P.NumMixes},
        {"model_error", std::round(P.ErrorBefore * 1000) / 1000},
        {"simulated_error", std::round(P.ErrorOfModel * 1000) / 1000},
        {"by_time_error", std::round(P.ErrorFound * 1000) / 1000},
        {"written", P.IsBetter}});
  }
  return Out;
}

void kernelbounds::printMeasureJson(raw_ostream &OS, const MeasureRun &Run) {
  json::Object Machine;
  for (const MachineFact &F : Run.Facts)
    Machine[F.Key] = F.Value;
  Machine["extensions that run"] = json::Array(Run.Extensions.Runs);
  Machine["extensions that do not run"] = json::Array(Run.Extensions.Lacks);
  json::Array Forms, LeftOut, Pairs;
  json::Object Links;
  for (const auto &[Encoding, L] : Run.Links)
    Links[Encoding] = linksOf(L);
  for (const FormRow &R : Run.Rows)
    Forms.push_back(json::Object{{"form", R.Form->Name},
                                 {"example", R.Form->Text},
                                 {"twins", json::Array(R.Form->Twins)},
                                 {"machine", resultOf(R.Machine)},
                                 {"model", resultOf(R.Model)}});
  for (const PairRow &P : Run.Pairs)
    Pairs.push_back(json::Object{{"first", P.First},
                                 {"condition", P.Condition},
                                 {"machine", P.Machine.str()},
                                 {"model", P.Model.str()}});
  for (const LeftOutForm &L : Run.LeftOut)
    LeftOut.push_back(json::Object{{"form", L.Name}, {"reason", L.Reason}});
  json::Object All{{"tool", Run.Version},
                   {"date", Run.Date},
                   {"machine", std::move(Machine)},
                   {"model", Run.Model},
                   {"links", std::move(Links)},
                   {"forms", std::move(Forms)},
                   {"pairs", std::move(Pairs)},
                   {"ports", portsOf(Run)},
                   {"not_written", json::Array(Run.NotWritten)},
                   {"not_reached", Run.NumNotReached},
                   {"left_out", std::move(LeftOut)}};
  if (!Run.CoreLeftOut.empty())
    All["core_left_out"] =
        json::Object{{"reason", "there is no text of them for the target"},
                     {"experiments", json::Array(Run.CoreLeftOut)}};
  OS << formatv("{0:2}\n", json::Value(std::move(All)));
}

//===----------------------------------------------------------------------===//
// HTML
//===----------------------------------------------------------------------===//

static constexpr StringLiteral Script = R"(
const body = document.querySelector("#forms tbody");
const rows = [...body.rows];
const filter = document.querySelector("#filter");
const only = document.querySelector("#only");
function show() {
  let test = () => true;
  try { const r = new RegExp(filter.value, "i"); test = t => r.test(t); } catch {}
  for (const r of rows)
    r.hidden = !test(r.cells[0].textContent + " " + r.cells[1].textContent) ||
               (only.checked && +r.dataset.off === 0);
}
filter.oninput = only.onchange = show;
document.querySelectorAll("#forms th").forEach((h, i) => {
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
)";

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

static void writeRow(raw_ostream &OS, const FormRow &R) {
  const double Off = R.difference();
  auto Throughput = [](const FormResult &F) {
    return F.isKnown() || F.Status == LoopStatus::Unsteady
               ? formatCycles(F.Throughput)
               : loopStatusName(F.Status).str();
  };
  std::string Notes;
  auto Note = [&](const Twine &Text) {
    Notes += (Notes.empty() ? "" : "; ") + Text.str();
  };
  StringSet<> Differs;
  for (const FormDifference &D : differencesOf(R)) {
    Differs.insert(D.Figure);
    Note(D.Figure + ": " + D.Machine + ", model " + D.Model);
  }
  if (R.Machine.SlowThroughput)
    Note("slow operands: " + formatCycles(*R.Machine.SlowThroughput));
  if (R.Machine.SameRegister != Idiom::None)
    Note("of one register: " + idiomName(R.Machine.SameRegister));
  if (R.Machine.IsEliminatedMove)
    Note("eliminated");
  if (!R.Machine.MeasuredAs.empty())
    Note("measured as " + R.Machine.MeasuredAs);
  if (!R.Machine.Detail.empty())
    Note(R.Machine.Detail);
  OS << formatv("<tr data-off=\"{0:f3}\"><td>{1}</td><td><code>{2}</code></td>",
                Off, escapeHtml(R.Form->Name), escapeHtml(R.Form->Text))
     << formatv("<td class=\"r{0}\">{1}</td><td class=r>{2}</td>",
                Differs.contains("throughput") ? " off" : "",
                Throughput(R.Machine), Throughput(R.Model))
     << formatv("<td>{0}</td><td>{1}</td>", latencyCell(R.Machine, Differs),
                latencyCell(R.Model, {}))
     << formatv(
            "<td class=r data-key=\"{0:f4}\">{1:f0} %</td><td>{2}</td></tr>\n",
            Off, 100 * Off, escapeHtml(Notes));
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
  Fact("date", Run.Date);
  OS << "</dl>\n<p><input id=filter size=50 placeholder=\"filter by name or "
        "instruction (regular expression)\"> <label><input id=only "
        "type=checkbox> only differences</label></p>\n"
        "<div class=scroll><table class=plain "
        "id=forms><thead><tr><th>form<th>example<th>throughput"
        "<th>model<th>latency<th>model<th>difference<th>notes"
        "</tr></thead><tbody>\n";
  std::vector<const FormRow *> Order;
  Order.reserve(Run.Rows.size());
  for (const FormRow &R : Run.Rows)
    Order.push_back(&R);
  llvm::sort(Order, [](const FormRow *A, const FormRow *B) {
    return std::pair(-A->difference(), StringRef(A->Form->Name)) <
           std::pair(-B->difference(), StringRef(B->Form->Name));
  });
  for (const FormRow *R : Order)
    writeRow(OS, *R);
  OS << "</tbody></table></div>\n";
  if (!Run.Pairs.empty()) {
    OS << "<h2>Pairs with a branch</h2>\n<table "
          "class=plain><tr><th>first<th>condition"
          "<th>measured<th>model</tr>\n";
    for (const PairRow &P : Run.Pairs)
      OS << "<tr><td>" << escapeHtml(P.First) << "</td><td>" << P.Condition
         << "</td><td>" << P.Machine.str() << "</td><td>" << P.Model.str()
         << "</td></tr>\n";
    OS << "</table>\n";
  }
  OS << "<script>" << Script << "</script>\n";
  closePage(OS);
}

//===----------------------------------------------------------------------===//
// Two models
//===----------------------------------------------------------------------===//

void kernelbounds::printModelDiff(raw_ostream &OS, ArrayRef<FormRow> Rows,
                                  StringRef A, StringRef B) {
  constexpr const char *Row = "{0,-24} {1,-18} {2,10} {3,10}\n";
  OS << "A: " << A << "\nB: " << B << '\n';
  size_t NumOff = 0, NumUnknown = 0;
  for (const FormRow &R : Rows) {
    NumUnknown += R.Machine.isKnown() != R.Model.isKnown();
    const std::vector<FormDifference> Found = differencesOf(R);
    if (!Found.empty() && NumOff++ == 0)
      OS << formatv(Row, "form", "figure", "A", "B");
    for (const FormDifference &D : Found)
      OS << formatv(Row, R.Form->Name, D.Figure, D.Machine, D.Model);
  }
  OS << formatv("{0} of {1} forms differ", NumOff, Rows.size());
  if (NumUnknown != 0)
    OS << formatv("; {0} more are modelled by one of the two only", NumUnknown);
  OS << '\n';
}
