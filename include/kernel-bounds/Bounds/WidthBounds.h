//===- WidthBounds.h - Bounds by the width of a stage -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fused micro-ops over the width of a stage: rename (Issue) and retirement.
///
/// Example: 10 fused micro-ops on a core that renames four a cycle take 2.5.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_WIDTHBOUNDS_H
#define KERNEL_BOUNDS_BOUNDS_WIDTHBOUNDS_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Of Limit::Issue and Limit::Retire.
struct WidthWitness : Witness {
  unsigned Slots = 0, Width = 0; ///< A Width of 0 is not known.
  /// Of Issue, where the core counts instructions, too: a fused pair as one.
  unsigned Insts = 0, InstWidth = 0;
  /// Of Issue, where the core renames fewer slots of vector registers.
  unsigned Vectors = 0, VectorWidth = 0;
  /// Of Issue: what forces the bound.
  enum class Kind {
    Slots,
    Insts,
    Vectors,
    /// More vectors than VectorWidth in a trip of one lookup of the micro-op
    /// cache.
    VectorsOfLookup
  } By = Kind::Slots;
};

inline const WidthWitness &issueWitness(const Analysis &A) {
  return A.bound(Limit::Issue).witness<WidthWitness>();
}
inline const WidthWitness &retireWitness(const Analysis &A) {
  return A.bound(Limit::Retire).witness<WidthWitness>();
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_WIDTHBOUNDS_H
