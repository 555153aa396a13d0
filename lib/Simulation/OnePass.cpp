//===- OnePass.cpp - Code that runs once, from end to end -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Simulation/OnePassTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/OnePass.h"
#include "Core.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

std::vector<int64_t>
kernelbounds::simulateOnce(const SimProgram &P, const CoreSizes &M,
                           ArrayRef<uint16_t> Refetch, AccessTimer *Memory,
                           ArrayRef<Resource> Faster, SpeedFactor Factor) {
  std::vector<int64_t> Retired(P.Insts.size(), 0);
  if (P.Insts.empty())
    return Retired;
  Core C(P, M, Faster, Factor);
  std::vector<UopEvent> Events;
  Events.reserve(P.Uops.size() + P.Insts.size());
  C.record(&Events);
  C.setRefetch(Refetch);
  C.setMemory(Memory);
  C.runIteration();
  for (const UopEvent &E : Events)
    Retired[E.Inst] = std::max(Retired[E.Inst], E.Retired);
  // What has no event of its own retires with what came before.
  for (size_t I = 1; I < Retired.size(); ++I)
    Retired[I] = std::max(Retired[I], Retired[I - 1]);
  const auto Ticks = static_cast<int64_t>(C.ticksPerCycle());
  for (int64_t &T : Retired)
    T /= Ticks;
  return Retired;
}
