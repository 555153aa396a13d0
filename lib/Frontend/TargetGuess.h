//===- TargetGuess.h - Which target a text is written for -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts registers by spelling. `%rax` and `xmm0` are x86; `x7`, `w0` and
/// `v1.2d` are AArch64; names both may use (`sp`, `d0`, symbols) do not count.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_TARGETGUESS_H
#define KERNEL_BOUNDS_LIB_FRONTEND_TARGETGUESS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>

namespace kernelbounds {

struct RegisterCounts {
  unsigned X86Percent = 0; ///< `%rax`
  unsigned X86Bare = 0;    ///< `rax`
  unsigned AArch64 = 0;
  unsigned ScalarFP = 0; ///< `d0`, `s1`, `q2`: AArch64, if nothing says no.
};

/// Registers in \p Text, outside of comments and strings. Stops early when the
/// counts leave no doubt.
RegisterCounts countRegisters(llvm::StringRef Text);

/// The triple that \p Text was written for, or nothing if it cannot be told.
/// \p CPU decides if only one target has a CPU of that name.
std::optional<llvm::Triple> guessTriple(llvm::StringRef Text,
                                        llvm::StringRef CPU);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_TARGETGUESS_H
