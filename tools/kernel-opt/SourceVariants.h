//===- SourceVariants.h - A source compiled with other pragmas --*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles copies of a source in a temporary folder that differ from it by
/// pragmas before loops. These stand as `_Pragma` on the lines of the loops, so
/// that lines stay what they are; the user's file is not changed.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_SOURCEVARIANTS_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_SOURCEVARIANTS_H

#include "TuneCommandLine.h"
#include "kernel-bounds/Project/Compiler.h"

namespace kernelbounds {

/// A pragma for what begins at a place of the text.
struct PragmaAt {
  size_t Offset = 0;
  std::string Text; ///< "GCC unroll 4": what stands behind "#pragma".
};

class SourceVariants {
public:
  /// Reads the file that \p Options name, which is compiled by \p Compiler.
  static llvm::Expected<SourceVariants> create(const TuneCommandLine &Options,
                                               llvm::StringRef Compiler);

  const std::string &source() const { return Source; }
  const CompileCommand &command() const { return Command; }
  const TemporaryFolder &folder() const { return Folder; }
  /// Compiles with \p Pragmas, in the order of their places, and with \p Flags
  /// behind the user's. Fails if the compiler does.
  llvm::Error compile(llvm::ArrayRef<PragmaAt> Pragmas,
                      llvm::ArrayRef<llvm::StringRef> Flags,
                      llvm::StringRef Object, bool WithDebugInfo) const;

private:
  explicit SourceVariants(TemporaryFolder Folder) : Folder(std::move(Folder)) {}
  llvm::Error writeCopy(llvm::ArrayRef<PragmaAt> Pragmas) const;

  TemporaryFolder Folder;
  std::string Source, Copy; ///< The text; the path of what is compiled.
  CompileCommand Command;   ///< Without a file.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_SOURCEVARIANTS_H
