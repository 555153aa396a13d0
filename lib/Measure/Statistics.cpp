//===- Statistics.cpp - Errors of predictions -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Tested by unittests/Measure/StatisticsTest.cpp: hand values, brute force.
///
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

using namespace kernelbounds;
using namespace llvm;

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

double kernelbounds::relativeError(const DataPoint &P) {
  return std::fabs(P.Predicted - P.Measured) / P.Measured;
}

bool kernelbounds::isViolation(const DataPoint &P) {
  return P.Predicted > P.Measured * (1 + P.Spread);
}

double kernelbounds::quantile(ArrayRef<double> Sorted, double P) {
  assert(!Sorted.empty() && "no quantile of nothing");
  double At = P * (Sorted.size() - 1);
  size_t Below = static_cast<size_t>(At);
  if (Below + 1 >= Sorted.size())
    return Sorted.back();
  return Sorted[Below] + (At - Below) * (Sorted[Below + 1] - Sorted[Below]);
}

//===----------------------------------------------------------------------===//
// Kendall's tau
//===----------------------------------------------------------------------===//

static int64_t pairsOf(int64_t N) { return N * (N - 1) / 2; }

/// Pairs of equal neighbours in a sorted sequence of \p N, by \p IsSame(i, j).
template <typename Fn> static int64_t countTies(size_t N, Fn IsSame) {
  int64_t Ties = 0;
  for (size_t I = 0; I < N;) {
    size_t End = I + 1;
    while (End < N && IsSame(I, End))
      ++End;
    Ties += pairsOf(End - I);
    I = End;
  }
  return Ties;
}

/// Sorts \p V and returns how many pairs stood in descending order.
static int64_t sortCountingInversions(std::vector<double> &V) {
  std::vector<double> Merged(V.size());
  int64_t Inversions = 0;
  for (size_t Width = 1; Width < V.size(); Width *= 2) {
    for (size_t Lo = 0; Lo < V.size(); Lo += 2 * Width) {
      size_t Mid = std::min(Lo + Width, V.size());
      size_t Hi = std::min(Lo + 2 * Width, V.size());
      size_t L = Lo, R = Mid;
      for (size_t Out = Lo; Out < Hi; ++Out) {
        bool FromRight = L == Mid || (R < Hi && V[R] < V[L]);
        if (FromRight)
          Inversions += Mid - L;
        Merged[Out] = FromRight ? V[R++] : V[L++];
      }
    }
    V.swap(Merged);
  }
  return Inversions;
}

double kernelbounds::kendallTauB(ArrayRef<double> X, ArrayRef<double> Y) {
  assert(X.size() == Y.size() && "points have both coordinates");
  size_t N = X.size();
  std::vector<size_t> Order(N);
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return X[A] != X[B] ? X[A] < X[B] : Y[A] < Y[B];
  });
  auto SameX = [&](size_t I, size_t J) { return X[Order[I]] == X[Order[J]]; };
  int64_t TiesX = countTies(N, SameX);
  int64_t TiesBoth = countTies(N, [&](size_t I, size_t J) {
    return SameX(I, J) && Y[Order[I]] == Y[Order[J]];
  });
  std::vector<double> InOrder;
  InOrder.reserve(Order.size());
  for (size_t I : Order)
    InOrder.push_back(Y[I]);
  int64_t Discordant = sortCountingInversions(InOrder);
  int64_t TiesY = countTies(
      N, [&](size_t I, size_t J) { return InOrder[I] == InOrder[J]; });
  int64_t Pairs = pairsOf(N);
  if (Pairs == TiesX || Pairs == TiesY)
    return NaN;
  // Pairs tied in neither coordinate are concordant or discordant.
  int64_t Untied = Pairs - TiesX - TiesY + TiesBoth;
  return static_cast<double>(Untied - 2 * Discordant) /
         std::sqrt(static_cast<double>(Pairs - TiesX) *
                   static_cast<double>(Pairs - TiesY));
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

static double shareWithin(ArrayRef<double> SortedErrors, double Limit) {
  // A prediction that is 10 % off as written must not fall out by rounding.
  auto End = std::upper_bound(SortedErrors.begin(), SortedErrors.end(),
                              Limit * (1 + 1e-12));
  return static_cast<double>(End - SortedErrors.begin()) / SortedErrors.size();
}

ErrorSummary kernelbounds::summarizeErrors(ArrayRef<DataPoint> Points) {
  ErrorSummary S;
  S.Count = Points.size();
  if (Points.empty()) {
    S.Mape = S.Q1 = S.Median = S.Q3 = S.KendallTau = NaN;
    S.Within10 = S.Within20 = NaN;
    return S;
  }
  std::vector<double> Errors, Measured, Predicted;
  for (const DataPoint &P : Points) {
    Errors.push_back(relativeError(P));
    Measured.push_back(P.Measured);
    Predicted.push_back(P.Predicted);
    if (!isViolation(P))
      continue;
    ++S.NumViolations;
    S.WorstViolation = std::max(S.WorstViolation, Errors.back());
  }
  llvm::sort(Errors);
  S.Mape = std::accumulate(Errors.begin(), Errors.end(), 0.0) / Errors.size();
  S.Q1 = quantile(Errors, 0.25);
  S.Median = quantile(Errors, 0.5);
  S.Q3 = quantile(Errors, 0.75);
  S.KendallTau = kendallTauB(Measured, Predicted);
  S.Within10 = shareWithin(Errors, 0.1);
  S.Within20 = shareWithin(Errors, 0.2);
  return S;
}

double kernelbounds::leastLevel(MutableArrayRef<double> Values, double Step,
                                double Share) {
  llvm::sort(Values);
  const size_t Few = std::max<double>(2, Share * Values.size());
  for (size_t I = 0; I + Few <= Values.size(); ++I) {
    const double Top = Values[I] + 1.05 * Step + 0.003 * Values[I];
    if (Values[I + Few - 1] > Top)
      continue;
    double Sum = 0;
    size_t End = I;
    for (; End < Values.size() && Values[End] <= Top; ++End)
      Sum += Values[End];
    return Sum / (End - I);
  }
  return 0;
}
