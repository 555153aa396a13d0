//===- Comparison.h - Two evaluations side by side --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What got better and what got worse from one evaluation to another, loop by
/// loop. Loops are the same if kernel, variant and code are.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_COMPARISON_H
#define KERNEL_BOUNDS_MEASURE_COMPARISON_H

#include "kernel-bounds/Measure/Evaluation.h"

namespace kernelbounds {

/// One loop whose prediction changed.
struct PredictionChange {
  unsigned Old = 0, New = 0;         ///< Into the two evaluations' Loops.
  double OldError = 0, NewError = 0; ///< Relative.
  bool NewViolation = false;         ///< Of a lower bound, and there was none.
};

struct PredictorComparison {
  std::string Name;
  unsigned OldIdx = 0, NewIdx = 0;             ///< Into Evaluation::Predictors.
  ErrorSummary Old, New;                       ///< Over the loops of both.
  std::vector<PredictionChange> Better, Worse; ///< The largest change first.
  size_t NumSame = 0;
  /// Failed before and not now, and the other way around.
  size_t NumRepaired = 0, NumBroken = 0;
};

struct EvaluationComparison {
  size_t NumCommon = 0, NumOnlyOld = 0, NumOnlyNew = 0;
  /// Loops whose measurement moved by more than 2 %.
  size_t NumMoved = 0;
  double MedianMove = 0; ///< Relative, of the measurements.
  std::vector<PredictorComparison> Predictors; ///< Those of both.
};

/// An error counts as changed if it moved by more than \p Threshold (0.01 is
/// one point of per cent).
EvaluationComparison compareEvaluations(const Evaluation &Old,
                                        const Evaluation &New,
                                        double Threshold);

/// At most \p MaxLoops loops of each list.
void writeComparison(llvm::raw_ostream &OS, const EvaluationComparison &C,
                     const Evaluation &Old, const Evaluation &New,
                     unsigned MaxLoops);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_COMPARISON_H
