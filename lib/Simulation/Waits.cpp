//===- Waits.cpp - Where an instruction's cycles go -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Waits.h"
#include <algorithm>

using namespace kernelbounds;

namespace {
/// Sums over iterations, in cycles.
struct Sums {
  int64_t Operands = 0, Port = 0, Execute = 0, Retire = 0;
  int64_t Rename[NumRenameWaits] = {};
};
} // namespace

std::vector<InstWaits> kernelbounds::computeWaits(const SimulationResult &R,
                                                  unsigned NumInsts) {
  if (R.Steady.empty())
    return {};
  std::vector<Sums> Total(NumInsts);
  const std::vector<UopEvent> &Events = R.Steady;
  for (size_t I = 0, End; I < Events.size(); I = End) {
    const UopEvent &First = Events[I];
    int64_t Operands = 0, Port = 0, Start = First.Dispatched;
    int64_t Done = First.Executed;
    for (End = I; End < Events.size() && Events[End].Inst == First.Inst &&
                  Events[End].Iteration == First.Iteration;
         ++End) {
      const UopEvent &E = Events[End];
      if (E.Port >= 0)
        Operands = std::max(Operands, E.Ready - E.Renamed - 1);
      Port = std::max(Port, E.Dispatched - E.Ready);
      Start = std::min(Start, E.Dispatched);
      Done = std::max(Done, E.Executed);
    }
    Sums &S = Total[First.Inst];
    S.Operands += Operands;
    S.Port += Port;
    S.Execute += Done - Start;
    S.Retire += std::max<int64_t>(0, First.Retired - Done);
    ++S.Rename[static_cast<unsigned>(First.Wait)];
  }
  int64_t Iterations =
      int64_t(Events.back().Iteration) - int64_t(Events.front().Iteration) + 1;
  std::vector<InstWaits> Out;
  for (const Sums &S : Total) {
    InstWaits W{{S.Operands, Iterations},
                {S.Port, Iterations},
                {S.Execute, Iterations},
                {S.Retire, Iterations},
                {}};
    for (unsigned Why = 0; Why < NumRenameWaits; ++Why)
      if (S.Rename[Why] != 0)
        W.Rename[Why] = CyclesPerIter(S.Rename[Why], Iterations);
    Out.push_back(W);
  }
  return Out;
}
