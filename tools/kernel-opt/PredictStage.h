//===- PredictStage.h - Predicting what was measured ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The second half of an evaluation: every predictor on every measured loop.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_PREDICTSTAGE_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_PREDICTSTAGE_H

#include "EvaluateOptions.h"
#include "Machine.h"
#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Measure/Evaluation.h"
#include "kernel-bounds/Measure/KernelCode.h"
#include "kernel-bounds/Measure/Lifting.h"
#include "kernel-bounds/Measure/ProcessPool.h"

namespace kernelbounds {

/// One way in which this project predicts. To add one: a row of the table in
/// PredictStage.cpp.
struct OwnPredictor {
  llvm::StringLiteral Name;
  /// It is proved, and so must not be above the measurement.
  bool IsLowerBound;
  LoopOptions Options;

  /// Cycles per assembly iteration.
  CyclesPerIter cycles(const LoopResult &R) const {
    return IsLowerBound ? R.Bounds.atLeast() : R.prediction();
  }
};
llvm::ArrayRef<OwnPredictor> ownPredictors();

/// A measured kernel on its way to a row of the evaluation.
struct PredictItem {
  KernelToPredict Kernel;
  std::vector<BlockCount> Blocks;
  TripLog Ways;
  std::optional<bool> IsCarried; ///< As recorded; none if it was not.
  EvaluatedLoop Loop; ///< All but Predictions and what our analysis tells.
};

/// Fills \p E with the items and what every predictor says of them. An item
/// whose object cannot be read becomes a failure of every predictor.
void predictItems(std::vector<PredictItem> &Items,
                  const EvaluateOptions &Options, Machine &M,
                  llvm::StringRef Scratch, ProcessPool &Pool, Evaluation &E);

/// llvm-mca's path, or "" if it is not wanted or not there.
std::string findMca(const EvaluateOptions &Options);
/// A library of this installation by its file name, or "".
std::string installedLibrary(llvm::StringRef Name);
/// The plugin of this installation, or "".
std::string installedPlugin();
/// The plugin's path, or "".
std::string findPlugin(const EvaluateOptions &Options);

/// Our predictions of one loop body: appends one for each of ownPredictors() to
/// \p Out. If \p Loop is given, sets its IsCarried (as predicted), Limit and
/// Report.
void predictPiece(const Input &In, const CodePiece &Piece, Machine &M,
                  std::vector<Prediction> &Out, EvaluatedLoop *Loop);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_PREDICTSTAGE_H
