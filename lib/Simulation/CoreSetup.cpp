//===- CoreSetup.cpp - A core before its first cycle ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns cycles into ticks, and a program into what the inner loop reads: only
/// groups that have something, with the issue slots that begin before each
/// micro-op, and waits as offsets into the ring of values.
///
/// Tested by unittests/Simulation/SimulatorTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <bit>

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
  Waits.reserve(P.Inputs.size());
  Trips.reserve(P.Inputs.size());
  for (const SimInput &In : P.Inputs) {
    int64_t Latency = Ticks(P.Nodes[In.To], In.IsMemory, In.Latency);
    Waits.push_back({int64_t(In.From) - int64_t(In.Distance * P.Nodes.size()),
                     Latency, In.IsOperand});
    Trips.push_back(In.Trips);
    MaxLatency = std::max(MaxLatency, Latency);
  }
  Nodes.reserve(P.Nodes.size());
  for (const SimNode &N : P.Nodes) {
    const Wait *First = Waits.data() + N.FirstInput;
    Nodes.push_back({First, First + (N.NumInputs - N.NumDrawn),
                     First + N.NumInputs, Ticks(N, false, N.Start), N.IsFree});
    MaxLatency = std::max(MaxLatency, Nodes.back().Start);
  }
  // Micro-ops wait with their start for what their value waits for.
  for (const SimInst &I : P.Insts)
    for (uint32_t N = I.Gates[0]; N < I.Gates[NumUopGroups]; ++N)
      Waits[N].Offset -= Nodes[P.Inputs[N].To].Start;
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
        {ResourceKind::StoreBuffer, &M.StoreBuffer},
        {ResourceKind::IntegerRegisters, &M.IntegerRegisters},
        {ResourceKind::VectorRegisters, &M.VectorRegisters}})
    enlarge(*Size, isFaster(Faster, Kind), F);
  for (PortScheduler &S : M.Schedulers)
    enlarge(S.Entries,
            is_contained(Faster, Resource{ResourceKind::Scheduler, S.Ports}),
            F);
  if (!M.FrontEnd.isZero()) {
    int64_t Ticks = M.FrontEnd.numerator() * CycleOf(ResourceKind::FrontEnd);
    FrontEndDen = M.FrontEnd.denominator() * int64_t(P.NumSlots);
    FrontEndWhole = Ticks / FrontEndDen;
    FrontEndPart = Ticks % FrontEndDen;
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

//===----------------------------------------------------------------------===//
// The program, flat
//===----------------------------------------------------------------------===//

/// Tells each of the micro-ops of \p Group how many issue slots begin before
/// it. \p Slot: the last that has begun.
void Core::placeUops(const SimInst &I, unsigned Group, int &Slot) {
  const bool IsDatum = Group == unsigned(UopGroupKind::StoreData);
  for (uint32_t N = I.Uops[Group]; N < I.Uops[Group + 1]; ++N) {
    const SimUop &U = P.Uops[N];
    const bool ReadsBanks = M.LoadsPerBank != 0 && U.BytesRead != 0;
    bool IsSimple = U.Hold == 1 && U.Units.empty() && !U.HasPipe && !ReadsBanks;
    U.Ports.forEach([&](unsigned Port) {
      IsSimple &= PortCycle[Port] == 1;
      NumIssuePorts = std::max(NumIssuePorts, Port + 1);
      // Divisible by all numbers up to 16.
      Wanted[Port] += uint64_t(720720) * U.Hold / U.Ports.size();
    });
    int New = I.Slots == 0 ? 0 : std::max(0, int(U.Slot) - Slot);
    Slot += New;
    Uops.push_back({U.Ports.bits(), U.Units.bits(), U.Hold, U.UnitHold,
                    static_cast<uint16_t>(New), U.NumInSlot, IsSimple,
                    U.HasPipe, U.IsOfUnits, IsDatum, U.IsUnitLonger,
                    ReadsBanks});
    U.Ports.forEach([&](unsigned Port) {
      Uops.back().ReadsShared |=
          ThirdOperand[Port] != NoPort && U.NumOperands > ownReads(Port);
    });
    if (!I.IsBranch)
      Uops.back().Limits = limitsOf(U, Group == unsigned(UopGroupKind::Load));
  }
}

/// Of the only micro-op of group \p G: flags and what is stored come a cycle
/// after its start.
int64_t Core::resultAfter(const SimInst &I, unsigned G) const {
  int64_t After = Cycle;
  for (uint32_t N = I.Nodes[G]; N < I.Nodes[G + 1]; ++N)
    if (P.Nodes[N].Part == NodePart::Result)
      After = std::max(After, Nodes[N].Start);
  return After;
}

/// Whether group \p Group of \p I, the next instruction, makes the address of a
/// store that Guards knows: an update may make it with its load.
bool Core::tellsAddress(const SimInst &I, unsigned Group) const {
  constexpr auto Address = static_cast<unsigned>(UopGroupKind::StoreAddress);
  const bool HasOwn = I.Uops[Address] != I.Uops[Address + 1];
  return Guards.hasAddress(Insts.size()) &&
         Group == (HasOwn ? Address : unsigned(UopGroupKind::Load));
}

void Core::layOutInst(const SimInst &I) {
  const Group *First = Groups.data() + Groups.size();
  const uint32_t Slots = I.IsMicrocoded && M.IssueWidth < CoreSizes::Unlimited
                             ? alignTo(I.Slots, M.IssueWidth)
                             : I.Slots;
  Inst Flat{First,      First,       Slots,         0,           0,
            I.NumLoads, I.NumStores, I.NumIntegers, I.NumVectors};
  // Those of microcode fill whole cycles.
  if (I.IsMicrocoded && M.IssueWidth < CoreSizes::Unlimited)
    Flat.SlotsNeeded = M.IssueWidth;
  else if (I.Slots > 1 && I.Slots <= std::min(M.SlotsTogether, M.IssueWidth))
    Flat.SlotsNeeded = I.Slots;
  constexpr unsigned Compute = unsigned(UopGroupKind::Compute);
  int Slot = -1;
  if (I.Uops[0] == I.Uops[NumUopGroups]) {
    Flat.FirstSlots = Slots;
    Flat.Limits = I.IsEliminated && Slots != 0 ? limitsOfMoves() : 0;
    Slot = int(Slots) - 1;
  }
  for (unsigned G = 0; G < NumUopGroups; ++G) {
    placeUops(I, G, Slot);
    if (I.Uops[G] == I.Uops[G + 1] && I.Nodes[G] == I.Nodes[G + 1])
      continue;
    if (G == Compute)
      layOutResults(I);
    bool AfterCompute =
        G == unsigned(UopGroupKind::StoreData) && I.StoreComputes;
    int64_t DataDelay =
        AfterCompute ? Nodes[I.Nodes[NumUopGroups] - 1].Start - Cycle : 0;
    Groups.push_back(
        {Waits.data() + I.Gates[G], Waits.data() + I.Gates[G + 1],
         Uops.data() + I.Uops[G], Uops.data() + I.Uops[G + 1],
         Nodes.data() + I.Nodes[G], Nodes.data() + I.Nodes[G + 1], DataDelay,
         G == Compute, G == unsigned(UopGroupKind::Load),
         G == unsigned(UopGroupKind::Load) && Guards.hasLoad(Insts.size()),
         tellsAddress(I, G),
         G == unsigned(UopGroupKind::StoreData) &&
             Guards.hasDatum(Insts.size()),
         AfterCompute});
  }
  Flat.EndGroup = Groups.data() + Groups.size();
  Flat.LastSlots = std::max(0, int(Slots) - 1 - Slot);
  Flat.TellsLeft = I.NumStores != 0 && M.StoreBuffer < CoreSizes::Unlimited &&
                   Guards.hasLeft(Insts.size());
  if (const Group &G = *First; Flat.EndGroup - First == 1)
    Flat.IsSimple = Slots == 1 && Flat.SlotsNeeded == 0 &&
                    Flat.FirstSlots == 0 && G.EndUop - G.FirstUop == 1 &&
                    G.FirstUop->NewSlots == 1 && !G.StoresComputed &&
                    !G.IsGuarded && !G.TellsAddress && !G.TellsDatum;
  Insts.push_back(Flat);
  for (uint32_t U = I.Uops[0]; U < I.Uops[1]; ++U)
    if (P.Uops[U].Ports.size() == 2)
      Alternating = P.Uops[U].Ports.bits();
}

/// Values of the last iterations, with room for a few more before they have to
/// be moved.
void Core::layOutValues() {
  constexpr size_t RoomForValues = 1024;
  size_t PerIteration = P.Nodes.size(), Past = P.MaxDistance;
  size_t Room = Past + 1 + RoomForValues / (PerIteration + 1);
  Values.assign((Past + Room) * PerIteration, Never);
  Row = Values.data() + Past * PerIteration;
  std::vector<uint32_t> Depth(PerIteration, 0);
  for (const SimInput &In : P.Inputs)
    Depth[In.From] = std::max(Depth[In.From], In.Distance);
  for (auto [Node, D] : enumerate(Depth))
    if (D != 0)
      Carried.push_back({static_cast<uint32_t>(Node), D});
}

void Core::layOutBlocked() {
  constexpr uint64_t AssumedBuffer = 64;
  std::vector<int64_t> Latencies;
  for (const Wait &W : Waits)
    Latencies.push_back(W.Offset);
  Blocked = BlockedLoads(P, Latencies, Cycle,
                         M.StoreBuffer < CoreSizes::Unlimited ? M.StoreBuffer
                                                              : AssumedBuffer);
  if (Blocked.empty())
    return;
  for (uint32_t N = 0; N < Nodes.size(); ++N)
    Nodes[N].IsBlocked = Blocked.has(N);
  for (Inst &I : Insts) {
    I.IsSimple &= I.NumStores == 0;
    I.TellsReached = I.NumStores != 0;
  }
}

/// Micro-ops with the same ports share a turn; it begins with the first port.
void Core::layOutTurns() {
  if (!ChoosesInCycle)
    return;
  std::vector<uint64_t> Sets;
  for (Uop &U : Uops) {
    auto Set = find(Sets, U.Ports);
    U.Turn = Set - Sets.begin();
    if (Set == Sets.end())
      Sets.push_back(U.Ports);
  }
  for (uint64_t Ports : Sets)
    Turns.push_back(Ports == 0 ? 0 : 63 - std::countl_zero(Ports));
}

void Core::layOutQueue() {
  QueueSize = M.queueSize();
  for (auto [I, S] : enumerate(M.Schedulers)) {
    if (S.Queue == 0)
      continue;
    Queue.addScheduler(S.Ports.bits(), S.Entries, S.ByRoom);
    QueueBits |= portSchedulerBit(I);
  }
}

/// Before any was given: in the order in which the model names schedulers.
void Core::layOutRanks() {
  SmallVector<std::pair<unsigned, unsigned>, 8> Order;
  for (uint64_t Left = LimitedPorts; Left; Left &= Left - 1) {
    const unsigned Port = std::countr_zero(Left);
    Order.push_back({SchedulerOf[Port], Port});
  }
  sort(Order);
  for (auto [I, SchedulerAndPort] : enumerate(Order))
    GivenRank[SchedulerAndPort.second] = I + 1;
}

/// Sets of ports of which the calendar keeps account: those that are taken,
/// their pipes, their results, their reads.
static unsigned numCalendars(const SimProgram &P, const CoreSizes &M) {
  auto AnyOf = [&](auto Has) { return any_of(M.Schedulers, Has); };
  return 1 + P.HasPipes +
         AnyOf([](const PortScheduler &S) { return S.OneResult; }) +
         AnyOf([](const PortScheduler &S) { return S.hasThirdOperand(); });
}

/// The places of the calendar that the program can take.
void Core::layOutCalendar() {
  PortSet Used, UsedPipes;
  for (const SimUop &U : P.Uops) {
    Used = Used | U.Ports | U.Units;
    if (U.HasPipe)
      UsedPipes = UsedPipes | U.Ports;
  }
  for (const ResultWay &W : M.ResultWays)
    if (Used.contains(W.Unit))
      Used = Used | W.Ports;
  for (const PortScheduler &S : M.Schedulers)
    if (S.ResultsInTurn && !(Used & S.Ports).empty())
      Used = Used | S.Ports;
  Used.forEach([&](unsigned Port) { UsedPorts.push_back(Port); });
  UsedPipes.forEach([&](unsigned Port) { UsedPorts.push_back(pipeOf(Port)); });
  (Used & PortSet(ResultPorts)).forEach([&](unsigned Port) {
    UsedOthers.push_back(resultsOf(Port));
  });
  for (const PortScheduler &S : M.Schedulers)
    if (S.hasThirdOperand() && S.ThirdOperand < P.NumPorts)
      UsedOthers.push_back(readsOf(S.ThirdOperand));
}

/// A larger buffer needs no parts of a cycle, in which a core that it does not
/// help might begin something.
static unsigned ticksPerCycle(const CoreSizes &M, ArrayRef<Resource> Faster,
                              SpeedFactor F) {
  const bool OnlyBuffers =
      all_of(Faster, [&](const Resource &R) { return bufferBit(R, M) != 0; });
  return OnlyBuffers ? 1 : F.Num;
}

Core::Core(const SimProgram &P, const CoreSizes &Given,
           ArrayRef<Resource> Faster, SpeedFactor F)
    : P(P), M(Given), Cycle(::ticksPerCycle(M, Faster, F)),
      Ports(P.NumPorts * numCalendars(P, Given)),
      Renamed(historySize(Given) * (Faster.empty() ? 1 : F.Num)),
      Retired(historySize(Given) * (Faster.empty() ? 1 : F.Num)),
      LoadsFreed(sizeOrNone(Given.LoadBuffer) * F.Num),
      StoresFreed(sizeOrNone(Given.StoreBuffer) * F.Num),
      IntegersFreed(sizeOrNone(Given.IntegerRegisters) * F.Num),
      VectorsFreed(sizeOrNone(Given.VectorRegisters) * F.Num),
      QueueLeft(uint64_t(Given.queueSize()) * F.Num) {
  scale(Faster, F);
  StartDelay = int64_t(M.StartDelay) * Cycle;
  FreeDelay = int64_t(M.FreeDelay) * Cycle;
  ChoosesLate = M.Choice == PortChoice::AtRenameLate;
  ChoosesAtRename = ChoosesLate || M.Choice == PortChoice::AtRename;
  ChoosesInCycle = isInCycle(M.Choice);
  ChoosesInTurn = M.Choice == PortChoice::InCycleInTurn;
  HasPortSchedulers = !M.Schedulers.empty();
  SchedulerOf.assign(M.Schedulers.empty() ? 0 : P.NumPorts, NoScheduler);
  GivenTimes.assign(P.NumPorts, 0);
  PerCycle.assign(P.NumPorts, 0);
  CrowdedFrom.assign(P.NumPorts, 0);
  WaitStep.assign(P.NumPorts, 0);
  ThirdOperand.assign(P.NumPorts, NoPort);
  for (auto [I, S] : enumerate(M.Schedulers))
    S.Ports.forEach([&](unsigned Port) {
      if (Port >= P.NumPorts)
        return;
      SchedulerOf[Port] = S.Queue == 0 ? I : NoScheduler;
      Release[Port] = int64_t(S.Release) * Cycle;
      MostRelease = std::max(MostRelease, Release[Port]);
      PerCycle[Port] = S.PerCycle;
      CrowdedFrom[Port] = S.CrowdedFrom;
      WaitStep[Port] = S.WaitStep;
      if (S.ThirdOperand < P.NumPorts)
        ThirdOperand[Port] = S.ThirdOperand;
      HasCrowded |= S.CrowdedFrom != 0 || S.WaitStep != 0;
      if (S.OneResult)
        ResultPorts |= uint64_t(1) << Port;
      if (S.ByRoom && S.Queue == 0)
        RoomPorts |= uint64_t(1) << Port;
      if (S.PerCycle != 0)
        LimitedPorts |= uint64_t(1) << Port;
    });
  layOutRanks();
  layOutQueue();
  WaitingIn.assign(M.Schedulers.size(), 0);
  GivenLast.assign(M.Schedulers.size(), PortSet::MaxPorts);
  Wanted.assign(P.NumPorts, 0);
  Uops.reserve(P.Uops.size());
  Insts.reserve(P.Insts.size());
  Groups.reserve(P.Insts.size() * NumUopGroups); // They do not move.
  Guards = LoadGuards(P, M, Cycle);
  for (const SimInst &I : P.Insts)
    layOutInst(I);
  layOutFlagResults();
  layOutValues();
  layOutTurns();
  layOutBlocked();
  if (any_of(Uops, [](const Uop &U) { return U.ReadsBanks; }))
    Banks = LoadBanks(M.LoadsPerBank);
  layOutCalendar();
  // What leaves and comes in one cycle needs more room than there is.
  if (FreeDelay == 0)
    FullBuffers = ~uint64_t(0);
  for (unsigned Port = 0; Port < PortSet::MaxPorts; ++Port)
    Pressure[Port] = PressureAtCycle[Port] = PressureNow[Port] =
        PortSet::MaxPorts - 1 - Port;
}
