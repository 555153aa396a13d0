//===- BankReads.h - Loads of a cycle in banks of the cache -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How often each bank of the first-level cache is read in one cycle, on cores
/// that let a few loads read a bank, wherever their lines are
/// (PipelineParam::LoadsPerBank).
///
/// Example: with banks of 4 bytes and two loads for each, loads of 8 bytes at
/// 0x1000, 0x2004 and 0x3040 do not fit into a cycle: bytes 4 to 7 are read
/// three times. With 0x3048 they do.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_BANKREADS_H
#define KERNEL_BOUNDS_SIMULATION_BANKREADS_H

#include "kernel-bounds/Graph/LineCrossings.h"
#include "kernel-bounds/Model/ModelTables.h"
#include <array>

namespace kernelbounds {

/// The banks of \p BankBytes bytes, by bit, of which \p Bytes bytes from place
/// \p Place of a line on have parts; what goes on in the next line begins at
/// the first bank.
inline uint64_t banksOfLine(uint64_t Place, unsigned Bytes,
                            unsigned BankBytes) {
  uint64_t Read = 0;
  for (uint64_t Bank = Place / BankBytes;
       Bank <= (Place + Bytes - 1) / BankBytes; ++Bank)
    Read |= uint64_t(1) << Bank % (CacheLineBytes / BankBytes);
  return Read;
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

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_BANKREADS_H
