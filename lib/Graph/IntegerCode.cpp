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
/// Cost: O(operands), and looks at names of opcodes.
/// Tested by unittests/Graph/MemoryDependenceTest.cpp and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "IntegerCode.h"
#include "AddressSlice.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <optional>

using namespace kernelbounds;
using namespace llvm;

namespace {

class Decoder {
public:
  Decoder(const Kernel &K, const MCInstrInfo &MII) : K(K), MII(MII) {}
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
  bool fillSources(const KernelInst &I, const IntRecipe &R, IntOp &Op) const;
  bool fillBitfield(const KernelInst &I, const IntRecipe &R, IntOp &Op) const;
  bool fillVectorCount(const KernelInst &I, const IntRecipe &R,
                       IntOp &Op) const;
  bool fillLea(const KernelInst &I, IntOp &Op) const;
  void fillPlace(const KernelInst &I, const IntRecipe &R, IntOp &Op) const;
  void decodeAccess(const KernelInst &I, const IntRecipe &R, int8_t Part);
  void decodeExchange(const KernelInst &I);
  void addWriteBacks(const KernelInst &I);
  void finish(const KernelInst &I, size_t First);
  IntAddress address(const KernelInst &I, const MemRef &M) const;

  RegUnit unitOfReg(const KernelInst &I, unsigned Reg) const;
  RegUnit readUnit(const KernelInst &I, int Operand) const;
  RegUnit writeUnit(const KernelInst &I, int Operand) const;
  IntSource source(const KernelInst &I, int Operand) const;
  std::optional<IntSource> immediate(const KernelInst &I, int Operand) const;
  int64_t imm(const KernelInst &I, unsigned Operand) const;
  const IntRecipe &recipe(unsigned Opcode);

  const Kernel &K;
  const MCInstrInfo &MII;
  IntegerCode Code;
  /// The last ones looked up, by opcode modulo their number.
  std::array<std::pair<unsigned, IntRecipe>, 16> Recipes;
};

} // namespace

