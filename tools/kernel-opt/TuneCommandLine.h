//===- TuneCommandLine.h - What tune is asked for ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_TUNECOMMANDLINE_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_TUNECOMMANDLINE_H

#include "CommandLine.h"
#include "kernel-bounds/Tuning/LoopHints.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct TuneCommandLine {
  bool WantsHelp = false, Quiet = false, IsJson = false;
  bool Diff = false, Apply = false;
  PragmaDialect Dialect = PragmaDialect::Clang; ///< Of the compiler.
  std::string File;
  /// The compiler; empty: the first of its kind that is found.
  std::string Compiler;
  /// Its options, without what names inputs and outputs.
  std::vector<std::string> Flags;
  std::string Cpu, ModelFile, Function; ///< Empty: not given.
  unsigned TripCount = 0;               ///< 0: the mean of many counts.
  unsigned MinGainPercent = 5;
  unsigned Budget = 0; ///< 0: the plugin's default.
  std::string Plugin;  ///< Empty: of this installation.
  std::string Cache;   ///< Folder that keeps what was found; empty: none.
  std::string Output = "-";
  std::string Build, Run; ///< Commands of --measure; Build is empty without it.
  unsigned MeasureTop = 3, MeasureRounds = 5;
  std::string Dataset; ///< Empty: none.
};

/// Fails with UsageError.
llvm::Expected<TuneCommandLine>
parseTuneCommandLine(llvm::ArrayRef<const char *> Args);
void printTuneHelp(llvm::raw_ostream &OS);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_TUNECOMMANDLINE_H
