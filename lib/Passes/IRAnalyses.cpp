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
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace kernelbounds;
using namespace llvm;

bool TypeRules::areUsedBy(const Module &M) {
  auto HasTag = [](const Instruction &I) {
    return I.hasMetadata(LLVMContext::MD_tbaa) ||
           I.hasMetadata(LLVMContext::MD_tbaa_struct);
  };
  if (!Known)
    Known = any_of(
        M, [&](const Function &F) { return any_of(instructions(F), HasTag); });
  return *Known;
}

IRAnalyses::IRAnalyses(MachineFunction &MF, TypeRules &Rules)
    : MF(MF), Rules(Rules) {}

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

AAMDNodes kernelbounds::tagsOf(const MachineMemOperand &Op) {
  AAMDNodes Tags = Op.getAAInfo();
  const Value *Pointer = Op.getValue();
  if (Tags.TBAA || !Pointer || isa<Constant>(Pointer) || Op.getOffset() != 0 ||
      !Op.getSize().hasValue())
    return Tags;
  MDNode *Common = nullptr;
  for (const User *U : Pointer->users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I || getLoadStorePointerOperand(I) != Pointer ||
        (isa<LoadInst>(I) ? !Op.isLoad() : !Op.isStore()))
      continue;
    const TypeSize Bytes =
        I->getDataLayout().getTypeStoreSize(getLoadStoreType(I));
    MDNode *Tag = I->getMetadata(LLVMContext::MD_tbaa);
    if (!Tag || Op.getSize() != LocationSize::precise(Bytes))
      return Tags;
    Common = Common ? MDNode::getMostGenericTBAA(Common, Tag) : Tag;
    if (!Common)
      return Tags;
  }
  Tags.TBAA = Common;
  return Tags;
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
