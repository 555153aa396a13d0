//===- RecordFile.h - The loops of a compilation as a record ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `-kernel-bounds-record=FILE` writes: a record as `kernel-opt
/// --format=record` makes it of an object, with the figures that the compiler
/// has.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_RECORDFILE_H
#define KERNEL_BOUNDS_LIB_PASSES_RECORDFILE_H

#include "FunctionAnalyzer.h"
#include "kernel-bounds/Report/Report.h"
#include "kernel-bounds/Report/SourceTexts.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <mutex>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace kernelbounds {

/// One per process; functions and modules may come from several threads.
class RecordFile {
public:
  static RecordFile &get(llvm::StringRef Path);

  /// Adds a loop of \p MF, whose instructions \p Code lists.
  void addLoop(const AnalyzedLoop &L, const MachineListing &Code,
               const llvm::MachineFunction &MF);

  /// Ends the record of \p M and writes all modules up to now. The file appears
  /// at once. \returns what went wrong, or "".
  std::string addModule(const llvm::Module &M);

private:
  explicit RecordFile(llvm::StringRef Path);

  std::string Path, Text;
  llvm::raw_string_ostream OS;
  std::unique_ptr<Report> Out;
  SourceTexts Sources;
  unsigned NumLoops = 0; ///< Of the module at hand.
  std::mutex Lock;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_RECORDFILE_H
