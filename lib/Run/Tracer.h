//===- Tracer.h - Processes and threads under ptrace ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows a program, its threads and its children, and stops running threads
/// from time to time for a look at them. Private to lib/Run; Linux only.
///
/// The program is seized (PTRACE_SEIZE), so that it sees neither stops nor
/// signals of the tracer; its own signals, stops and ends take their course.
/// No byte of it is changed: if the tracer is killed, the program goes on.
///
/// Source: ptrace(2) of the Linux manual pages.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_TRACER_H
#define KERNEL_BOUNDS_LIB_RUN_TRACER_H

#include "kernel-bounds/Run/ProgramRun.h"
#include "llvm/ADT/DenseMap.h"
#include <chrono>
#include <csignal>
#include <optional>
#include <sys/types.h>

namespace kernelbounds {

/// What is told of the threads that are followed.
class TraceListener {
public:
  virtual ~TraceListener();
  /// Thread \p Tid of process \p Pid begins, or is followed from now on.
  /// \returns whether it has to be stopped for looks.
  virtual bool noteThread(pid_t Pid, pid_t Tid) = 0;
  /// It is about to end, or will not be followed any more; it can still be
  /// looked at.
  virtual void noteLast(pid_t Pid, pid_t Tid) = 0;
  /// So much time has gone by that threads that have to be stopped will be.
  virtual void tick() = 0;
  /// Thread \p Tid of process \p Pid is stopped where it ran; \p Nanoseconds is
  /// the processor time since the last look at it.
  /// \returns what wait() said of it, if it was let run and stopped again by
  /// itself.
  virtual std::optional<int> look(pid_t Pid, pid_t Tid,
                                  uint64_t Nanoseconds) = 0;
  /// Whether a thread is to be stopped for a look now, if it is running, though
  /// it needs none.
  virtual bool wantsLook() = 0;
  /// Process \p Pid became another program.
  virtual void noteExec(pid_t Pid) = 0;
};

class Tracer {
public:
  explicit Tracer(TraceListener &Listener);
  ~Tracer();
  Tracer(const Tracer &) = delete;
  Tracer &operator=(const Tracer &) = delete;

  /// Starts the program that \p Command names.
  llvm::Error start(const std::vector<std::string> &Command);
  /// Seizes all threads of process \p Pid.
  llvm::Error attach(pid_t Pid);
  /// Follows what was started to its end, or for \p Seconds unless that is 0,
  /// and looks about \p Frequency times a second.
  void follow(unsigned Frequency, unsigned Seconds);

  /// See ProgramRun::ExitCode.
  int exitCode() const { return ExitCode; }
  unsigned numProcesses() const { return NumProcesses; }
  unsigned numThreads() const { return NumThreads; }

private:
  using Clock = std::chrono::steady_clock;
  struct Thread {
    pid_t Pid = 0; ///< Of its process.
    bool NeedsLooks = false;
    bool IsAsked = false;         ///< To stop for a look.
    bool IsStopped = false;       ///< By a signal that stops.
    uint64_t LastNanoseconds = 0; ///< Of processor time, at the last look.
  };

  [[noreturn]] void becomeProgram(const std::string &Path, char *const *Args,
                                  const int Go[2], const int Failed[2]) const;
  Thread &thread(pid_t Tid);
  void askAll();
  void drain();
  void handle(pid_t Tid, int Status);
  void handleEvent(pid_t Tid, int Event);
  void handleStop(pid_t Tid, Thread &T, int Signal);
  void handleExec(pid_t Pid);
  void handleSignal(const siginfo_t &Info);
  void noteEnd(pid_t Tid, int Status);
  void wait(Clock::time_point Until);
  void detachAll();

  TraceListener &Listener;
  llvm::DenseMap<pid_t, Thread> Threads;
  pid_t Root = 0;
  unsigned NumAsked = 0; ///< Stopped though they need no looks.
  bool IsOwn = false;    ///< The program was started here.
  bool HasEnded = false, IsToStop = false;
  int ExitCode = 0;
  unsigned NumProcesses = 0, NumThreads = 0;
  sigset_t MaskBefore;
  struct sigaction ChildBefore; ///< What SIGCHLD did.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_TRACER_H
