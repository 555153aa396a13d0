//===- SimulationJSON.cpp - Simulation and sensitivity for programs -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Members of a loop's JSON object; docs/reference/json.md describes every key.
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

static void cycles(json::OStream &J, StringRef Key, const CyclesPerIter &C) {
  J.attributeObject(Key, [&] { writeCyclesJSON(J, C); });
}

static void size(json::OStream &J, StringRef Key, unsigned Size) {
  if (Size < CoreSizes::Unlimited)
    J.attribute(Key, Size);
  else
    J.attribute(Key, nullptr);
}

static void core(json::OStream &J, const CoreSizes &M) {
  J.attributeObject("core", [&] {
    size(J, "issue_width", M.IssueWidth);
    size(J, "retire_width", M.RetireWidth);
    size(J, "reorder_buffer", M.ReorderBuffer);
    size(J, "scheduler", M.Scheduler);
    size(J, "load_buffer", M.LoadBuffer);
    size(J, "store_buffer", M.StoreBuffer);
    size(J, "integer_registers", M.IntegerRegisters);
    size(J, "vector_registers", M.VectorRegisters);
    J.attributeArray("schedulers", [&] {
      for (const PortScheduler &S : M.Schedulers)
        J.value(S.Entries);
    });
    if (const unsigned Queue = M.queueSize())
      J.attribute("scheduler_queue", Queue);
    if (M.DisambiguationHold != 0)
      J.attributeObject("disambiguation", [&] {
        J.attribute("hold", M.DisambiguationHold);
        J.attribute("wait", M.DisambiguationWait);
        if (M.DisambiguationData != 0)
          J.attribute("data", M.DisambiguationData);
        J.attribute("clear", M.DisambiguationClear);
        if (M.DisambiguationMet != 0)
          J.attribute("met", M.DisambiguationMet);
        if (M.DisambiguationOwn != 0)
          J.attribute("own", M.DisambiguationOwn);
      });
    J.attribute("reorder_buffer_assumed", M.IsWindowAssumed);
    J.attribute("in_order", M.InOrder);
    J.attribute("port_choice", portChoiceName(M.Choice));
  });
}

/// "reorder_buffer".
static std::string waitKey(RenameWait W) {
  std::string Key = renameWaitName(W).str();
  std::replace(Key.begin(), Key.end(), ' ', '_');
  return Key;
}

static void event(json::OStream &J, const UopEvent &E, const LoopReport &R) {
  J.object([&] {
    J.attribute("iteration", E.Iteration);
    J.attribute("instruction", E.Inst);
    if (E.Port < 0)
      J.attribute("port", nullptr);
    else
      J.attribute("port", R.portName(E.Port));
    J.attribute("renamed", E.Renamed);
    J.attribute("ready", E.Ready);
    J.attribute("started", E.Dispatched);
    J.attribute("executed", E.Executed);
    J.attribute("retired", E.Retired);
    if (E.Wait == RenameWait::None)
      J.attribute("rename_waited_for", nullptr);
    else
      J.attribute("rename_waited_for", waitKey(E.Wait));
  });
}

static void renameLimits(json::OStream &J, const LoopReport &R) {
  const LoopSimulation &S = *R.L.Simulation;
  J.attributeArray("rename_limits", [&] {
    for (auto [I, L] : enumerate(S.Core.RenameLimits))
      if (S.Result.ReachedLimits >> I & 1)
        J.object([&, L = &L] {
          J.attributeArray("ports", [&] {
            PortSet(L->Ports).forEach(
                [&](unsigned Port) { J.value(R.portName(Port)); });
          });
          J.attribute("micro_ops", L->MicroOps);
          J.attribute("loads_only", L->LoadsOnly);
          J.attribute("moves_only", L->isOfMoves());
        });
  });
}

static void operandReads(json::OStream &J, const LoopReport &R) {
  J.attributeArray("operand_reads", [&] {
    R.L.Simulation->Result.AwaitedReads.forEach(
        [&](unsigned Port) { J.value(R.portName(Port)); });
  });
}

static void window(json::OStream &J, const LoopReport &R) {
  if (!R.L.Simulation->Window.isFound())
    return J.attribute("window", nullptr);
  const WindowLimit &W = R.L.Simulation->Window;
  J.attributeObject("window", [&] {
    J.attributeArray("buffers", [&] {
      for (const Resource &B : W.Buffers)
        J.value(resourceName(B, R.A.model()));
    });
    J.attribute("factor",
                double(WindowLimit::Factor.Num) / WindowLimit::Factor.Den);
    J.attribute("verdict", findSimulatedLimit(R.L).str());
    cycles(J, "larger", W.Larger);
  });
}

