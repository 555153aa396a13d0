//===- AnalysisManagers.h - What passes on LLVM IR ask ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The analyses that passes of the compiler ask for, set up as clang does it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_ANALYSISMANAGERS_H
#define KERNEL_BOUNDS_LIB_PASSES_ANALYSISMANAGERS_H

#include "CandidateCompiler.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

namespace kernelbounds {

/// The functions of libraries that \p How knows.
llvm::TargetLibraryInfoImpl libraryOf(const Compilation &How);

struct AnalysisManagers {
  explicit AnalysisManagers(const Compilation &How);

  // They die in the opposite order, as those of clang.
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  llvm::PassInstrumentationCallbacks PIC;
  llvm::PassBuilder PB;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_ANALYSISMANAGERS_H
