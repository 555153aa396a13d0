//===- ModelLoopRunner.cpp - Loops on a port model ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop becomes a listing of one function. A conditional branch in the body
/// ends a block, and both of its ways lead to the next one.
/// Tested by unittests/Measure/LoopRunnerTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/ModelLoopRunner.h"
#include "SimulatedWalk.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Measure/FormTarget.h"
#include "kernel-bounds/Model/CacheTables.h"
#include "kernel-bounds/Simulation/CoreSizes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

LoopListing kernelbounds::listLoop(const TimedLoop &Loop,
                                   const TargetDescription &TD) {
  LoopListing L;
  const MCInstrInfo &MII = *TD.MII;
  ListedFunction F;
  F.Name = "loop";
  auto Append = [&](ListedInst Inst) {
    Inst.AsmLine = L.Code.Insts.size() + 1;
    L.Code.Insts.push_back(std::move(Inst));
  };
  auto EndBlock = [&](unsigned First) {
    ListedBlock B;
    B.First = First;
    B.End = L.Code.Insts.size();
    B.FallsThrough = true;
    B.Succs = {static_cast<unsigned>(F.Blocks.size() + 1)};
    F.Blocks.push_back(std::move(B));
    return static_cast<unsigned>(L.Code.Insts.size());
  };
  unsigned First = 0;
  for (const MCInst &I : Loop.Body) {
    ListedInst Inst;
    Inst.Inst = I;
    Append(std::move(Inst));
    if (MII.get(I.getOpcode()).isBranch())
      First = EndBlock(First);
  }
  for (ListedInst &I : formTargetOf(TD).loopEnd(TD))
    Append(std::move(I));
  EndBlock(First);
  F.Blocks.front().Align = 64;
  F.Blocks.back().FallsThrough = false;
  F.Blocks.back().Succs = {0};
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    L.Body.Blocks.push_back(B);
  L.Body.Path = L.Body.Blocks;
  L.Code.Functions.push_back(std::move(F));
  return L;
}

ModelLoopRunner::ModelLoopRunner(PortModel &Model, TargetSemantics &Semantics,
                                 bool Simulates)
    : Model(Model), Semantics(Semantics), Simulates(Simulates) {
  if (!Simulates)
    return;
  for (const Port &P : Model.ports())
    if (P.Kind == PortKind::Port)
      Counters.push_back({P.Name, {P.Name}});
}

/// \p RecordUops: see SimulationOptions::RecordSteadyUops.
LoopResult ModelLoopRunner::analyze(const TimedLoop &Loop,
                                    unsigned RecordUops) {
  // Runners of several models share them.
  Semantics.setWantsCodeLayout(usesCodeLayout(Model));
  const LoopListing L = listLoop(Loop, Semantics.description());
  LoopOptions Options;
  Options.Advice = false;
  Options.Simulate = Simulates;
  Options.Simulation.RecordSteadyUops = RecordUops;
  Options.Window = false;
  Options.Bounds.PerPort = false;
  Options.Bounds.FastestOperands = Loop.Values.AreFastest;
  return analyzeLoop({L.Code, L.Code.Functions.front(), L.Body, Semantics},
                     Model, Options);
}

static bool isModeled(const LoopResult &R) {
  return R.Bounds.Mapped.isComplete() && R.Bounds.kernel().Calls.empty();
}

LoopOutcome ModelLoopRunner::run(const TimedLoop &Loop) {
  const LoopResult R = analyze(Loop, /*RecordUops=*/0);
  LoopOutcome O;
  if (!isModeled(R)) {
    O.Status = LoopStatus::NotModeled;
    return O;
  }
  O.Cycles = R.prediction().toDouble();
  return O;
}

Expected<PortCounts> ModelLoopRunner::count(const TimedLoop &Loop) {
  // All micro-ops of any period that the simulator looks for.
  constexpr unsigned RecordUops = 1 << 16;
  if (Counters.empty())
    return LoopRunner::count(Loop);
  const LoopResult R = analyze(Loop, RecordUops);
  if (!isModeled(R) || !R.isSimulated() || R.Simulation->Result.Steady.empty())
    return createStringError(loopStatusName(LoopStatus::NotModeled));
  const std::vector<UopEvent> &Events = R.Simulation->Result.Steady;
  std::vector<double> Begun(Model.ports().size());
  for (const UopEvent &E : Events)
    if (E.Port >= 0)
      ++Begun[E.Port];
  const double Trips = Events.back().Iteration - Events.front().Iteration + 1.0;
  PortCounts C;
  for (auto [P, Count] : zip_equal(Model.ports(), Begun))
    if (P.Kind == PortKind::Port)
      C.OnCounter.push_back(Count / Trips);
  for (const MappedInst &I : R.Bounds.Mapped.Insts)
    C.Issued += I.IssueSlots;
  return C;
}

LoopOutcome ModelLoopRunner::walk(const AccessPattern &P) {
  const CacheTables *Caches = Model.caches().second;
  if (!Caches)
    return {LoopStatus::NotModeled, 0, 0, ""};
  const CoreSizes Sizes = coreSizesOf(Model);
  const WalkingCore Core{Sizes.ReorderBuffer, Sizes.LoadBuffer,
                         Sizes.StoreBuffer, Caches->Levels.front().Latency};
  return {LoopStatus::Ok, simulateWalk(*Caches, Core, P), 0, ""};
}

LoopOutcome ClockedLoopRunner::run(const TimedLoop &Loop) {
  LoopOutcome Truth = Machine.run(Loop);
  if (!Truth.isKnown())
    return Truth;
  return outcomeOf(timeTrips(
      Core, Traits, Plan,
      [&](uint64_t Trips) { Advance(Truth.Cycles * Trips + 20); },
      /*MaxRounds=*/6, /*Tolerance=*/0.01, Loop.MaxTrips));
}
