//===- RenameGroups.h - What is renamed in the same cycle -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many cycles the renamer needs for a trip if the micro-ops of a cycle may
/// come from a few windows of the micro-op cache only. Private to lib/Bounds.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_RENAMEGROUPS_H
#define KERNEL_BOUNDS_LIB_BOUNDS_RENAMEGROUPS_H

#include "kernel-bounds/Model/Cycles.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelbounds {

/// Instructions that stand in the same windows, one after the other. The
/// windows of a trip are numbered in the order in which it comes to them; one
/// that a taken jump leads to is another one, wherever it is.
struct RenamedRun {
  unsigned Uops = 0; ///< Fused micro-ops.
  unsigned FirstWindow = 0;
  /// The next one where the instruction reaches into it.
  unsigned LastWindow = 0;
};

/// Returns the cycles per trip of a loop of \p Trip, which comes to
/// \p NumWindows windows and ends with a taken jump. A cycle renames at most
/// \p Width micro-ops, of at most \p MaxWindows windows. 0 without micro-ops.
/// A run that is in more windows counts as being in so many.
/// \pre Width and MaxWindows are not 0.
/// O(micro-ops / Width + runs), times Width at most.
CyclesPerIter computeRenameCycles(llvm::ArrayRef<RenamedRun> Trip,
                                  unsigned NumWindows, unsigned Width,
                                  unsigned MaxWindows);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_RENAMEGROUPS_H
