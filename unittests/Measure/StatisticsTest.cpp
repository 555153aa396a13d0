//===- StatisticsTest.cpp - Tests of the error figures --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Statistics.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>
#include <vector>

using namespace kernelbounds;

namespace {

/// All pairs, by definition.
double tauByBruteForce(const std::vector<double> &X,
                       const std::vector<double> &Y) {
  double Concordant = 0, Discordant = 0, UntiedX = 0, UntiedY = 0;
  for (size_t I = 0; I < X.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      double Sign = (X[I] - X[J]) * (Y[I] - Y[J]);
      Concordant += Sign > 0;
      Discordant += Sign < 0;
      UntiedX += X[I] != X[J];
      UntiedY += Y[I] != Y[J];
    }
  return (Concordant - Discordant) / std::sqrt(UntiedX * UntiedY);
}

} // namespace

TEST(Statistics, KendallByHand) {
  // Pairs (1,2) (1,3) (2,3): two concordant, one discordant.
  EXPECT_DOUBLE_EQ(kendallTauB({1, 2, 3}, {1, 3, 2}), 1.0 / 3);
  EXPECT_DOUBLE_EQ(kendallTauB({1, 2, 3, 4}, {1, 2, 3, 4}), 1);
  EXPECT_DOUBLE_EQ(kendallTauB({1, 2, 3, 4}, {4, 3, 2, 1}), -1);
  // Six pairs, one tied in X, one other tied in Y, four concordant: 4/5.
  EXPECT_DOUBLE_EQ(kendallTauB({1, 1, 2, 3}, {1, 2, 3, 3}), 0.8);
  // Ten pairs; two tied in X, one of them and no other in Y: (2 - 6) over
  // sqrt(8 * 9) = -4 / 8.485.
  EXPECT_NEAR(kendallTauB({12, 2, 1, 12, 2}, {1, 4, 7, 1, 0}),
              -4 / std::sqrt(72), 1e-15);
}

TEST(Statistics, KendallIsUndefined) {
  EXPECT_TRUE(std::isnan(kendallTauB({}, {})));
  EXPECT_TRUE(std::isnan(kendallTauB({1}, {1})));
  EXPECT_TRUE(std::isnan(kendallTauB({1, 1, 1}, {1, 2, 3})));
  EXPECT_TRUE(std::isnan(kendallTauB({1, 2, 3}, {7, 7, 7})));
}

TEST(Statistics, KendallAgainstBruteForce) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 300; ++Round) {
    // Few distinct values: many ties.
    unsigned N = 2 + Random() % 40, Values = 2 + Random() % 12;
    std::vector<double> X, Y;
    for (unsigned I = 0; I < N; ++I) {
      X.push_back(Random() % Values);
      Y.push_back(Random() % Values * 0.25);
    }
    double Want = tauByBruteForce(X, Y);
    if (std::isnan(Want))
      EXPECT_TRUE(std::isnan(kendallTauB(X, Y)));
    else
      EXPECT_NEAR(kendallTauB(X, Y), Want, 1e-12) << "round " << Round;
  }
}

TEST(Statistics, Quantiles) {
  EXPECT_DOUBLE_EQ(quantile({5}, 0.25), 5);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0), 1);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.75), 3.25);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 1), 4);
}

TEST(Statistics, SummaryByHand) {
  // Errors: 0, 10 %, 50 %, 25 %, 20 %. The fourth lies above by more than its
  // spread, the fifth by less than it.
  ErrorSummary S = summarizeErrors(
      {{2, 2, 0}, {10, 9, 0}, {4, 2, 0.5}, {4, 5, 0.01}, {5, 6, 0.25}});
  EXPECT_EQ(S.Count, 5u);
  EXPECT_DOUBLE_EQ(S.Mape, 0.21);
  EXPECT_DOUBLE_EQ(S.Q1, 0.1);
  EXPECT_DOUBLE_EQ(S.Median, 0.2);
  EXPECT_DOUBLE_EQ(S.Q3, 0.25);
  EXPECT_DOUBLE_EQ(S.Within10, 0.4);
  EXPECT_DOUBLE_EQ(S.Within20, 0.6);
  EXPECT_EQ(S.NumViolations, 1u);
  EXPECT_DOUBLE_EQ(S.WorstViolation, 0.25);
}

TEST(Statistics, SummaryAgainstBruteForce) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round < 100; ++Round) {
    std::vector<DataPoint> Points;
    double Sum = 0, Worst = 0;
    size_t Within20 = 0, Violations = 0;
    for (unsigned I = 0, N = 1 + Random() % 30; I < N; ++I) {
      DataPoint P{1.0 + Random() % 100, 0.5 * (Random() % 200), 0.01};
      double Error = std::fabs(P.Predicted / P.Measured - 1);
      Sum += Error;
      Within20 += std::fabs(P.Predicted - P.Measured) * 5 <= P.Measured;
      if (P.Predicted - P.Measured > P.Measured * P.Spread) {
        ++Violations;
        Worst = std::max(Worst, Error);
      }
      Points.push_back(P);
    }
    ErrorSummary S = summarizeErrors(Points);
    EXPECT_NEAR(S.Mape, Sum / Points.size(), 1e-12);
    EXPECT_NEAR(S.Within20, double(Within20) / Points.size(), 1e-12);
    EXPECT_EQ(S.NumViolations, Violations);
    EXPECT_NEAR(S.WorstViolation, Worst, 1e-12);
    EXPECT_LE(S.Q1, S.Median);
    EXPECT_LE(S.Median, S.Q3);
  }
}

TEST(Statistics, SummaryOfNothing) {
  ErrorSummary S = summarizeErrors({});
  EXPECT_EQ(S.Count, 0u);
  EXPECT_TRUE(std::isnan(S.Mape));
  EXPECT_TRUE(std::isnan(S.KendallTau));
  EXPECT_EQ(S.NumViolations, 0u);
}

TEST(StatisticsTest, LeastLevelPassesByLuckyOnes) {
  std::vector<double> V;
  for (unsigned I = 0; I < 40; ++I) // Too short, each by another amount.
    V.push_back(1000 + 6 * I);
  for (unsigned I = 0; I < 50; ++I) // In peace.
    V.push_back(1265 + I % 5);
  for (unsigned I = 0; I < 3000; ++I) // Disturbed.
    V.push_back(1400 + 7 * I);
  EXPECT_EQ(leastLevel(V, 0, 0.005), 1266.5);
  V.erase(llvm::remove_if(V, [](double X) { return X > 1250 && X < 1300; }),
          V.end());
  EXPECT_EQ(leastLevel(V, 0, 0.005), 0);
}

TEST(StatisticsTest, LeastLevelIsAMeanOverSteps) {
  std::vector<double> V = {1026, 1000, 1026, 1000, 1026, 1026, 1300, 1400};
  EXPECT_NEAR(leastLevel(V, 26, 0.15), 1000 + 26 * 4 / 6.0, 1e-9);
  std::vector<double> Apart = {1000, 1040, 1080};
  EXPECT_EQ(leastLevel(Apart, 26, 0.15), 0);
}
