//===- SimulatedCore.h - A core whose faults are known ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A TimedCore on which no real time passes. Its clock advances in steps, its
/// frequency moves, its hypervisor takes it away, and a neighbour halves its
/// throughput now and then: as much of each as a test asks for.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_MEASURE_SIMULATEDCORE_H
#define KERNEL_BOUNDS_UNITTESTS_MEASURE_SIMULATEDCORE_H

#include "kernel-bounds/Measure/TimedCore.h"
#include <algorithm>
#include <cmath>
#include <random>

namespace kernelbounds {

/// Times are in nanoseconds; 0 = never.
struct Vices {
  double TickStep = 1;
  double Drift = 0; ///< Relative: half of the range of the frequency.
  double DriftPeriod = 5e7;
  double JumpEvery = 0;   ///< The frequency falls by 3 %, or rises again.
  double StolenEvery = 0; ///< On average, from one theft to the next.
  double StolenFor = 1e5; ///< On average.
  /// The neighbour's bursts and the gaps between them; every order of magnitude
  /// is as likely as any other.
  double ShortestBurst = 0, LongestBurst = 1e5;
  double ShortestGap = 1e3, LongestGap = 2e5;
  double CyclesPerLink = 3;
  double TicksPerNs = 2.6;
  /// No neighbour slows tight turns down, as on AArch64 and RISC-V hosts.
  bool TightIsChain = false;
};

class SimulatedCore : public TimedCore {
public:
  SimulatedCore(const Vices &V, unsigned Seed) : V(V), Random(Seed) {
    NextTheft = V.StolenEvery == 0 ? Never : waiting(V.StolenEvery);
    NextToggle =
        V.ShortestBurst == 0 ? Never : length(V.ShortestGap, V.LongestGap);
    NextJump = V.JumpEvery == 0 ? Never : V.JumpEvery;
  }

  uint64_t readTicks() override {
    run(12, 0);
    const double Ticks = Now * V.TicksPerNs + 12345;
    run(13, 0);
    return std::floor(std::floor(Ticks / V.TickStep) * V.TickStep);
  }
  void runChain(unsigned Links) override { run(V.CyclesPerLink * Links, 0); }
  void runUnitChain(unsigned Links) override { run(Links, 0); }
  void runProbe(unsigned Turns) override { run(0, 16.0 / 6 * Turns); }
  void runTight(unsigned Turns) override {
    V.TightIsChain ? run(Turns, 0) : run(0, Turns);
  }
  void rest() override { Now += 1e6; }

  /// Work of \p Latency cycles that no neighbour slows down, and then of
  /// \p Throughput cycles.
  void run(double Latency, double Throughput) {
    advance(Latency, false);
    advance(Throughput, true);
  }

  double now() const { return Now; }

private:
  static constexpr double Never = 1e300, GHz = 3.7;

  double waiting(double Mean) {
    return std::exponential_distribution<>(1 / Mean)(Random);
  }
  double length(double Shortest, double Longest) {
    return std::exp(std::uniform_real_distribution<>(
        std::log(Shortest), std::log(Longest))(Random));
  }
  double frequency() const {
    const double Wave =
        1 + V.Drift * std::sin(2 * 3.14159265358979 * Now / V.DriftPeriod);
    return GHz * Wave * (IsLow ? 0.97 : 1);
  }

  void passEvents() {
    while (Now >= NextToggle) {
      IsShared = !IsShared;
      NextToggle += IsShared ? length(V.ShortestBurst, V.LongestBurst)
                             : length(V.ShortestGap, V.LongestGap);
    }
    while (Now >= NextJump) {
      IsLow = !IsLow;
      NextJump += V.JumpEvery;
    }
    if (Now >= NextTheft) {
      Now += waiting(V.StolenFor);
      NextTheft = Now + waiting(V.StolenEvery);
    }
  }

  void advance(double Cycles, bool IsThroughput) {
    while (Cycles > 1e-9) {
      passEvents();
      const double Rate = frequency() * (IsThroughput && IsShared ? 0.5 : 1);
      // The frequency is taken to be constant for 5 microseconds.
      const double Until =
          std::min({NextTheft, NextToggle, NextJump, Now + 5000});
      const double Part = std::min(Cycles, std::max(Until - Now, 1e-6) * Rate);
      Now += Part / Rate;
      Cycles -= Part;
    }
  }

  Vices V;
  std::mt19937 Random;
  double Now = 0, NextTheft, NextToggle, NextJump;
  bool IsShared = false, IsLow = false;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_MEASURE_SIMULATEDCORE_H
