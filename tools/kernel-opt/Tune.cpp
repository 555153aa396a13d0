//===- Tune.cpp - kernel-opt tune -----------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has the plugin compare ways to compile the loops of a file, or compares what
/// gcc makes of them, and reports, or writes into the file, what it found.
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "MeasureCandidates.h"
#include "PredictStage.h"
#include "TuneCommandLine.h"
#include "TuneGcc.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/ProcessPool.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "kernel-bounds/Project/Compiler.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Tuning/SourcePatch.h"
#include "kernel-bounds/Tuning/TuningReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

static Expected<std::string> compilerOf(const TuneCommandLine &Options) {
  if (!Options.Compiler.empty()) {
    std::string Path = findProgram(Options.Compiler);
    if (Path.empty())
      return createStringError("compiler '" + Options.Compiler +
                               "' not found; name one after '--'");
    return Path;
  }
  if (Options.Dialect == PragmaDialect::Gcc) {
    std::string Path = findProgram("gcc");
    if (Path.empty())
      return createStringError("no gcc found; name one after '--'");
    return Path;
  }
  for (StringRef Name : {"clang-" KB_LLVM_MAJOR, "clang"})
    if (std::string Path = findProgram(Name); !Path.empty())
      return Path;
  return createStringError("no clang found; name one after '--'");
}

static Expected<std::string> pluginOf(const TuneCommandLine &Options) {
  std::string Plugin =
      Options.Plugin.empty() ? installedPlugin() : Options.Plugin;
  if (Plugin.empty())
    return createStringError("KernelBounds.so is not beside this kernel-opt; "
                             "name it with '--plugin'");
  if (!sys::fs::exists(Plugin))
    return createStringError("'" + Plugin + "': no such file");
  return Plugin;
}

/// The command that compiles the file and writes \p Record.
static std::vector<std::string> commandOf(const TuneCommandLine &Options,
                                          StringRef Compiler, StringRef Plugin,
                                          StringRef Record) {
  std::vector<std::string> Words = {Compiler.str()};
  append_range(Words, Options.Flags);
  // Lines and columns of loops; the code stays the same.
  Words.insert(Words.end(), {"-gline-tables-only", "-gcolumn-info"});
  Words.insert(Words.end(), {"-c", Options.File, "-o", "/dev/null"});
  Words.push_back(("-fpass-plugin=" + Plugin).str());
  auto Add = [&](StringRef Name, const Twine &Value) {
    Words.push_back("-mllvm");
    Words.push_back(("-kernel-bounds-" + Name + "=" + Value).str());
  };
  Add("tune", "suggest");
  Add("tune-record", Record);
  Add("min-gain", Twine(Options.MinGainPercent));
  if (!Options.Cpu.empty())
    Add("cpu", Options.Cpu);
  if (!Options.ModelFile.empty())
    Add("model", Options.ModelFile);
  if (!Options.Function.empty())
    Add("function", Options.Function);
  if (Options.TripCount != 0)
    Add("tune-trip-count", Twine(Options.TripCount));
  if (!Options.Cache.empty())
    Add("tune-cache", Options.Cache);
  if (Options.Budget != 0)
    Add("tune-budget", Twine(Options.Budget));
  if (!Options.Quiet)
    Add("tune-progress", "1");
  return Words;
}

static Error runCompiler(ArrayRef<std::string> Words) {
  const SmallVector<StringRef> Args(Words.begin(), Words.end());
  std::string Message;
  const int Code = sys::ExecuteAndWait(Words.front(), Args, std::nullopt, {}, 0,
                                       0, &Message);
  if (Code == 0)
    return Error::success();
  if (!Message.empty())
    return createStringError("'" + Words.front() + "': " + Message);
  return createStringError("'" + Words.front() + "' ended with exit code " +
                           Twine(Code));
}

