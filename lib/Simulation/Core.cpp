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
/// Tested by unittests/Simulation/SimulatorTest.cpp, and by EveryEventTest.cpp
/// against a core that goes cycle by cycle.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Rename
//===----------------------------------------------------------------------===//

/// The entry of a micro-op that started on \p Port is free.
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::freeEntry(unsigned Port) {
  --NumWaiting;
  if (HasPortSchedulers)
    leaveScheduler(Port);
}

/// What started before \p T waits no more.
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::leaveUntil(int64_t T) {
  Ports.advance(T, [&](unsigned Port) {
    Pressure[Port] -= PortSet::MaxPorts;
    if (Release[Port] == 0)
      freeEntry(Port);
  });
  if (MostRelease != 0)
    Releases.advance(T, [&](unsigned Port) { freeEntry(Port); });
}

/// The clock goes on to \p T.
void Core::advance(int64_t T) {
  if (LLVM_UNLIKELY(ChoosesLate)) {
    if (T - Ports.now() > int64_t(Cycle)) {
      leaveUntil(T - int64_t(Cycle));
      PressureNow = Pressure;
    }
    PressureAtCycle = PressureNow;
    leaveUntil(T);
    PressureNow = Pressure;
  } else {
    leaveUntil(T);
  }
  if ((ChoosesAtRename && !ChoosesLate) || HasCrowded)
    for (unsigned Port = 0; Port < NumIssuePorts; Port += 8) // A vector.
      std::copy_n(&Pressure[Port], 8, &PressureAtCycle[Port]);
  SlotsThisCycle = 0;
  for (; GivenAtAll; GivenAtAll &= GivenAtAll - 1)
    GivenTimes[std::countr_zero(GivenAtAll)] = 0;
  GivenPorts = 0;
  OfLimit = {};
  FullLimits = 0;
}

/// The tick in which the front end has the next slot ready.
int64_t Core::frontEndDelivers() {
  int64_t Room = Renamed.back(M.FrontEndQueue);
  if (Room > FrontEnd) {
    FrontEnd = Room;
    FrontEndRest = 0;
  }
  FrontEnd += FrontEndWhole;
  FrontEndRest += FrontEndPart;
  bool IsWhole = FrontEndRest >= FrontEndDen;
  FrontEnd += IsWhole;
  FrontEndRest -= IsWhole ? FrontEndDen : 0;
  return FrontEnd + (FrontEndRest != 0);
}

LLVM_ATTRIBUTE_ALWAYS_INLINE int64_t Core::earliestSlot(const Inst &I,
                                                        bool IsFirst) {
  int64_t T = Ports.now();
  LastWait = RenameWait::None;
  auto NotBefore = [&](int64_t Limit, RenameWait Why) {
    LastWait = Limit > T ? Why : LastWait;
    T = std::max(T, Limit);
  };
  if (M.IssueWidth < CoreSizes::Unlimited)
    NotBefore(Renamed.back(M.IssueWidth) + IssueCycle, RenameWait::IssueWidth);
  if (FrontEndDen != 0)
    NotBefore(frontEndDelivers(), RenameWait::FrontEnd);
  auto Buffer = [&](const History &Freed, uint64_t Next, uint64_t Size,
                    RenameWait Why) {
    if (Next < Size || Freed.count() == 0)
      return;
    const int64_t Limit =
        Freed[std::min(Next - Size, Freed.count() - 1)] + FreeDelay;
    if (LLVM_UNLIKELY(Limit > T)) {
      T = Limit;
      LastWait = Why;
    }
  };
  Buffer(Retired, Renamed.count(), M.ReorderBuffer, RenameWait::ReorderBuffer);
  if (!IsFirst)
    return T;
  if (I.NumLoads && M.LoadBuffer < CoreSizes::Unlimited)
    Buffer(LoadsFreed, LoadsFreed.count() + I.NumLoads - 1, M.LoadBuffer,
           RenameWait::LoadBuffer);
  if (I.NumStores && M.StoreBuffer < CoreSizes::Unlimited)
    Buffer(StoresFreed, StoresFreed.count() + I.NumStores - 1, M.StoreBuffer,
           RenameWait::StoreBuffer);
  if (I.NumIntegers && M.IntegerRegisters < CoreSizes::Unlimited)
    Buffer(IntegersFreed, IntegersFreed.count() + I.NumIntegers - 1,
           M.IntegerRegisters, RenameWait::IntegerRegisters);
  if (I.NumVectors && M.VectorRegisters < CoreSizes::Unlimited)
    Buffer(VectorsFreed, VectorsFreed.count() + I.NumVectors - 1,
           M.VectorRegisters, RenameWait::VectorRegisters);
  return T;
}

