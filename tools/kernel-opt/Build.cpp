//===- Build.cpp - kernel-opt build ---------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a build in which each compiler is started through `kernel-opt cc`, then
/// analyses the objects of which the plugin has written no record, and reports
/// on all of them.
///
/// Tested by test/Build.
//
//===----------------------------------------------------------------------===//

#include "BuildCommandLine.h"
#include "Commands.h"
#include "CompileJob.h"
#include "LoopPlaces.h"
#include "Machine.h"
#include "PredictStage.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The build
//===----------------------------------------------------------------------===//

static void setVariable(StringRef Name, const std::string &Value) {
  if (Value.empty())
    unsetenv(Name.str().c_str());
  else
    setenv(Name.str().c_str(), Value.c_str(), /*replace=*/1);
}

/// Has the compilers of the processes that follow started through this tool.
static Error interceptCompilers(const BuildCommandLine &Options,
                                const std::string &Records) {
  const std::string Library = installedLibrary("KernelBoundsIntercept.so");
  if (Library.empty())
    return createStringError("KernelBoundsIntercept.so is not beside this "
                             "kernel-opt; install both");
  if (StringRef(Library).find_first_of(": ") != StringRef::npos)
    return createStringError("'" + Library +
                             "': programs cannot be made to load a library "
                             "whose path has a blank or a colon");
  setVariable(buildvariable::Records, Records);
  setVariable(buildvariable::Cpu, Options.Cpu);
  setVariable(buildvariable::NoPlugin, Options.UsesPlugin ? "" : "1");
  setVariable(buildvariable::Inside, "");
  setVariable(buildvariable::Tool,
              sys::fs::getMainExecutable(
                  nullptr, reinterpret_cast<void *>(&interceptCompilers)));
  const std::string Before = sys::Process::GetEnv("LD_PRELOAD").value_or("");
  setVariable("LD_PRELOAD", Before.empty() ? Library : Library + ":" + Before);
  return Error::success();
}

/// \returns the exit code of the build.
static Expected<int> runBuild(const BuildCommandLine &Options,
                              const std::string &Records) {
  auto Program = sys::findProgramByName(Options.Command.front());
  if (!Program)
    return createStringError("cannot run '" + Options.Command.front() +
                             "': " + Program.getError().message());
  const std::string Preloaded = sys::Process::GetEnv("LD_PRELOAD").value_or("");
  if (Error E = interceptCompilers(Options, Records))
    return std::move(E);
  const SmallVector<StringRef> Words(Options.Command.begin(),
                                     Options.Command.end());
  std::string Message;
  const int Code =
      sys::ExecuteAndWait(*Program, Words, std::nullopt, {}, 0, 0, &Message);
  setVariable("LD_PRELOAD", Preloaded);
  if (Code < 0) // It never ran, or a signal ended it.
    return createStringError("'" + Options.Command.front() + "': " + Message);
  return Code;
}

//===----------------------------------------------------------------------===//
// Objects without a record
//===----------------------------------------------------------------------===//

/// \p File as it is named from here, where that is below here.
static std::string shortName(StringRef File) {
  SmallString<256> Here;
  if (!sys::fs::current_path(Here)) {
    Here += sys::path::get_separator();
    File.consume_front(Here);
  }
  return File.str();
}

static Error recordObject(const BuildCommandLine &Options,
                          const CompileJob &Job, const std::string &Record) {
  CommandLine One;
  One.Files = {shortName(Job.Object)};
  One.Cpu = Options.Cpu;
  One.SourceFolder = Job.Command.Directory;
  One.Jobs = Options.Jobs;
  One.All = One.Quiet = true;
  One.Format = findReport("record");
  if (One.Cpu.empty()) {
    Expected<std::string> Core =
        coreOf(One, Job.Object, namedCores(Job.Command));
    if (Core)
      One.Cpu = *Core;
    else // The record says what is wrong with the object.
      consumeError(Core.takeError());
  }
  return withOutput(Record,
                    [&](raw_ostream &OS) { return reportInputs(One, OS); });
}

