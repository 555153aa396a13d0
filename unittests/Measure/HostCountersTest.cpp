//===- HostCountersTest.cpp - The host's counters -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Events of the system instead of the core, so that any machine has them: the
/// pages that this process touches first. They go the same way through
/// perf_event.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__) && defined(__linux__)

#include "HostCounters.h"
#include "FormTester.h"
#include "SimulatedCore.h"
#include "kernel-bounds/Measure/CycleClock.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <linux/perf_event.h>
#include <sys/mman.h>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr CounterEvent PageFaults = {"PAGE_FAULTS", PERF_COUNT_SW_PAGE_FAULTS,
                                     0, "p0 p1"};
/// As a core that nobody has: 0xff is no event of the system.
constexpr CounterEvent NoEvent = {"NONE", 0xff, 0, "p0"};

/// Memory of which no page has been touched.
class FreshPages {
public:
  FreshPages() {
    Data =
        static_cast<volatile char *>(mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    // A large page would be touched but once.
    madvise(const_cast<char *>(Data), Size, MADV_NOHUGEPAGE);
  }
  ~FreshPages() { munmap(const_cast<char *>(Data), Size); }
  void touch(uint64_t Number) {
    for (uint64_t I = 0; I < Number && Next < Size; ++I, Next += 4096)
      Data[Next] = 1;
  }

private:
  static constexpr size_t Size = size_t(64) << 20;
  volatile char *Data;
  size_t Next = 0;
};

class HostCounting : public testing::Test {
protected:
  void SetUp() override {
    HostCounter Probe;
    const int Errno = Probe.open(PERF_TYPE_SOFTWARE, PageFaults);
    // Another fault is one of the call.
    if (Errno == EACCES || Errno == EPERM || Errno == ENOSYS)
      GTEST_SKIP() << explainCounterFault(Errno, "");
    ASSERT_EQ(Errno, 0) << explainCounterFault(Errno, "");
  }
};

} // namespace

TEST_F(HostCounting, CountsWhatHappensInBetween) {
  FreshPages Pages;
  HostCounter Counter;
  ASSERT_EQ(Counter.open(PERF_TYPE_SOFTWARE, PageFaults), 0);
  Pages.touch(100); // Not counted.
  // The system may take a page of the program away in between.
  auto Count = [&](uint64_t Number) {
    return Counter.count([&] { Pages.touch(Number); }).value_or(0);
  };
  EXPECT_GE(Count(300), 300u);
  Pages.touch(100);
  const uint64_t Few = Count(60);
  EXPECT_GE(Few, 60u);
  EXPECT_LT(Few, 100u);
  EXPECT_LT(Count(0), 20u);
}

/// Two for each trip, and what each run needs beside them is no trip's.
TEST_F(HostCounting, CountsTrips) {
  FreshPages Pages;
  const auto Count = countTrips(
      PERF_TYPE_SOFTWARE, PageFaults,
      [&](uint64_t Trips) { Pages.touch(2 * Trips + 17); }, 512);
  ASSERT_TRUE(Count.has_value());
  EXPECT_NEAR(*Count, 2, 0.05);
}

TEST_F(HostCounting, AnEventThatTheSystemDoesNotHaveIsRefused) {
  HostCounter Counter;
  EXPECT_NE(Counter.open(PERF_TYPE_SOFTWARE, NoEvent), 0);
  EXPECT_FALSE(countTrips(
                   PERF_TYPE_SOFTWARE, NoEvent, [](uint64_t) {}, 64)
                   .has_value());
}

TEST_F(HostCounting, ALoopIsCountedInAChild) {
  if (auto Clock = findCycleClock(); !Clock)
    GTEST_SKIP() << toString(Clock.takeError());
  const FormTester T("znver4");
  const CounterEvent Ports[] = {PageFaults};
  const CounterEvents Events = {"the system", Ports, &PageFaults};
  HostLoopOptions Options;
  SimulatedCore Core({}, 1);
  Options.Traits = findTraits(Core, 1e8);
  Options.Plan = planTiming(Options.Traits);
  Options.Counters = {PERF_TYPE_SOFTWARE, &Events};
  const auto Host = cantFail(createHostLoopRunner(*T.Target, Options));
  ASSERT_EQ(Host->counters().size(), 1u);
  EXPECT_EQ(Host->counters()[0].Ports, (std::vector<std::string>{"p0", "p1"}));
  TimedLoop Loop;
  const MCOperand R = MCOperand::createReg(T.Builder.named("RAX"));
  Loop.Body = {T.Builder.make("ADD64rr", {R, R, R})};
  const PortCounts C = cantFail(Host->count(Loop));
  ASSERT_EQ(C.OnCounter.size(), 1u);
  EXPECT_NEAR(C.OnCounter[0], 0, 0.01); // It touches no new page.
  // What is no instruction ends the child, and not this process.
  Loop.Body = {T.Builder.make("TRAP", {})};
  auto Ended = Host->count(Loop);
  ASSERT_FALSE(bool(Ended));
  EXPECT_TRUE(StringRef(toString(Ended.takeError())).contains("signal 4"));
  // Without events, there are no counters.
  Options.Counters = {};
  const auto Timed = cantFail(createHostLoopRunner(*T.Target, Options));
  EXPECT_TRUE(Timed->counters().empty());
  EXPECT_EQ(toString(Timed->count(Loop).takeError()),
            "there are no counters of micro-ops by port");
}

#endif // defined(__x86_64__) && defined(__linux__)
