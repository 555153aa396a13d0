//===- FasterBounds.h - Bounds with some resources faster -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bounds of an Analysis once more, with the capacity of some ports, the
/// issue width, some latencies or other resources changed.
///
/// Example: four additions on two ports and a chain of 1.5 cycles take 2; with
/// the ports 15 % faster 4 / 2.3, and the chain does not matter yet.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_FASTERBOUNDS_H
#define KERNEL_BOUNDS_BOUNDS_FASTERBOUNDS_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/PortUnions.h"
#include "kernel-bounds/Bounds/Resource.h"

namespace kernelbounds {

/// Asks what the largest bound is with some resources faster. Keeps the unions
/// of port sets from question to question.
class FasterBounds {
public:
  FasterBounds(const Analysis &A, SpeedFactor Factor);

  /// The largest bound, and of several the first that is no weak reason.
  struct Largest {
    CyclesPerIter Cycles;
    Bottleneck Which;
  };
  Largest largest(llvm::ArrayRef<Resource> Faster) const;

  /// The bound of \p Kind.
  CyclesPerIter of(Limit Kind, llvm::ArrayRef<Resource> Faster) const;
  /// The cycles of the largest.
  CyclesPerIter predict(llvm::ArrayRef<Resource> Faster) const {
    return largest(Faster).Cycles;
  }

private:
  const Analysis &A;
  SpeedFactor Factor;
  PortUnions Unions;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_FASTERBOUNDS_H
