//===- SizeSearch.h - How much a core has in flight -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The size of a buffer from times alone. A trip begins a chain anew that takes
/// long, and N fillers stand behind it, each of which takes an entry of the
/// buffer until the chain is done. As long as a trip's fillers fit, the next
/// chain begins beside this one; one filler more, and it waits for its end.
///
/// Example: a chain of 24 square roots takes 480 cycles. With 184 additions
/// behind it a trip takes 240 cycles, with 186 it takes 480: there are
/// registers for 185 results.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_SIZESEARCH_H
#define KERNEL_BOUNDS_MEASURE_SIZESEARCH_H

#include "kernel-bounds/Measure/LoopRunner.h"

namespace kernelbounds {

struct SizeSearch {
  std::vector<llvm::MCInst> Chain;   ///< Waits for nothing of other trips.
  std::vector<llvm::MCInst> Fillers; ///< In turn.
  LoopValues Values;
  unsigned Most = 1500; ///< The search ends there.
  /// Whether the chain's instructions take entries, too.
  bool OfChain = false;
  /// Entries of each trip besides: of the counter and the branch.
  unsigned OfEnd = 0;

  /// The chain with \p NumFillers fillers.
  TimedLoop loop(unsigned NumFillers) const;
};

/// The entries. \p ChainCycles: what the chain takes. The outcome's Spread is
/// that of three searches where the runner has noise. NoStep, with the fillers
/// that were tried at most: so many fit, or the fillers take too long
/// themselves. O(log(Most)) runs.
LoopOutcome findSize(LoopRunner &Runner, const SizeSearch &S,
                     double ChainCycles);

/// Instructions of straight code, \p Fillers in turn, from which on each takes
/// longer than in a loop of Least of them, by a twelfth at least: the cache of
/// micro-ops holds no more.
LoopOutcome findCodeSize(LoopRunner &Runner,
                         llvm::ArrayRef<llvm::MCInst> Fillers,
                         const LoopValues &Values, unsigned Least,
                         unsigned Most);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_SIZESEARCH_H
