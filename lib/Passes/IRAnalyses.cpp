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
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
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

bool kernelbounds::isSpill(const MachineInstr &MI, const MemRef &M) {
  const MachineFrameInfo &MFI = MI.getMF()->getFrameInfo();
  return any_of(memoryOperands(MI, M), [&](const MachineMemOperand *Op) {
    auto *Slot =
        dyn_cast_or_null<FixedStackPseudoSourceValue>(Op->getPseudoValue());
    return Slot && MFI.isSpillSlotObjectIndex(Slot->getFrameIndex());
  });
}

/// Whether \p Object is a local variable of which nothing but loads and stores
/// of the function has the address.
static bool isPrivate(const Value *Object) {
  if (!isa_and_nonnull<AllocaInst>(Object))
    return false;
  SmallVector<const Value *, 8> ToVisit{Object};
  unsigned Budget = 64;
  while (!ToVisit.empty())
    for (const Use &U : ToVisit.pop_back_val()->uses()) {
      const auto *I = cast<Instruction>(U.getUser());
      if (Budget-- == 0)
        return false;
      if (isa<GetElementPtrInst>(I))
        ToVisit.push_back(I);
      else if (getLoadStorePointerOperand(I) != U.get() &&
               !I->isLifetimeStartOrEnd())
        return false;
      else if (isa<StoreInst>(I) && U.getOperandNo() == 0)
        return false;
    }
  return true;
}

bool kernelbounds::mayCallWrite(const MachineInstr &Call,
                                const MachineInstr &MI, const MemRef &M) {
  for (const MachineOperand &Op : Call.operands())
    if (auto *Callee =
            Op.isGlobal() ? dyn_cast<Function>(Op.getGlobal()) : nullptr;
        Callee && Callee->onlyReadsMemory())
      return false;
  auto Operands = memoryOperands(MI, M);
  if (!Operands.empty() && all_of(Operands, [](const MachineMemOperand *Op) {
        return Op->getPseudoValue() || Op->isInvariant();
      }))
    return false;
  return !isPrivate(commonObject(Operands));
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

/// The one object that \p Pointer leads into, or null.
static const Value *findObject(const Value *Pointer) {
  SmallVector<const Value *, 2> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, /*MaxLookup=*/0);
  // What is accessed is not null.
  llvm::erase_if(Objects, [](const Value *O) {
    return isa<ConstantPointerNull, UndefValue>(O);
  });
  return Objects.size() == 1 ? Objects.front() : nullptr;
}

/// \p ObjectOf says where a pointer leads; null if there is no one object.
static const Value *
commonObjectOf(ArrayRef<const MachineMemOperand *> Operands,
               function_ref<const Value *(const Value *)> ObjectOf) {
  const Value *Common = nullptr;
  for (const MachineMemOperand *Op : Operands) {
    const Value *Pointer = Op->getValue();
    const Value *Object = Pointer ? ObjectOf(Pointer) : nullptr;
    if (!Object || (Common && Common != Object))
      return nullptr;
    Common = Object;
  }
  return Common;
}

const Value *
kernelbounds::commonObject(ArrayRef<const MachineMemOperand *> Operands) {
  return commonObjectOf(Operands, findObject);
}

const Value *
IRAnalyses::commonObject(ArrayRef<const MachineMemOperand *> Operands) {
  return commonObjectOf(Operands, [&](const Value *Pointer) {
    // Only selections and merges of pointers take long.
    const Value *Start = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
    auto [It, IsNew] = ObjectOf.try_emplace(Start, nullptr);
    if (IsNew)
      It->second = findObject(Start);
    return It->second;
  });
}

const Value *kernelbounds::accessedObject(const MachineInstr &MI,
                                          const MemRef &M) {
  return commonObject(memoryOperands(MI, M));
}
