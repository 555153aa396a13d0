//===- HostRegisters.h - Registers of a stopped thread ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What differs between the instruction sets of machines whose threads are
/// stepped. Private to lib/Run. To add one: a file as HostRegistersX86.cpp, and
/// its line in CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_HOSTREGISTERS_H
#define KERNEL_BOUNDS_LIB_RUN_HOSTREGISTERS_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>
#include <memory>
#include <sys/types.h>

namespace llvm {
class MCRegisterInfo;
} // namespace llvm

namespace kernelbounds {

class HostRegisters {
public:
  static std::unique_ptr<HostRegisters> create(const llvm::MCRegisterInfo &MRI);
  virtual ~HostRegisters() = default;

  /// Of the stopped thread \p Tid; false if it is gone.
  virtual bool read(pid_t Tid) = 0;
  /// The address of the next instruction.
  virtual uint64_t pc() const = 0;
  /// Whether the code is that of the tool's own instruction set, and not that
  /// of its 32 bits.
  virtual bool isDecoded() const = 0;
  /// The address of \p M before its instruction runs. Not for gathers.
  virtual uint64_t address(const MemRef &M) const = 0;
};

/// Whether the system works for the stopped thread \p Tid, whose next
/// instruction is at \p Address; false if the thread is gone.
bool readPlace(pid_t Tid, uint64_t &Address, bool &IsInSystem);

/// Whether an instruction enters the system, stops the program, or would see
/// that it is stepped. \p Bytes begin with it; not empty.
bool mustNotStep(llvm::ArrayRef<uint8_t> Bytes);

/// Runs so many times ten additions, each of which waits for the one before.
void addInChain(unsigned Trips);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_HOSTREGISTERS_H
