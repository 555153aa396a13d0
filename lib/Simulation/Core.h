//===- Core.h - A core that runs a loop -------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of the simulated core. Private to lib/Simulation.
///
/// Micro-ops are taken in program order, and each is given all its times at
/// once. That is exact, not an approximation: a scheduler that prefers the
/// oldest ready micro-op never lets a younger one delay an older one, so
/// nothing that comes later in the program can change a time.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_CORE_H
#define KERNEL_BOUNDS_LIB_SIMULATION_CORE_H

#include "BlockedLoads.h"
#include "LoadGuards.h"
#include "PortCalendar.h"
#include "SchedulerQueue.h"
#include "kernel-bounds/Simulation/LoadBanks.h"
#include "kernel-bounds/Simulation/OnePass.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include <algorithm>
#include <array>

namespace kernelbounds {

/// bufferBit() of the buffer that rename waits for with \p W.
constexpr uint64_t waitBit(RenameWait W) {
  return uint64_t(1) << static_cast<unsigned>(W);
}
/// bufferBit() of the \p I'th scheduler of ports.
constexpr uint64_t portSchedulerBit(size_t I) {
  return uint64_t(1) << std::min<size_t>(NumRenameWaits + I, 63);
}

/// The times of the last events of a kind, by their number.
class History {
public:
  /// Remembers at least \p Size events.
  explicit History(uint64_t Size)
      : Mask(std::bit_ceil(Size + 1) - 1), Times(Mask + 1, Never) {}
  static constexpr int64_t Never = INT64_MIN / 4;

  int64_t operator[](uint64_t N) const { return Times[N & Mask]; }
  void push(int64_t T) { Times[Count++ & Mask] = T; }
  uint64_t count() const { return Count; }
  /// Of the \p Back'th last event; Never if there were not so many.
  int64_t back(uint64_t Back) const { return Times[(Count - Back) & Mask]; }

private:
  uint64_t Mask, Count = 0;
  std::vector<int64_t> Times;
};

/// A program and a machine in ticks, and the state of the run.
class Core {
public:
  Core(const SimProgram &P, const CoreSizes &M, llvm::ArrayRef<Resource> Faster,
       SpeedFactor Factor);

  void runIteration();
  uint64_t iterations() const { return Iteration; }
  int64_t clock() const { return Ports.now(); }
  unsigned ticksPerCycle() const { return Cycle; }
  /// See SimulationResult::FullBuffers.
  uint64_t fullBuffers() const { return FullBuffers; }
  /// See SimulationResult::ReachedLimits.
  unsigned reachedLimits() const { return ReachedLimits; }
  /// See SimulationResult::AwaitedReads.
  PortSet awaitedReads() const { return AwaitedReads; }

  /// Everything that the future depends on, relative to clock(). Two equal
  /// states have the same future.
  void capture(std::vector<int64_t> &State) const;
  /// Whether capture() would give \p State. Ends at the first difference.
  bool isIn(const std::vector<int64_t> &State) const;

  /// Adds to \p Into how far ahead of the clock everything is that a bound
  /// counts, in ticks; the last NumParts of them in ticks over backlogParts().
  /// \returns how many of the numbers are of ports.
  size_t addBacklog(std::vector<int64_t> &Into) const;
  static constexpr size_t NumParts = 3; ///< Rename, retirement, front end.
  std::array<int64_t, NumParts> backlogParts() const;

  /// From now on, by instruction: cycles from the end of its work until what
  /// comes behind it can be renamed; 0: it delays nothing. Counts while events
  /// are recorded.
  void setRefetch(llvm::ArrayRef<uint16_t> Cycles) { Refetch = Cycles; }

  /// From now on, \p Timer says how long memory accesses take; null: as the
  /// program says. Counts while events are recorded.
  void setMemory(AccessTimer *Timer) {
    Memory = Timer;
    HasBanks = Timer && Timer->hasBanks();
  }

  /// Events are added to \p Into from now on; null: no longer.
  void record(std::vector<UopEvent> *Into) { Events = Into; }

private:
  static constexpr int64_t Never = History::Never;
  static constexpr uint8_t NoPort = PortSet::MaxPorts;

