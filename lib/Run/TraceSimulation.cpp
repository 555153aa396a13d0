//===- TraceSimulation.cpp - Recorded instructions on a core --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each stretch is simulated twice, with branches as predicted and with perfect
/// ones. The time of a trip is that from the retirement of its header to that
/// of the next one. The predictor keeps what it learned from stretch to
/// stretch; mispredictions count from where trips count.
///
/// Tested by test/Run/replay.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/TraceSimulation.h"
#include "BranchPredictor.h"
#include "TraceKernel.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Graph/GraphBuilder.h"
#include "kernel-bounds/Run/TraceLoops.h"
#include "kernel-bounds/Simulation/OnePass.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

/// Windows of the reorder buffer that pass before trips count.
static constexpr unsigned WarmWindows = 2;
/// Longer trips are not analysed as a loop.
static constexpr size_t MostInWay = 1024;
/// Files are mapped in pages: bytes modulo which addresses hold.
static constexpr unsigned CodeAlign = 64;

namespace {

/// A stretch after simulation; all by the position in its path.
struct StretchTimes {
  std::vector<int64_t> Retired, RetiredPerfect;
  std::vector<bool> IsMispredicted, IsForwarded;
  std::vector<uint32_t> NewLines;
};

class Simulation {
public:
  Simulation(const RunTrace &T, const TraceCode &Code, PortModel &Model);
  std::vector<LoopRunFigures> run();

private:
  void findAllVisits();
  void analyzeWay(size_t Loop);
  /// The loop with most instructions in stretch \p S; -1: none.
  int mainLoop(const TraceStretch &S) const;
  StretchTimes simulate(const TraceStretch &S);
  std::vector<uint16_t> predictBranches(const TraceStretch &S, const Kernel &K,
                                        StretchTimes &Out);
  void countLines(const TraceStretch &S, const Kernel &K, StretchTimes &Out);
  void addVisit(const LoopVisit &V, const StretchTimes &Times,
                LoopRunFigures &F, std::map<uint64_t, RunBranch> &Branches);
  void finish(size_t Loop, const std::map<uint64_t, RunBranch> &Branches);

  const RunTrace &T;
  const TraceCode &Code;
  PortModel &Model;
  CoreSizes Core;
  unsigned Penalty; ///< Cycles of a misprediction, from its execution on.
  BranchPredictor Predictor;
  // By loop.
  std::vector<LoopRunFigures> Figures;
  std::vector<std::vector<LoopVisit>> Visits;
  std::vector<double> FrontEnd; ///< Cycles a fused micro-op; 0: no limit.
};

} // namespace

/// LLVM's figure for the core; its default where it does not know the core.
static unsigned findPenalty(const RunTrace &T, const PortModel &Model) {
  auto Target = TargetContext::create(Triple(T.Triple), Model.cpu(), "");
  if (!Target) {
    consumeError(Target.takeError());
    return MCSchedModel::DefaultMispredictPenalty;
  }
  return (*Target)->subtarget().getSchedModel().MispredictPenalty;
}

Simulation::Simulation(const RunTrace &T, const TraceCode &Code,
                       PortModel &Model)
    : T(T), Code(Code), Model(Model), Core(coreSizesOf(Model)),
      Penalty(findPenalty(T, Model)) {}

void Simulation::findAllVisits() {
  const std::vector<bool> IsCall = Code.calls();
  for (const TraceLoop &L : T.Loops)
    Visits.push_back(findVisits(T, L, IsCall));
  Figures.resize(T.Loops.size());
  FrontEnd.resize(T.Loops.size());
  for (size_t L = 0; L < T.Loops.size(); ++L)
    analyzeWay(L);
}

