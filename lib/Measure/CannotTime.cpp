//===- CannotTime.cpp - Where loops cannot be timed -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of the host's core where there is no HostEntry*.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostLoopRunner.h"
#include "kernel-bounds/Measure/IdleFiller.h"
#include "kernel-bounds/Model/Targets.h"

using namespace kernelbounds;
using namespace llvm;

static Error cannotTime() {
  return createStringError("measuring works on " + shownTargets() +
                           " Linux only");
}

IdleFiller::IdleFiller(int) {}

// Not defaulted: where measuring works, the destructor does something.
IdleFiller::~IdleFiller() {} // NOLINT(modernize-use-equals-default)

Expected<HostTraits> kernelbounds::findHostTraits(int, double) {
  return cannotTime();
}

Expected<std::unique_ptr<TimedCore>> kernelbounds::openHostCore() {
  return cannotTime();
}

Expected<HostCounters> kernelbounds::findHostCounters(int) {
  return cannotTime();
}

Expected<std::unique_ptr<LoopRunner>>
kernelbounds::createHostLoopRunner(TargetContext &, const HostLoopOptions &) {
  return cannotTime();
}

Expected<CycleClock> kernelbounds::findCycleClock() { return cannotTime(); }
