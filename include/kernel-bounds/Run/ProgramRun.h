//===- ProgramRun.h - A program while it is watched -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a program to its end, with its own input and output, and samples where
/// its time goes. Threads and child processes are followed.
///
/// Example: of a program that computes for 2 s in `f` and for 1 s in `g`, two
/// thirds of RunSamples::Nanoseconds are at addresses of `f`.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_RUN_PROGRAMRUN_H
#define KERNEL_BOUNDS_RUN_PROGRAMRUN_H

#include "kernel-bounds/Run/RunTrace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kernelbounds {

struct RunOptions {
  /// The program and its arguments; the program is searched for in PATH.
  std::vector<std::string> Command;
  /// What runs a Command of another machine: qemu-aarch64, with options of its
  /// own behind spaces. Empty: this machine does.
  std::string Emulator;
  /// The process to watch instead of a Command; 0: none.
  unsigned Attach = 0;
  /// Samples in a second of processor time, at most, for each thread.
  unsigned Frequency = 200;
  /// Watch for so long, in seconds of time. 0: to the end of the program.
  unsigned Seconds = 0;
  /// Instructions of each recorded stretch; 0: none is recorded.
  unsigned StretchLength = 0;
  /// Stretches that are kept; they lie evenly over the run.
  unsigned MaxStretches = 16;
};

/// Processor time at one place of the code.
struct PlaceSamples {
  uint32_t Module; ///< Into ProgramRun::Modules.
  uint64_t Offset; ///< Of the instruction, in the file of the module.
  uint64_t NumSamples = 0, Nanoseconds = 0;
};

/// Behind the name of a file that was removed or replaced while a process had
/// it mapped, as in /proc/PID/maps: what has that name now is another one.
inline constexpr llvm::StringLiteral ReplacedSuffix(" (deleted)");

/// What was seen of a run.
struct ProgramRun {
  /// Of the program: its exit code, or 128 and the number of the signal that
  /// ended it. 0 where a process was attached to.
  int ExitCode = 0;
  /// Files that hold code, by their full names; what is in no file is called
  /// "[vdso]" or "[anonymous]".
  std::vector<std::string> Modules;
  std::vector<PlaceSamples> Places; ///< By module, then by offset.
  /// While the system worked for the program.
  uint64_t SystemSamples = 0, SystemNanoseconds = 0;
  unsigned NumProcesses = 0, NumThreads = 0; ///< Ever; threads of all.
  /// What was sampled: "task-clock", "cycles". If it is no time, Nanoseconds
  /// are its counts.
  std::string Event = "task-clock";
  bool EventIsTime = true;

  /// Without loops, and with offsets instead of addresses: see nameLoops().
  RunTrace Trace;

  uint64_t numSamples() const;
  uint64_t nanoseconds() const;
};

/// Runs the program, or watches the process, that \p Options name. Fails if it
/// cannot be started, may not be traced, or is started with rights of its own
/// (setuid) that the system takes away from what is traced.
llvm::Expected<ProgramRun> runProgram(const RunOptions &Options);
/// Runs an AArch64 program in the emulator of \p Options. Samples are processor
/// time of the emulator; threads count as the one that stops, and children are
/// not watched. Fails if the emulator cannot be started or takes no debugger.
llvm::Expected<ProgramRun> runEmulated(const RunOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_RUN_PROGRAMRUN_H
