//===- LoopPlaces.h - Where a loop of an input stands --------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What reports say of a loop that its analysis does not know.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_LOOPPLACES_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_LOOPPLACES_H

#include "LoopRun.h"
#include "kernel-bounds/Report/Report.h"

namespace kernelbounds {

/// Calls \p Use with the place of \p C, which \p R is the result of. The place
/// holds until \p Use returns.
void withPlace(const CommandLine &Options, const Input &In, const Candidate &C,
               const LoopResult &R,
               llvm::function_ref<void(const LoopPlace &)> Use);

/// Opens an input as the command line asks for it.
llvm::Expected<std::unique_ptr<InputFile>> openInput(const CommandLine &Options,
                                                     llvm::StringRef File);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_LOOPPLACES_H
