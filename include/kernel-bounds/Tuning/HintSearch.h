//===- HintSearch.h - Which candidates to compile next ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The search for the hints with which a loop takes least time. Whoever
/// searches compiles what next() says and tells the result; that way all loops
/// of a function share their compilations.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_HINTSEARCH_H
#define KERNEL_BOUNDS_TUNING_HINTSEARCH_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Tuning/LoopHints.h"
#include "kernel-bounds/Tuning/TripTime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <vector>

namespace kernelbounds {

/// What may be asked for one loop. 0: this cannot be asked.
struct HintSpace {
  unsigned MaxWidth = 1; ///< A power of two; 1: no vectors.
  unsigned MaxInterleave = 16;
  unsigned MaxUnroll = 8;
  LoopTransforms Transforms = {}; ///< Those that would do something.
  /// Of these, what would do nothing without CheckOverlap.
  LoopTransforms AfterCheck = {};
  /// Most iterations of the loop around that may be done together; 1: none.
  unsigned MaxJam = 1;
  bool JamsByPragma = false; ///< The compiler's own pass does it, too.
  bool CanDistribute = false;
  bool CanPredicate = false; ///< With MaxWidth > 1.
};

/// A candidate that was compiled.
struct HintResult {
  LoopHints Hints;
  /// For one iteration of the source; none if that is not known, or not to be
  /// relied on.
  std::optional<CyclesPerIter> Cycles;
  /// Iterations of the source in a trip of the widest loop; 0: not known.
  unsigned SourceIterations = 0;
  /// What Cycles follows from.
  LoopShape Shape = {};
  /// What candidates are compared by; Cycles unless given.
  std::optional<CyclesPerIter> Compared = {};

  /// \pre Cycles is given.
  const CyclesPerIter &compared() const {
    return Compared ? *Compared : *Cycles;
  }
};

/// Coordinate descent over width, interleave count and unroll count, and over
/// distribution, masks and unroll-and-jam where they are possible.
///
/// Starts are what the compiler does on its own; distribution and masks for
/// what is left over, where possible; then one copy of a trip, scalar code with
/// the most copies, short trips of a quarter of the width, the most copies,
/// eight vectors side by side, two copies, scalar iterations side by side, two
/// vectors side by side, and scalar code; four iterations of the loop around
/// together, also as scalar code, and each transform. If none of them is faster
/// than the default by 2 %, that is all, unless only the unroll count can be
/// asked for. Else, from the best candidate so far all values of one field are
/// tried, then from the best of these all values of the next field, and so on
/// in turn, until no field has a better one. Copies of a trip that is long
/// already are not made. The order is fixed: the search is deterministic.
class HintSearch {
public:
  explicit HintSearch(HintSpace Space);

  /// The next candidate to compile; none if the search is at its end. The same
  /// one until tell() is called.
  std::optional<LoopHints> next();
  /// What became of the candidate that next() has named.
  void tell(HintResult R);

  /// All that was told, in order; the first is the default.
  llvm::ArrayRef<HintResult> tried() const { return Tried; }
  /// Of those for which \p Counts, if given, and that take at most a hundredth
  /// more than the fastest of them, one whose trips take more than two cycles,
  /// then the one with the smallest trip, then with the fewest hints. Null if
  /// there is none, or if the default has no figure.
  const HintResult *
  choice(llvm::function_ref<bool(const HintResult &)> Counts = nullptr) const;

private:
  bool isSensible(const LoopHints &H) const;
  std::optional<CyclesPerIter> tripWith(const LoopHints &H) const;
  bool isTooLong(const LoopHints &H, unsigned LoopHints::*Field) const;
  bool isTooLongByDefault(const LoopHints &H) const;
  bool isPromising() const;
  void skip();
  void addJams();
  /// What is tried together, in this order.
  enum class Row : uint8_t { Interleave, Width, Unroll, Flags };
  static constexpr unsigned NumRows = 4;

  void addRow(const LoopHints &H, Row R);
  void addFlags(const LoopHints &H);
  void addUpTo(const LoopHints &H, unsigned LoopHints::*Field, unsigned Most);
  void addWith(LoopHints H, unsigned LoopHints::*Field, unsigned Value);
  void addWith(LoopHints H, bool LoopHints::*Field, bool Value);
  void add(LoopHints H);

  HintSpace Space;
  std::vector<LoopHints> Queue; ///< What was ever added.
  std::map<LoopHints, bool> Known;
  size_t Next = 0; ///< Into Queue.
  std::vector<HintResult> Tried;
  std::optional<size_t> Best; ///< Into Tried.
  unsigned NextRow = 0;
  /// By row, from where it was tried last.
  std::optional<LoopHints> TriedFrom[NumRows];
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_HINTSEARCH_H
