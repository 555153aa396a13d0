//===- BitcodeCompiler.h - From bitcode to an object ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bitcode becomes an object as the linker's LLVM would make it of one module
/// alone.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_BITCODECOMPILER_H
#define KERNEL_BOUNDS_LIB_FRONTEND_BITCODECOMPILER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace kernelbounds {

/// Compiles \p Bitcode by LLVM's code generator. The result has the same name.
/// A module of a build with -flto was compiled half the way only: it goes
/// through the passes that a linker runs (-O2), before code is made of it. What
/// other modules would bring into it, such as inlined calls, is not there.
///
/// Fails with one message that names the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileBitcode(llvm::MemoryBufferRef Bitcode);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_BITCODECOMPILER_H
