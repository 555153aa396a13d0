//===- PortBound.cpp - Lower bound from port pressure ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// If micro-ops of n(S) cycles can issue only on ports inside S, an iteration
/// takes at least n(S)/|S| cycles. The largest such bound is reached by
/// splitting micro-ops over their ports (max-flow/min-cut), so it is exact for
/// fractional assignments.
///
/// Idea: equal port sets are merged, and sets that share no port, directly or
/// through others, are treated apart. Start with S = all ports of such a
/// component and route every set's cycles to its ports, each of which takes
/// n(S)/|S|. If all fit, that is the bound. Else the ports that the rest can
/// reach form an S' inside S with n(S')/|S'| > n(S)/|S|: repeat with S'. It has
/// fewer ports each time, so at most |S| rounds are needed; one or two are
/// usual. All numbers are integers, scaled by |S|.
///
/// Why the answer lies inside S': S' has the largest n(S') - R |S'| for R =
/// n(S)/|S|, and for a larger R the sets with that property only shrink, since
/// n(A | B) + n(A & B) >= n(A) + n(B).
///
/// Example: {0} 3 cycles, {0,1} 1 cycle: S = {0,1} allows 2 a port, and 1 of
/// the 3 cycles on port 0 is left over; it reaches S' = {0} and the bound is 3.
///
/// assignPorts() repeats this: the ports of the tightest S get n(S)/|S| each,
/// the micro-ops inside S are settled, the others lose the ports of S.
///
/// Source: the bound is the port predictor of Facile (IISWC 2023,
/// doi:10.1109/IISWC59245.2023.00023), whose published code tries unions of two
/// used port sets; we take all S (row "chain" of the test: 4/5 here, 3/4 with
/// unions of two). Rounds: W. Dinkelbach, "On nonlinear fractional
/// programming", 1967, doi:10.1287/mnsc.13.7.492. Flow:
/// PortFlow.h.
///
/// Cost, for G groups, D distinct port sets and P ports: O(G log G) to merge;
/// then at most P rounds of flow, an augmentation taking O(D P). About a
/// microsecond for 10 groups on 10 ports.
/// Tested by unittests/Bounds/PortBoundTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "PortFlow.h"
#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

using namespace kernelbounds;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

namespace {

/// Groups with distinct port sets, ordered by PortSet::bits().
using Groups = SmallVector<UopGroup, 16>;

} // namespace

static int64_t totalCycles(ArrayRef<UopGroup> Sets) {
  int64_t Total = 0;
  for (const UopGroup &G : Sets)
    Total += G.Cycles;
  return Total;
}

/// Returns \p Uops without empty groups, those with equal ports merged.
static Groups mergeEqualPorts(ArrayRef<UopGroup> Uops) {
  Groups Sets;
  for (const UopGroup &G : Uops) {
    assert(G.Cycles >= 0 && "a micro-op cannot occupy negative cycles");
    assert((G.Cycles == 0 || !G.Ports.empty()) && "a micro-op without a port");
    if (G.Cycles != 0)
      Sets.push_back(G);
  }
  std::sort(Sets.begin(), Sets.end(), [](const UopGroup &A, const UopGroup &B) {
    return A.Ports.bits() < B.Ports.bits();
  });
  size_t NumKept = 0;
  for (const UopGroup &G : Sets)
    if (NumKept != 0 && Sets[NumKept - 1].Ports == G.Ports)
      Sets[NumKept - 1].Cycles += G.Cycles;
    else
      Sets[NumKept++] = G;
  Sets.truncate(NumKept);
  assert(totalCycles(Sets) < int64_t(1) << 56 && "see the header");
  return Sets;
}

/// Returns those of \p Sets that lie inside \p S.
static Groups groupsInside(ArrayRef<UopGroup> Sets, PortSet S) {
  Groups Inside;
  for (const UopGroup &G : Sets)
    if (G.Ports.isSubsetOf(S))
      Inside.push_back(G);
  return Inside;
}

//===----------------------------------------------------------------------===//
// The bound
//===----------------------------------------------------------------------===//

