//===- Core.cpp - A core that runs a loop ---------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One step per instruction: rename when all buffers have room, start each
/// group of micro-ops when its inputs are there and a port is free, make the
/// values, retire in order.
///
/// Sources: the resource-centric form, in which each micro-op takes what it
/// needs in program order, is that of Gus (Pompougnac et al., "Performance
/// bottlenecks detection through microarchitectural sensitivity",
/// arXiv:2402.15773). The choice of ports at rename is described in A. Abel and
/// J. Reineke, "uiCA: Accurate Throughput Prediction of Basic Blocks on Recent
/// Intel Microarchitectures" (ICS 2022, doi:10.1145/3524059.3532396).
///
/// Tested by unittests/Simulation/SimulatorTest.cpp, against a core that goes
/// cycle by cycle.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// From cycles to ticks
//===----------------------------------------------------------------------===//

static bool isFaster(ArrayRef<Resource> Faster, ResourceKind Kind) {
  return any_of(Faster, [&](const Resource &R) {
    return R.Kind == Kind &&
           (Kind != ResourceKind::Scheduler || R.Ports.empty());
  });
}

static void enlarge(unsigned &Size, bool Faster, SpeedFactor F) {
  if (Faster && Size < CoreSizes::Unlimited)
    Size = uint64_t(Size) * F.Num / F.Den;
}

void Core::scaleLatencies(ArrayRef<Resource> Faster, SpeedFactor F) {
  bool All = isFaster(Faster, ResourceKind::Latency);
  auto Ticks = [&](const SimNode &N, bool IsMemory, int64_t Cycles) {
    bool IsFaster =
        All || any_of(Faster, [&](const Resource &R) {
          switch (R.Kind) {
          case ResourceKind::LoadLatency:
            return N.Part == NodePart::Load && !IsMemory;
          case ResourceKind::Forwarding:
            return IsMemory;
          case ResourceKind::OpcodeLatency:
            return R.Opcode == N.Opcode && N.Part == NodePart::Result;
          default:
            return false;
          }
        });
    return Cycles * (IsFaster && Cycles > 0 ? F.Den : Cycle);
  };
  for (const SimNode &N : P.Nodes) {
    Start.push_back(Ticks(N, false, N.Start));
    MaxLatency = std::max(MaxLatency, Start.back());
  }
  for (const SimInput &In : P.Inputs) {
    Latency.push_back(Ticks(P.Nodes[In.To], In.IsMemory, In.Latency));
    Waits.push_back({In.From, In.Distance, Latency.back() - Start[In.To]});
    MaxLatency = std::max(MaxLatency, Latency.back());
  }
}

void Core::scale(ArrayRef<Resource> Faster, SpeedFactor F) {
  auto CycleOf = [&](ResourceKind Kind) {
    return isFaster(Faster, Kind) ? F.Den : Cycle;
  };
  IssueCycle = CycleOf(ResourceKind::IssueWidth);
  // A wider core also retires more.
  RetireCycle = std::min(IssueCycle, CycleOf(ResourceKind::RetireWidth));
  PortCycle.assign(P.NumPorts, Cycle);
  for (const Resource &R : Faster)
    if (R.Kind == ResourceKind::Ports)
      R.Ports.forEach([&](unsigned Port) { PortCycle[Port] = F.Den; });
  for (auto [Kind, Size] :
       {std::pair(ResourceKind::ReorderBuffer, &M.ReorderBuffer),
        {ResourceKind::Scheduler, &M.Scheduler},
        {ResourceKind::LoadBuffer, &M.LoadBuffer},
        {ResourceKind::StoreBuffer, &M.StoreBuffer}})
    enlarge(*Size, isFaster(Faster, Kind), F);
  for (PortScheduler &S : M.Schedulers)
    enlarge(S.Entries,
            is_contained(Faster, Resource{ResourceKind::Scheduler, S.Ports}),
            F);
  if (!M.FrontEnd.isZero()) {
    FrontEndNum = M.FrontEnd.numerator() * CycleOf(ResourceKind::FrontEnd);
    FrontEndDen = M.FrontEnd.denominator() * int64_t(P.NumSlots);
  }
  scaleLatencies(Faster, F);
}

static uint64_t historySize(const CoreSizes &M) {
  uint64_t Size = std::max(M.ReorderBuffer, M.FrontEndQueue);
  for (unsigned Width : {M.IssueWidth, M.RetireWidth})
    if (Width < CoreSizes::Unlimited)
      Size = std::max<uint64_t>(Size, Width);
  return Size;
}

