//===- AddressSlice.h - What the addresses of a loop need -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions of a loop body, and of the code before it, whose results
/// can reach the address of an access. The rest need not be decoded.
///
/// Example: of `vmovsd (%rdi,%rcx,8), %xmm0; addq %rax, %r8; incq %rcx` only
/// the last one is needed, and of the code before the loop what writes rdi or
/// rcx.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_ADDRESSSLICE_H
#define KERNEL_BOUNDS_KERNEL_ADDRESSSLICE_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/ADT/BitVector.h"

namespace kernelbounds {

struct AddressSlice {
  llvm::BitVector Body;   ///< By Kernel::Insts.
  llvm::BitVector Before; ///< By those of Kernel::Before.
  /// An address follows from what the body loads, so that stored data count.
  bool NeedsMemory = false;
  /// Before has all stores: what memory holds when the loop begins is known.
  bool HasInitialMemory = true;
  /// The frame pointer is among the registers needed: how it is used matters.
  bool NeedsFrame = false;
};

/// Slices \p K backwards from the addresses of its accesses; a superset of what
/// is needed. Where NeedsMemory, the stores of the code before the loop are in
/// the slice only \p WithInitialMemory, or where it is plain that the loop
/// loads from where it does not store. O(instructions).
AddressSlice sliceForAddresses(const Kernel &K, unsigned NumUnits,
                               bool WithInitialMemory);

/// What the addresses of a body need of the code before it.
struct NeededBefore {
  llvm::BitVector Units; ///< By register unit, where the loop begins.
  bool Memory = false;   ///< What memory holds counts, too.
};
NeededBefore neededBefore(const Kernel &K, unsigned NumUnits);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_ADDRESSSLICE_H
