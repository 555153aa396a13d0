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
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

//===----------------------------------------------------------------------===//
// The option table, generated from RunOpts.td
//===----------------------------------------------------------------------===//

namespace {

enum OptionId : unsigned {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "RunOpts.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "RunOpts.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "RunOpts.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr opt::OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "RunOpts.inc"
#undef OPTION
};

class RunOptTable : public opt::GenericOptTable {
public:
  RunOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, InfoTable) {}
};

} // namespace

CommandLine RunCommandLine::machineOptions() const {
  CommandLine C;
  C.Cpu = Cpu;
  C.ModelFile = ModelFile;
  C.Quiet = Quiet;
  return C;
}

static Error parseTexts(const opt::InputArgList &Args, RunCommandLine &Out) {
  std::string Format;
  const std::pair<OptionId, std::string *> Rows[] = {
      {OPT_cpu, &Out.Cpu},   {OPT_model, &Out.ModelFile},
      {OPT_format, &Format}, {OPT_output, &Out.Output},
      {OPT_save, &Out.Save}, {OPT_trace, &Out.Trace}};
  for (auto [Id, Into] : Rows)
    if (const opt::Arg *A = Args.getLastArg(Id)) {
      *Into = A->getValue();
      if (Into->empty())
        return make_error<UsageError>("option '" + A->getSpelling().rtrim('=') +
                                      "' needs a value");
    }
  if (!Format.empty() && Format != "text" && Format != "json")
    return make_error<UsageError>("unknown value '" + Format +
                                  "' for '--format'; known are text, json");
  Out.IsJson = Format == "json";
  return Error::success();
}

static Error parseNumbers(const opt::InputArgList &Args, RunCommandLine &Out) {
  struct Row {
    OptionId Id;
    unsigned *Into, Most;
  };
  const Row Rows[] = {{OPT_attach, &Out.Run.Attach, 1000000000},
                      {OPT_duration, &Out.Run.Seconds, 1000000},
                      {OPT_frequency, &Out.Run.Frequency, 10000},
                      {OPT_top, &Out.Top, 1000000},
                      {OPT_loops, &Out.Loops, 1000},
                      {OPT_stretch, &Out.Stretch, 10000000}};
  for (const Row &R : Rows)
    if (const opt::Arg *A = Args.getLastArg(R.Id))
      if (StringRef(A->getValue()).getAsInteger(10, *R.Into) || *R.Into == 0 ||
          *R.Into > R.Most)
        return make_error<UsageError>(
            "expected a number from 1 to " + Twine(R.Most) + " for '" +
            A->getSpelling() + "', not '" + A->getValue() + "'");
  return Error::success();
}

static Error checkWhat(const opt::InputArgList &Args, RunCommandLine &Out) {
  if (const opt::Arg *A = Args.getLastArg(OPT_INPUT))
    return make_error<UsageError>(
        Twine("'") + A->getValue() +
        "': the program comes after '--', as in 'kernel-opt run -- " +
        A->getValue() + "'");
  const bool Records = Args.hasArg(OPT_record, OPT_loops, OPT_save);
  Out.Run.StretchLength = Records ? Out.Stretch : 0;
  if (!Out.Trace.empty()) {
    for (OptionId Other : {OPT_attach, OPT_duration, OPT_frequency, OPT_record,
                           OPT_loops, OPT_stretch, OPT_save})
      if (const opt::Arg *A = Args.getLastArg(Other))
        return make_error<UsageError>(
            "'" + A->getSpelling().rtrim('=') +
            "' has no effect with --trace, which runs "
            "nothing");
    if (!Out.Run.Command.empty())
      return make_error<UsageError>("--trace and a program exclude each other");
    return Error::success();
  }
  if (Out.Run.Attach && !Out.Run.Command.empty())
    return make_error<UsageError>("--attach and a program exclude each other");
  if (!Out.Run.Attach && Out.Run.Command.empty())
    return make_error<UsageError>(
        "no program; 'kernel-opt run -- ./program' runs one");
  return Error::success();
}

Expected<RunCommandLine>
kernelbounds::parseRunCommandLine(ArrayRef<const char *> Args) {
  RunCommandLine Out;
  const auto *Dashes =
      find_if(Args, [](const char *A) { return StringRef(A) == "--"; });
  if (Dashes != Args.end())
    Out.Run.Command.assign(Dashes + 1, Args.end());
  RunOptTable Table;
  unsigned MissingIndex = 0, MissingCount = 0;
  opt::InputArgList Parsed = Table.ParseArgs(ArrayRef(Args.begin(), Dashes),
                                             MissingIndex, MissingCount);
  Out.WantsHelp = Parsed.hasArg(OPT_help);
  if (Out.WantsHelp)
    return Out;
  if (const opt::Arg *A = Parsed.getLastArg(OPT_UNKNOWN)) {
    std::string Given = A->getAsString(Parsed), Nearest;
    std::string Message = "unknown option '" + Given + "'";
    if (Table.findNearest(Given, Nearest) <= 2)
      Message += "; did you mean '" + Nearest + "'?";
    return make_error<UsageError>(Message);
  }
  if (MissingCount != 0)
    return make_error<UsageError>(Twine("option '") +
                                  Parsed.getArgString(MissingIndex) +
                                  "' needs a value");
  for (auto Step : {parseTexts, parseNumbers, checkWhat})
    if (Error E = Step(Parsed, Out))
      return std::move(E);
  Out.Quiet = Parsed.hasArg(OPT_quiet);
  return Out;
}

void kernelbounds::printRunHelp(raw_ostream &OS) {
  RunOptTable().printHelp(
      OS,
      "kernel-opt run [options] -- PROGRAM [ARGUMENT...]\n"
      "       kernel-opt run [options] --attach=PID\n"
      "       kernel-opt run [options] --trace=DIR",
      "Where the time of a program goes: runs it with its own input and "
      "output, ranks\nits innermost loops by the time they take, and says of "
      "each how fast it could be.\nThe exit code is that of the program.");
}
