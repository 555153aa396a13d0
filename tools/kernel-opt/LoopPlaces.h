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
#include "kernel-bounds/Compare/LoopRecord.h"
#include "kernel-bounds/Report/Report.h"
#include "kernel-bounds/Report/SourceTexts.h"

namespace kernelbounds {

/// Calls \p Use with the place of \p C, which \p R is the result of. The place
/// holds until \p Use returns.
void withPlace(const CommandLine &Options, const Input &In, const Candidate &C,
               const LoopResult &R,
               llvm::function_ref<void(const LoopPlace &)> Use,
               SourceTexts *Sources = nullptr);

/// Opens an input as the command line asks for it.
llvm::Expected<std::unique_ptr<InputFile>> openInput(const CommandLine &Options,
                                                     llvm::StringRef File);

/// The files below \p Folder that end so (".o"), by their paths in it, in
/// order; empty if there are none.
llvm::Expected<std::vector<std::string>>
filesBelow(llvm::StringRef Folder, llvm::ArrayRef<llvm::StringRef> Endings);

/// Adds the records of all loops of the first input that the command line asks
/// for. Warnings go to standard error.
llvm::Error recordLoops(const CommandLine &Options,
                        std::vector<LoopRecord> &Out);

/// The first of \p Cores that is a core of the object's target; empty if none
/// is.
llvm::Expected<std::string> coreOf(const CommandLine &Options,
                                   llvm::StringRef Object,
                                   llvm::ArrayRef<std::string> Cores);

/// The records of all loops of an object that was compiled for this. Where the
/// command line names no core, the first of \p Cores that is one counts: those
/// that the compile command names.
llvm::Expected<std::vector<LoopRecord>>
recordObject(const CommandLine &Options, llvm::StringRef Object,
             llvm::ArrayRef<std::string> Cores);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_LOOPPLACES_H
