//===- CompilerWrapper.cpp - kernel-opt cc --------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs one command of a compiler for `kernel-opt build`. If it compiles, and
/// the compiler takes the plugin, the plugin writes the record; in any case it
/// is noted which object was made, so that objects without a record can be
/// analysed when the build is done. What the compiler says, and its exit code,
/// are passed on. Whatever goes wrong on this side, the compiler runs as it
/// would without.
///
/// Tested by test/Build.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "CompileJob.h"
#include "Machine.h"
#include "PredictStage.h"
#include "kernel-bounds/Model/Targets.h"
#include "kernel-bounds/Project/CompilerCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

static std::string variable(StringRef Name) {
  return sys::Process::GetEnv(Name).value_or("");
}

static void setVariable(StringRef Name, const std::string &Value) {
  setenv(Name.str().c_str(), Value.c_str(), /*replace=*/1);
}

/// Becomes the command. Returns only if it cannot be run.
static Error become(ArrayRef<std::string> Args) {
  std::vector<char *> Words;
  for (const std::string &A : Args)
    Words.push_back(const_cast<char *>(A.c_str()));
  Words.push_back(nullptr);
  execvp(Words.front(), Words.data());
  errs() << "kernel-opt: error: cannot run '" << Args.front()
         << "': " << std::strerror(errno) << '\n';
  return make_error<ProgramExit>(127);
}

