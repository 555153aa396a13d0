//===- RenameRules.h - What a cycle of rename has room for ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that show of how many micro-ops of a kind a cycle of rename has room,
/// and how many loads stores may forward to where they go two a cycle.
///
/// Example: Zen 4 renames six instructions a cycle. A trip of 15, of which two
/// rotate, takes 2.5 cycles, and one of which three do takes 3.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_RENAMERULES_H
#define KERNEL_BOUNDS_LIB_MEASURE_RENAMERULES_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

class ExperimentList;

/// Adds "limits.*" and "forward.beside.*", for x86.
void addRenameExperiments(ExperimentList &L);

/// The cycles of a trip of \p Total slots, of which the first \p Num are of a
/// kind of which a cycle of \p Width slots has room for \p Limit.
double cyclesOfTrip(unsigned Width, unsigned Total, unsigned Num,
                    unsigned Limit);

/// Of how many micro-ops of \p Kind, as in "limits.KIND.3", a cycle of rename
/// has room; 0 if not measured, or if there is no such limit.
unsigned findRenameLimit(const CoreFigures &F, llvm::StringRef Kind);

/// `forward_interval`; 0 if not measured, or if there is none.
unsigned findForwardInterval(const CoreFigures &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_RENAMERULES_H
