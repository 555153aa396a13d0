//===- TargetForms.h - What targets share about forms -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the folders of targets share where they answer what else an opcode
/// could be, and what an instruction's operands are. Private to lib/Target.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_TARGETFORMS_H
#define KERNEL_BOUNDS_LIB_TARGET_TARGETFORMS_H

#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelbounds {

bool startsWithAny(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Parts);

/// Names of the opcodes of DivisionForms; empty: there is none.
struct DivisionNames {
  std::string Multiply, Vector, Single;
  unsigned Elements = 0;
  bool SingleIsVector = false;

  DivisionForms forms(const llvm::MCInstrInfo &MII) const;
};

/// Names of the opcodes by which a product with a reciprocal is corrected, and
/// the immediates that they have behind their registers.
struct ReciprocalNames {
  llvm::StringRef Multiply; ///< Empty: there is no such form.
  llvm::StringRef Subtract, Shift, Add;
  llvm::SmallVector<int64_t, 2> SumImmediates, FirstShift, SecondShift;
  int Divisor = 0; ///< The operand.
};
/// Subtracts the high half of the product, halves, adds it again and shifts.
/// All registers are \p Reg.
IntegerReciprocal reciprocalOf(const llvm::MCInstrInfo &MII,
                               const ReciprocalNames &Names, unsigned Reg);
/// An instruction's operands: \p NumRegisters times \p Reg, then \p Immediates.
llvm::MCInst makeOperands(unsigned NumRegisters, unsigned Reg,
                          llvm::ArrayRef<int64_t> Immediates);

/// What a target says of each type of floating point; of Extended, nothing.
template <typename T> struct ByFloatType {
  llvm::ArrayRef<T> Doubles, Singles, Halves, BFloats;

  llvm::ArrayRef<T> of(FloatType Type) const {
    switch (Type) {
    case FloatType::Double:
      return Doubles;
    case FloatType::Single:
      return Singles;
    case FloatType::Half:
      return Halves;
    case FloatType::BFloat16:
      return BFloats;
    case FloatType::Extended:
      return {};
    }
    return {};
  }
};

/// Whether operand \p Op of \p I is register \p Reg.
bool isOperand(const llvm::MCInst &I, unsigned Op, unsigned Reg);
/// Operand \p Op of \p I, if it is an immediate.
std::optional<int64_t> immediate(const llvm::MCInst &I, unsigned Op);

/// Whether \p R of \p I, of \p K, enters a reduction as it is: as data, not
/// scaled, and not as a factor beside an addend, which is Horner's rule.
bool isPlainTerm(const TargetSemantics &Target, const Kernel &K,
                 const KernelInst &I, const RegRead &R);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_TARGETFORMS_H
