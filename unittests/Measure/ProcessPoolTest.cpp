//===- ProcessPoolTest.cpp - External commands ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/ProcessPool.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <chrono>
#include <csignal>
#include <thread>

using namespace kernelbounds;
using namespace llvm;

namespace {

std::string temporaryFile() {
  SmallString<128> Path;
  EXPECT_FALSE(sys::fs::createTemporaryFile("process-pool", "txt", Path));
  return std::string(Path);
}

TEST(ProcessPool, ALateCommandEndsWithWhatItHasStarted) {
  const std::string File = temporaryFile();
  const FileRemover Removes(File);
  ExternalCommand C;
  C.Args = {"/bin/sh", "-c", "sleep 100 & echo $!; wait"};
  C.Output = File;
  C.TimeLimit = 1;
  const CommandResult R = runCommand(C);
  EXPECT_EQ(R.str(), "took too long");
  pid_t Started = 0;
  auto Text = MemoryBuffer::getFile(File);
  ASSERT_TRUE(Text);
  ASSERT_FALSE((*Text)->getBuffer().trim().getAsInteger(10, Started));
  // Whoever adopts it may take a while to collect it.
  for (unsigned I = 0; I < 100 && kill(Started, 0) == 0; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_NE(kill(Started, 0), 0);
}

TEST(ProcessPool, FilesMayHaveALimit) {
  const std::string File = temporaryFile();
  const FileRemover Removes(File);
  ExternalCommand C;
  C.Args = {"/bin/sh", "-c", "exec yes"};
  C.Output = File;
  C.MostFileBytes = 100000;
  EXPECT_FALSE(runCommand(C).ok());
  uint64_t Size = 0;
  EXPECT_FALSE(sys::fs::file_size(File, Size));
  EXPECT_LE(Size, 100000u);
}

} // namespace
