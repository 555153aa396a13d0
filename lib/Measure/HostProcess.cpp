//===- HostProcess.cpp - Children of this process -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostProcess.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

static Error systemError(const char *What) {
  return createStringError(Twine(What) + ": " + std::strerror(errno));
}

Expected<SharedMemory> SharedMemory::create(size_t Bytes) {
  void *Data = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Data == MAP_FAILED)
    return systemError("mmap");
  return SharedMemory(Data, Bytes);
}

SharedMemory::~SharedMemory() {
  if (Data)
    munmap(Data, Bytes);
}

void kernelbounds::pinTo(int Cpu) {
  if (Cpu < 0)
    return;
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(Cpu, &Set);
  sched_setaffinity(0, sizeof(Set), &Set);
}

Error kernelbounds::runInChild(int Cpu, unsigned Seconds,
                               function_ref<void()> Body) {
  const pid_t Parent = getpid(), Pid = fork();
  if (Pid < 0)
    return systemError("fork");
  if (Pid == 0) {
    // A run that was killed leaves nothing that disturbs the next one.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != Parent)
      _exit(0);
    for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGALRM, SIGABRT})
      std::signal(Signal, SIG_DFL);
    alarm(Seconds);
    pinTo(Cpu);
    Body();
    _exit(0);
  }
  int Status = 0;
  while (waitpid(Pid, &Status, 0) < 0)
    if (errno != EINTR)
      return systemError("waitpid");
  if (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGALRM)
    return createStringError("took more than " + Twine(Seconds) + " s");
  if (WIFSIGNALED(Status))
    return createStringError("killed by signal " + Twine(WTERMSIG(Status)) +
                             " (" + strsignal(WTERMSIG(Status)) + ")");
  return Error::success();
}