static void drawn(json::OStream &J, const LoopReport &R) {
  if (R.L.Simulation->Result.IsOverBudget)
    J.attribute("without_drawn", nullptr);
  else
    cycles(J, "without_drawn", R.L.Simulation->WithoutDrawn);
  J.attributeArray("drawn", [&] {
    for (const DrawnPair &P : drawnPairs(R.A))
      J.object([&] {
        J.attribute("source", P.Source);
        J.attribute("destination", P.Dest);
        J.attribute("nearest", P.Nearest);
        J.attribute("farthest", P.Farthest);
        J.attribute("trips", popcount(P.Trips));
      });
  });
}

void kernelbounds::writeSimulationJSON(json::OStream &J, const LoopReport &R) {
  if (!R.L.Simulation)
    return J.attribute("simulation", nullptr);
  const LoopSimulation &S = *R.L.Simulation;
  J.attributeObject("simulation", [&] {
    if (S.Result.IsOverBudget) {
      J.attribute("cycles", nullptr);
      J.attribute("exact", nullptr);
    } else {
      writeCyclesJSON(J, S.Result.Cycles);
    }
    J.attribute("is_exact", S.Result.IsExact);
    J.attribute("period", S.Result.Period);
    J.attribute("first_steady", S.Result.FirstSteady);
    J.attribute("iterations", S.Result.Iterations);
    J.attribute("is_over_budget", S.Result.IsOverBudget);
    if (const SimulatedLimit Why = findSimulatedLimit(R.L); Why.isFound())
      J.attribute("verdict", Why.str());
    else
      J.attribute("verdict", nullptr);
    core(J, S.Core);
    renameLimits(J, R);
    operandReads(J, R);
    window(J, R);
    J.attributeObject("line_crossings",
                      [&] { writeCyclesJSON(J, expectedCrossings(R.A)); });
    drawn(J, R);
    J.attributeArray("timeline", [&] {
      for (const UopEvent &E : S.Result.Events)
        event(J, E, R);
    });
  });
}

static void resource(json::OStream &J, const Resource &What,
                     const LoopReport &R) {
  J.attribute("name", resourceName(What, R.A.model()));
  J.attribute("use", resourceUse(What, R.A.Mapped));
  J.attributeArray("ports", [&] {
    What.Ports.forEach([&](unsigned P) { J.value(R.portName(P)); });
  });
}

void kernelbounds::writeSensitivityJSON(json::OStream &J, const LoopReport &R) {
  if (!R.L.WhatIf)
    return J.attribute("sensitivity", nullptr);
  const Sensitivity &S = *R.L.WhatIf;
  J.attributeObject("sensitivity", [&] {
    J.attribute("basis", S.IsSimulated ? "simulation" : "bounds");
    J.attribute("factor", double(S.Factor.Num) / S.Factor.Den);
    J.attribute("verdict", sensitivityVerdict(S, R.A));
    cycles(J, "base", S.Base);
    J.attributeArray("resources", [&] {
      for (const ResourceEffect &E : S.Single)
        J.object([&] {
          resource(J, E.What, R);
          writeCyclesJSON(J, E.Cycles);
          J.attribute("helps", S.helps(E.Cycles));
        });
    });
    J.attributeArray("together", [&] {
      for (const Resource &What : S.Together)
        J.object([&] { resource(J, What, R); });
    });
    if (S.Together.empty())
      J.attribute("together_cycles", nullptr);
    else
      cycles(J, "together_cycles", S.TogetherCycles);
  });
}

void kernelbounds::writeWaitsJSON(json::OStream &J, const LoopReport &R,
                                  uint32_t Inst) {
  const auto &S = R.L.Simulation;
  if (!S || S->Waits.empty())
    return J.attribute("waits", nullptr);
  const InstWaits &W = S->Waits[Inst];
  J.attributeObject("waits", [&] {
    cycles(J, "operands", W.Operands);
    cycles(J, "port", W.Port);
    cycles(J, "execute", W.Execute);
    cycles(J, "retire", W.Retire);
    J.attributeObject("rename", [&] {
      for (unsigned Why = 1; Why < NumRenameWaits; ++Why)
        if (!W.Rename[Why].isZero())
          cycles(J, waitKey(RenameWait(Why)), W.Rename[Why]);
    });
  });
}
