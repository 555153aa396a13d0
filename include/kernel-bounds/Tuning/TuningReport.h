//===- TuningReport.h - Which loops of a source gain ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of a source file with the pragmas that pay. A loop that was
/// inlined into several functions stands in one place, and gets one pragma.
///
/// \code
///      place  function    now   best   gain  from  bytes  pragma clang loop
///   dot.c:3:3  sumsq     0.125  0.063  2.00x   488   +106  interleave_count(8)
///   dot.c:9:3  dot       0.125                             as compiled
/// \endcode
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_TUNINGREPORT_H
#define KERNEL_BOUNDS_TUNING_TUNINGREPORT_H

#include "kernel-bounds/Tuning/FlagResult.h"
#include "kernel-bounds/Tuning/MeasuredCandidate.h"
#include "kernel-bounds/Tuning/TuningRecord.h"

namespace kernelbounds {

/// A loop of the source, with all of its copies.
struct TunedPlace {
  std::vector<std::string> Functions; ///< Symbols, each once.
  /// Of its first copy; with the figures of the copy that gains least, if a
  /// choice for several has been made.
  TunedLoop Loop;
  /// Bytes by which the function grows with all that is chosen for its loops;
  /// none if that is not known, as where one of them is in other functions,
  /// too.
  std::optional<int64_t> MoreBytes;
};

/// The places of \p R, in the order of file, line and column. Loops without a
/// place each are one of their own, at the end.
///
/// For several copies the choice is the candidate that was compiled for all of
/// them, makes none slower by more than a fiftieth, and has the largest product
/// of gains, if each gains \p MinGainPercent on the whole.
std::vector<TunedPlace> findTunedPlaces(const TuningRecord &R,
                                        unsigned MinGainPercent);

/// What the preference for wider vectors makes of the loops of \p R for which
/// it was tried, by its flag; only if a loop gets faster by more than \p
/// MinGainPercent.
std::vector<FlagResult> findVectorFlags(const TuningRecord &R,
                                        unsigned MinGainPercent);

/// What a report says besides the places.
struct TuningFacts {
  std::string Generator, File, Cpu, BorrowedFrom;
  std::vector<std::string> Command;
  unsigned MinGainPercent = 5;
  PragmaDialect Dialect = PragmaDialect::Clang;
  std::vector<FlagResult> Flags;           ///< Those that make a loop faster.
  std::optional<MeasuredProgram> Measured; ///< If candidates were run.
};

void printTuningText(llvm::raw_ostream &OS, const TuningFacts &Facts,
                     llvm::ArrayRef<TunedPlace> Places);
/// docs/reference/json.md has the keys.
void printTuningJson(llvm::raw_ostream &OS, const TuningFacts &Facts,
                     llvm::ArrayRef<TunedPlace> Places);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_TUNINGREPORT_H
