//===- TraceAdvice.h - Changes that a run suggests --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Changes of a loop, or of its data, that only a run suggests. Each is
/// simulated: the recorded stretches run once more, with other addresses,
/// other pages, with prefetches, or without a branch. Private to lib/Run.
///
/// Example: half of the loads of a loop come from memory, 100 cycles late, and
/// the addresses go on in steps of 4096 bytes. Three changes are tried: to
/// prefetch 32 trips ahead, to go through the data in the order in which they
/// lie, and larger pages.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_TRACEADVICE_H
#define KERNEL_BOUNDS_LIB_RUN_TRACEADVICE_H

#include "WarmUp.h"
#include "kernel-bounds/Run/TraceSimulation.h"
#include "llvm/ADT/DenseSet.h"

namespace kernelbounds {

struct Analysis;

/// A change of one loop that can be simulated.
struct RunChange {
  AdviceKind Kind;
  /// The instruction that it is about, into RunTrace::Insts.
  uint32_t Inst = 0;
  unsigned Distance = 0; ///< Of Prefetch: executions ahead.
  /// Of Contiguous and LoopOrder.
  std::vector<OperandId> Operands = {};

  bool movesData() const {
    return Kind == AdviceKind::Contiguous || Kind == AdviceKind::LoopOrder;
  }
};

/// Instructions of the loop of \p A whose loads have an address that follows
/// from the last value of a load on a carried chain, the longest one or
/// another: nobody knows it far ahead. O(loads * edges).
std::vector<uint32_t> findChased(const Analysis &A);

/// What findChanges() looks at.
struct LoopEvidence {
  const RunTrace &T;
  const TraceLoop &L;
  const LoopRunFigures &F;
  llvm::ArrayRef<StretchAccesses> Accesses; ///< By stretch.
  /// Loads whose address follows from their own last value.
  const llvm::DenseSet<uint32_t> &Chased;
  bool HasPartialForwarding = false;
  uint64_t PageBytes = 4096;
};
/// Changes for which there is evidence. O(accesses).
std::vector<RunChange> findChanges(const LoopEvidence &E);

/// The accesses of all stretches as they are with \p C, which is Contiguous or
/// LoopOrder: its operands lie one after the other.
std::vector<StretchAccesses>
changedAccesses(llvm::ArrayRef<StretchAccesses> All, const RunChange &C);

/// Prefetches before an instruction loads. The prefetch itself takes no port.
class PrefetchingMemory final : public AccessTimer {
public:
  /// \p Path is that of the stretch of \p Accesses; the others must outlive
  /// this. \p Begin as StretchMemory has it.
  PrefetchingMemory(AccessTimer &Below, MemorySystem &Memory,
                    const StretchAccesses &Accesses,
                    llvm::ArrayRef<uint32_t> Path, const RunChange &C,
                    int64_t Begin);
  int64_t load(uint32_t Position, int64_t T) override;
  int64_t store(uint32_t Position, int64_t T) override {
    return Below.store(Position, T);
  }

private:
  AccessTimer &Below;
  MemorySystem &Memory;
  int64_t Begin;
  /// By position of the instruction: the address that is prefetched.
  llvm::DenseMap<uint32_t, uint64_t> Targets;
};

/// Of the changes of each kind that were simulated the best one, if it saves a
/// thirtieth of the cycles; the most helpful first. \p Cycles is by change.
std::vector<RunAdvice> bestAdvice(const RunTrace &T, const LoopRunFigures &F,
                                  llvm::ArrayRef<RunChange> Changes,
                                  llvm::ArrayRef<double> Cycles);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_TRACEADVICE_H
