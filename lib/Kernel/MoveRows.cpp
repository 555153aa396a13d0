//===- MoveRows.cpp - Moves that stand in a row ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Trips are gone through, one after the other, with the length of the row that
/// each register's value ends, until a trip begins as an earlier one did. What
/// executes in all trips from that one on does so for ever.
///
/// Tested by unittests/Kernel/MoveRowsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/MoveRows.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <map>
#include <vector>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// By register unit: moves in a row up to its value; 0 is not in it.
using RowLengths = std::map<RegUnit, unsigned>;

} // namespace

/// One trip. \returns the moves that execute.
static BitVector runTrip(const Kernel &K, const BitVector &Eliminated,
                         unsigned InRow, RowLengths &Lengths) {
  BitVector Executes(K.Insts.size());
  for (auto [N, I] : enumerate(K.Insts)) {
    unsigned Length = 0;
    if (Eliminated.test(N)) {
      for (const RegRead &R : K.reads(I))
        if (R.NumUnits != 0)
          if (auto It = Lengths.find(K.units(R).front()); It != Lengths.end())
            Length = std::max(Length, It->second);
      if (Length == InRow) {
        Executes.set(N);
        Length = 0;
      } else {
        ++Length;
      }
    }
    for (const RegWrite &W : K.writes(I))
      for (RegUnit Unit : K.units(W)) {
        if (Length == 0)
          Lengths.erase(Unit);
        else
          Lengths[Unit] = Length;
      }
  }
  return Executes;
}

BitVector kernelbounds::findExecutedMoves(const Kernel &K,
                                          const BitVector &Eliminated,
                                          unsigned InRow) {
  assert(InRow != 0 && "without a limit, all are eliminated");
  constexpr size_t MostTrips = 64;
  std::vector<RowLengths> Starts(1);
  std::vector<BitVector> Trips;
  size_t First = MostTrips / 2; // If they do not repeat.
  while (Trips.size() < MostTrips) {
    RowLengths Lengths = Starts.back();
    Trips.push_back(runTrip(K, Eliminated, InRow, Lengths));
    if (auto Same = find(Starts, Lengths); Same != Starts.end()) {
      First = Same - Starts.begin();
      break;
    }
    Starts.push_back(std::move(Lengths));
  }
  BitVector Always = Trips[First];
  for (const BitVector &Trip : drop_begin(Trips, First))
    Always &= Trip;
  return Always;
}