const IntRecipe &Decoder::recipe(unsigned Opcode) {
  auto &[Of, Recipe] = Recipes[Opcode % Recipes.size()];
  if (Of != Opcode) { // No instruction has opcode 0.
    StringRef Name = MII.getName(Opcode);
    Of = Opcode;
    Recipe = K.IsAArch64 ? aarch64Recipe(Name) : x86Recipe(Name);
  }
  return Recipe;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

RegUnit Decoder::unitOfReg(const KernelInst &I, unsigned Reg) const {
  for (const RegRead &R : K.reads(I))
    if (R.Reg == Reg && R.NumUnits == 1)
      return K.units(R).front();
  for (const RegWrite &W : K.writes(I))
    if (W.Reg == Reg && W.NumUnits == 1)
      return K.units(W).front();
  return NoRegUnit;
}

RegUnit Decoder::readUnit(const KernelInst &I, int Operand) const {
  if (I.Inst && Operand >= 0) {
    const MCOperand &Op = I.Inst->getOperand(Operand);
    return Op.isReg() && Op.getReg() ? unitOfReg(I, Op.getReg().id())
                                     : NoRegUnit;
  }
  for (const RegRead &R : K.reads(I)) // Implicit: the accumulator.
    if (R.Operand < 0 && R.Reg && R.NumUnits == 1 &&
        R.Role != ReadRole::Address)
      return K.units(R).front();
  return NoRegUnit;
}

RegUnit Decoder::writeUnit(const KernelInst &I, int Operand) const {
  if (I.Inst && Operand >= 0)
    return readUnit(I, Operand);
  for (const RegWrite &W : K.writes(I))
    if (W.Operand < 0 && W.Reg && !W.IsFlags && !W.IsWriteBack &&
        W.NumUnits == 1)
      return K.units(W).front();
  return NoRegUnit;
}

int64_t Decoder::imm(const KernelInst &I, unsigned Operand) const {
  return Operand < I.Inst->getNumOperands() &&
                 I.Inst->getOperand(Operand).isImm()
             ? I.Inst->getOperand(Operand).getImm()
             : 0;
}

/// A register or memory operand; -1 is none, -2 implicit, -3 memory.
IntSource Decoder::source(const KernelInst &I, int Operand) const {
  IntSource S;
  if (Operand == -1)
    return S;
  if (Operand == -3) {
    S.Kind = IntSource::Memory;
    S.Mem = I.FirstMem;
    return S;
  }
  S.Reg = readUnit(I, Operand);
  // Without a unit: the zero register.
  S.Kind = S.Reg == NoRegUnit ? IntSource::Constant : IntSource::Unit;
  return S;
}

std::optional<IntSource> Decoder::immediate(const KernelInst &I,
                                            int Operand) const {
  IntSource S;
  S.Kind = IntSource::Constant;
  const MCOperand &Op = I.Inst->getOperand(Operand);
  if (!Op.isImm() && !Op.isExpr())
    return std::nullopt;
  foldAddress(Op, S.Value, S.Symbol);
  if (Op.isExpr() && !S.Symbol && S.Value == 0)
    return std::nullopt;
  return S;
}

IntAddress Decoder::address(const KernelInst &I, const MemRef &M) const {
  IntAddress A;
  A.IsUnknown = M.IsGather || M.Segment;
  A.IsScalable = M.IsScalable;
  if (M.Base)
    A.Base = unitOfReg(I, M.Base);
  if (M.Index) {
    A.Index = unitOfReg(I, M.Index);
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

bool Decoder::fillLea(const KernelInst &I, IntOp &Op) const {
  if (I.Inst->getNumOperands() < 6)
    return false;
  Op.Kind = IntOpKind::Lea;
  Op.Address.Base = readUnit(I, 1);
  Op.Address.Index = readUnit(I, 3);
  Op.Address.Scale = imm(I, 2);
  foldAddress(I.Inst->getOperand(4), Op.Address.Displacement,
              Op.Address.Symbol);
  // Relative to the instruction without a symbol: linked code.
  if (I.Inst->getOperand(1).getReg() && Op.Address.Base == NoRegUnit &&
      !Op.Address.Symbol) {
    if (I.Address == 0)
      Op.Kind = IntOpKind::Opaque;
    Op.Address.Displacement += I.Address + I.Size;
  }
  return true;
}

/// adr and adrp: an address in linked code. Of a page that a relocation names,
/// which the object reader makes a plain symbol, the instruction that adds the
/// low bits has the whole address. Of `adrp x0, :got:x` some value.
void Decoder::fillPlace(const KernelInst &I, const IntRecipe &R,
                        IntOp &Op) const {
  const MCOperand &Target = I.Inst->getOperand(1);
  const uint64_t Unit = R.ImmValue;
  Op.A.Kind = IntSource::Constant;
  if (Target.isImm() && I.Address != 0) {
    Op.Kind = IntOpKind::Copy;
    Op.A.Value = (I.Address & -Unit) + Target.getImm() * Unit;
  } else if (Target.isExpr() && Unit != 1 &&
             Target.getExpr()->getKind() != MCExpr::Specifier) {
    Op.Kind = IntOpKind::Copy;
  }
}

/// Shifts by a constant and extensions, which are forms of UBFM and SBFM.
bool Decoder::fillBitfield(const KernelInst &I, const IntRecipe &R,
                           IntOp &Op) const {
  const unsigned Last = R.Bits - 1;
  unsigned ImmR = imm(I, 2), ImmS = imm(I, 3);
  Op.A = source(I, 1);
  if (R.Extend == Extension::Zero && ImmS + 1 == ImmR && ImmS != Last) {
    Op.Kind = IntOpKind::Shl;
    Op.B.Kind = IntSource::Constant;
    Op.B.Value = Last - ImmS;
  } else if (ImmS == Last) {
    Op.Kind = R.Extend == Extension::Sign ? IntOpKind::Sar : IntOpKind::Shr;
    Op.B.Kind = IntSource::Constant;
    Op.B.Value = ImmR;
  } else if (ImmR == 0 || ImmS < ImmR) { // A field of ImmS + 1 bits.
    Op.Kind = IntOpKind::Copy;
    Op.A.Extend = R.Extend;
    Op.A.Bits = ImmS + 1;
    Op.A.Shift = ImmR ? R.Bits - ImmR : 0;
  } else {
    return false;
  }
  return true;
}

/// incw x0, all, mul #2; cntd x0; addvl x0, x1, #1
bool Decoder::fillVectorCount(const KernelInst &I, const IntRecipe &R,
                              IntOp &Op) const {
  constexpr int64_t PatternAll = 31;
  unsigned Last = I.Inst->getNumOperands() - 1;
  if (R.B >= 0 && imm(I, R.B) != PatternAll)
    return false;
  IntSource Count;
  Count.Kind = IntSource::VectorLength;
  Count.Value = imm(I, Last) * R.ImmValue;
  Op.A = R.A >= 0 ? source(I, R.A) : Count;
  if (R.A >= 0)
    Op.B = Count;
  return true;
}

/// The mask of and, orr and eor: ones, rotated to the right, in an element of 2
/// to 64 bits that is repeated. N, immr and imms are the lowest 13 bits: for 63
/// 1, 0 and 5.
static uint64_t logicalMask(uint64_t Encoded) {
  unsigned N = Encoded >> 12 & 1, ImmR = Encoded >> 6 & 63, ImmS = Encoded & 63;
  unsigned Size = bit_floor(N << 6 | (~ImmS & 63));
  unsigned Ones = (ImmS & (Size - 1)) + 1, Rotation = ImmR & (Size - 1);
  uint64_t Element = maskTrailingOnes<uint64_t>(Ones);
  if (Rotation)
    Element = (Element >> Rotation | Element << (Size - Rotation)) &
              maskTrailingOnes<uint64_t>(Size);
  for (; Size < 64; Size *= 2)
    Element |= Element << Size;
  return Element;
}

bool Decoder::fillSources(const KernelInst &I, const IntRecipe &R,
                          IntOp &Op) const {
  Op.A = source(I, R.A);
  if (R.Kind == IntRecipe::ShiftedReg || R.Kind == IntRecipe::ExtendedReg) {
    Op.B = source(I, R.B);
    unsigned Shift = imm(I, 3);
    if (R.Kind == IntRecipe::ShiftedReg) {
      Op.B.Shift = Shift & 63;
      return Shift >> 6 == 0; // LSL only.
    }
    Op.B.Shift = Shift & 7;
    Op.B.Bits = 8u << (Shift >> 3 & 3);
    if (Op.B.Bits < 64)
      Op.B.Extend = Shift >> 5 ? Extension::Sign : Extension::Zero;
    return true;
  }
  if (R.Kind == IntRecipe::ShiftedImm) {
    std::optional<IntSource> B = immediate(I, 2);
    if (!B)
      return false;
    Op.B = *B;
    Op.B.Shift = imm(I, 3) & 63;
    return true;
  }
  if (R.Kind == IntRecipe::LogicalImm) {
    if (!I.Inst->getOperand(2).isImm())
      return false;
    Op.B.Kind = IntSource::Constant;
    Op.B.Value = logicalMask(imm(I, 2));
    return true;
  }
  if (R.HasImm && R.B >= 0) {
    std::optional<IntSource> B = immediate(I, R.B);
    if (!B)
      return false;
    Op.B = *B;
  } else if (R.HasImm) {
    Op.B.Kind = IntSource::Constant;
    Op.B.Value = R.ImmValue;
  } else {
    Op.B = source(I, R.B);
  }
  Op.C = source(I, R.C);
  // A high byte (%ah) has the unit of its register: only plain low bytes.
  if (R.Kind == IntRecipe::ExtendOne && R.FromBits == 8 && R.A >= 0 &&
      !I.is(IF_RegMove))
    return false;
  for (IntSource *S : {&Op.A, &Op.B})
    if (R.Extend != Extension::None && S->Kind != IntSource::None) {
      S->Extend = R.Extend;
      S->Bits = R.FromBits;
    }
  return true;
}

void Decoder::decodeExchange(const KernelInst &I) {
  for (int Dst : {0, 1}) {
    IntOp Op;
    Op.Kind = IntOpKind::Copy;
    Op.Bits = MII.getName(I.Opcode).contains("32") ? 32 : 64;
    Op.To = writeUnit(I, Dst);
    Op.A = source(I, 1 - Dst);
    Code.Ops.push_back(Op);
  }
}

/// AArch64: a register of a load or store, of a pair that of \p Part. Operands
/// are the updated base, if any, and the registers.
void Decoder::decodeAccess(const KernelInst &I, const IntRecipe &R,
                           int8_t Part) {
  IntOp Op;
  Op.Kind = R.Op;
  Op.ToMem = I.FirstMem;
  Op.ToPart = Part;
  bool HasWriteBack = K.mems(I).front().WriteBack != WriteBackKind::None;
  unsigned Datum = std::max<int>(Part, 0) + HasWriteBack;
  if (Datum >= MII.get(I.Opcode).getNumOperands())
    Op.Kind = IntOpKind::Unknown;
  if (R.Dst == 0) {
    Op.To = writeUnit(I, Datum);
    Op.A = source(I, -3);
    Op.A.Part = Part;
    Op.A.Extend = R.FromBits < 64 ? R.Extend : Extension::None;
    Op.A.Bits = R.FromBits;
  } else {
    Op.A = source(I, Datum);
    Op.Bits = R.FromBits;
  }
  if (Op.To != NoRegUnit || R.Dst == -1)
    Code.Ops.push_back(Op);
}

void Decoder::decodeByRecipe(const KernelInst &I, const IntRecipe &R) {
  if (R.Kind == IntRecipe::Exchange)
    return decodeExchange(I);
  if (R.Kind == IntRecipe::LoadStore)
    return decodeAccess(I, R, -1);
  if (R.Kind == IntRecipe::LoadStorePair) {
    decodeAccess(I, R, 0);
    decodeAccess(I, R, 1);
    return;
  }
  IntOp Op;
  Op.Kind = R.Op;
  Op.Bits = R.Bits;
  bool IsKnown = true;
  if (R.Dst != -1)
    Op.To = writeUnit(I, R.Dst);
  Op.ToMem = I.FirstMem;
  if (R.Kind == IntRecipe::LeaX86) {
    IsKnown = fillLea(I, Op);
  } else if (R.Kind == IntRecipe::Place) {
    fillPlace(I, R, Op);
  } else if (R.Kind == IntRecipe::Bitfield) {
    IsKnown = fillBitfield(I, R, Op);
  } else if (R.Kind == IntRecipe::VectorCount) {
    IsKnown = fillVectorCount(I, R, Op);
  } else if (R.Kind == IntRecipe::MoveWide) {
    Op.Kind = IntOpKind::Copy;
    Op.A.Kind = IntSource::Constant;
    Op.A.Value = imm(I, 1) << (imm(I, 2) & 63);
    if (R.Negate)
      Op.A.Value = ~Op.A.Value;
    IsKnown = I.Inst->getOperand(1).isImm();
  } else if (Op.Kind != IntOpKind::Opaque) {
    IsKnown = fillSources(I, R, Op);
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
  if (!IsKnown)
    Op.Kind = IntOpKind::Unknown;
  if (Op.To != NoRegUnit || R.Dst == -1)
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
    const IntRecipe &R = recipe(I.Opcode);
    bool NeedsMem = R.A == -3 || R.B == -3 || R.Dst == -1;
    // One memory operand at most: push and pop of memory are left unknown.
    if (R.Kind != IntRecipe::None && I.NumMems <= 1 &&
        (!NeedsMem || I.NumMems == 1))
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
