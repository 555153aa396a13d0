//===- RetireWidth.h - How fast a core retires ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What retires faster than it is renamed waits for rename, so that throughput
/// says nothing of it. But a store is written to the cache only when all in
/// front of it has retired, and a load of which two stores have a part each
/// waits for that. With a chain in front, N instructions that wait for nothing,
/// and that have been renamed meanwhile, delay the load by N / width cycles.
/// Private to lib/Measure.
///
/// Example: Zen 4 renames six and retires eight; with 24, 72, 120 and 168
/// instructions, a trip takes 55.99, 61.99, 67.98 and 74.00 cycles.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_RETIREWIDTH_H
#define KERNEL_BOUNDS_LIB_MEASURE_RETIREWIDTH_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

class ExperimentList;

/// Adds "retire.N", for x86.
void addRetirement(ExperimentList &L);

/// Fused micro-ops that retire in a cycle; 0 if "retire.*" were not measured,
/// or if no such number explains them.
unsigned findRetireWidth(const CoreFigures &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_RETIREWIDTH_H
