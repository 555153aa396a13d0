//===- IntegerCode.h - Integer operations, and recipes for them -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The small integer operations in which a loop's address arithmetic is
/// described, and the recipe by which a target says which of them an opcode is.
///
/// Example: `addl $1, -4(%rbp)` becomes {Add, mem 0, 1 -> mem 0, 32 bits};
/// its recipe is {Operands, Add, Dst memory, A memory, B the immediate operand
/// 5}.
///
/// All operations of an instruction read the state before it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_INTEGERCODE_H
#define KERNEL_BOUNDS_KERNEL_INTEGERCODE_H

#include "kernel-bounds/Kernel/Kernel.h"
#include <optional>

namespace kernelbounds {

/// How a narrow value becomes a wide one.
enum class Extension : uint8_t { None, Zero, Sign };

/// Base + Index * Scale + Displacement + Symbol.
struct IntAddress {
  RegUnit Base = NoRegUnit, Index = NoRegUnit;
  uint64_t Scale = 1;
  Extension IndexExtend = Extension::None; ///< From 32 bits.
  int64_t Displacement = 0;
  /// Displacement is that of vectors of the shortest scalable length, 128 bits:
  /// it grows with their length.
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
    VectorLength ///< Value * the length of scalable vectors in 128 bits.
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
  AddBit, ///< A + B, and 1 more or not.
  SubBit, ///< A - B, and 1 less or not.
  Bit,    ///< 0 or 1 in the low byte, of which nothing else is known.
  Lea     ///< Address
};

struct IntOp {
  IntOpKind Kind = IntOpKind::Unknown;
  uint8_t Bits = 64; ///< 32: the result is extended from there by Widen.
  Extension Widen = Extension::Zero;
  IntSource A, B, C;
  IntAddress Address;     ///< Of Lea.
  RegUnit To = NoRegUnit; ///< Else the result goes to memory:
  uint32_t ToMem = 0;     ///< Into Kernel::Mems.
  int8_t ToPart = -1;     ///< As IntSource::Part.
};

/// What an opcode does, as far as it is integer arithmetic.
struct IntRecipe {
  /// Operands that are not those of the MCInst.
  enum : int8_t {
    NoOperand = -1, ///< Of Dst: memory.
    Implicit = -2,
    FromMemory = -3
  };
  enum RecipeKind : uint8_t {
    None,       ///< Not known: all results are unknown.
    Operands,   ///< Op on A and B (and C) at the operand indices below.
    Exchange,   ///< Operands 0 and 1 swap.
    Access,     ///< A load (Dst = 0) or store of one register.
    AccessPair, ///< Of two registers, with the parts of one memory operand.
    Special     ///< Op, with what TargetSemantics::fillSpecial() makes of it.
  } Kind = None;
  IntOpKind Op = IntOpKind::Unknown;
  uint8_t Bits = 64;
  Extension Widen = Extension::Zero; ///< See IntOp.
  int8_t Dst = -1;                   ///< Operand; -1: memory, -2: implicit.
  int8_t A = -1, B = -1, C = -1; ///< Operands; -1: none, -2: implicit, -3: mem.
  bool HasImm = false; ///< B is a constant: ImmValue or, if >= 0, operand.
  int64_t ImmValue = 0;
  /// A and B (Operands) or the loaded value (Access) are extended from so many
  /// bits.
  uint8_t FromBits = 64;
  Extension Extend = Extension::None;
  bool Negate = false; ///< Of Operands: 0 - A.
  uint8_t Form = 0;    ///< Of Special: the target's own number.

  bool needsMemory() const {
    return A == FromMemory || B == FromMemory || Dst == NoOperand;
  }
};

/// The operands of one instruction as sources of operations.
class IntOperands {
public:
  IntOperands(const Kernel &K, const KernelInst &I) : K(K), I(I) {}

  const KernelInst &inst() const { return I; }
  /// The one unit of LLVM register \p Reg, if the instruction names it.
  RegUnit unitOf(unsigned Reg) const;
  /// Of a register operand, or of the implicit one that is no address.
  RegUnit readUnit(int Operand) const;
  RegUnit writeUnit(int Operand) const;
  /// A register or memory operand; see IntRecipe. A register without a unit is
  /// zero.
  IntSource source(int Operand) const;
  /// A number, a symbol or both; nullopt for what is not understood.
  std::optional<IntSource> immediate(int Operand) const;
  /// 0 if operand \p Operand is no number.
  int64_t imm(unsigned Operand) const;
  /// Whether operand \p Operand is there and a number.
  bool isImm(unsigned Operand) const;
  unsigned size() const; ///< Operands of the MCInst.

  /// Sets the inputs of \p Op as Operands has them. \returns false if one is
  /// not understood.
  bool fillOperands(const IntRecipe &R, IntOp &Op) const;

private:
  const Kernel &K;
  const KernelInst &I;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_INTEGERCODE_H
