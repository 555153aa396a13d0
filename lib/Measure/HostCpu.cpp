//===- HostCpu.cpp - The processor that this process runs on --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's tables of cores and extensions, asked about one host. Linear in the
/// number of cores times that of their extensions, once for a process.
/// Tested by unittests/Measure/HostCpuTest.cpp and test/Hosts.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostCpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Cores and their extensions
//===----------------------------------------------------------------------===//

/// The cores of the two vendors that a host is taken for, each earlier one
/// first. The names are LLVM's.
static constexpr StringLiteral IntelCores[] = {
    "nehalem",        "westmere",         "sandybridge",  "ivybridge",
    "haswell",        "broadwell",        "skylake",      "skylake-avx512",
    "cascadelake",    "cooperlake",       "cannonlake",   "icelake-client",
    "icelake-server", "rocketlake",       "tigerlake",    "alderlake",
    "sapphirerapids", "graniterapids",    "sierraforest", "arrowlake",
    "arrowlake-s",    "clearwaterforest", "diamondrapids"};
static constexpr StringLiteral AmdCores[] = {"bdver1", "bdver2", "bdver3",
                                             "bdver4", "znver1", "znver2",
                                             "znver3", "znver4", "znver5"};

/// Whether each core has a fixed answer to it. Others can be turned off one by
/// one, in the firmware or by the system. AVX10 is but a number for extensions
/// that have names of their own, and LLVM's cores do not all have it.
static bool tellsCoresApart(StringRef Feature) {
  return (Feature.starts_with("avx") && !Feature.starts_with("avx10")) ||
         Feature.starts_with("amx") || Feature == "prefetchi";
}

static bool isCore(StringRef Name) {
  return X86::parseArchX86(Name, /*Only64Bit=*/true) != X86::CK_None;
}

static CpuFeatures featuresOf(StringRef Cpu) {
  CpuFeatures All;
  if (!isCore(Cpu))
    return All;
  SmallVector<StringRef> Features;
  X86::getFeaturesForCPU(Cpu, Features);
  for (StringRef F : Features) {
    All[F] = true;
    X86::updateImpliedFeatures(F, /*Enabled=*/true, All);
  }
  return All;
}

std::vector<std::string>
kernelbounds::missingFeatures(StringRef Cpu, const CpuFeatures &Host) {
  std::vector<std::string> Missing;
  for (const auto &Feature : featuresOf(Cpu))
    if (auto It = Host.find(Feature.getKey()); It != Host.end() && !It->second)
      Missing.push_back(Feature.getKey().str());
  llvm::sort(Missing);
  return Missing;
}

/// Telling extensions that \p Host has and \p Cpu lacks, in order.
static std::vector<std::string> extraFeatures(StringRef Cpu,
                                              const CpuFeatures &Host) {
  CpuFeatures Own = featuresOf(Cpu);
  std::vector<std::string> Extra;
  for (const auto &F : Host)
    if (F.second && tellsCoresApart(F.getKey()) && !Own.contains(F.getKey()))
      Extra.push_back(F.getKey().str());
  llvm::sort(Extra);
  return Extra;
}

/// The vendor's cores; empty if \p Cpu is in neither list.
static ArrayRef<StringLiteral> coresBeside(StringRef Cpu) {
  for (ArrayRef<StringLiteral> Cores :
       {ArrayRef<StringLiteral>(IntelCores), ArrayRef<StringLiteral>(AmdCores)})
    if (is_contained(Cores, Cpu))
      return Cores;
  return {};
}

CpuChoice kernelbounds::chooseCpu(StringRef Reported, const CpuFeatures &Host) {
  CpuChoice Choice = {Reported.str(), {}};
  ArrayRef<StringLiteral> Cores = coresBeside(Reported);
  if (Cores.empty())
    return Choice;
  Choice.Contradictions = extraFeatures(Reported, Host);
  if (Choice.Contradictions.empty())
    return Choice;
  size_t Fewest = ~size_t(0);
  for (StringRef Core : Cores) {
    if (!extraFeatures(Core, Host).empty())
      continue;
    size_t NumOthers =
        count_if(missingFeatures(Core, Host), [](const std::string &Feature) {
          return tellsCoresApart(Feature);
        });
    if (NumOthers < Fewest) {
      Fewest = NumOthers;
      Choice.Name = Core.str();
    }
  }
  return Choice;
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

/// AVX2 goes with AVX, and so on.
static void turnOff(StringRef Feature, CpuFeatures &Features) {
  Features[Feature] = false;
  X86::updateImpliedFeatures(Feature, /*Enabled=*/false, Features);
}

std::vector<std::string> HostCpu::compilerFlags() const {
  std::vector<std::string> Flags = {"-march=" +
                                    (IsOverridden ? Name : "native")};
  for (const std::string &Feature : Lacks)
    Flags.push_back("-mno-" + Feature);
  return Flags;
}

std::string HostCpu::whyNotRun(ArrayRef<std::string> Flags) const {
  std::vector<std::string> Missing;
  for (StringRef Flag : Flags)
    if (Flag.consume_front("-march="))
      Missing = missingFeatures(Flag, Features);
  for (StringRef Flag : Flags)
    if (Flag.consume_front("-mno-")) {
      CpuFeatures Off;
      turnOff(Flag, Off);
      erase_if(Missing, [&](StringRef F) { return Off.contains(F); });
    }
  return Missing.empty() ? "" : "this machine lacks " + join(Missing, ", ");
}

std::string HostCpu::note() const {
  if (Contradictions.empty())
    return "";
  std::string Has = "the processor reports " + Reported + " but has " +
                    join(Contradictions, ", ") + ", which that core lacks";
  if (Name == Reported)
    return Has + "; no core that LLVM knows has all of them";
  return Has + "; it is taken for " + Name;
}

HostCpu kernelbounds::makeHostCpu(StringRef Reported, CpuFeatures Features,
                                  StringRef CpuVariable,
                                  StringRef LacksVariable) {
  HostCpu Host;
  Host.IsOverridden = !CpuVariable.empty();
  SmallVector<StringRef> Lacks;
  LacksVariable.split(Lacks, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  // The processor is recognized by what it really has.
  CpuChoice Choice = Host.IsOverridden ? CpuChoice{CpuVariable.str(), {}}
                                       : chooseCpu(Reported, Features);
  for (StringRef Feature : Lacks) {
    if (Feature == "constant-tsc") {
      Host.MayUseStamps = false;
      continue;
    }
    if (Feature == "port-counters") {
      Host.MayUseCounters = false;
      continue;
    }
    Host.Lacks.push_back(Feature.str());
    turnOff(Feature, Features);
  }
  Host.Name = std::move(Choice.Name);
  Host.Reported = Host.IsOverridden ? CpuVariable.str() : Reported.str();
  Host.Contradictions = std::move(Choice.Contradictions);
  Host.Features = std::move(Features);
  return Host;
}

const HostCpu &kernelbounds::hostCpu() {
  static const HostCpu Host = makeHostCpu(
      sys::getHostCPUName(), sys::getHostCPUFeatures(),
      sys::Process::GetEnv("KERNEL_BOUNDS_HOST_CPU").value_or(""),
      sys::Process::GetEnv("KERNEL_BOUNDS_HOST_LACKS").value_or(""));
  return Host;
}
