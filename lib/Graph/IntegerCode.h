//===- IntegerCode.h - Integer arithmetic of a loop body --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop body as a list of small integer operations, of which the symbolic and
/// the randomized evaluation of addresses are two interpreters.
///
/// Example: `addl $1, -4(%rbp)` becomes {Add, mem 0, 1 -> mem 0, 32 bits};
/// `ldr x0, [x1], #8` becomes {Copy, mem 0 -> x0}, {Lea [x1+8] -> x1}.
///
/// All operations of an instruction read the state before it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_GRAPH_INTEGERCODE_H
#define KERNEL_BOUNDS_LIB_GRAPH_INTEGERCODE_H

#include "kernel-bounds/Kernel/Kernel.h"

namespace llvm {
class MCInstrInfo;
} // namespace llvm

namespace kernelbounds {

struct AddressSlice;

/// How a narrow value becomes a wide one.
enum class Extension : uint8_t { None, Zero, Sign };

/// Base + Index * Scale + Displacement + Symbol.
struct IntAddress {
  RegUnit Base = NoRegUnit, Index = NoRegUnit;
  uint64_t Scale = 1;
  Extension IndexExtend = Extension::None; ///< From 32 bits.
  int64_t Displacement = 0;
  /// Displacement is that of 128-bit SVE vectors: it grows with their length.
  bool IsScalable = false;
  const llvm::MCSymbol *Symbol = nullptr;
  bool IsUnknown = false; ///< A gather, a segment, a length not known.
};

/// An input of an operation.
struct IntSource {
  enum SourceKind : uint8_t {
    None,
    Constant,
    Unit,
    Memory,
    VectorLength ///< Value * the length of SVE vectors in units of 128 bits.
  } Kind = None;
  Extension Extend = Extension::None;
  uint8_t Bits = 64; ///< Bits that Extend starts from.
  uint8_t Shift = 0; ///< Then shifted left by this.
  RegUnit Reg = NoRegUnit;
  uint32_t Mem = 0; ///< Into Kernel::Mems.
  int8_t Part = -1; ///< Of MemRef::NumParts; -1: all of it.
  int64_t Value = 0;
  const llvm::MCSymbol *Symbol = nullptr; ///< Added to Value.
};

enum class IntOpKind : uint8_t {
  Unknown, ///< Some value, another in every iteration.
  Opaque,  ///< Some value that does not change while the loop runs.
  Copy,    ///< A
  Add,     ///< A + B
  Sub,     ///< A - B
  MulAdd,  ///< A * B + C
  MulSub,  ///< C - A * B
  And,
  Or,
  Xor,
  Not,
  Shl,
  Shr,    ///< Unsigned.
  Sar,    ///< Signed.
  Select, ///< A or B.
  Lea     ///< Address
};

struct IntOp {
  IntOpKind Kind = IntOpKind::Unknown;
  uint8_t Bits = 64; ///< 32: the result is zero-extended.
  IntSource A, B, C;
  IntAddress Address;     ///< Of Lea.
  RegUnit To = NoRegUnit; ///< Else the result goes to memory:
  uint32_t ToMem = 0;     ///< Into Kernel::Mems.
  int8_t ToPart = -1;     ///< As IntSource::Part.
};

/// The bytes of part \p Part of \p M, -1 = all.
struct MemPart {
  uint64_t Offset, Width;

  MemPart(const MemRef &M, int8_t Part)
      : Offset(Part < 0 ? 0 : Part * (M.Width / M.NumParts)),
        Width(Part < 0 ? M.Width : M.Width / M.NumParts) {}
};

struct IntegerCode {
  std::vector<IntOp> Ops;
  std::vector<uint32_t> FirstOp;     ///< By instruction; one more at the end.
  std::vector<IntAddress> Addresses; ///< Parallel to Kernel::Mems.
  /// Whether Ops say what all stores write; else nobody may ask.
  bool HasStores = true;

  llvm::ArrayRef<IntOp> ops(uint32_t Inst) const {
    return llvm::ArrayRef(Ops).slice(FirstOp[Inst],
                                     FirstOp[Inst + 1] - FirstOp[Inst]);
  }
};

/// Decodes \p K. What is not known writes Unknown to every register of the
/// instruction.
IntegerCode decodeIntegerCode(const Kernel &K, const llvm::MCInstrInfo &MII);

/// Decodes those of \p K's instructions that \p Slice names. What others write
/// to registers is left out; they store unknown values.
IntegerCode decodeBody(const Kernel &K, const llvm::MCInstrInfo &MII,
                       const AddressSlice &Slice);

/// Decodes those of \p K.Before's instructions that \p Slice names; others have
/// no operations.
IntegerCode decodeBefore(const Kernel &K, const llvm::MCInstrInfo &MII,
                         const AddressSlice &Slice);

/// What an opcode does, by its name.
struct IntRecipe {
  enum RecipeKind : uint8_t {
    None,
    Operands,     ///< A and B (and C) at the operand indices below.
    LeaX86,       ///< Address at operand 1.
    Place,        ///< AArch64: immediate 1 in units of ImmValue, from here.
    Exchange,     ///< xchg reg, reg.
    ExtendOne,    ///< A extended.
    ShiftedReg,   ///< AArch64: B shifted by operand 3.
    ExtendedReg,  ///< AArch64: B extended and shifted by operand 3.
    ShiftedImm,   ///< AArch64: immediate 2 shifted left by operand 3.
    LogicalImm,   ///< AArch64: B is the mask that immediate 2 encodes.
    MoveWide,     ///< AArch64: immediate 1 shifted left by operand 2.
    Bitfield,     ///< AArch64: UBFM, SBFM.
    VectorCount,  ///< SVE: immediate, the last operand, * ImmValue * length.
    LoadStore,    ///< AArch64: one register, one memory operand.
    LoadStorePair ///< AArch64: two registers, one memory operand.
  } Kind = None;
  IntOpKind Op = IntOpKind::Unknown;
  uint8_t Bits = 64;
  int8_t Dst = -1;               ///< Operand; -1: memory, -2: implicit.
  int8_t A = -1, B = -1, C = -1; ///< Operands; -1: none, -2: implicit, -3: mem.
  bool HasImm = false; ///< B is a constant: ImmValue or, if >= 0, operand.
  int64_t ImmValue = 0;
  uint8_t FromBits = 64; ///< Of ExtendOne and LoadStore.
  Extension Extend = Extension::None;
  bool Negate = false; ///< Of MoveWide: the complement; 0 - A for neg.
};

/// Empty Kind for names that are not those of the target's integer code.
IntRecipe x86Recipe(llvm::StringRef Name);
IntRecipe aarch64Recipe(llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_GRAPH_INTEGERCODE_H
