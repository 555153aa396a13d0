//===- DataFlow.h - Who got whose result in a run ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Records, while a kernel is stepped through, from which instruction each
/// operand came: through a register or flags, or through memory. A loop is
/// carried through memory if a chain of these leads from a load back to the
/// store that the load reads. Nothing here asks for a prediction.
///
/// Example: in `s->y += x[i]` with the sum in memory, the load of s->y gets
/// what the store of the trip before wrote, and the store gets what the
/// addition made of that load: the chain is closed. In `b[i] = a[i]; c[i] =
/// b[i-1]` loads also read what an earlier trip stored, but no chain is closed.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_DATAFLOW_H
#define KERNEL_BOUNDS_MEASURE_DATAFLOW_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kernelbounds {

/// What a run showed. Instructions are indices into Kernel::Insts.
struct DataFlow {
  /// (from, to): how often To had an operand that From had made.
  using Edges = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;
  Edges Registers; ///< Through a register or flags.
  Edges Memory;    ///< Through memory, within the recorder's reach.
  std::vector<uint64_t> Executions; ///< By instruction.

  /// Whether a chain through memory goes around among the instructions \p Loop.
  /// An operand counts that comes the same way in a quarter of the executions
  /// of its instruction; a load, if so many of its executions read one of the
  /// stores that depend on it. As a chain runs forward in time and the
  /// instructions are those of one loop body, it is carried from trip to trip.
  bool isCarriedThroughMemory(llvm::ArrayRef<uint32_t> Loop) const;
};

/// Fills a DataFlow, instruction by instruction.
class DataFlowRecorder {
public:
  struct Access {
    uint64_t Address;
    unsigned Bytes;
    bool IsLoad, IsStore;
  };

  /// A load reads a store through memory if at most \p Reach instructions ran
  /// between the two: later the store has left the largest reorder buffers of
  /// today, and its datum waits in the cache.
  explicit DataFlowRecorder(const Kernel &Insts, uint64_t Reach = 512);

  /// Instruction \p Inst runs, with \p Accesses. Time: O(operands + bytes).
  void run(uint32_t Inst, llvm::ArrayRef<Access> Accesses);
  DataFlow take() { return std::move(Flow); }

private:
  struct Writer {
    uint32_t Inst = ~0u;
    uint64_t Step = 0;
  };
  void load(uint32_t Inst, const Access &A);

  const Kernel &Insts;
  uint64_t Reach, Step = 0;
  std::vector<uint32_t> WriterOf; ///< By register unit; ~0 = none yet.
  /// By address / PageBytes, then by byte: who wrote it last.
  std::map<uint64_t, std::vector<Writer>> Pages;
  Writer &byteAt(uint64_t Address);
  DataFlow Flow;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_DATAFLOW_H
