//===- CodeLayout.h - Where the instructions of a loop stand ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes and addresses of the instructions of a kernel, for the front end.
///
/// Example: a loop of 3, 6 and 2 bytes after `.p2align 4` stands at 0, 3 and 9
/// modulo 16.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_KERNEL_CODELAYOUT_H
#define KERNEL_BOUNDS_LIB_KERNEL_CODELAYOUT_H

#include "kernel-bounds/Kernel/TargetSemantics.h"

namespace kernelbounds {

/// Sets the sizes and addresses of \p K, the kernel of \p L, and its CodeAlign.
/// Objects have both. In assembly and in the compiler the code is encoded; its
/// addresses are known if the path has no holes in the layout, modulo the
/// alignment of the header. A jump back over more than 128 bytes is long; jumps
/// out of the loop count as short.
void layOutCode(Kernel &K, const Listing &Code, const ListedFunction &F,
                const LoopBody &L, TargetSemantics &Semantics);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_KERNEL_CODELAYOUT_H