/// Returns the smallest set of \p Ports that is full with groups inside it,
/// for a \p Flow that fills all of them. Ties go to the least bits().
static PortSet findSmallestTight(const PortFlow &Flow, ArrayRef<UopGroup> Sets,
                                 PortSet Ports) {
  PortSet Smallest = Ports;
  Ports.forEach([&](unsigned Port) {
    // Whoever uses a port of the set must lie inside it.
    PortSet S = PortSet::single(Port), Before;
    while (S != Before) {
      Before = S;
      for (unsigned Group = 0; Group != Sets.size(); ++Group)
        if (!(Flow.used(Group) & S).empty())
          S = S | Sets[Group].Ports;
    }
    if (S.size() < Smallest.size() ||
        (S.size() == Smallest.size() && S.bits() < Smallest.bits()))
      Smallest = S;
  });
  return Smallest;
}

/// Computes the bound of groups whose ports together are \p Ports.
static PortBound computeComponentBound(Groups Sets, PortSet Ports) {
  for (;;) {
    const int64_t Total = totalCycles(Sets);
    const int64_t Scale = Ports.size();
    if (Sets.size() == 1)
      return {CyclesPerIter(Total, Scale), Ports};
    PortFlow Flow(Sets, Ports, Total);
    PortSet Overfull;
    for (unsigned Group = 0; Group != Sets.size(); ++Group)
      if (Flow.route(Group, Sets[Group].Cycles * Scale) != 0)
        Overfull = Overfull | Flow.reached();
    if (Overfull.empty())
      return {CyclesPerIter(Total, Scale),
              findSmallestTight(Flow, Sets, Ports)};
    Sets = groupsInside(Sets, Overfull);
    Ports = Overfull;
  }
}

