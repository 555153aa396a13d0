//===- TuneCommandLine.cpp - What tune is asked for -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuneCommandLine.h"
#include "kernel-bounds/Measure/ProcessPool.h"
#include "kernel-bounds/Project/CompilerCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

#define KB_OPTIONS "TuneOpts.inc"
#include "OptionTable.inc"

static Error parseTexts(const InputArgList &Args, TuneCommandLine &Out) {
  if (Error E = readTexts(Args, {{OPT_cpu, &Out.Cpu},
                                 {OPT_model, &Out.ModelFile},
                                 {OPT_output, &Out.Output},
                                 {OPT_plugin, &Out.Plugin},
                                 {OPT_cache, &Out.Cache},
                                 {OPT_measure, &Out.Build},
                                 {OPT_measure_run, &Out.Run},
                                 {OPT_dataset, &Out.Dataset},
                                 {OPT_function, &Out.Function}}))
    return E;
  return readChoice(Args, OPT_format, {{"text", false}, {"json", true}},
                    Out.IsJson);
}

static Error parseNumbers(const InputArgList &Args, TuneCommandLine &Out) {
  return readNumbers(Args,
                     {{OPT_trip_count, &Out.TripCount},
                      {OPT_min_gain, &Out.MinGainPercent, 0, 1000},
                      {OPT_budget, &Out.Budget, 1, 1000000},
                      {OPT_measure_top, &Out.MeasureTop, 1, 1000},
                      {OPT_measure_rounds, &Out.MeasureRounds, 1, 10000}});
}

/// What belongs to --measure makes no sense without it.
static Error checkMeasure(const InputArgList &Args, TuneCommandLine &Out) {
  if (Out.Build.empty()) {
    for (OptSpecifier Id :
         {OPT_measure_run, OPT_measure_top, OPT_measure_rounds, OPT_dataset})
      if (const Arg *A = Args.getLastArg(Id))
        return make_error<UsageError>(A->getSpelling().rtrim('=') +
                                      " needs --measure");
    return Error::success();
  }
  if (Out.Diff || Out.Apply)
    return make_error<UsageError>(
        "--measure is for the report, which --diff and --apply replace");
  if (!StringRef(Out.Build).contains("{object}"))
    return make_error<UsageError>(
        "the command of --measure has no {object}, which stands for the "
        "compiled file; 'cc main.o {object} -o {program}' has");
  if (Out.Run.empty() && !StringRef(Out.Build).contains("{program}"))
    return make_error<UsageError>(
        "the command of --measure has no {program}, which stands for where to "
        "write the program; name what to run with --measure-run");
  if (Out.Run.empty())
    Out.Run = "{program}";
  return Error::success();
}

/// The words behind "--": `clang -O3 …`, or flags alone. A whole command, as
/// build systems record it, names the file and where its object goes.
static Error parseCommand(ArrayRef<const char *> Words, TuneCommandLine &Out) {
  if (!Words.empty() && Words.front()[0] != '-') {
    Out.Compiler = Words.front();
    Words = Words.drop_front();
  }
  std::vector<std::string> Call = {"cc", "-c"};
  Call.insert(Call.end(), Words.begin(), Words.end());
  const std::vector<std::string> Sources = readCompilerCall(Call).Sources;
  for (size_t I = 0; I < Words.size(); ++I) {
    const StringRef Word = Words[I];
    if (is_contained(Sources, Word)) {
      if (Word != Out.File && !sys::fs::equivalent(Word, Out.File))
        return make_error<UsageError>("'" + Word.str() +
                                      "' is another source file than '" +
                                      Out.File + "'; tune takes one at a time");
    } else if (Word == "-o" || Word == "-MF" || Word == "-MT" || Word == "-MQ")
      ++I;
    else if (Word != "-c" && Word != "-S" && Word != "-MD" && Word != "-MMD" &&
             Word != "-MP" && Word != Out.File)
      Out.Flags.push_back(Word.str());
  }
  return Error::success();
}

/// Of which kind the compiler is: as the user says or, without that, by its
/// name; `cc` and `c++` by the name of what they stand for.
static Error parseKind(const InputArgList &Args, TuneCommandLine &Out) {
  StringRef Name = Out.Compiler;
  SmallString<128> Real;
  if (is_contained({"cc", "c++"}, sys::path::filename(Name)))
    if (!sys::fs::real_path(findProgram(Name), Real))
      Name = Real;
  Out.Dialect = isGccName(Name) ? PragmaDialect::Gcc : PragmaDialect::Clang;
  if (Error E = readChoice(
          Args, OPT_compiler,
          {{"clang", PragmaDialect::Clang}, {"gcc", PragmaDialect::Gcc}},
          Out.Dialect))
    return E;
  if (Out.Dialect == PragmaDialect::Clang)
    return Error::success();
  for (OptSpecifier Id : {OPT_plugin, OPT_cache})
    if (const Arg *A = Args.getLastArg(Id))
      return make_error<UsageError>(A->getSpelling().rtrim('=') +
                                    " is for clang; gcc loads no plugin");
  return Error::success();
}

static Error checkWhat(const InputArgList &Args, TuneCommandLine &Out) {
  const std::vector<std::string> Files = Args.getAllArgValues(OPT_INPUT);
  if (Files.size() != 1)
    return make_error<UsageError>(
        Files.empty() ? "no source file; 'kernel-opt tune file.c -- clang -O3' "
                        "compares ways to compile it"
                      : "'" + Files[1] +
                            "': one source file at a time; flags of the "
                            "compiler come after '--'");
  Out.File = Files.front();
  if (Out.Diff && Out.Apply)
    return make_error<UsageError>("--diff and --apply exclude each other");
  if (Out.IsJson && (Out.Diff || Out.Apply))
    return make_error<UsageError>(
        "--format=json is for the report, which --diff and --apply replace");
  if (Out.Apply && Args.hasArg(OPT_output))
    return make_error<UsageError>("--apply writes to '" + Out.File +
                                  "'; it has no other output");
  return Error::success();
}

Expected<TuneCommandLine>
kernelbounds::parseTuneCommandLine(ArrayRef<const char *> Args) {
  TuneCommandLine Out;
  const SplitArguments Split(Args);
  const CommandOptTable Table; // The arguments refer to it.
  Expected<InputArgList> Parsed = readOptions(Table, Split.Own, {OPT_help});
  if (!Parsed)
    return Parsed.takeError();
  Out.WantsHelp = Parsed->hasArg(OPT_help);
  if (Out.WantsHelp)
    return Out;
  Out.Diff = Parsed->hasArg(OPT_diff);
  Out.Apply = Parsed->hasArg(OPT_apply);
  Out.Quiet = Parsed->hasArg(OPT_quiet);
  for (auto Step : {parseTexts, parseNumbers, checkWhat, checkMeasure})
    if (Error E = Step(*Parsed, Out))
      return std::move(E);
  if (Error E = parseCommand(Split.Command, Out))
    return std::move(E);
  if (Error E = parseKind(*Parsed, Out))
    return std::move(E);
  return Out;
}

void kernelbounds::printTuneHelp(raw_ostream &OS) {
  CommandOptTable().printHelp(
      OS, "kernel-opt tune [options] FILE -- [COMPILER] [FLAG...]",
      "Which pragmas make the loops of a source file faster: compiles it by "
      "clang or gcc\nwith these flags in several ways, and compares what its "
      "innermost loops take.");
}
