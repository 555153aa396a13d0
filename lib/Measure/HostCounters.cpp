//===- HostCounters.cpp - The host's counters of ports --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// perf_event_open(2). One event at a time is open, so that none has to share a
/// counter with another one: a core has four to eight, and the system may use
/// some for itself. What is counted is what the calling process does in user
/// mode, on any processor.
///
/// Of a processor with two kinds of cores, the unit `cpu_core` counts, which
/// has no share in what runs on the small ones: the counter is then not running
/// for a part of the time, and what it says is not used.
//
//===----------------------------------------------------------------------===//

#include "HostCounters.h"
#include "HostProcess.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/MachineFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

HostCounter::~HostCounter() {
  if (Fd >= 0)
    close(Fd);
}

int HostCounter::open(uint32_t Type, const CounterEvent &Event) {
  perf_event_attr Attr;
  std::memset(&Attr, 0, sizeof(Attr));
  Attr.size = sizeof(Attr);
  Attr.type = Type;
  Attr.config = Event.config();
  Attr.disabled = 1;
  Attr.exclude_kernel = 1;
  Attr.exclude_hv = 1;
  // Never in turn with others: reading fails where it cannot count.
  Attr.pinned = 1;
  Attr.read_format =
      PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  Fd = syscall(SYS_perf_event_open, &Attr, /*pid=*/0, /*cpu=*/-1,
               /*group_fd=*/-1, PERF_FLAG_FD_CLOEXEC);
  return Fd < 0 ? errno : 0;
}

std::optional<uint64_t> HostCounter::count(function_ref<void()> Work) {
  struct {
    uint64_t Value, Enabled, Running;
  } Before, After;
  auto Read = [&](auto &Into) {
    return read(Fd, &Into, sizeof(Into)) == ssize_t(sizeof(Into));
  };
  if (!Read(Before) || ioctl(Fd, PERF_EVENT_IOC_ENABLE, 0) != 0)
    return std::nullopt;
  Work();
  if (ioctl(Fd, PERF_EVENT_IOC_DISABLE, 0) != 0 || !Read(After))
    return std::nullopt;
  const uint64_t Enabled = After.Enabled - Before.Enabled,
                 Running = After.Running - Before.Running;
  if (Running == 0 || Running != Enabled)
    return std::nullopt;
  return After.Value - Before.Value;
}

std::optional<double> kernelbounds::countTrips(uint32_t Type,
                                               const CounterEvent &Event,
                                               function_ref<void(uint64_t)> Run,
                                               uint64_t MaxTrips) {
  HostCounter Counter;
  if (Counter.open(Type, Event) != 0)
    return std::nullopt;
  const uint64_t Many = std::clamp<uint64_t>(MaxTrips, 8, 4096), Few = Many / 4;
  Run(Few); // The code is in the caches, and its branches are known.
  const auto OfFew = Counter.count([&] { Run(Few); }),
             OfMany = Counter.count([&] { Run(Many); });
  if (!OfFew || !OfMany)
    return std::nullopt;
  return (double(*OfMany) - double(*OfFew)) / double(Many - Few);
}

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

static std::string textOf(StringRef File) {
  auto Buffer = MemoryBuffer::getFileAsStream(File);
  return Buffer ? (*Buffer)->getBuffer().trim().str() : "";
}

/// Of the big cores, where there are two kinds.
static uint32_t typeOfUnit() {
  for (StringRef Unit : {"cpu_core", "cpu"}) {
    uint32_t Type = 0;
    if (to_integer(
            textOf(("/sys/bus/event_source/devices/" + Unit + "/type").str()),
            Type))
      return Type;
  }
  return PERF_TYPE_RAW;
}

/// Work for a counter to count.
static void countTo10000() {
  for (volatile unsigned I = 0; I < 10000;)
    I = I + 1;
}

/// Why \p Event cannot be counted here; empty: it can.
static std::string whyNotCounted(uint32_t Type, const CounterEvent &Event,
                                 bool MustCount) {
  HostCounter Counter;
  if (const int Errno = Counter.open(Type, Event))
    return explainCounterFault(Errno,
                               textOf("/proc/sys/kernel/perf_event_paranoid"));
  const std::optional<uint64_t> Count = Counter.count(countTo10000);
  if (!Count)
    return (Event.Name + " does not count all of the time, as on a small core")
        .str();
  // Some virtual machines open it and then never count.
  return MustCount && *Count == 0 ? (Event.Name + " stands still").str() : "";
}

/// The first reason of \p Events; empty: all can be counted.
static std::string whyNotCounted(const HostCounters &Counters) {
  std::string Why = whyNotCounted(Counters.Type, *Counters.Events->Issued,
                                  /*MustCount=*/true);
  for (const CounterEvent &Event : Counters.Events->Ports)
    if (Why.empty())
      Why = whyNotCounted(Counters.Type, Event, /*MustCount=*/false);
  return Why;
}

Expected<HostCounters> kernelbounds::findHostCounters(int Cpu) {
  if (!hostCpu().MayUseCounters)
    return createStringError("the environment takes them away");
  const std::vector<MachineFact> Facts = describeHost(std::max(Cpu, 0));
  ProcessorId Id;
  Id.Vendor = valueOf(Facts, "vendor");
  if (!to_integer(valueOf(Facts, "family"), Id.Family) ||
      !to_integer(valueOf(Facts, "model"), Id.Model))
    Id.Family = Id.Model = 0;
  HostCounters Found;
  Found.Type = typeOfUnit();
  if (Error E = findCounterEvents(Id).moveInto(Found.Events))
    return std::move(E);
  // On that processor, as loops will be.
  struct Answer {
    char Why[256] = "nothing was counted";
  };
  auto Memory = SharedMemory::create(sizeof(Answer));
  if (!Memory)
    return Memory.takeError();
  auto &Shared = *new (Memory->data()) Answer;
  if (Error E = runInChild(Cpu, /*Seconds=*/10, [&] {
        const std::string Why = whyNotCounted(Found);
        const size_t Size = std::min(Why.size(), sizeof(Shared.Why) - 1);
        std::memcpy(Shared.Why, Why.data(), Size);
        Shared.Why[Size] = 0;
      }))
    return std::move(E);
  if (Shared.Why[0] != 0)
    return createStringError(StringRef(Shared.Why));
  return Found;
}
