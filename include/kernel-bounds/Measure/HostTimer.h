//===- HostTimer.h - Times work in this process -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The timer of all programs that time code on the machine at hand, but for
/// kernels, which run in child processes (CycleTimer.h).
///
/// Example:
/// \code
///   auto Timer = HostTimer::open(/*Cpu=*/1);
///   auto T = Timer->time([&] { run(100); }, [&] { run(400); });
///   double CyclesOfATrip = T->Cycles / 300;
/// \endcode
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_HOSTTIMER_H
#define KERNEL_BOUNDS_MEASURE_HOSTTIMER_H

#include "kernel-bounds/Measure/SampleTimer.h"

namespace kernelbounds {

class HostTimer {
public:
  /// Pins this thread to \p Cpu, or to where it runs if that is -1, and looks
  /// at the machine for about a third of a second. Fails where cycles cannot be
  /// had.
  static llvm::Expected<HostTimer> open(int Cpu);

  const HostTraits &traits() const { return Traits; }
  TimingPlan &plan() { return Plan; }

  /// Cycles of \p Work, roughly: the fewest of four runs.
  double estimate(llvm::function_ref<void()> Work);
  /// Cycles that \p Many takes more than \p Few. Each should take about
  /// plan().BatchCycles, or less.
  llvm::Expected<Timing> time(llvm::function_ref<void()> Few,
                              llvm::function_ref<void()> Many,
                              unsigned MaxRounds = 8, double Tolerance = 0.01);
  /// Samples of both, in cycles, ascending: as many as plan() says.
  std::vector<std::vector<double>> sample(llvm::function_ref<void()> Few,
                                          llvm::function_ref<void()> Many);
  /// The clock's step in cycles.
  double stepCycles() const { return Traits.TickStep / Traits.TicksPerCycle; }

private:
  explicit HostTimer(std::unique_ptr<TimedCore> Core) : Core(std::move(Core)) {}

  std::unique_ptr<TimedCore> Core;
  HostTraits Traits;
  TimingPlan Plan;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_HOSTTIMER_H
