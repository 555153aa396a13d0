//===- IRAnalyses.cpp - Analyses of IR after code generation
//-----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Passes/ir-memory*.c.
//
//===----------------------------------------------------------------------===//

#include "IRAnalyses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"

using namespace kernelbounds;
using namespace llvm;

IRAnalyses::IRAnalyses(MachineFunction &MF) : MF(MF) {}

IRAnalyses::~IRAnalyses() = default;

IRAnalyses::Results &IRAnalyses::get() {
  if (!Made)
    Made = std::make_unique<Results>(MF);
  return *Made;
}

SmallVector<const MachineMemOperand *, 2>
kernelbounds::memoryOperands(const MachineInstr &MI, const MemRef &M) {
  SmallVector<const MachineMemOperand *, 2> Out;
  for (const MachineMemOperand *Op : MI.memoperands())
    if ((M.IsLoad && Op->isLoad()) || (M.IsStore && Op->isStore()))
      Out.push_back(Op);
  return Out;
}

const Value *
kernelbounds::commonObject(ArrayRef<const MachineMemOperand *> Operands) {
  const Value *Common = nullptr;
  for (const MachineMemOperand *Op : Operands) {
    if (!Op->getValue())
      return nullptr;
    SmallVector<const Value *, 2> Objects;
    getUnderlyingObjects(Op->getValue(), Objects, nullptr, /*MaxLookup=*/0);
    if (Objects.size() != 1 || (Common && Common != Objects.front()))
      return nullptr;
    Common = Objects.front();
  }
  return Common;
}

const Value *kernelbounds::accessedObject(const MachineInstr &MI,
                                          const MemRef &M) {
  return commonObject(memoryOperands(MI, M));
}
