//===- OpcodeForms.h - What else an opcode could be -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The plain data in which a target answers questions about its opcodes: what
/// they are in a reduction, which others would do the same work, on how many
/// registers. Opcodes are LLVM's numbers; 0 = there is none.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_OPCODEFORMS_H
#define KERNEL_BOUNDS_KERNEL_OPCODEFORMS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCInst.h"
#include <cstdint>

namespace kernelbounds {

/// Operations that may be regrouped (floating point: if the user allows).
enum class ReductionOp : uint8_t { None, Add, Mul, Min, Max, And, Or, Xor };

/// What an opcode is, as bits.
enum OpcodeTrait : uint8_t {
  OT_Addition = 1, ///< Adds to a general register, or subtracts.
  OT_Division = 2, ///< A division or a square root of any kind.
  /// Sets what the closing branch tests, or selects elements, from the counter:
  /// `whilelo`.
  OT_LoopTest = 4,
  OT_VectorAccess = 8, ///< Loads or stores whole vectors, one or a pair.
  /// Sets flags by the order of two numbers.
  OT_Comparison = 16,
};

/// The same operation on vectors of more bytes.
struct WiderForm {
  unsigned Opcode = 0;
  unsigned Bytes = 0;               ///< Of its vectors: twice those of today.
  llvm::StringLiteral Feature = ""; ///< LLVM's, which the core must have.
};

/// The same operation on all elements of a vector, for a scalar one.
struct PackedForm {
  unsigned Opcode = 0;
  unsigned Elements = 0; ///< Of its widest operand.
  llvm::StringLiteral Feature = "";
};

/// A product and the sum that it goes into, as one operation: its opcodes with
/// registers alone, with a factor and with the addend from memory.
struct FusedForm {
  unsigned Registers = 0, MemoryFactor = 0, MemoryAddend = 0;
  llvm::StringLiteral Feature = "";
  /// Copies a register, as the operation overwrites its addend or, unless
  /// OverwritesAddend, any one of what it reads; 0: it overwrites nothing.
  unsigned Move = 0;
  bool OverwritesAddend = false;
};

/// Cheaper operations in the place of a division or square root.
struct DivisionForms {
  /// Multiplies by the reciprocal of operand 2, which must not vary.
  unsigned Multiply = 0;
  unsigned Vector = 0;         ///< The same on a whole vector;
  unsigned Elements = 0;       ///< which has so many elements.
  unsigned Single = 0;         ///< In single precision;
  bool SingleIsVector = false; ///< with twice as many elements.
};

/// A division of integers as a multiplication by a precomputed reciprocal.
struct IntegerReciprocal {
  struct Step {
    unsigned Opcode = 0;
    llvm::MCInst Operands;
  };
  int Divisor = -1;      ///< Operand that must not vary; -1: no such form.
  unsigned Multiply = 0; ///< The high half of a product.
  /// What then corrects it, each on the result of the one before.
  llvm::SmallVector<Step, 4> Correct;
  /// What gives the remainder, where the division does today.
  llvm::SmallVector<Step, 2> Remainder;
};

/// How the scalable form of a vector operation names its operands.
enum class ScalableShape : uint8_t {
  None,
  Plain,       ///< Result and operands, each with a register of its own.
  Accumulator, ///< The predicate stands before what is updated today, too.
  Destructive, ///< The result overwrites the first operand.
  Swappable,   ///< Or the second.
  Unary        ///< Elements that are off keep the result's old value.
};

/// An operation on vectors of a fixed width, as one on scalable vectors.
struct ScalableForm {
  ScalableShape Shape = ScalableShape::None;
  unsigned Opcode = 0;
  bool IsByLane = false; ///< The last register gives one element to all.
};

/// The scalable vectors of a target that also has vectors of a fixed width.
struct ScalableSet {
  llvm::StringLiteral Name;    ///< "SVE".
  llvm::StringLiteral Feature; ///< LLVM's.
  unsigned FixedBytes = 16;    ///< Of today's vectors.
  unsigned Load = 0, LoadIndexed = 0, Store = 0, StoreIndexed = 0;
  unsigned AddImmediate = 0; ///< To a general register.
};

/// What floating-point operations compute with.
enum class FloatType : uint8_t { BFloat16, Half, Single, Double, Extended };
constexpr unsigned NumFloatTypes = 5;

/// The floating-point operations of an instruction. Additions, subtractions,
/// multiplications, divisions, square roots, minima, maxima and estimates count
/// one for each element, and what multiplies and adds counts two; comparisons,
/// conversions and moves count nothing.
struct FloatWork {
  FloatType Type = FloatType::Double;
  unsigned Operations = 0;
  bool IsMasked = false;   ///< Counts the elements that are off, too.
  bool IsScalable = false; ///< Counts those of vectors of 128 bits.
};

/// Instructions side by side that do many floating-point operations.
struct FloatPeakForm {
  llvm::SmallVector<unsigned, 2> Opcodes; ///< A 0: there is no such form.
  unsigned Operations = 0;                ///< Of all of them together.
  llvm::StringLiteral Feature = "";       ///< LLVM's, which the core must have.
  bool IsScalable = false;                ///< As FloatWork::IsScalable.
  uint16_t Mode = 0;                      ///< As KernelInst::Mode.
};

/// Registers out of which a loop's values are taken.
struct RegisterFile {
  unsigned Size; ///< Registers that a loop may use.
  /// LLVM's feature with which there are more, and how many then.
  llvm::StringLiteral Feature = "";
  unsigned SizeWithFeature = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_OPCODEFORMS_H