/// Runs the command and waits for it. \returns its exit code; a signal that
/// ends it ends this process as well.
static Expected<int> runAndWait(ArrayRef<std::string> Args) {
  const pid_t Child = fork();
  if (Child < 0)
    return createStringError(StringRef("cannot start a process: ") +
                             std::strerror(errno));
  if (Child == 0) {
    consumeError(become(Args));
    _exit(127);
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return createStringError("cannot wait for the compiler");
  if (WIFSIGNALED(Status)) {
    std::signal(WTERMSIG(Status), SIG_DFL);
    kill(getpid(), WTERMSIG(Status));
  }
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

/// Arguments of which "@FILE" is replaced by those in the file.
static std::vector<std::string> expanded(ArrayRef<std::string> Args) {
  BumpPtrAllocator Memory;
  SmallVector<const char *> Words;
  for (const std::string &A : Args)
    Words.push_back(A.c_str());
  cl::ExpansionContext Context(Memory, cl::TokenizeGNUCommandLine);
  consumeError(Context.expandResponseFiles(Words));
  return {Words.begin(), Words.end()};
}

namespace {

/// One command that compiles.
class Wrapper {
public:
  Wrapper(std::string Records, std::vector<std::string> Args,
          CompilerCall Call);
  Error run();

private:
  StringRef compiler() const { return Args[Call.Compiler]; }
  bool acceptsPlugin(StringRef Plugin) const;
  bool usePlugin(std::vector<std::string> &Changed) const;
  Error note() const;

  std::string Records;
  std::vector<std::string> Args;
  CompilerCall Call;
  SmallString<256> Folder; ///< In which the command runs.
  std::vector<std::string> Objects;
};

} // namespace

Wrapper::Wrapper(std::string Records, std::vector<std::string> Args,
                 CompilerCall Call)
    : Records(std::move(Records)), Args(std::move(Args)),
      Call(std::move(Call)) {
  sys::fs::current_path(Folder);
  for (const std::string &Name : this->Call.objects()) {
    SmallString<256> Path(Name);
    sys::path::make_absolute(Folder, Path);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    Objects.push_back(std::string(Path));
  }
}

/// Whether the compiler loads the plugin: tried once for each compiler. The
/// answer is kept beside the records.
bool Wrapper::acceptsPlugin(StringRef Plugin) const {
  auto Found = sys::findProgramByName(compiler());
  if (!Found)
    return false;
  const std::string Key = *Found + " " + stampOf(realPath(*Found)) + " " +
                          Plugin.str() + " " + stampOf(Plugin);
  const StringRef Name = sys::path::filename(*Found);
  const std::string Yes = namedFile(Records, Name, Key, ".takes-plugin"),
                    No = namedFile(Records, Name, Key, ".takes-no-plugin");
  if (sys::fs::exists(Yes))
    return true;
  if (sys::fs::exists(No))
    return false;
  const std::string Load = ("-fpass-plugin=" + Plugin).str();
  const StringRef Words[] = {compiler(),  Load, "-x",        "c", "-c",
                             "/dev/null", "-o", "/dev/null", "-w"};
  const std::optional<StringRef> Quiet[] = {"", "", ""};
  const bool Takes =
      sys::ExecuteAndWait(*Found, Words, std::nullopt, Quiet) == 0;
  consumeError(withOutput(Takes ? Yes : No, [&](raw_ostream &OS) {
    OS << Key << '\n';
    return Error::success();
  }));
  return Takes;
}

/// The core that is assumed where a command names none.
static std::string coreFor(ArrayRef<std::string> Args) {
  if (std::string Cpu = variable(buildvariable::Cpu); !Cpu.empty())
    return Cpu;
  CompileCommand C;
  C.Args = Args;
  const bool IsCross = any_of(Args, [](StringRef A) {
    return A.starts_with("--target") || A == "-target" || A == "-arch";
  });
  if (IsCross || !namedCores(C).empty())
    return "";
  return defaultCpuOf(Triple(sys::getProcessTriple())).str();
}

/// Adds the plugin to the command, if the compiler takes it and writes code.
bool Wrapper::usePlugin(std::vector<std::string> &Changed) const {
  const bool WritesCode = none_of(Args, [](StringRef A) {
    return A.starts_with("-flto") || A == "-emit-llvm" ||
           A.starts_with("-fembed-bitcode") || A == "-fsyntax-only";
  });
  if (Objects.size() != 1 || !Call.isPlain() || Call.IsDistributed ||
      !WritesCode || !variable(buildvariable::NoPlugin).empty())
    return false;
  const std::string Plugin = installedLibrary("KernelBounds.so");
  if (Plugin.empty() || !acceptsPlugin(Plugin))
    return false;
  Changed.insert(Changed.begin() + Call.Compiler + 1,
                 "-fpass-plugin=" + Plugin);
  std::string Options = variable("KERNEL_BOUNDS_OPTIONS");
  // As much as the tool gives each loop.
  Options += " simulate simulate-budget=262144";
  if (std::string Cpu = coreFor(Args); !Cpu.empty())
    Options += " cpu=" + Cpu;
  setVariable("KERNEL_BOUNDS_OPTIONS", Options);
  setVariable("KERNEL_BOUNDS_RECORD", recordFile(Records, Objects.front()));
  return true;
}

/// Notes which objects were made.
Error Wrapper::note() const {
  for (auto [I, Object] : enumerate(Objects)) {
    CompileJob Job;
    Job.Command.Directory = std::string(Folder);
    Job.Command.File = Call.Sources[std::min(I, Call.Sources.size() - 1)];
    Job.Command.Args.assign(Args.begin() + Call.Compiler, Args.end());
    Job.Object = Object;
    Job.Stamp = stampOf(Object);
    if (Job.Stamp.empty())
      continue;
    if (Error E = writeJob(Records, Job))
      return E;
  }
  return Error::success();
}

Error Wrapper::run() {
  for (const std::string &Object : Objects)
    sys::fs::remove(recordFile(Records, Object));
  std::vector<std::string> Changed = Args;
  usePlugin(Changed);
  Expected<int> Code = runAndWait(Changed);
  if (!Code)
    return Code.takeError();
  if (*Code != 0)
    return make_error<ProgramExit>(*Code);
  // The build must not fail by this.
  if (Error E = note())
    errs() << "kernel-opt: warning: " << toString(std::move(E)) << '\n';
  return Error::success();
}

Error kernelbounds::runCompilerWrapper(ArrayRef<const char *> Args) {
  std::vector<std::string> Words(Args.begin(), Args.end());
  if (Words.empty())
    return make_error<UsageError>(
        "cc takes the command of a compiler: 'kernel-opt cc clang -c x.c'");
  const std::string Records = variable(buildvariable::Records);
  if (!Records.empty())
    sys::fs::create_directories(Records);
  const bool IsInside = !variable(buildvariable::Inside).empty();
  // What the compiler starts, such as a compiler behind ccache, is part of it.
  setVariable(buildvariable::Inside, "1");
  CompilerCall Call = readCompilerCall(expanded(Words));
  if (Records.empty() || IsInside || Call.Sources.empty() ||
      !sys::fs::is_directory(Records))
    return become(Words);
  return Wrapper(Records, std::move(Words), std::move(Call)).run();
}
