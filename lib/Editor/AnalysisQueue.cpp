//===- AnalysisQueue.cpp - Files that are to be analysed ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/lsp*.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Editor/AnalysisQueue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

AnalysisQueue::AnalysisQueue(ObjectAnalyzer Analyze,
                             std::function<void(const FileAnalysis &)> Done)
    : Analyze(std::move(Analyze)), Done(std::move(Done)),
      Worker([this] { run(); }) {}

AnalysisQueue::~AnalysisQueue() {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    IsEnding = IsCurrentUnwanted = true;
  }
  HasWork.notify_all();
  Worker.join();
}

void AnalysisQueue::setCommandsFolder(std::string NewFolder) {
  std::lock_guard<std::mutex> Guard(Lock);
  Folder = std::move(NewFolder);
}

void AnalysisQueue::add(const std::string &File) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (Current == File)
      IsCurrentUnwanted = true;
    if (!is_contained(Waiting, File))
      Waiting.push_back(File);
  }
  HasWork.notify_all();
}

void AnalysisQueue::cancel(const std::string &File) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Current == File)
    IsCurrentUnwanted = true;
  llvm::erase(Waiting, File);
}

bool AnalysisQueue::isUnwanted() {
  std::lock_guard<std::mutex> Guard(Lock);
  return IsCurrentUnwanted;
}

void AnalysisQueue::run() {
  std::unique_lock<std::mutex> Guard(Lock);
  while (true) {
    HasWork.wait(Guard, [&] { return IsEnding || !Waiting.empty(); });
    if (IsEnding)
      return;
    Current = Waiting.front();
    Waiting.pop_front();
    IsCurrentUnwanted = false;
    const std::string InFolder = Folder;
    Guard.unlock();
    std::optional<FileAnalysis> Result = analyze(Current, InFolder);
    // Asked last: a file that was saved meanwhile is analysed again.
    if (Result && !isUnwanted())
      Done(*Result);
    Guard.lock();
    Current.clear();
  }
}

Expected<const CompileCommands *> AnalysisQueue::commandsOf(StringRef File) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(File, Status))
    return createStringError("cannot read " + File + ": " + EC.message());
  if (CommandsFile != File ||
      CommandsTime != Status.getLastModificationTime()) {
    Expected<CompileCommands> Read = CompileCommands::read(File);
    if (!Read)
      return Read.takeError();
    Commands = std::move(*Read);
    CommandsFile = File.str();
    CommandsTime = Status.getLastModificationTime();
  }
  return &Commands;
}

std::optional<FileAnalysis>
AnalysisQueue::analyze(const std::string &File, const std::string &InFolder) {
  FileAnalysis Result;
  Result.File = File;
  auto Fail = [&](const Twine &Why) {
    Result.Problem = Why.str();
    return Result;
  };
  SmallString<256> Path(InFolder);
  if (InFolder.empty())
    Path = findCompileCommands(File);
  else
    sys::path::append(Path, "compile_commands.json");
  if (Path.empty()) {
    Result.HasNoCommands = true;
    return Fail("there is no compile_commands.json for " + File +
                ": make one, with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or "
                "bear -- make");
  }
  Expected<const CompileCommands *> All = commandsOf(Path);
  if (!All)
    return Fail(toString(All.takeError()));
  const CompileCommand *C = (*All)->find(File);
  if (!C)
    return Fail(Path.str() + " has no command for " + File);
  Result.IsClang = isClang(*C);
  auto Loops = analyzeSource(*C, Analyze, [&] { return isUnwanted(); });
  if (!Loops)
    return Fail(toString(Loops.takeError()));
  if (!*Loops)
    return std::nullopt;
  Result.Loops =
      std::make_shared<const std::vector<LoopRecord>>(std::move(**Loops));
  return Result;
}
