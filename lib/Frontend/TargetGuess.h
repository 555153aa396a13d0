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

#include "kernel-bounds/Kernel/TargetCode.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>

namespace kernelbounds {

/// Registers of one target in a text; see RegisterWord.
struct RegisterCounts {
  unsigned Marked = 0, Bare = 0, Weak = 0;

  unsigned score() const { return 4 * Marked + Bare; }
};

/// Whether \p Text has registers of \p Code, and none behind a percent sign:
/// Intel syntax, if the target has it.
bool looksLikeIntelSyntax(llvm::StringRef Text, const TargetCode &Code);

/// The triple that \p Text was written for, or nothing if it cannot be told.
/// \p CPU decides if only one target has a CPU of that name.
std::optional<llvm::Triple> guessTriple(llvm::StringRef Text,
                                        llvm::StringRef CPU);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_TARGETGUESS_H
