//===- BankedLoads.cpp - Loads that read from the same bank ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Zen 5 does, by which the rule was made: docs/evidence/model-values.md.
/// Tested by unittests/Run/BankedLoadsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "BankedLoads.h"

using namespace kernelbounds;
using namespace llvm;

/// The way of line number \p Line, which is as good as any.
static uint32_t wayOf(uint64_t Line, const CacheLevelSpec &First) {
  constexpr uint64_t GoldenRatio = 0x9e3779b97f4a7c15;
  return static_cast<uint32_t>((Line * GoldenRatio >> 32) % First.Ways);
}

template <typename UseOf>
void BankedLoads::add(const StretchAccesses &Accesses, unsigned LineBytes,
                      const std::vector<bool> &IsForwarded, UseOf Of) {
  const size_t NumPositions = Accesses.First.size() - 1;
  Uses.resize(NumPositions);
  for (size_t Position = 0; Position < NumPositions; ++Position) {
    const ArrayRef<StretchAccess> All = Accesses.at(Position);
    if (All.size() != 1 || !All[0].IsLoad || All[0].Bytes == 0 ||
        IsForwarded[Position])
      continue;
    const StretchAccess &A = All[0];
    const uint64_t Line = A.Address / LineBytes;
    if ((A.Address + A.Bytes - 1) / LineBytes == Line)
      Uses[Position] = Of(A, Line);
  }
}

BankedLoads::BankedLoads(const StretchAccesses &Accesses,
                         const CacheLevelSpec &First,
                         const std::vector<bool> &IsForwarded) {
  add(Accesses, First.LineBytes, IsForwarded,
      [&](const StretchAccess &A, uint64_t Line) -> Use {
        return {banksOf(A.Address, A.Bytes, First.BankBytes, First.Banks),
                static_cast<uint32_t>(Line % First.Sets), wayOf(Line, First)};
      });
}

BankedLoads::BankedLoads(const StretchAccesses &Accesses, unsigned BankBytes,
                         unsigned LoadsPerBank,
                         const std::vector<bool> &IsForwarded)
    : LoadsPerBank(LoadsPerBank) {
  add(Accesses, CacheLineBytes, IsForwarded,
      [&](const StretchAccess &A, uint64_t) -> Use {
        return {banksOfLine(A.Address, A.Bytes, BankBytes), 0, 0};
      });
}

/// Cycles that are remembered: more than a reorder buffer spans but for misses.
static constexpr size_t NumCycles = 4096;

BankTimer::BankTimer(const BankedLoads &Loads, AccessTimer *Below)
    : Loads(Loads), Below(Below) {
  if (const unsigned Most = Loads.loadsPerBank())
    Few = LoadBanks(Most);
  else
    ByCycle.resize(NumCycles);
}

bool BankTimer::startsAgain(uint32_t Position, int64_t T) {
  const BankedLoads::Use &Mine = Loads.at(Position);
  if (Mine.Banks == 0)
    return false;
  if (!Few.empty())
    return !Few.take(T, Mine.Banks);
  Reads &R = ByCycle[static_cast<uint64_t>(T) % NumCycles];
  if (R.Cycle > T)
    return false;
  if (R.Cycle < T)
    R = {T, 0, {}};
  for (unsigned I = 0; I < R.Num; ++I)
    if (Mine.meets(Loads.at(R.Positions[I])))
      return true;
  if (R.Num < R.Positions.size())
    R.Positions[R.Num++] = Position;
  return false;
}

bool kernelbounds::hasBanks(const PortModel &Model, const CacheTables *Caches) {
  return Model.pipeline(PipelineParam::LoadsPerBank).Value != 0 ||
         (Caches && Caches->Levels.front().Banks != 0);
}
