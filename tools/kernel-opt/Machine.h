//===- Machine.h - Target, semantics and port model -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What analysing needs besides the code, made once per target and kept for
/// all inputs.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MACHINE_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MACHINE_H

#include "CommandLine.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Model/PortModel.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace kernelbounds {

struct Machine {
  std::unique_ptr<const llvm::MCInstrInfo> MII;
  std::unique_ptr<const llvm::MCRegisterInfo> MRI;
  std::unique_ptr<TargetSemantics> Semantics;
  std::unique_ptr<PortModel> Model;
};

/// The machines that a command line asks for, by target. They are for one
/// thread: each analysis fills their tables.
class MachineCache {
public:
  /// Prints notes and warnings on the choice unless \p IsQuiet.
  explicit MachineCache(const CommandLine &Options, bool IsQuiet = false)
      : Options(Options), IsQuiet(IsQuiet) {}

  /// \p T must be registered for \p TT. Fails, each time with the same words,
  /// where the CPU or the model file is at fault.
  llvm::Expected<Machine &> get(const llvm::Target &T, const llvm::Triple &TT);

private:
  llvm::Error build(Machine &M, const llvm::Target &T, const llvm::Triple &TT);

  const CommandLine &Options;
  bool IsQuiet;
  llvm::StringMap<Machine> ByTarget;
};

/// Fails where the CPU or the model file is at fault for code of the host:
/// before something that takes long, and not after it.
llvm::Error checkHostMachine(MachineCache &Machines);

/// The target of all models of \p Names: files, cores, and "llvm:CORE". Of
/// cores, the first target that knows all of them; this machine's comes first.
llvm::Expected<const TargetRecord *>
targetOfModels(llvm::ArrayRef<std::string> Names);

/// Makes all targets known to LLVM, which else happens on first use: a model
/// file is checked against the target it names, which need not be the code's.
void registerAllTargets();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MACHINE_H
