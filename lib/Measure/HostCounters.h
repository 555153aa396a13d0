//===- HostCounters.h - The host's counters of ports ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts what this process does in user mode, by perf_event. Private to
/// lib/Measure; Linux only.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_HOSTCOUNTERS_H
#define KERNEL_BOUNDS_LIB_MEASURE_HOSTCOUNTERS_H

#include "kernel-bounds/Measure/HostLoopRunner.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace kernelbounds {

/// One event of one process, that of the caller, without the kernel.
class HostCounter {
public:
  HostCounter() = default;
  HostCounter(const HostCounter &) = delete;
  HostCounter &operator=(const HostCounter &) = delete;
  ~HostCounter();

  /// \p Type: of the unit that counts, as perf_event numbers it. \returns 0, or
  /// the errno with which the system refuses.
  int open(uint32_t Type, const CounterEvent &Event);
  /// How often the event happens in \p Work; none if it was not counted all of
  /// the time, as on another kind of core.
  std::optional<uint64_t> count(llvm::function_ref<void()> Work);

private:
  int Fd = -1;
};

/// Of one trip of a loop, which \p Run runs for a number of trips, at most
/// \p MaxTrips: the difference between few trips and many. None if \p Event is
/// not counted.
std::optional<double> countTrips(uint32_t Type, const CounterEvent &Event,
                                 llvm::function_ref<void(uint64_t)> Run,
                                 uint64_t MaxTrips);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_HOSTCOUNTERS_H
