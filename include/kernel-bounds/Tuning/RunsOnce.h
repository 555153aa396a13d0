//===- RunsOnce.h - What runs once beside a loop ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Around the loops that a compiler makes of one loop of the source lies code
/// that is executed once for all iterations: checks before them, and the end of
/// a reduction behind them. There are also copies of iterations, for what is
/// left over; control passes these by if nothing is left over. What runs once
/// is the shortest way through the loop.
///
/// A block belongs to the loop of which it is dominated by all parts' common
/// dominator; to the innermost of these, if there are several. Blocks behind a
/// part count with the latency of theirs.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_RUNSONCE_H
#define KERNEL_BOUNDS_TUNING_RUNSONCE_H

#include "kernel-bounds/Kernel/Listing.h"
#include "kernel-bounds/Model/Cycles.h"

namespace kernelbounds {

class PortModel;
class TargetSemantics;

/// What code is analysed by.
struct CodeRules {
  TargetSemantics &Semantics;
  PortModel &Model;
};

/// Cycles that block \p Block of \p F takes at least of ports and issue; of one
/// that is the end of a loop, of which the result is waited for, at least its
/// latency.
CyclesPerIter cyclesOfBlock(const Listing &Code, const ListedFunction &F,
                            unsigned Block, bool IsEnd, const CodeRules &Rules);

/// For each of \p Loops, which are all innermost loops of \p F, what runs once
/// beside it, on the shortest way through it. \p Groups has the indices of
/// those that are parts of the same loop of the source; each loop is in one
/// group. Nothing if the function has more than 1024 blocks. O(blocks^2).
std::vector<CyclesPerIter>
cyclesOnce(const Listing &Code, const ListedFunction &F,
           llvm::ArrayRef<LoopBody> Loops,
           llvm::ArrayRef<std::vector<unsigned>> Groups,
           const CodeRules &Rules);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_RUNSONCE_H
