//===- IntegerCode.cpp - Integer arithmetic of a loop body ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the operands of each instruction into the recipe of its opcode.
///
/// Cost: O(operands).
/// Tested by unittests/Graph/MemoryDependenceTest.cpp and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "IntegerCode.h"
#include "kernel-bounds/Kernel/AddressSlice.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class Decoder {
public:
  Decoder(const Kernel &K, const MCInstrInfo &MII)
      : K(K), MII(MII), Target(targetOf(K)) {}
  /// All instructions.
  IntegerCode run();
  /// Those in \p Slice, and of the others stores of unknown values, if
  /// \p WithStores, and addresses, if \p WithAddresses.
  IntegerCode run(const BitVector &Slice, bool WithStores, bool WithAddresses);

private:
  void addAddresses(const KernelInst &I);
  void decode(const KernelInst &I);
  void storeUnknown(const KernelInst &I);
  void decodeByRecipe(const KernelInst &I, const IntRecipe &R);
  void fillPlain(const IntOperands &In, const IntRecipe &R, IntOp &Op) const;
  void decodeAccess(const KernelInst &I, const IntRecipe &R, int8_t Part);
  void decodeExchange(const KernelInst &I, const IntRecipe &R);
  void addWriteBacks(const KernelInst &I);
  void finish(const KernelInst &I, size_t First);
  IntAddress address(const KernelInst &I, const MemRef &M) const;

  const Kernel &K;
  const MCInstrInfo &MII;
  const TargetSemantics &Target;
  IntegerCode Code;
};

} // namespace

