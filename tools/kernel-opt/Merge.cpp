//===- Merge.cpp - kernel-opt merge ---------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One report on the loops of many records.
/// Tested by test/kernel-opt/merge.test.
//
//===----------------------------------------------------------------------===//

#include "BuildCommandLine.h"
#include "Commands.h"
#include "Pager.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Project/CompileCommands.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace kernelbounds;
using namespace llvm;

/// Adds the records below \p Folder.
static Error findRecords(StringRef Folder, std::vector<std::string> &Out) {
  std::error_code EC;
  const size_t Before = Out.size();
  for (sys::fs::recursive_directory_iterator It(Folder, EC), End;
       It != End && !EC; It.increment(EC))
    if (sys::path::extension(It->path()) == RecordEnding)
      Out.push_back(It->path());
  if (EC)
    return createStringError("cannot read the folder '" + Folder +
                             "': " + EC.message());
  if (Out.size() == Before)
    return createStringError("there is no record (*" + RecordEnding + ") in '" +
                             Folder + "'");
  return Error::success();
}

/// Each record once, in an order that the names alone decide.
static Expected<std::vector<std::string>>
recordsOf(ArrayRef<std::string> Named) {
  std::vector<std::string> All;
  for (const std::string &Name : Named) {
    if (!sys::fs::is_directory(Name))
      All.push_back(Name);
    else if (Error E = findRecords(Name, All))
      return std::move(E);
  }
  llvm::sort(All);
  std::set<std::string> Seen;
  erase_if(All, [&](const std::string &File) {
    return !Seen.insert(realPath(File)).second;
  });
  return All;
}

/// Leaves only loops of the functions that the user wants.
static Error pickFunctions(StringRef Wanted, std::vector<StoredLoop> &Loops) {
  if (Wanted.empty())
    return Error::success();
  auto HasName = [&](const StoredLoop &L) {
    return L.Function == Wanted ||
           StringRef(L.Function).starts_with((Wanted + "(").str());
  };
  if (any_of(Loops, HasName)) {
    erase_if(Loops, [&](const StoredLoop &L) { return !HasName(L); });
    return Error::success();
  }
  const Regex Pattern(Wanted);
  std::string Why;
  if (!Pattern.isValid(Why))
    return createStringError("no function has the name '" + Wanted +
                             "', which is no regular expression: " + Why);
  erase_if(Loops,
           [&](const StoredLoop &L) { return !Pattern.match(L.Function); });
  if (Loops.empty())
    return createStringError("no loop matches --function=" + Wanted);
  return Error::success();
}

Error kernelbounds::reportStored(const BuildCommandLine &Options,
                                 StoredLoops All, StringRef File) {
  if (Error E = pickFunctions(Options.Function, All.Loops))
    return E;
  std::optional<RunShares> Run;
  if (!Options.Profile.empty()) {
    Expected<RunShares> Read = RunShares::read(Options.Profile);
    if (!Read)
      return Read.takeError();
    Run = std::move(*Read);
  }
  All.arrange(Options.Order, Run ? &*Run : nullptr);
  if (!Options.Quiet && !All.Loops.empty() &&
      none_of(All.Loops, [](const StoredLoop &L) { return L.HasPlace; }))
    errs() << "kernel-opt: note: " << NoSourceAdvice << '\n';
  const bool IsText = Options.Format == allMergedReports().begin();
  if (Options.Top && Options.Top < All.Loops.size() && !IsText) {
    if (!Options.Quiet)
      errs() << "kernel-opt: note: "
             << counted(All.Loops.size() - Options.Top, "loop")
             << " more left out by --top\n";
    All.Loops.resize(Options.Top);
  }
  auto Write = [&](raw_ostream &OS) {
    setColors(OS, Options.Color);
    std::optional<Pager> Paged;
    if (IsText && File == "-")
      Paged.emplace();
    auto Out = Options.Format->Create(OS, {/*Verbose=*/false, Options.Quiet,
                                           versionString(), Options.Top,
                                           Options.Order != StoredOrder::Cycles,
                                           /*IsMerged=*/true});
    Out->begin();
    for (const StoredLoop &L : All.Loops)
      Out->addStored(L);
    for (const FileSummary &F : All.Files)
      Out->addFile(F);
    Out->end();
    return Error::success();
  };
  return File.empty() ? Write(errs()) : withOutput(File, Write);
}

Expected<StoredLoops> kernelbounds::readRecords(ArrayRef<std::string> Named) {
  Expected<std::vector<std::string>> Files = recordsOf(Named);
  if (!Files)
    return Files.takeError();
  StoredLoops All;
  for (const std::string &File : *Files)
    if (Error E = All.read(File))
      return std::move(E);
  return All;
}

Error kernelbounds::runMerge(ArrayRef<const char *> Args) {
  auto Options = parseBuildCommandLine(Args, /*IsBuild=*/false);
  if (!Options)
    return Options.takeError();
  if (Options->WantsHelp) {
    printBuildHelp(outs());
    return Error::success();
  }
  const std::string Output = Options->Output.empty() ? "-" : Options->Output;
  if (Error E = checkOutput(Output, Options->Files))
    return E;
  Expected<StoredLoops> All = readRecords(Options->Files);
  return All ? reportStored(*Options, std::move(*All), Output)
             : All.takeError();
}
