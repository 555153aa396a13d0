//===- CoreMemory.cpp - What memory makes of a simulated core -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What only some loops need: caches of recorded runs, loads that read too
/// early, loads to which no store can forward, and accesses across lines. It
/// stands apart from the inner loop, which calls it seldom.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "kernel-bounds/Graph/LineCrossings.h"

using namespace kernelbounds;
using namespace llvm;

/// When the loaded value \p V is there, to which stores cannot forward.
int64_t Core::whenInCache(const Value &V) const {
  return Blocked.readyTime(&V - Nodes.data(), Iteration);
}

/// Ticks by which the loads of \p I, which start at \p Start, are late.
int64_t Core::loadDelay(const Inst &I, int64_t Start) {
  return Memory->load(&I - Insts.data(), Start / int64_t(Cycle)) *
         int64_t(Cycle);
}

/// The stores of \p I, which leaves at \p Left, after all before them.
int64_t Core::whenWritten(const Inst &I, int64_t Left) {
  const int64_t T =
      Memory->store(&I - Insts.data(), Left / int64_t(Cycle)) * int64_t(Cycle);
  return LastWritten = std::max({LastWritten, Left, T});
}

/// \returns when the load of \p I may start.
int64_t Core::guardLoad(const Inst &I, const Group &G) {
  const int64_t Ready = std::max(readyTime(Never, G.FirstWait, G.EndWait),
                                 Ports.now() + StartDelay);
  const LoadGuards::Verdict V = Guards.load(&I - Insts.data(), Ready);
  UnguardedStart = Ready;
  if (V.HasCleared)
    ClearedAt = V.From;
  return V.From;
}

/// \p G started at \p T. The address of an update is known when its load could
/// have started, also if that waits.
void Core::noteStore(const Inst &I, const Group &G, int64_t T) {
  if (G.TellsAddress)
    Guards.setAddress(&I - Insts.data(),
                      G.IsGuarded ? std::min(T, UnguardedStart) : T);
  if (G.TellsDatum)
    Guards.setDatum(&I - Insts.data(), T);
}

/// What \p U, which ReadsBanks, reads in this iteration.
uint64_t Core::banksOf(const Uop &U) const {
  const SimUop &S = P.Uops[&U - Uops.data()];
  const uint64_t Place = S.PlaceInLine + Iteration * S.PlaceStep;
  return banksOfLine(Place, S.BytesRead, M.BankBytes);
}

/// The ports of \p U, which was given \p Port and has lost a start there, for
/// the next one: those of the same scheduler, unless ports are given for good.
uint64_t Core::portsOfNextStart(const Uop &U, unsigned Port) const {
  if (M.LoadsPerBank != 0 && M.Choice != PortChoice::AtDispatch)
    return uint64_t(1) << Port;
  const unsigned S = SchedulerOf.empty() ? NoScheduler : SchedulerOf[Port];
  return S == NoScheduler ? U.Ports : U.Ports & M.Schedulers[S].Ports.bits();
}

/// \p U, of Load or with banks of its own, could start on \p Port at \p T.
/// \returns the first tick in which it has its banks. A start that finds them
/// taken is lost.
int64_t Core::takeBank(const Uop &U, unsigned &Port, int64_t T) {
  const uint64_t Among = portsOfNextStart(U, Port);
  const uint64_t Read = U.ReadsBanks ? banksOf(U) : 0;
  auto Meets = [&] {
    const int64_t At = T / int64_t(Cycle);
    return U.ReadsBanks ? !Banks.take(At, Read)
                        : Memory->startsAgain(Load - Insts.data(), At);
  };
  while (Meets()) {
    Ports.takeFree(Port, T, U.Hold * PortCycle[Port]);
    Port = portAtDispatch(U, Among, T + 1);
    T = findStart(U, Port, T + 1);
  }
  return T;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// The pipe of \p Port, at which \p U starts at \p T, for an access to the
/// cache; see takeLongerUnit().
void Core::takePipe(const Uop &U, unsigned Port, int64_t T) {
  const unsigned More = U.IsUnitLonger ? 0 : longerBy(U);
  const bool IsTwice = M.CrossingsAreApart && More == U.Hold;
  Ports.takeFree(pipeOf(Port), T,
                 (U.Hold + (IsTwice ? 0 : More)) * PortCycle[Port]);
  if (IsTwice)
    takeFirstFree(U.Ports, P.NumPorts, T, More * PortCycle[Port]);
}

/// The one of \p Units that is free first from \p T on, for \p Hold ticks.
/// Their numbers are \p Above those of the bits: with pipes there may be more
/// than 64.
void Core::takeFirstFree(uint64_t Units, unsigned Above, int64_t T,
                         unsigned Hold) {
  unsigned Best = 0;
  int64_t First = INT64_MAX;
  for (uint64_t Left = Units; Left; Left &= Left - 1) {
    const unsigned Unit = std::countr_zero(Left) + Above;
    const int64_t Free = Ports.findFree(Unit, T, 1);
    if (Free < First) {
      First = Free;
      Best = Unit;
    }
  }
  Ports.takeFree(Best, First, Hold);
}

/// \p Count units of \p U, which can start at \p T, for \p Cycles each. What is
/// free of them before is lost to younger micro-ops.
/// \returns when all of them are free, and it starts.
int64_t Core::takeTogether(const Uop &U, unsigned Port, int64_t T,
                           unsigned Count, unsigned Cycles) {
  for (;; T = findStart(U, Port, T + 1)) {
    uint64_t Free = 0;
    for (uint64_t Left = U.Units; Left && Count > unsigned(std::popcount(Free));
         Left &= Left - 1)
      if (Ports.findFree(std::countr_zero(Left), T, 1) == T)
        Free |= Left & -Left;
    const bool IsStart = unsigned(std::popcount(Free)) == Count;
    for (; Free; Free &= Free - 1) {
      const unsigned Unit = std::countr_zero(Free);
      Ports.takeFree(Unit, T,
                     (IsStart ? Cycles : U.UnitHold) * PortCycle[Unit]);
    }
    if (IsStart)
      return T;
  }
}

/// What takeUnit() does for an access that crosses a line, of which \p U can
/// start at \p T. Measured on Zen 4: of two vector loads a cycle, one that
/// crosses takes both places of one cycle, and keeps the younger from a place
/// that is free before (loads in turn within and across a line take two cycles
/// a pair). On Zen 5 each part of it takes the next place (1.5 cycles a pair).
/// While a store crosses a page, no other one has a place. \returns when it
/// starts.
int64_t Core::takeLongerUnit(const Uop &U, unsigned Port, int64_t T) {
  const unsigned More = longerBy(U);
  const bool IsTwice = More == U.UnitHold && std::popcount(U.Units) > 1;
  if (More != 0 && P.Uops[&U - Uops.data()].CrossesPage)
    return takeTogether(U, Port, T, std::popcount(U.Units), U.UnitHold + More);
  if (IsTwice && !M.CrossingsAreApart)
    return takeTogether(U, Port, T, 2, U.UnitHold);
  const unsigned Unit = freeUnit(U, T);
  Ports.takeFree(Unit, T,
                 (U.UnitHold + (IsTwice ? 0 : More)) * PortCycle[Unit]);
  if (IsTwice)
    takeFirstFree(U.Units, 0, T, More * PortCycle[Unit]);
  return T;
}