/// Bounds of the way that most trips took, as a loop of that one way.
void Simulation::analyzeWay(size_t Loop) {
  const std::vector<TripWay> Ways = findWays(T, Visits[Loop]);
  LoopRunFigures &F = Figures[Loop];
  F.NumWays = Ways.size();
  if (Ways.empty() || Ways.front().Path.size() > MostInWay)
    return;
  uint64_t Sum = 0;
  for (const TripWay &W : Ways)
    Sum += W.NumTrips;
  F.FirstWay = double(Ways.front().NumTrips) / double(Sum);
  TraceStretch Way;
  Way.Path = Ways.front().Path;
  Kernel K = Code.kernelOf(Way);
  // Behind the last instruction comes the header.
  if (const TraceInst &Last = T.Insts[Way.Path.back()];
      K.Insts.back().is(IF_CondBranch) &&
      T.Insts[Way.Path.front()].Address != Last.Address + Last.Size)
    K.Insts.back().Flags |= IF_Taken;
  K.CodeAlign = CodeAlign;
  const Analysis A = analyzeKernel(K, Model, Code.semantics().numUnits(), {});
  F.Bound = A.Prediction;
  F.Verdict = verdictText(A);
  const SimProgram P = makeSimProgram(A.Mapped, A.Graph);
  FrontEnd[Loop] =
      coreSizesOf(A).FrontEnd.toDouble() / static_cast<double>(P.NumSlots);
}

int Simulation::mainLoop(const TraceStretch &S) const {
  int Best = -1;
  size_t Most = 0;
  for (auto [L, Loop] : enumerate(T.Loops)) {
    const size_t Num = count_if(S.Path, [&, &Loop = Loop](uint32_t I) {
      return T.Insts[I].Module == Loop.Module &&
             Loop.contains(T.Insts[I].Address);
    });
    if (Num > Most) {
      Best = static_cast<int>(L);
      Most = Num;
    }
  }
  return Best;
}

std::vector<uint16_t> Simulation::predictBranches(const TraceStretch &S,
                                                  const Kernel &K,
                                                  StretchTimes &Out) {
  std::vector<uint16_t> Refetch(K.Insts.size(), 0);
  Out.IsMispredicted.resize(K.Insts.size());
  for (auto [At, I] : enumerate(K.Insts)) {
    if (!I.is(IF_CondBranch))
      continue;
    const bool IsRight =
        Predictor.run(T.Insts[S.Path[At]].Address, I.is(IF_Taken));
    Out.IsMispredicted[At] = !IsRight;
    Refetch[At] = IsRight ? 0 : static_cast<uint16_t>(Penalty);
  }
  return Refetch;
}

void Simulation::countLines(const TraceStretch &S, const Kernel &K,
                            StretchTimes &Out) {
  Out.NewLines.resize(K.Insts.size());
  DenseSet<uint64_t> Seen;
  ArrayRef<uint64_t> Left = S.Addresses;
  for (auto [At, I] : enumerate(K.Insts))
    for (const MemRef &M : K.mems(I)) {
      if (!isRecorded(I, M))
        continue;
      const uint64_t First = Left.front();
      const uint64_t Last = First + std::max<unsigned>(M.Width, 1) - 1;
      Left = Left.drop_front();
      for (uint64_t Line = First / 64; Line <= Last / 64; ++Line)
        Out.NewLines[At] += Seen.insert(Line).second;
    }
}

