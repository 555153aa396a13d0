//===- Waits.h - Where an instruction's cycles go ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What each instruction waits for in the steady state.
///
/// Example: the addition of a dot product waits 3.00 cycles for its operands
/// after it was renamed, and 0.00 for a port.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_WAITS_H
#define KERNEL_BOUNDS_SIMULATION_WAITS_H

#include "kernel-bounds/Simulation/Simulator.h"
#include <vector>

namespace kernelbounds {

/// Mean cycles of one instruction's micro-ops, the longest of them each time.
struct InstWaits {
  CyclesPerIter Operands; ///< From the earliest start until inputs are there.
  CyclesPerIter Port;     ///< From there until a port is free.
  CyclesPerIter Execute;  ///< From the first start to the last result.
  CyclesPerIter Retire;   ///< From there until it retires, in order.
  /// How often rename waited with it, by RenameWait, in times per iteration.
  CyclesPerIter Rename[NumRenameWaits];
};

/// Averages the events of the steady state of \p R. Empty if none were
/// recorded. \p NumInsts: of the kernel.
std::vector<InstWaits> computeWaits(const SimulationResult &R,
                                    unsigned NumInsts);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_WAITS_H