static uint64_t sizeOrNone(unsigned Size) {
  return Size < CoreSizes::Unlimited ? Size : 0;
}

Core::Core(const SimProgram &P, const CoreSizes &Given,
           ArrayRef<Resource> Faster, SpeedFactor F)
    : P(P), M(Given), Cycle(Faster.empty() ? 1 : F.Num), Ports(P.NumPorts),
      ValueMask(std::bit_ceil(P.MaxDistance + 1) - 1),
      Values((size_t(ValueMask) + 1) * P.Nodes.size(), Never),
      Renamed(historySize(Given) * (Faster.empty() ? 1 : F.Num)),
      Retired(historySize(Given) * (Faster.empty() ? 1 : F.Num)),
      LoadsFreed(sizeOrNone(Given.LoadBuffer) * F.Num),
      StoresFreed(sizeOrNone(Given.StoreBuffer) * F.Num), Pressure(P.NumPorts),
      PressureAtCycle(P.NumPorts) {
  scale(Faster, F);
  SchedulerOf.assign(M.Schedulers.empty() ? 0 : P.NumPorts, NoScheduler);
  for (auto [I, S] : enumerate(M.Schedulers))
    S.Ports.forEach([&](unsigned Port) {
      if (Port < P.NumPorts)
        SchedulerOf[Port] = I;
    });
  WaitingIn.assign(M.Schedulers.size(), 0);
  Wanted.assign(P.NumPorts, 0);
  for (const SimUop &U : P.Uops) {
    Uops.push_back({U.Ports.bits(), U.Units.bits(), U.Hold, U.UnitHold, U.Slot,
                    U.NumInSlot});
    // Divisible by all numbers up to 16.
    U.Ports.forEach([&](unsigned Port) {
      Wanted[Port] += uint64_t(720720) * U.Hold / U.Ports.size();
    });
  }
  for (const SimInst &I : P.Insts)
    for (uint32_t U = I.Uops[0]; U < I.Uops[1]; ++U)
      if (P.Uops[U].Ports.size() == 2)
        Alternating = P.Uops[U].Ports.bits();
  std::vector<uint32_t> Depth(P.Nodes.size(), 0);
  for (const SimInput &In : P.Inputs)
    Depth[In.From] = std::max(Depth[In.From], In.Distance);
  for (auto [Node, D] : enumerate(Depth))
    if (D != 0)
      Carried.push_back({static_cast<uint32_t>(Node), D});
}

//===----------------------------------------------------------------------===//
// Rename
//===----------------------------------------------------------------------===//

/// The clock goes on to \p T; what started before it has left the scheduler.
void Core::advance(int64_t T) {
  while (Ports.now() < T) {
    uint64_t Left = Ports.startedAt(Ports.now());
    NumWaiting -= std::popcount(Left);
    for (; Left; Left &= Left - 1) {
      unsigned Port = std::countr_zero(Left);
      --Pressure[Port];
      if (!SchedulerOf.empty())
        leaveScheduler(Port);
    }
    Ports.tick();
  }
  if (M.Choice == PortChoice::AtRename)
    llvm::copy(Pressure, PressureAtCycle.begin());
  SlotsThisCycle = 0;
}

int64_t Core::earliestSlot(const SimInst &I, bool IsFirst) {
  int64_t T = Ports.now();
  LastWait = RenameWait::None;
  auto NotBefore = [&](int64_t Limit, RenameWait Why) {
    if (Limit <= T)
      return;
    T = Limit;
    LastWait = Why;
  };
  if (M.IssueWidth < CoreSizes::Unlimited)
    NotBefore(Renamed.back(M.IssueWidth) + IssueCycle, RenameWait::IssueWidth);
  if (FrontEndDen != 0) {
    int64_t Room = Renamed.back(M.FrontEndQueue);
    if (Room != Never)
      FrontEnd = std::max(FrontEnd, Room * FrontEndDen);
    FrontEnd += FrontEndNum;
    NotBefore((FrontEnd + FrontEndDen - 1) / FrontEndDen, RenameWait::FrontEnd);
  }
  auto Buffer = [&](const History &Freed, uint64_t Next, uint64_t Size,
                    RenameWait Why) {
    if (Next >= Size && Freed.count() != 0)
      NotBefore(Freed[std::min(Next - Size, Freed.count() - 1)] +
                    int64_t(M.FreeDelay) * Cycle,
                Why);
  };
  Buffer(Retired, Renamed.count(), M.ReorderBuffer, RenameWait::ReorderBuffer);
  if (IsFirst && I.NumLoads && M.LoadBuffer < CoreSizes::Unlimited)
    Buffer(LoadsFreed, LoadsFreed.count() + I.NumLoads - 1, M.LoadBuffer,
           RenameWait::LoadBuffer);
  if (IsFirst && I.NumStores && M.StoreBuffer < CoreSizes::Unlimited)
    Buffer(StoresFreed, StoresFreed.count() + I.NumStores - 1, M.StoreBuffer,
           RenameWait::StoreBuffer);
  return T;
}

