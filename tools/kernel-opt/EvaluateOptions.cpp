//===- EvaluateOptions.cpp - What evaluate is asked for -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluateOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

#define KB_OPTIONS "EvaluateOpts.inc"
#include "OptionTable.inc"

namespace {

class Parser {
public:
  Parser(const InputArgList &Args, EvaluateOptions &Out)
      : Args(Args), Out(Out) {}
  Error parse();

private:
  Error texts();
  Error numbers();
  Error axes();
  Error predictors();
  Error action();

  const InputArgList &Args;
  EvaluateOptions &Out;
};

} // namespace

CommandLine EvaluateOptions::machineOptions() const {
  CommandLine C;
  C.Cpu = Cpu;
  C.ModelFile = ModelFile;
  return C;
}

Error Parser::texts() {
  if (Error E = readTexts(Args, {{OPT_out, &Out.Out},
                                 {OPT_measured, &Out.Measured},
                                 {OPT_kernels, &Out.Kernels},
                                 {OPT_filter, &Out.Filter},
                                 {OPT_clang, &Out.Clang},
                                 {OPT_gcc, &Out.Gcc},
                                 {OPT_cpu, &Out.Cpu},
                                 {OPT_model, &Out.ModelFile},
                                 {OPT_mca, &Out.Mca},
                                 {OPT_plugin, &Out.Plugin}}))
    return E;
  std::string Message;
  if (!Out.Filter.empty() && !Regex(Out.Filter).isValid(Message))
    return make_error<UsageError>("--filter: " + Message);
  return Error::success();
}

Error Parser::numbers() {
  unsigned OnCpu = ~0u;
  if (Error E = readNumbers(Args, {{OPT_max_loops, &Out.MaxLoops},
                                   {OPT_seed, &Out.Seed},
                                   {OPT_jobs, &Out.Jobs},
                                   {OPT_measure_cpu, &OnCpu, 0},
                                   {OPT_limit, &Out.Limit}}))
    return E;
  if (OnCpu != ~0u)
    Out.OnCpu = OnCpu;
  return Error::success();
}

Error Parser::axes() {
  VariantAxes A;
  struct Row {
    OptionId Id;
    std::vector<std::string> *Into;
    std::vector<std::string> Default;
  } Rows[] = {{OPT_compilers, &A.Compilers, {"clang", "gcc"}},
              {OPT_levels, &A.Levels, {"1", "2", "3"}},
              {OPT_march, &A.March, {"x86-64", "x86-64-v3", "native"}},
              {OPT_fast_math, &A.FastMath, {"off", "on"}},
              {OPT_unroll, &A.Unroll, {"default", "1", "2", "4", "8"}},
              {OPT_vectorizer, &A.Vectorizers, {"on", "off"}}};
  bool Given = false;
  for (Row &R : Rows) {
    const Arg *Value = Args.getLastArg(R.Id);
    *R.Into = R.Default;
    if (!Value)
      continue;
    Given = true;
    R.Into->clear();
    for (StringRef Part : split(Value->getValue(), ','))
      R.Into->push_back(Part.trim().str());
  }
  if (!Given)
    return Error::success();
  if (auto Variants = allVariants(A); !Variants)
    return make_error<UsageError>(toString(Variants.takeError()));
  Out.Axes = std::move(A);
  return Error::success();
}

Error Parser::predictors() {
  for (StringRef Value : Args.getAllArgValues(OPT_predictor)) {
    auto [Name, CommandLine] = Value.split('=');
    if (Name.empty() || CommandLine.empty())
      return make_error<UsageError>(
          "expected NAME=COMMAND for '--predictor', not '" + Value + "'");
    if (any_of(Out.Predictors, [&](const auto &P) { return P.first == Name; }))
      return make_error<UsageError>("two predictors are called '" + Name + "'");
    Out.Predictors.push_back({Name.str(), CommandLine.str()});
  }
  return Error::success();
}

Error Parser::action() {
  Out.Files = Args.getAllArgValues(OPT_INPUT);
  bool Compare = Args.hasArg(OPT_compare), Dataset = Args.hasArg(OPT_dataset);
  if (Compare && Dataset)
    return make_error<UsageError>("--compare and --dataset are two commands");
  // Neither starts other programs.
  if ((Compare || Dataset) && Args.hasArg(OPT_jobs))
    return make_error<UsageError>(Twine("--jobs has no effect with ") +
                                  (Compare ? "--compare" : "--dataset"));
  if (Compare) {
    Out.What = EvaluateAction::Compare;
    if (Out.Files.size() != 2)
      return make_error<UsageError>("--compare needs two files: OLD NEW");
  } else if (Dataset) {
    Out.What = EvaluateAction::Dataset;
    if (Out.Files.empty())
      return make_error<UsageError>("--dataset needs a file");
  } else if (!Out.Files.empty()) {
    return make_error<UsageError>("unexpected argument '" + Out.Files[0] + "'");
  }
  return Error::success();
}

Error Parser::parse() {
  for (auto Step : {&Parser::texts, &Parser::numbers, &Parser::axes,
                    &Parser::predictors, &Parser::action})
    if (Error E = (this->*Step)())
      return E;
  Out.WithMca = !Args.hasArg(OPT_no_mca);
  Out.WithPlugin = !Args.hasArg(OPT_no_plugin);
  Out.Quiet = Args.hasArg(OPT_quiet);
  Out.AcceptNoise = Args.hasArg(OPT_accept_noise);
  Out.HasOut = Args.hasArg(OPT_out);
  return Error::success();
}

Expected<EvaluateOptions>
kernelbounds::parseEvaluateOptions(ArrayRef<const char *> Args) {
  const CommandOptTable Table; // The arguments refer to it.
  Expected<InputArgList> Parsed = readOptions(Table, Args, {OPT_help});
  if (!Parsed)
    return Parsed.takeError();
  EvaluateOptions Out;
  if (Parsed->hasArg(OPT_help)) {
    Out.What = EvaluateAction::Help;
    return Out;
  }
  if (Error E = Parser(*Parsed, Out).parse())
    return std::move(E);
  return Out;
}

void kernelbounds::printEvaluateHelp(raw_ostream &OS) {
  CommandOptTable().printHelp(
      OS,
      "kernel-opt evaluate [options]\n"
      "       kernel-opt evaluate --compare OLD.csv NEW.csv\n"
      "       kernel-opt evaluate --dataset [options] FILE...",
      "How far to trust the predictions on this machine: compiles kernels in "
      "many ways,\nmeasures them, and compares predictions with the "
      "measurements.");
}
