//===- Sensitivity.h - Which resource, if faster, helps ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accelerates one resource after the other and looks at the loop: what speeds
/// it up is what limits it. Where nothing alone does, the loop is balanced, and
/// the smallest set found that does is named.
///
/// Example: two loads and two additions per iteration on Skylake-X take 1 cycle
/// by the load ports and 1 by p0 and p1; neither alone helps, both together by
/// a factor of 2 give 0.5.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_SENSITIVITY_H
#define KERNEL_BOUNDS_SIMULATION_SENSITIVITY_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/Resource.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// What the loop takes with one resource accelerated.
struct ResourceEffect {
  Resource What;
  CyclesPerIter Cycles;
};

struct Sensitivity {
  SpeedFactor Factor;
  bool IsSimulated = false;           ///< Else by the bounds.
  CyclesPerIter Base;                 ///< Nothing accelerated.
  std::vector<ResourceEffect> Single; ///< One resource at a time.
  /// The smallest set found that helps where nothing alone does; else empty.
  std::vector<Resource> Together;
  CyclesPerIter TogetherCycles;

  /// The loop becomes faster by more than a hundredth.
  bool helps(const CyclesPerIter &Cycles) const {
    return Base * 100 > Cycles * 101;
  }
  /// Of Single the one that helps most, the narrowest of several; null if none
  /// helps.
  const ResourceEffect *best() const;
};

/// By the bounds of \p A: no simulation, about a microsecond per resource.
Sensitivity computeSensitivity(const Analysis &A, SpeedFactor Factor);

/// By simulation of \p P, which is that of \p A, on \p M; \p Base is the result
/// without acceleration.
Sensitivity simulateSensitivity(const Analysis &A, const SimProgram &P,
                                const CoreSizes &M,
                                const SimulationResult &Base,
                                SpeedFactor Factor);

/// The resources that simulateSensitivity() looks at.
std::vector<Resource> simulatedResources(const Analysis &A, const CoreSizes &M);

/// The prediction by the bounds of \p A with \p Faster accelerated.
CyclesPerIter predictWith(const Analysis &A, llvm::ArrayRef<Resource> Faster,
                          SpeedFactor Factor);

/// "ports p2 p3", "issue width", "latency of VADDPDrr".
std::string resourceName(const Resource &R, const PortModel &Model);
/// What the micro-ops on the ports of \p R do: "loads", "stores", or empty.
llvm::StringRef resourceUse(const Resource &R, const MappedKernel &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_SENSITIVITY_H