/// Until there is room for \p NumUops in the scheduler, or nothing in it.
/// \returns the scheduler's bit if there was a wait.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t Core::waitForScheduler(unsigned NumUops) {
  if (NumWaiting + NumUops <= M.Scheduler || NumWaiting == 0)
    return 0;
  do
    advance(Ports.now() + 1);
  while (NumWaiting + NumUops > M.Scheduler && NumWaiting != 0);
  LastWait = RenameWait::Scheduler;
  return waitBit(LastWait);
}

void Core::enterScheduler(unsigned Port) {
  unsigned S = SchedulerOf[Port];
  if (S != NoScheduler && ++WaitingIn[S] == M.Schedulers[S].Entries)
    FullPorts |= M.Schedulers[S].Ports.bits();
}

void Core::leaveScheduler(unsigned Port) {
  unsigned S = SchedulerOf[Port];
  if (S != NoScheduler && WaitingIn[S]-- == M.Schedulers[S].Entries)
    FullPorts &= ~M.Schedulers[S].Ports.bits();
}

/// The schedulers of \p Ports, as bits of FullBuffers.
uint64_t Core::schedulerBits(uint64_t Ports) const {
  uint64_t Bits = 0;
  for (; Ports; Ports &= Ports - 1)
    if (unsigned S = SchedulerOf[std::countr_zero(Ports)]; S != NoScheduler)
      Bits |= portSchedulerBit(S);
  return Bits;
}

/// Until one of the ports of \p U can be given to it: its scheduler has room,
/// it was not given away in this cycle, and no limit of the cycle is reached.
/// There is always one micro-op in a full scheduler, and it starts some day.
/// \returns the bits of what was waited for.
uint64_t Core::waitForPort(const Uop &U) {
  auto MayGo = [&] {
    return (U.Ports & ~(FullPorts | GivenPorts)) != 0 &&
           (U.Limits & FullLimits) == 0;
  };
  if (MayGo())
    return 0;
  uint64_t Full;
  do {
    Full = U.Ports & FullPorts;
    ReachedLimits |= U.Limits & FullLimits;
    advance(Ports.now() + 1);
  } while (!MayGo());
  LastWait = Full != 0 ? RenameWait::Scheduler : RenameWait::IssueWidth;
  return waitBit(LastWait) | schedulerBits(Full);
}

/// Until there is room in the queue, if \p U goes through it. \returns the bits
/// of what was waited for.
uint64_t Core::waitForQueue(const Uop &U) {
  const int64_t Left = isQueued(U) ? QueueLeft.back(QueueSize) : Never;
  if (Left <= Ports.now())
    return 0;
  advance(Left);
  LastWait = RenameWait::Scheduler;
  return waitBit(LastWait) | QueueBits;
}

/// \p SlotUops: the \p NumUops micro-ops of the slot.
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::beginSlot(const Inst &I, bool IsFirst,
                                                  const Uop *SlotUops,
                                                  unsigned NumUops) {
  int64_t T = earliestSlot(I, IsFirst);
  if (T > Ports.now())
    advance(T);
  // What ends last is why; the waits before it change nothing.
  uint64_t Full = waitBit(LastWait);
  if (uint64_t Bit = waitForScheduler(NumUops))
    Full = Bit;
  if ((FullPorts | GivenPorts | FullLimits) != 0) {
    for (unsigned N = 0; N < NumUops; ++N)
      if (uint64_t Bits = waitForPort(SlotUops[N]))
        Full = Bits;
    if (uint64_t Bits = waitForLimits(I))
      Full = Bits;
  }
  if (QueueSize != 0)
    for (unsigned N = 0; N < NumUops; ++N)
      if (uint64_t Bits = waitForQueue(SlotUops[N]))
        Full = Bits;
  FullBuffers |= Full;
  SlotInCycle = SlotsThisCycle++;
  Renamed.push(Ports.now());
}

