//===- Simulator.h - Cycles of a loop on a core -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Out-of-order execution of a loop body until its behaviour repeats.
///
/// Example: `vaddpd %xmm0, %xmm1, %xmm1` with latency 4 repeats after the
/// reorder buffer has filled: the period is 1 iteration of 4 cycles.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_SIMULATOR_H
#define KERNEL_BOUNDS_SIMULATION_SIMULATOR_H

#include "kernel-bounds/Bounds/Resource.h"
#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Simulation/CoreSizes.h"
#include "kernel-bounds/Simulation/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace kernelbounds {

/// Why a fused micro-op was not renamed earlier.
enum class RenameWait : uint8_t {
  None,
  IssueWidth,
  FrontEnd,
  ReorderBuffer,
  Scheduler,
  LoadBuffer,
  StoreBuffer,
  IntegerRegisters,
  VectorRegisters
};
constexpr unsigned NumRenameWaits = 9;
/// "issue width", "reorder buffer".
llvm::StringRef renameWaitName(RenameWait W);

/// What happened to one micro-op. Times are in cycles from the start of the
/// run; an eliminated instruction has one row without a port.
struct UopEvent {
  uint32_t Iteration, Inst; ///< Inst: into the kernel.
  uint32_t MappedUop;       ///< Into MappedKernel::Uops; ~0u: no micro-op.
  int16_t Port;             ///< -1: none.
  RenameWait Wait;
  int64_t Renamed;    ///< Entered the reorder buffer and the scheduler.
  int64_t Ready;      ///< Its inputs were there; never before Renamed + 1.
  int64_t Dispatched; ///< Began on its port.
  int64_t Executed;   ///< Its result is there.
  int64_t Retired;
};

struct SimulationOptions {
  /// The search for a period ends after MaxIterations or MaxSlots fused
  /// micro-ops, but not before MinIterations.
  unsigned MaxIterations = 2000, MinIterations = 24;
  uint64_t MaxSlots = 8192;
  /// A mean counts only if what its iterations leave behind is no more than
  /// this share of it, as in a steady state; else the search is given up. 0: it
  /// counts always.
  unsigned MostLeftPercent = 0;
  /// Give up before more fused micro-ops than this are run. 0: never.
  uint64_t Budget = 0;
  /// Record the first iterations: all events of this many. 0: none.
  unsigned RecordIterations = 0;
  /// Also the events of one period of the steady state, of at most this many
  /// micro-ops. 0: none.
  unsigned RecordSteadyUops = 0;
};

struct SimulationResult {
  CyclesPerIter Cycles; ///< Per iteration.
  /// The state of the core repeated: Cycles is exact and holds for ever. Else
  /// it is the mean of Period iterations from FirstSteady on, rounded up by the
  /// work that they leave behind; no lower bound exceeds it.
  bool IsExact = false;
  /// The search was given up, see SimulationOptions::Budget and
  /// MostLeftPercent; Cycles is 0.
  bool IsOverBudget = false;
  unsigned Period = 0;     ///< Iterations after which the state repeats.
  unsigned Iterations = 0; ///< Simulated.
  unsigned FirstSteady = 0;
  /// Buffers that ever made a micro-op wait or choose another port, as
  /// bufferBit()s, among other bits. The run with any of the others larger is
  /// the same run.
  uint64_t FullBuffers = 0;
  /// Those of CoreSizes::RenameLimits that ever made a micro-op wait for the
  /// next cycle, as bits.
  unsigned ReachedLimits = 0;
  /// Those of PortScheduler::ThirdOperand that ever made a micro-op wait.
  PortSet AwaitedReads;
  std::vector<UopEvent> Events; ///< Of the first iterations.
  std::vector<UopEvent> Steady; ///< Of the steady state.
};

/// The bit of buffer \p R in SimulationResult::FullBuffers; 0 if \p R is no
/// buffer of \p M. Of very many schedulers the last share one.
uint64_t bufferBit(const Resource &R, const CoreSizes &M);

/// Runs \p P on \p M, the resources \p Faster accelerated by \p Factor.
/// If these are buffers only, nothing else about the core changes.
/// Deterministic. O(1) per micro-op but for the search of a free cycle.
SimulationResult simulate(const SimProgram &P, const CoreSizes &M,
                          const SimulationOptions &Options,
                          llvm::ArrayRef<Resource> Faster = {},
                          SpeedFactor Factor = {});

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_SIMULATOR_H
