//===- LoopDifference.h - What became of a loop --------------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How much faster or slower a loop has become, and what did it: which bound,
/// and the instructions that add more to it than before.
///
/// Two versions may do a different amount of work in a trip. Where both show
/// how far a trip goes, the new version is compared for the work of one trip of
/// the old one.
///
/// Example: a scalar loop of 4 cycles per element becomes a vectorized one of 4
/// cycles per trip of 4 elements: 4.00 -> 1.00 cycles.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_COMPARE_LOOPDIFFERENCE_H
#define KERNEL_BOUNDS_COMPARE_LOOPDIFFERENCE_H

#include "kernel-bounds/Compare/LoopMatching.h"
#include "kernel-bounds/Compare/RunShares.h"
#include <string>

namespace kernelbounds {

enum class LoopFate : uint8_t {
  Slower, ///< By one percent or more.
  Faster, ///< The same.
  Same,
  Unclear, ///< The figures cannot be compared.
  New,
  Gone
};
constexpr unsigned NumLoopFates = 6;

/// "slower", "faster", "unchanged", "unclear", "new", "gone".
llvm::StringRef fateName(LoopFate F);

/// A bound in both versions, for the same work.
struct BoundChange {
  Limit Kind = Limit::None;
  CyclesPerIter Old, New;
  bool LimitsOld = false, LimitsNew = false;
  std::string OldWhy, NewWhy; ///< Evidence, per trip of each version.
};

/// Instructions that stand for each other. One of both may be missing.
struct InstPair {
  std::optional<uint32_t> Old, New; ///< Into LoopRecord::Insts.
  /// What they add to the bound that explains the change, for the same work.
  CyclesPerIter OldWeight, NewWeight;
};

struct LoopDifference {
  const LoopRecord *Old = nullptr, *New = nullptr; ///< Null: there is none.
  LoopFate Fate = LoopFate::Same;
  /// For the work of one trip of the old loop; of New and Gone, per trip.
  CyclesPerIter OldCycles, NewCycles;
  /// One trip of the new loop does the work of so many trips of the old one.
  CyclesPerIter WorkRatio = 1;
  /// Both versions show how far a trip goes. Else equal work is assumed.
  bool IsWorkKnown = false;
  std::string Why;            ///< One phrase; empty where nothing has changed.
  Limit Blamed = Limit::None; ///< The bound that explains the change.
  /// What the old loop had of the time of a run, if there was one.
  TimeShare Share = 0;
  std::vector<BoundChange> Bounds;
  std::vector<InstPair> Insts; ///< In the order of both; of pairs.

  /// New / Old - 1 in tenths of a percent, rounded half away from zero; 0 if
  /// one is missing.
  int64_t changePerMille() const;
  /// The new loop takes longer by more than \p PerMille of the old one, and the
  /// two can be compared.
  bool isSlowerBy(int64_t PerMille) const;
};

/// Compares a pair. Refers to both loops. O(product of their instructions) up
/// to a million, beyond which instructions are not paired.
LoopDifference compareLoops(const LoopRecord *Old, const LoopRecord *New);

/// Both versions of a program.
struct Comparison {
  std::string OldTitle, NewTitle; ///< "old.o on znver4".
  std::vector<LoopRecord> Old, New;
  /// The slower ones first, the largest change first; then faster, unclear,
  /// new, gone, unchanged ones. They refer to Old and New.
  std::vector<LoopDifference> Loops;
  unsigned NumOf[NumLoopFates] = {}; ///< By LoopFate.
  std::optional<int64_t> FailAbove;  ///< In tenths of a percent.
  unsigned NumFailed = 0; ///< Loops that are slower by more than that.
  /// A run of the old version. Loops are then ordered by what their change is
  /// of the time of the run.
  std::optional<RunShares> Run;
  TimeShare Known = 0; ///< Of the time of the run, in loops of both versions.

  /// Matches and compares all; fills what follows Old and New.
  void compare();
  /// What the time of the run changes by, in millionths of it, if each loop
  /// takes as much more or less as its figure.
  int64_t changeOfRun() const;
  /// Whether FailAbove is exceeded: with a run by the time of the run, else by
  /// a loop.
  bool hasFailed() const;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_COMPARE_LOOPDIFFERENCE_H
