//===- Targets.cpp - The targets by name ----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Targets.h. Tested by unittests/Target/TargetsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr TargetRecord Records[] = {
#define KB_TARGET(Target, Name, Shown, DarwinName, Matches, GenericCpu,        \
                  DefaultCpu, AsmFeatures, PlaceholderLatency, PlainCpu)       \
  {#Target,                                                                    \
   Name,                                                                       \
   Shown,                                                                      \
   DarwinName,                                                                 \
   [](const llvm::Triple &T) -> bool { return Matches; },                      \
   GenericCpu,                                                                 \
   DefaultCpu,                                                                 \
   AsmFeatures,                                                                \
   PlaceholderLatency,                                                         \
   PlainCpu},
#include "kernel-bounds/Model/Targets.def"
};

ArrayRef<TargetRecord> kernelbounds::allTargets() { return Records; }

const TargetRecord *kernelbounds::findTarget(const Triple &T) {
  const auto *R =
      find_if(Records, [&](const TargetRecord &R) { return R.Matches(T); });
  return R == std::end(Records) ? nullptr : R;
}

StringRef kernelbounds::defaultCpuOf(const Triple &T) {
#define KB_DEFAULT_CPU(Matches, Cpu)                                           \
  if (Matches)                                                                 \
    return Cpu;
#include "kernel-bounds/Model/Targets.def"
  const TargetRecord *Record = findTarget(T);
  return Record ? StringRef(Record->DefaultCpu) : StringRef();
}

const TargetRecord *kernelbounds::findTargetByName(StringRef Name) {
  const auto *R =
      find_if(Records, [&](const TargetRecord &R) { return R.Name == Name; });
  return R == std::end(Records) ? nullptr : R;
}

std::string kernelbounds::shownTargets(StringRef LastSeparator) {
  std::string Text;
  for (const TargetRecord &R : Records) {
    if (&R != Records)
      Text += (&R + 1 == std::end(Records) ? LastSeparator : ", ").str();
    Text += R.Shown;
  }
  return Text;
}

std::string kernelbounds::targetNames() {
  return join(map_range(Records, [](const TargetRecord &R) { return R.Name; }),
              ", ");
}

// TableGen numbers a target's opcodes by name, the pseudo instructions first.
unsigned kernelbounds::findOpcode(const MCInstrInfo &MII, StringRef Name) {
  auto Opcodes = llvm::seq<unsigned>(TargetOpcode::GENERIC_OP_END + 1,
                                     MII.getNumOpcodes());
  const unsigned FirstReal = *llvm::partition_point(
      Opcodes, [&](unsigned O) { return MII.get(O).isPseudo(); });
  for (auto Sorted : {llvm::seq(FirstReal, *Opcodes.end()),
                      llvm::seq(*Opcodes.begin(), FirstReal)}) {
    auto It = llvm::partition_point(
        Sorted, [&](unsigned O) { return MII.getName(O) < Name; });
    if (It != Sorted.end() && MII.getName(*It) == Name)
      return *It;
  }
  return 0;
}
