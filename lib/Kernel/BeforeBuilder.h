//===- BeforeBuilder.h - The code before a loop -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses what of the code before a loop becomes Kernel::Before. Private to
/// lib/Kernel.
///
/// Example: of the 64 instructions before `for (…) a[i] = b[i] + s`, those that
/// set the pointers a and b and the counter are kept; what computed s is not.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_KERNEL_BEFOREBUILDER_H
#define KERNEL_BOUNDS_LIB_KERNEL_BEFOREBUILDER_H

#include "kernel-bounds/Kernel/TargetSemantics.h"

namespace kernelbounds {

/// The last instructions before a loop.
struct LastBefore {
  /// Backwards; whether it may run.
  llvm::SmallVector<std::pair<unsigned, bool>, 64> Insts;
  bool IsAll = false; ///< From the beginning of the function on.
};

/// Up to a call, which is among them: what ran before it is forgotten.
LastBefore findBefore(const Listing &Code, const ListedFunction &F,
                      const LoopBody &L, const llvm::MCInstrInfo &MII);

/// The last instructions before \p L, up to a call: what it leaves in registers
/// and memory is not known. Only those that may matter for the addresses of
/// \p Body, the kernel of \p L; of targets with modes all. Null if there are
/// none.
std::shared_ptr<const Kernel>
buildBefore(const Kernel &Body, const Listing &Code, const ListedFunction &F,
            const LoopBody &L, TargetSemantics &Semantics);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_KERNEL_BEFOREBUILDER_H
