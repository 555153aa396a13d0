//===- HostLoopRunner.h - Runs loops on the core at hand --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodes loops into executable memory and times them in child processes, so
/// that what a loop breaks stays there.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_HOSTLOOPRUNNER_H
#define KERNEL_BOUNDS_MEASURE_HOSTLOOPRUNNER_H

#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/CounterEvents.h"
#include "kernel-bounds/Measure/HostTraits.h"
#include "kernel-bounds/Measure/LoopRunner.h"
#include <memory>

namespace kernelbounds {

/// What counts the micro-ops of this host by port.
struct HostCounters {
  uint32_t Type = 0; ///< The unit that counts, as perf_event numbers it.
  const CounterEvents *Events = nullptr;
};
/// Those of the big cores, of which the processor \p Cpu is one. Fails, with
/// the reason as one clause, where the core has none, and where the system or
/// its settings do not let this process count.
llvm::Expected<HostCounters> findHostCounters(int Cpu);

struct HostLoopOptions {
  int Cpu = -1;            ///< To pin to; -1 = none.
  unsigned MaxRounds = 6;  ///< Of one loop.
  unsigned MaxTries = 3;   ///< As long as no two rounds agree.
  double Tolerance = 0.01; ///< By which the best two rounds may differ.
  unsigned TimeLimit = 10; ///< Seconds of one loop.
  HostTraits Traits;       ///< What findHostTraits() returned.
  TimingPlan Plan;         ///< planTiming() of it.
  HostCounters Counters;   ///< Without Events: nothing is counted.
};

/// Makes \p Target's instructions run here: it is the target of this process.
/// Fails on other systems than x86-64, AArch64 and RISC-V Linux, and where
/// there is no memory for code. \p Target outlives it.
llvm::Expected<std::unique_ptr<LoopRunner>>
createHostLoopRunner(TargetContext &Target, const HostLoopOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_HOSTLOOPRUNNER_H
