//===- TripStep.h - Source iterations in one trip ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many array elements one assembly iteration moves on.
///
/// Example: `vmovupd (%rdi,%rcx,8), %ymm0 … addq $16, %rcx`: the index counts
/// elements of 8 bytes and moves by 16.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_TRIPSTEP_H
#define KERNEL_BOUNDS_KERNEL_TRIPSTEP_H

#include "kernel-bounds/Kernel/Kernel.h"

namespace kernelbounds {

/// Elements by which the one index register of \p K moves in a trip.
///
/// Known only where memory operands scale an index register by an element size
/// and exactly one instruction changes that register, by a constant. With
/// source loops that step by one this is the number of source iterations in a
/// trip.
/// \returns 0 where it is not known. O(instructions).
unsigned findElementsPerTrip(const Kernel &K);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_TRIPSTEP_H
