//===- HostTimer.cpp - Times work in this process -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostTimer.h"
#include "HostProcess.h"
#include "llvm/ADT/STLExtras.h"
#include <sched.h>

using namespace kernelbounds;
using namespace llvm;

Expected<HostTimer> HostTimer::open(int Cpu) {
  auto Core = openHostCore();
  if (!Core)
    return Core.takeError();
  pinTo(Cpu < 0 ? sched_getcpu() : Cpu);
  HostTimer Timer(std::move(*Core));
  Timer.Traits = findTraits(*Timer.Core, /*Cycles=*/1e9);
  Timer.Plan = planTiming(Timer.Traits);
  return Timer;
}

double HostTimer::estimate(function_ref<void()> Work) {
  double Least = 0;
  for (unsigned I = 0; I < 4; ++I) {
    const uint64_t Start = Core->readTicks();
    Work();
    const double Ticks = Core->readTicks() - Start - Traits.ReadTicks;
    // By a clock with long steps short work may take no time.
    const double Cycles =
        std::max(Ticks, Traits.TickStep) / Traits.TicksPerCycle;
    Least = I == 0 ? Cycles : std::min(Least, Cycles);
  }
  return Least;
}

Expected<Timing> HostTimer::time(function_ref<void()> Few,
                                 function_ref<void()> Many, unsigned MaxRounds,
                                 double Tolerance) {
  return timeDifference(*Core, Traits, Plan, Few, Many, MaxRounds, Tolerance);
}

std::vector<std::vector<double>> HostTimer::sample(function_ref<void()> Few,
                                                   function_ref<void()> Many) {
  auto Samples = SampleTimer(*Core, Traits, Plan).run({Few, Many}, Many);
  for (std::vector<double> &S : Samples)
    llvm::sort(S);
  return Samples;
}
