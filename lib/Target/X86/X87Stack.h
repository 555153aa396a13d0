//===- X87Stack.h - x87 instructions on a stack of registers ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// x87 operands are relative to the top of a stack of eight registers.
/// Following the top along the loop body gives each value a register of its
/// own, as the renamer of a core does.
///
/// Example: with the top at register 0, `fldl (%rdi)` writes register 7, and
/// `faddp` then reads 7 and 0, writes 0 and leaves the top there.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_X87STACK_H
#define KERNEL_BOUNDS_LIB_TARGET_X87STACK_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace kernelbounds {

/// What one x87 instruction does. Reads are numbered before any push or pop;
/// writes after the push, but before the pop.
struct X87Action {
  enum : uint8_t { ST0 = 1, ST1 = 2, STi = 4 };
  uint8_t Reads = 0, Writes = 0; ///< Of the above.
  uint8_t Pushes = 0, Pops = 0;
  bool StoresTop = false; ///< The value read goes to memory unchanged.
};

/// \param Name of an LLVM opcode that is an x87 instruction. Those that touch
/// no stack register (fldcw) have the empty action.
X87Action actionOfX87(llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_X87STACK_H
