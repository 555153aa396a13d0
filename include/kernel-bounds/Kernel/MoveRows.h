//===- MoveRows.h - Moves that stand in a row -------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which moves a core executes that would eliminate each of them alone.
///
/// Example: a core eliminates two in a row. Of `imul %rax, %rax`, `mov %rax,
/// %rbx`, `mov %rbx, %rcx`, `mov %rcx, %rdx` and `mov %rdx, %rax` it executes
/// the third move, with which a row begins anew.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_MOVEROWS_H
#define KERNEL_BOUNDS_KERNEL_MOVEROWS_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/ADT/BitVector.h"

namespace kernelbounds {

/// Of the moves \p Eliminated of \p K, by instruction, those that execute in
/// each trip: the one behind \p InRow in a row, each of which copies what the
/// one before copied. What executes in some trips only, as in a ring of moves
/// that no other instruction ends, is not among them. At least InRow is 1.
/// O(trips until they repeat, at most 64, times the instructions).
llvm::BitVector findExecutedMoves(const Kernel &K,
                                  const llvm::BitVector &Eliminated,
                                  unsigned InRow);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_MOVEROWS_H
