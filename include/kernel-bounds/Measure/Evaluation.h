//===- Evaluation.h - Predictions beside measurements -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an evaluation found, as reports and files have it: for each loop the
/// measured cycles and what every predictor says.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_EVALUATION_H
#define KERNEL_BOUNDS_MEASURE_EVALUATION_H

#include "kernel-bounds/Measure/Statistics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace kernelbounds {

/// What one predictor says of one loop: cycles, or why it failed, or neither
/// if it has nothing to do with such loops (a compiler's plugin with loops of
/// another compiler).
struct Prediction {
  std::optional<double> Cycles; ///< For each trip.
  std::string Failure;
  bool hasFailed() const { return !Failure.empty(); }
};

struct PredictorInfo {
  std::string Name;
  bool IsLowerBound = false; ///< Promises never to be above the measurement.
  double Seconds = 0;        ///< Processor time for all loops; 0 = not known.
};

struct EvaluatedLoop {
  std::string Kernel, Variant;
  std::string Compiler;          ///< "clang", "gcc"; empty if not known.
  std::vector<std::string> Tags; ///< What should bound it.
  std::string Loop;              ///< Hash of its code.
  bool IsCarried = false; ///< An iteration waits for a store of another one.
  /// The analysis expects a chain through memory. Where IsCarried holds and
  /// this does not, the addresses of the run decide, and they do not follow
  /// from the code.
  bool IsChainExpected = false;
  std::string Limit;         ///< Of our bounds: "ports", "latency", ...
  double Measured = 0;       ///< Cycles for each trip of the loop.
  double Spread = 0;         ///< Relative.
  uint64_t Trips = 0;        ///< Over which it was measured.
  unsigned Instructions = 0; ///< In a trip.
  double Share = 1; ///< Of the loop in all instructions; the rest is lifted.
  std::vector<Prediction> Predictions; ///< Parallel to Evaluation::Predictors.
  std::string Report; ///< The loop with the witness of each bound, as text.

  DataPoint point(unsigned Predictor) const {
    return {Measured, *Predictions[Predictor].Cycles, Spread};
  }
};

struct Evaluation {
  /// "cpu", "microcode", "clang", ...: what the figures belong to.
  std::vector<std::pair<std::string, std::string>> Facts;
  std::vector<PredictorInfo> Predictors;
  std::vector<EvaluatedLoop> Loops;
  /// Kernels that were not evaluated, by reason.
  std::vector<std::pair<std::string, size_t>> LeftOut;
};

/// The figures of one predictor over some loops.
struct PredictorSummary {
  ErrorSummary Errors;
  size_t NumFailed = 0;
  size_t NumNotAsked = 0;
};
PredictorSummary
summarizePredictor(const Evaluation &E, unsigned Predictor,
                   llvm::function_ref<bool(const EvaluatedLoop &)> IsWanted);

/// A part of the loops for which figures are given apart.
struct LoopGroup {
  std::string Title; ///< "all", "tag latency", "compiler gcc", ...
  std::vector<unsigned> Loops;
};
/// All loops; by compiler; carried through memory or not, the former as the
/// analysis expects or not; by tag.
std::vector<LoopGroup> groupLoops(const Evaluation &E);
PredictorSummary summarizeGroup(const Evaluation &E, unsigned Predictor,
                                const LoopGroup &G);

/// One line for each loop, one column for each predictor: `bound:NAME` of lower
/// bounds, `pred:NAME` of others; a failure is "failed: why". Report is not in
/// it. The last column says whether a chain through memory is expected.
void writeEvaluationCsv(llvm::raw_ostream &OS, const Evaluation &E);
/// Reads that back. Facts, LeftOut and Report are empty.
llvm::Expected<Evaluation> readEvaluationCsv(llvm::StringRef File);
/// All of it but Report; schema in docs/evidence/accuracy.md.
void writeEvaluationJson(llvm::raw_ostream &OS, const Evaluation &E);
/// Tables for people, at most 100 columns wide.
void writeEvaluationText(llvm::raw_ostream &OS, const Evaluation &E);
/// A page that needs nothing else: plots, tables, all loops with their reports.
void writeEvaluationHtml(llvm::raw_ostream &OS, const Evaluation &E);

/// Indices of the loops for which \p Predictor has a number, the largest error
/// first; ties in the order of the loops.
std::vector<unsigned> worstFirst(const Evaluation &E, unsigned Predictor);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_EVALUATION_H
