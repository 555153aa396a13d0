//===- ModelTools.cpp - kernel-opt model diff, model install --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares two models by the experiments of `kernel-opt measure`, and makes a
/// model the host's default.
/// Tested by test/kernel-opt/model-diff.test and model-install.test.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Machine.h"
#include "OptionTable.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/FormReports.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/ModelLoopRunner.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "kernel-bounds/Model/Targets.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

#define KB_OPTIONS "ModelOpts.inc"
#include "OptionTable.inc"

/// Reads \p Args and does \p Command with them, or prints the help that they
/// ask for.
static Error
withModelOptions(ArrayRef<const char *> Args,
                 function_ref<Error(const InputArgList &)> Command) {
  const CommandOptTable Table; // The arguments refer to it.
  Expected<InputArgList> Parsed = readOptions(Table, Args, {OPT_help});
  if (!Parsed)
    return Parsed.takeError();
  if (!Parsed->hasArg(OPT_help))
    return Command(*Parsed);
  Table.printHelp(outs(),
                  "kernel-opt model diff [options] A B\n"
                  "       kernel-opt model install FILE",
                  "diff: which instruction forms take other times on model B "
                  "than on model A. A model is\na file, a core, or llvm:CORE "
                  "for LLVM's scheduling model alone.\n\ninstall: makes FILE "
                  "the model of '--cpu=native' for this user. Every report "
                  "names it.");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Two models
//===----------------------------------------------------------------------===//

/// A model by what the user calls it: a file, a core, or "llvm:CORE".
static Expected<std::unique_ptr<PortModel>> openModel(TargetContext &Target,
                                                      StringRef Name) {
  PortModelRequest Request;
  std::string File = Name.str();
  SmallString<128> Scratch;
  FileRemover RemoveScratch;
  const bool IsLLVM = Name.consume_front("llvm:");
  if (IsLLVM) {
    if (std::error_code Problem = sys::fs::createTemporaryFile(
            "kernel-bounds-model", "yaml", Scratch))
      return createStringError("temporary file: " + Problem.message());
    RemoveScratch.setFile(Scratch);
    std::error_code Problem;
    raw_fd_ostream OS(Scratch, Problem);
    OS << "schema: 1\nname: llvm-" << Name
       << "\ntarget: " << measuredTarget().Name << "\ncpus: [" << Name
       << "]\nbase: llvm\nllvm: " << Name << "\nsources: {none: none}\n";
    File = Scratch.str().str();
  }
  if (!IsLLVM && !isModelFile(Name)) {
    Request.Cpu = Name == "native" ? hostCpu().Name : Name.str();
  } else {
    auto User = readModelFile(File);
    if (!User)
      return IsLLVM
                 ? createStringError("LLVM has no scheduling model of '" +
                                     Name + "': " + toString(User.takeError()))
                 : User.takeError();
    Request.User = std::move(*User);
    if (!Request.User->Tables.Cpus.empty())
      Request.Cpu = Request.User->Tables.Cpus.front().str();
  }
  return PortModel::create(Target.target(), Target.triple(), Target.instrInfo(),
                           Request);
}

static Error diffTwo(const InputArgList &Parsed) {
  const FormSet Set = Parsed.hasArg(OPT_all) ? FormSet::All : FormSet::Common;
  const std::vector<std::string> Forms = Parsed.getAllArgValues(OPT_forms),
                                 Names = Parsed.getAllArgValues(OPT_INPUT);
  if (Names.size() != 2)
    return make_error<UsageError>(
        "model diff compares two models: files, cores, or llvm:CORE");
  auto Target =
      TargetContext::create(Triple(measuredTarget().linuxTriple()), "", "");
  if (!Target)
    return Target.takeError();
  registerAllTargets();
  auto Semantics = createTargetSemantics(
      (*Target)->triple(), {&(*Target)->target(), &(*Target)->instrInfo(),
                            &(*Target)->registerInfo()});
  std::unique_ptr<PortModel> Models[2];
  for (unsigned I = 0; I < 2; ++I) {
    auto M = openModel(**Target, Names[I]);
    if (!M)
      return M.takeError();
    Models[I] = std::move(*M);
  }
  const FormBuilder Builder(*Semantics);
  const FormCatalog Catalog = listForms(**Target, Builder, *Models[0]);
  auto Chosen = selectForms(Catalog, Set, Forms);
  if (!Chosen)
    return createStringError("--forms: " + toString(Chosen.takeError()));
  ModelLoopRunner Runners[2] = {{*Models[0], *Semantics, false},
                                {*Models[1], *Semantics, false}};
  FormExperiments A(Runners[0], Builder), B(Runners[1], Builder);
  std::vector<FormRow> Rows;
  for (const InstructionForm *F : *Chosen)
    Rows.push_back({F, A.measure(*F), B.measure(*F)});
  printModelDiff(outs(), Rows, Names[0], Names[1]);
  return Error::success();
}

Error kernelbounds::diffModels(ArrayRef<const char *> Args) {
  return withModelOptions(Args, diffTwo);
}

//===----------------------------------------------------------------------===//
// The host's model
//===----------------------------------------------------------------------===//

std::string kernelbounds::hostModelFile() {
  SmallString<128> Path;
  if (auto Folder = sys::Process::GetEnv("XDG_CONFIG_HOME");
      Folder && sys::path::is_absolute(*Folder))
    Path = *Folder;
  else if (auto Home = sys::Process::GetEnv("HOME"); Home && !Home->empty())
    sys::path::append(Path, *Home, ".config");
  else
    return "";
  sys::path::append(Path, "kernel-bounds", "host.yaml");
  return Path.str().str();
}

static Error installFile(const InputArgList &Parsed) {
  const std::vector<std::string> Names = Parsed.getAllArgValues(OPT_INPUT);
  if (Names.size() != 1 || Parsed.hasArg(OPT_forms, OPT_all))
    return make_error<UsageError>("model install takes one model file");
  registerAllTargets();
  auto Read = readModelFile(Names[0]);
  if (!Read)
    return Read.takeError();
  const ModelTables &Tables = (*Read)->Tables;
  if (!servesCpu(Tables, hostCpu().Name))
    return createStringError(notServed(Tables, hostCpu().Name) +
                             "; this machine is one");
  const std::string File = hostModelFile();
  if (File.empty())
    return createStringError("neither XDG_CONFIG_HOME nor HOME names a folder "
                             "for the model");
  Expected<std::unique_ptr<MemoryBuffer>> Text = readWholeFile(Names[0]);
  if (!Text)
    return createFileError(Names[0], Text.takeError());
  if (std::error_code Problem =
          sys::fs::create_directories(sys::path::parent_path(File)))
    return createStringError("cannot make the folder of '" + File +
                             "': " + Problem.message());
  if (Error E = withOutput(File, [&](raw_ostream &OS) -> Error {
        OS << (*Text)->getBuffer();
        return Error::success();
      }))
    return E;
  outs() << "the model '" << Tables.Name
         << "' is now that of --cpu=native: " << File << '\n';
  return Error::success();
}

Error kernelbounds::installModel(ArrayRef<const char *> Args) {
  return withModelOptions(Args, installFile);
}
