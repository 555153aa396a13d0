//===- PortCounters.h - Micro-ops by port -----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a core counts of the micro-ops of a loop. A host asks perf_event
/// (HostCounters.h), a simulated core counts for itself (ModelLoopRunner.h).
///
/// Example: a trip of four `add` on a Skylake core has about one micro-op on
/// each of p0, p1, p5 and p6, and four are issued.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_PORTCOUNTERS_H
#define KERNEL_BOUNDS_MEASURE_PORTCOUNTERS_H

#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// Counts the micro-ops that begin on any of some ports.
struct PortCounter {
  std::string Name;               ///< "UOPS_DISPATCHED.PORT_4_9".
  std::vector<std::string> Ports; ///< As model files name them: "p4", "p9".
};

/// Of one trip of a loop, with its counter and the branch back.
struct PortCounts {
  llvm::SmallVector<double, 12> OnCounter; ///< By counter.
  double Issued = 0; ///< Slots at rename; fused micro-ops are one.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_PORTCOUNTERS_H
