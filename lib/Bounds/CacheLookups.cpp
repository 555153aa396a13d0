//===- CacheLookups.cpp - Lookups of the micro-op cache -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Zen 5 looks up one window of 64 bytes a cycle. A lookup gives up to two
/// lines of six instructions, and what a window has beyond these takes two
/// cycles for each further lookup. Lines begin at the start of a run, wherever
/// that is, and go on over the ends of windows; a window in which none begins
/// is looked up all the same. So a loop of 13 to 24 short instructions takes 3
/// cycles, and one of 25 to 36 takes 5, where eight slots a cycle would allow
/// 1.6 to 4.5.
///
/// Two windows share a cycle in these cases:
///   - The first window of the trip has one line, and the next one no more than
///     a lookup gives.
///   - A window needs several lookups, and the one before it does not.
///   - A window has three lookups or more, and a line begins in the next.
///   - A taken jump lies between the two.
///   - The first window of a trip has as many lines as a lookup gives, and a
///     line begins in the last one. The two mostly share a cycle if the renamer
///     takes nearly as long. It is counted as if they always did.
///
/// The runs of a trip share cycles no further than their lines come, as many a
/// cycle as a lookup gives; the caller sees to that.
///
/// The rules describe measurements and no published mechanism: 7,483 loops of
/// nops of 1 to 10 bytes at random places, whose trips take the larger of this
/// and an eighth of a cycle for each slot. The mean error is 1.9 %, where the
/// slots alone have 10.8 %, and 22 loops are faster than the figure by more
/// than 3 %. With one or two more taken jumps in a trip (1,500 loops) the error
/// is 4.4 % instead of 15.4 %, and 35 are faster.
///
/// O(windows). Tested by unittests/Bounds/CacheLookupsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "CacheLookups.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace kernelbounds;
using llvm::ArrayRef;

namespace {

/// The windows of one run, one after the other.
class RunOfWindows {
public:
  RunOfWindows(unsigned Rate, unsigned Interval)
      : Rate(Rate), Interval(Interval) {}

  void add(unsigned Lines) {
    const bool IsWide = Lines > Rate;
    if (Num == 0)
      First = Lines;
    else if (IsWide ? Last <= Rate : Last > 2 * Rate && Lines != 0)
      --Cycles;
    if (Num == 1)
      IsSecondWide = IsWide;
    Cycles += 1;
    if (IsWide)
      Cycles += (llvm::divideCeil(Lines, Rate) - 1) * Interval;
    Last = Lines;
    ++Num;
  }

  unsigned cycles() const { return Cycles; }

  /// What the first window shares with others in a trip without further runs.
  unsigned shared() const {
    if (Num < 2 || First > Rate)
      return 0;
    return First < Rate ? !IsSecondWide : Last != 0;
  }

private:
  const unsigned Rate, Interval;
  unsigned Num = 0, Cycles = 0;
  unsigned First = 0, Last = 0; ///< Lines.
  bool IsSecondWide = false;
};

} // namespace

unsigned kernelbounds::computeLookupCycles(ArrayRef<LookedUpWindow> Windows,
                                           unsigned Rate, unsigned Interval) {
  unsigned Cycles = 0, NumRuns = 0, Shared = 0;
  for (size_t I = 0; I < Windows.size(); ++NumRuns) {
    RunOfWindows Run(Rate, Interval);
    do {
      Run.add(Windows[I].Lines);
      if (Windows[I].HasTail)
        Run.add(0);
    } while (++I < Windows.size() && !Windows[I].StartsRun);
    Cycles += Run.cycles();
    Shared = NumRuns == 0 ? Run.shared() : NumRuns;
  }
  return std::max(1u, Cycles - std::min(Cycles, Shared));
}
