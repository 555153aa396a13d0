//===- IRAnalyses.h - Analyses of IR after code generation -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The analyses of one function's IR that answer for its machine code, and the
/// way from an access of a machine instruction to IR.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_IRANALYSES_H
#define KERNEL_BOUNDS_LIB_PASSES_IRANALYSES_H

#include "IRMemory.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Target/TargetMachine.h"

namespace kernelbounds {

struct IRAnalyses::Results {
  explicit Results(const llvm::MachineFunction &MF)
      // None of the analyses changes the function; their interfaces are old.
      : F(const_cast<llvm::Function &>(MF.getFunction())),
        LibraryInfo(MF.getTarget().getTargetTriple()), TLI(LibraryInfo, &F),
        DT(F), LI(DT), AC(F), SE(F, TLI, AC, DT, LI),
        Basic(F.getDataLayout(), F, TLI, AC, &DT),
        Types(F.hasFnAttribute(llvm::Attribute::SanitizeType)), Aliases(TLI) {
    Aliases.addAAResult(Basic);
    Aliases.addAAResult(Scopes);
    Aliases.addAAResult(Types);
  }

  llvm::Function &F;
  llvm::TargetLibraryInfoImpl LibraryInfo;
  llvm::TargetLibraryInfo TLI;
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::AssumptionCache AC;
  llvm::ScalarEvolution SE;
  llvm::BasicAAResult Basic;
  llvm::ScopedNoAliasAAResult Scopes;
  llvm::TypeBasedAAResult Types;
  llvm::AAResults Aliases;
};

/// What tells the type of an access apart from others: what the operand has or,
/// where code generation lost that, what all accesses of IR through its pointer
/// have. Stack slots that share a place lose it, for accesses that may be to
/// one of them; no value gets from one of these slots to the other.
llvm::AAMDNodes tagsOf(const llvm::MachineMemOperand &Op);

/// The object that all of \p Operands point into, or null.
const llvm::Value *
commonObject(llvm::ArrayRef<const llvm::MachineMemOperand *> Operands);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_IRANALYSES_H
