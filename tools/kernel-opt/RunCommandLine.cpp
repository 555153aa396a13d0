//===- RunCommandLine.cpp - What run is asked for -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <thread>

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

#define KB_OPTIONS "RunOpts.inc"
#include "OptionTable.inc"

static constexpr uint64_t HugePage = uint64_t(2) << 20;

CommandLine RunCommandLine::machineOptions() const {
  CommandLine C;
  C.Cpu = Cpu;
  C.ModelFile = ModelFile;
  C.Quiet = Quiet;
  return C;
}

static Error parseTexts(const InputArgList &Args, RunCommandLine &Out) {
  if (Error E = readTexts(Args, {{OPT_cpu, &Out.Cpu},
                                 {OPT_model, &Out.ModelFile},
                                 {OPT_output, &Out.Output},
                                 {OPT_save, &Out.Save},
                                 {OPT_trace, &Out.Trace},
                                 {OPT_perf_data, &Out.PerfData},
                                 {OPT_emulator, &Out.Run.Emulator}}))
    return E;
  return readChoice(Args, OPT_format,
                    {{"text", RunFormat::Text},
                     {"json", RunFormat::Json},
                     {"html", RunFormat::Html}},
                    Out.Format);
}

static Error parseNumbers(const InputArgList &Args, RunCommandLine &Out) {
  Out.Jobs = std::max(1u, std::thread::hardware_concurrency());
  return readNumbers(Args, {{OPT_attach, &Out.Run.Attach},
                            {OPT_duration, &Out.Run.Seconds, 1, 1000000},
                            {OPT_frequency, &Out.Run.Frequency, 1, 10000},
                            {OPT_top, &Out.Top, 1, 1000000},
                            {OPT_loops, &Out.Loops, 1, 1000},
                            {OPT_jobs, &Out.Jobs, 1, 256},
                            {OPT_stretch, &Out.Stretch, 1, 10000000},
                            {OPT_stretches, &Out.Run.MaxStretches, 2, 10000}});
}

/// Of --trace and --perf-data, which run nothing.
static Error checkReplay(const InputArgList &Args, const RunCommandLine &Out) {
  const std::string Own = Out.Trace.empty() ? "--perf-data" : "--trace";
  if (!Out.Trace.empty() && !Out.PerfData.empty())
    return make_error<UsageError>("--trace and --perf-data exclude each other");
  for (OptionId Other :
       {OPT_attach, OPT_duration, OPT_frequency, OPT_record, OPT_loops,
        OPT_stretch, OPT_stretches, OPT_save, OPT_emulator})
    if (const Arg *A = Args.getLastArg(Other))
      return make_error<UsageError>("'" + A->getSpelling().rtrim('=') +
                                    "' has no effect with " + Own +
                                    ", which runs nothing");
  if (!Out.Run.Command.empty())
    return make_error<UsageError>(Own + " and a program exclude each other");
  return Error::success();
}

static Error checkWhat(const InputArgList &Args, RunCommandLine &Out) {
  if (const Arg *A = Args.getLastArg(OPT_INPUT))
    return make_error<UsageError>(
        Twine("'") + A->getValue() +
        "': the program comes after '--', as in 'kernel-opt run -- " +
        A->getValue() + "'");
  const bool Records = Args.hasArg(OPT_record, OPT_loops, OPT_save);
  Out.Run.StretchLength = Records ? Out.Stretch : 0;
  if (!Records && Out.Trace.empty())
    for (OptionId Other : {OPT_no_caches, OPT_huge_pages, OPT_sensitivity})
      if (const Arg *A = Args.getLastArg(Other))
        return make_error<UsageError>("'" + A->getSpelling() +
                                      "' needs --record or --trace");
  if (!Out.Trace.empty() || !Out.PerfData.empty())
    return checkReplay(Args, Out);
  if (Out.Run.Attach && !Out.Run.Command.empty())
    return make_error<UsageError>("--attach and a program exclude each other");
  if (!Out.Run.Emulator.empty() && Out.Run.Attach)
    return make_error<UsageError>("--attach and --emulator exclude each other");
  if (!Out.Run.Emulator.empty() && Out.Cpu == "native" && Out.ModelFile.empty())
    return make_error<UsageError>(
        "--emulator needs --cpu, as in --cpu=neoverse-v2");
  if (!Out.Run.Attach && Out.Run.Command.empty())
    return make_error<UsageError>(
        "no program; 'kernel-opt run -- ./program' runs one");
  return Error::success();
}

Expected<RunCommandLine>
kernelbounds::parseRunCommandLine(ArrayRef<const char *> Args) {
  RunCommandLine Out;
  const SplitArguments Split(Args);
  Out.Run.Command.assign(Split.Command.begin(), Split.Command.end());
  const CommandOptTable Table; // The arguments refer to it.
  Expected<InputArgList> Parsed = readOptions(Table, Split.Own, {OPT_help});
  if (!Parsed)
    return Parsed.takeError();
  Out.WantsHelp = Parsed->hasArg(OPT_help);
  if (Out.WantsHelp)
    return Out;
  for (auto Step : {parseTexts, parseNumbers, checkWhat})
    if (Error E = Step(*Parsed, Out))
      return std::move(E);
  Out.Quiet = Parsed->hasArg(OPT_quiet);
  Out.Simulation.PerfectCaches = Parsed->hasArg(OPT_no_caches);
  Out.Simulation.Sensitivity = Parsed->hasArg(OPT_sensitivity);
  if (Parsed->hasArg(OPT_huge_pages))
    Out.Simulation.PageBytes = HugePage;
  return Out;
}

void kernelbounds::printRunHelp(raw_ostream &OS) {
  CommandOptTable().printHelp(
      OS,
      "kernel-opt run [options] -- PROGRAM [ARGUMENT...]\n"
      "       kernel-opt run [options] --attach=PID\n"
      "       kernel-opt run [options] --trace=DIR\n"
      "       kernel-opt run [options] --perf-data=FILE",
      "Where the time of a program goes: runs it with its own input and "
      "output, ranks\nits innermost loops by the time they take, and says of "
      "each how fast it could be.\nThe exit code is that of the program.");
}
