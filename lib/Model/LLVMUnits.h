//===- LLVMUnits.h - Units of LLVM's scheduling models ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names by which model files call the units of LLVM's models, and the CPU
/// whose model serves where LLVM has none. In a header: the loader of model
/// files is linked without what reads LLVM's tables, and the other way round.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MODEL_LLVMUNITS_H
#define KERNEL_BOUNDS_LIB_MODEL_LLVMUNITS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCSchedule.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

namespace kernelbounds {

/// The CPU whose tables serve where LLVM has none for the one asked for.
inline llvm::StringRef fallbackCpu(const llvm::Triple &TT) {
  return TT.isAArch64() ? "generic" : "x86-64";
}

/// LLVM's scheduling model of \p Cpu, or the one that serves in its place.
inline const llvm::MCSchedModel &schedModelFor(const llvm::MCSubtargetInfo &STI,
                                               llvm::StringRef Cpu) {
  const llvm::MCSchedModel &SM = STI.getSchedModelForCPU(Cpu);
  return SM.hasInstrSchedModel()
             ? SM
             : STI.getSchedModelForCPU(fallbackCpu(STI.getTargetTriple()));
}

/// Name of copy \p Number of a resource: "SKXPort0" where there is one of it,
/// "A57UnitI.1" where there are several.
inline std::string unitName(const llvm::MCProcResourceDesc &R,
                            unsigned Number) {
  std::string Name = R.Name;
  return R.NumUnits > 1 ? Name + "." + std::to_string(Number) : Name;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MODEL_LLVMUNITS_H
