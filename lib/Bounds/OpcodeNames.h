//===- OpcodeNames.h - Opcodes of a witness, in words -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// " (VMOVUPDYrm, ...)": which opcodes force a bound. Private to lib/Bounds.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_OPCODENAMES_H
#define KERNEL_BOUNDS_LIB_BOUNDS_OPCODENAMES_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Opcode names of \p Insts, each once, in order; at most \p Most, and nothing
/// if that is 0.
std::string opcodeNames(const Analysis &A, llvm::ArrayRef<uint32_t> Insts,
                        unsigned Most);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_OPCODENAMES_H
