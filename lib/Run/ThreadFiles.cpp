//===- ThreadFiles.cpp - What the system says of a thread -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

/// The first \p Size bytes of a small file of /proc; empty if it is gone.
static StringRef readProc(const char *Path, MutableArrayRef<char> Into) {
  int File = open(Path, O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return "";
  ssize_t Size = read(File, Into.data(), Into.size());
  close(File);
  return Size > 0 ? StringRef(Into.data(), Size) : StringRef();
}

char kernelbounds::stateOf(pid_t Tid) {
  char Path[64], Text[512];
  std::snprintf(Path, sizeof(Path), "/proc/%d/stat", Tid);
  StringRef Rest = readProc(Path, Text);
  // The name, in parentheses, may hold anything.
  size_t Name = Rest.rfind(')');
  return Name == StringRef::npos || Name + 2 >= Rest.size() ? 0
                                                            : Rest[Name + 2];
}

uint64_t kernelbounds::nanosecondsOf(pid_t Tid) {
  char Path[64], Text[128];
  std::snprintf(Path, sizeof(Path), "/proc/%d/schedstat", Tid);
  uint64_t Time = 0;
  readProc(Path, Text).split(' ').first.getAsInteger(10, Time);
  return Time;
}

pid_t kernelbounds::processOf(pid_t Tid) {
  char Path[64], Text[1024];
  std::snprintf(Path, sizeof(Path), "/proc/%d/status", Tid);
  StringRef Line = readProc(Path, Text).split("\nTgid:").second;
  pid_t Pid = Tid;
  Line.split('\n').first.trim().getAsInteger(10, Pid);
  return Pid;
}
