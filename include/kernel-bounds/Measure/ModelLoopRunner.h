//===- ModelLoopRunner.h - Loops on a port model ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a port model says a loop takes: the other side of each comparison, and
/// the machine of tests.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_MODELLOOPRUNNER_H
#define KERNEL_BOUNDS_MEASURE_MODELLOOPRUNNER_H

#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Measure/LoopRunner.h"
#include "kernel-bounds/Model/PortModel.h"

namespace kernelbounds {

/// The loop as the reader of assembly would give it: the body, the counter and
/// the branch back.
struct LoopListing {
  Listing Code;
  LoopBody Body;
};
LoopListing listLoop(const TimedLoop &Loop, const TargetDescription &TD);

/// The model of one core. Not for several threads at once.
class ModelLoopRunner : public LoopRunner {
public:
  /// With \p Simulates, the simulated core's cycles, else the largest bound.
  ModelLoopRunner(PortModel &Model, TargetSemantics &Semantics, bool Simulates);

  LoopOutcome run(const TimedLoop &Loop) override;
  /// One for each port; none without a simulated core.
  llvm::ArrayRef<PortCounter> counters() const override { return Counters; }
  /// Micro-ops by port in the steady state of the simulated core.
  llvm::Expected<PortCounts> count(const TimedLoop &Loop) override;
  /// In the caches of the model, if it has any.
  LoopOutcome walk(const AccessPattern &P) override;
  double noise() const override { return 0; }
  PortModel &model() { return Model; }

private:
  LoopResult analyze(const TimedLoop &Loop, unsigned RecordUops);

  PortModel &Model;
  TargetSemantics &Semantics;
  bool Simulates;
  std::vector<PortCounter> Counters;
};

/// The same, but timed with a clock: \p Core advances by what \p Machine says,
/// through \p Advance(latency cycles, throughput cycles).
class ClockedLoopRunner : public LoopRunner {
public:
  ClockedLoopRunner(LoopRunner &Machine, TimedCore &Core,
                    const HostTraits &Traits, const TimingPlan &Plan,
                    llvm::function_ref<void(double Cycles)> Advance)
      : Machine(Machine), Core(Core), Traits(Traits), Plan(Plan),
        Advance(Advance) {}

  LoopOutcome run(const TimedLoop &Loop) override;
  double noise() const override { return 0.02; }

private:
  LoopRunner &Machine;
  TimedCore &Core;
  const HostTraits &Traits;
  const TimingPlan &Plan;
  llvm::function_ref<void(double Cycles)> Advance;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_MODELLOOPRUNNER_H
