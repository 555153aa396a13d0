//===- BlockedLoads.cpp - Loads that wait for the cache -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measured on Zen 3, where a chain of an addition and such a load takes 18.95
/// cycles: a store of four bytes and a load of eight take 18.0 cycles, at the
/// same place or at another one in each trip. Two such pairs take 36.0,
/// and 18.6 with both stores before both loads. If the load is of what was
/// stored one or four trips before, a trip takes 9.05 and 3.55: two and five
/// stores are reached together. 30 nops between the load and the next store add
/// four cycles, as long as these take to retire.
///
/// Tested by unittests/Simulation/BlockedLoadsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "BlockedLoads.h"

using namespace kernelbounds;
using namespace llvm;

BlockedLoads::BlockedLoads(const SimProgram &P, ArrayRef<int64_t> Latencies,
                           unsigned Cycle, uint64_t NumStores) {
  if (std::none_of(P.Inputs.begin(), P.Inputs.end(),
                   [](const SimInput &In) { return In.IsBlocked; }))
    return;
  const std::vector<uint32_t> InstOf = instsOfNodes(P);
  std::vector<uint64_t> Before{0}; // Stores in front of each instruction.
  for (const SimInst &I : P.Insts)
    Before.push_back(Before.back() + I.NumStores);
  for (const SimNode &N : P.Nodes) {
    FirstOf.push_back(Waits.size());
    for (uint32_t In = N.FirstInput; In < N.FirstInput + N.NumInputs; ++In) {
      const SimInput &From = P.Inputs[In];
      if (!From.IsBlocked)
        continue;
      // Of an instruction with several stores the last one.
      const uint64_t Back = From.Distance * Before.back() +
                            Before[InstOf[From.To]] -
                            Before[InstOf[From.From] + 1] + 1;
      if (Back < 1 || Back > NumStores)
        continue;
      // The input counts from a cycle behind the datum.
      const int64_t Latency = Latencies[In] + Cycle;
      Waits.push_back({Back, Latency, From.Trips});
      MostBack = std::max(MostBack, Back);
      Longest = std::max(Longest, Latency);
    }
  }
  FirstOf.push_back(Waits.size());
  Reached.assign(std::bit_ceil(MostBack + 1), Never);
}
