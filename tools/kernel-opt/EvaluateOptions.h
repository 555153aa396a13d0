//===- EvaluateOptions.h - What evaluate is asked for -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of `kernel-opt evaluate` as typed values.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_EVALUATEOPTIONS_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_EVALUATEOPTIONS_H

#include "CommandLine.h"
#include "kernel-bounds/Measure/BuildVariant.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernelbounds {

enum class EvaluateAction : uint8_t { Kernels, Compare, Dataset, Help };

struct EvaluateOptions {
  EvaluateAction What = EvaluateAction::Kernels;
  std::vector<std::string> Files; ///< Of --compare and --dataset.
  std::string Out = "kernel-bounds-evaluation";
  bool HasOut = false;  ///< Out was named.
  std::string Measured; ///< Empty: measure.

  std::string Kernels; ///< Empty: those that come with the tool.
  std::string Filter;  ///< A regular expression; empty: all.
  unsigned MaxLoops = 2400;
  unsigned Seed = 1;
  std::optional<VariantAxes> Axes; ///< None: the usual variants.
  std::string Clang, Gcc;          ///< Empty: the usual names.

  std::string Cpu = "native", ModelFile;
  std::vector<std::pair<std::string, std::string>> Predictors;
  std::string Mca; ///< Empty: the usual names.
  bool WithMca = true;
  std::string Plugin; ///< Empty: the one that comes with the tool.
  bool WithPlugin = true;

  unsigned Jobs = 0;             ///< 0: one for each processor.
  std::optional<unsigned> OnCpu; ///< None: the last one.
  unsigned Limit = 20;
  bool AcceptNoise = false;
  bool Quiet = false;

  /// As the rest of the tool has it: for port models.
  CommandLine machineOptions() const;
};

/// Fails with UsageError.
llvm::Expected<EvaluateOptions>
parseEvaluateOptions(llvm::ArrayRef<const char *> Args);
void printEvaluateHelp(llvm::raw_ostream &OS);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_EVALUATEOPTIONS_H
