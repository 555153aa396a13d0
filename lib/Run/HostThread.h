//===- HostThread.h - A stopped thread of this machine ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Steps through threads. What differs between instruction sets is in
/// HostRegisters.h. Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_HOSTTHREAD_H
#define KERNEL_BOUNDS_LIB_RUN_HOSTTHREAD_H

#include "kernel-bounds/Run/RunTrace.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace kernelbounds {

struct ThreadPlace {
  uint64_t Address; ///< Of the next instruction.
  bool IsInSystem;  ///< The system works for it, and returns to there.
};

/// Where the stopped thread \p Tid stands; nothing if it is gone.
std::optional<ThreadPlace> placeOf(pid_t Tid);

/// An instruction where it stands in the memory of its process.
struct SteppedInst {
  uint64_t Address = 0;
  uint8_t Size = 0;        ///< Bytes.
  uint8_t NumAccesses = 0; ///< As TraceInst has it.
  std::array<uint8_t, 15> Bytes = {};
};

/// As TraceWindow, with SteppedStretch::Insts for instructions.
using SteppedWindow = TraceWindow;

/// As TraceStretch, with addresses of one process.
struct SteppedStretch {
  std::vector<SteppedInst> Insts;
  std::vector<uint32_t> Path; ///< Into Insts.
  std::vector<uint64_t> Addresses;
  std::vector<SteppedWindow> Windows; ///< TraceWindow::Stretch is not set.
};

/// What wait() says of a thread that was let run.
constexpr int GoesOn = 0xffff;

/// Steps through programs.
class ThreadStepper {
public:
  static llvm::Expected<std::unique_ptr<ThreadStepper>> create();
  virtual ~ThreadStepper() = default;

  /// Lets the stopped thread \p Tid of process \p Pid run at most \p Most
  /// instructions, and adds them to \p Out. Ends before an instruction that
  /// enters the system, where it could wait for others, and before one that
  /// could see that it is stepped. \returns what wait() said of another stop,
  /// or of the end of the thread; nothing if the thread only waits to go on.
  virtual std::optional<int> step(pid_t Pid, pid_t Tid, unsigned Most,
                                  SteppedStretch &Out) = 0;
  /// Lets the thread run on for some short times, without steps, and adds them
  /// to \p Out, which step() has made. \returns as step(); GoesOn if it is not
  /// stopped any more.
  virtual std::optional<int> runOn(pid_t Tid, SteppedStretch &Out) = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_HOSTTHREAD_H