/// Slots without a micro-op.
LLVM_ATTRIBUTE_NOINLINE void Core::beginSlots(const Inst &I, bool IsFirst,
                                              unsigned Num) {
  for (; Num > 0; --Num, IsFirst = false)
    beginSlot(I, IsFirst, nullptr, 0);
}

//===----------------------------------------------------------------------===//
// Ports
//===----------------------------------------------------------------------===//

/// The port with the fewest micro-ops waiting when the cycle began, the highest
/// of several; in every second slot, or with ChoosesLate in all but the first
/// of the cycle, the second best, unless that has three or more waiting than
/// the best. Loads that have two ports take turns. \pre \p Among has several
/// ports.
LLVM_ATTRIBUTE_ALWAYS_INLINE unsigned Core::portAtRename(uint64_t Among) {
  if (Among == Alternating) {
    Turn ^= 1;
    return Turn ? std::countr_zero(Among) : 63 - std::countl_zero(Among);
  }
  constexpr unsigned Step = PortSet::MaxPorts;
  uint32_t Best = ~0u, Second = ~0u;
  for (uint64_t Left = Among; Left; Left &= Left - 1) {
    uint32_t Key = PressureAtCycle[std::countr_zero(Left)];
    Second = std::min(Second, std::max(Best, Key));
    Best = std::min(Best, Key);
  }
  const bool IsTurnOfSecond =
      ChoosesLate ? SlotInCycle != 0 : SlotInCycle % 2 != 0;
  bool TakesSecond = IsTurnOfSecond && Second / Step < Best / Step + 3;
  return Step - 1 - (TakesSecond ? Second : Best) % Step;
}

/// All schedulers but one are full of those that \p U may enter: \p Among are
/// its ports there.
bool Core::isInOneScheduler(const Uop &U, uint64_t Among) const {
  if ((U.Ports & FullPorts) == 0)
    return false;
  const unsigned First = SchedulerOf[std::countr_zero(Among)];
  for (uint64_t Left = Among; Left; Left &= Left - 1)
    if (SchedulerOf[std::countr_zero(Left)] != First)
      return false;
  return true;
}

/// Those of \p Among but for the crowded ones: more waited for them when the
/// cycle began than for another one, by the number of the model.
uint64_t Core::withoutCrowded(uint64_t Among) const {
  auto NumWaiting = [&](unsigned Port) {
    return PressureAtCycle[Port] / PortSet::MaxPorts;
  };
  unsigned Least = ~0u;
  for (uint64_t Left = Among; Left; Left &= Left - 1)
    Least = std::min(Least, NumWaiting(std::countr_zero(Left)));
  uint64_t Crowded = 0;
  for (uint64_t Left = Among; Left; Left &= Left - 1) {
    const unsigned Port = std::countr_zero(Left);
    if (CrowdedFrom[Port] != 0 && NumWaiting(Port) - Least >= CrowdedFrom[Port])
      Crowded |= uint64_t(1) << Port;
  }
  return Among & ~Crowded;
}

/// The next of the ports of \p U, behind the one that a micro-op with the same
/// ports got last; those without room and crowded ones are left out.
unsigned Core::portInTurn(const Uop &U, uint64_t Among) {
  if (HasCrowded)
    Among = withoutCrowded(Among);
  uint8_t &Last = Turns[U.Turn];
  const uint64_t Behind = Among & ~((uint64_t(2) << Last) - 1);
  return Last = std::countr_zero(Behind != 0 ? Behind : Among);
}

