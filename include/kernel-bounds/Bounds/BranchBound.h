//===- BranchBound.h - Lower bound from taken branches ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What taken branches allow.
///
/// Example: a jump over an else part and the jump back are 2 taken branches. On
/// a core that needs 2 cycles for each of several, a trip takes 4 at least.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_BRANCHBOUND_H
#define KERNEL_BOUNDS_BOUNDS_BRANCHBOUND_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Of Limit::Branch.
struct BranchWitness : Witness {
  std::vector<uint32_t> Insts; ///< The taken branches.
};

/// Cycles of a trip with \p NumTaken taken branches. \p CyclesIfSeveral of 0:
/// no bound, or one cycle if the core \p LooksUpTrips one by one.
CyclesPerIter computeBranchBound(unsigned NumTaken, unsigned CyclesIfSeveral,
                                 bool LooksUpTrips);

/// The same for a mapped kernel.
Bound computeBranchBound(const MappedKernel &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_BRANCHBOUND_H
