//===- Diff.cpp - kernel-opt diff -----------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Analyses all loops of two inputs or folders of objects, or of one on two
/// cores, and has them matched, compared and reported.
/// Tested by test/kernel-opt/diff*.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "LoopPlaces.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Project/CompileCommands.h"
#include "kernel-bounds/Report/DiffReport.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

/// The objects of the build whose commands stand in \p File, those that are
/// there, by their paths in \p Folder where they are below it.
static Expected<std::vector<std::string>> objectsOfBuild(StringRef File,
                                                         StringRef Folder) {
  Expected<CompileCommands> Commands = CompileCommands::read(File);
  if (!Commands)
    return Commands.takeError();
  const std::string Root = realPath(Folder) + "/";
  std::vector<std::string> Objects;
  for (const CompileCommand &C : Commands->all()) {
    const std::string Object = realPath(objectOf(C));
    if (!sys::fs::exists(Object))
      continue;
    StringRef Path = Object;
    Path.consume_front(Root);
    Objects.push_back(Path.str());
  }
  if (Objects.empty())
    return createStringError("no object of '" + File +
                             "' is there; build it first");
  llvm::sort(Objects);
  Objects.erase(llvm::unique(Objects), Objects.end());
  return Objects;
}

/// The objects below \p Folder, by their paths in it, in order.
static Expected<std::vector<std::string>> objectsBelow(StringRef Folder) {
  SmallString<256> Commands(Folder);
  sys::path::append(Commands, "compile_commands.json");
  if (sys::fs::exists(Commands))
    return objectsOfBuild(Commands, Folder);
  auto Objects = filesBelow(Folder, {".o", ".obj"});
  if (!Objects)
    return Objects.takeError();
  if (Objects->empty())
    return createStringError("there is no object (*.o, *.obj) in '" + Folder +
                             "'; build it first");
  return Objects;
}

/// Leaves one of loops that are the same code from the same place of the
/// source: functions of headers are in many objects.
static void dropCopies(std::vector<LoopRecord> &Loops) {
  std::set<std::tuple<std::string, std::string, unsigned, std::string>> Seen;
  erase_if(Loops, [&](const LoopRecord &L) {
    if (L.SourceLine == 0)
      return false;
    std::string Code;
    for (const RecordedInst &I : L.Insts)
      Code += I.Text + '\n';
    return !Seen.insert({L.Function, L.SourceFile, L.SourceLine, Code}).second;
  });
}

/// The loops of all objects of a folder. What is no object that can be read is
/// left out with a warning.
static Error recordFolder(const CommandLine &Side,
                          std::vector<LoopRecord> &Out) {
  const StringRef Folder = Side.Files.front();
  Expected<std::vector<std::string>> Objects = objectsBelow(Folder);
  if (!Objects)
    return Objects.takeError();
  size_t NumRead = 0;
  for (const std::string &Object : *Objects) {
    CommandLine One = Side;
    SmallString<256> Path(Object);
    sys::path::make_absolute(Folder, Path);
    One.Files = {std::string(Path)};
    const size_t Before = Out.size();
    if (Error E = recordLoops(One, Out)) {
      const std::string Why = toString(std::move(E));
      if (!Side.Quiet)
        errs() << "kernel-opt: warning: " << escapeControls(Why) << '\n';
      continue;
    }
    ++NumRead;
    for (size_t I = Before; I < Out.size(); ++I)
      Out[I].Unit = Object;
  }
  if (NumRead == 0)
    return createStringError("no object in '" + Folder + "' can be read");
  dropCopies(Out);
  return Error::success();
}

static Error recordSide(const CommandLine &Side, std::vector<LoopRecord> &Out) {
  return sys::fs::is_directory(Side.Files.front()) ? recordFolder(Side, Out)
                                                   : recordLoops(Side, Out);
}

/// One of the two sides: an input and a core.
static CommandLine sideOf(const CommandLine &Options, size_t Side) {
  CommandLine One = Options;
  One.Files = {Options.Files[std::min(Side, Options.Files.size() - 1)]};
  if (!Options.Cpus.empty())
    One.Cpu = Options.Cpus[Side];
  One.All = true;
  return One;
}

/// "old.o on znver3".
static std::string titleOf(const CommandLine &Side,
                           ArrayRef<LoopRecord> Loops) {
  const std::string File =
      Side.Files.front() == "-" ? "<stdin>" : Side.Files.front();
  return Loops.empty() ? File : File + " on " + Loops.front().Cpu;
}

static Error checkLine(const CommandLine &Options) {
  const size_t NumFiles = Options.Files.size();
  if (Options.Cpus.size() > 2)
    return make_error<UsageError>("diff compares two cores, not " +
                                  Twine(Options.Cpus.size()));
  if (NumFiles > 2 || (NumFiles == 1 && Options.Cpus.empty()))
    return make_error<UsageError>(
        "diff compares two files, OLD and NEW, or one file on two cores: "
        "--cpu=A,B FILE");
  if (NumFiles == 2 && sys::fs::is_directory(Options.Files[0]) !=
                           sys::fs::is_directory(Options.Files[1]))
    return make_error<UsageError>("diff compares two files or two folders");
  if (NumFiles == 2 && Options.Files[0] == "-" && Options.Files[1] == "-")
    return make_error<UsageError>("only one of the files can be standard "
                                  "input");
  if (NumFiles == 1 && Options.Files[0] == "-")
    return make_error<UsageError>("standard input is read once only; name a "
                                  "file");
  return checkOutput(Options.Output, Options.inputs());
}

static Error compare(const CommandLine &Options, Comparison &C) {
  const CommandLine Old = sideOf(Options, 0), New = sideOf(Options, 1);
  if (Error E = recordSide(Old, C.Old))
    return E;
  if (Error E = recordSide(New, C.New))
    return E;
  C.OldTitle = titleOf(Old, C.Old);
  C.NewTitle = titleOf(New, C.New);
  C.FailAbove = Options.FailAbove;
  if (!Options.Profile.empty()) {
    Expected<RunShares> Run = RunShares::read(Options.Profile);
    if (!Run)
      return Run.takeError();
    C.Run = std::move(*Run);
  }
  if (C.Old.empty() && C.New.empty() && Options.picksLoops())
    return createStringError("no loop matches --function, --line or --loop");
  C.compare();
  return Error::success();
}

Error kernelbounds::runDiff(ArrayRef<const char *> Args) {
  Expected<CommandLine> Options = parseCommandLine(Args, allDiffReports());
  if (!Options)
    return Options.takeError();
  if (Options->What != Action::Analyze)
    return runAnalyze(Args);
  if (Error E = checkLine(*Options))
    return E;
  Comparison C;
  if (Error E = compare(*Options, C))
    return E;
  DiffOptions ForReport;
  ForReport.Quiet = Options->Quiet;
  ForReport.All = Options->All;
  ForReport.Top = Options->Top;
  ForReport.Generator = versionString();
  if (Error E = withOutput(Options->Output, [&](raw_ostream &OS) -> Error {
        setColors(OS, Options->Color);
        writeDiff(OS, C, *Options->Format, ForReport);
        return Error::success();
      }))
    return E;
  if (!C.hasFailed())
    return Error::success();
  if (C.Run)
    return createStringError(gateText(C));
  const auto First = find_if(C.Loops, [&](const LoopDifference &D) {
    return D.isSlowerBy(*C.FailAbove);
  });
  return createStringError(gateText(C) + ": " +
                           (C.NumFailed == 1 ? "" : "the first is ") +
                           First->New->Title);
}
