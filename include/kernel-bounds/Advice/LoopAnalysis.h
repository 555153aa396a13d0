//===- LoopAnalysis.h - From a loop to its figures, the one way -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds the kernel of a loop, maps it, takes its bounds, simulates it, asks
/// what would be faster and what would help. Plugin, tool, evaluation and
/// benchmarks call this and nothing below it, so that their figures agree.
///
/// Example: the plugin asks for bounds and advice of `a[i] += b[i]`; the tool
/// with --simulate for the simulated cycles, too. Both get the same bounds.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ADVICE_LOOPANALYSIS_H
#define KERNEL_BOUNDS_ADVICE_LOOPANALYSIS_H

#include "kernel-bounds/Advice/FloatRate.h"
#include "kernel-bounds/Advice/Opportunity.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Simulation/Sensitivity.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include "kernel-bounds/Simulation/Waits.h"
#include "kernel-bounds/Simulation/Window.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <vector>

namespace kernelbounds {

/// A loop as a reader found it.
struct Loop {
  const Listing &Code;
  const ListedFunction &Function;
  const LoopBody &Body;
  TargetSemantics &Semantics;
};

struct LoopOptions {
  AnalysisOptions Bounds;
  /// Find what would help: takes the bounds of changed loops. Nothing is found
  /// for a loop with calls or instructions that are not modelled. Callers leave
  /// it out if their reader skipped a part of the loop.
  bool Advice = true;
  bool Simulate = false;
  SimulationOptions Simulation;
  /// Of a simulated loop, ask why it is slower than its bounds. Each question
  /// has this many times Simulation.Budget.
  bool Window = true;
  unsigned WindowBudget = 8;
  /// Accelerate resources by this factor, by bounds or by simulation.
  std::optional<SpeedFactor> Sensitivity;
};

/// A loop on the simulated core.
struct LoopSimulation {
  SimProgram Program;
  CoreSizes Core;
  SimulationResult Result;      ///< With events where a timeline is wanted.
  std::vector<InstWaits> Waits; ///< By instruction; may be empty.
  WindowLimit Window;           ///< Why it is slower than the bounds.
  /// Without the dependences that data decide (Analysis::Drawn); that of Result
  /// where there are none.
  CyclesPerIter WithoutDrawn;
  /// If loads to which no store can forward waited for their data alone, and
  /// not for all that stands before the store; that of Result where there are
  /// none.
  CyclesPerIter WithoutBlocked;
  /// If no loads read the same bank of the first-level cache; that of Result
  /// where none of them compete for banks.
  CyclesPerIter WithoutBanks;

  /// Accesses that meet because of the data take more than a twentieth of the
  /// time.
  bool isHeldByData() const { return Result.Cycles * 20 > WithoutDrawn * 21; }
  /// So do stores that such loads wait for.
  bool isHeldByStores() const {
    return Result.Cycles * 20 > WithoutBlocked * 21;
  }
  /// So do loads that read the same banks.
  bool isHeldByBanks() const { return Result.Cycles * 20 > WithoutBanks * 21; }
};

/// Everything that is known about a loop. It owns what it refers to, but for
/// the port model.
struct LoopResult {
  std::unique_ptr<const Kernel> Body;
  Analysis Bounds;
  std::optional<LoopSimulation> Simulation; ///< If it was asked for.
  std::optional<kernelbounds::Sensitivity> WhatIf;
  /// What would help: for the simulated core, if its window is what limits it.
  Opportunity Next;
  FloatRate Floats;

  /// The simulation came to an end within its budget.
  bool isSimulated() const {
    return Simulation && !Simulation->Result.IsOverBudget;
  }
  /// The simulator's where it ran, else the largest bound.
  const CyclesPerIter &prediction() const {
    return isSimulated() ? Simulation->Result.Cycles : Bounds.Prediction;
  }
  /// The bracket's other end; a simulated core may need more than max(TP, CP),
  /// when buffers keep iterations apart.
  const CyclesPerIter &upper() const {
    return std::max(Bounds.Upper, prediction());
  }
};

/// Analyses \p L on \p Model, which must outlive the result.
/// \p Prepare is called with the kernel before it is analysed: it may add what
/// its caller knows of the code.
/// Near-linear in the number of instructions, but for simulation.
LoopResult analyzeLoop(
    const Loop &L, PortModel &Model, const LoopOptions &Options,
    llvm::function_ref<void(Kernel &, AnalysisOptions &)> Prepare = nullptr);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_ADVICE_LOOPANALYSIS_H
