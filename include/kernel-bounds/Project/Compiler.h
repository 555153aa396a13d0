//===- Compiler.h - Runs the compiler of a project ------------ -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a command of the project in its folder, until it ends or nobody wants
/// its result any more.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_PROJECT_COMPILER_H
#define KERNEL_BOUNDS_PROJECT_COMPILER_H

#include "kernel-bounds/Compare/LoopRecord.h"
#include "kernel-bounds/Project/CompileCommands.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <optional>
#include <vector>

namespace kernelbounds {

/// A folder for temporary files, which is removed with what is in it; a signal
/// that ends the process removes the files that were named, or all of it after
/// cleanUpOnInterrupt().
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&Other) noexcept
      : Path(std::move(Other.Path)) {
    Other.Path.clear();
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder();

  /// The path of a file in the folder.
  std::string file(llvm::StringRef Name) const;

private:
  explicit TemporaryFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
};

/// From now on a signal that asks the process to end, as Ctrl-C does, ends its
/// commands and removes the temporary folder that was created last.
void cleanUpOnInterrupt();

/// Compiles by \p C into \p Object. \p IsUnwanted is asked every few
/// milliseconds; once it is true the compiler is ended. clang also writes what
/// its vectorizer says to \p Record, unless that is empty.
/// \returns false if it was. Fails with the first lines of what the compiler
/// said. What was written before is removed in both cases.
llvm::Expected<bool> compileObject(const CompileCommand &C,
                                   llvm::StringRef Object,
                                   llvm::function_ref<bool()> IsUnwanted,
                                   bool WithDebugInfo = true,
                                   llvm::StringRef Record = "");

/// From an object to its loops. The cores are those that the command names, the
/// most telling first.
using ObjectAnalyzer = std::function<llvm::Expected<std::vector<LoopRecord>>(
    llvm::StringRef Object, llvm::ArrayRef<std::string> Cores)>;

/// Compiles by \p C and analyses the object. Files are named by absolute paths.
/// \returns nothing if nobody wants it any more; see compileObject().
llvm::Expected<std::optional<std::vector<LoopRecord>>>
analyzeSource(const CompileCommand &C, const ObjectAnalyzer &Analyze,
              llvm::function_ref<bool()> IsUnwanted);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_PROJECT_COMPILER_H
