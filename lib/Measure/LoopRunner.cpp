//===- LoopRunner.cpp - Cycles of loops of any instructions ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Trips, and what ends a loop. Example: with batches of 8,000 cycles, a loop
/// of 12 cycles a trip runs 256 and 1,024 trips; what the further 768 take is
/// the figure.
/// Tested by unittests/Measure/LoopRunnerTest.cpp on simulated cores.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/LoopRunner.h"
#include "kernel-bounds/Measure/FormTarget.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

LoopRunner::~LoopRunner() = default;

LoopOutcome LoopRunner::walk(const AccessPattern &) {
  return {LoopStatus::NotModeled, 0, 0, ""};
}

Expected<PortCounts> LoopRunner::count(const TimedLoop &) {
  return createStringError("there are no counters of micro-ops by port");
}

const TargetRecord &kernelbounds::measuredTarget() {
  const TargetRecord *R = findTarget(Triple(sys::getProcessTriple()));
  if (!R || !findFormTarget(R->Name))
    R = findTargetByName("x86_64");
  assert(R && "the target is one of Targets.def");
  return *R;
}

StringRef kernelbounds::loopStatusName(LoopStatus S) {
  constexpr StringLiteral Names[] = {"ok",          "unsteady",    "illegal",
                                     "fault",       "arithmetic",  "timed-out",
                                     "not-encoded", "not-modeled", "disturbed",
                                     "no-step",     "out-of-time"};
  return Names[static_cast<unsigned>(S)];
}

Expected<LoopStatus> kernelbounds::parseLoopStatus(StringRef Name) {
  for (unsigned I = 0; I <= unsigned(LoopStatus::OutOfTime); ++I)
    if (loopStatusName(LoopStatus(I)) == Name)
      return LoopStatus(I);
  return createStringError("unknown status '" + Name + "'");
}

bool LimitedLoopRunner::refuses() {
  Refused = Refused || IsOver();
  return Refused;
}

LoopOutcome LimitedLoopRunner::run(const TimedLoop &Loop) {
  return refuses() ? LoopOutcome{LoopStatus::OutOfTime, 0, 0, ""}
                   : Inner.run(Loop);
}

Expected<PortCounts> LimitedLoopRunner::count(const TimedLoop &Loop) {
  if (refuses())
    return createStringError("the time is over");
  return Inner.count(Loop);
}

LoopOutcome LimitedLoopRunner::walk(const AccessPattern &P) {
  return refuses() ? LoopOutcome{LoopStatus::OutOfTime, 0, 0, ""}
                   : Inner.walk(P);
}

/// Cycles of \p Trips trips, roughly: the fewest of three runs.
static double estimate(TimedCore &Core, const HostTraits &Traits,
                       function_ref<void(uint64_t)> Run, uint64_t Trips) {
  double Least = 1e300;
  for (unsigned I = 0; I < 3; ++I) {
    const uint64_t Start = Core.readTicks();
    Run(Trips);
    Least = std::min<double>(Least, Core.readTicks() - Start);
  }
  return std::max(Least - Traits.ReadTicks, Traits.TickStep) /
         Traits.TicksPerCycle;
}

Expected<Timing> kernelbounds::timeTrips(
    TimedCore &Core, const HostTraits &Traits, const TimingPlan &Plan,
    function_ref<void(uint64_t)> Run, unsigned MaxRounds, double Tolerance,
    uint64_t MaxTrips, function_ref<void()> Refresh) {
  // The shorter end is long enough for a loop to be learned by the predictors.
  uint64_t Many = 16;
  while (Many < MaxTrips &&
         estimate(Core, Traits, Run, Many) < 0.6 * Plan.BatchCycles)
    Many *= 2;
  const uint64_t Few = Many / 4;
  auto T = timeDifference(
      Core, Traits, Plan, [&] { Run(Few); }, [&] { Run(Many); }, MaxRounds,
      Tolerance, Refresh);
  if (T)
    T->Cycles /= static_cast<double>(Many - Few);
  return T;
}

LoopOutcome kernelbounds::outcomeOf(Expected<Timing> T) {
  LoopOutcome O;
  if (!T) {
    O.Detail = toString(T.takeError());
    const StringRef Why = O.Detail;
    O.Status = Why.contains("signal 4")    ? LoopStatus::Illegal
               : Why.contains("signal 8 ") ? LoopStatus::Arithmetic
               : Why.contains("took more") ? LoopStatus::TimedOut
               : Why.contains("signal")    ? LoopStatus::Fault
                                           : LoopStatus::Disturbed;
    return O;
  }
  O.Cycles = T->Cycles;
  O.Spread = T->Spread;
  if (!T->IsSteady)
    O.Status = LoopStatus::Unsteady;
  return O;
}
