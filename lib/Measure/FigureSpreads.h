//===- FigureSpreads.h - Spreads of measured values -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How much repetitions of an experiment differ, beside the values of a model
/// file that the experiment shows. Private to lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_FIGURESPREADS_H
#define KERNEL_BOUNDS_LIB_MEASURE_FIGURESPREADS_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

/// "1.2%", of \p Relative 0.012: in tenths, as tables have it.
std::string spreadPercent(double Relative);

/// \p Sections of a model file, with `spread:` behind each `source: measured`
/// of a key whose experiments \p F has: the largest one of these.
std::string addSpreads(llvm::StringRef Sections, const CoreFigures &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_FIGURESPREADS_H
