//===- FileLock.cpp - What one process at a time may use ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lock is the operating system's for the whole file, so that a process
/// that was killed leaves none. Tested by unittests/Measure/FileLockTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FileLock.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace kernelbounds;
using namespace llvm;

Expected<std::optional<FileLock>> FileLock::take(StringRef File) {
  int FD = -1;
  if (std::error_code EC = sys::fs::openFileForReadWrite(
          File, FD, sys::fs::CD_OpenAlways, sys::fs::OF_None))
    return createStringError("cannot write " + File + ": " + EC.message());
  FileLock Lock(FD);
  // On other errors, the file system has no locks, and nothing is kept apart.
  if (sys::fs::tryLockFile(FD) == std::errc::no_lock_available)
    return std::optional<FileLock>();
  return std::optional<FileLock>(std::move(Lock));
}

FileLock::~FileLock() {
  if (FD >= 0)
    sys::Process::SafelyCloseFileDescriptor(FD);
}
