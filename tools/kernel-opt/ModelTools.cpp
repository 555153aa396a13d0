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
/// Tested by test/kernel-opt/model-diff.test, model-diff-loops.test and
/// model-install.test.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Machine.h"
#include "ModelLoops.h"
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
  Table.printHelp(
      outs(),
      "kernel-opt model diff [options] A B\n"
      "       kernel-opt model install FILE",
      "diff: which instruction forms take other times on model B "
      "than on model A. A model is\na file, a core, or llvm:CORE "
      "for LLVM's scheduling model alone. With --loops also which "
      "loops\nare predicted otherwise, and why.\n\ninstall: makes FILE "
      "the model of '--cpu=native' for this user. Every report "
      "names it.");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Two models
//===----------------------------------------------------------------------===//

namespace {

/// A model by what the user calls it: a file, a core, or "llvm:CORE".
struct NamedModel {
  std::string Name;
  CommandLine Options; ///< Which core or which file.
  FileRemover Remover; ///< Of the file of "llvm:CORE".
};

} // namespace

/// Has the file of LLVM's model alone of \p Core written.
static Error writeLLVMModel(StringRef Core, const TargetRecord &Of,
                            NamedModel &M) {
  SmallString<128> File;
  if (std::error_code Problem =
          sys::fs::createTemporaryFile("kernel-bounds-model", "yaml", File))
    return createStringError("temporary file: " + Problem.message());
  M.Remover.setFile(File);
  M.Options.ModelFile = std::string(File);
  return withOutput(M.Options.ModelFile, [&](raw_ostream &OS) -> Error {
    OS << "schema: 1\nname: llvm-" << Core << "\ntarget: " << Of.Name
       << "\ncpus: [" << Core << "]\nbase: llvm\nllvm: " << Core
       << "\nsources: {none: none}\n";
    return Error::success();
  });
}

static Error openNamed(StringRef Name, const TargetRecord &Of, NamedModel &M) {
  M.Name = Name.str();
  M.Options.Triple = Of.linuxTriple();
  if (Name.consume_front("llvm:"))
    return writeLLVMModel(Name, Of, M);
  if (isModelFile(Name))
    M.Options.ModelFile = Name.str();
  else
    M.Options.Cpu = Name == "native" ? hostCpu().Name : Name.str();
  return Error::success();
}

static Expected<std::unique_ptr<PortModel>> createModel(TargetContext &Target,
                                                        const NamedModel &M) {
  PortModelRequest Request;
  Request.Cpu = M.Options.Cpu;
  if (!M.Options.ModelFile.empty()) {
    auto User = readModelFile(M.Options.ModelFile);
    StringRef Core = M.Name;
    if (!User && Core.consume_front("llvm:"))
      return createStringError("LLVM has no scheduling model of '" + Core +
                               "': " + toString(User.takeError()));
    if (!User)
      return User.takeError();
    Request.User = std::move(*User);
    if (!Request.User->Tables.Cpus.empty())
      Request.Cpu = Request.User->Tables.Cpus.front().str();
  }
  return PortModel::create(Target.target(), Target.triple(), Target.instrInfo(),
                           Request);
}

static Error diffForms(const InputArgList &Parsed, TargetContext &Target,
                       const NamedModel &A, const NamedModel &B) {
  const FormSet Set = Parsed.hasArg(OPT_all) ? FormSet::All : FormSet::Common;
  auto Semantics = createTargetSemantics(
      Target.triple(),
      {&Target.target(), &Target.instrInfo(), &Target.registerInfo()});
  auto OfA = createModel(Target, A), OfB = createModel(Target, B);
  if (!OfA || !OfB)
    return joinErrors(OfA.takeError(), OfB.takeError());
  const FormBuilder Builder(*Semantics);
  const FormCatalog Catalog = listForms(Target, Builder, **OfA);
  auto Chosen = selectForms(Catalog, Set, Parsed.getAllArgValues(OPT_forms));
  if (!Chosen)
    return createStringError("--forms: " + toString(Chosen.takeError()));
  ModelLoopRunner OnA(**OfA, *Semantics, false), OnB(**OfB, *Semantics, false);
  FormExperiments FormsOnA(OnA, Builder), FormsOnB(OnB, Builder);
  std::vector<FormRow> Rows;
  for (const InstructionForm *F : *Chosen)
    Rows.push_back({F, FormsOnA.measure(*F), FormsOnB.measure(*F)});
  printModelDiff(outs(), Rows, A.Name, B.Name);
  return Error::success();
}

static Error diffTwo(const InputArgList &Parsed) {
  const std::vector<std::string> Names = Parsed.getAllArgValues(OPT_INPUT),
                                 Loops = Parsed.getAllArgValues(OPT_loops);
  unsigned Top = 20;
  if (Error E = readNumbers(Parsed, {{OPT_top, &Top, 0}}))
    return E;
  if (Names.size() != 2)
    return make_error<UsageError>(
        "model diff compares two models: files, cores, or llvm:CORE");
  auto Of = targetOfModels(Names);
  if (!Of)
    return Of.takeError();
  if (!findFormTarget((*Of)->Name))
    return createStringError("instructions of " + (*Of)->Shown +
                             " cannot be compared");
  auto Target = TargetContext::create(Triple((*Of)->linuxTriple()), "", "");
  if (!Target)
    return Target.takeError();
  NamedModel A, B;
  if (Error E = openNamed(Names[0], **Of, A))
    return E;
  if (Error E = openNamed(Names[1], **Of, B))
    return E;
  if (Error E = diffForms(Parsed, **Target, A, B))
    return E;
  return Loops.empty()
             ? Error::success()
             : printLoopChanges(outs(), A.Options, B.Options, Loops, Top);
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
  if (Names.size() != 1 ||
      Parsed.hasArg(OPT_forms, OPT_all, OPT_loops, OPT_top))
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
