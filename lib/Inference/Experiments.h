//===- Experiments.h - Times of mixes, with their uncertainty ---*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs each mix several times, keeps the median, and knows how far it may be
/// from the truth.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_INFERENCE_EXPERIMENTS_H
#define KERNEL_BOUNDS_LIB_INFERENCE_EXPERIMENTS_H

#include "kernel-bounds/Inference/PortInference.h"
#include <map>

namespace kernelbounds {

/// All mixes that were run. An experiment is named by its index.
class Experiments {
public:
  struct Experiment {
    Mix Counts;
    std::vector<double> Runs; ///< Cycles, sorted.
    bool Failed = false;
    double median() const;
  };

  Experiments(ExperimentRunner &Runner, unsigned NumForms, unsigned MaxMixes,
              unsigned RunsAtFirst, double ModelError = 0.003)
      : Runner(Runner), MaxMixes(MaxMixes), RunsAtFirst(RunsAtFirst),
        ModelError(ModelError), OfForm(NumForms) {}

  /// Returns the experiment with \p Counts, run now if it is new. Nothing if
  /// the runner refuses it or no more experiments are allowed.
  std::optional<unsigned> measure(Mix Counts);

  /// Runs \p Idx again until it has \p NumRuns runs.
  void repeat(unsigned Idx, unsigned NumRuns);

  const Experiment &operator[](unsigned Idx) const { return All[Idx]; }
  unsigned size() const { return All.size(); }
  /// Experiments with \p Form that did not fail, in the order of their runs.
  llvm::ArrayRef<unsigned> of(FormId Form) const { return OfForm[Form]; }

  /// How far the median of experiment \p Idx may be from the truth: a fraction
  /// of it.
  double tolerance(unsigned Idx) const;
  /// The same, of an experiment that is run \p NumRuns times.
  double toleranceOf(unsigned NumRuns) const;

  double noise() const { return Noise; }
  unsigned numRuns() const { return NumRuns; }
  unsigned numFailed() const { return NumFailed; }
  bool isBudgetUsedUp() const { return BudgetUsedUp; }

private:
  bool run(Experiment &E, unsigned NumRuns);
  void updateNoise(const Experiment &E);

  ExperimentRunner &Runner;
  unsigned MaxMixes, RunsAtFirst;
  double ModelError;
  std::vector<Experiment> All;
  std::map<Mix, unsigned> Index;
  std::vector<std::vector<unsigned>> OfForm;
  std::vector<double> Spreads;
  double Noise = 0.01;
  unsigned NumRuns = 0, NumFailed = 0;
  bool BudgetUsedUp = false;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_INFERENCE_EXPERIMENTS_H
