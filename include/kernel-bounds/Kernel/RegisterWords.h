//===- RegisterWords.h - Numbered registers in text -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What targets share in telling registers from other words.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_REGISTERWORDS_H
#define KERNEL_BOUNDS_KERNEL_REGISTERWORDS_H

#include "llvm/ADT/StringRef.h"

namespace kernelbounds {

/// True if \p Rest is a number from 0 to \p Max, without leading zeros.
inline bool isNumberUpTo(llvm::StringRef Rest, unsigned Max) {
  unsigned Value;
  if (Rest.empty() || Rest.size() > 2 || (Rest.size() > 1 && Rest[0] == '0'))
    return false;
  return !Rest.getAsInteger(10, Value) && Value <= Max;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_REGISTERWORDS_H
