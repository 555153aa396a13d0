//===- WorstCase.h - The dearest case that is consistent --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a loop takes if the pointers that nothing tells apart overlap in the
/// worst way. Each May dependence needs two pointers to lie a certain number of
/// bytes apart; a case is a choice of these numbers, one for all dependences.
///
/// Example: a store to a[i] and loads of b[i-1] and b[i-2]. b = a makes the
/// first load wait for the trip before, b = a + 1 the second; not both at once.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_GRAPH_WORSTCASE_H
#define KERNEL_BOUNDS_GRAPH_WORSTCASE_H

#include "kernel-bounds/Graph/DependencyGraph.h"
#include "kernel-bounds/Graph/MemoryDependence.h"

namespace kernelbounds {

/// The cycle of \p G with the largest ratio of latency to distance in cycles
/// per assembly iteration of which the May edges hold in one case; their Detail
/// is an index into \p Memory. A best-first search over the edges to leave out;
/// it ends after a fixed number of searches for a cycle, and then returns one
/// that no case exceeds.
CriticalCycle findWorstCase(const DependencyGraph &G,
                            llvm::ArrayRef<MemoryDependence> Memory);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_GRAPH_WORSTCASE_H
