//===- Targets.h - The targets by name --------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of a target apart from its instructions: Targets.def as data.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_TARGETS_H
#define KERNEL_BOUNDS_MODEL_TARGETS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

namespace llvm {
class MCInstrInfo;
} // namespace llvm

namespace kernelbounds {

/// One line of Targets.def, where each field is described.
struct TargetRecord {
  llvm::StringLiteral LLVMName, Name, Shown, DarwinName;
  bool (*Matches)(const llvm::Triple &T);
  llvm::StringLiteral GenericCpu, DefaultCpu, AsmFeatures;
  int PlaceholderLatency; ///< Cycles; 0 = none.
  llvm::StringLiteral PlainCpu;

  /// "x86_64-unknown-linux-gnu".
  std::string linuxTriple() const { return Name.str() + "-unknown-linux-gnu"; }
};

/// All targets, in the order of Targets.def.
llvm::ArrayRef<TargetRecord> allTargets();
/// Null for a target that is not among them.
const TargetRecord *findTarget(const llvm::Triple &T);
/// What kernel-opt assumes for code of \p T without --cpu: the core of its
/// system, or its target's DefaultCpu. Empty for a target that is not known.
llvm::StringRef defaultCpuOf(const llvm::Triple &T);
/// By TargetRecord::Name; null if there is none.
const TargetRecord *findTargetByName(llvm::StringRef Name);
/// For messages: "x86-64 and AArch64".
std::string shownTargets(llvm::StringRef LastSeparator = " and ");
/// The names of triples and model files: "x86_64, aarch64".
std::string targetNames();

/// The number of the opcode that LLVM calls \p Name; 0 if there is none.
/// O(log opcodes).
unsigned findOpcode(const llvm::MCInstrInfo &MII, llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_TARGETS_H
