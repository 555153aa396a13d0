//===- CoreState.cpp - When a simulated core is as it was -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of a core as numbers relative to its clock. A time that lies so
/// far back that it can hold nothing up any more counts as "long ago": two
/// states are equal exactly if no future event can tell them apart.
///
/// Tested by unittests/Simulation/SimulatorTest.cpp: a period that is found
/// holds for many periods more.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

using namespace kernelbounds;

/// Gives each number of the state to \p Put, until that returns false. What
/// differs most often comes first. \returns whether \p Put has taken all.
template <typename Sink> bool Core::visitState(Sink Put) const {
  return visitCore(Put) && visitStarts(Put);
}

/// What has started, or will, from the present on.
template <typename Sink> bool Core::visitStarts(Sink Put) const {
  const int64_t Now = Ports.now();
  for (int64_t T = Now; T < Ports.end(); ++T)
    if (!Put(static_cast<int64_t>(Ports.startedAt(T))))
      return false;
  for (int64_t T = Now; MostRelease != 0 && T < Ports.end() + MostRelease; ++T)
    if (!Put(static_cast<int64_t>(Releases.startedAt(T))))
      return false;
  return Banks.visitState(Now / int64_t(Cycle),
                          Ports.end() / int64_t(Cycle) + 1, Put);
}

template <typename Sink> bool Core::visitCore(Sink Put) const {
  const int64_t Now = Ports.now();
  auto PutTime = [&](int64_t T, int64_t LongAgo) {
    return Put(std::max(T - Now, -LongAgo));
  };
  // Times of the last Size events, from the youngest, until all are long ago.
  auto PutHistory = [&](const History &H, uint64_t Size, int64_t LongAgo) {
    const uint64_t Most = std::min(Size, H.count());
    for (uint64_t N = 1; N <= Most && H.back(N) - Now > -LongAgo; ++N)
      if (!Put(H.back(N) - Now))
        return false;
    return Put(INT64_MIN);
  };
  if (!Put(SlotInCycle % 2 + 2 * (SlotsThisCycle % 2) + 4 * Turn +
           8 * (SlotsThisCycle != 0) + 16 * (SlotInCycle != 0) +
           32 * int64_t(Iteration & (P.NumPhases - 1))) ||
      !Put(NumWaiting) || !PutTime(LastRetired, Cycle) ||
      !Put(Ports.end() - Now) || !PutTime(CarriedComplete, Cycle) ||
      !PutTime(LastStart, Cycle))
    return false;
  for (uint8_t Last : Turns)
    if (!Put(Last))
      return false;
  if (!Put(EnteredLast) || !Put(LastWay))
    return false;
  for (uint8_t Last : GivenLast)
    if (!Put(Last))
      return false;
  if (QueueSize != 0 &&
      (!Queue.visitState(Now, Put) || !PutHistory(QueueLeft, QueueSize, Cycle)))
    return false;
  if (!Guards.visitState(Now, Put) || !Blocked.visitState(Now, Put))
    return false;
  for (uint64_t Left = LimitedPorts; Left; Left &= Left - 1)
    if (!Put(GivenTimes[std::countr_zero(Left)]) ||
        !Put(GivenRank[std::countr_zero(Left)]))
      return false;
  for (size_t L = 0; L < M.RenameLimits.size(); ++L)
    if (!Put(OfLimit[L]))
      return false;
  for (auto [Node, Depth] : Carried)
    for (uint32_t D = 1; D <= Depth; ++D)
      if (!PutTime(value(Node, D), MaxLatency + Cycle))
        return false;
  for (unsigned Port = 0; Port < NumIssuePorts; ++Port)
    if (!Put(Pressure[Port]) || !Put(PressureAtCycle[Port]) ||
        (ChoosesLate && !Put(PressureNow[Port])))
      return false;
  if (M.IssueWidth < CoreSizes::Unlimited &&
      !PutHistory(Renamed, M.IssueWidth, IssueCycle))
    return false;
  if (FrontEndDen != 0 && (!Put(FrontEnd - Now) || !Put(FrontEndRest) ||
                           !PutHistory(Renamed, M.FrontEndQueue, -Never / 2)))
    return false;
  for (const std::vector<unsigned> *Used : {&UsedPorts, &UsedOthers})
    for (unsigned Port : *Used)
      for (int64_t T = Now; T < Ports.end(); T += 64)
        if (!Put(static_cast<int64_t>(Ports.takenFrom(Port, T))))
          return false;
  uint64_t Slots = M.ReorderBuffer;
  if (M.RetireWidth < CoreSizes::Unlimited)
    Slots = std::max<uint64_t>(Slots, M.RetireWidth);
  if (!PutHistory(Retired, Slots, std::max(Cycle, RetireCycle)))
    return false;
  if (M.LoadBuffer < CoreSizes::Unlimited &&
      !PutHistory(LoadsFreed, M.LoadBuffer, Cycle))
    return false;
  if (M.StoreBuffer < CoreSizes::Unlimited &&
      !PutHistory(StoresFreed, M.StoreBuffer, Cycle))
    return false;
  if (M.IntegerRegisters < CoreSizes::Unlimited &&
      !PutHistory(IntegersFreed, M.IntegerRegisters, Cycle))
    return false;
  if (M.VectorRegisters < CoreSizes::Unlimited &&
      !PutHistory(VectorsFreed, M.VectorRegisters, Cycle))
    return false;
  return true;
}

void Core::capture(std::vector<int64_t> &State) const {
  State.clear();
  visitState([&](int64_t Number) {
    State.push_back(Number);
    return true;
  });
}

bool Core::isIn(const std::vector<int64_t> &State) const {
  size_t N = 0;
  return visitState([&](int64_t Number) {
           return N < State.size() && State[N++] == Number;
         }) &&
         N == State.size();
}

std::array<int64_t, Core::NumParts> Core::backlogParts() const {
  auto OrOne = [](unsigned Width) -> int64_t {
    return Width < CoreSizes::Unlimited ? Width : 1;
  };
  return {OrOne(M.IssueWidth), OrOne(M.RetireWidth),
          std::max<int64_t>(1, FrontEndDen)};
}

size_t Core::addBacklog(std::vector<int64_t> &Into) const {
  const int64_t Now = Ports.now();
  for (unsigned Port : UsedPorts)
    Into.push_back(Ports.numTaken(Port));
  for (auto [Node, Depth] : Carried)
    for (uint32_t D = 1; D <= Depth; ++D)
      // What was known so long ago, or has no value yet, delays nothing.
      Into.push_back(
          std::max(value(Node, D) - Now, -int64_t(MaxLatency + Cycle)));
  int64_t InLast = 0; // Slots that retired last, in one cycle.
  if (M.RetireWidth < CoreSizes::Unlimited)
    while (InLast < M.RetireWidth && Retired.back(InLast + 1) == LastRetired)
      ++InLast;
  // Exactly, in parts of a tick.
  std::array<int64_t, NumParts> Parts = backlogParts();
  Into.push_back(M.IssueWidth < CoreSizes::Unlimited
                     ? int64_t(SlotsThisCycle) * IssueCycle
                     : 0);
  Into.push_back((LastRetired - Now) * Parts[1] + InLast * RetireCycle);
  Into.push_back((FrontEnd - Now) * FrontEndDen + FrontEndRest);
  return UsedPorts.size();
}
