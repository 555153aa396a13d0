//===- TraceLoops.cpp - The recorded trips of a loop ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A visit begins at a header. It ends where the path leaves the loop other
/// than by a call; a call is over when control is back behind it.
///
/// Tested by unittests/Run/TraceLoopsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/TraceLoops.h"
#include "ModuleSegments.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Of one module: adjacent instructions of the loop are one range.
static std::vector<std::pair<uint64_t, uint64_t>> rangesOf(const HotSpot &S) {
  std::vector<std::pair<uint64_t, uint64_t>> Ranges;
  for (unsigned B : S.Loop->Blocks)
    for (unsigned I = S.Listed->Blocks[B].First; I < S.Listed->Blocks[B].End;
         ++I) {
      const ListedInst &L = S.In->code().Insts[I];
      if (!Ranges.empty() && Ranges.back().second == L.Address)
        Ranges.back().second += L.Size;
      else
        Ranges.push_back({L.Address, L.Address + L.Size});
    }
  return Ranges;
}

void kernelbounds::nameLoops(RunTrace &T, const HotCode &Code, unsigned Most) {
  for (auto [Number, Module] : enumerate(T.Modules)) {
    if (!StringRef(Module).starts_with("/"))
      continue;
    Expected<ModuleSegments> Segments = ModuleSegments::read(Module);
    if (!Segments) { // HotCode says so.
      consumeError(Segments.takeError());
      continue;
    }
    for (TraceInst &I : T.Insts)
      if (I.Module == Number)
        I.Address = Segments->addressOf(I.Address).value_or(I.Address);
  }
  uint64_t Covered = 0, All = 0;
  auto IsCode = [](const HotSpot &S) { return S.Module != "[system]"; };
  for (const HotSpot &S : Code.Spots)
    All += IsCode(S) ? S.Nanoseconds : 0;
  for (const HotSpot &S : Code.Spots) {
    if (T.Loops.size() == Most || Covered * 10 >= All * 9)
      return;
    Covered += IsCode(S) ? S.Nanoseconds : 0;
    const auto Module = find(T.Modules, S.Module);
    if (!S.Loop || Module == T.Modules.end())
      continue;
    TraceLoop L;
    L.Module = Module - T.Modules.begin();
    L.Header = S.Address;
    L.Function = S.Function;
    L.Share = static_cast<uint32_t>(Code.share(S) * 1e6);
    L.Ranges = rangesOf(S);
    std::tie(L.SourceFile, L.SourceLine) = firstSourceLine(S);
    T.Loops.push_back(std::move(L));
  }
}

//===----------------------------------------------------------------------===//
// Trips
//===----------------------------------------------------------------------===//

namespace {

/// Follows one stretch through one loop.
class VisitFinder {
public:
  VisitFinder(const RunTrace &T, const TraceLoop &L,
              const std::vector<bool> &IsCall, std::vector<LoopVisit> &Out)
      : T(T), L(L), IsCall(IsCall), Out(Out) {}
  void follow(uint32_t Stretch);

private:
  bool isInLoop(const TraceInst &I) const {
    return I.Module == L.Module && L.contains(I.Address);
  }
  void close(bool HasExit) {
    if (IsOpen)
      Now.HasExit = HasExit;
    if (IsOpen && !Now.Headers.empty())
      Out.push_back(std::move(Now));
    IsOpen = false;
  }

  const RunTrace &T;
  const TraceLoop &L;
  const std::vector<bool> &IsCall;
  std::vector<LoopVisit> &Out;
  LoopVisit Now;
  bool IsOpen = false;
};

} // namespace

void VisitFinder::follow(uint32_t Stretch) {
  const TraceStretch &S = T.Stretches[Stretch];
  uint64_t BehindCall = 0; // Where a call returns to; 0: there is none.
  bool WasOutside = false;
  IsOpen = false;
  for (auto [At, Inst] : enumerate(S.Path)) {
    const TraceInst &I = T.Insts[Inst];
    if (BehindCall != 0) {
      if (I.Module != L.Module || I.Address != BehindCall)
        continue;
      BehindCall = 0;
    }
    if (!isInLoop(I)) {
      close(/*HasExit=*/true);
      WasOutside = true;
      continue;
    }
    if (I.Address == L.Header) {
      if (!IsOpen)
        Now = {Stretch, {}, WasOutside, false};
      IsOpen = true;
      Now.Headers.push_back(At);
    }
    WasOutside = false;
    if (IsCall[Inst])
      BehindCall = I.Address + I.Size;
  }
  close(/*HasExit=*/false);
}

std::vector<LoopVisit>
kernelbounds::findVisits(const RunTrace &T, const TraceLoop &L,
                         const std::vector<bool> &IsCall) {
  std::vector<LoopVisit> Visits;
  for (uint32_t S = 0; S < T.Stretches.size(); ++S)
    VisitFinder(T, L, IsCall, Visits).follow(S);
  return Visits;
}

std::vector<TripWay>
kernelbounds::findWays(const RunTrace &T,
                       const std::vector<LoopVisit> &Visits) {
  std::map<std::vector<uint32_t>, size_t> Counts;
  for (const LoopVisit &V : Visits)
    for (size_t N = 0; N + 1 < V.Headers.size(); ++N) {
      const auto Begin = T.Stretches[V.Stretch].Path.begin();
      ++Counts[{Begin + V.Headers[N], Begin + V.Headers[N + 1]}];
    }
  std::vector<TripWay> Ways;
  for (const auto &[Path, Num] : Counts)
    Ways.push_back({Path, Num});
  llvm::sort(Ways, [](const TripWay &A, const TripWay &B) {
    return A.NumTrips != B.NumTrips ? A.NumTrips > B.NumTrips : A.Path < B.Path;
  });
  return Ways;
}
