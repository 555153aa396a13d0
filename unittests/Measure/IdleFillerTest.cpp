//===- IdleFillerTest.cpp - Tests of what keeps another core awake --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/IdleFiller.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <csignal>
#include <sys/wait.h>

using namespace kernelbounds;

namespace {

TEST(IdleFiller, OtherCore) {
  // Two cores of two threads each.
  const CoreOfProcessor Four[] = {
      {0, "0,2"}, {1, "1,3"}, {2, "0,2"}, {3, "1,3"}};
  EXPECT_EQ(findOtherCore(Four, 0), 1);
  EXPECT_EQ(findOtherCore(Four, 3), 0);
  // Both threads of one core.
  const CoreOfProcessor Two[] = {{0, "0-1"}, {1, "0-1"}};
  EXPECT_EQ(findOtherCore(Two, 1), -1);
  const CoreOfProcessor One[] = {{0, "0"}};
  EXPECT_EQ(findOtherCore(One, 0), -1);
  const CoreOfProcessor Unknown[] = {{0, ""}, {1, "1"}, {2, ""}};
  EXPECT_EQ(findOtherCore(Unknown, 0), -1);
  EXPECT_EQ(findOtherCore(Unknown, 1), -1);
  EXPECT_EQ(findOtherCore(Unknown, 7), -1);
}

TEST(IdleFiller, LeavesNothingBehind) {
  { IdleFiller Filler(0); }
  errno = 0;
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

} // namespace
