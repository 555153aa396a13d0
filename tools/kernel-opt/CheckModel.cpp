//===- CheckModel.cpp - kernel-opt model check MODEL.yaml -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Validates model files, without code, and says what was checked.
/// Tested by test/kernel-opt/model-file.test.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Machine.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

bool kernelbounds::isModelFile(StringRef File) {
  return File.ends_with_insensitive(".yaml") ||
         File.ends_with_insensitive(".yml");
}

/// What the file holds: "1 source, 4 ports, 2 bypasses". Leaves out what there
/// is none of.
static std::string contents(const ModelTables &T) {
  struct Row {
    size_t Number;
    StringLiteral One, Many;
  };
  const Row Rows[] = {
      {size_t(count_if(T.Sources,
                       [](const SourceDecl &S) {
                         return S.Spread == SourceDecl::NoSpread;
                       })),
       "source", "sources"},
      {T.Ports.size(), "port", "ports"}, // Those of the base included.
      {T.Pipeline.size(), "pipeline value", "pipeline values"},
      {T.Schedulers.size(), "scheduler", "schedulers"},
      {T.Loads.size(), "load rule", "load rules"},
      {T.Stores.size(), "store rule", "store rules"},
      {T.Forwarding.size(), "forwarding rule", "forwarding rules"},
      {T.MacroFusion.size(), "macro-fusion rule", "macro-fusion rules"},
      {T.Bypasses.size(), "bypass", "bypasses"},
      {T.Entries.size(), "instruction entry", "instruction entries"},
      {T.Opcodes.size(), "opcode of these", "opcodes of these"}};
  std::vector<std::string> Words;
  for (const Row &R : Rows)
    if (R.Number != 0)
      Words.push_back(std::to_string(R.Number) + " " +
                      (R.Number == 1 ? R.One : R.Many).str());
  return join(Words, ", ");
}

static void printModel(raw_ostream &OS, const ModelTables &T,
                       const PortModel *Model) {
  OS << T.File << ": no fault found in model '" << T.Name << "' of " << T.Target
     << '\n';
  if (!T.Cpus.empty())
    OS << "  cores: " << join(T.Cpus, ", ") << '\n';
  if (Model)
    OS << "  layers: " << Model->description() << '\n';
  OS << "  contents: " << contents(T) << '\n';
  bool HasUnits = T.Base != "none" && T.Base != "any";
  OS << "  checked: every key and value is valid, ports and sources are "
        "declared, every pattern matches an opcode, LLVM knows the cores"
     << (HasUnits ? " and the units" : "") << '\n';
}

static Error checkModelFile(const std::string &File, raw_ostream &OS) {
  CommandLine Options;
  Options.ModelFile = File;
  registerAllTargets();
  auto Read = readModelFile(File);
  if (!Read)
    return Read.takeError();
  const ModelTables &T = (*Read)->Tables;
  if (T.Base == "any") { // For every core: there is no model of one to make.
    printModel(OS, T, nullptr);
    return Error::success();
  }
  auto Context = TargetContext::create(
      Triple(T.Target.str() + "-unknown-linux-gnu"), "", "");
  if (!Context)
    return Context.takeError();
  MachineCache Machines(Options);
  auto M = Machines.get((*Context)->target(), (*Context)->triple());
  if (!M)
    return M.takeError();
  printModel(OS, T, M->Model.get());
  return Error::success();
}

Error kernelbounds::checkModelFiles(const CommandLine &Options) {
  for (const std::string &File : Options.Files)
    if (!isModelFile(File))
      return make_error<UsageError>(
          "'" + File +
          "' is no model file, others are: check them apart, or "
          "name the model of the code with --model");
  if (Options.Format->Name != "text")
    return make_error<UsageError>("a model file is checked with '--format=text'"
                                  " only");
  if (Error E = checkOutput(Options.Output, Options.inputs()))
    return E;
  Error Faults = Error::success();
  Error OutputError = withOutput(Options.Output, [&](raw_ostream &OS) -> Error {
    for (const std::string &File : Options.Files)
      Faults = joinErrors(std::move(Faults), checkModelFile(File, OS));
    return Error::success();
  });
  return joinErrors(std::move(OutputError), std::move(Faults));
}
