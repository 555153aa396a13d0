//===- LoopLimit.cpp - What holds a loop at its prediction ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Causes are tried in the order in which they explain most: a buffer that the
/// simulation found to be full, a rate that explains 49 of 50 cycles, and what
/// the simulation without the cause takes.
/// Tested by test/Simulation/drawn.s, blocked-loads.s, window.s and
/// test/models/golden-cove/{banks,executed}.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Advice/LoopLimit.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

std::string kernelbounds::speedupText(const CyclesPerIter &Base,
                                      const CyclesPerIter &Cycles) {
  const CyclesPerIter Quotient =
      Cycles.isZero() ? CyclesPerIter(0)
                      : Base * Cycles.denominator() / Cycles.numerator();
  return Quotient.str() + "x";
}

std::string kernelbounds::factorText(const SpeedFactor &F) {
  std::string Text = CyclesPerIter(F.Num, F.Den).str();
  if (StringRef(Text).ends_with(".00"))
    Text.resize(Text.size() - 3);
  return Text + "x";
}

std::string kernelbounds::executedPorts(const PortModel &Model) {
  const PortSet Ports(Model.executedWidthRule()->Ports);
  return resourceName({ResourceKind::Ports, Ports}, Model);
}

/// Whether \p Cycles, which the bounds do not reach, are all but a fiftieth of
/// what the simulated core takes.
static bool explains(const CyclesPerIter &Cycles, const LoopResult &L) {
  return Cycles > L.Bounds.Prediction && Cycles * 50 >= L.prediction() * 49;
}

/// The bound whose expected rate is what holds the simulated core back, where
/// the proved one is smaller; null if there is none.
static const Bound *expectedRateLimit(const LoopResult &L) {
  const auto Found = llvm::find_if(L.Bounds.Bounds, [&](const Bound &B) {
    const BoundRules &Rules = boundRules(B.Kind);
    return Rules.NameExpected && explains(Rules.SimulatedRate(B), L);
  });
  return Found == L.Bounds.Bounds.end() ? nullptr : &*Found;
}

/// The unit that micro-ops with usual operands hold for as long as the
/// simulated trip takes, where the bounds rest on something else and are
/// smaller; else "".
static std::string expectedUnit(const LoopResult &L) {
  const Analysis &A = L.Bounds;
  const PortModel &Model = A.model();
  if (any_of(A.Why.Limits,
             [](const Bottleneck &B) { return B.Kind == Limit::Unit; }))
    return "";
  std::map<unsigned, std::pair<int64_t, unsigned>> Held; // Cycles, micro-ops.
  for (const MappedUop &U : A.Mapped.Uops)
    if (const PortSet Units = U.Ports - Model.issuePorts(); Units.size() == 1) {
      auto &[Cycles, Num] = Held[Units.first()];
      Cycles += U.Cycles + U.ExpectedExtra;
      ++Num;
    }
  for (auto [Unit, H] : Held)
    if (const CyclesPerIter Cycles(H.first); explains(Cycles, L))
      return resourceName({ResourceKind::Ports, PortSet::single(Unit)}, Model) +
             ", which " + counted(H.second, "micro-op") +
             (H.second == 1 ? " is" : " are") + " expected to hold for " +
             Cycles.str() + " cy/it";
  return "";
}

/// What the simulation without a cause shows to be one.
static SimulatedLimit limitByComparison(const LoopSimulation &S) {
  const CyclesPerIter &Now = S.Result.Cycles;
  auto Would = [&](StringRef If, const CyclesPerIter &Then) {
    return ("if " + If + ", the loop would be " + speedupText(Now, Then) +
            " as fast")
        .str();
  };
  if (S.isHeldByStores())
    return {"forwarding",
            "loads that no store can forward to, and that wait for each other",
            Would("each waited for its datum alone", S.WithoutBlocked)};
  if (S.isHeldByBanks())
    return {"banks",
            "loads of the same bank of the first-level cache, as the data are "
            "expected to lie",
            Would("no loads met there", S.WithoutBanks)};
  if (S.isHeldByData())
    return {"data", "accesses that meet because of the data",
            Would("they never did", S.WithoutDrawn)};
  return {};
}

SimulatedLimit kernelbounds::findSimulatedLimit(const LoopResult &L) {
  const Analysis &A = L.Bounds;
  if (!L.Simulation)
    return {};
  const LoopSimulation &S = *L.Simulation;
  if (S.Window.isFound())
    return {"window", bufferNames(S.Window, S.Core, A.model()),
            "if " + factorText(WindowLimit::Factor) +
                " as large, the loop is " +
                speedupText(S.Window.Now, S.Window.Larger) + " as fast"};
  if (!L.isSimulated())
    return {};
  if (const Bound *B = expectedRateLimit(L))
    return {limitName(B->Kind), boundRules(B->Kind).NameExpected(A, *B), ""};
  if (explains(executedCycles(A.Mapped), L))
    return {"executed",
            "micro-ops on " + executedPorts(A.model()) + ", of which " +
                std::to_string(A.model().executedWidthRule()->PerCycle) +
                " a cycle are expected to be executed",
            ""};
  if (std::string Unit = expectedUnit(L); !Unit.empty())
    return {limitName(Limit::Unit), Unit, ""};
  return limitByComparison(S);
}

StringRef kernelbounds::limitName(const LoopResult &L) {
  const SimulatedLimit Simulated = findSimulatedLimit(L);
  return Simulated.isFound() ? Simulated.Name : limitName(L.Bounds.LimitedBy);
}

std::string kernelbounds::verdictText(const LoopResult &L) {
  if (const SimulatedLimit S = findSimulatedLimit(L); S.isFound())
    return "limited by " + S.str();
  return verdictText(L.Bounds) + (isAboveBounds(L) ? " and more" : "");
}

bool kernelbounds::isAboveBounds(const LoopResult &L) {
  return L.prediction() > L.Bounds.Prediction &&
         !findSimulatedLimit(L).isFound();
}
