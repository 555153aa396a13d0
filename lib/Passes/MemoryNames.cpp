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
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Variables of a value
//===----------------------------------------------------------------------===//

/// \p T without names for types and without qualifiers.
static const DIType *stripped(const DIType *T) {
  while (auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (D->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      T = D->getBaseType();
      continue;
    default:
      return T;
    }
  }
  return T;
}

namespace {
/// A variable of the source that has the value of a pointer.
struct NamedPointer {
  const DILocalVariable *Variable;
  const DILocation *At;            ///< Into what it was inlined is part of it.
  const DIType *Pointee = nullptr; ///< Stripped; null if it is no pointer.

  explicit NamedPointer(const DbgVariableRecord &Record)
      : Variable(Record.getVariable()), At(Record.getDebugLoc()) {
    if (auto *D =
            dyn_cast_or_null<DIDerivedType>(stripped(Variable->getType())))
      Pointee = stripped(D->getBaseType());
  }
  bool isToRecord() const {
    auto *C = dyn_cast_or_null<DICompositeType>(Pointee);
    return C && C->getTag() != dwarf::DW_TAG_array_type;
  }
  /// Whether an access of \p Bytes may be one to elements, or vectors of them.
  /// Another variable may point into the same memory as elements of other size.
  bool fits(uint64_t Bytes) const {
    const uint64_t Element = Pointee ? Pointee->getSizeInBits() / 8 : 0;
    return isToRecord() || Element == 0 || Bytes % Element == 0;
  }
  /// Declared in the function of \p Where, in the same copy of it.
  bool isOfFunction(const DILocation &Where) const {
    return At && At->getInlinedAt() == Where.getInlinedAt() &&
           Variable->getScope()->getSubprogram() ==
               Where.getScope()->getSubprogram();
  }
};
} // namespace

/// The variables that have the value of \p V, by line and name.
static SmallVector<NamedPointer, 4> variablesOf(const Value *V) {
  SmallVector<NamedPointer, 4> Out;
  for (const DbgVariableRecord *Record :
       findDVRValues(const_cast<Value *>(V))) // An old interface.
    if (Record->getExpression()->getNumElements() == 0 &&
        !Record->getVariable()->getName().empty())
      Out.emplace_back(*Record);
  llvm::sort(Out, [](const NamedPointer &A, const NamedPointer &B) {
    return std::pair(A.Variable->getLine(), A.Variable->getName()) <
           std::pair(B.Variable->getLine(), B.Variable->getName());
  });
  return Out;
}

/// The variable that is \p V itself: an array or a global.
static std::string nameOfVariable(const Value *V) {
  if (auto *Global = dyn_cast<GlobalVariable>(V)) {
    SmallVector<DIGlobalVariableExpression *, 1> Known;
    Global->getDebugInfo(Known);
    return (Known.empty() ? Global->getName()
                          : Known.front()->getVariable()->getName())
        .str();
  }
  for (const DbgVariableRecord *Record :
       findDVRDeclares(const_cast<Value *>(V)))
    if (Record->getExpression()->getNumElements() == 0 &&
        !Record->getVariable()->getName().empty())
      return Record->getVariable()->getName().str();
  return "";
}

std::string kernelbounds::nameOfObject(const Value *Object) {
  if (!Object)
    return "";
  if (std::string Name = nameOfVariable(Object); !Name.empty())
    return Name;
  SmallVector<NamedPointer, 4> Variables = variablesOf(Object);
  for (const NamedPointer &P : Variables)
    if (P.Variable->isParameter() && P.At && !P.At->getInlinedAt())
      return P.Variable->getName().str();
  // Several names are those of copies and parts.
  StringRef Only;
  for (const NamedPointer &P : Variables) {
    if (!Only.empty() && Only != P.Variable->getName())
      return "";
    Only = P.Variable->getName();
  }
  return (Only.empty() ? Object->getName() : Only).str();
}

//===----------------------------------------------------------------------===//
// The variable behind an access
//===----------------------------------------------------------------------===//

/// Whether a variable points to a part of what \p Pointer points to. An access
/// at a distance from \p Pointer may then be by that variable.
static bool hasNamedParts(const Value &Pointer) {
  return any_of(Pointer.users(), [](const User *U) {
    auto *Part = dyn_cast<GEPOperator>(U);
    return Part && Part->hasAllConstantIndices() && !variablesOf(Part).empty();
  });
}

/// The name of \p Pointer at \p Where, for an access of \p Bytes. \p IsAway: it
/// is at a constant distance, so that another variable with a part of the same
/// record may have been used; the one of the record is right in any case.
static std::string nameOfPointer(const Value &Pointer, const DILocation *Where,
                                 uint64_t Bytes, bool IsAway) {
  const SmallVector<NamedPointer, 4> All = variablesOf(&Pointer);
  const bool OnlyRecords =
      IsAway &&
      (any_of(All, [](const NamedPointer &P) { return P.isToRecord(); }) ||
       hasNamedParts(Pointer));
  for (; Where; Where = Where->getInlinedAt()) {
    const NamedPointer *Best = nullptr;
    for (const NamedPointer &P : All) {
      if (!P.Pointee || !P.isOfFunction(*Where) ||
          (OnlyRecords && !P.isToRecord()) || (IsAway && !P.fits(Bytes)))
        continue;
      if (!Best || (!IsAway && Best->Pointee->getSizeInBits() != 8 * Bytes &&
                    P.Pointee->getSizeInBits() == 8 * Bytes))
        Best = &P;
    }
    if (Best)
      return Best->Variable->getName().str();
  }
  return "";
}

std::string kernelbounds::nameOfAccessed(const MachineInstr &MI,
                                         const MemRef &M) {
  constexpr unsigned MostSteps = 16;
  auto Operands = memoryOperands(MI, M);
  const Value *Object = commonObject(Operands);
  if (!Object)
    return "";
  const DILocation *Where = MI.getDebugLoc();
  const Value *V = Operands.front()->getValue();
  bool IsAway = Operands.front()->getOffset() != 0;
  for (unsigned Step = 0; Step < MostSteps; ++Step) {
    if (std::string Name = nameOfVariable(V); !Name.empty())
      return Name;
    if (std::string Name = nameOfPointer(*V, Where, M.Width, IsAway);
        !Name.empty())
      return Name;
    if (V == Object)
      break;
    if (auto *Moved = dyn_cast<GEPOperator>(V)) {
      const DataLayout &DL = MI.getMF()->getDataLayout();
      const unsigned Bits = DL.getIndexTypeSizeInBits(Moved->getType());
      SmallMapVector<Value *, APInt, 4> Variable;
      APInt Constant(Bits, 0);
      IsAway |= !Moved->collectOffset(DL, Bits, Variable, Constant) ||
                !Constant.isZero();
      V = Moved->getPointerOperand();
      continue;
    }
    // Around a loop, a pointer has moved any distance.
    IsAway = true;
    V = Object;
  }
  // A parameter is what the function was given, whatever points into it.
  return isa<Argument>(Object) ? nameOfObject(Object) : "";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

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
