//===- EvaluationText.cpp - Evaluations as tables of text -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For each group of loops a table: a row for each predictor, with its points,
/// failures, mean absolute percentage error, quartiles and Kendall's tau.
/// Tested by test/kernel-opt/evaluate-*.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Evaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

static std::string percent(double Share) {
  return std::isnan(Share) ? "-" : formatv("{0:f1}%", 100 * Share).str();
}

static std::string tau(double Tau) {
  return std::isnan(Tau) ? "-" : formatv("{0:f3}", Tau).str();
}

constexpr const char *Row =
    "  {0,-18} {1,6} {2,6} {3,7} {4,7} {5,7} {6,7} {7,6} {8,6} {9,6} {10,10}\n";

static void writeGroup(raw_ostream &OS, const Evaluation &E,
                       const LoopGroup &G) {
  OS << G.Title << ": " << G.Loops.size() << " loops\n"
     << formatv(Row, "predictor", "points", "failed", "MAPE", "Q1", "median",
                "Q3", "tau", "<=10%", "<=20%", "violations");
  for (auto [I, P] : llvm::enumerate(E.Predictors)) {
    PredictorSummary S = summarizeGroup(E, I, G);
    const ErrorSummary &X = S.Errors;
    std::string Violations =
        !P.IsLowerBound ? "-"
        : X.NumViolations == 0
            ? "0"
            : formatv("{0} (+{1})", X.NumViolations, percent(X.WorstViolation))
                  .str();
    OS << formatv(Row, P.Name, X.Count, S.NumFailed, percent(X.Mape),
                  percent(X.Q1), percent(X.Median), percent(X.Q3),
                  tau(X.KendallTau), percent(X.Within10), percent(X.Within20),
                  Violations);
  }
  OS << '\n';
}

static void writeWorst(raw_ostream &OS, const Evaluation &E) {
  if (E.Predictors.empty())
    return;
  OS << "worst 20 of " << E.Predictors[0].Name
     << " (cycles for each trip of the loop)\n";
  std::vector<unsigned> Worst = worstFirst(E, 0);
  for (unsigned I : ArrayRef(Worst).take_front(20)) {
    const EvaluatedLoop &L = E.Loops[I];
    OS << formatv("  {0,-40} {1,-26} measured {2,8:f2} predicted {3,8:f2}\n",
                  L.Kernel, L.Variant, L.Measured, *L.Predictions[0].Cycles);
  }
  OS << '\n';
}

void kernelbounds::writeEvaluationText(raw_ostream &OS, const Evaluation &E) {
  for (const auto &[Key, Value] : E.Facts)
    OS << formatv("{0,-12} {1}\n", Key, Value);
  OS << '\n';
  for (const LoopGroup &G : groupLoops(E))
    writeGroup(OS, E, G);
  OS << "processor time:";
  for (const PredictorInfo &P : E.Predictors)
    if (P.Seconds > 0)
      OS << formatv(" {0} {1:f1} s;", P.Name, P.Seconds);
  OS << "\nleft out:";
  for (const auto &[Reason, Count] : E.LeftOut)
    OS << ' ' << Reason << ' ' << Count << ';';
  OS << "\n\n";
  writeWorst(OS, E);
}
