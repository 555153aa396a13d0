//===- Recording.cpp - Pairs of store and load that a run has -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"
#include "llvm/ADT/STLExtras.h"

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
    bool IsLast;
  };
  SmallVector<Source, 8> Sources;
  for (uint64_t Byte = Address; Byte != Address + Bytes; ++Byte)
    for (const auto &[Age, W] : llvm::enumerate(Writers[Byte])) {
      if (W.Run != RunId)
        break;
      Source New{W.Inst, Iteration - W.Iteration, 1, W.Time, Age == 0};
      auto Known = find_if(Sources, [&](const Source &S) {
        return S.Inst == New.Inst && S.Delta == New.Delta &&
               S.IsLast == New.IsLast;
      });
      if (Known == Sources.end())
        Sources.push_back(New);
      else
        ++Known->Bytes;
    }
  for (const Source &S : Sources) {
    PairCount &C = Loops[Current].Pairs[{S.Inst, Inst, S.Delta, S.Bytes}];
    C.Count += S.IsLast;
    C.InWindow += S.IsLast && Time - S.Time <= Window;
    C.Overwritten += !S.IsLast;
  }
}

void Recording::store(uint32_t Inst, uint64_t Address, unsigned Bytes) {
  Writer W{Current == NoLoop ? 0 : RunId, Time, Inst, Iteration};
  for (uint64_t Byte = Address; Byte != Address + Bytes; ++Byte) {
    auto &History = Writers[Byte];
    if (History.size() == MaxHistory)
      History.pop_back();
    History.insert(History.begin(), W);
  }
}

void Recording::call() {
  Writers.clear();
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