StretchTimes Simulation::simulate(const TraceStretch &S) {
  StretchTimes Out;
  const Kernel K = Code.kernelOf(S);
  const MappedKernel Mapped = mapKernel(K, Model, {});
  const std::vector<MemoryDependence> Memory =
      findRecordedDependences(K, S.Addresses, Core.ReorderBuffer);
  GraphOptions Options;
  Options.Memory = Memory;
  const DependencyGraph G =
      buildDependencyGraph(Mapped, Code.semantics().numUnits(), Options);
  const SimProgram P = makeSimProgram(Mapped, G);
  CoreSizes Sizes = Core;
  if (const int L = mainLoop(S); L >= 0 && FrontEnd[L] > 0)
    Sizes.FrontEnd = CyclesPerIter(
        static_cast<int64_t>(FrontEnd[L] * double(P.NumSlots) * 16), 16);
  const std::vector<uint16_t> Refetch = predictBranches(S, K, Out);
  countLines(S, K, Out);
  Out.IsForwarded.resize(K.Insts.size());
  for (const MemoryDependence &D : Memory)
    Out.IsForwarded[D.DestInst] = true;
  Out.Retired = simulateOnce(P, Sizes, Refetch);
  Out.RetiredPerfect = simulateOnce(P, Sizes);
  return Out;
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

/// Sums over the counted trips of a visit.
void Simulation::addVisit(const LoopVisit &V, const StretchTimes &Times,
                          LoopRunFigures &F,
                          std::map<uint64_t, RunBranch> &Branches) {
  const auto First = lower_bound(V.Headers, WarmWindows * Core.ReorderBuffer);
  if (V.Headers.end() - First < 2)
    return;
  const uint32_t Begin = *First, End = V.Headers.back();
  F.NumCounted += V.Headers.end() - First - 1;
  F.Instructions += End - Begin;
  F.Cycles += static_cast<double>(Times.Retired[End] - Times.Retired[Begin]);
  F.CyclesOfBranches += static_cast<double>(Times.RetiredPerfect[End] -
                                            Times.RetiredPerfect[Begin]);
  const TraceStretch &S = T.Stretches[V.Stretch];
  for (uint32_t At = Begin; At < End; ++At) {
    F.Forwarded += Times.IsForwarded[At];
    F.NewLines += Times.NewLines[At];
    F.Mispredicted += Times.IsMispredicted[At];
    const uint32_t Inst = S.Path[At];
    if (!Code.instructions().Insts[Inst].is(IF_CondBranch))
      continue;
    RunBranch &B = Branches[T.Insts[Inst].Address];
    B.Address = T.Insts[Inst].Address;
    ++B.NumRuns;
    B.NumTaken += T.Insts[S.Path[At + 1]].Address !=
                  T.Insts[Inst].Address + T.Insts[Inst].Size;
    B.NumMispredicted += Times.IsMispredicted[At];
  }
}

/// Means of the sums, and what needs no simulation.
void Simulation::finish(size_t Loop,
                        const std::map<uint64_t, RunBranch> &Branches) {
  LoopRunFigures &F = Figures[Loop];
  std::vector<uint64_t> Whole;
  for (const LoopVisit &V : Visits[Loop]) {
    ++F.NumVisits;
    F.NumTrips += V.numTrips();
    // The last trip leaves, and has no header behind it.
    if (V.HasEntry && V.HasExit)
      Whole.push_back(V.Headers.size());
  }
  llvm::sort(Whole);
  F.NumWholeVisits = Whole.size();
  if (!Whole.empty()) {
    F.LeastTrips = Whole.front();
    F.MedianTrips = Whole[Whole.size() / 2];
    F.MostTrips = Whole.back();
  }
  F.CyclesOfBranches = std::max(0.0, F.Cycles - F.CyclesOfBranches);
  if (F.NumCounted != 0)
    for (double *Sum : {&F.Instructions, &F.Cycles, &F.CyclesOfBranches,
                        &F.Mispredicted, &F.Forwarded, &F.NewLines})
      *Sum /= double(F.NumCounted);
  for (const auto &[Address, B] : Branches)
    F.Branches.push_back(B);
  llvm::sort(F.Branches, [](const RunBranch &A, const RunBranch &B) {
    return A.NumMispredicted != B.NumMispredicted
               ? A.NumMispredicted > B.NumMispredicted
               : A.Address < B.Address;
  });
}

std::vector<LoopRunFigures> Simulation::run() {
  findAllVisits();
  std::vector<std::map<uint64_t, RunBranch>> Branches(T.Loops.size());
  for (auto [Number, S] : enumerate(T.Stretches)) {
    const StretchTimes Times = simulate(S);
    for (size_t L = 0; L < T.Loops.size(); ++L)
      for (const LoopVisit &V : Visits[L])
        if (V.Stretch == Number)
          addVisit(V, Times, Figures[L], Branches[L]);
  }
  for (size_t L = 0; L < T.Loops.size(); ++L)
    finish(L, Branches[L]);
  return std::move(Figures);
}

Expected<std::vector<LoopRunFigures>>
kernelbounds::simulateTrace(const RunTrace &T, PortModel &Model) {
  auto Code = TraceCode::create(T);
  if (!Code)
    return Code.takeError();
  return Simulation(T, **Code, Model).run();
}