/// The port of \p Among that was given least often in this cycle, where one for
/// which many waited when it began counts once more; of several one for which
/// fewest waited then, in steps, one whose scheduler is named first, and the
/// lowest; or the one that was given least recently.
unsigned Core::portInCycle(uint64_t Among) const {
  unsigned Best = 0, Least = ~0u;
  for (uint64_t Left = Among; Left; Left &= Left - 1) {
    const unsigned Port = std::countr_zero(Left);
    const unsigned Waited = PressureAtCycle[Port] / PortSet::MaxPorts;
    const bool IsCrowded =
        CrowdedFrom[Port] != 0 && Waited >= CrowdedFrom[Port];
    const unsigned Steps =
        WaitStep[Port] == 0 ? 0 : std::min(Waited / WaitStep[Port], 255u);
    const unsigned Order =
        ChoosesInTurn ? GivenRank[Port] : SchedulerOf[Port] << 8 | Port;
    const unsigned Key =
        (GivenTimes[Port] + IsCrowded) << 24 | Steps << 16 | Order;
    if (Key < Least) {
      Least = Key;
      Best = Port;
    }
  }
  return Best;
}

/// The port of \p Among for which fewest wait, of several not the one given
/// last there, and the lowest: all in the scheduler in which fewest wait, of
/// equal ones not the one that was entered last.
unsigned Core::portByRoom(uint64_t Among) {
  unsigned Least = ~0u;
  uint8_t Entered = 0;
  for (uint64_t Left = Among; Left;) {
    const unsigned S = SchedulerOf[std::countr_zero(Left)];
    Left &= ~M.Schedulers[S].Ports.bits();
    const unsigned Key = WaitingIn[S] * 2 + (S == EnteredLast);
    if (Key < Least) {
      Least = Key;
      Entered = S;
    }
  }
  EnteredLast = Entered;
  uint8_t &Given = GivenLast[Entered], Best = 0;
  Least = ~0u;
  for (uint64_t Left = Among & M.Schedulers[Entered].Ports.bits(); Left;
       Left &= Left - 1) {
    const unsigned Port = std::countr_zero(Left);
    const unsigned Key =
        Pressure[Port] / PortSet::MaxPorts * 2 + (Port == Given);
    if (Key < Least) {
      Least = Key;
      Best = Port;
    }
  }
  return Given = Best;
}

/// A micro-op that may use the ports \p Among leaves the queue for one of its
/// schedulers. \returns the port for which it waits there.
unsigned Core::leaveQueue(uint64_t Among) {
  const unsigned Port = Queue.enter(Among, Ports.now(), Cycle);
  if (Queue.hasMetFull())
    FullBuffers |= QueueBits;
  QueueLeft.push(Queue.entered());
  return Port;
}

/// \p Port is one of LimitedPorts, and was given to a micro-op.
void Core::giveInCycle(unsigned Port) {
  const uint64_t Bit = uint64_t(1) << Port;
  GivenAtAll |= Bit;
  if (ChoosesInTurn) {
    for (uint64_t Left = LimitedPorts; Left; Left &= Left - 1) {
      uint8_t &Rank = GivenRank[std::countr_zero(Left)];
      Rank -= Rank > GivenRank[Port];
    }
    GivenRank[Port] = std::popcount(LimitedPorts);
  }
  if (++GivenTimes[Port] == PerCycle[Port])
    GivenPorts |= Bit;
}

/// A micro-op of this cycle counts in \p Limits.
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::countInLimits(unsigned Limits) {
  for (; Limits != 0; Limits &= Limits - 1) {
    const unsigned L = std::countr_zero(Limits);
    if (++OfLimit[L] >= M.RenameLimits[L].MicroOps)
      FullLimits |= 1u << L;
  }
}

int64_t Core::findStart(const Uop &U, unsigned Port, int64_t Ready) const {
  for (int64_t T = Ready;;) {
    T = Ports.findFree(Port, T, 1);
    if (U.HasPipe) {
      const int64_t First = Ports.findFree(pipeOf(Port), T, 1);
      if (First != T) {
        T = First;
        continue;
      }
    }
    if (U.Units == 0)
      return T;
    int64_t First = INT64_MAX;
    for (uint64_t Left = U.Units; Left; Left &= Left - 1) {
      unsigned Unit = std::countr_zero(Left);
      First = std::min(First, Ports.findFree(Unit, T, 1));
    }
    if (First == T)
      return T;
    T = First;
  }
}

