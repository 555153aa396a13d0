//===- SteppedProgram.h - A program that the recorder steps -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the recorder needs of a running program, whether the machine runs it or
/// an emulator.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TEST_RECORDER_STEPPEDPROGRAM_H
#define KERNEL_BOUNDS_TEST_RECORDER_STEPPEDPROGRAM_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class MCRegisterInfo;
} // namespace llvm

namespace kernelbounds {

/// Stopped before an instruction whenever a member function returns. Addresses
/// of code are those of the file.
class SteppedProgram {
public:
  virtual ~SteppedProgram() = default; ///< Ends the program.

  virtual bool hasExited() const = 0;
  virtual int exitCode() const = 0;
  virtual uint64_t pc() const = 0;
  virtual uint64_t stackPointer() const = 0;
  /// The address of \p M, which the next instruction has. Not for gathers.
  virtual uint64_t address(const MemRef &M) const = 0;

  /// One instruction, or one turn of a repeated string instruction.
  virtual llvm::Error step() = 0;
  /// Runs to the next breakpoint, which is taken back, or to the end. One at
  /// the instruction that is next counts.
  virtual llvm::Error run() = 0;
  virtual llvm::Error setBreak(uint64_t Address) = 0;
};

/// \p Program on this machine, which is x86-64.
llvm::Expected<std::unique_ptr<SteppedProgram>>
startNative(llvm::StringRef Program, const llvm::MCRegisterInfo &MRI);

struct CodeRange {
  uint64_t First = 0, Size = 0; ///< Bytes.
};

/// \p Program, AArch64 and linked to a fixed address, in qemu's emulator of
/// user programs \p Emulator: a path, or a name to be found in PATH. It stops
/// in
/// \p Visible alone: a step goes to the next instruction there.
llvm::Expected<std::unique_ptr<SteppedProgram>>
startEmulated(llvm::StringRef Program, llvm::StringRef Emulator,
              llvm::ArrayRef<CodeRange> Visible,
              const llvm::MCRegisterInfo &MRI);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TEST_RECORDER_STEPPEDPROGRAM_H
