//===- RunProfile.h - What a run found of loops -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `-kernel-bounds-profile=FILE`: the JSON of `kernel-opt run`, by function. A
/// loop is known again by its function, its fingerprint and a source line; of a
/// loop that has changed since, nothing is said.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_RUNPROFILE_H
#define KERNEL_BOUNDS_LIB_PASSES_RUNPROFILE_H

#include "kernel-bounds/Kernel/LoopFingerprint.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kernelbounds {

/// One loop of a run.
struct RecordedLoop {
  /// Name of the source file without its folder, and the line; 0: not known.
  std::pair<std::string, unsigned> Place;
  std::optional<LoopFingerprint> Fingerprint; ///< Not of a replayed trace.
  double Share = 0;                           ///< Of the time of the run.
  /// Of visits from entry to exit, in trips.
  struct VisitLengths {
    uint64_t Least = 0, Median = 0, Most = 0;
  };
  /// What stretches of the run hold.
  struct Stretches {
    std::optional<VisitLengths> Visits;
    uint64_t AllTrips = 0;   ///< Also of visits that were not seen whole.
    uint64_t AllVisits = 0;  ///< Of AllTrips.
    uint64_t NumTrips = 0;   ///< That what follows is of; 0: not known.
    double Met = 0;          ///< Loads a trip that got what the loop stored.
    double Cycles = 0;       ///< A trip, simulated as it ran.
    double Mispredicted = 0; ///< Branches a trip.

    bool hasMet() const { return NumTrips != 0 && Met >= 0.0005; }
  };
  std::optional<Stretches> Ran;
  std::string Cpu; ///< That Cycles are of.

  /// "at a.c:20 (5 instructions, 1 store, 1 branch)".
  std::string text() const;
};

/// A loop of the present compilation.
struct PresentLoop {
  LoopFingerprint Fingerprint;
  /// Places of its instructions, as RecordedLoop has them, with those that
  /// they were inlined into.
  std::set<std::pair<std::string, unsigned>> Places;
};

/// Which of the present loops a recorded one is.
struct ProfileMatch {
  std::optional<size_t> Loop; ///< Nothing if none fits, or several do.
  bool FitsSeveral = false;   ///< Or several recorded loops fit this one.
};

class RunProfile {
public:
  /// Fails with a sentence that names \p Path, and the line where there is one.
  static llvm::Expected<RunProfile> read(llvm::StringRef Path);

  /// The loops of the function with this symbol, those with most time first.
  llvm::ArrayRef<RecordedLoop> of(llvm::StringRef Function) const;

  /// Of each of \p Recorded, which are of one function, its loop in
  /// \p Present.
  static std::vector<ProfileMatch> match(llvm::ArrayRef<RecordedLoop> Recorded,
                                         llvm::ArrayRef<PresentLoop> Present);

  /// Whether \p R is of a function with the same name in another file than the
  /// one with \p Present.
  static bool isOfAnotherFile(const RecordedLoop &R,
                              llvm::ArrayRef<PresentLoop> Present);

private:
  llvm::StringMap<std::vector<RecordedLoop>> ByFunction;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_RUNPROFILE_H
