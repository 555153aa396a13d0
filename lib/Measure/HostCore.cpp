//===- HostCore.cpp - The core at hand ------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// perf_event cycles where the system has them, else the clock of HostEntry.h;
/// and code of known cycles. Linux only.
//
//===----------------------------------------------------------------------===//

#include "HostEntry.h"
#include "HostProcess.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/HostTraits.h"
#include "llvm/Support/FormatVariadic.h"
#include <cerrno>
#include <cstring>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

namespace {

/// The system's counter of this process's core cycles.
class PerfEventCounter : public CycleCounter {
public:
  ~PerfEventCounter() override {
    if (Fd >= 0)
      close(Fd);
  }
  int open() override;
  std::optional<uint64_t> read() override;

private:
  int Fd = -1;
};

} // namespace

int PerfEventCounter::open() {
  perf_event_attr Attr;
  std::memset(&Attr, 0, sizeof(Attr));
  Attr.size = sizeof(Attr);
  Attr.type = PERF_TYPE_HARDWARE;
  Attr.config = PERF_COUNT_HW_CPU_CYCLES;
  Attr.exclude_kernel = 1;
  Attr.exclude_hv = 1;
  Attr.pinned = 1;
  Fd = syscall(SYS_perf_event_open, &Attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return Fd < 0 ? errno : 0;
}

std::optional<uint64_t> PerfEventCounter::read() {
  uint64_t Count = 0;
  if (::read(Fd, &Count, sizeof(Count)) != sizeof(Count))
    return std::nullopt;
  return Count;
}

/// Work for a counter to count.
static void countTo10000() {
  for (volatile unsigned I = 0; I < 10000;)
    I = I + 1;
}

static Expected<CycleClock> chooseHostClock(CycleCounter &Counter) {
  const char *Stamps = hostCpu().MayUseStamps ? findHostStamps() : nullptr;
  auto Clock = chooseClock(Counter, countTo10000, Stamps != nullptr);
  if (Clock && Stamps) {
    Clock->Stamps = Stamps;
    if (const double Rate = hostStampRate(); Rate > 0)
      Clock->Stamps += formatv(" of {0:f1} MHz", Rate / 1e6);
  }
  return Clock;
}

Expected<CycleClock> kernelbounds::findCycleClock() {
  PerfEventCounter Counter;
  return chooseHostClock(Counter);
}

//===----------------------------------------------------------------------===//
// The core
//===----------------------------------------------------------------------===//

namespace {

class HostCore : public TimedCore {
public:
  /// Fails where there is neither clock.
  Error open() {
    auto Clock = chooseHostClock(Counter);
    if (Clock)
      Counts = Clock->Source == CycleSource::PerfEvent;
    return Clock.takeError();
  }
  uint64_t readTicks() override;
  void runChain(unsigned Links) override { runHostChain(Links); }
  void runUnitChain(unsigned Links) override { runHostUnitChain(Links); }
  void runProbe(unsigned Turns) override { runHostProbe(Turns); }
  void runTight(unsigned Turns) override { runHostTight(Turns); }
  void rest() override { usleep(1000); }

private:
  PerfEventCounter Counter;
  bool Counts = false;
};

} // namespace

uint64_t HostCore::readTicks() {
  if (!Counts)
    return readHostStamps();
  waitForHostWork();
  const uint64_t Ticks = Counter.read().value_or(0);
  waitForHostWork();
  return Ticks;
}

Expected<std::unique_ptr<TimedCore>> kernelbounds::openHostCore() {
  auto Core = std::make_unique<HostCore>();
  if (Error E = Core->open())
    return std::move(E);
  return Core;
}

Expected<HostTraits> kernelbounds::findHostTraits(int Cpu, double Cycles) {
  auto Memory = SharedMemory::create(sizeof(HostTraits));
  if (!Memory)
    return Memory.takeError();
  if (auto Clock = findCycleClock(); !Clock)
    return Clock.takeError();
  auto *Traits = new (Memory->data()) HostTraits;
  // The caller has made sure that there is a clock.
  Error E = runInChild(Cpu, /*Seconds=*/60, [&] {
    std::unique_ptr<TimedCore> Core = cantFail(openHostCore());
    // A neighbour may be busy for seconds, and have a rest after that.
    for (unsigned Looks = 0; Looks < 8; ++Looks) {
      *Traits = findTraits(*Core, Cycles);
      if (Traits->QuietShare >= 0.01)
        break;
    }
  });
  if (E)
    return std::move(E);
  return *Traits;
}
