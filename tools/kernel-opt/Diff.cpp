//===- Diff.cpp - kernel-opt diff -----------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Analyses all loops of two inputs, or of one on two cores, and has them
/// matched, compared and reported.
/// Tested by test/kernel-opt/diff*.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "LoopPlaces.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Report/DiffReport.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

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
  if (Error E = recordLoops(Old, C.Old))
    return E;
  if (Error E = recordLoops(New, C.New))
    return E;
  C.OldTitle = titleOf(Old, C.Old);
  C.NewTitle = titleOf(New, C.New);
  C.FailAbove = Options.FailAbove;
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
  if (C.NumFailed == 0)
    return Error::success();
  const auto First = find_if(C.Loops, [&](const LoopDifference &D) {
    return D.isSlowerBy(*C.FailAbove);
  });
  return createStringError(
      counted(C.NumFailed, "loop") + (C.NumFailed == 1 ? " is" : " are") +
      " slower by more than " + std::to_string(*C.FailAbove / 10) + "." +
      std::to_string(*C.FailAbove % 10) +
      " %: " + (C.NumFailed == 1 ? "" : "the first is ") + First->New->Title);
}
