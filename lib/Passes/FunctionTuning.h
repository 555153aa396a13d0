//===- FunctionTuning.h - The search for hints of a function ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All loops of a function are searched at once: in each compilation every one
/// of them has the candidate that its own search asks for.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_FUNCTIONTUNING_H
#define KERNEL_BOUNDS_LIB_PASSES_FUNCTIONTUNING_H

#include "KeptChoices.h"
#include "RunProfile.h"
#include "kernel-bounds/Tuning/TuningRecord.h"

namespace kernelbounds {

class RegionPool;

/// What is known from elsewhere. The first two may be null.
struct TuningSources {
  KeptChoices *Kept = nullptr;         ///< Of earlier compilations.
  const RunProfile *Profile = nullptr; ///< Of a run of the program.
  RegionPool *Regions = nullptr;       ///< Of the module's other functions.
};

/// Finds the best hints for the innermost loops of \p F, in the order of
/// forEachInnermostLoop(). Without loops, or if nothing can be compiled, there
/// are none; \p Problem then says what is wrong with the user's options. What
/// is found is kept in \p With.Kept, and taken from there.
TunedFunction tuneFunction(llvm::Function &F, const Compilation &How,
                           const PluginOptions &Options,
                           const TuningSources &With, std::string &Problem);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_FUNCTIONTUNING_H
