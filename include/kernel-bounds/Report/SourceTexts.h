//===- SourceTexts.h - Lines of source files ------------------ -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What LoopPlace::Source is made of.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_REPORT_SOURCETEXTS_H
#define KERNEL_BOUNDS_REPORT_SOURCETEXTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// Lines of source files, which are read when they are first asked for. Only
/// what is named like a source is read: a file's debug information may name
/// anything.
class SourceTexts {
public:
  /// Relative names count from \p Folder; "" for where the process is.
  explicit SourceTexts(llvm::StringRef Folder = "") : Folder(Folder) {}

  /// Without what a terminal or a browser would act upon; "" if it cannot be
  /// had.
  std::string line(llvm::StringRef File, unsigned Line);

private:
  std::string Folder;
  llvm::StringMap<std::vector<std::string>> Files;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_REPORT_SOURCETEXTS_H
