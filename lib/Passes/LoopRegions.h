//===- LoopRegions.h - Loops apart from their function ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A few loops of a large function become functions of their own, which compile
/// in a fraction of the time. What the compiler knows of what they take from
/// the function goes with them.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_LOOPREGIONS_H
#define KERNEL_BOUNDS_LIB_PASSES_LOOPREGIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace kernelbounds {

struct Compilation;

/// A loop nest as a function.
struct LoopRegion {
  /// The innermost loops of it, by the numbers that they have in the function
  /// it comes from; here they are numbered by index.
  std::vector<unsigned> Loops;
  /// A module with one function, of this name.
  llvm::SmallVector<char, 0> Bitcode;
  size_t Size = 0; ///< Instructions.

  static constexpr llvm::StringLiteral Name = "kernel-bounds.region";
};

/// Takes the innermost loops for which \p Wants says yes, each with those
/// around it that are small, out of the function \p Name of the module \p
/// Bitcode, whose loops are numbered. Loops that cannot be taken out are in no
/// region, and none are if they are most of the function.
///
/// Metadata say which underlying objects do not overlap, and the address
/// arithmetic in front of the loops is done again.
/// O(regions * instructions).
std::vector<LoopRegion> takeOutLoops(const Compilation &How,
                                     llvm::ArrayRef<char> Bitcode,
                                     llvm::StringRef Name,
                                     llvm::function_ref<bool(unsigned)> Wants);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_LOOPREGIONS_H
