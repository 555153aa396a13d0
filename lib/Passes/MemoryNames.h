//===- MemoryNames.h - What users call an accessed object -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names of arrays and pointers, for remarks: of variables by debug
/// information, of globals by their symbol.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_MEMORYNAMES_H
#define KERNEL_BOUNDS_LIB_PASSES_MEMORYNAMES_H

#include "kernel-bounds/Kernel/Kernel.h"
#include <string>

namespace llvm {
class MachineInstr;
class Type;
class Value;
} // namespace llvm

namespace kernelbounds {

/// What the source calls \p Object, which accesses point into: "a"; empty if
/// nothing says it. Of an argument, the name of the parameter.
std::string nameOfObject(const llvm::Value *Object);

/// What the source calls the pointer or array by which access \p M of \p MI
/// gets to memory, where the access stands; empty if that is not certain.
std::string nameOfAccessed(const llvm::MachineInstr &MI, const MemRef &M);

/// The scalar that access \p M of \p MI moves, if it is aligned as one and has
/// no metadata that tells types apart; else null.
const llvm::Type *untaggedType(const llvm::MachineInstr &MI, const MemRef &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_MEMORYNAMES_H
