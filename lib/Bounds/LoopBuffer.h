//===- LoopBuffer.h - How fast short loops leave a buffer ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Trips of loops that are short enough for a buffer of micro-ops. Private to
/// lib/Bounds.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_LOOPBUFFER_H
#define KERNEL_BOUNDS_LIB_BOUNDS_LOOPBUFFER_H

#include "kernel-bounds/Bounds/FrontEndBound.h"

namespace kernelbounds {

/// The bound of a trip of \p Uops micro-ops. \p Code: its instructions if it is
/// known where they stand modulo 64; else empty. O(1).
/// \pre The loop fits the buffer.
FrontEndBound fromLoopBuffer(uint64_t Uops, llvm::ArrayRef<CodeInst> Code,
                             const FrontEndParams &P);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_LOOPBUFFER_H
