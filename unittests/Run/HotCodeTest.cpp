//===- HotCodeTest.cpp - Tests of loops by their time ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/HotCode.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

TEST(HotCode, RanksWhatHasNoCode) {
  ProgramRun Run;
  Run.Modules = {"/no/such/file", "[vdso]", "[anonymous]"};
  Run.Places = {{0, 0x10, 2, 200}, {0, 0x20, 1, 150}, {1, 0x30, 7, 100}};
  Run.SystemSamples = 1;
  Run.SystemNanoseconds = 550;
  const HotCode Code = findHotCode(Run);
  EXPECT_EQ(Code.NumSamples, 11u);
  EXPECT_EQ(Code.Nanoseconds, 1000u);
  ASSERT_EQ(Code.Spots.size(), 3u); // Modules without samples are left out.
  EXPECT_EQ(Code.Spots[0].Module, "[system]");
  EXPECT_DOUBLE_EQ(Code.share(Code.Spots[0]), 0.55);
  EXPECT_EQ(Code.Spots[1].Module, "/no/such/file");
  EXPECT_EQ(Code.Spots[1].Nanoseconds, 350u);
  EXPECT_EQ(Code.Spots[2].Module, "[vdso]");
  EXPECT_EQ(Code.Spots[2].NumSamples, 7u);
  ASSERT_EQ(Code.Unread.size(), 1u); // The other has no file.
  EXPECT_EQ(Code.Unread[0].find("/no/such/file: "), 0u);
}

TEST(HotCode, ReplacedFilesAreNotRead) {
  ProgramRun Run;
  Run.Modules = {"/proc/self/exe (deleted)"};
  Run.Places = {{0, 0x10, 2, 200}};
  const HotCode Code = findHotCode(Run);
  ASSERT_EQ(Code.Unread.size(), 1u);
  EXPECT_EQ(
      Code.Unread[0],
      "/proc/self/exe (deleted): it was removed or replaced while it ran");
}

TEST(HotCode, NothingSeen) {
  const HotCode Code = findHotCode(ProgramRun());
  EXPECT_EQ(Code.NumSamples, 0u);
  EXPECT_TRUE(Code.Spots.empty());
  EXPECT_EQ(Code.share(HotSpot()), 0);
}