PortBound kernelbounds::computePortBound(ArrayRef<UopGroup> Uops) {
  Groups Sets = mergeEqualPorts(Uops);
  SmallVector<PortSet, 16> Components; // Disjoint.
  for (const UopGroup &G : Sets) {
    PortSet Joined = G.Ports;
    llvm::erase_if(Components, [&](PortSet C) {
      if ((C & G.Ports).empty())
        return false;
      Joined = Joined | C;
      return true;
    });
    Components.push_back(Joined);
  }
  PortBound Best;
  for (PortSet Ports : Components) {
    PortBound B = computeComponentBound(groupsInside(Sets, Ports), Ports);
    bool Smaller = B.Ports.size() != Best.Ports.size()
                       ? B.Ports.size() < Best.Ports.size()
                       : B.Ports.bits() < Best.Ports.bits();
    if (Best.Value < B.Value || (Best.Value == B.Value && Smaller))
      Best = B;
  }
  return Best;
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

namespace {

/// How the groups inside one tight set share its ports.
struct LevelSplit {
  PortFlow Flow;
  int64_t UnitsPerCycle;
};

} // namespace

/// Returns a factor that makes even splits of \p Sets integers, in units of
/// 1/(|S| * factor) cycle; 1 if shares could then leave 64 bits, in which case
/// a split may be uneven.
static int64_t evenFactor(ArrayRef<UopGroup> Sets, PortSet S, int64_t Total) {
  const int64_t Limit = (int64_t(1) << 62) / S.size() / Total / Total;
  int64_t Factor = 1;
  for (const UopGroup &G : Sets) {
    const int64_t Size = G.Ports.size();
    const int64_t Step = Size / std::gcd(Factor, Size);
    if (Factor > Limit / Step)
      return 1;
    Factor *= Step;
  }
  return Factor;
}

/// Splits \p Sets, which fill the ports \p S to the same height, with those
/// that are \p Pinned spread evenly. Nothing if that cannot be done.
static std::optional<LevelSplit> splitLevel(ArrayRef<UopGroup> Sets, PortSet S,
                                            ArrayRef<bool> Pinned) {
  const int64_t Total = totalCycles(Sets);
  const int64_t Factor = evenFactor(Sets, S, Total);
  LevelSplit Split{PortFlow(Sets, S, Total * Factor), S.size() * Factor};
  auto Units = [&](unsigned I) { return Sets[I].Cycles * Split.UnitsPerCycle; };
  for (unsigned I = 0; I != Sets.size(); ++I)
    if (Pinned[I] && !Split.Flow.pinEvenly(I, Units(I)))
      return std::nullopt;
  for (unsigned I = 0; I != Sets.size(); ++I)
    if (!Pinned[I] && Split.Flow.route(I, Units(I)) != 0)
      return std::nullopt;
  return Split;
}

/// Splits \p Sets, evenly where the others allow it; earlier sets come first.
static LevelSplit splitLevelFairly(ArrayRef<UopGroup> Sets, PortSet S) {
  SmallVector<bool, 16> Pinned(Sets.size(), true);
  if (std::optional<LevelSplit> Even = splitLevel(Sets, S, Pinned))
    return std::move(*Even);
  std::fill(Pinned.begin(), Pinned.end(), false);
  std::optional<LevelSplit> Split = splitLevel(Sets, S, Pinned);
  assert(Split && "a tight set can be filled by the groups inside it");
  for (unsigned I = 0; I != Sets.size(); ++I) {
    Pinned[I] = true;
    if (std::optional<LevelSplit> More = splitLevel(Sets, S, Pinned))
      Split.emplace(std::move(*More));
    else
      Pinned[I] = false;
  }
  return std::move(*Split);
}

/// Settles the groups of \p Left inside the tight set of \p Bound, setting
/// their Cycles to 0, and takes its ports from the others. Shares of groups
/// with equal ports are proportional to their Cycles.
static void assignLevel(SmallVectorImpl<UopGroup> &Left, const PortBound &Bound,
                        unsigned NumPorts, PortLoads &Loads) {
  const Groups Sets = groupsInside(mergeEqualPorts(Left), Bound.Ports);
  const LevelSplit Split = splitLevelFairly(Sets, Bound.Ports);
  Bound.Ports.forEach(
      [&](unsigned Port) { Loads.PerPort[Port] = Bound.Value; });
  for (size_t I = 0; I != Left.size(); ++I) {
    UopGroup &G = Left[I];
    if (G.Cycles == 0)
      continue;
    if (!G.Ports.isSubsetOf(Bound.Ports)) {
      G.Ports = G.Ports - Bound.Ports;
      continue;
    }
    auto Set = std::find_if(Sets.begin(), Sets.end(), [&](const UopGroup &S) {
      return S.Ports == G.Ports;
    });
    const auto SetIdx = static_cast<unsigned>(Set - Sets.begin());
    G.Ports.forEach([&](unsigned Port) {
      CyclesPerIter Share(Split.Flow.at(SetIdx, Port), Split.UnitsPerCycle);
      Loads.PerGroup[I * NumPorts + Port] = Share / Set->Cycles * G.Cycles;
    });
    G.Cycles = 0;
  }
}

static void assignUniformly(ArrayRef<UopGroup> Uops, unsigned NumPorts,
                            PortLoads &Loads) {
  for (size_t I = 0; I != Uops.size(); ++I)
    Uops[I].Ports.forEach([&](unsigned Port) {
      CyclesPerIter Share(Uops[I].Cycles, Uops[I].Ports.size());
      Loads.PerGroup[I * NumPorts + Port] = Share;
      Loads.PerPort[Port] += Share;
    });
}

PortLoads kernelbounds::assignPorts(ArrayRef<UopGroup> Uops, unsigned NumPorts,
                                    PortAssignment Mode) {
  assert(NumPorts <= PortSet::MaxPorts && "checked by the model loader");
  assert(totalCycles(Uops) < int64_t(1) << 28 && "see the header");
  PortLoads Loads;
  Loads.PerPort.resize(NumPorts);
  Loads.PerGroup.resize(Uops.size() * NumPorts);
  if (Mode == PortAssignment::Uniform) {
    assignUniformly(Uops, NumPorts, Loads);
    return Loads;
  }
  SmallVector<UopGroup, 16> Left(Uops.begin(), Uops.end());
  for (;;) {
    const PortBound Bound = computePortBound(Left);
    if (Bound.Value.isZero())
      return Loads;
    assignLevel(Left, Bound, NumPorts, Loads);
  }
}
