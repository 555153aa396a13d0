//===- RegisterPressure.h - Registers that a loop needs ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts the registers of each file that are live at once, and how many are
/// left for accumulators, kept values and copies of the body. Private to
/// lib/Advice.
///
/// Example: `vaddsd (%rdi), %xmm0, %xmm0` has one vector register; of 16 there
/// are 15 left, so that there may be 16 accumulators.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_REGISTERPRESSURE_H
#define KERNEL_BOUNDS_LIB_ADVICE_REGISTERPRESSURE_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelbounds {

class RegisterPressure {
public:
  /// \p IsControl: by instruction, as findLoopControl() says. O(operands).
  RegisterPressure(const Analysis &A, unsigned NumUnits,
                   const std::vector<bool> &IsControl);

  static constexpr unsigned Unlimited = ~0u;
  /// Copies of the body side by side for which there are registers, at least 1;
  /// Unlimited if nothing is known of the target's registers.
  unsigned mostCopies() const;
  /// Registers of the file of \p R's that the body leaves free; Unlimited if
  /// nothing is known of them.
  unsigned left(const RegWrite &W) const { return left(A.kernel().units(W)); }
  unsigned left(llvm::ArrayRef<RegUnit> Units) const;
  /// The file of \p W, as index into TargetSemantics::registerFiles().
  unsigned file(const RegWrite &W) const { return file(A.kernel().units(W)); }
  unsigned file(llvm::ArrayRef<RegUnit> Units) const;

private:
  void countLive();

  const Analysis &A;
  std::vector<bool> IsOwn;    ///< By unit: each copy needs it for itself.
  std::vector<unsigned> File; ///< By unit; NumFiles: none.
  unsigned NumFiles;
  /// By file: how many there are, are needed once, and live at once in a body.
  llvm::SmallVector<unsigned, 4> Sizes, Shared, Peak;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_REGISTERPRESSURE_H
