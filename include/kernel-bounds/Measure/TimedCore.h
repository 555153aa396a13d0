//===- TimedCore.h - A core on which work is timed --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the timing of work needs of a core: a clock, and code whose cycles are
/// known. Algorithms see this interface only, so that the tests can hand them a
/// simulated core with every fault that a clock can have.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_TIMEDCORE_H
#define KERNEL_BOUNDS_MEASURE_TIMEDCORE_H

#include "kernel-bounds/Measure/CycleClock.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>

namespace kernelbounds {

/// A core with a clock. The clock's ticks need not be cycles of the core.
class TimedCore {
public:
  virtual ~TimedCore() = default;
  /// Ticks of the clock, after all work before the call and before all work
  /// behind it.
  virtual uint64_t readTicks() = 0;
  /// Runs \p Links multiplications, each of which waits for the one before.
  /// Another hardware thread of the core does not slow them down.
  virtual void runChain(unsigned Links) = 0;
  /// Runs \p Links negations in the same way: one cycle each on every core.
  virtual void runUnitChain(unsigned Links) = 0;
  /// Runs \p Turns times 16 independent instructions, which use the full width
  /// of the core, so that whatever else runs on the core slows them down.
  virtual void runProbe(unsigned Turns) = 0;
  /// Runs \p Turns times two loads and a jump back: one cycle each on every
  /// core that loads twice a cycle. It is nearly two while another hardware
  /// thread has its turns at fetching code, and somewhat more than one on some
  /// cores while such a thread waits.
  virtual void runTight(unsigned Turns) = 0;
  /// Leaves the processor to others for about a millisecond.
  virtual void rest() = 0;
};

/// The core on which the calling thread runs. The caller pins the thread to a
/// processor. Fails where findCycleClock() does.
llvm::Expected<std::unique_ptr<TimedCore>> openHostCore();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_TIMEDCORE_H
