//===- CoreMemory.cpp - What memory makes of a simulated core -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What only some loops need: caches of recorded runs, loads that read too
/// early, and loads to which no store can forward. It stands apart from the
/// inner loop, which calls it seldom.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

using namespace kernelbounds;
using namespace llvm;

/// When the loaded value \p V is there, to which stores cannot forward.
int64_t Core::whenInCache(const Value &V) const {
  return Blocked.readyTime(&V - Nodes.data(), Iteration);
}

/// Ticks by which the loads of \p I, which start at \p Start, are late.
int64_t Core::loadDelay(const Inst &I, int64_t Start) {
  return Memory->load(&I - Insts.data(), Start / int64_t(Cycle)) *
         int64_t(Cycle);
}

/// The stores of \p I, which leaves at \p Left, after all before them.
int64_t Core::whenWritten(const Inst &I, int64_t Left) {
  const int64_t T =
      Memory->store(&I - Insts.data(), Left / int64_t(Cycle)) * int64_t(Cycle);
  return LastWritten = std::max({LastWritten, Left, T});
}

/// \returns when the load of \p I may start.
int64_t Core::guardLoad(const Inst &I, const Group &G) {
  const int64_t Ready = std::max(readyTime(Never, G.FirstWait, G.EndWait),
                                 Ports.now() + StartDelay);
  const LoadGuards::Verdict V = Guards.load(&I - Insts.data(), Ready);
  UnguardedStart = Ready;
  if (V.HasCleared)
    ClearedAt = V.From;
  return V.From;
}

/// \p G started at \p T. The address of an update is known when its load could
/// have started, also if that waits.
void Core::noteStore(const Inst &I, const Group &G, int64_t T) {
  if (G.TellsAddress)
    Guards.setAddress(&I - Insts.data(),
                      G.IsGuarded ? std::min(T, UnguardedStart) : T);
  if (G.TellsDatum)
    Guards.setDatum(&I - Insts.data(), T);
}
