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
/// on, on cores that let a few loads of a cycle read a bank, wherever their
/// lines are (PipelineParam::LoadsPerBank).
///
/// Example: with banks of 4 bytes and two loads for each, loads of 8 bytes at
/// 0x1000, 0x2004 and 0x3040 do not fit into a cycle: bytes 4 to 7 are read
/// three times. With 0x3048 they do.
///
/// Measured on Golden Cove (docs/evidence/model-values.md): 16 banks of 4 bytes
/// along a line, of which each lets two loads of a cycle read it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_LOADBANKS_H
#define KERNEL_BOUNDS_SIMULATION_LOADBANKS_H

#include "kernel-bounds/Graph/LineCrossings.h"
#include "kernel-bounds/Model/ModelTables.h"
#include <array>
#include <vector>

namespace kernelbounds {

/// The banks, by bit, that \p Bytes bytes from \p Address on have parts of, if
/// bank N has bytes N x \p BankBytes to (N + 1) x \p BankBytes - 1 of what
/// repeats every \p NumBanks banks.
inline uint64_t banksOf(uint64_t Address, unsigned Bytes, unsigned BankBytes,
                        unsigned NumBanks) {
  uint64_t Banks = 0;
  for (uint64_t Bank = Address / BankBytes;
       Bank <= (Address + Bytes - 1) / BankBytes; ++Bank)
    Banks |= uint64_t(1) << Bank % NumBanks;
  return Banks;
}

/// Those of a line; what goes on in the next line begins at the first bank.
inline uint64_t banksOfLine(uint64_t Address, unsigned Bytes,
                            unsigned BankBytes) {
  return banksOf(Address, Bytes, BankBytes, CacheLineBytes / BankBytes);
}

/// The loads of a cycle.
class BankReads {
public:
  /// A load reads the banks \p Banks, by bit, of which each lets \p Most loads
  /// read it, 1 to MostLoadsPerBank. \returns false if one of them is read as
  /// often; then nothing changes.
  bool take(uint64_t Banks, unsigned Most) {
    if ((Read[Most - 1] & Banks) != 0)
      return false;
    for (unsigned N = Most - 1; N > 0; --N)
      Read[N] |= Read[N - 1] & Banks;
    Read[0] |= Banks;
    return true;
  }
  /// By N: the banks that more than N loads read.
  const std::array<uint64_t, MostLoadsPerBank> &read() const { return Read; }

private:
  std::array<uint64_t, MostLoadsPerBank> Read{};
};

/// The loads of all cycles.
class LoadBanks {
public:
  LoadBanks() = default;
  /// \p Most loads of a cycle may read a bank.
  explicit LoadBanks(unsigned Most) : Most(Most), ByCycle(NumCycles) {}

  /// There is no limit.
  bool empty() const { return ByCycle.empty(); }
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

#endif // KERNEL_BOUNDS_SIMULATION_LOADBANKS_H
