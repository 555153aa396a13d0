//===- TargetInfo.cpp - The targets of LLVM by name -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instruction tables and CPU names of the two targets.
//
//===----------------------------------------------------------------------===//

#include "TargetInfo.h"
#include "LLVMUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

using namespace kernelbounds;
using namespace llvm;

TargetInfo::Objects &TargetInfo::get(StringRef Name) {
  auto [It, IsNew] = ByName.try_emplace(Name.str());
  Objects &O = It->second;
  if (!IsNew || (Name != "x86_64" && Name != "aarch64"))
    return O;
  Triple TT(Name.str() + "-unknown-linux-gnu");
  std::string Problem;
  const Target *T = TargetRegistry::lookupTarget(TT, Problem);
  if (!T)
    return O;
  O.MII.reset(T->createMCInstrInfo());
  O.STI.reset(T->createMCSubtargetInfo(TT, "", ""));
  return O;
}

const MCInstrInfo *TargetInfo::instructions(StringRef Target) {
  return get(Target).MII.get();
}

bool TargetInfo::isCpu(StringRef Target, StringRef Cpu) {
  const MCSubtargetInfo *STI = get(Target).STI.get();
  return STI &&
         any_of(STI->getAllProcessorDescriptions(),
                [&](const SubtargetSubTypeKV &P) { return Cpu == P.Key; });
}

bool TargetInfo::isUnit(StringRef Target, StringRef Cpu, StringRef Unit) {
  const MCSubtargetInfo *STI = get(Target).STI.get();
  if (!STI)
    return false;
  const MCSchedModel &SM = schedModelFor(*STI, Cpu);
  for (unsigned I = 1; I < SM.getNumProcResourceKinds(); ++I) {
    const MCProcResourceDesc &R = *SM.getProcResource(I);
    for (unsigned K = 0; !R.SubUnitsIdxBegin && K < R.NumUnits; ++K)
      if (unitName(R, K) == Unit)
        return true;
  }
  return false;
}

ModelLoaderContext
TargetInfo::loaderContext(function_ref<const ModelTables *(StringRef)> Find) {
  return {GetInstructions, Find, GetIsCpu, GetIsUnit};
}
