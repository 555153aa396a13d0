//===- AArch64Target.h - The parts of the AArch64 target --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the files of this folder offer to AArch64Semantics.cpp. Private to
/// lib/Target/AArch64.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_AARCH64_AARCH64TARGET_H
#define KERNEL_BOUNDS_LIB_TARGET_AARCH64_AARCH64TARGET_H

#include "../TargetForms.h"

namespace kernelbounds {

/// IntRecipe::Form.
enum AArch64RecipeForm : uint8_t {
  AF_ShiftedReg,  ///< B shifted by operand 3.
  AF_ExtendedReg, ///< B extended and shifted by operand 3.
  AF_ShiftedImm,  ///< Immediate 2 shifted left by operand 3.
  AF_LogicalImm,  ///< B is the mask that immediate 2 encodes.
  AF_MoveWide,    ///< Immediate 1 shifted left by operand 2; Negate: inverted.
  AF_Bitfield,    ///< UBFM, SBFM.
  AF_VectorCount, ///< SVE: immediate, the last operand, * ImmValue * length.
  AF_Place        ///< Immediate 1 in units of ImmValue, from here.
};

/// Empty Kind for names that are not those of integer code.
IntRecipe aarch64Recipe(llvm::StringRef Name);
bool fillAArch64Special(const IntOperands &I, const IntRecipe &R, IntOp &Op);

/// OpcodeTraits by name.
uint8_t aarch64Traits(llvm::StringRef Name);
/// What the opcode does to a chain that enters through its addend, or through
/// operand \p Operand, if it has no addend.
ReductionOp aarch64Accumulation(llvm::StringRef Name);
ReductionOp aarch64Operation(llvm::StringRef Name, unsigned Operand);

/// How the SVE form of a NEON operation is called.
struct SveName {
  ScalableShape Shape = ScalableShape::None;
  std::string Name;      ///< LLVM's opcode.
  bool IsByLane = false; ///< The last register gives one element to all.
};
/// FMLA_ZPmZZ_D for FMLAv2f64 and FMLAv2i64_indexed; none for what is not of 16
/// bytes, or not the same in every element.
SveName sveName(llvm::StringRef Name);

/// The opcode that does the same to all elements of 16 bytes, and how many
/// these are. Empty: there is none.
struct AArch64VectorName {
  std::string Name;
  unsigned Elements = 0;
};
AArch64VectorName aarch64VectorName(llvm::StringRef Name);
/// FMADDDrrr for FMULDrr and FADDDrr; empty: they do not go together.
std::string aarch64FusedName(llvm::StringRef Multiply, llvm::StringRef Add);

/// By LLVM's name of the opcode.
FloatWork aarch64FloatWork(llvm::StringRef Name);
/// The opcode of one FloatPeakForm.
struct AArch64PeakName {
  llvm::StringLiteral Name;
  unsigned Operations;
  llvm::StringLiteral Feature;
  bool IsScalable;
};
llvm::ArrayRef<AArch64PeakName> aarch64FloatPeaks(FloatType Type);
/// Bits of the SVE registers of \p Cpu; 0: not known.
unsigned sveBits(llvm::StringRef Cpu);

/// Empty names: there is no such form.
DivisionNames aarch64DivisionNames(llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_AARCH64_AARCH64TARGET_H
