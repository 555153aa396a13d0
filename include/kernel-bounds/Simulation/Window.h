//===- Window.h - When a buffer of the core holds a loop back ---*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which buffer is full when the simulated core is slower than all bounds, and
/// what a larger one would give.
///
/// Example: a body of 60 dependent multiply-adds of 4 cycles, independent of
/// the next body: ports allow 30 cycles, but the 64 entries of their scheduler
/// hold little more than one body, and the core takes 82.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_WINDOW_H
#define KERNEL_BOUNDS_SIMULATION_WINDOW_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/Resource.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// Why the simulated core is slower than the bounds, if a buffer is why.
struct WindowLimit {
  /// How much larger a buffer is tried.
  static constexpr SpeedFactor Factor = {2, 1};

  /// The buffer that must be larger, or several if none helps alone. Empty: the
  /// window does not hold the loop back.
  std::vector<Resource> Buffers;
  CyclesPerIter Now;    ///< Simulated.
  CyclesPerIter Larger; ///< With Buffers Factor times as large.

  bool isFound() const { return !Buffers.empty(); }
};

/// \p P is the program of \p A, \p M its core, \p Now what they take together.
/// One simulation where it is slower than the bounds by more than a twentieth,
/// and a few more where the window is why. \p Budget: of each of them, as in
/// SimulationOptions; one that goes beyond it counts for nothing. \p MaxSlots:
/// of that by which \p Now was found, so that means are of as many iterations.
WindowLimit findWindowLimit(const Analysis &A, const SimProgram &P,
                            const CoreSizes &M, const SimulationResult &Now,
                            uint64_t Budget = 0,
                            uint64_t MaxSlots = SimulationOptions().MaxSlots);

/// "reorder buffer (224)", "reorder buffer (128) and load buffer (68)".
std::string bufferNames(const WindowLimit &W, const CoreSizes &M,
                        const PortModel &Model);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_WINDOW_H
