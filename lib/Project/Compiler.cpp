//===- Compiler.cpp - Runs the compiler of a project ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/lsp.test and check-source.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/Compiler.h"
#include "kernel-bounds/Compare/VectorizerRecord.h"
#include "kernel-bounds/Measure/ProcessPool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

/// For the handler of signals, which may not allocate. Empty: there is none.
static char LastFolder[256];

static void setLastFolder(StringRef Path) {
  LastFolder[0] = 0;
  if (Path.size() < sizeof(LastFolder)) {
    std::copy(Path.begin(), Path.end(), LastFolder);
    LastFolder[Path.size()] = 0;
  }
}

/// A command may have written other files than those that are known.
static void onInterrupt() {
  endCommands();
  const pid_t Child = LastFolder[0] == 0 ? -1 : fork();
  if (Child == 0) {
    execl("/bin/rm", "rm", "-rf", "--", LastFolder, nullptr);
    _exit(127);
  }
  if (Child > 0)
    waitpid(Child, nullptr, 0);
  std::signal(SIGINT, SIG_DFL);
  raise(SIGINT);
}

void kernelbounds::cleanUpOnInterrupt() {
  sys::SetInterruptFunction(onInterrupt);
}

Expected<TemporaryFolder> TemporaryFolder::create() {
  SmallString<128> Path;
  if (std::error_code EC =
          sys::fs::createUniqueDirectory("kernel-bounds", Path))
    return createStringError("cannot make a folder for temporary files: " +
                             EC.message());
  setLastFolder(Path);
  return TemporaryFolder(std::string(Path));
}

TemporaryFolder::~TemporaryFolder() {
  if (Path.empty())
    return;
  sys::fs::remove_directories(Path);
  if (Path == LastFolder)
    setLastFolder("");
}

std::string TemporaryFolder::file(StringRef Name) const {
  SmallString<128> File(Path);
  sys::path::append(File, Name);
  sys::RemoveFileOnSignal(File);
  return std::string(File);
}

/// The first lines of a file of messages, in one line.
static std::string firstLines(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return "";
  SmallVector<StringRef> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n', /*MaxSplit=*/-1,
                               /*KeepEmpty=*/false);
  constexpr size_t MostLines = 3;
  std::string Text;
  for (StringRef Line : ArrayRef(Lines).take_front(MostLines))
    Text += (Text.empty() ? "" : "; ") + Line.trim().str();
  return Text;
}

Expected<bool> kernelbounds::compileObject(const CompileCommand &C,
                                           StringRef Object,
                                           function_ref<bool()> IsUnwanted,
                                           bool WithDebugInfo,
                                           StringRef Record) {
  ExternalCommand Command;
  Command.Args = objectArgs(C, Object, WithDebugInfo);
  if (!Record.empty()) {
    const std::string Options[] = {
        "-fsave-optimization-record=yaml",
        "-foptimization-record-passes=loop-vectorize",
        ("-foptimization-record-file=" + Record).str()};
    // Before the output, behind which may stand what is no option.
    Command.Args.insert(find(Command.Args, "-o"), std::begin(Options),
                        std::end(Options));
  }
  Command.Errors = (Object + ".errors").str();
  Command.Directory = C.Directory;
  Command.TimeLimit = 600;
  const std::string Program = Command.Args.front();
  bool IsEnded = false;
  CommandResult Result;
  {
    ProcessPool One(1, /*SpareCpu=*/-1);
    const size_t Ticket = One.add(Command);
    while (!One.isDone(Ticket) && !(IsEnded = IsUnwanted()))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!IsEnded)
      Result = One.wait(Ticket);
  }
  const std::string Said = firstLines(Command.Errors);
  sys::fs::remove(Command.Errors);
  if (!IsEnded && Result.ok() && sys::fs::exists(Object))
    return true;
  sys::fs::remove(Object);
  if (IsEnded)
    return false;
  if (Result.ExitCode == 127 && Said.empty())
    return createStringError("cannot run '" + Program + "' in " + C.Directory);
  return createStringError("'" + Program + "' failed on " + C.File + ": " +
                           (Said.empty() ? Result.str() : Said));
}

/// Debug information may name files by paths from the compiler's folder.
static void resolveFiles(std::vector<LoopRecord> &Loops, StringRef Folder) {
  auto Resolve = [&](std::string &File) {
    SmallString<256> Path(File);
    if (!File.empty())
      sys::path::make_absolute(Folder, Path);
    File = std::string(Path);
  };
  for (LoopRecord &L : Loops) {
    Resolve(L.SourceFile);
    for (RecordedPlace &P : L.Heads)
      Resolve(P.File);
  }
}

/// Tells \p Loops what the compiler said of them. Without a record that can be
/// read, nothing is known.
static void addVectorizer(std::vector<LoopRecord> &Loops, StringRef Path) {
  VectorizerRecord Record;
  if (Error E = Record.read(Path))
    return consumeError(std::move(E));
  for (LoopRecord &L : Loops) {
    if (!L.Heads.empty())
      L.Vectorizer =
          Record.of(L.Function, L.Heads.front().File, L.Heads.front().Line);
    if (L.Vectorizer.empty())
      L.Vectorizer = Record.of(L.Function, L.SourceFile, L.LeastLine);
  }
}

Expected<std::optional<std::vector<LoopRecord>>>
kernelbounds::analyzeSource(const CompileCommand &C,
                            const ObjectAnalyzer &Analyze,
                            function_ref<bool()> IsUnwanted) {
  Expected<TemporaryFolder> Folder = TemporaryFolder::create();
  if (!Folder)
    return Folder.takeError();
  const std::string Object = Folder->file("kernel.o");
  // Only clang knows the options.
  const std::string Record = isClang(C) ? Folder->file("kernel.opt.yaml") : "";
  Expected<bool> Compiled =
      compileObject(C, Object, IsUnwanted, /*WithDebugInfo=*/true, Record);
  if (!Compiled)
    return Compiled.takeError();
  if (!*Compiled)
    return std::nullopt;
  Expected<std::vector<LoopRecord>> Loops = Analyze(Object, namedCores(C));
  if (!Loops)
    return Loops.takeError();
  if (!Record.empty())
    addVectorizer(*Loops, Record);
  resolveFiles(*Loops, C.Directory);
  return std::move(*Loops);
}
