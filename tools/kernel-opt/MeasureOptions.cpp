//===- MeasureOptions.cpp - What measure is asked for ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasureOptions.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

#define KB_OPTIONS "MeasureOpts.inc"
#include "OptionTable.inc"

std::string kernelbounds::currentDate() {
  std::time_t Now = std::time(nullptr);
  long long Epoch = 0;
  if (auto Text = sys::Process::GetEnv("SOURCE_DATE_EPOCH");
      Text && !StringRef(*Text).getAsInteger(10, Epoch))
    Now = Epoch;
  char Date[16] = "";
  std::tm Parts = {};
  if (gmtime_r(&Now, &Parts))
    std::strftime(Date, sizeof(Date), "%Y-%m-%d", &Parts);
  return Date;
}

static Error parseTexts(const InputArgList &Args, MeasureCommand &Out) {
  if (Error E = readTexts(Args, {{OPT_forms, &Out.Forms},
                                 {OPT_cpu, &Out.Cpu},
                                 {OPT_date, &Out.Date},
                                 {OPT_out, &Out.Out},
                                 {OPT_simulate_machine, &Out.Simulated},
                                 {OPT_emulator, &Out.Emulator}}))
    return E;
  if (Args.hasArg(OPT_emulator) && Out.Simulated.empty())
    return make_error<UsageError>(
        "'--emulator' runs loops whose cycles a simulated machine tells: it "
        "needs '--simulate-machine'");
  if (Error E = readChoice(Args, OPT_set,
                           {{"common", FormSet::Common},
                            {"all", FormSet::All},
                            {"quick", FormSet::Quick},
                            {"core", FormSet::Core}},
                           Out.Set))
    return E;
  if (Args.hasArg(OPT_quick)) {
    const StringRef Set = Args.getLastArgValue(OPT_set, "quick");
    if (Set != "quick")
      return make_error<UsageError>("'--quick' and '--set=" + Set +
                                    "' exclude each other");
    Out.Set = FormSet::Quick;
  }
  if (Error E = readChoice(Args, OPT_base, {{"shipped", false}, {"llvm", true}},
                           Out.BaseIsLLVM))
    return E;
  if (Error E = readChoice(Args, OPT_counters,
                           {{"auto", CounterUse::Auto},
                            {"off", CounterUse::Off},
                            {"require", CounterUse::Require}},
                           Out.Counters))
    return E;
  if (Out.Date.empty())
    Out.Date = currentDate();
  else if (!Regex("^[0-9]{4}-[0-9]{2}-[0-9]{2}$").match(Out.Date))
    return make_error<UsageError>("expected a date such as 2026-01-31 for "
                                  "'--date', not '" +
                                  Out.Date + "'");
  return Error::success();
}

static Error parseNumbers(const InputArgList &Args, MeasureCommand &Out) {
  unsigned OnCpu = ~0u;
  if (Error E = readNumbers(Args, {{OPT_seed, &Out.Seed, 0},
                                   {OPT_measure_cpu, &OnCpu, 0},
                                   {OPT_time_limit, &Out.TimeLimit, 0, 10000}}))
    return E;
  if (OnCpu != ~0u)
    Out.OnCpu = OnCpu;
  return Error::success();
}

Expected<MeasureCommand>
kernelbounds::parseMeasureOptions(ArrayRef<const char *> Args) {
  const CommandOptTable Table; // The arguments refer to it.
  Expected<InputArgList> Parsed = readOptions(Table, Args, {OPT_help});
  if (!Parsed)
    return Parsed.takeError();
  MeasureCommand Out;
  Out.WantsHelp = Parsed->hasArg(OPT_help);
  if (Out.WantsHelp)
    return Out;
  if (const Arg *A = Parsed->getLastArg(OPT_INPUT))
    return make_error<UsageError>(Twine("'") + A->getValue() +
                                  "': measure takes no files; '--forms' "
                                  "chooses forms");
  if (Error E = parseTexts(*Parsed, Out))
    return std::move(E);
  if (Error E = parseNumbers(*Parsed, Out))
    return std::move(E);
  Out.ListsForms = Parsed->hasArg(OPT_list_forms);
  Out.Quiet = Parsed->hasArg(OPT_quiet);
  return Out;
}

void kernelbounds::printMeasureHelp(raw_ostream &OS) {
  CommandOptTable().printHelp(
      OS, "kernel-opt measure [options]",
      "Measures what instructions take on this machine: latency from each "
      "source to\neach result, throughput, idioms, ports. It needs no "
      "performance counters. Makes a\nport model of it that '--model' takes.");
}
