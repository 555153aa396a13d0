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

/// The ports by which the result of the unit of \p U leaves; none: its own.
/// Units of which a micro-op takes any have the same.
uint64_t Core::resultWaysOf(const Uop &U) const {
  for (const ResultWay &W : M.ResultWays)
    if (U.Units != 0 && std::countr_zero(U.Units) == W.Unit)
      return W.Ports.bits() & ResultPorts;
  return 0;
}

/// The ports by which the result of \p U, the only micro-op of a computation,
/// leaves if it takes several cycles: those of a scheduler with ResultsInTurn.
uint64_t Core::resultsInTurn(const Uop &U) const {
  if (U.ResultAfter > int64_t(Cycle))
    for (const PortScheduler &S : M.Schedulers)
      if (S.ResultsInTurn && U.Ports != 0 && (U.Ports & ~S.Ports.bits()) == 0)
        return S.Ports.bits() & ResultPorts;
  return 0;
}

/// Tells the micro-ops of the computation of \p I by which ports their results
/// leave, one in a cycle.
void Core::layOutResults(const SimInst &I) {
  constexpr unsigned G = unsigned(UopGroupKind::Compute);
  const bool IsOnly = I.Uops[G + 1] - I.Uops[G] == 1;
  for (uint32_t N = I.Uops[G]; N < I.Uops[G + 1]; ++N) {
    Uop &U = Uops[N];
    U.ResultWays = resultWaysOf(U);
    if (U.ResultWays != 0 || IsOnly)
      U.ResultAfter = resultAfter(I, G);
    if (IsOnly && U.ResultWays == 0)
      U.ResultWays = resultsInTurn(U);
    U.IsSimple &= U.ResultWays == 0;
    if (IsOnly)
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
        Do(Uops[N], I.MakesInteger);
  };
  ForEachUop([&](Uop &U, bool WritesRegister) {
    if ((U.Ports & ResultPorts) == 0)
      (WritesRegister ? ForRegisters : ForFlags) |= U.ResultWays;
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
/// result finds the next of its ResultWays free. Of several ways of another
/// register file, it takes the start there, too, in which such a result would
/// have been made.
int64_t Core::takeResultWay(const Uop &U, unsigned Port, int64_t T) {
  const uint64_t Behind = U.ResultWays & ~((uint64_t(2) << LastWay) - 1);
  LastWay = std::countr_zero(Behind != 0 ? Behind : U.ResultWays);
  const unsigned Results = resultsOf(LastWay);
  const bool TakesStart =
      (ResultPorts >> Port & 1) == 0 && !std::has_single_bit(U.ResultWays);
  const int64_t StartAfter = U.ResultAfter - int64_t(Cycle);
  auto IsFree = [&](unsigned Of, int64_t At) {
    return Ports.findFree(Of, At, 1) == At;
  };
  while (!IsFree(Results, T + U.ResultAfter) ||
         (TakesStart && !IsFree(LastWay, T + StartAfter)))
    T = findStart(U, Port, T + 1);
  if (TakesStart)
    Ports.take(LastWay, T + StartAfter, 1);
  Ports.take(Results, T + U.ResultAfter, 1);
  return T;
}
