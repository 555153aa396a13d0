//===- CycleClock.h - Where cycles come from --------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The choice between the system's counter of core cycles (perf_event) and a
/// time-stamp counter, which ticks at a rate of its own.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_CYCLECLOCK_H
#define KERNEL_BOUNDS_MEASURE_CYCLECLOCK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace kernelbounds {

enum class CycleSource : uint8_t { PerfEvent, TimeStampCounter };
/// "perf_event", "tsc".
llvm::StringRef cycleSourceName(CycleSource S);

/// A counter of core cycles: perf_event's, or a test's.
class CycleCounter {
public:
  virtual ~CycleCounter() = default;
  /// \returns 0, or the errno with which the system refuses.
  virtual int open() = 0;
  /// Cycles since it was opened; none if it cannot be read.
  virtual std::optional<uint64_t> read() = 0;
};

/// Where cycles come from, and why not from perf_event.
struct CycleClock {
  CycleSource Source = CycleSource::TimeStampCounter;
  std::string WhyNoCounter; ///< Empty with PerfEvent.
  /// What time-stamp counter it is: also "cntvct_el0 of 24.0 MHz" of AArch64,
  /// and "rdtime" or "rdcycle" of RISC-V.
  std::string Stamps = "tsc";

  /// "perf_event"; "tsc, as perf_event says: Permission denied".
  std::string describe() const;
};

/// Opens \p Counter and has it count \p Work. What refuses, cannot be read or
/// stands still is not used; without \p HasStamps that is an error.
llvm::Expected<CycleClock> chooseClock(CycleCounter &Counter,
                                       llvm::function_ref<void()> Work,
                                       bool HasStamps);

/// What openHostCore() would use here. Fails where cycles cannot be had: on
/// other systems than x86-64, AArch64 and RISC-V Linux, and where there is
/// neither perf_event nor a clock of constant rate that programs may read.
llvm::Expected<CycleClock> findCycleClock();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_CYCLECLOCK_H