/// Until there is room for \p NumUops in the scheduler, or nothing in it.
void Core::waitForScheduler(unsigned NumUops) {
  while (NumWaiting + NumUops > M.Scheduler && NumWaiting != 0) {
    advance(Ports.now() + 1);
    LastWait = RenameWait::Scheduler;
  }
}

void Core::enterScheduler(unsigned Port) {
  unsigned S = SchedulerOf[Port];
  if (S != NoScheduler && ++WaitingIn[S] >= M.Schedulers[S].Entries)
    FullPorts |= M.Schedulers[S].Ports.bits();
}

void Core::leaveScheduler(unsigned Port) {
  unsigned S = SchedulerOf[Port];
  if (S != NoScheduler && --WaitingIn[S] < M.Schedulers[S].Entries)
    FullPorts &= ~M.Schedulers[S].Ports.bits();
}

/// Until the scheduler of one of the ports of \p U has room. There is always
/// one micro-op in a full scheduler, and it starts some day.
void Core::waitForPortScheduler(const Uop &U) {
  while ((U.Ports & ~FullPorts) == 0) {
    advance(Ports.now() + 1);
    LastWait = RenameWait::Scheduler;
  }
}

/// \p SlotUops: the micro-ops of the slot.
void Core::beginSlot(const SimInst &I, bool IsFirst, ArrayRef<Uop> SlotUops) {
  int64_t T = earliestSlot(I, IsFirst);
  if (T > Ports.now())
    advance(T);
  waitForScheduler(SlotUops.size());
  if (!SchedulerOf.empty())
    for (const Uop &U : SlotUops)
      waitForPortScheduler(U);
  SlotInCycle = SlotsThisCycle++;
  Renamed.push(Ports.now());
}

//===----------------------------------------------------------------------===//
// Ports
//===----------------------------------------------------------------------===//

/// The port with the fewest micro-ops waiting when the cycle began, the highest
/// of several; in every second slot the second best, unless that has three or
/// more waiting than the best. Loads that have two ports take turns.
unsigned Core::portAtRename(const Uop &U) {
  if (U.Ports == Alternating) {
    Turn ^= 1;
    return Turn ? std::countr_zero(U.Ports) : 63 - std::countl_zero(U.Ports);
  }
  constexpr unsigned None = 64;
  unsigned Best = None, Second = None;
  auto IsBetter = [&](unsigned A, unsigned B) {
    return B == None || PressureAtCycle[A] <= PressureAtCycle[B];
  };
  for (uint64_t Left = U.Ports; Left; Left &= Left - 1) {
    unsigned Port = std::countr_zero(Left);
    if (IsBetter(Port, Best)) {
      Second = Best;
      Best = Port;
    } else if (IsBetter(Port, Second)) {
      Second = Port;
    }
  }
  bool TakesSecond = SlotInCycle % 2 != 0 && Second != None &&
                     PressureAtCycle[Second] < PressureAtCycle[Best] + 3;
  return TakesSecond ? Second : Best;
}

int64_t Core::findStart(const Uop &U, unsigned Port, int64_t Ready) const {
  for (int64_t T = Ready;;) {
    T = Ports.findFree(Port, T, U.Hold * PortCycle[Port]);
    if (U.Units == 0)
      return T;
    int64_t First = INT64_MAX;
    for (uint64_t Left = U.Units; Left; Left &= Left - 1) {
      unsigned Unit = std::countr_zero(Left);
      First = std::min(First,
                       Ports.findFree(Unit, T, U.UnitHold * PortCycle[Unit]));
    }
    if (First == T)
      return T;
    T = First;
  }
}