/// The port that is free first; of several the one that the loop's micro-ops
/// want least, each of them wanting its ports in equal parts.
unsigned Core::portAtDispatch(const Uop &U, uint64_t Among,
                              int64_t Ready) const {
  unsigned Best = 0;
  int64_t BestStart = INT64_MAX;
  for (uint64_t Left = Among; Left; Left &= Left - 1) {
    unsigned Port = std::countr_zero(Left);
    int64_t T =
        U.IsSimple ? Ports.findFree(Port, Ready, 1) : findStart(U, Port, Ready);
    if (T < BestStart || (T == BestStart && Wanted[Port] < Wanted[Best])) {
      Best = Port;
      BestStart = T;
    }
  }
  return Best;
}

/// A micro-op that could have started on \p Port from \p Ready on, starts at \p
/// T.
void Core::blockPort(unsigned Port, int64_t Ready, int64_t T) {
  for (int64_t Lost = Ports.findFree(Port, Ready, 1); Lost < T;
       Lost = Ports.findFree(Port, Lost + 1, 1))
    Ports.take(Port, Lost, 1);
}

/// The first unit of \p U that is free at \p T.
/// \pre There is one, as findStart() says.
unsigned Core::freeUnit(const Uop &U, int64_t T) const {
  uint64_t Left = U.Units;
  while (Ports.findFree(std::countr_zero(Left), T, 1) != T)
    Left &= Left - 1;
  return std::countr_zero(Left);
}

/// One of the units of \p U, free at \p T. An older micro-op may have it from
/// some later time on; what is then left to do waits for it. In a core that
/// older one would wait instead: the unit is as busy.
void Core::takeUnit(const Uop &U, int64_t T) {
  if (U.Units == 0)
    return;
  const unsigned Unit = freeUnit(U, T);
  Ports.takeFree(Unit, T, U.UnitHold * PortCycle[Unit]);
}

