//===- CoreResults.cpp - What leaves a port in a cycle --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One result leaves a port of OneResult in a cycle: its own, or one that a
/// unit of another register file sends by it (CoreSizes::ResultWays).
/// docs/evidence/model-values.md, Zen 4, has what was measured.
///
/// Tested by unittests/Simulation/PortSchedulersTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

using namespace kernelbounds;

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

/// The port by which the result of the unit of \p U leaves; NoPort: its own.
uint8_t Core::resultWayOf(const Uop &U) const {
  for (const ResultWay &W : M.ResultWays)
    if (U.Units == PortSet::single(W.Unit).bits() &&
        (ResultPorts >> W.Port & 1) != 0)
      return W.Port;
  return NoPort;
}

/// Tells the micro-ops of the computation of \p I by which ports their results
/// leave, one in a cycle.
void Core::layOutResults(const SimInst &I) {
  constexpr unsigned G = unsigned(UopGroupKind::Compute);
  for (uint32_t N = I.Uops[G]; N < I.Uops[G + 1]; ++N) {
    Uop &U = Uops[N];
    U.ResultWay = resultWayOf(U);
    if (U.ResultWay != NoPort || I.Uops[G + 1] - I.Uops[G] == 1)
      U.ResultAfter = resultAfter(I, G);
    if (I.Uops[G + 1] - I.Uops[G] == 1)
      U.ResultPorts = U.Ports & ResultPorts;
  }
}

/// Flags alone do not take the result of a port for which registers of another
/// file come by that way. They do where these results are flags, too.
void Core::layOutFlagResults() {
  constexpr unsigned G = unsigned(UopGroupKind::Compute);
  uint64_t ForRegisters = 0, ForFlags = 0;
  auto ForEachUop = [&](auto Do) {
    for (const SimInst &I : P.Insts)
      for (uint32_t N = I.Uops[G]; N < I.Uops[G + 1]; ++N)
        Do(Uops[N], I.NumIntegers != 0);
  };
  ForEachUop([&](Uop &U, bool WritesRegister) {
    if (U.ResultWay != NoPort)
      (WritesRegister ? ForRegisters : ForFlags) |=
          PortSet::single(U.ResultWay).bits();
  });
  ForEachUop([&](Uop &U, bool WritesRegister) {
    if (!WritesRegister)
      U.ResultPorts &= ~(ForRegisters & ~ForFlags);
  });
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// The first tick from \p T on in which \p U can start on \p Port, of
/// ResultPorts, so that no other result comes with its own. A start that finds
/// one is lost. What is older goes first, also where it starts later.
int64_t Core::takeResult(const Uop &U, unsigned Port, int64_t T) {
  const unsigned Results = resultsOf(Port);
  while (Ports.findFree(Results, T + U.ResultAfter, 1) != T + U.ResultAfter) {
    Ports.take(Port, T, 1);
    T = Ports.findFree(Port, T + 1, 1);
  }
  Ports.take(Results, T + U.ResultAfter, 1);
  return T;
}

/// The first tick from \p T on in which \p U can start on \p Port so that its
/// result finds the way through ResultWay free.
int64_t Core::takeResultWay(const Uop &U, unsigned Port, int64_t T) {
  const unsigned Results = resultsOf(U.ResultWay);
  while (Ports.findFree(Results, T + U.ResultAfter, 1) != T + U.ResultAfter)
    T = findStart(U, Port, T + 1);
  Ports.take(Results, T + U.ResultAfter, 1);
  return T;
}
