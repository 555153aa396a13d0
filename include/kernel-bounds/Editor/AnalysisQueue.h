//===- AnalysisQueue.h - Files that are to be analysed -------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles and analyses one file after the other on a thread of its own. A
/// file that is added again while it is compiled is begun anew.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_EDITOR_ANALYSISQUEUE_H
#define KERNEL_BOUNDS_EDITOR_ANALYSISQUEUE_H

#include "kernel-bounds/Project/Compiler.h"
#include "llvm/Support/Chrono.h"
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kernelbounds {

/// What became of a file.
struct FileAnalysis {
  std::string File;
  /// Null if nothing is known: Problem says why.
  std::shared_ptr<const std::vector<LoopRecord>> Loops;
  bool IsClang = false; ///< The compiler is one.
  std::string Problem;
  /// There is no compile_commands.json: the user must make one.
  bool HasNoCommands = false;
};

class AnalysisQueue {
public:
  /// \p Done is called on the queue's thread.
  AnalysisQueue(ObjectAnalyzer Analyze,
                std::function<void(const FileAnalysis &)> Done);
  ~AnalysisQueue(); ///< Ends what runs, and forgets what waits.

  /// Looks for `compile_commands.json` in \p Folder; empty: near each file.
  void setCommandsFolder(std::string Folder);
  void add(const std::string &File);
  /// Nobody wants to know of \p File any more.
  void cancel(const std::string &File);

private:
  void run();
  /// \returns nothing if the file was cancelled meanwhile.
  std::optional<FileAnalysis> analyze(const std::string &File,
                                      const std::string &Folder);
  bool isUnwanted();
  llvm::Expected<const CompileCommands *> commandsOf(llvm::StringRef File);

  ObjectAnalyzer Analyze;
  std::function<void(const FileAnalysis &)> Done;

  // Of the queue's thread alone: what was read last.
  std::string CommandsFile;
  llvm::sys::TimePoint<> CommandsTime;
  CompileCommands Commands;

  std::mutex Lock; // Of what follows.
  std::condition_variable HasWork;
  std::deque<std::string> Waiting;
  std::string Current, Folder;
  bool IsCurrentUnwanted = false, IsEnding = false;

  std::thread Worker; // Last: it uses all of the above.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_EDITOR_ANALYSISQUEUE_H
