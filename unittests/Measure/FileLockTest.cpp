//===- FileLockTest.cpp - Tests of locks ----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FileLock.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

/// Whether another process can take the lock of \p File.
static bool isFree(StringRef File) {
  const pid_t Pid = fork();
  if (Pid == 0)
    _exit(cantFail(FileLock::take(File)) ? 0 : 1);
  int Status = 0;
  waitpid(Pid, &Status, 0);
  return Status == 0;
}

TEST(FileLock, OneProcessAtATime) {
  SmallString<128> File;
  ASSERT_FALSE(sys::fs::createTemporaryFile("kb", "lock", File));
  {
    std::optional<FileLock> Lock = cantFail(FileLock::take(File));
    ASSERT_TRUE(Lock.has_value());
    EXPECT_FALSE(isFree(File));
    const FileLock Moved = std::move(*Lock);
    Lock.reset();
    EXPECT_FALSE(isFree(File));
  }
  EXPECT_TRUE(isFree(File));
  sys::fs::remove(File);
  EXPECT_EQ(toString(FileLock::take("/nonexistent/lock").takeError()),
            "cannot write /nonexistent/lock: No such file or directory");
}
