//===- EvaluationFiles.cpp - Evaluations as CSV and JSON ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Measure/Evaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

constexpr StringLiteral FixedColumns[] = {
    "kernel", "variant",      "compiler", "tags",  "loop",   "carried",
    "limit",  "instructions", "trips",    "share", "cycles", "spread"};
constexpr StringLiteral ChainColumn = "expected_chain";
constexpr StringLiteral FailurePrefix = "failed: ";

void kernelbounds::writeEvaluationCsv(raw_ostream &OS, const Evaluation &E) {
  std::vector<std::string> Cells;
  for (StringRef C : FixedColumns)
    Cells.push_back(C.str());
  for (const PredictorInfo &P : E.Predictors)
    Cells.push_back((P.IsLowerBound ? "bound:" : "pred:") + P.Name);
  Cells.push_back(ChainColumn.str());
  writeCsvRow(OS, Cells);
  for (const EvaluatedLoop &L : E.Loops) {
    Cells = {L.Kernel,
             L.Variant,
             L.Compiler,
             join(L.Tags, " "),
             L.Loop,
             L.IsCarried ? "yes" : "no",
             L.Limit,
             std::to_string(L.Instructions),
             std::to_string(L.Trips),
             formatNumber(L.Share, 4),
             formatNumber(L.Measured, 4),
             formatNumber(L.Spread, 5)};
    for (const Prediction &P : L.Predictions)
      Cells.push_back(P.Cycles        ? formatNumber(*P.Cycles, 4)
                      : P.hasFailed() ? (FailurePrefix + P.Failure).str()
                                      : "");
    Cells.push_back(L.IsChainExpected ? "yes" : "no");
    writeCsvRow(OS, Cells);
  }
}

/// Columns of predictors, and their place in the table.
static Error findPredictors(const CsvTable &T, Evaluation &E,
                            std::vector<std::string> &Columns) {
  SmallVector<StringRef> Names(std::begin(FixedColumns),
                               std::end(FixedColumns));
  if (Error Missing = T.require(Names))
    return Missing;
  for (StringRef Column : T.columns()) {
    StringRef Name = Column;
    bool IsBound = Name.consume_front("bound:");
    if (!IsBound && !Name.consume_front("pred:"))
      continue;
    E.Predictors.push_back({Name.str(), IsBound, 0});
    Columns.push_back(Column.str());
  }
  return Error::success();
}

static Expected<Prediction> readPrediction(const CsvTable &T, size_t Row,
                                           StringRef Column) {
  Prediction P;
  StringRef Cell = T.cell(Row, Column);
  if (Cell.consume_front(FailurePrefix)) {
    P.Failure = Cell.str();
    return P;
  }
  auto Number = T.number(Row, Column);
  if (!Number)
    return Number.takeError();
  P.Cycles = *Number;
  return P;
}

