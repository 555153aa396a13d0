//===- RunCommandLine.h - What run is asked for -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_RUNCOMMANDLINE_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_RUNCOMMANDLINE_H

#include "CommandLine.h"
#include "kernel-bounds/Run/ProgramRun.h"
#include "kernel-bounds/Run/TraceSimulation.h"
#include <string>

namespace kernelbounds {

enum class RunFormat : uint8_t { Text, Json, Html };

struct RunCommandLine {
  bool WantsHelp = false, Quiet = false;
  RunFormat Format = RunFormat::Text;
  RunOptions Run;
  std::string Cpu = "native", ModelFile;
  std::string Output; ///< Empty: standard error.
  unsigned Top = 20;
  unsigned Loops = 10, Stretch = 4096;
  unsigned Jobs = 1;    ///< Threads.
  std::string Save;     ///< Empty: nothing is kept.
  std::string Trace;    ///< Empty: a program is run.
  std::string PerfData; ///< Empty: the same.
  TraceOptions Simulation;

  CommandLine machineOptions() const;
  bool runsProgram() const { return Trace.empty() && PerfData.empty(); }
};

/// Fails with UsageError.
llvm::Expected<RunCommandLine>
parseRunCommandLine(llvm::ArrayRef<const char *> Args);
void printRunHelp(llvm::raw_ostream &OS);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_RUNCOMMANDLINE_H
