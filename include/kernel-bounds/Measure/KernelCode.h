//===- KernelCode.h - The code of a measured object -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A measured object as the predictors see it: cut into pieces that are
/// predicted on their own, each with the number of times it ran. A loop is one
/// piece, whatever blocks it has on its hottest path; other blocks are pieces
/// of their own (CesASMe, equation 1: the sum of the pieces weighted by their
/// executions is the prediction of the whole). A loop whose trips went
/// different ways is a piece for each stretch of its trips, see TripLog.h.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_KERNELCODE_H
#define KERNEL_BOUNDS_MEASURE_KERNELCODE_H

#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Kernel/Kernel.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Measure/TripLog.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace kernelbounds {

/// A loop or a stretch of its trips, or a basic block that is not on a loop's
/// analysed path.
struct CodePiece {
  const ListedFunction *Function = nullptr;
  LoopBody Body;
  bool IsLoop = false;
  uint64_t Executions = 0;      ///< Of the whole Body.
  uint64_t NumInstructions = 0; ///< Executed in all.
  /// Of a loop: its place among the innermost loops of its function, by the
  /// address of the header.
  unsigned LoopNumber = 0;
  unsigned NumLoops = 0;   ///< Innermost loops of the function.
  uint64_t NumTrips = 1;   ///< Of the loop, in one execution of Body.
  bool IsUnrolled = false; ///< See Kernel::IsUnrolled.
};

/// Executions of one block: its first instruction's address in the file.
struct BlockCount {
  uint64_t Address = 0, Count = 0;
};
/// "1139:396 1150:12", addresses in hexadecimal.
std::string formatBlockCounts(llvm::ArrayRef<BlockCount> Counts);
llvm::Expected<std::vector<BlockCount>> parseBlockCounts(llvm::StringRef Text);

class KernelCode {
public:
  static llvm::Expected<std::unique_ptr<KernelCode>>
  read(llvm::StringRef Object);

  const Input &input() const { return *In; }
  const Listing &listing() const { return In->code(); }
  /// All instructions of the listing, in its order; not one loop.
  const Kernel &instructions() const { return Insts; }

  /// The blocks whose first instruction has a count, from executions of each
  /// instruction of the listing; those with 0 are left out.
  std::vector<BlockCount>
  blockCounts(llvm::ArrayRef<uint64_t> Executions) const;

  /// The pieces that ran, the one with most executed instructions first. A
  /// loop's path is its hottest; that of the loop to which \p Trips belongs, if
  /// it is not empty, is that of stretches of these trips.
  std::vector<CodePiece> pieces(llvm::ArrayRef<BlockCount> Counts,
                                const TripLog &Trips = {});

  /// The last \p NumTrips trips of the loop \p P in a run through \p Blocks,
  /// each by its first instruction. Empty if all but one went the way of \p P.
  TripLog findTrips(const CodePiece &P, llvm::ArrayRef<uint32_t> Blocks,
                    uint64_t NumTrips) const;

  /// Instructions of \p P in order, as indices into the listing.
  std::vector<unsigned> instructionsOf(const CodePiece &P) const;
  /// One instruction a line, in AT&T syntax; branch targets are addresses.
  std::string assembly(const CodePiece &P) const;
  /// A number for the code of \p P: addresses of data and code do not count, so
  /// that the same loop at another place is the same.
  uint64_t hash(const CodePiece &P) const;

private:
  KernelCode() = default;

  std::unique_ptr<Input> In;
  std::unique_ptr<TargetSemantics> Semantics;
  Kernel Insts;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_KERNELCODE_H
