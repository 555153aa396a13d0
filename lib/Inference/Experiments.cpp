//===- Experiments.cpp - Times of mixes, with their uncertainty -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The median of the runs is not moved by stolen time, as long as less than
/// half of the runs lose some. Its uncertainty follows from the spread of the
/// runs, of which the experiments have the same in proportion to their times:
/// the noise is their mean, without
/// the largest tenth.
///
/// Example: runs of 4.00, 4.03, 3.98, 4.05 and 7.10 cycles have the median 4.03
/// and a median deviation of 0.03; the noise is 1.4826 * 0.03 / 4.03 = 1.1 %.
///
/// Source of the factors: for normal noise the standard deviation is 1.4826
/// times the median deviation, and that of the median of n is sqrt(pi/2n) times
/// that of one (P. Huber, "Robust Statistics", 1981).
/// Tested by unittests/Inference/ExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Experiments.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace kernelbounds;

double Experiments::Experiment::median() const {
  const size_t N = Runs.size();
  return N % 2 ? Runs[N / 2] : (Runs[N / 2 - 1] + Runs[N / 2]) / 2;
}

bool Experiments::run(Experiment &E, unsigned Count) {
  while (E.Runs.size() < Count) {
    ++NumRuns;
    llvm::Expected<double> Cycles = Runner.cyclesPerIteration(E.Counts);
    if (!Cycles) {
      llvm::consumeError(Cycles.takeError());
      return false;
    }
    if (!std::isfinite(*Cycles) || *Cycles <= 0)
      return false;
    E.Runs.insert(std::upper_bound(E.Runs.begin(), E.Runs.end(), *Cycles),
                  *Cycles);
  }
  return true;
}

void Experiments::updateNoise(const Experiment &E) {
  if (E.Runs.size() < 3)
    return;
  const double Median = E.median();
  std::vector<double> Deviations;
  Deviations.reserve(E.Runs.size());
  for (double R : E.Runs)
    Deviations.push_back(std::fabs(R - Median));
  std::nth_element(Deviations.begin(),
                   Deviations.begin() + Deviations.size() / 2,
                   Deviations.end());
  // The median deviation of few runs is too small by about 1 / n.
  const double FewRuns = E.Runs.size() / (E.Runs.size() - 0.8);
  const double Spread =
      1.4826 * FewRuns * Deviations[Deviations.size() / 2] / Median;
  Spreads.insert(std::upper_bound(Spreads.begin(), Spreads.end(), Spread),
                 Spread);
  // The mean of all but the largest, which had bad luck.
  const size_t NumKept = Spreads.size() - Spreads.size() / 10;
  if (Spreads.size() >= 10)
    Noise = std::clamp(
        std::accumulate(Spreads.begin(), Spreads.begin() + NumKept, 0.0) /
            NumKept,
        0.0005, 0.05);
}

std::optional<unsigned> Experiments::measure(Mix Counts) {
  std::sort(Counts.begin(), Counts.end());
  auto Found = Index.find(Counts);
  if (Found != Index.end())
    return All[Found->second].Failed ? std::nullopt
                                     : std::optional(Found->second);
  if (All.size() >= MaxMixes) {
    BudgetUsedUp = true;
    return std::nullopt;
  }
  const unsigned Idx = All.size();
  All.push_back({Counts, {}, false});
  Index.emplace(std::move(Counts), Idx);
  Experiment &E = All.back();
  if (!run(E, RunsAtFirst)) {
    E.Failed = true;
    ++NumFailed;
    return std::nullopt;
  }
  updateNoise(E);
  for (auto [Form, Count] : E.Counts)
    OfForm[Form].push_back(Idx);
  return Idx;
}

void Experiments::repeat(unsigned Idx, unsigned Count) {
  // A run that fails now leaves the runs before it, of which there are some.
  run(All[Idx], Count);
}

double Experiments::toleranceOf(unsigned Count) const {
  return 4 * 1.2533 * Noise / std::sqrt(static_cast<double>(Count)) +
         ModelError;
}

double Experiments::tolerance(unsigned Idx) const {
  return toleranceOf(All[Idx].Runs.size());
}
