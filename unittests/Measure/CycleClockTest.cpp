//===- CycleClockTest.cpp - Tests of the choice of a clock ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CycleClock.h"
#include "gtest/gtest.h"
#include <cerrno>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Opens with Errno, counts what the test adds to Count.
class FakeCounter : public CycleCounter {
public:
  int Errno = 0;
  std::optional<uint64_t> Count = 0;

  int open() override { return Errno; }
  std::optional<uint64_t> read() override { return Count; }
};

TEST(CycleClock, CounterThatCounts) {
  FakeCounter C;
  auto Clock = chooseClock(
      C, [&] { C.Count = 30000; }, /*HasStamps=*/true);
  ASSERT_TRUE(bool(Clock));
  EXPECT_EQ(Clock->Source, CycleSource::PerfEvent);
  EXPECT_EQ(Clock->describe(), "perf_event");
}

TEST(CycleClock, TimeStampsInstead) {
  struct Row {
    const char *Name;
    int Errno;
    std::optional<uint64_t> Count;
    const char *Want;
  };
  const Row Rows[] = {
      {"forbidden", EACCES, 5, "tsc, as perf_event says: Permission denied"},
      {"not permitted", EPERM, 5,
       "tsc, as perf_event says: Operation not permitted"},
      {"no such event", ENOENT, 5, "tsc, as perf_event says: no such event"},
      {"not supported", EOPNOTSUPP, 5,
       "tsc, as perf_event says: no such event"},
      {"no such call", ENOSYS, 5,
       "tsc, as perf_event says: Function not implemented"},
      {"unreadable", 0, std::nullopt,
       "tsc, as perf_event says: the counter cannot be read"},
      {"never counts", 0, 0,
       "tsc, as perf_event says: the counter stands still"},
  };
  for (const Row &R : Rows) {
    FakeCounter C;
    C.Errno = R.Errno;
    C.Count = R.Count;
    auto Clock = chooseClock(
        C, [] {}, /*HasStamps=*/true);
    ASSERT_TRUE(bool(Clock)) << R.Name;
    EXPECT_EQ(Clock->Source, CycleSource::TimeStampCounter) << R.Name;
    EXPECT_EQ(Clock->describe(), R.Want) << R.Name;
  }
}

TEST(CycleClock, NeitherIsAnError) {
  FakeCounter C;
  C.Errno = EACCES;
  auto Clock = chooseClock(
      C, [] {}, /*HasStamps=*/false);
  ASSERT_FALSE(bool(Clock));
  EXPECT_EQ(toString(Clock.takeError()),
            "this machine offers neither perf_event cycles (Permission denied) "
            "nor a time-stamp counter of constant rate");
}

} // namespace
