//===- ProcessPool.h - External commands, some at once ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs commands as child processes, several at a time, in the order in which
/// they were added. Single-threaded: commands start and are collected when one
/// of the functions is called.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_PROCESSPOOL_H
#define KERNEL_BOUNDS_MEASURE_PROCESSPOOL_H

#include "llvm/ADT/StringRef.h"
#include <deque>
#include <string>
#include <sys/types.h>
#include <vector>

namespace kernelbounds {

struct ExternalCommand {
  std::vector<std::string> Args; ///< The program first, by path or by PATH.
  std::string Output;            ///< Standard output goes here; empty: nowhere.
  std::string Errors;            ///< Standard error goes here; empty: nowhere.
  unsigned TimeLimit = 120;      ///< Seconds.
  std::string Directory = "";    ///< To run in; empty: this process's.
  uint64_t MostFileBytes = 0;    ///< Of a file that it writes; 0: no limit.
};

/// How a command ended.
struct CommandResult {
  int ExitCode = -1; ///< -1 if it was ended by a signal or never ran.
  bool TimedOut = false;
  int Signal = 0;     ///< That ended it; 0: none.
  double Seconds = 0; ///< User and system time.
  bool ok() const { return ExitCode == 0; }
  /// "exit code 1", "took too long", "crashed".
  std::string str() const;
};

class ProcessPool {
public:
  /// Runs up to \p Slots commands at once, not on processor \p SpareCpu unless
  /// that is -1.
  ProcessPool(unsigned Slots, int SpareCpu) : Slots(Slots), Spare(SpareCpu) {}
  ~ProcessPool(); ///< Ends what still runs.
  ProcessPool(const ProcessPool &) = delete;
  ProcessPool &operator=(const ProcessPool &) = delete;

  /// \returns a ticket for wait().
  size_t add(ExternalCommand C);
  /// Starts and collects what can be, without waiting.
  void pump();
  /// Whether the command with that ticket has ended, without waiting.
  bool isDone(size_t Ticket) {
    pump();
    return Entries[Ticket].Done;
  }
  /// Waits for the command with that ticket.
  const CommandResult &wait(size_t Ticket);
  /// Stops what runs, or lets it go on: while cycles are measured nothing else
  /// should run. Time limits go on.
  void setPaused(bool Paused);
  /// From now on commands may run everywhere.
  void useAllCpus() { Spare = -1; }

private:
  struct Entry {
    ExternalCommand What;
    CommandResult Result;
    pid_t Pid = 0;
    bool Done = false;
  };
  void start(Entry &E);
  bool collect(Entry &E, bool Block);

  unsigned Slots;
  int Spare;
  std::deque<Entry> Entries;
  std::vector<size_t> Running; ///< Into Entries.
  size_t NextToStart = 0;
};

/// Runs one command and waits for it.
CommandResult runCommand(ExternalCommand C);

/// Ends all commands that run, with what they have started. A handler of
/// signals may call it.
void endCommands();

/// The full path of \p Program, or "" if it is not to be found.
std::string findProgram(llvm::StringRef Program);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_PROCESSPOOL_H
