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
#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

namespace kernelbounds {

/// Times are ticks. A micro-op is given to enter(), then to start().
class SchedulerQueue {
public:
  void addScheduler(uint64_t Ports, unsigned Entries) {
    Schedulers.push_back({Ports, Entries, {}});
    Schedulers.back().Starts.reserve(Entries + 1);
    AllPorts |= Ports;
  }
  /// Of all its schedulers.
  uint64_t ports() const { return AllPorts; }

  /// A micro-op that may use the ports \p Among comes at \p Now. It enters the
  /// scheduler that has room first; of several the one for whose ports of it
  /// fewest wait by \p NumWaiting, then the one in which fewest wait, then not
  /// the last one's. An entry is free \p FreeDelay ticks after the start of
  /// what had it. \returns its ports in that scheduler.
  template <typename Callback>
  uint64_t enter(uint64_t Among, int64_t Now, int64_t FreeDelay,
                 Callback NumWaiting) {
    Entered = std::max(Entered, Now);
    auto Best = std::tuple(INT64_MAX, 0u, size_t(0), true);
    unsigned Chosen = 0;
    HasMetFull = false;
    for (unsigned S = 0; S < Schedulers.size(); ++S) {
      Scheduler &It = Schedulers[S];
      if ((It.Ports & Among) == 0)
        continue;
      while (!It.Starts.empty() && It.Starts.back() + FreeDelay <= Entered)
        It.Starts.pop_back();
      const int64_t Room = It.Starts.size() < It.Entries
                               ? Entered
                               : It.Starts.back() + FreeDelay;
      HasMetFull |= It.Starts.size() >= It.Entries;
      const auto Key = std::tuple(Room, NumWaiting(It.Ports & Among),
                                  It.Starts.size(), S == Last);
      if (Key < Best) {
        Best = Key;
        Chosen = S;
      }
    }
    Entered = std::get<0>(Best);
    Scheduler &It = Schedulers[Chosen];
    if (It.Starts.size() >= It.Entries)
      It.Starts.pop_back();
    Last = Chosen;
    return Among & It.Ports;
  }
  /// When the micro-op that came last entered its scheduler.
  int64_t entered() const { return Entered; }
  /// That micro-op might have entered a scheduler without room.
  bool hasMetFull() const { return HasMetFull; }
  /// That micro-op starts at \p T.
  void start(int64_t T) {
    std::vector<int64_t> &Starts = Schedulers[Last].Starts;
    Starts.insert(std::upper_bound(Starts.begin(), Starts.end(), T,
                                   std::greater<int64_t>()),
                  T);
  }

  /// Its state, by numbers that are relative to \p Now; see Core::capture().
  template <typename Sink> bool visitState(int64_t Now, Sink Put) const {
    if (!Put(Last) || !Put(std::max<int64_t>(Entered - Now, -1)))
      return false;
    for (const Scheduler &S : Schedulers) {
      for (int64_t T : S.Starts)
        if (T >= Now && !Put(T - Now))
          return false;
      if (!Put(INT64_MIN))
        return false;
    }
    return true;
  }

private:
  struct Scheduler {
    uint64_t Ports;
    unsigned Entries;
    std::vector<int64_t> Starts; ///< Of those in it, the last first.
  };
  std::vector<Scheduler> Schedulers;
  uint64_t AllPorts = 0;
  unsigned Last = 0;
  bool HasMetFull = false;
  int64_t Entered = INT64_MIN / 4;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_SCHEDULERQUEUE_H