  //===--------------------------------------------------------------------===//
  // The program in ticks, flat in the order in which it runs
  //===--------------------------------------------------------------------===//

  /// A micro-op.
  struct Uop {
    uint64_t Ports, Units;
    uint32_t Hold, UnitHold; ///< Cycles.
    uint16_t NewSlots;       ///< Issue slots that begin before it.
    uint8_t NumInSlot;       ///< Of the first in its slot: micro-ops there.
    bool IsSimple;           ///< One port for one tick, no unit.
    bool HasPipe;
    bool IsOfUnits = false; ///< Its ports are units.
    bool IsDatum = false;   ///< It takes the datum of a store.
    bool IsUnitLonger = false;
    bool ReadsBanks = false; ///< At a place that is known.
    /// Ticks from the start to the result.
    int64_t ResultAfter = 0;
    uint64_t ResultPorts = 0; ///< Of its ports: they let one result out.
    uint64_t ResultWays = 0;  ///< Ports by which that of its unit leaves.
    uint16_t Turn = 0;        ///< Of Turns: that of its set of ports.
    uint8_t Limits = 0;       ///< Bits of CoreSizes::RenameLimits.
    bool ReadsShared = false; ///< It may read by a port of ThirdOperand.
  };
  /// Wait until Offset ticks after a value.
  struct Wait {
    int64_t From; ///< Into Values, from the present iteration's first.
    int64_t Offset;
    bool IsOperand = false; ///< See SimInput.
  };
  /// A value: not before its group's first start and Start, nor its waits.
  struct Value {
    const Wait *FirstWait, *EndWait;
    const Wait *EndDrawn; ///< Behind EndWait, those of some iterations.
    int64_t Start;
    bool IsFree;            ///< Start counts from the present.
    bool IsBlocked = false; ///< A load of Blocked.
  };
  /// Micro-ops of an instruction that wait for the same, and their values.
  struct Group {
    const Wait *FirstWait, *EndWait;
    const Uop *FirstUop, *EndUop;
    const Value *FirstNode, *EndNode;
    int64_t DataDelay; ///< From ComputeFirst until a computed value is stored.
    bool IsCompute, IsLoad;
    bool IsGuarded;      ///< A load of Guards.
    bool TellsAddress;   ///< When it starts, Guards knows that of its store,
    bool TellsDatum;     ///< and that.
    bool StoresComputed; ///< Of the value that the Compute group makes.
  };
  struct Inst {
    const Group *FirstGroup, *EndGroup; ///< Those with micro-ops or values.
    uint32_t Slots;
    uint16_t FirstSlots, LastSlots; ///< Without micro-ops, before and after.
    uint16_t NumLoads, NumStores;
    uint16_t NumIntegers, NumVectors; ///< Registers that it writes.
    /// One slot, and in it one micro-op, from which the values come.
    bool IsSimple = false;
    bool TellsReached = false; ///< Blocked knows of its stores.
    /// Slots of a cycle of rename that it needs free to begin there; 0: one.
    uint8_t SlotsNeeded = 0;
    bool TellsLeft =
        false;          ///< When it retires, Guards knows that of its store.
    uint8_t Limits = 0; ///< As Uop::Limits, of an eliminated move.
  };
  /// When micro-ops of a group start.
  struct Starts {
    int64_t First = INT64_MAX, Last = Never;
  };

  void scale(llvm::ArrayRef<Resource> Faster, SpeedFactor Factor);
  void scaleLatencies(llvm::ArrayRef<Resource> Faster, SpeedFactor Factor);
  void layOutValues();
  void layOutBlocked();
  int64_t whenInCache(const Value &V) const;
  void layOutInst(const SimInst &I);
  void placeUops(const SimInst &I, unsigned Group, int &Slot);
  uint8_t limitsOf(const SimUop &U, bool IsLoad) const;
  uint8_t limitsOfMoves() const;

  //===--------------------------------------------------------------------===//
  // The run; with events, or without
  //===--------------------------------------------------------------------===//