/// The port that is free first; of several the one that the loop's micro-ops
/// want least, each of them wanting its ports in equal parts.
unsigned Core::portAtDispatch(const Uop &U, int64_t Ready) const {
  unsigned Best = 0;
  int64_t BestStart = INT64_MAX;
  for (uint64_t Left = U.Ports; Left; Left &= Left - 1) {
    unsigned Port = std::countr_zero(Left);
    int64_t T = findStart(U, Port, Ready);
    if (T < BestStart || (T == BestStart && Wanted[Port] < Wanted[Best])) {
      Best = Port;
      BestStart = T;
    }
  }
  return Best;
}

int64_t Core::dispatch(const Uop &U, int64_t Ready, unsigned &Port) {
  if ((U.Ports & FullPorts) != 0) {
    Uop Less = U;
    Less.Ports &= ~FullPorts;
    return dispatch(Less, Ready, Port);
  }
  if ((U.Ports & (U.Ports - 1)) == 0)
    Port = std::countr_zero(U.Ports);
  else if (M.Choice == PortChoice::AtRename)
    Port = portAtRename(U);
  else
    Port = portAtDispatch(U, Ready);
  int64_t T = findStart(U, Port, Ready);
  Ports.take(Port, T, U.Hold * PortCycle[Port]);
  Ports.start(Port, T);
  for (uint64_t Left = U.Units; Left; Left &= Left - 1) {
    unsigned Unit = std::countr_zero(Left),
             Length = U.UnitHold * PortCycle[Unit];
    if (Ports.findFree(Unit, T, Length) != T)
      continue;
    Ports.take(Unit, T, Length);
    break;
  }
  ++Pressure[Port];
  ++NumWaiting;
  if (!SchedulerOf.empty())
    enterScheduler(Port);
  LastStart = T;
  return T;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

int64_t Core::readyTime(uint32_t Begin, uint32_t End) const {
  int64_t T = Never;
  for (uint32_t I = Begin; I < End; ++I) {
    const Wait &W = Waits[I];
    T = std::max(T, value(W.From, W.Distance) + W.Offset);
  }
  return T;
}

/// \returns when the last of the group's micro-ops has left its port.
int64_t Core::runGroup(const SimInst &I, uint32_t Inst, unsigned G,
                       Group (&Groups)[NumUopGroups], int &Slot) {
  int64_t Ready = readyTime(I.Gates[G], I.Gates[G + 1]);
  constexpr unsigned Compute = unsigned(UopGroupKind::Compute);
  if (G == unsigned(UopGroupKind::StoreData) && I.StoreComputes)
    Ready = std::max(Ready, Groups[Compute].First +
                                Start[I.Nodes[NumUopGroups] - 1] - Cycle);
  int64_t Complete = Never;
  for (uint32_t N = I.Uops[G]; N < I.Uops[G + 1]; ++N) {
    const Uop &U = Uops[N];
    if (U.Slot != Slot && I.Slots != 0)
      while (Slot < U.Slot) {
        ++Slot;
        beginSlot(I, Slot == 0,
                  ArrayRef(Uops).slice(N, Slot == U.Slot ? U.NumInSlot : 0));
      }
    else if (U.NumInSlot != 0)
      waitForScheduler(U.NumInSlot);
    if (!SchedulerOf.empty())
      waitForPortScheduler(U); // The slot's others may have filled it.
    int64_t NotBefore =
        std::max(Ready, Ports.now() + int64_t(M.StartDelay) * Cycle);
    if (M.InOrder)
      NotBefore = std::max(NotBefore, LastStart);
    unsigned Port;
    int64_t T = dispatch(U, NotBefore, Port);
    if (Groups[G].First == Never || T < Groups[G].First)
      Groups[G].First = T;
    Groups[G].Last = std::max(Groups[G].Last, T);
    Complete = std::max(Complete, T + int64_t(Cycle));
    if (Events)
      addEvent(Inst, N, Port, NotBefore, T);
  }
  return Complete;
}

/// Makes the values of the group. \returns when the last is ready.
int64_t Core::finishNodes(const SimInst &I, unsigned G,
                          const Group (&Groups)[NumUopGroups]) {
  int64_t Complete = Never;
  for (uint32_t N = I.Nodes[G]; N < I.Nodes[G + 1]; ++N) {
    const SimNode &Node = P.Nodes[N];
    int64_t T;
    if (Node.IsFree) {
      T = Ports.now() + Start[N];
    } else {
      bool AfterCompute =
          G == unsigned(UopGroupKind::StoreData) && I.StoreComputes;
      int64_t First =
          Groups[AfterCompute ? unsigned(UopGroupKind::Compute) : G].First;
      T = std::max(First + Start[N], Groups[G].Last + int64_t(Cycle));
    }
    for (uint32_t In = Node.FirstInput; In < Node.FirstInput + Node.NumInputs;
         ++In)
      T = std::max(T, value(P.Inputs[In].From, P.Inputs[In].Distance) +
                          Latency[In]);
    value(N, 0) = T;
    Complete = std::max(Complete, T);
  }
  return Complete;
}

void Core::retire(const SimInst &I, int64_t Complete) {
  if (I.Slots == 0) {
    CarriedComplete = Complete;
  } else {
    CarriedComplete = Never;
    LastRetired =
        std::max({LastRetired, Complete, Ports.now() + int64_t(Cycle)});
    for (unsigned S = 0; S < I.Slots; ++S) {
      if (M.RetireWidth < CoreSizes::Unlimited)
        LastRetired =
            std::max(LastRetired, Retired.back(M.RetireWidth) + RetireCycle);
      Retired.push(LastRetired);
    }
  }
  int64_t Left = std::max(LastRetired, CarriedComplete);
  for (unsigned N = 0; N < I.NumLoads; ++N)
    LoadsFreed.push(Left);
  for (unsigned N = 0; N < I.NumStores; ++N)
    StoresFreed.push(Left + Cycle); // Written to the cache.
}

void Core::step(uint32_t Inst) {
  const SimInst &I = P.Insts[Inst];
  Group Groups[NumUopGroups];
  int64_t Complete = CarriedComplete;
  int Slot = -1;
  size_t FirstEvent = Events ? Events->size() : 0;
  if (I.Uops[0] == I.Uops[NumUopGroups])
    while (Slot + 1 < I.Slots)
      beginSlot(I, ++Slot == 0, {});
  for (unsigned G = 0; G < NumUopGroups; ++G) {
    if (I.Uops[G] != I.Uops[G + 1])
      Complete = std::max(Complete, runGroup(I, Inst, G, Groups, Slot));
    if (I.Nodes[G] != I.Nodes[G + 1])
      Complete = std::max(Complete, finishNodes(I, G, Groups));
  }
  while (Slot + 1 < I.Slots) // Slots without a micro-op.
    beginSlot(I, ++Slot == 0, {});
  retire(I, Complete);
  if (Events)
    finishEvents(I, Inst, FirstEvent);
}

void Core::runIteration() {
  for (uint32_t I = 0; I < P.Insts.size(); ++I)
    step(I);
  ++Iteration;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void Core::addEvent(uint32_t Inst, uint32_t U, unsigned Port, int64_t Ready,
                    int64_t Started) {
  UopEvent E{};
  E.Iteration = static_cast<uint32_t>(Iteration);
  E.Inst = Inst;
  E.MappedUop = P.Uops[U].MappedUop;
  E.Port = static_cast<int16_t>(Port);
  E.Wait = LastWait;
  E.Renamed = Ports.now();
  E.Ready = Ready;
  E.Dispatched = Started;
  E.Executed = Started + Cycle;
  Events->push_back(E);
}

/// Fills in what is known only at the end of an instruction.
void Core::finishEvents(const SimInst &I, uint32_t Inst, size_t FirstEvent) {
  if (Events->size() == FirstEvent) {
    UopEvent E{};
    E.Iteration = static_cast<uint32_t>(Iteration);
    E.Inst = Inst;
    E.MappedUop = ~0u;
    E.Port = -1;
    E.Wait = LastWait;
    E.Renamed = E.Ready = E.Dispatched = E.Executed = Ports.now();
    Events->push_back(E);
  }
  // The values of a group come from its first micro-op.
  for (unsigned G = 0; G < NumUopGroups; ++G) {
    if (I.Uops[G] == I.Uops[G + 1])
      continue;
    UopEvent &E = (*Events)[FirstEvent + (I.Uops[G] - I.Uops[0])];
    for (uint32_t N = I.Nodes[G]; N < I.Nodes[G + 1]; ++N)
      if (!P.Nodes[N].IsFree)
        E.Executed = std::max(E.Executed, value(N, 0));
  }
  int64_t Left = std::max(LastRetired, CarriedComplete);
  for (size_t E = FirstEvent; E < Events->size(); ++E)
    (*Events)[E].Retired = Left;
}