/// What the plugin found, by compiling once.
static Expected<TuningRecord> compile(const TuneCommandLine &Options,
                                      StringRef Compiler) {
  Expected<std::string> Plugin = pluginOf(Options);
  if (!Plugin)
    return Plugin.takeError();
  SmallString<128> Record;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("kernel-opt-tune", "json", Record))
    return createStringError("cannot make a temporary file: " + EC.message());
  const FileRemover Removes(Record);
  if (Error E = runCompiler(commandOf(Options, Compiler, *Plugin, Record)))
    return std::move(E);
  auto Buffer = MemoryBuffer::getFile(Record);
  if (!Buffer)
    return createStringError("cannot read '" + Record +
                             "': " + Buffer.getError().message());
  if ((*Buffer)->getBuffer().empty())
    return createStringError(
        "'" + Options.File +
        "': the compiler ran no loop passes; it needs -O2 or -O3, without -Os, "
        "-Oz and -flto");
  Expected<TuningRecord> Found =
      readTuningRecord((*Buffer)->getBuffer(), Record);
  if (Found && !Found->Problem.empty())
    return createStringError(Found->Problem);
  return Found;
}

//===----------------------------------------------------------------------===//
// The source
//===----------------------------------------------------------------------===//

/// Why no pragma can stand before \p Place, which is or has a File, a Line and
/// a Column; empty if one can.
template <typename PlaceT>
static std::string whyNotAt(const TuneCommandLine &Options, StringRef Source,
                            const PlaceT &Place) {
  if (Place.Line == 0)
    return "its place is not known";
  if (!sys::fs::equivalent(Place.File, Options.File))
    return "it stands in another file";
  return whyNotBefore(Source, Place.Line, Place.Column);
}

/// The pragmas for \p File, whose text is \p Source. Says on standard error of
/// which loops that gain it has none.
static std::vector<Insertion> pragmasFor(const TuneCommandLine &Options,
                                         StringRef Source,
                                         ArrayRef<TunedPlace> Places) {
  std::vector<PlacedPragma> Pragmas;
  for (const TunedPlace &P : Places) {
    const TunedLoop &L = P.Loop;
    if (L.Verdict != TuningVerdict::Gains)
      continue;
    const std::string Own = L.Choice.pragma(Options.Dialect);
    const std::string Outer = L.Choice.outerPragma();
    std::string Why;
    if (!L.Choice.Transforms.empty())
      Why = "none asks for " + L.Choice.Transforms.text();
    if (Why.empty() && !Own.empty())
      Why = whyNotAt(Options, Source, L);
    if (Why.empty() && !Outer.empty())
      Why = whyNotAt(Options, Source, L.Outer);
    if (Why.empty() && !Own.empty())
      Pragmas.push_back({L.Line, L.Column, Own});
    if (Why.empty() && !Outer.empty())
      Pragmas.push_back({L.Outer.Line, L.Outer.Column, Outer});
    if (!Why.empty() && !Options.Quiet)
      errs() << "kernel-opt: note: "
             << escapeControls(L.Line ? L.File : P.Functions.front()) << ':'
             << L.Line << ": no pragma is written for this loop: " << Why
             << '\n';
  }
  return makeInsertions(Source, Pragmas);
}

/// Replaces the file by one with \p Text that has the same permissions.
static Error replaceFile(const std::string &File, StringRef Text) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(File, Status))
    return createStringError("'" + File + "': " + EC.message());
  if (Error E = withOutput(File, [&](raw_ostream &OS) {
        OS << Text;
        return Error::success();
      }))
    return E;
  if (std::error_code EC = sys::fs::setPermissions(File, Status.permissions()))
    return createStringError("'" + File + "': " + EC.message());
  return Error::success();
}

static Error patch(const TuneCommandLine &Options,
                   ArrayRef<TunedPlace> Places) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWholeFile(Options.File);
  if (!Buffer)
    return createStringError("cannot read '" + Options.File +
                             "': " + toString(Buffer.takeError()));
  // The file is replaced while its text is in use.
  const std::string Source = (*Buffer)->getBuffer().str();
  const std::vector<Insertion> Insertions = pragmasFor(Options, Source, Places);
  if (Options.Diff)
    return withOutput(Options.Output, [&](raw_ostream &OS) {
      printDiff(OS, Options.File, Source, Insertions);
      return Error::success();
    });
  if (!Options.Quiet)
    errs() << "kernel-opt: note: " << Insertions.size()
           << (Insertions.size() == 1 ? " pragma" : " pragmas")
           << " written to '" << escapeControls(Options.File) << "'\n";
  if (Insertions.empty())
    return Error::success();
  return replaceFile(Options.File, withInsertions(Source, Insertions));
}

