//===- FewTrips.cpp - What short visits of a loop take --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Visits overlap by what the reorder buffer holds at most. Behind visits that
/// fill it twice each trip takes what it does in a long loop, so that only
/// numbers up to there are simulated: two for each doubling.
/// Tested by unittests/Tuning/FewTripsTest.cpp and test/Tuning/visits.c.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/FewTrips.h"
#include "kernel-bounds/Simulation/Visits.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// 1, 2, 3, 4, 6, 8, 12 and so on, up to the first that is \p Enough.
static std::vector<uint64_t> numbersUpTo(uint64_t Enough) {
  std::vector<uint64_t> Out;
  for (uint64_t N = 1; Out.empty() || Out.back() < Enough; N *= 2) {
    Out.push_back(N);
    if (N >= 2 && N < Enough)
      Out.push_back(N + N / 2);
  }
  return Out;
}

static CyclesPerIter roundedUp(const CyclesPerIter &C) {
  constexpr int64_t Parts = 64;
  return CyclesPerIter(divideCeil(C.numerator() * Parts, C.denominator()),
                       Parts);
}

std::vector<TimeOfTrips> kernelbounds::findFewTrips(const VisitedLoop &L,
                                                    uint64_t Budget) {
  constexpr uint64_t MostTrips = 256;
  const uint64_t Enough =
      std::min(2 * L.Core.ReorderBuffer / L.Program.NumSlots + 1, MostTrips);
  std::vector<TimeOfTrips> Out;
  auto Simulate = [&](uint64_t Trips) {
    return cyclesOfVisit(L.Program, L.Core,
                         {static_cast<unsigned>(Trips), L.EndLatency}, Budget);
  };
  const std::vector<uint64_t> Numbers = numbersUpTo(Enough);
  // The longest shows whether anything is to be had.
  const std::optional<CyclesPerIter> Longest = Simulate(Numbers.back());
  const CyclesPerIter Apart =
      L.Trip * static_cast<int64_t>(Numbers.back()) + L.EndLatency;
  if (!Longest || *Longest + 1 >= Apart)
    return Out;
  for (uint64_t N : drop_end(Numbers)) {
    const std::optional<CyclesPerIter> Cycles = Simulate(N);
    if (!Cycles)
      return {};
    Out.push_back({N, roundedUp(*Cycles)});
  }
  Out.push_back({Numbers.back(), roundedUp(*Longest)});
  return Out;
}
