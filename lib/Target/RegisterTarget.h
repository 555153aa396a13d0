//===- RegisterTarget.h - LLVM's part of a target ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Private to lib/Target.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_REGISTERTARGET_H
#define KERNEL_BOUNDS_LIB_TARGET_REGISTERTARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace kernelbounds {

using LLVMInitializer = void (*)();

/// Calls all \p Initializers, of one target. \returns false, having called
/// none, if one is null: LLVM has not all parts of the target.
bool initialize(llvm::ArrayRef<LLVMInitializer> Initializers);
/// An error unless \p IsThere, about the target that messages call \p Shown.
llvm::Error errorIfMissing(bool IsThere, llvm::StringRef Shown);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_REGISTERTARGET_H
