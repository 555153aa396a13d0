//===- X86Target.h - The parts of the x86-64 target -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the files of this folder offer to X86Semantics.cpp. Private to
/// lib/Target/X86.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_X86_X86TARGET_H
#define KERNEL_BOUNDS_LIB_TARGET_X86_X86TARGET_H

#include "../TargetForms.h"

namespace kernelbounds {

/// The byte of the instruction \p Bytes (64-bit mode) in which its opcode
/// stands, behind prefixes and escapes: 2 for `66 0f 1f 00`.
/// UnknownOpcode if there is none. O(bytes).
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual,
/// volume 2, chapter 2.
uint8_t findX86Opcode(llvm::ArrayRef<uint8_t> Bytes);

/// Flags of an MCInst: a prefix repeats it (X86::IP_HAS_REPEAT_NE and
/// X86::IP_HAS_REPEAT; the header that declares them is not installed).
constexpr unsigned X86RepeatUnequalFlag = 4, X86RepeatFlag = 8;

/// Operands of a lea: the result and the five of an address.
constexpr unsigned X86LeaOperands = 6;

/// IntRecipe::Form.
enum X86RecipeForm : uint8_t { XF_Lea, XF_ExtendByte, XF_StoreByte };

/// Empty Kind for names that are not those of integer code.
IntRecipe x86Recipe(llvm::StringRef Name);
bool fillX86Special(const IntOperands &I, const IntRecipe &R, IntOp &Op);

/// OpcodeTraits by name.
uint8_t x86Traits(llvm::StringRef Name);
/// What the opcode does to a chain that enters through its addend, or through
/// operand \p Operand.
ReductionOp x86Accumulation(llvm::StringRef Name);
ReductionOp x86Operation(llvm::StringRef Name, unsigned Operand);

/// The 32-byte form of an opcode on 16 bytes: VADDPDYrr for ADDPDrr and
/// VADDPDrr. Empty for what is not the same in every element.
std::string x86WideName(llvm::StringRef Name);

/// The opcode that does the same to all elements of a vector, of 32 bytes for
/// VEX code, and how many these are. Empty: there is none.
struct X86VectorName {
  std::string Name;
  unsigned Elements = 0;
};
X86VectorName x86VectorName(llvm::StringRef Name);
/// "SD", "PDY": what a multiplication and an addition of the same kind work on.
/// Empty: one is no such, or they differ.
std::string x86FusedType(llvm::StringRef Multiply, llvm::StringRef Add);
/// The opcode that copies a register of what x86FusedType() names.
llvm::StringRef x86VectorMove(llvm::StringRef Type);

/// By LLVM's name of the opcode.
FloatWork x86FloatWork(llvm::StringRef Name);
/// Names of the opcodes of one FloatPeakForm.
struct X86PeakNames {
  llvm::StringLiteral First, Second; ///< Second: may be empty.
  unsigned Operations;
  llvm::StringLiteral Feature;
};
/// The widest first.
llvm::ArrayRef<X86PeakNames> x86FloatPeaks(FloatType Type);

/// Empty names: there is no such form.
DivisionNames x86DivisionNames(llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_X86_X86TARGET_H
