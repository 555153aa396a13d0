//===- DependenceFile.h - Dependences for other programs --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `-kernel-bounds-dependences=FILE` writes: a line of JSON for each loop,
/// with its instructions and its dependences through memory. Keys are those of
/// `kernel-opt deps --format=json`; docs/reference/remarks.md has the rest.
///
/// Code has no addresses yet. An instruction is found again by its position
/// among all instructions of its loop, in the order of the code.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_DEPENDENCEFILE_H
#define KERNEL_BOUNDS_LIB_PASSES_DEPENDENCEFILE_H

#include "MachineListing.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <mutex>
#include <string>

namespace llvm {
class MCInstPrinter;
} // namespace llvm

namespace kernelbounds {

/// One per process; functions may come from several threads.
class DependenceFile {
public:
  /// The file of this process, empty at first. \returns null, and says why in
  /// \p Problem, if it cannot be written.
  static DependenceFile *open(llvm::StringRef Path, std::string &Problem);

  /// Writes loop number \p Index of a function, lowered as a whole.
  void addLoop(const MachineListing &L, const LoopBody &Body, unsigned Index,
               const Analysis &A, const llvm::MachineFunction &MF);

  /// Why writing failed; "" if it did not, or if this was asked before. After a
  /// failure nothing more is written.
  std::string takeProblem();

private:
  DependenceFile(std::unique_ptr<llvm::raw_fd_ostream> OS, llvm::StringRef Path)
      : OS(std::move(OS)), Path(Path) {}

  std::unique_ptr<llvm::raw_fd_ostream> OS;
  std::string Path;
  std::string Problem;
  bool HasFailed = false;
  std::mutex Lock;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_DEPENDENCEFILE_H
