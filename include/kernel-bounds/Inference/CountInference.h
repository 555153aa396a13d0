//===- CountInference.h - Ports of forms from counters ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the micro-ops of each instruction form and the ports of each, where a
/// core counts the micro-ops that begin on each port.
///
/// Example: a form has two micro-ops, and alone they are counted on ports 0, 1
/// and 5. Beside many instructions that fill port 5, one of the two is counted
/// elsewhere: the other one can go to port 5 alone. Beside many that fill 0 and
/// 1, one is elsewhere again. So the form has a micro-op of {5} and one of
/// {0,1}.
///
/// docs/reference/inference.md describes the algorithm.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_INFERENCE_COUNTINFERENCE_H
#define KERNEL_BOUNDS_INFERENCE_COUNTINFERENCE_H

#include "kernel-bounds/Inference/PortInference.h"
#include <functional>
#include <string>

namespace kernelbounds {

/// Micro-ops of one iteration of a mix.
struct UopCounts {
  /// By counter: those that began on its ports.
  llvm::SmallVector<double, 12> OnCounter;
  double Issued = 0; ///< Slots at rename; fused micro-ops are one.
};

/// The machine: it runs mixes and counts. What is said of ports below is of
/// counters, of which each has one port or several.
class CountRunner {
public:
  virtual ~CountRunner() = default;

  /// Of one iteration of an endless repetition of \p M, beyond what the loop
  /// itself needs. May carry noise. An error says that the mix cannot be run.
  virtual llvm::Expected<UopCounts>
  countPerIteration(llvm::ArrayRef<std::pair<FormId, unsigned>> M) = 0;
};

/// Micro-ops of one form that may go to the same ports.
struct CountedUops {
  PortSet Ports;
  unsigned Count = 1;

  friend bool operator==(const CountedUops &A, const CountedUops &B) {
    return A.Ports == B.Ports && A.Count == B.Count;
  }
};

/// One experiment: an instruction of the form beside many that fill \c Blocked.
struct BlockedCount {
  PortSet Blocked;
  FormId Blocker = 0;
  unsigned NumBlockers = 0;
  /// Micro-ops of the one instruction: on the blocked ports, which is what was
  /// counted there less the blockers, and on the others.
  double Inside = 0, Outside = 0;
};

/// What was found out about one form.
struct CountedForm {
  /// Ordered by the size of the sets and by their bits, each set once.
  llvm::SmallVector<CountedUops, 4> Uops;
  /// Unique, Provisional (see Why), Unexplained or NotMeasured.
  Confidence Trust = Confidence::NotMeasured;
  std::string Why;
  /// Of one among many of the form alone, by counter.
  llvm::SmallVector<double, 12> Alone;
  double Issued = 0;
  std::vector<BlockedCount> Blocked; ///< In the order of the experiments.
};

struct CountedCore {
  std::vector<CountedForm> Forms;
  /// Sets of ports and the form that fills each, in the order of their use.
  std::vector<std::pair<PortSet, FormId>> Blockers;
  unsigned NumExperiments = 0, NumRuns = 0;
};

struct CountInferenceOptions {
  /// By form: cycles of one among many, and whether it may be a blocker. One
  /// that waits for itself may not.
  std::vector<double> Cycles;
  std::vector<bool> MayBlock;
  /// Runs of a mix at first; up to five times as many where a count is not
  /// whole. 1 and no more if IsExact.
  unsigned RunsPerExperiment = 3;
  bool IsExact = false; ///< The counts carry no noise.
  /// Forms of more micro-ops are not explained.
  unsigned MaxUops = 12;
  /// After each of the two steps of a form: how many steps there were, of how
  /// many, and of which form the last one was.
  std::function<void(size_t, size_t, FormId)> OnStep = [](size_t, size_t,
                                                          FormId) {};
};

/// Asks \p Runner until the micro-ops of each form are found. Deterministic, if
/// the runner is.
///
/// It knows the sets of ports that forms of one micro-op show. Of a micro-op
/// whose set no such form has, it may take the smallest known set that contains
/// it.
CountedCore inferPortsByCounts(CountRunner &Runner,
                               const CountInferenceOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_INFERENCE_COUNTINFERENCE_H
