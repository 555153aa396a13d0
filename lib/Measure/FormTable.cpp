//===- FormTable.cpp - forms.csv ------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of each form. Latencies are a list in one cell:
///
///   ADD64rr,"addq %rsi, %rdi",ok,,0.25,0.25,op2>op1=1.00 op3>op1=1.00,...
///
/// Tested by unittests/Measure/FormStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Measure/FormStudy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

static std::string listOf(ArrayRef<FormLatency> Latencies) {
  std::string Text;
  for (const FormLatency &L : Latencies) {
    Text += (Text.empty() ? "" : " ") + L.From + ">" + L.To + "=";
    Text += formatCycles(L.Cycles);
    if (L.Status != LoopStatus::Ok)
      Text += "(" + loopStatusName(L.Status).str() + ")";
  }
  return Text;
}

static std::string optional(const std::optional<double> &Cycles) {
  return Cycles ? formatCycles(*Cycles) : "";
}

void kernelbounds::printFormHead(raw_ostream &OS) {
  OS << "form,example,status,detail,throughput,model_throughput,latency,"
        "model_latency,slow_throughput,model_slow_throughput,slow_latency,"
        "same_register,model_same_register,same_register_throughput,"
        "eliminated_move,model_eliminated_move,measured_as,twins,spread,"
        "denormal_throughput,nan_throughput,denormal_latency,nan_latency\n";
}

void kernelbounds::printFormRow(raw_ostream &OS, const FormRow &R) {
  const FormResult &A = R.Machine, &B = R.Model;
  auto YesNo = [](bool Is) { return Is ? "yes" : ""; };
  const std::string Model =
      B.isKnown() ? formatCycles(B.Throughput) : loopStatusName(B.Status).str();
  const bool IsTimed =
      A.Status == LoopStatus::Ok || A.Status == LoopStatus::Unsteady;
  writeCsvRow(OS, {R.Form->Name,
                   R.Form->Text,
                   loopStatusName(A.Status).str(),
                   A.Detail,
                   IsTimed ? formatCycles(A.Throughput) : "",
                   Model,
                   listOf(A.Latencies),
                   listOf(B.Latencies),
                   optional(A.SlowThroughput),
                   optional(B.SlowThroughput),
                   listOf(A.SlowLatencies),
                   idiomName(A.SameRegister).str(),
                   idiomName(B.SameRegister).str(),
                   optional(A.SameRegisterThroughput),
                   YesNo(A.IsEliminatedMove),
                   YesNo(B.IsEliminatedMove),
                   A.MeasuredAs,
                   join(R.Form->Twins, " "),
                   A.Spread ? formatv("{0:f3}", *A.Spread).str() : "",
                   optional(A.DenormalThroughput),
                   optional(A.NaNThroughput),
                   listOf(A.DenormalLatencies),
                   listOf(A.NaNLatencies)});
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Expected<std::vector<FormLatency>>
parseLatencies(StringRef Text, ArrayRef<FormLatency> Planned) {
  std::vector<FormLatency> Out;
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    auto [Ends, Value] = Part.split('=');
    auto [From, To] = Ends.split('>');
    auto It = find_if(Planned, [&, F = From, T = To](const FormLatency &L) {
      return L.From == F && L.To == T;
    });
    if (It == Planned.end())
      return createStringError("the form has no latency '" + Ends + "'");
    FormLatency L = *It;
    auto [Number, Status] = Value.split('(');
    if (!to_float(Number, L.Cycles))
      return createStringError("expected a number, not '" + Number + "'");
    if (!Status.empty()) {
      auto S = parseLoopStatus(Status.rtrim(')'));
      if (!S)
        return S.takeError();
      L.Status = *S;
    }
    Out.push_back(std::move(L));
  }
  return Out;
}

static Idiom parseIdiom(StringRef Name) {
  for (Idiom I : {Idiom::DependencyBreaking, Idiom::Zeroing, Idiom::Eliminated})
    if (idiomName(I) == Name)
      return I;
  return Idiom::None;
}

static Expected<FormResult> parseRow(const CsvTable &T, size_t Row,
                                     ArrayRef<FormLatency> Planned) {
  FormResult R;
  auto Status = parseLoopStatus(T.cell(Row, "status"));
  if (!Status)
    return Status.takeError();
  R.Status = *Status;
  R.Detail = T.cell(Row, "detail").str();
  R.MeasuredAs = T.cell(Row, "measured_as").str();
  const std::pair<StringRef, std::optional<double> *> Numbers[] = {
      {"slow_throughput", &R.SlowThroughput},
      {"same_register_throughput", &R.SameRegisterThroughput},
      {"spread", &R.Spread},
      {"denormal_throughput", &R.DenormalThroughput},
      {"nan_throughput", &R.NaNThroughput}};
  for (auto [Column, Into] : Numbers) {
    auto Value = T.number(Row, Column);
    if (!Value)
      return Value.takeError();
    *Into = *Value;
  }
  auto Throughput = T.number(Row, "throughput");
  if (!Throughput)
    return Throughput.takeError();
  R.Throughput = Throughput->value_or(0);
  const std::pair<StringRef, std::vector<FormLatency> *> Lists[] = {
      {"latency", &R.Latencies},
      {"slow_latency", &R.SlowLatencies},
      {"denormal_latency", &R.DenormalLatencies},
      {"nan_latency", &R.NaNLatencies}};
  for (auto [Column, Into] : Lists)
    if (Error E = parseLatencies(T.cell(Row, Column), Planned).moveInto(*Into))
      return std::move(E);
  R.SameRegister = parseIdiom(T.cell(Row, "same_register"));
  R.IsEliminatedMove = T.cell(Row, "eliminated_move") == "yes";
  return R;
}

Expected<StringMap<FormResult>>
kernelbounds::readFormTable(StringRef Text, StringRef File,
                            const FormCatalog &C,
                            FormExperiments &Experiments) {
  auto Table = CsvTable::parse(Text, File);
  if (!Table)
    return Table.takeError();
  if (Error E = Table->require({"form", "status", "throughput", "latency"}))
    return std::move(E);
  StringMap<FormResult> Known;
  for (size_t Row = 0; Row < Table->numRows(); ++Row) {
    const InstructionForm *F = C.find(Table->cell(Row, "form"));
    if (!F)
      continue;
    auto R = parseRow(*Table, Row, Experiments.plan(*F));
    if (!R)
      return createStringError(Table->place(Row) + ": " +
                               toString(R.takeError()));
    Known[F->Name] = std::move(*R);
  }
  return Known;
}
