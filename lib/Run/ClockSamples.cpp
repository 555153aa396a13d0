//===- ClockSamples.cpp - Samples by a thread's own clock -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A record of the ring is a header and, of a sample, the address. Other
/// records are passed over.
///
/// Source: perf_event_open(2) of the Linux manual pages.
/// Tested by test/Run/rank.test.
//
//===----------------------------------------------------------------------===//

#include "ClockSamples.h"
#include <atomic>
#include <cstring>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace kernelbounds;

static int openClock(pid_t Tid, uint64_t Nanoseconds, bool SeesSystem) {
  perf_event_attr Attr = {};
  Attr.size = sizeof(Attr);
  Attr.type = PERF_TYPE_SOFTWARE;
  Attr.config = PERF_COUNT_SW_TASK_CLOCK;
  Attr.sample_period = Nanoseconds;
  Attr.sample_type = PERF_SAMPLE_IP;
  Attr.exclude_kernel = !SeesSystem;
  Attr.exclude_hv = 1;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &Attr, Tid, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

std::unique_ptr<ClockSamples> ClockSamples::open(pid_t Tid,
                                                 uint64_t Nanoseconds) {
  bool SeesSystem = true;
  int File = openClock(Tid, Nanoseconds, SeesSystem);
  if (File < 0) {
    SeesSystem = false;
    File = openClock(Tid, Nanoseconds, SeesSystem);
  }
  if (File < 0)
    return nullptr;
  void *Ring = mmap(nullptr, 2 * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
                    MAP_SHARED, File, 0);
  if (Ring == MAP_FAILED) {
    close(File);
    return nullptr;
  }
  return std::unique_ptr<ClockSamples>(
      new ClockSamples(File, Ring, SeesSystem));
}

ClockSamples::~ClockSamples() {
  munmap(Ring, 2 * sysconf(_SC_PAGESIZE));
  close(File);
}

void ClockSamples::setOn(bool On) {
  ioctl(File, On ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

void ClockSamples::drain(
    llvm::function_ref<void(uint64_t Address, bool IsInSystem)> Use) {
  const auto Size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  auto *Control = static_cast<perf_event_mmap_page *>(Ring);
  const char *Records = static_cast<const char *>(Ring) + Size;
  std::atomic_ref<__u64> Head(Control->data_head), Tail(Control->data_tail);
  const uint64_t End = Head.load(std::memory_order_acquire);
  uint64_t At = Tail.load(std::memory_order_relaxed);
  // Records have a multiple of 8 bytes, and may go around the ring's end.
  auto Read = [&](uint64_t From) {
    uint64_t Word;
    std::memcpy(&Word, Records + From % Size, sizeof(Word));
    return Word;
  };
  while (At < End) {
    const uint64_t Word = Read(At);
    perf_event_header Header;
    std::memcpy(&Header, &Word, sizeof(Header));
    if (Header.size == 0)
      break;
    if (Header.type == PERF_RECORD_SAMPLE)
      Use(Read(At + sizeof(Header)),
          (Header.misc & PERF_RECORD_MISC_CPUMODE_MASK) !=
              PERF_RECORD_MISC_USER);
    At += Header.size;
  }
  Tail.store(End, std::memory_order_release);
}