  template <bool Records> void runInsts();
  template <bool Records> void step(const Inst &I);
  template <bool Records> void stepSimple(const Inst &I);
  void beginSlot(const Inst &I, bool IsFirst, const Uop *SlotUops,
                 unsigned NumUops);
  void beginSlots(const Inst &I, bool IsFirst, unsigned Num);
  int64_t earliestSlot(const Inst &I, bool IsFirst);
  int64_t frontEndDelivers();
  uint64_t waitForScheduler(unsigned NumUops);
  uint64_t waitForPort(const Uop &U);
  uint64_t waitForLimits(const Inst &I);
  void countInLimits(unsigned Limits);
  uint64_t waitForQueue(const Uop &U);
  unsigned leaveQueue(uint64_t Among);
  /// It goes through the queue in front of schedulers, and to one of them.
  bool isQueued(const Uop &U) const { return (U.Ports & Queue.ports()) != 0; }
  uint64_t schedulerBits(uint64_t Ports) const;
  void freeEntry(unsigned Port);
  void enterScheduler(unsigned Port);
  void leaveScheduler(unsigned Port);
  void advance(int64_t T);
  void leaveUntil(int64_t T);
  int64_t readyTime(int64_t T, const Wait *Begin, const Wait *End) const;
  int64_t dispatch(const Uop &U, const Group &G, int64_t Ready, unsigned &Port);
  unsigned operandsRead(const Uop &U, const Group &G, int64_t T) const;
  int64_t readOperands(const Uop &U, const Group &G, unsigned Port,
                       int64_t Ready, int64_t T);
  int64_t findStart(const Uop &U, unsigned Port, int64_t Ready) const;
  /// Of port \p Port, in the calendar.
  unsigned pipeOf(unsigned Port) const { return P.NumPorts + Port; }
  /// The results of port \p Port, in the calendar.
  unsigned resultsOf(unsigned Port) const {
    return P.NumPorts * (P.HasPipes ? 2 : 1) + Port;
  }
  /// Reads by port \p Port, in the calendar.
  unsigned readsOf(unsigned Port) const {
    return P.NumPorts * (1 + P.HasPipes + (ResultPorts != 0)) + Port;
  }
  /// Operands that a micro-op on \p Port reads without that of ThirdOperand.
  unsigned ownReads(unsigned Port) const {
    return Port == ThirdOperand[Port] ? 0 : 2;
  }
  uint64_t banksOf(const Uop &U) const;
  uint64_t portsOfNextStart(const Uop &U, unsigned Port) const;
  int64_t takeBank(const Uop &U, unsigned &Port, int64_t T);
  int64_t takeResult(const Uop &U, unsigned Port, int64_t T);
  int64_t takeResultWay(const Uop &U, unsigned Port, int64_t T);
  uint64_t resultWaysOf(const Uop &U) const;
  uint64_t resultsInTurn(const Uop &U) const;
  void layOutResults(const SimInst &I);
  void layOutFlagResults();
  /// Cycles more for which \p U holds its pipe or unit in this iteration.
  unsigned longerBy(const Uop &U) const {
    const SimUop &S = P.Uops[&U - Uops.data()];
    return S.LongIterations >> (Iteration & 63) & 1 ? S.LongerBy : 0;
  }
  unsigned portAtRename(uint64_t Among);
  bool isInOneScheduler(const Uop &U, uint64_t Among) const;
  int64_t resultAfter(const SimInst &I, unsigned G) const;
  bool tellsAddress(const SimInst &I, unsigned Group) const;
  void layOutTurns();
  void layOutQueue();
  void layOutRanks();
  void layOutCalendar();
  uint64_t withoutCrowded(uint64_t Among) const;
  unsigned portInTurn(const Uop &U, uint64_t Among);
  unsigned portInCycle(uint64_t Among) const;
  unsigned portByRoom(uint64_t Among);
  void giveInCycle(unsigned Port);
  unsigned portAtDispatch(const Uop &U, uint64_t Among, int64_t Ready) const;
  void blockPort(unsigned Port, int64_t Ready, int64_t T);
  unsigned freeUnit(const Uop &U, int64_t T) const;
  void takeUnit(const Uop &U, int64_t T);
  void takePipe(const Uop &U, unsigned Port, int64_t T);
  void takeFirstFree(uint64_t Units, unsigned Above, int64_t T, unsigned Hold);
  int64_t takeTogether(const Uop &U, unsigned Port, int64_t T, unsigned Count,
                       unsigned Cycles);
  int64_t takeLongerUnit(const Uop &U, unsigned Port, int64_t T);
  template <bool Records>
  Starts runGroup(const Inst &I, const Group &G, int64_t From,
                  bool &IsFirstSlot);
  int64_t guardLoad(const Inst &I, const Group &G);
  void noteStore(const Inst &I, const Group &G, int64_t T);
  int64_t finishNodes(const Group &G, int64_t First, int64_t Last);
  void retireSlot();
  template <bool Records> void freeBuffers(const Inst &I);
  template <bool Records> void retire(const Inst &I, int64_t Complete);
  int64_t loadDelay(const Inst &I, int64_t Start);
  int64_t whenWritten(const Inst &I, int64_t Left);
  void refetchAfter(const Inst &I);
  void refetchAt(int64_t T);
  void nextIteration();
  void addEvent(const Inst &I, const Uop &U, unsigned Port, int64_t Ready,
                int64_t Start);
  void finishEvents(const Inst &I, size_t FirstEvent);

