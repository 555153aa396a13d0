//===- EvaluateDataset.h - kernel-opt evaluate --dataset --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that others measured.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_EVALUATEDATASET_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_EVALUATEDATASET_H

#include "EvaluateOptions.h"
#include "kernel-bounds/Measure/Evaluation.h"

namespace kernelbounds {

/// Fills \p E with the loops of Options.Files and our predictions. A loop that
/// cannot be predicted is a failure there; fails on a faulty file.
llvm::Error evaluateDataset(const EvaluateOptions &Options, Evaluation &E);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_EVALUATEDATASET_H
