//===- PluginOptions.cpp - What the user asked the plugin for -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Command-line options and their defaults from the environment.
/// Tested by test/Passes/options.c.
//
//===----------------------------------------------------------------------===//

#include "PluginOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include <cstdlib>
#include <optional>

using namespace kernelbounds;
using namespace llvm;

static bool parseTuneMode(StringRef Text, TuneMode &Out) {
  const auto Mode = StringSwitch<std::optional<TuneMode>>(Text)
                        .Case("off", TuneMode::Off)
                        .Case("suggest", TuneMode::Suggest)
                        .Case("apply", TuneMode::Apply)
                        .Default(std::nullopt);
  Out = Mode.value_or(Out);
  return Mode.has_value();
}

static bool parseTransforms(StringRef Text, LoopTransforms &Out) {
  const std::optional<LoopTransforms> Set = LoopTransforms::parse(Text);
  Out = Set.value_or(Out);
  return Set.has_value();
}

PluginOptions kernelbounds::parseEnvironment(StringRef Text) {
  PluginOptions O;
  for (StringRef Word : split(Text, ' ')) {
    Word = Word.trim();
    Word.consume_front("-kernel-bounds-");
    if (Word.empty())
      continue;
    auto [Name, Value] = Word.split('=');
    bool On = Value != "0" && Value != "false" && Value != "off";
    if (Name == "cpu")
      O.Cpu = Value.str();
    else if (Name == "model")
      O.ModelFile = Value.str();
    else if (Name == "function")
      O.Function = Value.str();
    else if (Name == "annotate")
      O.Annotate = On;
    else if (Name == "dependences")
      O.Dependences = Value.str();
    else if (Name == "ir-context")
      O.IRContext = On;
    else if (Name == "simulate")
      O.Simulate = On;
    else if (Name == "simulate-budget" &&
             !Value.getAsInteger(10, O.SimulateBudget))
      ;
    else if (Name == "profile")
      O.Profile = Value.str();
    else if (Name == "fold")
      O.Fold = On;
    else if (Name == "min-gain" && !Value.getAsInteger(10, O.MinGainPercent))
      ;
    else if (Name == "port-assignment" &&
             (Value == "uniform" || Value == "optimal"))
      O.Assignment = Value == "uniform" ? PortAssignment::Uniform
                                        : PortAssignment::Optimal;
    else if (Name == "tune" && parseTuneMode(Value, O.Tune))
      ;
    else if (Name == "tune-budget" && !Value.getAsInteger(10, O.TuneBudget))
      ;
    else if (Name == "tune-trip-count" &&
             !Value.getAsInteger(10, O.TuneTripCount))
      ;
    else if (Name == "transform" && parseTransforms(Value, O.Transforms))
      ;
    else if (Name == "tune-cache")
      O.TuneCache = Value.str();
    else if (O.Problem.empty())
      O.Problem = ("KERNEL_BOUNDS_OPTIONS: unknown option '" + Word +
                   "'; known are cpu=, model=, function=, "
                   "port-assignment=optimal|uniform, annotate, dependences=, "
                   "ir-context, simulate, simulate-budget=N, profile=, fold, "
                   "min-gain=PERCENT, tune=off|suggest|apply, tune-budget=N, "
                   "tune-trip-count=N, transform=" +
                   LoopTransforms::known() + ", tune-cache=FOLDER")
                      .str();
  }
  return O;
}

static const PluginOptions &environment() {
  static const PluginOptions O = [] {
    const char *Text = std::getenv("KERNEL_BOUNDS_OPTIONS");
    PluginOptions P = parseEnvironment(Text ? Text : "");
    if (const char *Record = std::getenv("KERNEL_BOUNDS_RECORD"))
      P.Record = Record;
    return P;
  }();
  return O;
}

static cl::OptionCategory Category("Kernel Bounds options");

static cl::opt<std::string>
    Cpu("kernel-bounds-cpu",
        cl::desc("CPU model to analyse for (default: the function's own)"),
        cl::init(environment().Cpu), cl::cat(Category));
static cl::opt<std::string>
    ModelFile("kernel-bounds-model",
              cl::desc("Port model to lay over its base"),
              cl::value_desc("file"), cl::init(environment().ModelFile),
              cl::cat(Category));
static cl::opt<std::string>
    Function("kernel-bounds-function",
             cl::desc("Analyse only functions whose name matches"),
             cl::value_desc("regex"), cl::init(environment().Function),
             cl::cat(Category));
static cl::opt<PortAssignment>
    Assignment("kernel-bounds-port-assignment",
               cl::desc("How micro-ops are spread over ports"),
               cl::values(clEnumValN(PortAssignment::Optimal, "optimal",
                                     "The exact fractional optimum (default)"),
                          clEnumValN(PortAssignment::Uniform, "uniform",
                                     "Evenly over each micro-op's ports")),
               cl::init(environment().Assignment), cl::cat(Category));
static cl::opt<bool> Annotate("kernel-bounds-annotate",
                              cl::desc("Annotate loops in assembly output"),
                              cl::init(environment().Annotate),
                              cl::cat(Category));
static cl::opt<std::string> Dependences(
    "kernel-bounds-dependences",
    cl::desc("Write the dependences through memory of every loop as JSON"),
    cl::value_desc("file"), cl::init(environment().Dependences),
    cl::cat(Category));
static cl::opt<std::string>
    Record("kernel-bounds-record",
           cl::desc("Write a record of every loop, for 'kernel-opt merge'"),
           cl::value_desc("file"), cl::init(environment().Record),
           cl::cat(Category));
