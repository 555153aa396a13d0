//===- IdleFiller.cpp - Keeps another core awake --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/IdleFiller.h"
#include "HostProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

/// The list that the system gives of the processors of \p Cpu's core.
static std::string readSiblings(int Cpu) {
  auto Text = MemoryBuffer::getFile(
      "/sys/devices/system/cpu/cpu" + Twine(Cpu) +
          "/topology/thread_siblings_list",
      /*IsText=*/true, /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  return Text ? (*Text)->getBuffer().trim().str() : "";
}

static int findOtherCore(int Measured) {
  cpu_set_t Allowed;
  CPU_ZERO(&Allowed);
  if (sched_getaffinity(0, sizeof(Allowed), &Allowed) != 0)
    return -1;
  std::vector<std::pair<int, std::string>> Siblings;
  for (int Cpu = 0; Cpu < CPU_SETSIZE; ++Cpu)
    if (Cpu == Measured || CPU_ISSET(Cpu, &Allowed))
      Siblings.emplace_back(Cpu, readSiblings(Cpu));
  std::vector<CoreOfProcessor> Processors;
  Processors.reserve(Siblings.size());
  for (const auto &[Cpu, List] : Siblings)
    Processors.push_back({Cpu, List});
  return kernelbounds::findOtherCore(Processors, Measured);
}

IdleFiller::IdleFiller(int MeasuringCpu) : Cpu(::findOtherCore(MeasuringCpu)) {
  if (Cpu < 0)
    return;
  pid_t Parent = getpid();
  Pid = fork();
  if (Pid < 0)
    Cpu = -1;
  if (Pid != 0)
    return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent) // It ended before we could ask.
    _exit(0);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(Signal, SIG_DFL);
  sched_param Param = {};
  sched_setscheduler(0, SCHED_IDLE, &Param);
  pinTo(Cpu);
  for (unsigned I = 0;; ++I)
    __asm__ volatile("" : "+r"(I));
}

IdleFiller::~IdleFiller() {
  if (Pid <= 0)
    return;
  kill(Pid, SIGKILL);
  waitpid(Pid, nullptr, 0);
}
