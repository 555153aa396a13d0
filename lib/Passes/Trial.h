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
#include "RunProfile.h"
#include "kernel-bounds/Tuning/JointSearch.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// What a run found of a loop of the source.
struct SeenLoop {
  double Share = 0; ///< Of the time of the run.
  std::optional<TripRange> Trips;
  unsigned Widest = 0; ///< Trips of the source in one of those Trips tells of.
};

/// One compilation. While it is current, the plugin's pass fills it.
struct Trial {
  /// Whether it matters what the loop of this number takes.
  using Question = llvm::function_ref<bool(unsigned Loop)>;

  Trial(llvm::ArrayRef<MetadataLoop> Source, Question Matters)
      : Source(Source), Matters(Matters), Loops(Source.size()) {}

  llvm::ArrayRef<MetadataLoop> Source;
  Question Matters;

  /// What a run found of the function's loops; empty: nothing, or it is not
  /// asked for.
  llvm::ArrayRef<RecordedLoop> Recorded;

  std::vector<TrialLoop> Loops; ///< By number.
  std::vector<SeenLoop> Seen;   ///< By number; empty without Recorded.
  /// What of Recorded is not used, and why.
  std::vector<std::string> NotUsed;
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
