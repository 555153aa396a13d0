//===- CannotMeasure.cpp - Where kernels cannot be run --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of what runs kernels on other systems than x86-64 Linux: it
/// steps through them by ptrace, with the registers of that target.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CycleTimer.h"
#include "kernel-bounds/Measure/LoadedKernel.h"
#include "kernel-bounds/Measure/SteppedRun.h"

using namespace kernelbounds;
using namespace llvm;

static Error cannotMeasure() {
  return createStringError("measuring kernels works on x86-64 Linux only");
}

Expected<std::unique_ptr<LoadedKernel>> LoadedKernel::load(StringRef) {
  return cannotMeasure();
}

// Not defaulted: where measuring works, destructors do something.
LoadedKernel::~LoadedKernel() {} // NOLINT(modernize-use-equals-default)

Expected<Timing> kernelbounds::timeKernel(const LoadedKernel &,
                                          const TripPlan &,
                                          const TimerOptions &) {
  return cannotMeasure();
}

Expected<SteppedRun> kernelbounds::stepKernel(const LoadedKernel &, long,
                                              const Listing &, const Kernel &,
                                              const MCRegisterInfo &,
                                              const StepOptions &) {
  return cannotMeasure();
}

Error kernelbounds::checkStepping() { return cannotMeasure(); }
