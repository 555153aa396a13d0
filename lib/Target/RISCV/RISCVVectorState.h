//===- RISCVVectorState.h - What vsetvli leaves behind ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The element width, the register grouping, the policies and the length with
/// which vector instructions run.
///
/// Example: behind `vsetvli a5, zero, e32, m2, ta, ma` elements have 32 bits,
/// each operand is two registers, and vl is VLMAX: `vadd.vv v8, v10, v12`
/// writes v8 and v9.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVVECTORSTATE_H
#define KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVVECTORSTATE_H

#include "kernel-bounds/Kernel/TargetSemantics.h"

namespace kernelbounds {

/// Where the vector length comes from.
enum class VectorLengthKind : uint8_t {
  Register, ///< The number of elements left: all of VLMAX but in the last trip.
  Maximum,  ///< VLMAX.
  Immediate, ///< A constant.
};

/// vtype and what is known of vl, in the 16 bits of KernelInst::Mode.
class VectorState {
public:
  VectorState() = default;
  explicit VectorState(uint16_t Bits) : Bits(Bits) {}
  /// \p VType is the immediate of vsetvli; an \p Elements above 31 is none.
  VectorState(unsigned VType, VectorLengthKind Kind, unsigned Elements);

  uint16_t bits() const { return Bits; }
  bool isKnown() const { return Bits & 1; }
  /// -3 for an eighth of a register to 3 for eight.
  int logLmul() const;
  unsigned elementBits() const { return 8u << (Bits >> 4 & 7); } ///< SEW.
  bool isTailAgnostic() const { return Bits >> 7 & 1; }
  bool isMaskAgnostic() const { return Bits >> 8 & 1; }
  VectorLengthKind lengthKind() const {
    return static_cast<VectorLengthKind>(Bits >> 9 & 3);
  }
  /// Of VectorLengthKind::Immediate.
  unsigned elements() const { return Bits >> 11; }
  /// VLMAX with vectors of 128 bits, times 8, as it may be less than one.
  unsigned eighthsOfMaximum() const;
  /// Whether elements past vl may be there, which the result keeps.
  bool keepsTail() const;

private:
  uint16_t Bits = 0; ///< Known, vlmul 3, vsew 3, vta, vma, kind 2, elements 5.
};

/// Follows the instructions in program order.
class VectorStateTracker {
public:
  explicit VectorStateTracker(const TargetDescription &TD);

  VectorState state() const { return State; }
  void setState(VectorState S) { State = S; }
  /// The state in which a loop's trips begin: what \p Body leaves, or where it
  /// does not set it, what \p Before leaves.
  void enterLoop(llvm::ArrayRef<InstBefore> Before,
                 llvm::ArrayRef<const llvm::MCInst *> Body);
  void step(const llvm::MCInst &I);
  /// Whether \p I is vsetvli zero, zero, which keeps the length.
  bool keepsLength(const llvm::MCInst &I) const;

private:
  bool isZero(const llvm::MCInst &I, unsigned Operand) const;

  const llvm::MCInstrInfo &MII;
  unsigned VSetVLI, VSetIVLI, VSetVL; ///< Opcodes.
  unsigned Zero;                      ///< LLVM register.
  VectorState State;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVVECTORSTATE_H