LLVM_ATTRIBUTE_ALWAYS_INLINE int64_t Core::dispatch(const Uop &U,
                                                    const Group &G,
                                                    int64_t Ready,
                                                    unsigned &Port) {
  uint64_t Among = U.Ports & ~(FullPorts | GivenPorts);
  if ((U.Ports & FullPorts) != 0)
    FullBuffers |= schedulerBits(U.Ports & FullPorts);
  const bool IsQueued = isQueued(U);
  if (IsQueued) {
    Among = uint64_t(1) << leaveQueue(Among);
    Ready = std::max(Ready, Queue.entered() + StartDelay);
  }
  const bool IsByRoom =
      U.Ports != 0 && !U.IsOfUnits && (U.Ports & ~RoomPorts) == 0;
  if (IsByRoom)
    Among = uint64_t(1) << portByRoom(Among);
  if ((Among & (Among - 1)) == 0)
    Port = std::countr_zero(Among);
  else if (ChoosesAtRename)
    Port = portAtRename(Among);
  else if (ChoosesInCycle && !U.IsOfUnits && !U.IsDatum &&
           !isInOneScheduler(U, Among))
    Port = (U.Ports & ~LimitedPorts) == 0 ? portInCycle(Among)
                                          : portInTurn(U, Among);
  else
    Port = portAtDispatch(U, Among, Ready);
  int64_t T;
  if (U.IsSimple) {
    T = Ports.findFree(Port, Ready, 1);
    if (LLVM_UNLIKELY(Load != nullptr))
      T = takeBank(U, Port, T);
    if (LLVM_UNLIKELY(U.ReadsShared))
      T = readOperands(U, G, Port, Ready, T);
    if ((U.ResultPorts >> Port & 1) != 0)
      T = takeResult(U, Port, T);
    Ports.take(Port, T, 1);
  } else {
    T = findStart(U, Port, Ready);
    if (LLVM_UNLIKELY(Load != nullptr || U.ReadsBanks))
      T = takeBank(U, Port, T);
    if (LLVM_UNLIKELY(U.ReadsShared))
      T = readOperands(U, G, Port, Ready, T);
    if ((U.Units & M.BlockingUnits.bits()) != 0)
      blockPort(Port, Ready, T);
    if (U.ResultWays != 0)
      T = takeResultWay(U, Port, T);
    if (U.IsUnitLonger)
      T = takeLongerUnit(U, Port, T);
    else
      takeUnit(U, T);
    Ports.takeFree(Port, T, U.Hold * PortCycle[Port]);
    if (U.HasPipe)
      takePipe(U, Port, T);
  }
  Ports.start(Port, T);
  if (Release[Port] != 0)
    Releases.start(Port, T + Release[Port]);
  if (IsQueued)
    Queue.start(T);
  Pressure[Port] += PortSet::MaxPorts;
  ++NumWaiting;
  if (HasPortSchedulers)
    enterScheduler(Port);
  if (LimitedPorts >> Port & 1)
    giveInCycle(Port);
  countInLimits(U.Limits);
  if (M.InOrder)
    LastStart = T;
  return T;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Nothing of the group starts before \p From.
template <bool Records>
LLVM_ATTRIBUTE_ALWAYS_INLINE Core::Starts
Core::runGroup(const Inst &I, const Group &G, int64_t From, bool &IsFirstSlot) {
  Starts Ran;
  int64_t Ready = readyTime(From, G.FirstWait, G.EndWait);
  for (const Uop *U = G.FirstUop; U != G.EndUop; ++U) {
    if (U->NewSlots != 0) {
      if (U->NewSlots != 1)
        beginSlots(I, IsFirstSlot, U->NewSlots - 1);
      beginSlot(I, IsFirstSlot && U->NewSlots == 1, U, U->NumInSlot);
      IsFirstSlot = false;
    } else if (U->NumInSlot != 0) {
      FullBuffers |= waitForScheduler(U->NumInSlot);
    }
    if ((FullPorts | GivenPorts | FullLimits) != 0)
      FullBuffers |= waitForPort(*U); // The slot's others may have filled it.
    if (QueueSize != 0)
      FullBuffers |= waitForQueue(*U);
    const int64_t NotBefore =
        std::max({Ready, Ports.now() + StartDelay, LastStart});
    unsigned Port;
    if (Records && HasBanks)
      Load = G.IsLoad ? &I : nullptr;
    int64_t T = dispatch(*U, G, NotBefore, Port);
    Ran.First = std::min(Ran.First, T);
    Ran.Last = std::max(Ran.Last, T);
    if (Records)
      addEvent(I, *U, Port, NotBefore, T);
  }
  return Ran;
}

/// Makes the values of the group. \returns when the last is ready.
LLVM_ATTRIBUTE_ALWAYS_INLINE int64_t Core::finishNodes(const Group &G,
                                                       int64_t First,
                                                       int64_t Last) {
  int64_t Complete = Never;
  int64_t *Into = Row + (G.FirstNode - Nodes.data());
  for (const Value *V = G.FirstNode; V != G.EndNode; ++V) {
    int64_t T = V->IsFree ? Ports.now() + V->Start
                          : std::max(First + V->Start, Last + int64_t(Cycle));
    T = readyTime(T, V->FirstWait, V->EndWait);
    for (const Wait *W = V->EndWait; W != V->EndDrawn; ++W)
      if (Trips[W - Waits.data()] >> (Iteration % 64) & 1)
        T = std::max(T, Row[W->From] + W->Offset);
    if (LLVM_UNLIKELY(V->IsBlocked))
      T = std::max(T, whenInCache(*V));
    *Into++ = T;
    Complete = std::max(Complete, T);
  }
  return Complete;
}

/// The next slot in order, not before LastRetired.
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::retireSlot() {
  if (M.RetireWidth < CoreSizes::Unlimited)
    LastRetired =
        std::max(LastRetired, Retired.back(M.RetireWidth) + RetireCycle);
  Retired.push(LastRetired);
}

/// What \p I has until it retires: buffers of memory accesses, and registers.
template <bool Records>
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::freeBuffers(const Inst &I) {
  const int64_t Left = std::max(LastRetired, CarriedComplete);
  for (unsigned N = 0; N < I.NumLoads; ++N)
    LoadsFreed.push(Left);
  int64_t Written = Left;
  if (Records && Memory && I.NumStores != 0)
    Written = whenWritten(I, Left);
  for (unsigned N = 0; N < I.NumStores; ++N)
    StoresFreed.push(Written + Cycle);
  for (unsigned N = 0; N < I.NumIntegers; ++N)
    IntegersFreed.push(Left);
  for (unsigned N = 0; N < I.NumVectors; ++N)
    VectorsFreed.push(Left);
}

template <bool Records>
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::retire(const Inst &I,
                                               int64_t Complete) {
  if (I.Slots == 0) {
    CarriedComplete = Complete;
  } else {
    CarriedComplete = Never;
    LastRetired =
        std::max({LastRetired, Complete, Ports.now() + int64_t(Cycle)});
    for (unsigned S = 0; S < I.Slots; ++S)
      retireSlot();
  }
  freeBuffers<Records>(I);
}

template <bool Records>
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::step(const Inst &I) {
  int64_t Complete = CarriedComplete, ComputeFirst = Never;
  bool IsFirstSlot = I.FirstSlots == 0;
  size_t FirstEvent = Records ? Events->size() : 0;
  if (LLVM_UNLIKELY(I.SlotsNeeded != 0) &&
      Renamed.back(M.IssueWidth - I.SlotsNeeded + 1) == Ports.now())
    advance(Ports.now() + int64_t(Cycle));
  if (I.FirstSlots != 0)
    beginSlots(I, /*IsFirst=*/true, I.FirstSlots);
  countInLimits(I.Limits);
  for (const Group *G = I.FirstGroup; G != I.EndGroup; ++G) {
    Starts Ran{Never, Never};
    if (G->FirstUop != G->EndUop) {
      int64_t From = G->StoresComputed ? ComputeFirst + G->DataDelay : Never;
      if (G->IsGuarded)
        From = guardLoad(I, *G);
      Ran = runGroup<Records>(I, *G, From, IsFirstSlot);
      if (G->TellsAddress || G->TellsDatum)
        noteStore(I, *G, Ran.Last);
      Complete = std::max(Complete, Ran.Last + int64_t(Cycle));
      if (Records && Memory && G->IsLoad) {
        const int64_t Delay = loadDelay(I, Ran.First);
        Ran.First += Delay;
        Ran.Last += Delay;
      }
    }
    if (G->IsCompute)
      ComputeFirst = Ran.First;
    int64_t First = G->StoresComputed ? ComputeFirst : Ran.First;
    Complete = std::max(Complete, finishNodes(*G, First, Ran.Last));
  }
  if (I.LastSlots != 0)
    beginSlots(I, IsFirstSlot, I.LastSlots);
  if (I.TellsReached)
    for (unsigned N = 0; N < I.NumStores; ++N)
      Blocked.addStore(std::max(LastRetired, CarriedComplete));
  retire<Records>(I, Complete);
  if (I.TellsLeft)
    Guards.setLeft(&I - Insts.data(), StoresFreed.back(1));
  if (Records)
    finishEvents(I, FirstEvent);
  if (ClearedAt != Never)
    refetchAt(std::exchange(ClearedAt, Never));
}

/// What step() does with an instruction that IsSimple.
template <bool Records>
LLVM_ATTRIBUTE_ALWAYS_INLINE void Core::stepSimple(const Inst &I) {
  const Group &G = *I.FirstGroup;
  const Uop &U = *G.FirstUop;
  const size_t FirstEvent = Records ? Events->size() : 0;
  beginSlot(I, /*IsFirst=*/true, &U, 1);
  const int64_t NotBefore = std::max({readyTime(Never, G.FirstWait, G.EndWait),
                                      Ports.now() + StartDelay, LastStart});
  unsigned Port;
  if (Records && HasBanks)
    Load = G.IsLoad ? &I : nullptr;
  int64_t T = dispatch(U, G, NotBefore, Port);
  if (Records)
    addEvent(I, U, Port, NotBefore, T);
  if (Records && Memory && G.IsLoad)
    T += loadDelay(I, T);
  const int64_t Complete =
      std::max({CarriedComplete, T + int64_t(Cycle), finishNodes(G, T, T)});
  LastRetired = std::max({LastRetired, Complete, Ports.now() + int64_t(Cycle)});
  CarriedComplete = Never;
  retireSlot();
  freeBuffers<Records>(I);
  if (Records)
    finishEvents(I, FirstEvent);
}

/// The front end went the wrong way behind \p I, whose events are the last.
LLVM_ATTRIBUTE_NOINLINE void Core::refetchAfter(const Inst &I) {
  const unsigned Delay = Refetch[&I - Insts.data()];
  if (Delay == 0)
    return;
  refetchAt(Events->back().Executed + int64_t(Delay) * Cycle);
}

/// What comes next is renamed at \p T at the earliest.
LLVM_ATTRIBUTE_NOINLINE void Core::refetchAt(int64_t T) {
  if (T > Ports.now())
    advance(T);
  if (T > FrontEnd) {
    FrontEnd = T;
    FrontEndRest = 0;
  }
}

template <bool Records> void Core::runInsts() {
  for (const Inst &I : Insts) {
    if (I.IsSimple)
      stepSimple<Records>(I);
    else
      step<Records>(I);
    if (Records && !Refetch.empty())
      refetchAfter(I);
  }
}

/// Moves what later iterations may wait for if there is no room for another.
void Core::nextIteration() {
  ++Iteration;
  Row += P.Nodes.size();
  if (Row + P.Nodes.size() <= Values.data() + Values.size())
    return;
  size_t Past = P.MaxDistance * P.Nodes.size();
  std::copy(Row - Past, Row, Values.data());
  Row = Values.data() + Past;
}

void Core::runIteration() {
  if (Events)
    runInsts</*Records=*/true>();
  else
    runInsts</*Records=*/false>();
  nextIteration();
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void Core::addEvent(const Inst &I, const Uop &U, unsigned Port, int64_t Ready,
                    int64_t Started) {
  UopEvent E{};
  E.Iteration = static_cast<uint32_t>(Iteration);
  E.Inst = &I - Insts.data();
  E.MappedUop = P.Uops[&U - Uops.data()].MappedUop;
  E.Port = static_cast<int16_t>(Port);
  E.Wait = LastWait;
  E.Renamed = Ports.now();
  E.Ready = Ready;
  E.Dispatched = Started;
  E.Executed = Started + Cycle;
  Events->push_back(E);
}

/// Fills in what is known only at the end of an instruction.
void Core::finishEvents(const Inst &I, size_t FirstEvent) {
  if (Events->size() == FirstEvent) {
    UopEvent E{};
    E.Iteration = static_cast<uint32_t>(Iteration);
    E.Inst = &I - Insts.data();
    E.MappedUop = ~0u;
    E.Port = -1;
    E.Wait = LastWait;
    E.Renamed = E.Ready = E.Dispatched = E.Executed = Ports.now();
    Events->push_back(E);
  }
  // The values of a group come from its first micro-op.
  UopEvent *E = &(*Events)[FirstEvent];
  for (const Group &G : ArrayRef(I.FirstGroup, I.EndGroup)) {
    if (G.FirstUop != G.EndUop)
      for (const Value *V = G.FirstNode; V != G.EndNode; ++V)
        if (!V->IsFree)
          E->Executed = std::max(E->Executed, Row[V - Nodes.data()]);
    E += G.EndUop - G.FirstUop;
  }
  int64_t Left = std::max(LastRetired, CarriedComplete);
  for (size_t N = FirstEvent; N < Events->size(); ++N)
    (*Events)[N].Retired = Left;
}
