//===- TraceSensitivity.h - What a better core would give -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The core as it is, with one thing better at a time: each is a simulation of
/// the recorded run. Private to lib/Run.
///
/// Example: a loop of 64.6 cycles a trip takes 47.7 if the third level is half
/// as far away, and 49.0 if all pages are known: these limit it. If nothing
/// alone gives anything, several things limit it together.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_TRACESENSITIVITY_H
#define KERNEL_BOUNDS_LIB_RUN_TRACESENSITIVITY_H

#include "CycleStack.h"

namespace kernelbounds {

/// One step for each resource of \p Core, which is that of \p Model, and for
/// what is better in \p Caches, which may be null; behind \p Base, the core as
/// it is.
std::vector<StackStep> sensitivitySteps(const StackStep &Base,
                                        llvm::ArrayRef<Resource> Core,
                                        const PortModel &Model,
                                        const CacheTables *Caches);

/// What a trip takes in each of \p Steps, what helps most first; \p Cycles is
/// by step.
std::vector<RunEffect> effectsOf(llvm::ArrayRef<StackStep> Steps,
                                 llvm::ArrayRef<double> Cycles);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_TRACESENSITIVITY_H