static cl::opt<bool> IRContext(
    "kernel-bounds-ir-context",
    cl::desc("Use block frequencies and pointers of the IR (default: on; off "
             "gives the figures of kernel-opt on the assembly)"),
    cl::init(environment().IRContext), cl::cat(Category));
static cl::opt<bool>
    Simulate("kernel-bounds-simulate",
             cl::desc("Predict by simulation of an out-of-order core (default: "
                      "on; off gives the bounds alone)"),
             cl::init(environment().Simulate), cl::cat(Category));
static cl::opt<unsigned> SimulateBudget(
    "kernel-bounds-simulate-budget",
    cl::desc("Fused micro-ops that the simulation of a loop may run (default: "
             "2048); 0: no limit"),
    cl::value_desc("N"), cl::init(environment().SimulateBudget),
    cl::cat(Category));
static const cl::cat InCategory(Category);
static cl::opt<std::string>
    Profile("kernel-bounds-profile",
            cl::desc("Say of loops what a run found: the JSON of 'kernel-opt "
                     "run --record'"),
            cl::value_desc("file"), cl::init(environment().Profile),
            InCategory);
static cl::opt<bool>
    Fold("kernel-bounds-fold",
         cl::desc("One remark for all copies of a loop of the source of which "
                  "the same is to be said (default: on)"),
         cl::init(environment().Fold), InCategory);
static cl::opt<unsigned> MinGain(
    "kernel-bounds-min-gain",
    cl::desc("Advise a change if the loop gets faster by more than that "
             "(default: 5)"),
    cl::value_desc("percent"), cl::init(environment().MinGainPercent),
    InCategory);

static cl::opt<TuneMode>
    Tune("kernel-bounds-tune",
         cl::desc("Compile loops in several ways, and compare what they take"),
         cl::values(clEnumValN(TuneMode::Off, "off", "Do not (default)"),
                    clEnumValN(TuneMode::Suggest, "suggest",
                               "Remarks name the pragmas that pay"),
                    clEnumValN(TuneMode::Apply, "apply",
                               "Compile loops as these pragmas say")),
         cl::init(environment().Tune), InCategory);
static cl::opt<unsigned> TuneBudget(
    "kernel-bounds-tune-budget",
    cl::desc("Candidates that may be compiled of each function (default: 24); "
             "0: no limit"),
    cl::value_desc("N"), cl::init(environment().TuneBudget), InCategory);
static cl::opt<unsigned> TuneTripCount(
    "kernel-bounds-tune-trip-count",
    cl::desc(
        "Compare candidates for N iterations of a loop, if the compiler "
        "does not know how many it does (default: the mean from 64 to 2,000)"),
    cl::value_desc("N"), cl::init(environment().TuneTripCount), InCategory);
static cl::opt<std::string> Transforms(
    "kernel-bounds-transform",
    cl::desc("What tuning may do with loops that no pragma asks for, by names "
             "with commas between them (default: nothing)"),
    cl::value_desc("names|all"), cl::init(environment().Transforms.names()),
    InCategory);
static cl::opt<std::string>
    TuneCache("kernel-bounds-tune-cache",
              cl::desc("Keep choices in this folder, and take them from there "
                       "where nothing has changed"),
              cl::value_desc("folder"), cl::init(environment().TuneCache),
              InCategory);
static cl::opt<std::string>
    TuneRecord("kernel-bounds-tune-record",
               cl::desc("Write what was compared as JSON"),
               cl::value_desc("file"), InCategory);
static cl::opt<bool>
    TuneProgress("kernel-bounds-tune-progress",
                 cl::desc("Say every second how far tuning is"), InCategory);

static void checkFunction(PluginOptions &P) {
  std::string Fault;
  P.IsFunctionFaulty = !P.Function.empty() && !Regex(P.Function).isValid(Fault);
  if (P.IsFunctionFaulty && P.Problem.empty())
    P.Problem = "-kernel-bounds-function: '" + P.Function +
                "' is not a regular expression: " + Fault +
                "; no function is analysed";
}

static void checkTransforms(PluginOptions &P) {
  if (!parseTransforms(Transforms, P.Transforms) && P.Problem.empty())
    P.Problem = "-kernel-bounds-transform: '" + Transforms +
                "' is not a list of " + LoopTransforms::known();
}

const PluginOptions &kernelbounds::pluginOptions() {
  // Made once: options are parsed before any function is compiled.
  static const PluginOptions O = [] {
    PluginOptions P;
    P.Cpu = Cpu;
    P.ModelFile = ModelFile;
    P.Function = Function;
    P.Assignment = Assignment;
    P.Annotate = Annotate;
    P.Dependences = Dependences;
    P.Record = Record;
    P.IRContext = IRContext;
    P.Simulate = Simulate;
    P.SimulateBudget = SimulateBudget;
    P.Profile = Profile;
    P.Fold = Fold;
    P.MinGainPercent = MinGain;
    P.Tune = Tune;
    P.TuneBudget = TuneBudget;
    P.TuneTripCount = TuneTripCount;
    P.TuneCache = TuneCache;
    P.TuneRecord = TuneRecord;
    P.TuneProgress = TuneProgress;
    P.Problem = environment().Problem;
    checkFunction(P);
    checkTransforms(P);
    return P;
  }();
  return O;
}

const PluginOptions &kernelbounds::trialOptions() {
  static const PluginOptions O = [] {
    PluginOptions P = pluginOptions();
    P.Annotate = false;
    P.Dependences.clear();
    P.Record.clear();
    P.Profile.clear();
    P.Simulate = true;
    // As much as kernel-opt gives each loop.
    P.SimulateBudget = 1 << 18;
    return P;
  }();
  return O;
}