Expected<Evaluation> kernelbounds::readEvaluationCsv(StringRef File) {
  auto T = CsvTable::read(File);
  if (!T)
    return T.takeError();
  Evaluation E;
  std::vector<std::string> Columns;
  if (Error Missing = findPredictors(*T, E, Columns))
    return std::move(Missing);
  const bool SaysChain = is_contained(T->columns(), ChainColumn);
  for (size_t Row = 0; Row < T->numRows(); ++Row) {
    EvaluatedLoop L;
    L.Kernel = T->cell(Row, "kernel").str();
    L.Variant = T->cell(Row, "variant").str();
    L.Compiler = T->cell(Row, "compiler").str();
    for (StringRef Tag : split(T->cell(Row, "tags"), ' '))
      if (!Tag.empty())
        L.Tags.push_back(Tag.str());
    L.Loop = T->cell(Row, "loop").str();
    L.IsCarried = T->cell(Row, "carried") == "yes";
    L.IsChainExpected = SaysChain && T->cell(Row, ChainColumn) == "yes";
    L.Limit = T->cell(Row, "limit").str();
    Error Fault = Error::success();
    auto Number = [&](StringRef Column, auto &Into) {
      auto N = T->number(Row, Column);
      if (N)
        Into = N->value_or(0);
      else
        Fault = joinErrors(std::move(Fault), N.takeError());
    };
    Number("instructions", L.Instructions);
    Number("trips", L.Trips);
    Number("share", L.Share);
    Number("cycles", L.Measured);
    Number("spread", L.Spread);
    if (Fault)
      return std::move(Fault);
    if (L.Measured <= 0)
      return createStringError(T->place(Row) + ": 'cycles' must be above 0");
    for (StringRef Column : Columns) {
      auto P = readPrediction(*T, Row, Column);
      if (!P)
        return P.takeError();
      L.Predictions.push_back(std::move(*P));
    }
    E.Loops.push_back(std::move(L));
  }
  return E;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// NaN is null: JSON has no other word for it.
static json::Value number(double Value) {
  if (std::isnan(Value))
    return nullptr;
  return Value;
}

static json::Object summaryObject(const PredictorInfo &P,
                                  const PredictorSummary &S) {
  const ErrorSummary &E = S.Errors;
  return json::Object{{"predictor", P.Name},
                      {"points", E.Count},
                      {"failures", S.NumFailed},
                      {"not_asked", S.NumNotAsked},
                      {"mape", number(E.Mape)},
                      {"q1", number(E.Q1)},
                      {"median", number(E.Median)},
                      {"q3", number(E.Q3)},
                      {"kendall_tau", number(E.KendallTau)},
                      {"within_10_percent", number(E.Within10)},
                      {"within_20_percent", number(E.Within20)},
                      {"violations", E.NumViolations},
                      {"worst_violation", number(E.WorstViolation)}};
}

static json::Object loopObject(const Evaluation &E, const EvaluatedLoop &L) {
  json::Object Predictions;
  for (auto [Info, P] : zip_equal(E.Predictors, L.Predictions)) {
    if (P.Cycles)
      Predictions[Info.Name] = *P.Cycles;
    else if (P.hasFailed())
      Predictions[Info.Name] = json::Object{{"failed", P.Failure}};
  }
  return json::Object{{"kernel", L.Kernel},
                      {"variant", L.Variant},
                      {"compiler", L.Compiler},
                      {"tags", json::Array(L.Tags)},
                      {"loop", L.Loop},
                      {"carried", L.IsCarried},
                      {ChainColumn, L.IsChainExpected},
                      {"limit", L.Limit},
                      {"instructions", L.Instructions},
                      {"trips", L.Trips},
                      {"share", L.Share},
                      {"cycles", L.Measured},
                      {"spread", L.Spread},
                      {"predictions", std::move(Predictions)}};
}

void kernelbounds::writeEvaluationJson(raw_ostream &OS, const Evaluation &E) {
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("schema", 1);
    J.attributeObject("facts", [&] {
      for (const auto &[Key, Value] : E.Facts)
        J.attribute(Key, Value);
    });
    J.attributeArray("predictors", [&] {
      for (const PredictorInfo &P : E.Predictors)
        J.value(json::Object{{"name", P.Name},
                             {"lower_bound", P.IsLowerBound},
                             {"seconds", P.Seconds}});
    });
    J.attributeObject("left_out", [&] {
      for (const auto &[Reason, Count] : E.LeftOut)
        J.attribute(Reason, Count);
    });
    J.attributeArray("groups", [&] {
      for (const LoopGroup &G : groupLoops(E))
        J.object([&] {
          J.attribute("group", G.Title);
          J.attributeArray("summaries", [&] {
            for (auto [I, P] : llvm::enumerate(E.Predictors))
              J.value(summaryObject(P, summarizeGroup(E, I, G)));
          });
        });
    });
    J.attributeArray("loops", [&] {
      for (const EvaluatedLoop &L : E.Loops)
        J.value(loopObject(E, L));
    });
  });
  OS << '\n';
}
