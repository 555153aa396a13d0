//===- Machine.cpp - Target, semantics and port model ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Commands.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace kernelbounds;
using namespace llvm;

/// The CPU of the request; `native` becomes the host's name.
static Expected<std::string> cpuName(const CommandLine &Options,
                                     const Triple &TT, bool IsQuiet) {
  if (Options.Cpu.empty() && Options.ModelFile.empty())
    return defaultCpuOf(TT).str();
  if (Options.Cpu != "native")
    return Options.Cpu;
  Triple Host(sys::getProcessTriple());
  if (Host.getArch() != TT.getArch())
    return createStringError("--cpu=native: the code is for " +
                             TT.getArchName() + ", this machine is " +
                             Host.getArchName());
  if (std::string Note = hostCpu().note(); !Note.empty() && !IsQuiet)
    errs() << "kernel-opt: note: " << Note << '\n';
  return hostCpu().Name;
}

void kernelbounds::registerAllTargets() {
  for (const TargetRecord &R : allTargets())
    TargetContext::isKnownCPU(Triple(R.linuxTriple()), "");
}

Expected<const TargetRecord *>
kernelbounds::targetOfModels(ArrayRef<std::string> Names) {
  registerAllTargets();
  const TargetRecord *Host = findTarget(Triple(sys::getProcessTriple()));
  std::vector<const TargetRecord *> Left;
  for (const TargetRecord &R : allTargets())
    Left.insert(&R == Host ? Left.begin() : Left.end(), &R);
  auto KnowsCore = [](const TargetRecord &R, StringRef Core) {
    return TargetContext::isKnownCPU(Triple(R.linuxTriple()), Core) ||
           any_of(shippedModels(), [&](const ModelTables *M) {
             return M->Target == R.Name && is_contained(M->Cpus, Core);
           });
  };
  for (StringRef Name : Names) {
    if (isModelFile(Name)) {
      auto User = readModelFile(Name);
      if (!User)
        return User.takeError();
      const TargetRecord *Of = findTargetByName((*User)->Tables.Target);
      erase_if(Left, [&](const TargetRecord *R) { return R != Of; });
      continue;
    }
    const bool IsLLVM = Name.consume_front("llvm:");
    const std::string Core = Name == "native" ? hostCpu().Name : Name.str();
    if (none_of(allTargets(),
                [&](const TargetRecord &R) { return KnowsCore(R, Core); }))
      return createStringError(
          (IsLLVM ? "LLVM has no scheduling model of '" : "unknown CPU '") +
          Core + "'");
    erase_if(Left, [&](const TargetRecord *R) { return !KnowsCore(*R, Core); });
  }
  if (Left.empty())
    return createStringError("the models are of different targets");
  return Left.front();
}

Error kernelbounds::checkHostMachine(MachineCache &Machines) {
  registerAllTargets();
  const Triple Host(sys::getProcessTriple());
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(Host, Message);
  return T ? Machines.get(*T, Host).takeError() : createStringError(Message);
}

Error MachineCache::build(Machine &M, const Target &T, const Triple &TT) {
  Expected<std::string> Cpu = cpuName(Options, TT, IsQuiet);
  if (!Cpu)
    return Cpu.takeError();
  M.MII.reset(T.createMCInstrInfo());
  M.MRI.reset(T.createMCRegInfo(TT));
  M.Semantics = createTargetSemantics(TT, {&T, M.MII.get(), M.MRI.get()});
  if (!M.Semantics)
    return createStringError("unsupported target '" + TT.str() + "'");
  PortModelRequest Request{*Cpu};
  std::string ModelFile = Options.ModelFile;
  // What the user installed for this machine.
  if (ModelFile.empty() && Options.Cpu == "native")
    if (std::string File = hostModelFile(); sys::fs::exists(File))
      ModelFile = std::move(File);
  if (!ModelFile.empty()) {
    registerAllTargets();
    auto User = readModelFile(ModelFile);
    if (!User)
      return User.takeError();
    const ModelTables &Tables = (*User)->Tables;
    if (!Cpu->empty() && !servesCpu(Tables, *Cpu)) {
      // The host's own name contradicts nothing that the user said.
      if (Options.Cpu != "native")
        return createStringError(notServed(Tables, *Cpu));
      if (!Options.Quiet && !IsQuiet)
        errs() << "kernel-opt: warning: " << notServed(Tables, *Cpu) << '\n';
    }
    Request.User = std::move(*User);
  }
  auto Model = PortModel::create(T, TT, *M.MII, Request);
  if (!Model)
    return Model.takeError();
  M.Model = std::move(*Model);
  M.Semantics->setWantsCodeLayout(usesCodeLayout(*M.Model));
  return Error::success();
}

Expected<Machine &> MachineCache::get(const Target &T, const Triple &TT) {
  Machine &M = ByTarget[T.getName()];
  if (!M.Model)
    if (Error E = build(M, T, TT))
      return std::move(E);
  return M;
}
