//===- CommandLine.cpp - What the user asked for --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>
#include <optional>
#include <thread>

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

#define KB_OPTIONS "Opts.inc"
#include "OptionTable.inc"

namespace {

/// Reads one argument list into a CommandLine.
class Parser {
public:
  Parser(const InputArgList &Args, ArrayRef<ReportInfo> Formats,
         CommandLine &Out)
      : Args(Args), Formats(Formats), Out(Out) {}
  Error parse();

private:
  Error minGain();
  Error failAbove();
  Error cores();
  Error format();
  Error sensitivity();
  Error choices();

  const InputArgList &Args;
  ArrayRef<ReportInfo> Formats;
  CommandLine &Out;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Error Parser::format() {
  SmallVector<std::pair<StringRef, const ReportInfo *>, 4> Known;
  for (const ReportInfo &R : Formats)
    Known.push_back({R.Name, &R});
  Out.Format = Known.front().second;
  return readChoice(Args, OPT_format, Known, Out.Format);
}

ArrayRef<std::pair<StringRef, ColorMode>> kernelbounds::colorModes() {
  static const std::pair<StringRef, ColorMode> Modes[] = {
      {"auto", ColorMode::Auto},
      {"always", ColorMode::Always},
      {"never", ColorMode::Never}};
  return Modes;
}

Error Parser::choices() {
  if (Error E = readChoice(
          Args, OPT_syntax,
          {{"att", AsmSyntax::ATT}, {"intel", AsmSyntax::Intel}}, Out.Syntax))
    return E;
  if (Error E = readChoice(Args, OPT_port_assignment,
                           {{"optimal", PortAssignment::Optimal},
                            {"uniform", PortAssignment::Uniform}},
                           Out.Analysis.Assignment))
    return E;
  if (Error E = readChoice(Args, OPT_compat, {{"osaca2019", true}},
                           Out.Analysis.CompatOsaca2019))
    return E;
  if (Error E = readChoice(Args, OPT_sort,
                           {{"cycles", SortKey::Cycles},
                            {"gain", SortKey::Gain},
                            {"cost", SortKey::Cost},
                            {"function", SortKey::Function},
                            {"file", SortKey::File}},
                           Out.Sort))
    return E;
  return readChoice(Args, OPT_color, colorModes(), Out.Color);
}

/// "2", "1.5", "1.15": at most two decimals.
static std::optional<SpeedFactor> parseFactor(StringRef Text) {
  auto [Whole, Decimals] = Text.split('.');
  unsigned W = 0, D = 0;
  if (Whole.getAsInteger(10, W) || W == 0 || W > 16 || Decimals.size() > 2 ||
      (Text.contains('.') && Decimals.getAsInteger(10, D)))
    return std::nullopt;
  unsigned Hundredths = 100 * W + (Decimals.size() == 1 ? 10 * D : D);
  if (Hundredths <= 100 || Hundredths > 1600)
    return std::nullopt;
  unsigned Divisor = std::gcd(Hundredths, 100u);
  return SpeedFactor{Hundredths / Divisor, 100 / Divisor};
}

Error Parser::sensitivity() {
  const Arg *A = Args.getLastArg(OPT_sensitivity, OPT_sensitivity_eq);
  if (!A)
    return Error::success();
  Out.Sensitivity = SpeedFactor();
  if (A->getOption().matches(OPT_sensitivity))
    return Error::success();
  Out.Sensitivity = parseFactor(A->getValue());
  if (!Out.Sensitivity)
    return make_error<UsageError>(
        Twine("expected a factor from 1.01 to 16, with at most two decimals, "
              "for '--sensitivity', not '") +
        A->getValue() + "'");
  return Error::success();
}

Error Parser::minGain() {
  Expected<StringRef> V = readText(Args, OPT_min_gain);
  if (!V)
    return V.takeError();
  unsigned &Into = Out.Analysis.MinGainPercent;
  if (!V->empty() && (V->getAsInteger(10, Into) || Into > 1000))
    return make_error<UsageError>(
        "expected a number of percent from 0 to 1000 for '--min-gain', not '" +
        *V + "'");
  return Error::success();
}

/// "5", "5%", "2.5 %": tenths of a percent.
Error Parser::failAbove() {
  Expected<StringRef> V = readText(Args, OPT_fail_above);
  if (!V)
    return V.takeError();
  if (V->empty())
    return Error::success();
  StringRef Text = *V;
  Text.consume_back("%");
  const auto [Whole, Tenths] = Text.rtrim().split('.');
  unsigned W = 0, T = 0;
  if (Whole.getAsInteger(10, W) || W > 100000 || Tenths.size() > 1 ||
      (Text.contains('.') && Tenths.getAsInteger(10, T)))
    return make_error<UsageError>(
        "expected a number of percent with at most one decimal for "
        "'--fail-above', not '" +
        *V + "'");
  Out.FailAbove = int64_t(W) * 10 + T;
  return Error::success();
}

/// A list of cores.
Error Parser::cores() {
  if (!StringRef(Out.Cpu).contains(','))
    return Error::success();
  SmallVector<StringRef> Names;
  StringRef(Out.Cpu).split(Names, ',');
  for (StringRef Name : Names) {
    if (Name.empty())
      return make_error<UsageError>("a name is missing in '--cpu=" + Out.Cpu +
                                    "'");
    if (is_contained(Out.Cpus, Name))
      return make_error<UsageError>(
          "'" + Name + "' is named twice in '--cpu=" + Out.Cpu + "'");
    Out.Cpus.push_back(Name.str());
  }
  if (!Out.ModelFile.empty())
    return make_error<UsageError>(
        "'--model' and several cores exclude each other");
  Out.Cpu = Out.Cpus.front();
  return Error::success();
}

Error Parser::parse() {
  if (Error E = readTexts(Args, {{OPT_cpu, &Out.Cpu},
                                 {OPT_model, &Out.ModelFile},
                                 {OPT_target, &Out.Triple},
                                 {OPT_function, &Out.Function},
                                 {OPT_loop, &Out.Loop},
                                 {OPT_output, &Out.Output},
                                 {OPT_profile, &Out.Profile},
                                 {OPT_compile_commands, &Out.CompileCommands}}))
    return E;
  Out.Jobs = std::max(1u, std::thread::hardware_concurrency());
  if (Error E =
          readNumbers(Args, {{OPT_line, &Out.Line},
                             {OPT_iterations_per_trip, &Out.IterationsPerTrip},
                             {OPT_top, &Out.Top},
                             {OPT_jobs, &Out.Jobs}}))
    return E;
  constexpr unsigned MostJobs = 256;
  Out.Jobs = std::min(Out.Jobs, MostJobs);
  Out.All = Args.hasArg(OPT_all);
  if (Out.All && Out.Top)
    return make_error<UsageError>("'--all' and '--top' exclude each other");
  if (Error E = choices())
    return E;
  if (Out.Sort == SortKey::Cost && Out.Profile.empty())
    return make_error<UsageError>("'--sort=cost' needs '--profile', the report "
                                  "of 'kernel-opt run --format=json'");
  if (Error E = format())
    return E;
  Out.Analysis.CountMayPairs = Out.Format->ListsMemory;
  Out.Analysis.AllMayPairs = Out.Format->ListsMemory && Out.All;
  if (Error E = sensitivity())
    return E;
  if (Error E = minGain())
    return E;
  if (Error E = failAbove())
    return E;
  if (Error E = cores())
    return E;
  Out.Timeline = Args.hasArg(OPT_timeline);
  if (Out.Format->WantsSimulation) {
    Out.Timeline = true;
    if (!Out.Sensitivity)
      Out.Sensitivity = SpeedFactor();
  }
  Out.Simulate = Args.hasArg(OPT_simulate) || Out.Timeline;
  Out.BoundsOnly = Args.hasArg(OPT_bounds_only) || Out.Analysis.CompatOsaca2019;
  if (Args.hasArg(OPT_bounds_only) && Out.Simulate)
    return make_error<UsageError>(
        Twine("'--bounds-only' leaves out the simulation that ") +
        (Args.hasArg(OPT_simulate)   ? "'--simulate'"
         : Args.hasArg(OPT_timeline) ? "'--timeline'"
                                     : "this format") +
        " shows: leave one of the two out");
  Out.IgnoreMarkers = Args.hasArg(OPT_ignore_markers);
  Out.Analysis.Memory = !Args.hasArg(OPT_no_memory_dependences);
  Out.Analysis.FalseDependences = Args.hasArg(OPT_false_dependences);
  Out.Verbose = Args.hasArg(OPT_verbose);
  Out.Quiet = Args.hasArg(OPT_quiet);
  Out.Files = Args.getAllArgValues(OPT_INPUT);
  Out.OptRecords = Args.getAllArgValues(OPT_opt_record);
  if (Args.hasArg(OPT_list_cpus))
    Out.What = Action::ListCpus;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The whole line
//===----------------------------------------------------------------------===//

Expected<CommandLine>
kernelbounds::parseCommandLine(ArrayRef<const char *> Args,
                               ArrayRef<ReportInfo> Formats, bool NeedsFiles) {
  CommandOptTable Table;
  Table.setDashDashParsing(true);
  Expected<InputArgList> Parsed =
      readOptions(Table, Args, {OPT_help, OPT_version});
  if (!Parsed)
    return Parsed.takeError();
  CommandLine Out;
  if (Parsed->hasArg(OPT_help))
    Out.What = Action::Help;
  else if (Parsed->hasArg(OPT_version))
    Out.What = Action::Version;
  if (Out.What != Action::Analyze)
    return Out;
  if (Error E = Parser(*Parsed, Formats, Out).parse())
    return std::move(E);
  if (NeedsFiles && Out.What == Action::Analyze && Out.Files.empty())
    return make_error<UsageError>("no input file");
  return Out;
}

StringRef kernelbounds::usageLine() {
  return "kernel-opt [analyze|build|merge|diff|check-source|deps|lsp|model "
         "check|model diff|model install|"
         "evaluate|measure|run|tune] [options] FILE...";
}

void kernelbounds::printHelp(raw_ostream &OS, StringRef Tables) {
  CommandOptTable().printHelp(
      OS, usageLine().str().c_str(),
      "How fast can a loop run, and what holds it back? Bounds for the "
      "innermost\nloops of assembly, objects, executables, archives and "
      "jitdumps; '-' reads\nstandard input.");
  OS << '\n' << Tables;
}
