//===- LoopMetadata.h - Hints and names of loops in LLVM IR -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the metadata of a loop say, and what scalar evolution knows of it: for
/// tuning, which compiles a function in several ways and has to find its loops
/// again in each.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_LOOPMETADATA_H
#define KERNEL_BOUNDS_LIB_PASSES_LOOPMETADATA_H

#include "kernel-bounds/Tuning/AccessSteps.h"
#include "kernel-bounds/Tuning/LoopHints.h"
#include "kernel-bounds/Tuning/TuningRecord.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class LoopInfo;
class MDNode;
class ScalarEvolution;
class TargetMachine;
} // namespace llvm

namespace kernelbounds {

/// What the loop vectorizer calls the loops that it has made, and what it has
/// left over of them.
inline constexpr llvm::StringLiteral VectorizedName = "llvm.loop.isvectorized";

/// What tuning calls a copy of a loop that it has made for data that overlap.
inline constexpr llvm::StringLiteral ForOverlapName =
    "kernel-bounds.for-overlap";

/// The steps that scalar evolution knows.
AccessSteps findAccessSteps(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// What the loop passes knew of a loop, and code generation may lose.
struct LoopMarks {
  /// Trips of the source in one trip of a loop that the vectorizer made, which
  /// counts them by an index of its own; 0: not known. Gathers and scatters
  /// have no steps that findAccessSteps() knows.
  unsigned SourceTrips = 0;
  /// The most trips that it does in a row, as the loop for what is left over
  /// before an unrolled one; 0: not known.
  unsigned MostTrips = 0;
  /// Which piece of a loop that was distributed.
  unsigned Piece = 0;
  /// Visits of the source's loop that it does together; 1: each by itself.
  unsigned Jammed = 1;
  /// It is executed only where data overlap, in place of another one.
  bool IsForOverlap = false;
};
/// Puts the first two into the metadata of each innermost loop of \p F.
void markLoops(llvm::Function &F, const llvm::TargetMachine &TM);
/// Behind the pass that distributes loops, the third. Copies of loops as they
/// were, for data that overlap, lose their numbers.
void markPieces(llvm::Function &F);
/// Headers of innermost loops of \p F that have numbers.
std::set<const llvm::BasicBlock *> findNumberedLoops(llvm::Function &F);
/// Takes the numbers of all loops but those with the headers \p Known.
void forgetOtherLoops(llvm::Function &F,
                      const std::set<const llvm::BasicBlock *> &Known);
/// The fourth one.
void markJammed(llvm::Loop &L, unsigned Visits);
/// Gives \p L, a copy for data that overlap, the metadata \p AsItWas, which may
/// be null, and the last one.
void nameForOverlap(llvm::Loop &L, llvm::MDNode *AsItWas);
LoopMarks marksOf(const llvm::Loop &L);

/// What is known of the loop around an innermost loop.
struct LoopAround {
  OuterLoop Place;
  bool HasUserHint = false;
  std::optional<uint64_t> TripCount; ///< By scalar evolution.
  /// A visit of the inner loop waits for what the one before it has computed,
  /// in registers.
  bool VisitsWait = false;
};

/// What is known of an innermost loop before the loop passes.
struct MetadataLoop {
  std::string File; ///< Empty: not known.
  unsigned Line = 0, Column = 0;
  /// The first hint that its user gave, as metadata name it; empty: none.
  std::string UserHint;
  std::optional<uint64_t> TripCount; ///< By scalar evolution.
  /// By a profile of branches, if there is no TripCount.
  std::optional<TripRange> Seen;
  /// Why next to no time is spent in it, by a profile of branches, or else by
  /// what the source says; empty: nothing says so.
  llvm::StringRef WhyCold;
  /// Of its instructions, as RecordedLoop has them, with the places that they
  /// were inlined into.
  std::set<std::pair<std::string, unsigned>> Places;
  AccessSteps Steps;
  unsigned NarrowestBits = 0; ///< Of what it loads and stores; 0: nothing.
  /// Vectors would change the order of operations on floating point that the
  /// source forbids to change.
  bool NeedsOrder = false;
  std::optional<LoopAround> Around;
  /// Something that it computes is used behind it, as the result of a reduction
  /// is.
  bool HasResult = false;
};
/// Of all innermost loops of \p F, in an order that depends on the function's
/// control flow alone. With \p HasRun something better is known of which ones
/// take time than what the source says. Changes nothing.
std::vector<MetadataLoop>
findSourceLoops(llvm::Function &F, const llvm::TargetMachine &TM, bool HasRun);

/// Calls \p Use with each innermost loop of \p F, in the order of
/// findSourceLoops().
void forEachInnermostLoop(llvm::Function &F,
                          llvm::function_ref<void(llvm::Loop &)> Use);

/// Names \p L by \p Number instead of an earlier one; its copies keep the name.
void setLoopNumber(llvm::Loop &L, unsigned Number);
std::optional<unsigned> loopNumberOf(const llvm::Loop &L);

/// Adds \p H to the metadata of \p L and of the loop around it.
void setHints(llvm::Loop &L, const LoopHints &H);
/// Takes from all loops of \p F what tells the loop passes what to do, which
/// nothing behind them reads. O(blocks).
void forgetHints(llvm::Function &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_LOOPMETADATA_H
