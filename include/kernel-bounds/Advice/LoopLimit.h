//===- LoopLimit.h - What holds a loop at its prediction --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The prediction of a simulated loop may be above its bounds, and then the
/// largest bound is not what limits the loop. Every report names the same
/// cause.
///
/// Example: data decide which of four places a trip updates. The bounds are
/// 1.17 cycles by the issue width; the simulated core takes 3.19, since trips
/// wait for each other. What limits the loop is "data", not "issue".
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ADVICE_LOOPLIMIT_H
#define KERNEL_BOUNDS_ADVICE_LOOPLIMIT_H

#include "kernel-bounds/Advice/LoopAnalysis.h"
#include <string>

namespace kernelbounds {

/// What the simulated core waits for, where the bounds do not show it.
struct SimulatedLimit {
  /// One word: "window", "data", "forwarding", "banks", "executed", or that of
  /// the bound whose expected rate is more than the proved one. Empty: nothing
  /// that is known.
  llvm::StringRef Name;
  std::string What;   ///< "load buffer (72)".
  std::string Effect; ///< "if 2x as large, the loop is 1.18x as fast", or "".

  bool isFound() const { return !Name.empty(); }
  /// "load buffer (72): if 2x as large, the loop is 1.18x as fast".
  std::string str() const {
    return Effect.empty() ? What : What + ": " + Effect;
  }
};
SimulatedLimit findSimulatedLimit(const LoopResult &L);

/// One word for what limits the loop: the simulated core's limit where one is
/// known, else the largest bound, as limitName(Limit).
llvm::StringRef limitName(const LoopResult &L);

/// The prediction is above the largest bound, and why is not known: something
/// beside that bound holds the loop back.
bool isAboveBounds(const LoopResult &L);

/// "limited by load buffer (72): if 2x as large, ...", "limited by port p5 and
/// more", or verdictText() of the bounds.
std::string verdictText(const LoopResult &L);

/// "ports p0 p1", those of which executedCycles() counts micro-ops.
std::string executedPorts(const PortModel &Model);

/// "1.89x": the loop, with \p Cycles instead of \p Base.
std::string speedupText(const CyclesPerIter &Base, const CyclesPerIter &Cycles);
/// "2x", "1.15x".
std::string factorText(const SpeedFactor &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_ADVICE_LOOPLIMIT_H
