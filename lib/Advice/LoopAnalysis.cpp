//===- LoopAnalysis.cpp - From a loop to its figures, the one way ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The order of the steps; each step is a function of its own library.
/// Tested by unittests/Advice/LoopAnalysisTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "Interleave.h"
#include "Opportunities.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/TimeProfiler.h"

using namespace kernelbounds;
using namespace llvm;

/// The cycles of \p P, a change of the program of \p S.
static CyclesPerIter simulateChanged(const LoopSimulation &S,
                                     const SimProgram &P,
                                     SimulationOptions Options) {
  Options.RecordIterations = 0;
  const SimulationResult R = simulate(P, S.Core, Options);
  return R.IsOverBudget ? S.Result.Cycles : R.Cycles;
}

/// See LoopSimulation::WithoutBlocked.
static CyclesPerIter simulateUnblocked(const LoopSimulation &S,
                                       const SimulationOptions &Options) {
  const auto IsBlocked = [](const SimInput &In) { return In.IsBlocked; };
  if (S.Result.IsOverBudget || none_of(S.Program.Inputs, IsBlocked))
    return S.Result.Cycles;
  SimProgram P = S.Program;
  for (SimInput &In : P.Inputs)
    In.IsBlocked = false;
  return simulateChanged(S, P, Options);
}

/// See LoopSimulation::WithoutBanks.
static CyclesPerIter simulateWithoutBanks(const LoopSimulation &S,
                                          const SimulationOptions &Options) {
  const auto Competes = [](const SimUop &U) { return U.BytesRead != 0; };
  if (S.Result.IsOverBudget || none_of(S.Program.Uops, Competes))
    return S.Result.Cycles;
  SimProgram P = S.Program;
  for (SimUop &U : P.Uops)
    U.BytesRead = 0;
  return simulateChanged(S, P, Options);
}

/// The mean over a short window is too coarse to tell a loop that keeps up with
/// its bounds, \p Bound, from one that nearly does.
static void takeBoundNearMean(SimulationResult &R, const CyclesPerIter &Bound,
                              const SimulationOptions &Options) {
  const bool IsShort = Options.MostLeftPercent != 0 && !R.IsExact;
  if (IsShort && !R.IsOverBudget && Bound < R.Cycles &&
      R.Cycles * 100 <= Bound * (100 + int64_t(Options.MostLeftPercent)))
    R.Cycles = Bound;
}

static void simulateLoop(LoopResult &R, const LoopOptions &Options) {
  const TimeTraceScope Timed("kernel-bounds simulation");
  LoopSimulation &S = R.Simulation.emplace();
  if (R.Bounds.IsDrawOverBudget) {
    S.Result.IsOverBudget = true;
    return;
  }
  S.Program = makeSimProgram(R.Bounds.Mapped, R.Bounds.Graph, R.Bounds.Drawn);
  S.Core = coreSizesOf(R.Bounds);
  S.Result = simulate(S.Program, S.Core, Options.Simulation);
  takeBoundNearMean(S.Result, R.Bounds.Prediction, Options.Simulation);
  S.Waits = computeWaits(S.Result, R.Bounds.kernel().Insts.size());
  S.WithoutDrawn = S.Result.Cycles;
  if (!R.Bounds.Drawn.empty() && !S.Result.IsOverBudget) {
    const SimulationResult Apart =
        simulate(makeSimProgram(R.Bounds.Mapped, R.Bounds.Graph), S.Core,
                 Options.Simulation);
    if (!Apart.IsOverBudget)
      S.WithoutDrawn = Apart.Cycles;
  }
  S.WithoutBlocked = simulateUnblocked(S, Options.Simulation);
  S.WithoutBanks = simulateWithoutBanks(S, Options.Simulation);
  if (Options.Window && !S.Result.IsOverBudget && !S.isHeldByData() &&
      !S.isHeldByStores() && !S.isHeldByBanks())
    S.Window = findWindowLimit(R.Bounds, S.Program, S.Core, S.Result,
                               Options.Simulation.Budget * Options.WindowBudget,
                               Options.Simulation.MaxSlots);
}

