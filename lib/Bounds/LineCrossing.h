//===- LineCrossing.h - What crossing a cache line takes -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts what accesses across lines of the cache take on their micro-ops.
/// Private to lib/Bounds.
///
/// Example: on Skylake the next load waits for the port of one that crosses for
/// a cycle more. If it crosses in one of two trips, it counts as 3/2 loads.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_LINECROSSING_H
#define KERNEL_BOUNDS_LIB_BOUNDS_LINECROSSING_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Sets A.Lines, if the core's model says what crossings take or has banks for
/// loads. Loads that have
/// their datum from a store of the loop (A.Memory) are left out.
/// O(accesses + dependences).
void findLineCrossings(Analysis &A, KernelAddresses &Addresses);

/// Marks the micro-ops of A.Mapped that make the accesses A.Lines with the
/// least crossings, and sets A.LineGroups. Accesses whose instruction has not
/// exactly one micro-op for them, of one cycle, are left out.
/// O(accesses * 64).
void markLineCrossings(Analysis &A);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_LINECROSSING_H
