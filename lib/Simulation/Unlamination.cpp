//===- Unlamination.cpp - Un-laminated micro-ops at rename
//-----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes through trips until one begins at the same place of a cycle as an
/// earlier one. Tested by unittests/Simulation/UnlaminationTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Unlamination.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>

using namespace kernelbounds;

namespace {

/// The cycle in which the renamer is.
class Group {
public:
  Group(unsigned Width, unsigned Entries) : Width(Width), Entries(Entries) {}

  void take(unsigned NumSlots) {
    const bool IsDivided = NumSlots > 1;
    if (IsDivided && NumTaken > 0 &&
        (NumTaken >= Entries || Used + NumSlots > Width))
      next();
    Used += NumSlots;
    ++NumTaken;
    while (Used >= Width) {
      const unsigned Rest = Used - Width;
      next();
      Used = Rest;
    }
  }
  uint64_t cycle() const { return Cycle; }
  /// What decides about all that comes.
  std::pair<unsigned, unsigned> state() const {
    return {Used, std::min(NumTaken, Entries)};
  }

private:
  void next() {
    ++Cycle;
    Used = NumTaken = 0;
  }
  unsigned Width, Entries;
  uint64_t Cycle = 0;
  unsigned Used = 0;     ///< Slots of this cycle.
  unsigned NumTaken = 0; ///< Micro-ops that began in this cycle.
};

} // namespace

CyclesPerIter kernelbounds::unlaminatedCycles(llvm::ArrayRef<uint8_t> Slots,
                                              unsigned Width,
                                              unsigned Entries) {
  Group G(Width, Entries);
  struct Start {
    int64_t Trip = -1, Cycle = 0;
  };
  llvm::DenseMap<std::pair<unsigned, unsigned>, Start> Starts;
  for (int64_t Trip = 0;; ++Trip) {
    Start &Earlier = Starts[G.state()];
    const auto Cycle = static_cast<int64_t>(G.cycle());
    if (Earlier.Trip >= 0)
      return CyclesPerIter(Cycle - Earlier.Cycle, Trip - Earlier.Trip);
    Earlier = {Trip, Cycle};
    for (uint8_t N : Slots)
      G.take(N);
  }
}
