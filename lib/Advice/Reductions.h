//===- Reductions.h - Which chains may be split -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells a sum that several accumulators could take from a recurrence that they
/// could not. Private to lib/Advice.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_REDUCTIONS_H
#define KERNEL_BOUNDS_LIB_ADVICE_REDUCTIONS_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Whether \p Cycle, of dependences with the nodes of A.Graph and as many
/// edges, is one associative operation again and again, and nothing else in the
/// loop reads what it has so far. Eliminated moves do not count. O(edges).
bool isReduction(const Analysis &A, const CriticalCycle &Cycle);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_REDUCTIONS_H