/// Analyses the objects that the build made and the plugin did not see.
static Error completeRecords(const BuildCommandLine &Options,
                             const std::string &Records,
                             ArrayRef<CompileJob> Jobs) {
  size_t NumAnalyzed = 0;
  for (const CompileJob &Job : Jobs) {
    const std::string Record = recordFile(Records, Job.Object);
    if (stampOf(Job.Object) == Job.Stamp && isWholeRecord(Record))
      continue;
    ++NumAnalyzed;
    if (Error E = recordObject(Options, Job, Record))
      return E;
    // It may have been made again by another build.
    CompileJob Now = Job;
    Now.Stamp = stampOf(Job.Object);
    if (Error E = writeJob(Records, Now))
      return E;
  }
  if (!Options.Quiet)
    errs() << "kernel-opt: " << counted(Jobs.size(), "object") << " in '"
           << escapeControls(shortName(Records))
           << "': " << Jobs.size() - NumAnalyzed
           << " recorded before or by the plugin, " << NumAnalyzed
           << " analysed now\n";
  return Error::success();
}

/// For tools that want to know how the project is compiled.
static Error writeCompileCommands(const std::string &Records,
                                  ArrayRef<CompileJob> Jobs) {
  return withOutput(Records + "/compile_commands.json", [&](raw_ostream &OS) {
    json::OStream J(OS, /*IndentSize=*/2);
    J.array([&] {
      for (const CompileJob &Job : Jobs)
        J.object([&] {
          J.attribute("directory", Job.Command.Directory);
          J.attribute("file", Job.Command.File);
          J.attribute("output", Job.Object);
          J.attribute("arguments", json::Array(Job.Command.Args));
        });
    });
    OS << '\n';
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static Expected<std::string> makeRecords(StringRef Named) {
  SmallString<256> Path(Named);
  sys::fs::make_absolute(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  std::error_code EC = sys::fs::create_directories(Path);
  if (!EC && !sys::fs::is_directory(Path))
    EC = make_error_code(std::errc::not_a_directory);
  if (EC)
    return createStringError("cannot make the folder '" + Path +
                             "': " + EC.message());
  return std::string(Path);
}

static Error reportBuild(const BuildCommandLine &Options,
                         const std::string &Records) {
  Expected<std::vector<CompileJob>> Jobs = readJobs(Records);
  if (!Jobs)
    return Jobs.takeError();
  if (Jobs->empty()) {
    errs() << "kernel-opt: note: the build compiled nothing that is there now, "
              "and no build before it did; nothing to report\n";
    return Error::success();
  }
  if (Error E = completeRecords(Options, Records, *Jobs))
    return E;
  if (Error E = writeCompileCommands(Records, *Jobs))
    return E;
  StoredLoops All;
  for (const CompileJob &Job : *Jobs)
    if (Error E = All.read(recordFile(Records, Job.Object)))
      return E;
  return reportStored(Options, std::move(All), Options.Output);
}

Error kernelbounds::runBuild(ArrayRef<const char *> Args) {
  auto Options = parseBuildCommandLine(Args, /*IsBuild=*/true);
  if (!Options)
    return Options.takeError();
  if (Options->WantsHelp) {
    printBuildHelp(outs());
    return Error::success();
  }
  // A wrong name must not come to light in the middle of the build.
  CommandLine ForMachine;
  ForMachine.Cpu = Options->Cpu;
  ForMachine.Quiet = true;
  MachineCache Machines(ForMachine);
  if (Error E = checkHostMachine(Machines))
    return E;
  Expected<std::string> Records = makeRecords(Options->Records);
  if (!Records)
    return Records.takeError();
  Expected<int> Code = ::runBuild(*Options, *Records);
  if (!Code)
    return Code.takeError();
  Error Report = reportBuild(*Options, *Records);
  return *Code == 0
             ? std::move(Report)
             : joinErrors(make_error<ProgramExit>(*Code), std::move(Report));
}
