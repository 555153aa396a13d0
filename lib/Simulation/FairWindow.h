//===- FairWindow.h - A mean that passes no bound ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The mean of a run without a period, over a window of iterations that is not
/// too kind: work that waits at its end has not been done in it, so the window
/// should begin with at least as much work waiting. Private to lib/Simulation.
///
/// For each iteration the keeper notes how far ahead of the clock each port is
/// booked, each carried value comes, and rename, retirement and the front end
/// are. Of two iterations, the largest growth of any of these is added to the
/// cycles between them. So the mean is no lower than any bound: a port has done
/// what was booked less what is booked still; of values that feed each other
/// around a cycle at least one is later by the cycle's latency in the mean.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_FAIRWINDOW_H
#define KERNEL_BOUNDS_LIB_SIMULATION_FAIRWINDOW_H

#include "Core.h"

namespace kernelbounds {

class FairWindow {
public:
  /// Of iterations [\p First, \p Last] the first and the last third will be
  /// noted. Windows are multiples of \p Period long and begin at one.
  /// \pre Each of these thirds has a multiple.
  FairWindow(uint64_t First, uint64_t Last, unsigned Period = 1)
      : First(std::max<uint64_t>(First, 1)), Last(Last), Period(Period),
        Num(Last + 1 - this->First), Third(std::max<size_t>(1, Num / 3)) {}

  void note(const Core &C);

  /// The best window found; \pre iteration Last has been noted.
  struct Window {
    uint64_t FirstIteration = 0, LastIteration = 0;
    int64_t Ticks = 0;  ///< With the growth of what waits.
    int64_t Growth = 0; ///< That part of Ticks.
  };
  Window best() const;

private:
  int64_t growth(size_t From, size_t To) const;
  /// \p Noted: its place among those noted.
  uint64_t iterationOf(size_t Noted) const {
    return First + (Noted < Third ? Noted : Num - Clock.size() + Noted);
  }

  uint64_t First, Last;
  unsigned Period;
  size_t Num, Third;
  size_t Size = 0; ///< Numbers noted per iteration.
  std::array<int64_t, Core::NumParts> Parts = {}; ///< Of the last of these.
  size_t NumPorts = 0;             ///< The first of these are of ports.
  std::vector<int64_t> Ahead, Sum; ///< Sum: by iteration.
  std::vector<int64_t> Clock;      ///< By iteration.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_FAIRWINDOW_H
