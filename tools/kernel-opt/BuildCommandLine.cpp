//===- BuildCommandLine.cpp - What build and merge are asked for ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildCommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/raw_ostream.h"
#include <thread>

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

#define KB_OPTIONS "BuildOpts.inc"
#include "OptionTable.inc"

static Error parseChoices(const InputArgList &Args, BuildCommandLine &Out) {
  SmallVector<std::pair<StringRef, const ReportInfo *>> Formats;
  for (const ReportInfo &R : allMergedReports())
    Formats.push_back({R.Name, &R});
  Out.Format = Formats.front().second;
  if (Error E = readChoice(Args, OPT_format, Formats, Out.Format))
    return E;
  if (Error E = readChoice(Args, OPT_sort,
                           {{"cycles", StoredOrder::Cycles},
                            {"gain", StoredOrder::Gain},
                            {"cost", StoredOrder::Cost},
                            {"function", StoredOrder::Function},
                            {"file", StoredOrder::File}},
                           Out.Order))
    return E;
  return readChoice(Args, OPT_color, colorModes(), Out.Color);
}

/// What belongs to one of the two commands only.
static Error checkWhat(const InputArgList &Args, bool IsBuild,
                       const BuildCommandLine &Out) {
  if (!IsBuild) {
    for (OptionId Other : {OPT_records, OPT_cpu, OPT_jobs, OPT_no_plugin})
      if (const Arg *A = Args.getLastArg(Other))
        return make_error<UsageError>("'" + A->getSpelling().rtrim('=') +
                                      "' is an option of build");
    if (Out.Files.empty())
      return make_error<UsageError>(
          "no record; 'kernel-opt merge DIR' merges those in a folder");
    return Error::success();
  }
  if (!Out.Files.empty())
    return make_error<UsageError>(
        "'" + Out.Files.front() +
        "': the command comes after '--', as in 'kernel-opt build -- " +
        Out.Files.front() + "'");
  if (Out.Command.empty())
    return make_error<UsageError>(
        "no command; 'kernel-opt build -- make' runs one");
  return Error::success();
}

Expected<BuildCommandLine>
kernelbounds::parseBuildCommandLine(ArrayRef<const char *> Args, bool IsBuild) {
  BuildCommandLine Out;
  const SplitArguments Split(Args);
  if (IsBuild)
    Out.Command.assign(Split.Command.begin(), Split.Command.end());
  CommandOptTable Table; // The arguments refer to it.
  Table.setDashDashParsing(true);
  Expected<InputArgList> Parsed =
      readOptions(Table, IsBuild ? Split.Own : Args, {OPT_help});
  if (!Parsed)
    return Parsed.takeError();
  Out.WantsHelp = Parsed->hasArg(OPT_help);
  if (Out.WantsHelp)
    return Out;
  if (Error E = readTexts(*Parsed, {{OPT_records, &Out.Records},
                                    {OPT_cpu, &Out.Cpu},
                                    {OPT_function, &Out.Function},
                                    {OPT_profile, &Out.Profile},
                                    {OPT_output, &Out.Output}}))
    return std::move(E);
  Out.Jobs = std::max(1u, std::thread::hardware_concurrency());
  if (Error E = readNumbers(
          *Parsed, {{OPT_top, &Out.Top}, {OPT_jobs, &Out.Jobs, 1, 256}}))
    return std::move(E);
  if (Error E = parseChoices(*Parsed, Out))
    return std::move(E);
  if (Out.Order == StoredOrder::Cost && Out.Profile.empty())
    return make_error<UsageError>(
        "'--sort=cost' needs '--profile', the report of 'kernel-opt run "
        "--format=json'");
  Out.Files = Parsed->getAllArgValues(OPT_INPUT);
  Out.Quiet = Parsed->hasArg(OPT_quiet);
  Out.UsesPlugin = !Parsed->hasArg(OPT_no_plugin);
  if (Error E = checkWhat(*Parsed, IsBuild, Out))
    return std::move(E);
  return Out;
}

void kernelbounds::printBuildHelp(raw_ostream &OS) {
  CommandOptTable().printHelp(
      OS,
      "kernel-opt build [options] -- COMMAND [ARGUMENT...]\n"
      "       kernel-opt merge [options] DIR|RECORD...",
      "The loops of a whole project in one report. 'build' runs a build (make, "
      "ninja,\ncmake --build DIR), keeps a record of each object that it "
      "makes, and reports on\nall of them; its exit code is that of the build. "
      "'merge' reports on records\nthat were made before, also by "
      "'kernel-opt --format=record'.");
}
