//===- Reductions.h - Which chains may be split -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells a sum, a minimum or a linear recurrence that several accumulators
/// could take from a recurrence that they could not. Private to lib/Advice.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_REDUCTIONS_H
#define KERNEL_BOUNDS_LIB_ADVICE_REDUCTIONS_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelbounds {

/// Whether \p Cycle, of dependences with the nodes of A.Graph and as many
/// edges, is one associative operation again and again, and nothing else in the
/// loop reads what it has so far. Eliminated moves do not count. O(edges).
bool isReduction(const Analysis &A, const CriticalCycle &Cycle);

/// What makes a chain one that may be split.
enum class ChainKind : uint8_t {
  None,
  Reduction, ///< One associative operation.
  Selection, ///< A minimum or maximum by comparison, perhaps with its place.
  /// h = f * h + x with a factor that does not change: in n parts each goes on
  /// with the n-th power of the factor.
  Linear
};

/// A chain that may be split.
struct SplittableChain {
  ChainKind Kind = ChainKind::None;
  /// Of A.Graph: all that carry its values to the next iteration.
  llvm::SmallVector<uint32_t, 4> Edges;
  llvm::SmallVector<uint32_t, 4> Insts; ///< Ascending.
  /// Of a linear chain: its factor is one of a product, not of shifts and sums.
  bool HasProduct = false;
};

/// The chain around \p Cycle, with what else goes along with it. O(edges).
SplittableChain findSplittable(const Analysis &A, const CriticalCycle &Cycle);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_REDUCTIONS_H
