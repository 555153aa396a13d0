//===- FairWindow.cpp - A mean that passes no bound -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of the first third of the noted iterations those with the most work waiting,
/// of the last third those with the least; of their pairs the one with the
/// smallest growth.
/// Tested by unittests/Simulation/SimulatorTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FairWindow.h"
#include <algorithm>
#include <numeric>

using namespace kernelbounds;

/// Iterations that are tried at either end.
static constexpr size_t MaxTried = 12;

void FairWindow::note(const Core &C) {
  if (C.iterations() < First || C.iterations() > Last)
    return;
  const size_t Place = C.iterations() - First;
  if (Place >= Third && Place < Num - Third)
    return;
  size_t Old = Ahead.size();
  if (Clock.size() == 1) // Now Size is known.
    Ahead.reserve(Size * 2 * Third);
  NumPorts = C.addBacklog(Ahead);
  Size = Ahead.size() - Old;
  Parts = C.backlogParts();
  Sum.push_back(std::accumulate(Ahead.begin() + Old, Ahead.end(), int64_t(0)));
  Clock.push_back(C.clock());
}

int64_t FairWindow::growth(size_t From, size_t To) const {
  const int64_t *A = &Ahead[From * Size], *B = &Ahead[To * Size];
  int64_t OfPorts = 0, OfOne = 0;
  for (size_t I = 0; I < NumPorts; ++I)
    OfPorts += std::max<int64_t>(0, B[I] - A[I]);
  const size_t Whole = Size - Parts.size();
  for (size_t I = NumPorts; I < Whole; ++I)
    OfOne = std::max(OfOne, B[I] - A[I]);
  for (size_t I = 0; I < Parts.size(); ++I) {
    int64_t Growth = std::max<int64_t>(0, B[Whole + I] - A[Whole + I]);
    OfOne = std::max(OfOne, (Growth + Parts[I] - 1) / Parts[I]);
  }
  return std::max(OfPorts, OfOne);
}

FairWindow::Window FairWindow::best() const {
  std::vector<size_t> Begin(Third), End(Third);
  std::iota(Begin.begin(), Begin.end(), size_t(0));
  std::iota(End.begin(), End.end(), Clock.size() - Third);
  for (std::vector<size_t> *Noted : {&Begin, &End})
    std::erase_if(*Noted, [&](size_t I) { return iterationOf(I) % Period; });
  std::sort(Begin.begin(), Begin.end(), [&](size_t A, size_t B) {
    return std::pair(-Sum[A], A) < std::pair(-Sum[B], B);
  });
  std::sort(End.begin(), End.end(), [&](size_t A, size_t B) {
    return std::pair(Sum[A], A) < std::pair(Sum[B], B);
  });
  Begin.resize(std::min(Begin.size(), MaxTried));
  End.resize(std::min(End.size(), MaxTried));
  Window Best;
  int64_t Least = INT64_MAX;
  for (size_t From : Begin)
    for (size_t To : End) {
      int64_t Growth = growth(From, To);
      if (From >= To || Growth >= Least)
        continue;
      Least = Growth;
      Best = {iterationOf(From), iterationOf(To),
              Clock[To] - Clock[From] + Growth, Growth};
    }
  return Best;
}
