//===- HostThreadX86.cpp - A stopped thread of x86-64 ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostThread.h"
#include <sys/ptrace.h>
#include <sys/user.h>

using namespace kernelbounds;

std::optional<ThreadPlace> kernelbounds::placeOf(pid_t Tid) {
  user_regs_struct Regs;
  if (ptrace(PTRACE_GETREGS, Tid, nullptr, &Regs) < 0)
    return std::nullopt;
  // The number of the system call; -1 after an interrupt or a fault.
  return ThreadPlace{Regs.rip, static_cast<int64_t>(Regs.orig_rax) >= 0};
}
