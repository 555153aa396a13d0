//===- RecordedCrossings.h - Recorded accesses across lines -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which accesses of a stretch cross a line of the cache, or a page, by their
/// recorded addresses. Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_RECORDEDCROSSINGS_H
#define KERNEL_BOUNDS_LIB_RUN_RECORDEDCROSSINGS_H

#include "StretchMemory.h"
#include "kernel-bounds/Kernel/MappedKernel.h"

namespace kernelbounds {

/// Has the micro-ops of \p M whose access crosses take the cycles of \p Rule.
/// \p M is the stretch of \p Accesses, instruction by instruction. An update
/// that crosses counts as a load and as a store. O(accesses).
void markRecordedCrossings(const StretchAccesses &Accesses,
                           const LineCrossingRule &Rule, MappedKernel &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_RECORDEDCROSSINGS_H