  int64_t value(uint32_t Node, uint32_t Distance) const {
    return Row[int64_t(Node) - int64_t(Distance * P.Nodes.size())];
  }
  template <typename Sink> bool visitState(Sink Put) const;
  template <typename Sink> bool visitCore(Sink Put) const;
  template <typename Sink> bool visitStarts(Sink Put) const;

  const SimProgram &P;
  CoreSizes M;
  // In ticks.
  unsigned Cycle = 1, IssueCycle = 1, RetireCycle = 1;
  int64_t StartDelay = 1, FreeDelay = 1; ///< As in CoreSizes.
  int64_t MaxLatency = 0;
  /// Ticks per slot are FrontEndWhole + FrontEndPart / FrontEndDen; Den is 0 if
  /// there is no limit.
  int64_t FrontEndWhole = 0, FrontEndPart = 0, FrontEndDen = 0;
  std::vector<Inst> Insts; ///< Parallel to P.Insts.
  std::vector<Group> Groups;
  std::vector<Uop> Uops;            ///< Parallel to P.Uops.
  std::vector<Wait> Waits;          ///< Parallel to P.Inputs.
  std::vector<uint64_t> Trips;      ///< Of Waits, bits by iteration modulo 64.
  std::vector<Value> Nodes;         ///< Parallel to P.Nodes.
  std::vector<uint32_t> PortCycle;  ///< Ticks that a cycle takes, by port.
  uint64_t Alternating = 0;         ///< A pair of ports that take turns.
  std::vector<uint64_t> Wanted;     ///< By port: how much the loop wants it.
  unsigned NumIssuePorts = 0;       ///< One more than the highest used.
  std::vector<unsigned> UsedPorts;  ///< With units; the others are never taken.
  std::vector<unsigned> UsedOthers; ///< resultsOf() and readsOf() ports.
  bool ChoosesAtRename = false, ChoosesLate = false;
  bool HasPortSchedulers = false;
  bool ChoosesInCycle = false, ChoosesInTurn = false;

