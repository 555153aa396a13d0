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

#include "PortCalendar.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include <algorithm>
#include <array>

namespace kernelbounds {

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

  /// Everything that the future depends on, relative to clock(). Two equal
  /// states have the same future.
  void capture(std::vector<int64_t> &State) const;
  /// A few of these numbers; different for different states in most cases.
  uint64_t fingerprint() const;

  /// Adds to \p Into how far ahead of the clock everything is that a bound
  /// counts, in ticks; the last NumParts of them in ticks over backlogParts().
  /// \returns how many of the numbers are of ports.
  size_t addBacklog(std::vector<int64_t> &Into) const;
  static constexpr size_t NumParts = 3; ///< Rename, retirement, front end.
  std::array<int64_t, NumParts> backlogParts() const;

  /// Events are added to \p Into from now on; null: no longer.
  void record(std::vector<UopEvent> *Into) { Events = Into; }

private:
  static constexpr int64_t Never = History::Never;
  /// A micro-op in ticks.
  struct Uop {
    uint64_t Ports, Units;
    uint32_t Hold, UnitHold; ///< Cycles.
    uint8_t Slot, NumInSlot;
  };
  /// Wait until Offset ticks after a value.
  struct Wait {
    uint32_t From, Distance;
    int64_t Offset;
  };
  struct Group {
    int64_t First = Never, Last = Never; ///< Starts of its micro-ops.
  };

  void scale(llvm::ArrayRef<Resource> Faster, SpeedFactor Factor);
  void scaleLatencies(llvm::ArrayRef<Resource> Faster, SpeedFactor Factor);
  void step(uint32_t I);
  void beginSlot(const SimInst &I, bool IsFirst, llvm::ArrayRef<Uop> SlotUops);
  int64_t earliestSlot(const SimInst &I, bool IsFirst);
  void waitForScheduler(unsigned NumUops);
  void waitForPortScheduler(const Uop &U);
  void enterScheduler(unsigned Port);
  void leaveScheduler(unsigned Port);
  void advance(int64_t T);
  int64_t readyTime(uint32_t Begin, uint32_t End) const;
  int64_t dispatch(const Uop &U, int64_t Ready, unsigned &Port);
  int64_t findStart(const Uop &U, unsigned Port, int64_t Ready) const;
  unsigned portAtRename(const Uop &U);
  unsigned portAtDispatch(const Uop &U, int64_t Ready) const;
  int64_t runGroup(const SimInst &I, uint32_t Inst, unsigned G,
                   Group (&Groups)[NumUopGroups], int &Slot);
  int64_t finishNodes(const SimInst &I, unsigned G,
                      const Group (&Groups)[NumUopGroups]);
  void retire(const SimInst &I, int64_t Complete);
  void addEvent(uint32_t Inst, uint32_t U, unsigned Port, int64_t Ready,
                int64_t Start);
  void finishEvents(const SimInst &I, uint32_t Inst, size_t FirstEvent);
  int64_t &value(uint32_t Node, uint32_t Distance) {
    return Values[((Iteration - Distance) & ValueMask) * P.Nodes.size() + Node];
  }
  int64_t value(uint32_t Node, uint32_t Distance) const {
    return Values[((Iteration - Distance) & ValueMask) * P.Nodes.size() + Node];
  }

  const SimProgram &P;
  CoreSizes M;
  // In ticks.
  unsigned Cycle = 1, IssueCycle = 1, RetireCycle = 1;
  std::vector<Uop> Uops;
  std::vector<Wait> Waits;      ///< Parallel to P.Inputs, as waits of a start.
  std::vector<int64_t> Latency; ///< Parallel to P.Inputs.
  std::vector<int64_t> Start;   ///< By node.
  std::vector<uint32_t> PortCycle; ///< Ticks that a cycle takes, by port.
  int64_t MaxLatency = 0;
  int64_t FrontEndNum = 0, FrontEndDen = 0; ///< Ticks per slot; 0/0: none.
  uint64_t Alternating = 0;     ///< A pair of ports that take turns.
  std::vector<uint64_t> Wanted; ///< By port: how much the loop wants it.

  // State.
  PortCalendar Ports;
  uint64_t Iteration = 0;
  uint32_t ValueMask;
  std::vector<int64_t> Values; ///< By iteration, then by node.
  /// For each node whose value another iteration needs: node, iterations.
  std::vector<std::pair<uint32_t, uint32_t>> Carried;
  History Renamed, Retired; ///< By slot.
  History LoadsFreed, StoresFreed;
  int64_t FrontEnd = 0; ///< Delivery of the last slot, in ticks * FrontEndDen.
  int64_t LastRetired = 0, LastStart = 0;
  int64_t CarriedComplete = 0; ///< Of instructions without an issue slot.
  unsigned NumWaiting = 0;     ///< Micro-ops in the scheduler.
  unsigned SlotsThisCycle = 0; ///< Renamed in this cycle.
  unsigned SlotInCycle = 0;    ///< Number of the present slot in its cycle.
  unsigned Turn = 0;
  std::vector<uint16_t> Pressure;        ///< Micro-ops waiting, by port.
  std::vector<uint16_t> PressureAtCycle; ///< At the start of this cycle.
  RenameWait LastWait = RenameWait::None;
  // Schedulers of ports; all of it empty where there is one for all.
  static constexpr unsigned NoScheduler = ~0u;
  std::vector<unsigned> SchedulerOf; ///< By port.
  std::vector<unsigned> WaitingIn;   ///< By scheduler, micro-ops.
  uint64_t FullPorts = 0;            ///< Ports of schedulers without room.
  std::vector<UopEvent> *Events = nullptr;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_CORE_H
