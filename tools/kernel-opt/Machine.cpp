//===- Machine.cpp - Target, semantics and port model ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::defaultCpu(const Triple &TT) {
  return TT.isAArch64() ? "thunderx2t99" : "skylake-avx512";
}

/// The CPU of the request; `native` becomes the host's name.
static Expected<std::string> cpuName(const CommandLine &Options,
                                     const Triple &TT) {
  if (Options.Cpu.empty() && Options.ModelFile.empty())
    return defaultCpu(TT).str();
  if (Options.Cpu != "native")
    return Options.Cpu;
  Triple Host(sys::getProcessTriple());
  if (Host.getArch() != TT.getArch())
    return createStringError("--cpu=native: the code is for " +
                             TT.getArchName() + ", this machine is " +
                             Host.getArchName());
  if (std::string Note = hostCpu().note(); !Note.empty())
    errs() << "kernel-opt: note: " << Note << '\n';
  return hostCpu().Name;
}

void kernelbounds::registerAllTargets() {
  for (StringRef Name :
       {"x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"})
    TargetContext::isKnownCPU(Triple(Name), "");
}

Error MachineCache::build(Machine &M, const Target &T, const Triple &TT) {
  Expected<std::string> Cpu = cpuName(Options, TT);
  if (!Cpu)
    return Cpu.takeError();
  M.MII.reset(T.createMCInstrInfo());
  M.MRI.reset(T.createMCRegInfo(TT));
  M.Semantics = TargetSemantics::create(TT, {&T, M.MII.get(), M.MRI.get()});
  if (!M.Semantics)
    return createStringError("unsupported target '" + TT.str() + "'");
  PortModelRequest Request{*Cpu};
  if (!Options.ModelFile.empty()) {
    registerAllTargets();
    auto User = readModelFile(Options.ModelFile);
    if (!User)
      return User.takeError();
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
