//===- CacheBanks.cpp - How many loads may read a bank --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// On Zen 5 two loads meet if their lines are in the same way, which follows
/// from where data happen to lie: loads of one line then do not meet.
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "CacheBanks.h"
#include "ExperimentList.h"
#include "kernel-bounds/Model/ModelTables.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

/// Distances that are tried. Banks repeat after a line at the latest.
static constexpr unsigned Distances[] = {1, 2, 4, 8, 16, 32};

static std::string nameOf(unsigned Distance) {
  return "banks." + std::to_string(Distance);
}

void kernelbounds::addBankExperiments(ExperimentList &L) {
  auto Load = [](unsigned I, int Place) {
    return formatv("movzbl {0}(%r14), %r{1}d", Place, 8 + I % 4).str();
  };
  auto Line = [](unsigned I) { return 64 * int(I % 6) - 192; };
  L.rate("banks.byte", [&](unsigned I) { return Load(I, 0); });
  L.rate("banks.lines", [&](unsigned I) { return Load(I, Line(I)); });
  for (unsigned Distance : Distances)
    L.rate(nameOf(Distance), [&](unsigned I) {
      return Load(I, Line(I) + int(I % 2 * Distance));
    });
}

std::optional<CacheBanks> kernelbounds::findCacheBanks(const CoreFigures &F) {
  const std::optional<double> Apart = F.get("load.r64"),
                              Byte = F.get("banks.byte"),
                              Lines = F.get("banks.lines");
  if (!Apart || !Byte || !Lines)
    return std::nullopt;
  // Two places that share no bank come close to what any places take.
  auto IsSlow = [&](double Cycles) { return Cycles > 1.25 * *Apart; };
  if (!IsSlow(*Byte) && !IsSlow(*Lines))
    return CacheBanks();
  const long Loads = std::lround(1 / *Byte);
  if (std::fabs(*Byte - *Lines) > 0.1 * *Byte || Loads < 1 ||
      Loads > MostLoadsPerBank || std::fabs(*Byte * double(Loads) - 1) > 0.1)
    return std::nullopt;
  CacheBanks Banks;
  for (unsigned Distance : Distances) {
    const std::optional<double> Cycles = F.get(nameOf(Distance));
    if (!Cycles)
      return std::nullopt;
    if (Banks.Bytes == 0 && !IsSlow(*Cycles))
      Banks = {Distance, static_cast<unsigned>(Loads)};
    else if (Banks.Bytes != 0 && IsSlow(*Cycles))
      return std::nullopt; // They repeat within a line.
  }
  // A line may be one bank.
  if (Banks.Bytes == 0)
    Banks = {MostBankBytes, static_cast<unsigned>(Loads)};
  return Banks;
}
