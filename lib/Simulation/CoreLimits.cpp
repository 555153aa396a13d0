//===- CoreLimits.cpp - What a cycle of rename has room for ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which limits of a cycle of rename an instruction counts in: its micro-ops,
/// or an eliminated move, which has none.
///
/// Tested by unittests/Simulation/SimulatorTest.cpp and EveryEventTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// The limits of rename in which \p U counts, as bits.
uint8_t Core::limitsOf(const SimUop &U, bool IsLoad) const {
  auto AllIn = [](PortSet Of, PortSet Limit) {
    return !Of.empty() && Of.isSubsetOf(Limit);
  };
  uint8_t Bits = 0;
  for (auto [N, L] : enumerate(M.RenameLimits))
    if ((IsLoad || !L.LoadsOnly) &&
        (AllIn(U.Ports, PortSet(L.Ports)) || AllIn(U.Units, PortSet(L.Ports))))
      Bits |= 1u << N;
  return Bits;
}

/// Those in which eliminated moves count.
uint8_t Core::limitsOfMoves() const {
  uint8_t Bits = 0;
  for (auto [N, L] : enumerate(M.RenameLimits))
    Bits |= L.isOfMoves() ? 1u << N : 0;
  return Bits;
}

/// Until no limit of the cycle is reached in which \p I counts itself.
/// \returns the bit of what was waited for.
uint64_t Core::waitForLimits(const Inst &I) {
  if ((I.Limits & FullLimits) == 0)
    return 0;
  ReachedLimits |= I.Limits & FullLimits;
  advance(Ports.now() + 1); // Which begins the counts anew.
  LastWait = RenameWait::IssueWidth;
  return waitBit(LastWait);
}
