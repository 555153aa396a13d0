//===- Recording.cpp - Pairs of store and load that a run has -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

void Recording::instruction(unsigned Loop, bool IsHeader) {
  ++Time;
  if (Loop != Current) {
    closeRun();
    Current = Loop;
    Iteration = 0;
    ++RunId;
  } else if (IsHeader) {
    ++Iteration;
  }
}

void Recording::executes(uint32_t Inst) {
  if (Current == NoLoop)
    return;
  std::vector<uint32_t> &Iterations = Executed[Inst];
  if (Iterations.empty() || Iterations.back() != Iteration)
    Iterations.push_back(Iteration);
}

void Recording::load(uint32_t Inst, uint64_t Address, unsigned Bytes) {
  if (Current == NoLoop)
    return;
  struct Source {
    uint32_t Inst, Delta, Bytes;
    uint64_t Time;
  };
  SmallVector<Source, 4> Sources;
  for (uint64_t Byte = Address; Byte != Address + Bytes; ++Byte) {
    auto It = LastWriter.find(Byte);
    if (It == LastWriter.end() || It->second.Run != RunId)
      continue;
    const Writer &W = It->second;
    uint32_t Delta = Iteration - W.Iteration;
    auto S = std::find_if(Sources.begin(), Sources.end(), [&](const Source &S) {
      return S.Inst == W.Inst && S.Delta == Delta;
    });
    if (S == Sources.end())
      Sources.push_back({W.Inst, Delta, 1, W.Time});
    else
      ++S->Bytes;
  }
  for (const Source &S : Sources) {
    PairCount &C = Loops[Current].Pairs[{S.Inst, Inst, S.Delta, S.Bytes}];
    ++C.Count;
    C.InWindow += Time - S.Time <= Window;
  }
}

void Recording::store(uint32_t Inst, uint64_t Address, unsigned Bytes) {
  Writer W{Current == NoLoop ? 0 : RunId, Time, Inst, Iteration};
  for (uint64_t Byte = Address; Byte != Address + Bytes; ++Byte)
    LastWriter[Byte] = W;
}

void Recording::call() {
  LastWriter.clear();
  if (Current != NoLoop)
    Loops[Current].HasCall = true;
}

/// Turns ascending numbers into runs of consecutive ones.
static std::vector<std::pair<uint32_t, uint32_t>>
runsOf(const std::vector<uint32_t> &Numbers) {
  std::vector<std::pair<uint32_t, uint32_t>> Runs;
  for (uint32_t N : Numbers)
    if (!Runs.empty() && Runs.back().first + Runs.back().second == N)
      ++Runs.back().second;
    else
      Runs.push_back({N, 1});
  return Runs;
}

void Recording::closeRun() {
  if (Current == NoLoop)
    return;
  LoopRun Run;
  Run.Iterations = Iteration + 1;
  for (uint32_t Inst : Loops[Current].Accesses)
    if (const auto &Done = Executed[Inst]; Done.size() != Run.Iterations)
      Run.Partial[Inst] = runsOf(Done);
  ++Loops[Current].Runs[Run];
  Executed.clear();
}
