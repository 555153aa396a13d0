//===- Targets.h - The registry of targets ----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a triple to what its target's folder in lib/Target says. Only those who
/// read code or make kernels ask here; all others have Kernel::Target.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TARGET_TARGETS_H
#define KERNEL_BOUNDS_TARGET_TARGETS_H

#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kernelbounds {

/// The semantics of the target of \p TT. \p TD must outlive it.
/// \returns null for a target that is not among Model/Targets.def, or whose
/// opcodes LLVM numbers otherwise than when this was built.
std::unique_ptr<TargetSemantics>
createTargetSemantics(const llvm::Triple &TT, const TargetDescription &TD);

/// How code of the target of \p TT is written; null as above.
const TargetCode *findTargetCode(const llvm::Triple &TT);

/// Registers LLVM's tables, assembly parser and decoder of the target of \p TT
/// on first use. Only of that one, because all of LLVM's targets take longer to
/// start than a small file takes to read. Fails for a target that is not among
/// Targets.def, and for one that LLVM was built without.
llvm::Error registerTarget(const llvm::Triple &TT);
/// The same for what makes code of LLVM's IR.
llvm::Error registerCodeGenerator(const llvm::Triple &TT);

// Each folder of lib/Target defines these two.
#define KB_TARGET(Target, Name, Shown, DarwinName, Matches, GenericCpu,        \
                  DefaultCpu, AsmFeatures, PlaceholderLatency, PlainCpu)       \
  std::unique_ptr<TargetSemantics> create##Target##Semantics(                  \
      const llvm::Triple &TT, const TargetDescription &TD);                    \
  const TargetCode &codeOf##Target();
#include "kernel-bounds/Model/Targets.def"

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TARGET_TARGETS_H
