//===- LoopControl.h - What a loop does besides its work --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counters, pointers and the closing branch: what several copies of a body
/// need once.
///
/// Example: in `vaddpd (%rdi,%rax), %ymm0, %ymm0; addq $32, %rax; cmpq %rcx,
/// %rax; jne` all but the first is control.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ADVICE_LOOPCONTROL_H
#define KERNEL_BOUNDS_ADVICE_LOOPCONTROL_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Which instructions an unrolled body needs once for all its copies: the
/// branch that leaves the loop, if counting alone decides it, and the jump back
/// behind it, what only these depend on, and updates by what does not change,
/// of registers that serve only them and addresses. By instruction.
std::vector<bool> findLoopControl(const Analysis &A);

/// Whether the CPU whose instructions \p A's code may have has LLVM's \p
/// Feature, by itself or as a part of another that it has.
bool hasFeature(const Analysis &A, llvm::StringRef Feature);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_ADVICE_LOOPCONTROL_H