IntAddress Decoder::address(const KernelInst &I, const MemRef &M) const {
  const IntOperands In(K, I);
  IntAddress A;
  A.IsUnknown = M.IsGather || M.Segment;
  A.IsScalable = M.IsScalable;
  if (M.Base)
    A.Base = In.unitOf(M.Base);
  if (M.Index) {
    A.Index = In.unitOf(M.Index);
    A.IsUnknown |= A.Index == NoRegUnit;
  }
  A.Scale = M.Scale;
  A.IndexExtend = M.IndexExtend == 's'   ? Extension::Sign
                  : M.IndexExtend == 'u' ? Extension::Zero
                                         : Extension::None;
  A.Displacement = M.Displacement;
  A.Symbol = M.Symbol;
  if (M.WriteBack == WriteBackKind::PostIndex) {
    A.Index = NoRegUnit;
    A.Displacement = 0;
  }
  return A;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Decoder::decodeExchange(const KernelInst &I, const IntRecipe &R) {
  const IntOperands In(K, I);
  for (int Dst : {0, 1}) {
    IntOp Op;
    Op.Kind = IntOpKind::Copy;
    Op.Bits = R.Bits;
    Op.To = In.writeUnit(Dst);
    Op.A = In.source(1 - Dst);
    Code.Ops.push_back(Op);
  }
}

/// A register of a load or store, of a pair that of \p Part. Operands are the
/// updated base, if any, and the registers.
void Decoder::decodeAccess(const KernelInst &I, const IntRecipe &R,
                           int8_t Part) {
  const IntOperands In(K, I);
  IntOp Op;
  Op.Kind = R.Op;
  Op.ToMem = I.FirstMem;
  Op.ToPart = Part;
  bool HasWriteBack = K.mems(I).front().WriteBack != WriteBackKind::None;
  unsigned Datum = std::max<int>(Part, 0) + HasWriteBack;
  if (Datum >= MII.get(I.Opcode).getNumOperands())
    Op.Kind = IntOpKind::Unknown;
  if (R.Dst == 0) {
    Op.To = In.writeUnit(Datum);
    Op.A = In.source(IntRecipe::FromMemory);
    Op.A.Part = Part;
    Op.A.Extend = R.FromBits < 64 ? R.Extend : Extension::None;
    Op.A.Bits = R.FromBits;
  } else {
    Op.A = In.source(Datum);
    Op.Bits = R.FromBits;
  }
  if (Op.To != NoRegUnit || R.Dst == IntRecipe::NoOperand)
    Code.Ops.push_back(Op);
}

void Decoder::fillPlain(const IntOperands &In, const IntRecipe &R,
                        IntOp &Op) const {
  if (!In.fillOperands(R, Op))
    Op.Kind = IntOpKind::Unknown;
  if (R.Negate) { // 0 - A
    Op.B = Op.A;
    Op.A = IntSource();
    Op.A.Kind = IntSource::Constant;
  }
  if (Op.Kind == IntOpKind::MulAdd && Op.C.Kind == IntSource::None)
    Op.C.Kind = IntSource::Constant;
  if (Op.Kind == IntOpKind::Copy && Op.A.Kind == IntSource::None)
    std::swap(Op.A, Op.B);
}

void Decoder::decodeByRecipe(const KernelInst &I, const IntRecipe &R) {
  if (R.Kind == IntRecipe::Exchange)
    return decodeExchange(I, R);
  if (R.Kind == IntRecipe::Access)
    return decodeAccess(I, R, -1);
  if (R.Kind == IntRecipe::AccessPair) {
    decodeAccess(I, R, 0);
    decodeAccess(I, R, 1);
    return;
  }
  const IntOperands In(K, I);
  IntOp Op;
  Op.Kind = R.Op;
  Op.Bits = R.Bits;
  Op.Widen = R.Widen;
  if (R.Dst != IntRecipe::NoOperand)
    Op.To = In.writeUnit(R.Dst);
  Op.ToMem = I.FirstMem;
  if (R.Kind != IntRecipe::Special)
    fillPlain(In, R, Op);
  else if (!Target.fillSpecial(In, R, Op))
    Op.Kind = IntOpKind::Unknown;
  if (Op.To != NoRegUnit || R.Dst == IntRecipe::NoOperand)
    Code.Ops.push_back(Op);
}

void Decoder::addWriteBacks(const KernelInst &I) {
  for (const MemRef &M : K.mems(I)) {
    if (M.WriteBack == WriteBackKind::None || !M.Base)
      continue;
    IntOp Op;
    Op.Kind = IntOpKind::Lea;
    MemRef Plain = M;
    Plain.WriteBack = WriteBackKind::None;
    Op.Address = address(I, Plain);
    Op.To = Op.Address.Base;
    if (Op.Address.IsUnknown)
      Op.Kind = IntOpKind::Unknown;
    if (Op.To != NoRegUnit)
      Code.Ops.push_back(Op);
  }
}

/// Registers and memory that no operation accounts for get unknown values.
void Decoder::finish(const KernelInst &I, size_t First) {
  auto IsWritten = [&](auto Matches) {
    return any_of(ArrayRef(Code.Ops).slice(First), Matches);
  };
  for (const RegWrite &W : K.writes(I))
    for (RegUnit U : K.units(W)) {
      if (W.IsFlags || IsWritten([&](const IntOp &Op) { return Op.To == U; }))
        continue;
      IntOp Op;
      Op.To = U;
      if (I.is(IF_ZeroIdiom)) {
        Op.Kind = IntOpKind::Copy;
        Op.A.Kind = IntSource::Constant;
      }
      Code.Ops.push_back(Op);
    }
  for (uint32_t M = I.FirstMem; M < I.FirstMem + I.NumMems; ++M) {
    if (!K.Mems[M].IsStore || IsWritten([&](const IntOp &Op) {
          return Op.To == NoRegUnit && Op.ToMem == M;
        }))
      continue;
    IntOp Op;
    Op.ToMem = M;
    Code.Ops.push_back(Op);
  }
}

/// Any value goes to memory.
void Decoder::storeUnknown(const KernelInst &I) {
  for (uint32_t M = I.FirstMem; M < I.FirstMem + I.NumMems; ++M)
    if (K.Mems[M].IsStore)
      Code.Ops.emplace_back().ToMem = M;
}

void Decoder::decode(const KernelInst &I) {
  size_t First = Code.Ops.size();
  if (I.is(IF_Nop) || I.is(IF_Prefetch))
    return;
  if (I.Inst && !I.is(IF_Call) && !I.is(IF_ZeroIdiom)) {
    const IntRecipe &R = Target.recipe(I.Opcode);
    // One memory operand at most: push and pop of memory are left unknown.
    if (R.Kind != IntRecipe::None && I.NumMems <= 1 &&
        (!R.needsMemory() || I.NumMems == 1))
      decodeByRecipe(I, R);
  }
  addWriteBacks(I);
  finish(I, First);
}

void Decoder::addAddresses(const KernelInst &I) {
  for (const MemRef &M : K.mems(I))
    Code.Addresses.push_back(address(I, M));
}

IntegerCode Decoder::run() {
  Code.FirstOp.reserve(K.Insts.size() + 1);
  Code.Addresses.reserve(K.Mems.size());
  for (const KernelInst &I : K.Insts) {
    Code.FirstOp.push_back(Code.Ops.size());
    addAddresses(I);
    decode(I);
  }
  Code.FirstOp.push_back(Code.Ops.size());
  return std::move(Code);
}

IntegerCode Decoder::run(const BitVector &Slice, bool WithStores,
                         bool WithAddresses) {
  Code.FirstOp.reserve(K.Insts.size() + 1);
  Code.Addresses.reserve(K.Mems.size());
  Code.Ops.reserve(Slice.count() + (WithStores ? K.Mems.size() : 0));
  for (auto [Idx, I] : enumerate(K.Insts)) {
    Code.FirstOp.push_back(Code.Ops.size());
    if (Slice[Idx] || WithAddresses)
      addAddresses(I);
    else
      Code.Addresses.resize(Code.Addresses.size() + I.NumMems);
    if (Slice[Idx])
      decode(I);
    else if (WithStores && !I.is(IF_Nop) && !I.is(IF_Prefetch))
      storeUnknown(I);
  }
  Code.FirstOp.push_back(Code.Ops.size());
  return std::move(Code);
}

IntegerCode kernelbounds::decodeIntegerCode(const Kernel &K,
                                            const MCInstrInfo &MII) {
  return Decoder(K, MII).run();
}

IntegerCode kernelbounds::decodeBody(const Kernel &K, const MCInstrInfo &MII,
                                     const AddressSlice &Slice) {
  IntegerCode Code = Decoder(K, MII).run(Slice.Body, /*WithStores=*/true,
                                         /*WithAddresses=*/true);
  Code.HasStores = Slice.NeedsMemory;
  return Code;
}

IntegerCode kernelbounds::decodeBefore(const Kernel &K, const MCInstrInfo &MII,
                                       const AddressSlice &Slice) {
  if (!K.Before)
    return {};
  IntegerCode Code =
      Decoder(*K.Before, MII)
          .run(Slice.Before, /*WithStores=*/false, Slice.NeedsFrame);
  Code.HasStores = Slice.HasInitialMemory;
  return Code;
}
