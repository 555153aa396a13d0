//===- LoadedKernelTest.cpp - Tests of loading kernels --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/LoadedKernel.h"
#include "gtest/gtest.h"

#if defined(__linux__) && defined(__x86_64__)

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The line `Anonymous:` that the system writes of the mapping at \p Start: how
/// many kilobytes of it have memory of their own. The page of zeros has none.
unsigned ownKilobytes(void *Start) {
  auto Maps = MemoryBuffer::getFileAsStream("/proc/self/smaps");
  if (!Maps)
    return 0;
  StringRef Text = (*Maps)->getBuffer();
  const std::string Address =
      utohexstr(reinterpret_cast<uintptr_t>(Start), /*LowerCase=*/true) + "-";
  Text = Text.substr(Text.find("\n" + Address));
  unsigned Kilobytes = 0;
  StringRef Value = Text.substr(Text.find("Anonymous:")).split(':').second;
  Value.trim().consumeInteger(10, Kilobytes);
  return Kilobytes;
}

TEST(LoadedKernel, OwnPages) {
  const size_t PageSize = getpagesize(), Bytes = 16 * PageSize;
  // Pages without access on either side, so that it is a mapping of its own.
  auto *All = static_cast<char *>(mmap(nullptr, Bytes + 2 * PageSize, PROT_NONE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(All, MAP_FAILED);
  char *Data = All + PageSize;
  ASSERT_EQ(mprotect(Data, Bytes, PROT_READ | PROT_WRITE), 0);
  int Sum = 0;
  for (size_t At = 0; At < Bytes; At += PageSize)
    Sum += *static_cast<volatile char *>(Data + At);
  EXPECT_EQ(Sum, 0);
  // Some kernels have no page of zeros, and give memory for reading, too.
  const unsigned AfterReading = ownKilobytes(Data);
  EXPECT_TRUE(AfterReading == 0 || AfterReading == Bytes / 1024)
      << AfterReading;
  Data[3 * PageSize + 7] = 42;
  const auto Begin = reinterpret_cast<uintptr_t>(Data);
  ownPages(Begin + 100, Begin + Bytes - 100);
  EXPECT_EQ(ownKilobytes(Data), Bytes / 1024);
  EXPECT_EQ(Data[3 * PageSize + 7], 42);
  munmap(All, Bytes + 2 * PageSize);
}

} // namespace

#endif
