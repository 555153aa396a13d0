//===- Tuner.h - The best hints for each loop, in the compiler --*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A module pass before the loop passes: compiles the functions with loops in
/// several ways, and tells the user which hints pay, or sets them.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_TUNER_H
#define KERNEL_BOUNDS_LIB_PASSES_TUNER_H

#include "CandidateCompiler.h"
#include "PluginOptions.h"
#include "llvm/IR/PassManager.h"

namespace kernelbounds {

class Tuner : public llvm::PassInfoMixin<Tuner> {
public:
  Tuner(Compilation How, const PluginOptions &Options)
      : How(How), Options(Options) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  Compilation How;
  const PluginOptions &Options;
};

/// Stands where the compiler runs no loop passes that could be tuned, and says
/// so of each module.
class NoTuning : public llvm::PassInfoMixin<NoTuning> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Says that \p M is not tuned because llc has no loop passes.
void warnOfMissingLoopPasses(llvm::Module &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_TUNER_H
