//===- ModelLoops.h - What two models say of loops --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of `kernel-opt model diff` that compares predictions:
///
///   1 of 2 loops are predicted otherwise
///   A              B      change  loop
///   4.00        2.00     -50.0 %  sum (sum.c:3): chain 2.00 instead of 4.00
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MODELLOOPS_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MODELLOOPS_H

#include "CommandLine.h"

namespace kernelbounds {

/// Prints the loops of \p Paths whose prediction differs by one percent or
/// more, at most \p Top of them, the largest change first. A path is a file or
/// a folder, of which all assembly and objects count. \p A and \p B name the
/// core or the model file of either side. What cannot be read in a folder is
/// left out with a warning.
llvm::Error printLoopChanges(llvm::raw_ostream &OS, const CommandLine &A,
                             const CommandLine &B,
                             llvm::ArrayRef<std::string> Paths, unsigned Top);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MODELLOOPS_H
