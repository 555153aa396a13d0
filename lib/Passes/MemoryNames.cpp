//===- MemoryNames.cpp - What users call an accessed object ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compilers drop names of IR values; variables are found by the debug records
/// that refer to a value. Without -g only globals have names.
/// Tested by test/Passes/ir-memory-remarks.c.
//
//===----------------------------------------------------------------------===//

#include "MemoryNames.h"
#include "IRAnalyses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace kernelbounds;
using namespace llvm;

std::string kernelbounds::nameOfObject(const Value *Object) {
  if (!Object)
    return "";
  if (auto *Global = dyn_cast<GlobalVariable>(Object)) {
    SmallVector<DIGlobalVariableExpression *, 1> Known;
    Global->getDebugInfo(Known);
    return (Known.empty() ? Global->getName()
                          : Known.front()->getVariable()->getName())
        .str();
  }
  auto *V = const_cast<Value *>(Object); // An old interface.
  SmallVector<DbgVariableRecord *, 4> Records;
  append_range(Records, findDVRDeclares(V));
  append_range(Records, findDVRValues(V));
  for (const DbgVariableRecord *Record : Records)
    if (Record->getExpression()->getNumElements() == 0 &&
        !Record->getVariable()->getName().empty())
      return Record->getVariable()->getName().str();
  return Object->getName().str();
}

const Type *kernelbounds::untaggedType(const MachineInstr &MI,
                                       const MemRef &M) {
  auto Operands = memoryOperands(MI, M);
  if (Operands.empty() || !Operands.front()->getValue() ||
      tagsOf(*Operands.front()).TBAA)
    return nullptr;
  const Value *Pointer = Operands.front()->getValue();
  for (const User *U : Pointer->users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I || getLoadStorePointerOperand(I) != Pointer ||
        (isa<LoadInst>(I) ? !M.IsLoad : !M.IsStore))
      continue;
    // Bytes that are copied have no type of the language, and no alignment.
    Type *Scalar = getLoadStoreType(I)->getScalarType();
    return getLoadStoreAlignment(I) < I->getDataLayout().getABITypeAlign(Scalar)
               ? nullptr
               : Scalar;
  }
  return nullptr;
}
