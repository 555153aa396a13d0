//===- CountStudy.h - Ports of forms, counted -------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asks lib/Inference for the ports of forms where the machine counts
/// micro-ops by port, and compares them with those of a model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_COUNTSTUDY_H
#define KERNEL_BOUNDS_MEASURE_COUNTSTUDY_H

#include "kernel-bounds/Measure/FormStudy.h"
#include "kernel-bounds/Measure/PortFinding.h"

namespace kernelbounds {

/// The ports of \p Model that each of \p Counters counts. Fails if a name is
/// none of its ports.
llvm::Expected<std::vector<PortSet>>
portsOfCounters(llvm::ArrayRef<PortCounter> Counters, const PortModel &Model);

class CountStudy {
public:
  /// \p Machine has counters. \p Model names the ports.
  CountStudy(LoopRunner &Machine, PortModel &Model, const FormBuilder &Builder)
      : Machine(Machine), Model(Model), Builder(Builder) {}

  /// After each step: how many there were, of how many, and of which form.
  std::function<void(size_t, size_t, llvm::StringRef)> OnStep =
      [](size_t, size_t, llvm::StringRef) {};

  /// Of each form of \p Rows that can be mixed with others, but for those that
  /// cannot be counted. Fails where portsOfCounters() does.
  llvm::Expected<std::vector<PortFinding>> run(llvm::ArrayRef<FormRow> Rows);

private:
  LoopRunner &Machine;
  PortModel &Model;
  const FormBuilder &Builder;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_COUNTSTUDY_H
