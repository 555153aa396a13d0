//===- LoopMatching.h - Which loop became which --------------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pairs the loops of two versions of a program.
///
/// Example: a function has a loop at line 9, and three lines were added before
/// it. Now the compiler makes a vectorized loop of it, and a scalar one for the
/// rest, both at line 12. The old loop is paired with the vectorized one; the
/// other is new.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_COMPARE_LOOPMATCHING_H
#define KERNEL_BOUNDS_COMPARE_LOOPMATCHING_H

#include "kernel-bounds/Compare/LoopRecord.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <optional>
#include <vector>

namespace kernelbounds {

struct LoopPair {
  std::optional<size_t> Old, New; ///< At least one of them.
};

/// Pairs \p Old with \p New, by the names of their functions, in folders first
/// by the paths of the objects that these are in, by source lines, by what
/// their instructions are and where they stand in the function. Lines may have
/// moved, as long as most loops of a function moved by as many lines. What is
/// left over is paired across functions if it stems from the same source line,
/// as after inlining.
///
/// \returns every loop once: those of \p New in their order, then those of
/// \p Old that are in no pair. Cubic in the loops of one function up to 512,
/// beyond that near-linear: such functions are paired by line and instructions,
/// and then by order.
std::vector<LoopPair> matchLoops(llvm::ArrayRef<LoopRecord> Old,
                                 llvm::ArrayRef<LoopRecord> New);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_COMPARE_LOOPMATCHING_H
