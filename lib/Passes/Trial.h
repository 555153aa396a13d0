//===- Trial.h - What one compilation of a function gives -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function is compiled in several ways, to see what its loops take. Where
/// its machine code would be emitted, the analysis puts its figures here
/// instead of telling the user.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_TRIAL_H
#define KERNEL_BOUNDS_LIB_PASSES_TRIAL_H

#include "LoopMetadata.h"
#include "kernel-bounds/Tuning/JointSearch.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// One compilation. While it is current, the plugin's pass fills it.
struct Trial {
  /// Whether it matters what the loop of this number takes.
  using Question = llvm::function_ref<bool(unsigned Loop)>;

  Trial(llvm::ArrayRef<MetadataLoop> Source, Question Matters)
      : Source(Source), Matters(Matters), Loops(Source.size()) {}

  llvm::ArrayRef<MetadataLoop> Source;
  Question Matters;

  std::vector<TrialLoop> Loops; ///< By number.
  std::string Cpu, BorrowedFrom;
  std::string Problem; ///< Why nothing is known of any loop.

  /// The trial of this thread; null if the code is compiled for the user.
  static Trial *current();
};

/// Makes a trial the current one.
class CurrentTrial {
public:
  explicit CurrentTrial(Trial &T);
  ~CurrentTrial();
  CurrentTrial(const CurrentTrial &) = delete;
  CurrentTrial &operator=(const CurrentTrial &) = delete;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_TRIAL_H
