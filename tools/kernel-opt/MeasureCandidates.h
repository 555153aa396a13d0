//===- MeasureCandidates.h - Runs candidates of tune ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds the user's program with the best candidates of each loop, one loop at
/// a time, and measures the processor time of its runs.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASURECANDIDATES_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASURECANDIDATES_H

#include "TuneCommandLine.h"
#include "kernel-bounds/Tuning/TuningReport.h"

namespace kernelbounds {

/// Fails if the program cannot be built, or does not end with exit code 0, as
/// it is compiled without candidates.
llvm::Expected<MeasuredProgram>
measureCandidates(const TuneCommandLine &Options, llvm::StringRef Compiler,
                  llvm::ArrayRef<TunedPlace> Places);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASURECANDIDATES_H
