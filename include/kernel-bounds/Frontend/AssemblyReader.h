//===- AssemblyReader.h - Assembly text to a Listing ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads what gcc, clang, gfortran and people write: AT&T and Intel syntax for
/// x86-64, AArch64; whole files and bare snippets.
///
/// Functions begin at symbols of type function; in files without types, at
/// global symbols and at labels that nothing falls or jumps to.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_ASSEMBLYREADER_H
#define KERNEL_BOUNDS_FRONTEND_ASSEMBLYREADER_H

#include "kernel-bounds/Frontend/CodeFile.h"
#include "kernel-bounds/Frontend/Target.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace kernelbounds {

/// The syntax of x86 assembly up to the first `.intel_syntax`, `.att_syntax`.
enum class AsmSyntax : uint8_t { Guess, ATT, Intel };

struct AssemblyOptions {
  AsmSyntax Syntax = AsmSyntax::Guess;
  /// Fill ListedInst::Size and Address, the latter from the section's start
  /// with alignment and the shortest jumps that reach (x86: as GNU as does).
  bool ComputeSizes = false;
};

/// Reads \p Buffer with \p Target, which must not have read a file before and
/// must outlive the result. Fails if there is no instruction in it; a statement
/// that is not understood is a diagnostic. Input.cpp has checked before that it
/// is assembly.
llvm::Expected<CodeFile> readAssembly(llvm::MemoryBufferRef Buffer,
                                      TargetContext &Target,
                                      const AssemblyOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_ASSEMBLYREADER_H
