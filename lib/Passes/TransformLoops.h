//===- TransformLoops.h - Choices put into LLVM IR --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives loops the hints that were chosen for them, and makes the changes that
/// go beyond hints. The copy of a candidate and the function of the user go
/// through the same.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_TRANSFORMLOOPS_H
#define KERNEL_BOUNDS_LIB_PASSES_TRANSFORMLOOPS_H

#include "kernel-bounds/Tuning/LoopHints.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/PassManager.h"
#include <vector>

namespace kernelbounds {

/// An innermost loop, by its header, and what was chosen for it.
struct HintedLoop {
  llvm::BasicBlock *Header;
  LoopHints Hints;
};

/// Changes \p Loops of \p F as their hints say, in this order.
void hintLoops(llvm::Function &F, llvm::ArrayRef<HintedLoop> Loops,
               llvm::FunctionAnalysisManager &FAM);

/// What can be done with an innermost loop.
struct LoopChances {
  LoopTransforms Transforms;
  /// Of what is asked for, what would do something after CheckOverlap.
  LoopTransforms AfterCheck;
  bool CanDistribute = false;
  /// What it loads and stores can be masked, and is not in the same array.
  bool CanPredicate = false;
};

/// By innermost loop of \p F, which of \p Asked would do something with it, and
/// whether it may be distributed, or get masks. \p F is a copy that nobody
/// needs: its loops are changed to find out.
std::vector<LoopChances> findChances(llvm::Function &F, LoopTransforms Asked,
                                     llvm::FunctionAnalysisManager &FAM);

/// `opt -passes=kernel-bounds-keep-values`, and so on: makes the changes in all
/// innermost loops, with four chains for each reduction.
class TransformLoopsPass : public llvm::PassInfoMixin<TransformLoopsPass> {
public:
  explicit TransformLoopsPass(LoopTransforms Set) : Set(Set) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);

private:
  LoopTransforms Set;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_TRANSFORMLOOPS_H
