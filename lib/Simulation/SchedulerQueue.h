//===- SchedulerQueue.h - In order before schedulers ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A queue in front of several schedulers. Renamed micro-ops wait in it, in
/// order, until the scheduler that the first of them enters has room; behind
/// it, none can start, ready or not.
///
/// Tested by unittests/Simulation/SimulatorTest.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_SCHEDULERQUEUE_H
#define KERNEL_BOUNDS_LIB_SIMULATION_SCHEDULERQUEUE_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <tuple>
#include <vector>

namespace kernelbounds {

/// Times are ticks. A micro-op is given to enter(), then to start().
class SchedulerQueue {
public:
  /// \p ByRoom: of schedulers with room, a micro-op enters the one in which
  /// fewest waited when the cycle began, whatever waits for its ports there.
  void addScheduler(uint64_t Ports, unsigned Entries, bool ByRoom) {
    Schedulers.push_back({Ports, Entries, 0, ByRoom, NoPort, {}});
    Schedulers.back().Waiting.reserve(Entries + 1);
    AllPorts |= Ports;
  }
  /// Of all its schedulers.
  uint64_t ports() const { return AllPorts; }

  /// A micro-op that may use the ports \p Among comes at \p Now. It enters the
  /// scheduler that has room first; of several the one with the port for which
  /// fewest wait there, then the one in which fewest wait, then not the last
  /// one's; by room the first of these does not count. An entry is free
  /// \p FreeDelay ticks, which are a cycle, after the start of what had it.
  /// \returns the port for which it waits from then on: of those for which
  /// fewest wait not the one that was given last there, and the lowest.
  unsigned enter(uint64_t Among, int64_t Now, int64_t FreeDelay) {
    Entered = std::max(Entered, Now);
    auto Best = std::tuple(INT64_MAX, 0u, size_t(0), true);
    unsigned Chosen = 0;
    HasMetFull = false;
    beginCycle(FreeDelay);
    for (unsigned S = 0; S < Schedulers.size(); ++S) {
      Scheduler &It = Schedulers[S];
      if ((It.Ports & Among) == 0)
        continue;
      removeStarted(It, FreeDelay);
      const bool IsFull = It.Waiting.size() >= It.Entries;
      HasMetFull |= IsFull;
      const auto Key =
          std::tuple(IsFull ? It.Waiting.back().Start + FreeDelay : Entered,
                     It.ByRoom ? 0 : NumWaiting[portFor(It, Among)],
                     It.ByRoom ? It.AtCycle : It.Waiting.size(), S == Last);
      if (Key < Best) {
        Best = Key;
        Chosen = S;
      }
    }
    Entered = std::get<0>(Best);
    Scheduler &It = Schedulers[Chosen];
    removeStarted(It, FreeDelay);
    Last = Chosen;
    return It.Given = portFor(It, Among);
  }
  /// When the micro-op that came last entered its scheduler.
  int64_t entered() const { return Entered; }
  /// That micro-op might have entered a scheduler without room.
  bool hasMetFull() const { return HasMetFull; }
  /// That micro-op starts at \p T.
  void start(int64_t T) {
    Scheduler &It = Schedulers[Last];
    auto Later = [](int64_t T, const Entry &E) { return T > E.Start; };
    It.Waiting.insert(
        std::upper_bound(It.Waiting.begin(), It.Waiting.end(), T, Later),
        {T, It.Given});
    ++NumWaiting[It.Given];
  }

  /// Its state, by numbers that are relative to \p Now; see Core::capture().
  template <typename Sink> bool visitState(int64_t Now, Sink Put) const {
    if (!Put(Last) || !Put(std::max<int64_t>(Entered - Now, -1)) ||
        !Put(CycleOfCounts == Now / CycleTicks))
      return false;
    for (const Scheduler &S : Schedulers) {
      if (S.ByRoom && !Put(S.AtCycle))
        return false;
      for (const Entry &E : S.Waiting)
        if (E.Start >= Now && (!Put(E.Start - Now) || !Put(E.Port)))
          return false;
      if (!Put(S.Given) || !Put(INT64_MIN))
        return false;
    }
    return true;
  }

private:
  static constexpr uint8_t NoPort = 64;

  struct Entry {
    int64_t Start;
    uint8_t Port;
  };
  struct Scheduler {
    uint64_t Ports;
    unsigned Entries;
    size_t AtCycle; ///< So many waited when the present cycle began.
    bool ByRoom;
    uint8_t Given;              ///< The port that was given last.
    std::vector<Entry> Waiting; ///< Those in it; what starts last is first.
  };

  /// Counts what waits if the last micro-op enters in a new cycle.
  void beginCycle(int64_t Length) {
    const int64_t Current = Entered / Length;
    if (Current == CycleOfCounts)
      return;
    CycleTicks = Length;
    CycleOfCounts = Current;
    for (Scheduler &It : Schedulers) {
      removeStarted(It, Length);
      It.AtCycle = It.Waiting.size();
    }
  }
  /// Those whose entries are free when the last micro-op enters.
  void removeStarted(Scheduler &It, int64_t FreeDelay) {
    for (;
         !It.Waiting.empty() && It.Waiting.back().Start + FreeDelay <= Entered;
         It.Waiting.pop_back())
      --NumWaiting[It.Waiting.back().Port];
  }
  uint8_t portFor(const Scheduler &It, uint64_t Among) const {
    uint8_t Best = 0;
    unsigned Least = ~0u;
    for (uint64_t Left = It.Ports & Among; Left; Left &= Left - 1) {
      const uint8_t Port = std::countr_zero(Left);
      const unsigned Key = NumWaiting[Port] * 2 + (Port == It.Given);
      if (Key < Least) {
        Least = Key;
        Best = Port;
      }
    }
    return Best;
  }

  std::vector<Scheduler> Schedulers;
  std::array<unsigned, 64> NumWaiting{}; ///< In Schedulers, by port.
  uint64_t AllPorts = 0;
  unsigned Last = 0;
  bool HasMetFull = false;
  int64_t Entered = INT64_MIN / 4;
  int64_t CycleOfCounts = INT64_MIN, CycleTicks = 1;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_SCHEDULERQUEUE_H
