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
/// issue width or some latencies changed. Private to lib/Simulation.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_FASTERBOUNDS_H
#define KERNEL_BOUNDS_LIB_SIMULATION_FASTERBOUNDS_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/PortUnions.h"
#include "kernel-bounds/Simulation/Resource.h"

namespace kernelbounds {

class FasterBounds {
public:
  FasterBounds(const Analysis &A, SpeedFactor Factor);
  CyclesPerIter predict(llvm::ArrayRef<Resource> Faster) const;

private:
  CyclesPerIter latencyBound(llvm::ArrayRef<Resource> Faster) const;

  const Analysis &A;
  SpeedFactor Factor;
  PortUnions Unions;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_FASTERBOUNDS_H