/// Measuring takes long: whether \p File can be written is known before.
static Error checkDataset(const std::string &File,
                          ArrayRef<std::string> Inputs) {
  if (File.empty() || File == "-")
    return Error::success();
  if (Error E = checkOutput(File, Inputs))
    return E;
  auto Fails = [&](std::error_code EC) {
    return createStringError("cannot write " + File + ": " + EC.message());
  };
  if (sys::fs::is_directory(File))
    return Fails(make_error_code(std::errc::is_a_directory));
  if (sys::fs::exists(File) && !sys::fs::is_regular_file(File))
    return Error::success();
  SmallString<256> Real; // A link stays a link.
  if (sys::fs::real_path(File, Real))
    Real = File;
  const StringRef Folder = sys::path::parent_path(Real);
  if (std::error_code EC = sys::fs::access(Folder.empty() ? "." : Folder,
                                           sys::fs::AccessMode::Write))
    return Fails(EC);
  return Error::success();
}

/// Compiles by whichever compiler it is. Flags go to \p Facts.
static Expected<TuningRecord> tune(const TuneCommandLine &Options,
                                   const std::string &Compiler,
                                   TuningFacts &Facts) {
  if (Options.Dialect == PragmaDialect::Clang) {
    Expected<TuningRecord> Found = compile(Options, Compiler);
    if (Found)
      Facts.Flags = findVectorFlags(*Found, Options.MinGainPercent);
    return Found;
  }
  Expected<GccTuning> Found = tuneWithGcc(Options, Compiler);
  if (!Found)
    return Found.takeError();
  Facts.Flags = std::move(Found->Flags);
  return std::move(Found->Record);
}

/// Runs the best candidates, and writes the data set if one is wanted.
static Error measure(const TuneCommandLine &Options,
                     const std::string &Compiler, ArrayRef<TunedPlace> Places,
                     TuningFacts &Facts) {
  Expected<MeasuredProgram> Measured =
      measureCandidates(Options, Compiler, Places);
  if (!Measured)
    return Measured.takeError();
  Facts.Measured = std::move(*Measured);
  if (Options.Dataset.empty())
    return Error::success();
  DatasetFacts Of;
  Of.Compiler = Compiler;
  Of.Flags = join(Options.Flags, " ");
  Of.Cpu = Facts.Cpu;
  Of.HostCpu = hostCpu().Name;
  Of.Dialect = Options.Dialect;
  return withOutput(Options.Dataset, [&](raw_ostream &OS) {
    printDataset(OS, *Facts.Measured, Of);
    return Error::success();
  });
}

Error kernelbounds::runTune(ArrayRef<const char *> Args) {
  auto Options = parseTuneCommandLine(Args);
  if (!Options)
    return Options.takeError();
  if (Options->WantsHelp) {
    printTuneHelp(outs());
    return Error::success();
  }
  if (!sys::fs::exists(Options->File))
    return createStringError("'" + Options->File + "': no such file");
  std::vector<std::string> Inputs = {Options->File};
  if (!Options->ModelFile.empty())
    Inputs.push_back(Options->ModelFile);
  if (Error E = checkOutput(Options->Output, Inputs))
    return E;
  if (Error E = checkDataset(Options->Dataset, Inputs))
    return E;
  cleanUpOnInterrupt();
  Expected<std::string> Compiler = compilerOf(*Options);
  if (!Compiler)
    return Compiler.takeError();
  TuningFacts Facts;
  Expected<TuningRecord> Found = tune(*Options, *Compiler, Facts);
  if (!Found)
    return Found.takeError();
  const std::vector<TunedPlace> Places =
      findTunedPlaces(*Found, Options->MinGainPercent);
  if (Options->Diff || Options->Apply)
    return patch(*Options, Places);
  Facts.Generator = versionString();
  Facts.File = Options->File;
  Facts.Command = Options->Flags;
  Facts.MinGainPercent = Options->MinGainPercent;
  Facts.Dialect = Options->Dialect;
  // Of functions that are cold none is known.
  const auto At = find_if(
      Found->Functions, [](const TunedFunction &F) { return !F.Cpu.empty(); });
  if (At != Found->Functions.end()) {
    Facts.Cpu = At->Cpu;
    Facts.BorrowedFrom = At->BorrowedFrom;
  }
  if (!Options->Build.empty())
    if (Error E = measure(*Options, *Compiler, Places, Facts))
      return E;
  auto Print = Options->IsJson ? printTuningJson : printTuningText;
  return withOutput(Options->Output, [&](raw_ostream &OS) {
    Print(OS, Facts, Places);
    return Error::success();
  });
}
