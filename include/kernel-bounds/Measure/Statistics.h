//===- Statistics.h - Errors of predictions ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How far predictions are from measurements: the figures of CesASMe's tables.
/// Doubles are fine here: measured cycles are not exact.
///
/// Example: measured 2, 4 and predicted 1, 5: relative errors 50 % and 25 %,
/// MAPE 37.5 %, median 37.5 %, Kendall's tau 1.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_STATISTICS_H
#define KERNEL_BOUNDS_MEASURE_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstddef>

namespace kernelbounds {

/// One loop: cycles in any unit, the same for both.
struct DataPoint {
  double Measured = 0;  ///< > 0.
  double Predicted = 0; ///< >= 0.
  /// Relative uncertainty of Measured: 0.01 is one per cent.
  double Spread = 0;
};

/// |Predicted - Measured| / Measured.
double relativeError(const DataPoint &P);

/// Whether \p P, taken as a lower bound, is refuted: it lies above the
/// measurement by more than its spread.
bool isViolation(const DataPoint &P);

/// The value below which the share \p P of \p Sorted lies, 0 <= P <= 1, with
/// linear interpolation between neighbours (Hyndman and Fan's definition 7).
/// \pre \p Sorted is ascending and not empty.
double quantile(llvm::ArrayRef<double> Sorted, double P);

/// Kendall's tau-b: (concordant - discordant) pairs over
/// sqrt((pairs - ties in X) * (pairs - ties in Y)).
/// \returns NaN for fewer than two points and where all X or all Y are equal.
/// O(n log n): sorting by X, then counting the inversions of Y (Knight 1966,
/// doi:10.1080/01621459.1966.10480879).
double kendallTauB(llvm::ArrayRef<double> X, llvm::ArrayRef<double> Y);

/// All shares and errors are fractions, not per cent. NaN where there is no
/// point, but for the counts.
struct ErrorSummary {
  size_t Count = 0;
  double Mape = 0;                   ///< Mean of the relative errors.
  double Q1 = 0, Median = 0, Q3 = 0; ///< Of the relative errors.
  double KendallTau = 0;             ///< Of predicted against measured.
  double Within10 = 0, Within20 = 0; ///< Share with an error of at most that.
  size_t NumViolations = 0;
  double WorstViolation = 0; ///< (Predicted - Measured) / Measured; 0 if none.
};
ErrorSummary summarizeErrors(llvm::ArrayRef<DataPoint> Points);

/// The least level that many values share: of the sorted \p Values the first
/// from which on 2 of them, and \p Share of all, lie within 1.05 \p Step and
/// 0.3 %; the mean of all that do. 0 if there is none. Sorts \p Values.
/// O(n log n).
///
/// Example: times of the same work by a clock that advances in steps, of which
/// a few are too short by chance and many too long.
double leastLevel(llvm::MutableArrayRef<double> Values, double Step,
                  double Share);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_STATISTICS_H
