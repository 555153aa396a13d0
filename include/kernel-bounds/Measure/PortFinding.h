//===- PortFinding.h - What was found of a form's ports ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The answer of PortStudy, by times, and of CountStudy, by counters.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_PORTFINDING_H
#define KERNEL_BOUNDS_MEASURE_PORTFINDING_H

#include "kernel-bounds/Inference/PortInference.h"
#include "kernel-bounds/Kernel/MappedKernel.h"
#include "kernel-bounds/Measure/FormCatalog.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernelbounds {

/// What was counted of one instruction beside others that fill some ports.
struct CountBeside {
  std::string Blocker;      ///< A form.
  unsigned NumBlockers = 0; ///< Of each instruction.
  /// By name; where a counter has several ports, all of them.
  std::vector<std::string> Blocked;
  /// Micro-ops of the instruction on these ports, and on others.
  double Inside = 0, Outside = 0;
};

/// The witness of what counters say of a form.
struct CountEvidence {
  /// Micro-ops of one of many instructions, by name of the counter.
  std::vector<std::pair<std::string, double>> Alone;
  double Issued = 0; ///< Slots at rename of one of them.
  std::vector<CountBeside> Beside;
  std::string Why; ///< It is not known for sure; else empty.
};

/// What mixes say of forms that the model maps alike and that measure alike.
/// The first one was measured for all.
struct PortFinding {
  std::vector<const InstructionForm *> Forms;
  /// The model's micro-ops, and those that explain what was measured.
  std::vector<MappedUop> Before, Found;
  /// What explains it as well, with Trust Ambiguous.
  std::vector<std::vector<MappedUop>> Alternatives;
  Confidence Trust = Confidence::NotMeasured;
  unsigned NumMixes = 0;
  /// By times: the mean relative difference of what the mixes with the form
  /// take: by the bounds of either micro-ops, and by the model's own answer,
  /// which may know why a bound is not reached.
  double ErrorBefore = 0, ErrorFound = 0, ErrorOfModel = 0;
  double Throughput = 0; ///< That was measured, in cycles.
  /// The model gives the form the throughput that was measured.
  bool HasThroughput = false;
  /// Found is not Before, names the model's ports alone, and explains clearly
  /// more. By times, where the model has the throughput, it must be the only
  /// explanation.
  bool IsBetter = false;
  std::optional<CountEvidence> Counted; ///< Of what was found by counters.
};

/// "ALU1+ALU2 2*FP0": each micro-op with its ports.
std::string describePorts(const PortModel &Model,
                          llvm::ArrayRef<MappedUop> Uops);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_PORTFINDING_H
