//===- PortInference.h - Ports of a core from times alone -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds which resources each instruction form uses, from nothing but the
/// cycles that mixes of forms take. No performance counter is read.
///
/// Example: form 0 takes 0.5 cycles alone, form 1 takes 1 cycle alone, and two
/// of form 0 with one of form 1 take 1.5 cycles. Then form 1 uses one resource,
/// and form 0 uses that one or one other.
///
/// docs/reference/inference.md describes the algorithm.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_INFERENCE_PORTINFERENCE_H
#define KERNEL_BOUNDS_INFERENCE_PORTINFERENCE_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Model/PortSet.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <utility>
#include <vector>

namespace kernelbounds {

/// An instruction form, as an index from 0.
using FormId = unsigned;

/// Forms that run together without dependences, and how often each runs in one
/// iteration. Each form appears once, in ascending order of ids.
using Mix = std::vector<std::pair<FormId, unsigned>>;

/// The machine: it runs mixes and tells their times.
class ExperimentRunner {
public:
  virtual ~ExperimentRunner() = default;

  /// Returns the cycles of one iteration of an endless repetition of \p Mix.
  /// The value may carry noise, the step of a clock and stolen time, since the
  /// inference asks again and takes medians. An error says that this mix cannot
  /// be run; the inference goes on without it.
  virtual llvm::Expected<double>
  cyclesPerIteration(llvm::ArrayRef<std::pair<FormId, unsigned>> Mix) = 0;
};

/// A form occupies any of \c Resources for \c Cycles in total.
///
/// Time cannot tell three micro-ops of one cycle from one micro-op that holds
/// its resource for three cycles, except by the slots of the form.
struct ResourceUse {
  PortSet Resources;
  unsigned Cycles = 1;

  friend bool operator==(const ResourceUse &A, const ResourceUse &B) {
    return A.Resources == B.Resources && A.Cycles == B.Cycles;
  }
};

/// What one instruction of a form takes.
struct FormUsage {
  /// Ordered by Resources.bits(), each set once.
  llvm::SmallVector<ResourceUse, 4> Uses;
  /// Issue slots. Micro-ops that the issue width hides have a slot and no use.
  unsigned Slots = 1;

  /// Cycles that the uses take in total.
  unsigned totalCycles() const;
  /// Whether a resource must be held for longer than a cycle, because the form
  /// has fewer slots than cycles. Fused micro-ops look like this as well.
  bool holdsResources() const { return totalCycles() > Slots; }

  friend bool operator==(const FormUsage &A, const FormUsage &B) {
    return A.Uses == B.Uses && A.Slots == B.Slots;
  }
};

/// How much the times say about one form.
enum class Confidence : uint8_t {
  /// No other explanation that the search knows fits the experiments.
  Unique,
  /// The alternatives fit as well, and no mix that was tried tells them apart.
  Ambiguous,
  /// Some micro-ops are seen only by their issue slots: the form can use at
  /// least as many resources as the core issues micro-ops per cycle.
  HiddenByWidth,
  /// The number of experiments ran out before this form was settled; or the
  /// form was settled from its prior (UsageSettling.h).
  Provisional,
  /// The form was timed, but no usage explains its times.
  Unexplained,
  /// The runner could not run the form, or the budget was used up before.
  NotMeasured
};

/// Returns the name of \p C in lower case: "unique", "hidden by width".
llvm::StringRef confidenceName(Confidence C);

/// What was found out about one form.
struct InferredForm {
  FormUsage Usage; ///< Empty and no slots if it is not known.
  Confidence Trust = Confidence::NotMeasured;
  /// Other usages that fit all experiments; at most eight.
  std::vector<FormUsage> Alternatives;
  double SingleCycles = 0;     ///< Measured, of the form alone.
  unsigned NumExperiments = 0; ///< Mixes with this form.
  /// The largest relative difference between a mix with this form and the
  /// model.
  double WorstError = 0;
  bool isKnown() const {
    return Trust != Confidence::Unexplained && Trust != Confidence::NotMeasured;
  }
};

/// What was found out about the core.
struct InferredCore {
  unsigned NumResources = 0;
  /// Issue slots per cycle. If IsWidthSeen is false, ports alone explain all
  /// times, and the width is at least this.
  unsigned IssueWidth = 0;
  bool IsWidthSeen = false;
  std::vector<InferredForm> Forms;
  /// By resource: its name in the priors; none if no prior has it.
  std::vector<std::optional<unsigned>> PriorNames;

  unsigned NumExperiments = 0; ///< Distinct mixes.
  unsigned NumRuns = 0;        ///< Calls of the runner.
  unsigned NumFailedMixes = 0; ///< Mixes that the runner refused.
  double Noise = 0;            ///< Relative standard deviation of one run.
  bool IsBudgetUsedUp = false;

  /// Returns the cycles that the model gives \p M: the largest of the exact
  /// port bound and the issue width. Nothing if a form of it is not known.
  std::optional<CyclesPerIter>
  predict(llvm::ArrayRef<std::pair<FormId, unsigned>> M) const;
};

struct PortInferenceOptions {
  unsigned NumForms = 0;
  /// What is believed before; empty, or one for each form. Port names agree
  /// among them. A wrong one costs experiments, and does no other harm.
  std::vector<std::optional<FormUsage>> Priors;
  /// Issue slots per cycle, or 0 if it has to be found.
  unsigned IssueWidth = 0;
  /// The largest number of distinct mixes, or 0 for 40 per form.
  unsigned MaxExperiments = 0;
  /// Runs of a mix at first; more follow where the decision is close.
  unsigned RunsPerExperiment = 5;
  /// Relative: by how much a mix may take more or less than its resources say,
  /// however often it is run. Real cores do not reach their bounds exactly.
  double ModelError = 0.003;
  /// The longest mix, in instructions.
  unsigned MaxMixLength = 96;
  unsigned Seed = 1; ///< Of the choice among mixes.
};

/// Asks \p Runner for times until the usage of each form is settled.
/// Deterministic, if the runner is.
InferredCore inferPorts(ExperimentRunner &Runner,
                        const PortInferenceOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_INFERENCE_PORTINFERENCE_H
