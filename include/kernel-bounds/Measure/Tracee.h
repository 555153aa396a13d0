//===- Tracee.h - A program under single-stepping ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ptrace on x86-64 Linux: start, step, run to a breakpoint, read registers.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_TRACEE_H
#define KERNEL_BOUNDS_MEASURE_TRACEE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <memory>
#include <sys/types.h>
#include <sys/user.h>

namespace kernelbounds {

/// This machine or container lets no process trace its child.
class NotPermitted : public llvm::ErrorInfo<NotPermitted> {
public:
  static char ID;
  void log(llvm::raw_ostream &OS) const override {
    OS << "ptrace is not permitted here";
  }
  std::error_code convertToErrorCode() const override {
    return std::make_error_code(std::errc::operation_not_permitted);
  }
};

/// One child process, stopped whenever a member function returns.
class Tracee {
public:
  /// Starts \p Program without arguments, its output discarded, and stops it
  /// before its first instruction.
  static llvm::Expected<std::unique_ptr<Tracee>> start(llvm::StringRef Program);
  /// Starts a copy of this process that will run \p Body and end, and stops it
  /// before that. Its bias() is 0.
  static llvm::Expected<std::unique_ptr<Tracee>>
  start(llvm::function_ref<void()> Body);
  ~Tracee(); ///< Kills the child.
  Tracee(const Tracee &) = delete;
  Tracee &operator=(const Tracee &) = delete;

  /// What to add to an address of the file.
  uint64_t bias() const { return Bias; }
  bool hasExited() const { return Exited; }
  int exitCode() const { return ExitCode; }
  const user_regs_struct &regs() const { return Regs; }

  /// One instruction, or one turn of a repeated string instruction.
  llvm::Error step();
  /// Runs to the next breakpoint, which is taken back: the instruction there is
  /// whole again and next. Or to the end.
  llvm::Error run();
  llvm::Error setBreak(uint64_t Address);
  llvm::Error removeBreak(uint64_t Address);
  llvm::Expected<uint64_t> readWord(uint64_t Address) const;

private:
  Tracee() = default;
  /// Waits for the child \p Pid to stop, and takes it over.
  static llvm::Expected<std::unique_ptr<Tracee>> attach(pid_t Pid);
  llvm::Error findBias(llvm::StringRef Program);
  llvm::Error resume(int Request);
  llvm::Error poke(uint64_t Address, uint64_t Word) const;

  pid_t Pid = 0;
  bool Exited = false;
  int ExitCode = 0;
  uint64_t Bias = 0;
  user_regs_struct Regs = {};
  std::map<uint64_t, uint8_t> Replaced; ///< By breakpoint.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_TRACEE_H
