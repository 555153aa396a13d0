//===- LoadBanks.h - Which banks loads read in which cycle ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The banks of the first-level cache that loads read, from the present cycle
/// on. Private to lib/Simulation.
///
/// Measured on Golden Cove (docs/evidence/model-values.md): 16 banks of 4 bytes
/// along a line, of which each lets two loads of a cycle read it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_LOADBANKS_H
#define KERNEL_BOUNDS_LIB_SIMULATION_LOADBANKS_H

#include "kernel-bounds/Simulation/BankReads.h"
#include <vector>

namespace kernelbounds {

class LoadBanks {
public:
  LoadBanks() = default;
  /// \p Most loads of a cycle may read a bank.
  explicit LoadBanks(unsigned Most) : Most(Most), ByCycle(NumCycles) {}

  /// A load reads \p Banks, by bit, in cycle \p Cycle. \returns false if it
  /// has to try again. Cycles far behind the last one are forgotten.
  bool take(int64_t Cycle, uint64_t Banks) {
    OfCycle &C = ByCycle[static_cast<uint64_t>(Cycle) % NumCycles];
    if (C.Cycle > Cycle)
      return true;
    if (C.Cycle < Cycle)
      C = {Cycle, {}};
    return C.Reads.take(Banks, Most);
  }
  /// Gives \p Put what is read in the cycles from \p First to before \p End,
  /// until that returns false. \returns whether it has taken all.
  template <typename Sink>
  bool visitState(int64_t First, int64_t End, Sink Put) const {
    for (int64_t Cycle = First; !ByCycle.empty() && Cycle < End; ++Cycle) {
      const OfCycle &C = ByCycle[static_cast<uint64_t>(Cycle) % NumCycles];
      const BankReads &Reads = C.Cycle == Cycle ? C.Reads : BankReads();
      for (unsigned N = 0; N < Most; ++N)
        if (!Put(static_cast<int64_t>(Reads.read()[N])))
          return false;
    }
    return true;
  }

private:
  /// More than lie between the start of the oldest load in flight and that of
  /// the youngest.
  static constexpr size_t NumCycles = 4096;
  struct OfCycle {
    int64_t Cycle = -1;
    BankReads Reads;
  };
  unsigned Most = 1;
  std::vector<OfCycle> ByCycle; ///< Modulo the size; empty: no limit.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_LOADBANKS_H
