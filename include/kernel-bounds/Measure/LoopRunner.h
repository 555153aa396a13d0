//===- LoopRunner.h - Cycles of loops of any instructions -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one question that experiments on a core ask: how many cycles does a trip
/// of this loop take? A host answers by running it (HostLoopRunner.h), a port
/// model by predicting it (ModelLoopRunner.h); the experiments do not know
/// which.
///
/// Example: a body of four `imul %rax, %rax` takes 12 cycles a trip where a
/// multiplication has a latency of 3.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_LOOPRUNNER_H
#define KERNEL_BOUNDS_MEASURE_LOOPRUNNER_H

#include "kernel-bounds/Measure/AccessPattern.h"
#include "kernel-bounds/Measure/PortCounters.h"
#include "kernel-bounds/Measure/SampleTimer.h"
#include "llvm/MC/MCInst.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace kernelbounds {

struct TargetRecord;

/// The target of this host, if its forms can be measured, and else x86-64.
/// FormTarget has those of simulated machines, too.
const TargetRecord &measuredTarget();

/// What registers and memory hold before a loop runs. The defaults suit
/// integer code: nothing divides by zero.
struct LoopValues {
  uint64_t General = 1; ///< In general registers that have no other task.
  uint64_t Rax = 1, Rdx = 0;
  uint64_t Vector = 0x0101010101010101; ///< In each 8 bytes of all vectors.
  /// In those of the vectors with odd numbers; divisors are among them.
  uint64_t OddVector = 0x0101010101010101;
  uint64_t Mask = ~uint64_t(0);         ///< In mask registers.
  uint64_t Memory = 0x0101010101010101; ///< In each 8 bytes.
  bool FlushDenormals = true;           ///< Denormals count as zero.
  /// With them, the core is as fast as with any others (divisions, roots).
  bool AreFastest = false;
};

/// A loop without its counter: the runner adds that, with the branch back.
///
/// The body may use all registers but those with a task: see LoopRegisters. A
/// conditional branch in it goes to the next instruction.
struct TimedLoop {
  std::vector<llvm::MCInst> Body;
  LoopValues Values;
  /// Trips in one run, at most: of a body that moves the pointer to memory.
  uint64_t MaxTrips = 65536;
};

enum class LoopStatus : uint8_t {
  Ok,
  Unsteady,   ///< No two rounds agreed.
  Illegal,    ///< The core does not know an instruction.
  Fault,      ///< An access, a privilege or memory that the loop does not have.
  Arithmetic, ///< A division by zero, or the like.
  TimedOut,   ///< It takes too long.
  NotEncoded, ///< LLVM cannot encode it.
  NotModeled, ///< Of a port model: it has no data.
  Disturbed,  ///< The machine was never quiet.
  NoStep,     ///< Of a size: it is beyond all that was tried.
  OutOfTime   ///< The run has no time left for it.
};
/// "ok", "unsteady", "illegal", ...
llvm::StringRef loopStatusName(LoopStatus S);
llvm::Expected<LoopStatus> parseLoopStatus(llvm::StringRef Name);

struct LoopOutcome {
  LoopStatus Status = LoopStatus::Ok;
  double Cycles = 0; ///< A trip. Of Ok and Unsteady.
  double Spread = 0; ///< Relative.
  std::string Detail;

  bool isKnown() const { return Status == LoopStatus::Ok; }
};

/// Answers for one core.
class LoopRunner {
public:
  virtual ~LoopRunner();
  virtual LoopOutcome run(const TimedLoop &Loop) = 0;
  /// The counters of micro-ops by port; empty: the core has none, or they are
  /// not to be used.
  virtual llvm::ArrayRef<PortCounter> counters() const { return {}; }
  /// What they count in a trip of \p Loop. Fails where there are none, and
  /// where the loop cannot be run.
  virtual llvm::Expected<PortCounts> count(const TimedLoop &Loop);
  /// Cycles of a step of a walk over memory that has been gone through before.
  virtual LoopOutcome walk(const AccessPattern &P);
  /// Relative: figures that differ by less are equal. 0 where there is no
  /// noise.
  virtual double noise() const = 0;
};

/// Asks another runner, until \p IsOver says that there is no time left.
class LimitedLoopRunner : public LoopRunner {
public:
  LimitedLoopRunner(LoopRunner &Inner, std::function<bool()> IsOver)
      : Inner(Inner), IsOver(std::move(IsOver)) {}
  LoopOutcome run(const TimedLoop &Loop) override;
  llvm::ArrayRef<PortCounter> counters() const override {
    return Inner.counters();
  }
  llvm::Expected<PortCounts> count(const TimedLoop &Loop) override;
  LoopOutcome walk(const AccessPattern &P) override;
  double noise() const override { return Inner.noise(); }
  /// Whether a loop was not run. What was being measured then is unfinished,
  /// and so is all that comes after it.
  bool hasRefused() const { return Refused; }

private:
  bool refuses();

  LoopRunner &Inner;
  std::function<bool()> IsOver;
  bool Refused = false;
};

/// Times a loop on \p Core, which \p Run runs for a number of trips: the
/// difference between few trips and many, at most \p MaxTrips. \p MaxRounds, \p
/// Tolerance: see timeInRounds(); \p Refresh: see timeDifference().
llvm::Expected<Timing> timeTrips(TimedCore &Core, const HostTraits &Traits,
                                 const TimingPlan &Plan,
                                 llvm::function_ref<void(uint64_t Trips)> Run,
                                 unsigned MaxRounds, double Tolerance,
                                 uint64_t MaxTrips = 65536,
                                 llvm::function_ref<void()> Refresh = {});

/// Of an error of timeTrips() or of a child that runs a loop.
LoopOutcome outcomeOf(llvm::Expected<Timing> T);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_LOOPRUNNER_H
