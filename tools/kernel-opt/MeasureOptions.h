//===- MeasureOptions.h - What measure is asked for -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASUREOPTIONS_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASUREOPTIONS_H

#include "CommandLine.h"
#include "kernel-bounds/Measure/FormStudy.h"
#include <optional>
#include <string>

namespace kernelbounds {

/// Whether micro-ops are counted by port. Auto: where the host has counters;
/// on simulated machines, not.
enum class CounterUse : uint8_t { Auto, Off, Require };

struct MeasureCommand {
  bool WantsHelp = false, ListsForms = false, Quiet = false;
  FormSet Set = FormSet::Common;
  std::string Forms; ///< A file or a regular expression; empty: all of Set.
  std::string Cpu = "native";
  bool BaseIsLLVM = false;
  CounterUse Counters = CounterUse::Auto;
  std::string Date; ///< "2026-01-31"; never empty.
  std::string Out = "kernel-bounds-measurement";
  std::optional<unsigned> OnCpu; ///< None: the last one.
  unsigned Seed = 1;
  unsigned TimeLimit = 60; ///< Minutes.
  std::string Simulated;   ///< A core or a model file; empty: this machine.
  std::string Emulator;    ///< A command that runs its loops; empty: none.
};

/// Fails with UsageError.
llvm::Expected<MeasureCommand>
parseMeasureOptions(llvm::ArrayRef<const char *> Args);
void printMeasureHelp(llvm::raw_ostream &OS);

/// "2026-01-31": of SOURCE_DATE_EPOCH, or of today.
std::string currentDate();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASUREOPTIONS_H
