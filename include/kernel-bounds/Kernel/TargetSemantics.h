//===- TargetSemantics.h - What an instruction reads and writes -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From MCInst to KernelInst: operand roles, flags groups, partial writes,
/// memory operands and idioms, per target. Facts that differ between cores of
/// one target (which idioms are recognized, which moves are eliminated) belong
/// to the port model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_TARGETSEMANTICS_H
#define KERNEL_BOUNDS_KERNEL_TARGETSEMANTICS_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "kernel-bounds/Kernel/Listing.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace llvm {
class MCOperand;
} // namespace llvm

namespace kernelbounds {

/// The LLVM objects that describe a target. All outlive their users.
struct TargetDescription {
  const llvm::Target *Target = nullptr;
  const llvm::MCInstrInfo *MII = nullptr;
  const llvm::MCRegisterInfo *MRI = nullptr;
};

/// Translates instructions of one target. Caches per opcode: not for use by
/// several threads at once.
class TargetSemantics {
public:
  virtual ~TargetSemantics();

  /// \returns null for a target that is neither x86-64 nor AArch64.
  static std::unique_ptr<TargetSemantics> create(const llvm::Triple &TT,
                                                 const TargetDescription &TD);

  /// Appends \p I to \p K with its operands, memory references and flags.
  virtual void append(const ListedInst &I, Kernel &K) = 0;

  /// LLVM register units plus the target's flags groups.
  virtual unsigned numUnits() const = 0;
  /// "rax", "cf", "nzcv": for witnesses and graphs.
  virtual std::string unitName(RegUnit U) const = 0;

  /// The encoded instruction, jumps in their short form.
  virtual InstEncoding encode(const llvm::MCInst &Inst) = 0;

  /// Whether kernels get sizes and addresses, which costs their encoding.
  void setWantsCodeLayout(bool On) { WantsCodeLayout = On; }
  bool wantsCodeLayout() const { return WantsCodeLayout; }

  /// Tells \p K its target, stack and frame pointer.
  void nameStack(Kernel &K) const {
    K.IsAArch64 = IsAArch64;
    K.StackPointer = StackPointer;
    K.FramePointer = FramePointer;
  }

protected:
  bool IsAArch64 = false;
  RegUnit StackPointer = NoRegUnit, FramePointer = NoRegUnit;

private:
  bool WantsCodeLayout = false;
};

/// Sets the constant part and the symbol of the address \p Op: an immediate, or
/// an expression of one symbol and constants.
void foldAddress(const llvm::MCOperand &Op, int64_t &Displacement,
                 const llvm::MCSymbol *&Symbol);

/// The kernel of \p L in \p F of \p Code: the instructions along its path, a
/// closing jump that leaves the loop left out.
Kernel buildKernel(const Listing &Code, const ListedFunction &F,
                   const LoopBody &L, TargetSemantics &Semantics);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_TARGETSEMANTICS_H
