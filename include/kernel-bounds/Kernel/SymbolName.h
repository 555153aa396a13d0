//===- SymbolName.h - Symbols as people read them ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Example: `_ZN2ns3addEii` reads `ns::add(int, int)`.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_SYMBOLNAME_H
#define KERNEL_BOUNDS_KERNEL_SYMBOLNAME_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kernelbounds {

/// \p Symbol as its programmer wrote it (C++, Rust, D), without the hash that
/// Rust appends; \p Symbol itself if it is not mangled.
std::string demangledName(llvm::StringRef Symbol);

/// The same without parameters and return type: `ns::add`. Empty if \p Symbol
/// is not the mangled name of a function.
std::string demangledWithoutParameters(llvm::StringRef Symbol);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_SYMBOLNAME_H
