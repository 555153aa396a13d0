//===- AArch64Registers.h - Addresses from registers of AArch64 -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Effective addresses of memory operands from the registers of a stopped
/// AArch64 program, on whatever host.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_AARCH64REGISTERS_H
#define KERNEL_BOUNDS_MEASURE_AARCH64REGISTERS_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace llvm {
class MCRegisterInfo;
} // namespace llvm

namespace kernelbounds {

class AArch64Registers {
public:
  /// Where the values of x0 to x30 stand, and of what comes behind them.
  enum Number : int8_t { FP = 29, LR, SP, PC, NumValues, None = -1 };

  explicit AArch64Registers(const llvm::MCRegisterInfo &MRI);
  /// The address of \p M before its instruction runs, by the \p Values of all
  /// numbers. Not for gathers: vectors are not read.
  uint64_t address(const MemRef &M, llvm::ArrayRef<uint64_t> Values) const;

private:
  /// By LLVM register: where its value stands.
  struct Place {
    int8_t Index = None;
    bool IsNarrow = false; ///< The lower 32 bits.
  };
  uint64_t value(unsigned Reg, llvm::ArrayRef<uint64_t> Values) const;

  std::vector<Place> Places;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_AARCH64REGISTERS_H
