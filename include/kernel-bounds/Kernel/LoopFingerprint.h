//===- LoopFingerprint.h - How a loop is known again ---------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of a loop's instructions by kind. They are the same for the loop in
/// a compiler and in the file that it made, and change with the code.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_LOOPFINGERPRINT_H
#define KERNEL_BOUNDS_KERNEL_LOOPFINGERPRINT_H

#include "kernel-bounds/Kernel/Listing.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include <string>

namespace kernelbounds {

/// Of all blocks of a loop, without what only fills space. An instruction that
/// loads and stores counts as both.
struct LoopFingerprint {
  unsigned Instructions = 0, Loads = 0, Stores = 0;
  unsigned Branches = 0; ///< Conditional ones.
  unsigned Calls = 0;

  bool operator==(const LoopFingerprint &) const = default;
  /// "7 instructions, 2 loads, 1 store, 1 branch".
  std::string str() const;
};

/// The fingerprint of \p Body, which is of \p F in \p L; all its blocks are
/// listed. O(instructions).
LoopFingerprint fingerprintOf(const Listing &L, const ListedFunction &F,
                              const LoopBody &Body,
                              const TargetSemantics &Semantics);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_LOOPFINGERPRINT_H
