//===- RISCVTarget.h - Parts of the RISC-V target ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the files of this folder offer each other.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVTARGET_H
#define KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVTARGET_H

#include "../TargetForms.h"

namespace kernelbounds {

/// IntRecipe::Form.
enum RISCVRecipeForm : uint8_t {
  RF_LowerImm,     ///< addi: immediate 2, or the lower part of a symbol.
  RF_UpperImm,     ///< lui: immediate 1 shifted left by 12, or a symbol.
  RF_PlaceUpper,   ///< auipc: the same from here.
  RF_ShiftedAdd,   ///< sh1add: A shifted left by ImmValue, and B.
  RF_ShiftedWord,  ///< slli.uw: the low word of A, shifted by operand 2.
  RF_ControlValue, ///< csrr: vlenb is the vector length.
  RF_SetLength,    ///< vsetvli: what vl becomes.
};

/// Empty Kind for names that are not those of integer code.
IntRecipe riscvRecipe(llvm::StringRef Name);
/// Sets number and symbol of an operand, a part of an address perhaps. \returns
/// false if it is a part of something else.
bool foldRISCVAddress(const llvm::MCOperand &Op, int64_t &Displacement,
                      const llvm::MCSymbol *&Symbol);
bool fillRISCVSpecial(const IntOperands &I, const IntRecipe &R, IntOp &Op);

/// The name of the instruction that the compressed \p Name stands for; \p Name
/// itself if it is none.
llvm::StringRef uncompressed(llvm::StringRef Name);

/// OpcodeTraits by name.
uint8_t riscvTraits(llvm::StringRef Name);
/// What the opcode does to a chain that enters through its addend, or through
/// operand \p Operand, if it has no addend.
ReductionOp riscvAccumulation(llvm::StringRef Name);
ReductionOp riscvOperation(llvm::StringRef Name, unsigned Operand);

/// By LLVM's name of the opcode, of one element where it is of vectors, which
/// then have the elements of the mode.
struct RISCVFloatWork {
  FloatWork Work;
  bool IsVector = false;
};
RISCVFloatWork riscvFloatWork(llvm::StringRef Name);
/// The type of elements of \p Bits; nullopt: there is none.
std::optional<FloatType> riscvFloatType(unsigned Bits);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVTARGET_H
