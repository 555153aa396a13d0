//===- FormReports.cpp - What was measured, for people and programs -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/measure.test, measure-core.test and
/// model-diff.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormReports.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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
  if (R.Spread)
    O["spread"] = std::round(*R.Spread * 1000) / 1000;
  O["latencies"] = latencies(R.Latencies);
  if (R.SlowThroughput)
    O["slow_throughput"] = cycles(*R.SlowThroughput);
  if (!R.SlowLatencies.empty())
    O["slow_latencies"] = latencies(R.SlowLatencies);
  if (R.DenormalThroughput)
    O["denormal_throughput"] = cycles(*R.DenormalThroughput);
  if (R.NaNThroughput)
    O["nan_throughput"] = cycles(*R.NaNThroughput);
  if (!R.DenormalLatencies.empty())
    O["denormal_latencies"] = latencies(R.DenormalLatencies);
  if (!R.NaNLatencies.empty())
    O["nan_latencies"] = latencies(R.NaNLatencies);
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

/// The witness of what was counted of a form.
static json::Object countsOf(const CountEvidence &E) {
  auto Uops = [](double Count) {
    return json::Value(std::round(Count * 1000) / 1000);
  };
  json::Object Alone;
  for (const auto &[Counter, Count] : E.Alone)
    Alone[Counter] = Uops(Count);
  json::Array Beside;
  for (const CountBeside &B : E.Beside)
    Beside.push_back(json::Object{{"blocker", B.Blocker},
                                  {"blockers", B.NumBlockers},
                                  {"blocked", join(B.Blocked, "+")},
                                  {"inside", Uops(B.Inside)},
                                  {"outside", Uops(B.Outside)}});
  json::Object O{{"alone", std::move(Alone)},
                 {"issued", Uops(E.Issued)},
                 {"beside", std::move(Beside)}};
  if (!E.Why.empty())
    O["why"] = E.Why;
  return O;
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
    json::Object Both{{"forms", std::move(Forms)},
                      {"model", describePorts(*Run.PortNames, P.Before)},
                      {"confidence", confidenceName(P.Trust)},
                      {"written", P.IsBetter}};
    if (P.Counted) {
      Both["by_counters"] = describePorts(*Run.PortNames, P.Found);
      Both["counts"] = countsOf(*P.Counted);
      Out.push_back(std::move(Both));
      continue;
    }
    Both["by_time"] = describePorts(*Run.PortNames, P.Found);
    Both["alternatives"] = std::move(Alternatives);
    Both["mixes"] = P.NumMixes;
    Both["model_error"] = std::round(P.ErrorBefore * 1000) / 1000;
    Both["simulated_error"] = std::round(P.ErrorOfModel * 1000) / 1000;
    Both["by_time_error"] = std::round(P.ErrorFound * 1000) / 1000;
    Out.push_back(std::move(Both));
  }
  return Out;
}

/// A figure of the core; sizes are entries instead of cycles.
static json::Object figureOf(const CoreFigure &F) {
  json::Object O{{"status", loopStatusName(F.Status)}};
  if (F.isKnown() || F.Status == LoopStatus::NoStep)
    O["cycles"] = std::round(F.Cycles * 1000) / 1000;
  if (F.isKnown())
    O["spread"] = std::round(F.Spread * 1000) / 1000;
  return O;
}

static json::Array coreOf(const MeasureRun &Run) {
  json::Array Out;
  for (const CoreRow &R : Run.Core)
    Out.push_back(json::Object{{"experiment", R.Name},
                               {"code", codeOf(R)},
                               {"machine", figureOf(R.Machine)},
                               {"model", figureOf(R.Model)}});
  return Out;
}

/// Each mix with what its runs took, in their order.
static json::Array mixesOf(const MeasureRun &Run) {
  MapVector<StringRef, json::Array> Runs;
  for (const MixRow &R : Run.Mixes)
    Runs[R.Mix].push_back(R.Cycles);
  json::Array Out;
  for (auto &[Mix, Cycles] : Runs)
    Out.push_back(json::Object{{"mix", Mix}, {"cycles", std::move(Cycles)}});
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
  for (auto [I, R] : enumerate(Run.Rows)) {
    json::Object Form{{"form", R.Form->Name},
                      {"example", R.Form->Text},
                      {"twins", json::Array(R.Form->Twins)},
                      {"machine", resultOf(R.Machine)},
                      {"model", resultOf(R.Model)}};
    if (I < Run.Other.size())
      Form["other_model"] = resultOf(Run.Other[I]);
    Forms.push_back(std::move(Form));
  }
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
                   {"core", coreOf(Run)},
                   {"mixes", mixesOf(Run)},
                   {"forms", std::move(Forms)},
                   {"pairs", std::move(Pairs)},
                   {"ports", portsOf(Run)},
                   {"not_written", json::Array(Run.NotWritten)},
                   {"not_reached", Run.NumNotReached},
                   {"left_out", std::move(LeftOut)}};
  if (!Run.Other.empty())
    All["other_model"] = Run.OtherModel;
  if (!Run.CoreLeftOut.empty())
    All["core_left_out"] =
        json::Object{{"reason", "there is no text of them for the target"},
                     {"experiments", json::Array(Run.CoreLeftOut)}};
  OS << formatv("{0:2}\n", json::Value(std::move(All)));
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
