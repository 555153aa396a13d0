//===- BuildCommandLine.h - What build and merge are asked for --*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_BUILDCOMMANDLINE_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_BUILDCOMMANDLINE_H

#include "CommandLine.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct BuildCommandLine {
  bool WantsHelp = false, Quiet = false;
  std::vector<std::string> Files;   ///< Of merge: records and folders.
  std::vector<std::string> Command; ///< Of build.

  std::string Records = "kernel-bounds-records";
  std::string Cpu; ///< Empty: as each command compiles.
  unsigned Jobs = 1;
  bool UsesPlugin = true;

  unsigned Top = 0; ///< 0: as the format.
  StoredOrder Order = StoredOrder::Cycles;
  std::string Profile;  ///< The report of a run; or empty.
  std::string Function; ///< Empty: all.
  const ReportInfo *Format = nullptr;
  std::string Output; ///< Empty: not given.
  ColorMode Color = ColorMode::Auto;
};

/// The arguments of `kernel-opt build` if \p IsBuild, else of `kernel-opt
/// merge`. Fails with UsageError.
llvm::Expected<BuildCommandLine>
parseBuildCommandLine(llvm::ArrayRef<const char *> Args, bool IsBuild);
void printBuildHelp(llvm::raw_ostream &OS);

/// The loops of records and of all records in folders.
llvm::Expected<StoredLoops> readRecords(llvm::ArrayRef<std::string> Named);

/// Reports \p Loops as \p Options asks for, to \p File, "-" for standard
/// output; empty for standard error.
llvm::Error reportStored(const BuildCommandLine &Options, StoredLoops Loops,
                         llvm::StringRef File);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_BUILDCOMMANDLINE_H
