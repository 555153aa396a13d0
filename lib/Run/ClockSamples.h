//===- ClockSamples.h - Samples by a thread's own clock ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The address of a thread each time that it has used another stretch of
/// processor time: the software clock of perf_event_open(2), which needs no
/// counters of the processor. Private to lib/Run; Linux only.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_CLOCKSAMPLES_H
#define KERNEL_BOUNDS_LIB_RUN_CLOCKSAMPLES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <memory>
#include <sys/types.h>

namespace kernelbounds {

class ClockSamples {
public:
  /// Samples thread \p Tid every \p Nanoseconds. Null if the system does not
  /// permit that.
  static std::unique_ptr<ClockSamples> open(pid_t Tid, uint64_t Nanoseconds);
  ~ClockSamples();
  ClockSamples(const ClockSamples &) = delete;
  ClockSamples &operator=(const ClockSamples &) = delete;

  /// Calls \p Use with the address of each new sample, the oldest first, and
  /// whether the system ran. The ring holds 200 samples; if nobody reads them
  /// for longer, younger ones are lost.
  void drain(llvm::function_ref<void(uint64_t Address, bool IsInSystem)> Use);
  /// While it is off, the thread's time does not count.
  void setOn(bool On);
  /// Without it, samples of the system are not made.
  bool seesSystem() const { return SeesSystem; }

private:
  ClockSamples(int File, void *Ring, bool SeesSystem)
      : File(File), Ring(Ring), SeesSystem(SeesSystem) {}

  int File;
  void *Ring; ///< A page of control, and one of records.
  bool SeesSystem;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_CLOCKSAMPLES_H
