//===- CSVReport.cpp - One line per loop ----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A table for spreadsheets and scripts, cycles per assembly iteration.
/// Sample of `kernel-opt --bounds-only --cpu=cascadelake --format=csv
/// gauss_seidel.cascadelake.s`:
///
///   file,function,...,bound,worst,inlined,elements,flops,...
///   gauss_seidel.cascadelake.s,gauss_seidel,...,12.00,12.00,,,4,0.33,1.0
///
/// `complete` is "no" where the figures leave out calls, instructions or
/// statements, as `complete` of the JSON report is false. `source_file` is the
/// file of the source line, or empty without debug information.
///
/// `prediction` is what is expected, `bound` what is proved, and `worst` what
/// the loop takes at most if accesses overlap. Of a simulated loop `prediction`
/// is the simulator's, and column `steady`, "exact" or "mean", follows; it is
/// "none" where no steady state was found, so that `prediction` is the bound.
/// With --sensitivity, column `verdict` follows.
///
/// `inlined` says how the line came into the function, the innermost call
/// first, and is empty where nothing was inlined.
///
/// `elements` are those of a trip, and `flops` floating-point operations;
/// `peak_percent` is what the loop has of the core's peak. Empty where there
/// are none or it is not known. `model` names the layers of the port model, of
/// which a file of the user's is the first.
///
/// A merged report ends with column `copies`: how many loops of other places
/// were the same code, and are not rows of their own.
///
/// `line` is the source line, or that of the assembly, or empty. Columns for
/// source iterations follow only where --iterations-per-trip asks for them.
//
//===----------------------------------------------------------------------===//

#include "LoopReport.h"
#include "SimulationReport.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Kernel/TripStep.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class CSVReport final : public Report {
public:
  using Report::Report;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
  void addStored(const StoredLoop &L) override;
  void end() override {
    if (!HasHeader)
      header(nullptr, nullptr);
  }

private:
  void header(const LoopResult *L, const LoopPlace *Place, StringRef More = "");

  bool HasHeader = false;
};

} // namespace

void CSVReport::header(const LoopResult *L, const LoopPlace *Place,
                       StringRef More) {
  HasHeader = true;
  OS << "file,function,label,line,instructions,cpu,tp,lcd,cp,prediction,limit,"
        "complete,source_file,bound,worst,inlined,elements,flops,flops_per_"
        "cycle,peak_percent,model";
  if (Place && Place->SourceIterations)
    OS << ",source_iterations,tp_src,lcd_src,cp_src,prediction_src";
  if (L && L->Simulation)
    OS << ",steady";
  if (L && L->WhatIf)
    OS << ",verdict";
  OS << More << '\n';
}

/// Operations of a trip and of a cycle, and their share of the peak.
static std::string floatCells(const FloatRate &Floats,
                              const CyclesPerIter &Prediction) {
  if (Floats.Shares.empty() || Prediction.isZero())
    return ",,";
  const std::optional<int64_t> Milli = Floats.milliOfPeak(Prediction);
  return std::to_string(Floats.operations()) + "," +
         Floats.perCycle(Prediction).str() + "," +
         (Milli ? percentText(*Milli) : "");
}

std::string kernelbounds::csvCells(const LoopResult &L,
                                   const LoopPlace &Place) {
  const Analysis &A = L.Bounds;
  std::string Text;
  raw_string_ostream OS(Text);
  const CyclesPerIter Prediction = L.prediction();
  const std::string Function = demangledName(A.kernel().Function);
  for (StringRef Cell :
       {Place.File, StringRef(Function), StringRef(A.kernel().Label)}) {
    writeCsvCell(OS, Cell);
    OS << ',';
  }
  if (Place.line())
    OS << Place.line();
  OS << ',' << A.kernel().Insts.size() << ',';
  writeCsvCell(OS, A.model().cpu());
  const CyclesPerIter CP(A.CP.Latency);
  for (const CyclesPerIter &C : {A.TP, A.LCD.Ratio, CP, Prediction})
    OS << ',' << C.str();
  OS << ',' << limitName(L) << ',' << (isComplete(A, Place) ? "yes" : "no")
     << ',';
  writeCsvCell(OS, Place.SourceFile);
  OS << ',' << A.atLeast().str() << ','
     << std::max(Prediction, A.WorstLCD.Ratio).str() << ',';
  writeCsvCell(OS, join(inlinedFrames(A.kernel(), Place), " called from "));
  OS << ',';
  if (unsigned Elements = findElementsPerTrip(A.kernel()))
    OS << Elements;
  OS << ',' << floatCells(L.Floats, Prediction) << ',';
  writeCsvCell(OS, A.model().description());
  return Text;
}

void CSVReport::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const Analysis &A = L.Bounds;
  if (!HasHeader)
    header(&L, &Place);
  OS << csvCells(L, Place);
  if (unsigned N = Place.SourceIterations) {
    OS << ',' << N;
    for (const CyclesPerIter &C :
         {A.TP, A.LCD.Ratio, CyclesPerIter(A.CP.Latency), L.prediction()})
      OS << ',' << (C / N).str();
  }
  if (L.Simulation) {
    const SimulationResult &S = L.Simulation->Result;
    OS << ',' << (S.IsOverBudget ? "none" : S.IsExact ? "exact" : "mean");
  }
  if (L.WhatIf) {
    OS << ',';
    writeCsvCell(OS, sensitivityVerdict(*L.WhatIf, A));
  }
  OS << '\n';
}

void CSVReport::addStored(const StoredLoop &L) {
  if (!HasHeader)
    header(nullptr, nullptr, ",copies");
  OS << L.textForm("csv") << ',' << L.Copies.size() << '\n';
}

std::unique_ptr<Report>
kernelbounds::createCSVReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<CSVReport>(OS, Options);
}
