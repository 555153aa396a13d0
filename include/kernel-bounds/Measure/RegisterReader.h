//===- RegisterReader.h - Addresses from registers --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Effective addresses of memory operands from the registers of a stopped
/// x86-64 process.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_REGISTERREADER_H
#define KERNEL_BOUNDS_MEASURE_REGISTERREADER_H

#include "kernel-bounds/Kernel/Kernel.h"
#include <cstdint>
#include <sys/user.h>
#include <vector>

namespace llvm {
class MCRegisterInfo;
} // namespace llvm

namespace kernelbounds {

class RegisterReader {
public:
  explicit RegisterReader(const llvm::MCRegisterInfo &MRI);

  /// The address of \p M before its instruction runs; \p Bias is what was added
  /// to the addresses of the file. Not for gathers: vectors are not read.
  uint64_t address(const MemRef &M, const user_regs_struct &Regs,
                   uint64_t Bias) const;

private:
  /// By LLVM register: where its value stands.
  struct Place {
    unsigned long long user_regs_struct::*Field = nullptr;
    bool IsNarrow = false; ///< The lower 32 bits.
  };
  uint64_t value(unsigned Reg, const user_regs_struct &Regs) const;

  std::vector<Place> Places;
  unsigned InstructionPointer = 0; ///< LLVM's RIP.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_REGISTERREADER_H
