//===- CacheLookups.h - Lookups of the micro-op cache -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How often a trip looks up the micro-op cache, and what that takes. Private
/// to lib/Bounds.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_CACHELOOKUPS_H
#define KERNEL_BOUNDS_LIB_BOUNDS_CACHELOOKUPS_H

#include "llvm/ADT/ArrayRef.h"

namespace kernelbounds {

/// A window of code, in the order in which a trip runs through them.
struct LookedUpWindow {
  unsigned Lines = 0;     ///< That begin in it. They may end in the next one.
  bool StartsRun = false; ///< A taken jump leads here; so of the first one.
  /// The last instruction, which ends the run, reaches into the next window,
  /// in which no other instruction begins.
  bool HasTail = false;
};

/// Returns the cycles of the lookups of a trip, at least 1. \p Rate lines come
/// of a lookup, and another one of the same window follows \p Interval cycles
/// later.
unsigned computeLookupCycles(llvm::ArrayRef<LookedUpWindow> Windows,
                             unsigned Rate, unsigned Interval);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_CACHELOOKUPS_H
