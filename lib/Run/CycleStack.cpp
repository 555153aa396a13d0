//===- CycleStack.cpp - What cycles consist of ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Run/CycleStackTest.cpp and test/Run/caches.test.
//
//===----------------------------------------------------------------------===//

#include "CycleStack.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

std::string kernelbounds::levelName(const CacheTables &Caches, unsigned Level) {
  return Level < Caches.Levels.size() ? "L" + std::to_string(Level + 1)
                                      : "memory";
}

std::vector<StackStep> kernelbounds::stackSteps(const CacheTables *Caches,
                                                bool HasAliasing,
                                                bool HasBanks) {
  std::vector<StackStep> Steps(1);
  auto Next = [&](std::string Name) -> StackStep & {
    Steps.push_back(Steps.back());
    Steps.back().Name = std::move(Name);
    return Steps.back();
  };
  Next("mispredicted branches").Branches = false;
  if (Caches) {
    if (!Caches->Tlbs.empty())
      Next("TLB").Memory.PerfectTlb = true;
    for (unsigned L = Caches->Levels.size(); L > 0; --L) {
      StackStep &S = Next(levelName(*Caches, L));
      S.Memory.LevelsThatMiss = L - 1;
      S.Caches = L > 1;
    }
  } else {
    Steps.front().Caches = Steps.back().Caches = false;
  }
  if (HasBanks || (Caches && Caches->Levels.front().Banks != 0))
    Next("bank conflicts").Banks = false;
  if (HasAliasing)
    Next("4-KiB aliasing").Aliasing = false;
  Next("store forwarding").Forwarding = false;
  Next("dependences").Dependences = false;
  Next("front end").FrontEnd = false;
  return Steps;
}

std::vector<CycleShare> kernelbounds::sharesOf(ArrayRef<StackStep> Steps,
                                               ArrayRef<double> Cycles) {
  std::vector<CycleShare> Shares;
  double Left = Cycles.front();
  for (size_t I = 1; I < Steps.size(); ++I) {
    const double Now = std::min(Left, Cycles[I]);
    Shares.push_back({Steps[I].Name, Left - Now});
    Left = Now;
  }
  Shares.push_back({"ports and widths", Left});
  std::reverse(Shares.begin(), Shares.end());
  return Shares;
}
