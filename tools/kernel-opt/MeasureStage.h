//===- MeasureStage.h - Compiling and measuring -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The first half of an evaluation: from kernels and variants to measured
/// objects.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASURESTAGE_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASURESTAGE_H

#include "EvaluateOptions.h"
#include "kernel-bounds/Measure/BuildVariant.h"
#include "kernel-bounds/Measure/KernelMeasurement.h"
#include "kernel-bounds/Measure/KernelSource.h"
#include "kernel-bounds/Measure/MeasurementLog.h"
#include "kernel-bounds/Measure/ProcessPool.h"
#include <map>

namespace kernelbounds {

/// Shows on a terminal how far a stage is; silent elsewhere.
class ProgressBar {
public:
  ProgressBar(llvm::StringRef What, size_t Total, bool Quiet);
  ~ProgressBar();
  void show(size_t Done, llvm::StringRef Now = "");

private:
  std::string What;
  size_t Total;
  bool IsOn;
};

/// One kernel in one variant.
struct MeasureItem {
  const KernelSource *Source = nullptr;
  const BuildVariant *Variant = nullptr;
  std::vector<std::string> Compile; ///< The command.
  std::string Object;
  MeasurementKey Key;
  const LoggedMeasurement *Result = nullptr;
};

/// What a run works with.
struct MeasureSetup {
  std::vector<KernelSource> Sources;
  std::vector<BuildVariant> Variants;
  std::vector<Compiler> Compilers;
  std::string Directory; ///< Of kernels.
  std::string Objects;   ///< Directory for what is compiled.
};

/// Which kernels and variants there are, in the order in which they are to be
/// measured: by chance, so that a part of them stands for the whole.
std::vector<MeasureItem> listItems(const MeasureSetup &S,
                                   const EvaluateOptions &Options);

/// Measures every item that \p Log has not, and sets Result of all. Fails only
/// where going on makes no sense.
llvm::Error measureItems(std::vector<MeasureItem> &Items,
                         const EvaluateOptions &Options, int Cpu,
                         MeasurementLog &Log, ProcessPool &Pool);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASURESTAGE_H