/// What a change of a loop gives is known only if all of the loop is modelled,
/// and if the bounds of the changed loop are all that the core has.
static bool canAdvise(const Analysis &A) {
  return A.Mapped.isComplete() && A.kernel().Calls.empty() &&
         none_of(A.Bounds, [](const Bound &B) {
           return boundRules(B.Kind).ForbidsAdvice && !B.Cycles.isZero();
         });
}

/// The same of the paths that are not analysed, as far as \p L lists them.
static bool hasGapsElsewhere(const Loop &L, const PortModel &Model) {
  return any_of(L.Body.Blocks, [&](unsigned B) {
    if (is_contained(L.Body.Path, B))
      return false;
    const ListedBlock &Block = L.Function.Blocks[B];
    return any_of(
        ArrayRef(L.Code.Insts).slice(Block.First, Block.End - Block.First),
        [&](const ListedInst &I) {
          const unsigned Opcode = I.Inst.getOpcode();
          return Model.instrInfo().get(Opcode).isCall() ||
                 !Model.isDescribed(Opcode);
        });
  });
}

/// Whether iterations side by side may gain by the window: if a larger one
/// does, by more than a tenth. Ports that are full, as those of a small loop of
/// integers, are filled less evenly by the simulated core than by a machine,
/// and its buffers are then full for nothing.
static bool isHeldByWindow(const WindowLimit &W) {
  return W.isFound() && W.Now * 10 > W.Larger * 11;
}

static Opportunity findAdvice(const LoopResult &R, const Loop &L,
                              KernelAddresses &Addresses,
                              const LoopOptions &Options) {
  Opportunity O;
  if (!canAdvise(R.Bounds) || hasGapsElsewhere(L, R.Bounds.model()))
    return O;
  // Changed loops are simulated without what data decide.
  if (R.isSimulated() && R.Simulation->isHeldByData())
    return O;
  Baseline Today(R.Bounds, L.Semantics.numUnits());
  std::optional<SimProgram> Apart;
  if (R.isSimulated()) {
    Today.Now = R.Simulation->WithoutDrawn;
    if (!R.Bounds.Drawn.empty())
      Apart = makeSimProgram(R.Bounds.Mapped, R.Bounds.Graph);
    Today.Program = Apart ? &*Apart : &R.Simulation->Program;
    Today.Budget = Options.Simulation.Budget * Options.WindowBudget;
  }
  if (R.isSimulated() && isHeldByWindow(R.Simulation->Window))
    O = findInterleaving(Today, L.Semantics, R.Simulation->Core);
  return O.What == Opportunity::Kind::None ? findOpportunity(Today, Addresses)
                                           : O;
}

static Sensitivity askWhatIf(const LoopResult &R, SpeedFactor Factor) {
  if (!R.isSimulated())
    return computeSensitivity(R.Bounds, Factor);
  return simulateSensitivity(R.Bounds, R.Simulation->Program,
                             R.Simulation->Core, R.Simulation->Result, Factor);
}

LoopResult kernelbounds::analyzeLoop(
    const Loop &L, PortModel &Model, const LoopOptions &Options,
    function_ref<void(Kernel &, AnalysisOptions &)> Prepare) {
  auto K = std::make_unique<Kernel>(
      buildKernel(L.Code, L.Function, L.Body, L.Semantics));
  AnalysisOptions BoundOptions = Options.Bounds;
  if (Prepare)
    Prepare(*K, BoundOptions);
  BoundOptions.Draw = Options.Simulate;
  LoopResult R;
  KernelAddresses Addresses(*K, Model.instrInfo(), L.Semantics.numUnits());
  R.Bounds = analyzeKernel(*K, Model, Addresses, BoundOptions);
  if (Options.Simulate)
    simulateLoop(R, Options);
  if (Options.Advice)
    R.Next = findAdvice(R, L, Addresses, Options);
  if (Options.Sensitivity)
    R.WhatIf = askWhatIf(R, *Options.Sensitivity);
  R.Floats = findFloatRate(*K, Model);
  // The code before the loop was for its addresses, and is the reader's.
  K->Before.reset();
  R.Body = std::move(K);
  return R;
}
