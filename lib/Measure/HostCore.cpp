//===- HostCore.cpp - The core at hand ------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// perf_event cycles where the system has them, else the time-stamp counter;
/// and code of known cycles. x86-64 Linux only.
//
//===----------------------------------------------------------------------===//

#include "HostProcess.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/HostTraits.h"
#include <cerrno>
#include <cstring>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

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

static bool hasConstantCounter() {
  if (!hostCpu().MayUseStamps)
    return false;
  unsigned A = 0, B = 0, C = 0, D = 0;
  __asm__("cpuid" : "=a"(A), "=b"(B), "=c"(C), "=d"(D) : "a"(0x80000000));
  if (A < 0x80000007)
    return false;
  __asm__("cpuid" : "=a"(A), "=b"(B), "=c"(C), "=d"(D) : "a"(0x80000007));
  return D & (1 << 8);
}

Expected<CycleClock> kernelbounds::findCycleClock() {
  PerfEventCounter Counter;
  return chooseClock(Counter, countTo10000, hasConstantCounter());
}

//===----------------------------------------------------------------------===//
// The core
//===----------------------------------------------------------------------===//

namespace {

class HostCore : public TimedCore {
public:
  /// Fails where there is neither clock.
  Error open() {
    auto Clock = chooseClock(Counter, countTo10000, hasConstantCounter());
    if (Clock)
      Counts = Clock->Source == CycleSource::PerfEvent;
    return Clock.takeError();
  }
  uint64_t readTicks() override;
  void runChain(unsigned Links) override;
  void runUnitChain(unsigned Links) override;
  void runProbe(unsigned Turns) override;
  void runTight(unsigned Turns) override;
  void rest() override { usleep(1000); }

private:
  PerfEventCounter Counter;
  bool Counts = false;
};

} // namespace

uint64_t HostCore::readTicks() {
  _mm_lfence();
  const uint64_t Ticks = Counts ? Counter.read().value_or(0) : __rdtsc();
  _mm_lfence();
  return Ticks;
}

// Labels are numbers: each statement can be inlined several times.
void HostCore::runChain(unsigned Links) {
  uint64_t X = 3, Turns = Links / 8 + 1;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "decq %1\n\tjz 2f\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "jmp 1b\n2:"
                   : "+r"(X), "+r"(Turns)
                   :
                   : "cc");
}

void HostCore::runUnitChain(unsigned Links) {
  uint64_t X = 3, Turns = Links / 8 + 1;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "decq %1\n\tjz 2f\n\t"
                   "negq %0\n\tnegq %0\n\tnegq %0\n\tnegq %0\n\t"
                   "negq %0\n\tnegq %0\n\tnegq %0\n\tnegq %0\n\t"
                   "jmp 1b\n2:"
                   : "+r"(X), "+r"(Turns)
                   :
                   : "cc");
}

void HostCore::runProbe(unsigned Turns) {
  uint64_t Left = Turns;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "addq $1, %%rax\n\taddq $1, %%rcx\n\t"
                   "addq $1, %%rdx\n\taddq $1, %%rsi\n\t"
                   "addq $1, %%rdi\n\taddq $1, %%r8\n\t"
                   "addq $1, %%r9\n\taddq $1, %%r10\n\t"
                   "addq $1, %%rax\n\taddq $1, %%rcx\n\t"
                   "addq $1, %%rdx\n\taddq $1, %%rsi\n\t"
                   "addq $1, %%rdi\n\taddq $1, %%r8\n\t"
                   "addq $1, %%r9\n\tdecq %0\n\tjnz 1b"
                   : "+r"(Left)
                   :
                   : "cc", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
                     "r10");
}

void HostCore::runTight(unsigned Turns) {
  uint64_t Left = Turns;
  alignas(64) static const uint64_t Data[2] = {};
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "movq (%1), %%rax\n\tmovq 8(%1), %%rcx\n\t"
                   "decq %0\n\tjnz 1b"
                   : "+r"(Left)
                   : "r"(Data)
                   : "cc", "rax", "rcx");
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
