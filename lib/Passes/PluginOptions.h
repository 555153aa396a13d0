//===- PluginOptions.h - What the user asked the plugin for -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Options of the plugin: `-mllvm -kernel-bounds-NAME[=VALUE]`, with defaults
/// from the environment variable KERNEL_BOUNDS_OPTIONS, which reaches places
/// that pass no -mllvm (assembler steps, link-time optimization), as in
/// `KERNEL_BOUNDS_OPTIONS="cpu=znver1 annotate" make`. KERNEL_BOUNDS_RECORD is
/// the default of -kernel-bounds-record: a path may have blanks.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_PLUGINOPTIONS_H
#define KERNEL_BOUNDS_LIB_PASSES_PLUGINOPTIONS_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Tuning/LoopTransforms.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kernelbounds {

/// What to do with loops of which other hints give better code.
enum class TuneMode : uint8_t {
  Off,     ///< Do not look for them.
  Suggest, ///< Tell the user.
  Apply    ///< Set the hints.
};

struct PluginOptions {
  std::string Cpu;       ///< Empty: the function's own target-cpu.
  std::string ModelFile; ///< Empty: none.
  std::string Function;  ///< Regular expression; empty: every function.
  PortAssignment Assignment = PortAssignment::Optimal;
  bool Annotate = false;
  std::string Dependences; ///< File to write dependences to; empty: none.
  std::string Record;      ///< File to write a record of loops to, or empty.
  /// Use what only the compiler knows: block frequencies, and the pointers
  /// behind accesses. Off, the figures
  /// are those of kernel-opt on the assembly.
  bool IRContext = true;
  /// The prediction of LoopBounds is the simulator's, if it has one after
  /// SimulateBudget fused micro-ops. Only where figures are asked for.
  bool Simulate = true;
  unsigned SimulateBudget = DefaultSimulateBudget;
  static constexpr unsigned DefaultSimulateBudget = 2048;
  std::string Profile; ///< What `kernel-opt run` found, as JSON; empty: none.
  /// One remark for all copies of a source loop of which it says the same.
  bool Fold = true;
  /// Advice is given if the loop gains more, in percent.
  unsigned MinGainPercent = AnalysisOptions().MinGainPercent;
  TuneMode Tune = TuneMode::Off;
  /// Candidates that may be compiled of a function; 0: no limit.
  unsigned TuneBudget = DefaultTuneBudget;
  static constexpr unsigned DefaultTuneBudget = 24;
  /// Iterations of loops of which the compiler does not know how many they do;
  /// 0: the mean of many counts.
  unsigned TuneTripCount = 0;
  LoopTransforms Transforms; ///< What tuning may do beyond hints.
  std::string TuneCache;     ///< Folder that keeps choices; empty: none.
  std::string TuneRecord;    ///< File to write what was found to; empty: none.
  bool TuneProgress = false; ///< Say on standard error how far tuning is.
  /// What is wrong with the options; empty if nothing.
  std::string Problem;
  /// Function is not a regular expression: nothing is analysed.
  bool IsFunctionFaulty = false;
};

/// The options of this process. Command line over environment.
const PluginOptions &pluginOptions();

/// The same for code that is compiled to be compared: loops are simulated, and
/// nothing is shown.
const PluginOptions &trialOptions();

/// Parses the text of KERNEL_BOUNDS_OPTIONS: words `NAME` or `NAME=VALUE`, with
/// or without a leading `-kernel-bounds-`.
PluginOptions parseEnvironment(llvm::StringRef Text);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_PLUGINOPTIONS_H