  // State.
  PortCalendar Ports;
  uint64_t Iteration = 0;
  std::vector<int64_t> Values; ///< By iteration, then by node; a few of them.
  int64_t *Row = nullptr;      ///< The present iteration's.
  /// For each node whose value another iteration needs: node, iterations.
  std::vector<std::pair<uint32_t, uint32_t>> Carried;
  History Renamed, Retired; ///< By slot.
  History LoadsFreed, StoresFreed;
  History IntegersFreed, VectorsFreed; ///< Registers.
  /// Delivery of the last slot, in ticks and parts of FrontEndDen.
  int64_t FrontEnd = 0, FrontEndRest = 0;
  int64_t LastRetired = 0;
  int64_t LastStart = 0;       ///< Of a core that starts them in order.
  int64_t CarriedComplete = 0; ///< Of instructions without an issue slot.
  unsigned NumWaiting = 0;     ///< Micro-ops in the scheduler.
  unsigned SlotsThisCycle = 0; ///< Renamed in this cycle.
  unsigned SlotInCycle = 0;    ///< Number of the present slot in its cycle.
  unsigned Turn = 0;
  /// 64 for each micro-op waiting for the port, and 63 less its number: the
  /// best port has the smallest. Now, and at the start of this cycle.
  using Pressures = std::array<uint32_t, PortSet::MaxPorts>;
  Pressures Pressure, PressureAtCycle;
  /// When the present cycle began; with ChoosesLate, PressureAtCycle is that of
  /// the cycle before.
  Pressures PressureNow;
  RenameWait LastWait = RenameWait::None;
  uint64_t FullBuffers = 0; ///< As bufferBit()s.
  // Schedulers of ports; all of it empty where there is one for all.
  static constexpr unsigned NoScheduler = ~0u;
  std::vector<unsigned> SchedulerOf; ///< By port.
  /// By port: ticks from the start of a micro-op until its entry is free.
  std::array<int64_t, PortSet::MaxPorts> Release{};
  int64_t MostRelease = 0;
  PortCalendar Releases{0}; ///< When entries get free, of ports with Release.
  std::vector<unsigned> WaitingIn; ///< By scheduler, micro-ops.
  uint64_t FullPorts = 0;          ///< Ports of schedulers without room.
  std::vector<uint8_t> Turns;      ///< By set of ports: the one given last.
  uint8_t LastWay = 0;             ///< Of ResultWays: the one taken last.
  /// Ports of schedulers that give theirs so often in a cycle of rename.
  uint64_t LimitedPorts = 0;
  uint64_t GivenPorts = 0; ///< Of them: given that often in this cycle.
  uint64_t GivenAtAll = 0; ///< Of them: given in this cycle.
  /// By port: how many of them were given before it, and 1.
  std::array<uint8_t, PortSet::MaxPorts> GivenRank{};
  std::vector<uint8_t> GivenTimes;  ///< By port: how often in this cycle.
  std::vector<uint8_t> PerCycle;    ///< By port: the limit.
  std::vector<uint8_t> CrowdedFrom; ///< By port; see PortScheduler.
  std::vector<uint8_t> WaitStep;    ///< The same.
  /// By limit of rename: micro-ops of this cycle; and those that are reached.
  std::array<uint8_t, MostRenameLimits> OfLimit{};
  uint8_t FullLimits = 0, ReachedLimits = 0;
  bool HasCrowded = false;           ///< Some port has such a number.
  uint64_t ResultPorts = 0;          ///< Those with OneResult.
  uint64_t RoomPorts = 0;            ///< Those with ByRoom.
  std::vector<uint8_t> ThirdOperand; ///< By port: that of its scheduler.
  PortSet AwaitedReads;
  SchedulerQueue Queue; ///< In front of the schedulers that have one.
  unsigned QueueSize = 0;
  uint64_t QueueBits = 0;         ///< Its schedulers, as bits of FullBuffers.
  History QueueLeft;              ///< When micro-ops left it.
  uint8_t EnteredLast = 0;        ///< By that choice: the scheduler.
  std::vector<uint8_t> GivenLast; ///< The same of ports, by scheduler.
  LoadGuards Guards;
  LoadBanks Banks; ///< If some micro-op ReadsBanks.
  BlockedLoads Blocked;
  int64_t ClearedAt = Never; ///< A load of this instruction read too early.
  int64_t UnguardedStart = Never; ///< Of the last load that guardLoad() saw.
  std::vector<UopEvent> *Events = nullptr;
  llvm::ArrayRef<uint16_t> Refetch; ///< By instruction, or empty.
  AccessTimer *Memory = nullptr;
  bool HasBanks = false;       ///< Of Memory.
  const Inst *Load = nullptr;  ///< The one that is dispatched, with HasBanks.
  int64_t LastWritten = Never; ///< To the cache, in order.
};

/// Not before \p T, nor before the waits allow it.
inline int64_t Core::readyTime(int64_t T, const Wait *Begin,
                               const Wait *End) const {
  for (const Wait *W = Begin; W != End; ++W)
    T = std::max(T, Row[W->From] + W->Offset);
  return T;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_CORE_H
