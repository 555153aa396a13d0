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

void Core::capture(std::vector<int64_t> &State) const {
  State.clear();
  const int64_t Now = Ports.now();
  auto Add = [&](int64_t T, int64_t LongAgo) {
    State.push_back(std::max(T - Now, -LongAgo));
  };
  // Times of the last Size events, from the youngest, until all are long ago.
  auto AddHistory = [&](const History &H, uint64_t Size, int64_t LongAgo) {
    const uint64_t First = State.size();
    const uint64_t Most = std::min(Size, H.count());
    uint64_t N = 0;
    State.resize(First + Most + 1);
    for (int64_t *Into = &State[First];
         N < Most && H.back(N + 1) - Now > -LongAgo; ++N)
      Into[N] = H.back(N + 1) - Now;
    State[First + N] = INT64_MIN;
    State.resize(First + N + 1);
  };
  State.push_back(SlotInCycle % 2);
  State.push_back(SlotsThisCycle % 2);
  State.push_back(Turn);
  Add(CarriedComplete, Cycle);
  Add(LastRetired, Cycle);
  Add(M.InOrder ? LastStart : Never, Cycle);
  if (M.IssueWidth < CoreSizes::Unlimited)
    AddHistory(Renamed, M.IssueWidth, IssueCycle);
  if (FrontEndDen != 0) {
    State.push_back(FrontEnd - Now * FrontEndDen);
    AddHistory(Renamed, M.FrontEndQueue, -(Never / 2));
  }
  uint64_t Slots = M.ReorderBuffer;
  if (M.RetireWidth < CoreSizes::Unlimited)
    Slots = std::max<uint64_t>(Slots, M.RetireWidth);
  AddHistory(Retired, Slots, std::max(Cycle, RetireCycle));
  if (M.LoadBuffer < CoreSizes::Unlimited)
    AddHistory(LoadsFreed, M.LoadBuffer, Cycle);
  if (M.StoreBuffer < CoreSizes::Unlimited)
    AddHistory(StoresFreed, M.StoreBuffer, Cycle);
  for (auto [Node, Depth] : Carried)
    for (uint32_t D = 1; D <= Depth; ++D)
      Add(value(Node, D), MaxLatency + Cycle);
  for (uint16_t Waiting : PressureAtCycle)
    State.push_back(Waiting);
  for (int64_t T = Now; T < Ports.end(); ++T)
    State.push_back(static_cast<int64_t>(Ports.startedAt(T)));
  for (unsigned Port = 0; Port < P.NumPorts; ++Port)
    for (int64_t T = Now; T < Ports.end(); T += 64)
      State.push_back(static_cast<int64_t>(Ports.takenFrom(Port, T)));
}

uint64_t Core::fingerprint() const {
  const int64_t Now = Ports.now();
  uint64_t H = SlotInCycle % 2 + 2 * Turn;
  auto Mix = [&](int64_t V) {
    H = (H ^ static_cast<uint64_t>(V)) * 0x9e3779b97f4a7c15;
    H ^= H >> 29;
  };
  Mix(NumWaiting);
  Mix(std::max<int64_t>(LastRetired - Now, -1));
  Mix(Ports.end() - Now);
  // How full the reorder buffer is; what is long ago is all the same.
  for (uint64_t Back = 4; Back <= M.ReorderBuffer; Back *= 2)
    Mix(std::max(Retired.back(Back) - Now,
                 -int64_t(std::max(Cycle, RetireCycle))));
  for (uint16_t Waiting : Pressure)
    Mix(Waiting);
  size_t Num = std::min<size_t>(Carried.size(), 8);
  for (size_t I = 0; I < Num; ++I)
    Mix(std::max(value(Carried[I].first, 1) - Now, -(MaxLatency + Cycle)));
  return H;
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
  for (unsigned Port = 0; Port < P.NumPorts; ++Port)
    Into.push_back(Ports.numTaken(Port));
  for (auto [Node, Depth] : Carried)
    for (uint32_t D = 1; D <= Depth; ++D)
      Into.push_back(std::max(value(Node, D) - Now, Never / 2));
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
  Into.push_back(FrontEndDen == 0 ? 0 : FrontEnd - Now * FrontEndDen);
  return P.NumPorts;
}
