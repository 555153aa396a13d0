//===- CycleClock.cpp - Where cycles come from ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counter or time stamps. Example: a container in which perf_event_open fails
/// with EACCES has "tsc, as perf_event says: Permission denied".
/// Tested by unittests/Measure/CycleClockTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CycleClock.h"
#include <cerrno>
#include <system_error>

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::cycleSourceName(CycleSource S) {
  return S == CycleSource::PerfEvent ? "perf_event" : "tsc";
}

std::string CycleClock::describe() const {
  std::string Text =
      Source == CycleSource::PerfEvent ? cycleSourceName(Source).str() : Stamps;
  if (!WhyNoCounter.empty())
    Text += ", as perf_event says: " + WhyNoCounter;
  return Text;
}

/// \returns why \p Counter is of no use; empty if it is.
static std::string findFault(CycleCounter &Counter, function_ref<void()> Work) {
  int Errno = Counter.open();
  if (Errno == ENOENT || Errno == ENODEV || Errno == EOPNOTSUPP)
    return "no such event";
  if (Errno != 0)
    return std::generic_category().message(Errno);
  Work();
  std::optional<uint64_t> Count = Counter.read();
  if (!Count)
    return "the counter cannot be read";
  // Some virtual machines open it and then never count.
  return *Count == 0 ? "the counter stands still" : "";
}

Expected<CycleClock> kernelbounds::chooseClock(CycleCounter &Counter,
                                               function_ref<void()> Work,
                                               bool HasStamps) {
  std::string Fault = findFault(Counter, Work);
  if (Fault.empty())
    return CycleClock{CycleSource::PerfEvent, "", "tsc"};
  if (HasStamps)
    return CycleClock{CycleSource::TimeStampCounter, Fault, "tsc"};
  return createStringError("this machine offers neither perf_event cycles (" +
                           Fault +
                           ") nor a time-stamp counter of constant rate");
}
