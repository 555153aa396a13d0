//===- CoreModel.h - Usages of forms, while they are being found *- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is believed of the core at one moment: some forms are known, others
/// are not.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_INFERENCE_COREMODEL_H
#define KERNEL_BOUNDS_LIB_INFERENCE_COREMODEL_H

#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Inference/PortInference.h"

namespace kernelbounds {

struct ResourceModel {
  /// The dense tables of FormFit have a word for each set of resources.
  static constexpr unsigned MaxResources = 16;

  unsigned Width = 1;
  std::vector<std::optional<FormUsage>> Forms;

  bool knows(FormId F) const { return Forms[F].has_value(); }
  /// Whether all forms of \p M are known, but for \p Except.
  bool knowsAll(const Mix &M, std::optional<FormId> Except = {}) const;

  /// All resources of known forms.
  PortSet resources() const;
  /// The distinct sets of known forms, the largest first.
  std::vector<PortSet> family() const;
  /// Groups of resources that all known sets contain as a whole or not at all.
  std::vector<PortSet> atoms() const;

  /// Adds \p Count times \p Usage.
  static void addUses(const FormUsage &Usage, unsigned Count,
                      llvm::SmallVectorImpl<UopGroup> &Uses);

  /// Cycles of \p M. \pre Its forms are known.
  CyclesPerIter
  exactCycles(llvm::ArrayRef<std::pair<FormId, unsigned>> M) const;
  double cycles(const Mix &M) const { return exactCycles(M).toDouble(); }
  /// Cycles of \p M if \p F were used as \p Usage says.
  double cyclesIf(const Mix &M, FormId F, const FormUsage &Usage) const;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_INFERENCE_COREMODEL_H
