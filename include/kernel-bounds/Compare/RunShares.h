//===- RunShares.h - What loops have of the time -------------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The report of a run (`kernel-opt run --format=json`, which also reads the
/// samples of perf) says which part of the time each loop took. Here the loops
/// of an analysis are found in it.
///
/// Example: the run has 40 % in the loop of `f` at f.c:9, and the analysis has
/// two loops of `f` at that line, of 12 and of 5 instructions; the run's loop
/// has 12. The first has 40 % of the time, and the other nothing.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_COMPARE_RUNSHARES_H
#define KERNEL_BOUNDS_COMPARE_RUNSHARES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kernelbounds {

/// What is known of a loop.
struct LoopIdentity {
  llvm::StringRef Function; ///< Symbol, or demangled.
  llvm::StringRef SourceFile;
  unsigned SourceLine = 0; ///< 0 = not known.
  size_t NumInsts = 0;
};

/// A part of the time, in millionths.
using TimeShare = uint32_t;
constexpr TimeShare AllTime = 1000000;

/// "12.5 %".
std::string shareText(TimeShare Share);
/// "0.125", of a number of millionths that may be negative.
std::string decimalOf(int64_t Millionths);

class RunShares {
public:
  /// Fails with a sentence that names \p Path.
  static llvm::Expected<RunShares> read(llvm::StringRef Path);

  /// The part of the time of each of \p Loops. A loop of the run counts for the
  /// one loop of its function, and of its source line where both are known,
  /// whose number of instructions is nearest; of equal ones for the first.
  std::vector<TimeShare> of(llvm::ArrayRef<LoopIdentity> Loops) const;

private:
  struct Spot {
    std::string SourceFile; ///< Without its folder.
    unsigned SourceLine = 0;
    int64_t NumInsts = 0;
    TimeShare Share = 0;
  };

  llvm::StringMap<std::vector<Spot>> ByFunction; ///< By symbol.
  llvm::StringMap<std::string> SymbolOf;         ///< By demangled name.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_COMPARE_RUNSHARES_H
