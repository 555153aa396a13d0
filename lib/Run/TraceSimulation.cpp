//===- TraceSimulation.cpp - Recorded instructions on a core --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each stretch is simulated once for each step of the cycle stack. The time of
/// a trip is that from the retirement of its header to that of the next one.
/// The predictor keeps what it learned from stretch to stretch; mispredictions
/// count from where trips count. The caches begin each stretch with what WarmUp
/// puts there.
///
/// Tested by test/Run/replay.test and test/Run/caches.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/TraceSimulation.h"
#include "BranchPredictor.h"
#include "CycleStack.h"
#include "TraceKernel.h"
#include "WarmUp.h"
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

/// A stretch, ready for simulation.
struct StretchCode {
  const TraceStretch *S;
  Kernel Insts;
  StretchAccesses Accesses;
  SimProgram Program, WithoutForwarding, WithoutDependences;
  CoreSizes Sizes;
  // By the position in the path.
  std::vector<uint16_t> Refetch;
  std::vector<bool> IsMispredicted, IsForwarded;
  std::vector<uint32_t> NewLines;
  std::vector<AccessRecord> Records; ///< Empty without caches.
};

/// Sums of a loop while stretches are simulated.
struct LoopSums {
  std::vector<double> Cycles; ///< By step of the stack.
  /// Between the first counted trip and the last of a stretch.
  double CyclesAround = 0, TripsAround = 0;
  std::map<uint64_t, RunBranch> Branches;
  std::map<uint64_t, RunAccesses> Accesses;
};

class Simulation {
public:
  Simulation(const RunTrace &T, const TraceCode &Code, PortModel &Model,
             const TraceOptions &Options);
  TraceFigures run();

private:
  void findAllVisits();
  void analyzeWay(size_t Loop);
  /// The loop with most instructions in stretch \p S; -1: none.
  int mainLoop(const TraceStretch &S) const;
  void prepare(StretchCode &C, const MappedKernel &Mapped);
  void simulate(size_t Stretch, const WarmUp &Before);
  void predictBranches(StretchCode &C);
  void countLines(StretchCode &C) const;
  /// The counted trips of \p V are from first to second in the path; both are
  /// 0 if there are none.
  std::pair<uint32_t, uint32_t> countedTrips(const LoopVisit &V) const;
  void addVisit(const LoopVisit &V, const StretchCode &C, size_t Loop);
  void addAround(size_t Loop, size_t Stretch, ArrayRef<int64_t> Retired);
  void addAccess(const StretchCode &C, uint32_t At, LoopSums &Sums) const;
  void finish(size_t Loop);
  void finishAccesses(size_t Loop);

  const RunTrace &T;
  const TraceCode &Code;
  PortModel &Model;
  const CacheTables *Caches; ///< Null: all data are in the first level.
  uint64_t PageBytes;
  CoreSizes Core;
  unsigned Penalty; ///< Cycles of a misprediction, from its execution on.
  std::vector<StackStep> Steps;
  BranchPredictor Predictor;
  // By loop.
  TraceFigures Out;
  std::vector<LoopSums> Sums;
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
                       PortModel &Model, const TraceOptions &Options)
    : T(T), Code(Code), Model(Model),
      Caches(Options.PerfectCaches ? nullptr : Model.caches().second),
      PageBytes(Options.PageBytes), Core(coreSizesOf(Model)),
      Penalty(findPenalty(T, Model)), Steps(stackSteps(Caches)) {
  if (!Caches)
    return;
  for (unsigned L = 0; L <= Caches->Levels.size(); ++L)
    Out.Levels.push_back(levelName(*Caches, L));
  Out.CacheSource = Model.caches().first->Name.str();
  for (StackStep &S : Steps)
    S.Memory.PageBytes = PageBytes;
}

/// Lines that may count: those that all caches together hold, and some more,
/// as sets are not filled evenly.
static uint64_t mostLines(const CacheTables &Caches) {
  uint64_t Sum = 0;
  for (const CacheLevelSpec &L : Caches.Levels)
    Sum += uint64_t(L.Sets) * L.Ways;
  return Sum + Sum / 4;
}

void Simulation::findAllVisits() {
  const std::vector<bool> IsCall = Code.calls();
  for (const TraceLoop &L : T.Loops)
    Visits.push_back(findVisits(T, L, IsCall));
  Out.Loops.resize(T.Loops.size());
  Sums.resize(T.Loops.size());
  for (LoopSums &S : Sums)
    S.Cycles.resize(Steps.size());
  FrontEnd.resize(T.Loops.size());
  for (size_t L = 0; L < T.Loops.size(); ++L)
    analyzeWay(L);
}

/// Bounds of the way that most trips took, as a loop of that one way.
void Simulation::analyzeWay(size_t Loop) {
  const std::vector<TripWay> Ways = findWays(T, Visits[Loop]);
  LoopRunFigures &F = Out.Loops[Loop];
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

void Simulation::predictBranches(StretchCode &C) {
  C.Refetch.assign(C.Insts.Insts.size(), 0);
  C.IsMispredicted.resize(C.Insts.Insts.size());
  for (auto [At, I] : enumerate(C.Insts.Insts)) {
    if (!I.is(IF_CondBranch))
      continue;
    const bool IsRight =
        Predictor.run(T.Insts[C.S->Path[At]].Address, I.is(IF_Taken));
    C.IsMispredicted[At] = !IsRight;
    C.Refetch[At] = IsRight ? 0 : static_cast<uint16_t>(Penalty);
  }
}

void Simulation::countLines(StretchCode &C) const {
  C.NewLines.resize(C.Insts.Insts.size());
  DenseSet<uint64_t> Seen;
  for (size_t At = 0; At < C.NewLines.size(); ++At)
    for (const StretchAccess &A : C.Accesses.at(At)) {
      const uint64_t Last = A.Address + std::max<unsigned>(A.Bytes, 1) - 1;
      for (uint64_t Line = A.Address / 64; Line <= Last / 64; ++Line)
        C.NewLines[At] += Seen.insert(Line).second;
    }
}

/// \p P, in which no micro-op waits for a value.
static SimProgram withoutInputs(SimProgram P) {
  P.Inputs.clear();
  for (SimInst &I : P.Insts)
    std::fill(std::begin(I.Gates), std::end(I.Gates), 0);
  for (SimNode &N : P.Nodes)
    N.FirstInput = N.NumInputs = N.NumDrawn = 0;
  P.MaxDistance = 0;
  return P;
}

/// The programs of \p C, whose path and accesses are known.
void Simulation::prepare(StretchCode &C, const MappedKernel &Mapped) {
  const std::vector<MemoryDependence> Memory =
      findRecordedDependences(C.Insts, C.S->Addresses, Core.ReorderBuffer);
  const unsigned NumUnits = Code.semantics().numUnits();
  GraphOptions Options;
  C.WithoutForwarding =
      makeSimProgram(Mapped, buildDependencyGraph(Mapped, NumUnits, Options));
  Options.Memory = Memory;
  C.Program =
      makeSimProgram(Mapped, buildDependencyGraph(Mapped, NumUnits, Options));
  C.WithoutDependences = withoutInputs(C.WithoutForwarding);
  C.Sizes = Core;
  if (const int L = mainLoop(*C.S); L >= 0 && FrontEnd[L] > 0)
    C.Sizes.FrontEnd = CyclesPerIter(
        static_cast<int64_t>(FrontEnd[L] * double(C.Program.NumSlots) * 16),
        16);
  C.IsForwarded.resize(C.Insts.Insts.size());
  for (const MemoryDependence &D : Memory)
    C.IsForwarded[D.DestInst] = true;
}

/// All steps of one stretch, and their sums.
void Simulation::simulate(size_t Stretch, const WarmUp &Before) {
  StretchCode C;
  C.S = &T.Stretches[Stretch];
  C.Insts = Code.kernelOf(*C.S);
  C.Accesses = findAccesses(*C.S, C.Insts);
  const MappedKernel Mapped = mapKernel(C.Insts, Model, {});
  prepare(C, Mapped);
  predictBranches(C);
  countLines(C);
  std::optional<MemorySystem> Warm;
  if (Caches) {
    Warm.emplace(*Caches, Steps.front().Memory);
    Before.warm(*Warm, C.Accesses, Caches->lineBytes(), mostLines(*Caches));
    C.Records.resize(C.Insts.Insts.size());
  }
  for (auto [N, Step] : enumerate(Steps)) {
    std::optional<MemorySystem> Memory;
    std::optional<StretchMemory> Timer;
    if (Step.Caches) {
      Memory = Warm;
      Memory->setOptions(Step.Memory);
      Timer.emplace(C.Accesses, *Memory, C.IsForwarded,
                    N == 0 ? &C.Records : nullptr);
    }
    CoreSizes Sizes = C.Sizes;
    if (!Step.FrontEnd)
      Sizes.FrontEnd = CyclesPerIter();
    const std::vector<int64_t> Retired = simulateOnce(
        Step.Forwarding    ? C.Program
        : Step.Dependences ? C.WithoutForwarding
                           : C.WithoutDependences,
        Sizes, Step.Branches ? ArrayRef(C.Refetch) : ArrayRef<uint16_t>(),
        Timer ? &*Timer : nullptr);
    for (size_t L = 0; L < T.Loops.size(); ++L) {
      if (N == 0)
        addAround(L, Stretch, Retired);
      for (const LoopVisit &V : Visits[L])
        if (V.Stretch == Stretch) {
          const auto [Begin, End] = countedTrips(V);
          Sums[L].Cycles[N] +=
              static_cast<double>(Retired[End] - Retired[Begin]);
        }
    }
  }
  for (size_t L = 0; L < T.Loops.size(); ++L)
    for (const LoopVisit &V : Visits[L])
      if (V.Stretch == Stretch)
        addVisit(V, C, L);
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

std::pair<uint32_t, uint32_t>
Simulation::countedTrips(const LoopVisit &V) const {
  const auto First = lower_bound(V.Headers, WarmWindows * Core.ReorderBuffer);
  if (V.Headers.end() - First < 2)
    return {0, 0};
  return {*First, V.Headers.back()};
}

/// From the first header of the stretch that counts to the last one, whatever
/// lies between.
void Simulation::addAround(size_t Loop, size_t Stretch,
                           ArrayRef<int64_t> Retired) {
  std::vector<uint32_t> Headers;
  for (const LoopVisit &V : Visits[Loop])
    if (V.Stretch == Stretch)
      append_range(Headers, V.Headers);
  const auto First = lower_bound(Headers, WarmWindows * Core.ReorderBuffer);
  if (Headers.end() - First < 2)
    return;
  Sums[Loop].TripsAround += static_cast<double>(Headers.end() - First - 1);
  Sums[Loop].CyclesAround +=
      static_cast<double>(Retired[Headers.back()] - Retired[*First]);
}

/// The caches at position \p At.
void Simulation::addAccess(const StretchCode &C, uint32_t At,
                           LoopSums &Sums) const {
  const ArrayRef<StretchAccess> Own = C.Accesses.at(At);
  if (Own.empty() || C.Records.empty() || C.IsForwarded[At])
    return;
  const AccessRecord &R = C.Records[At];
  RunAccesses &A = Sums.Accesses[T.Insts[C.S->Path[At]].Address];
  A.Address = T.Insts[C.S->Path[At]].Address;
  A.IsStore = none_of(Own, [](const StretchAccess &S) { return S.IsLoad; });
  A.FromLevel.resize(Out.Levels.size());
  ++A.NumRuns;
  ++A.FromLevel[R.Level];
  A.NumWalks += R.Tlb == Caches->Tlbs.size() && R.Tlb != 0;
  A.Delay += R.Delay;
}

/// Sums over the counted trips of a visit.
void Simulation::addVisit(const LoopVisit &V, const StretchCode &C,
                          size_t Loop) {
  const auto [Begin, End] = countedTrips(V);
  if (Begin == End)
    return;
  LoopRunFigures &F = Out.Loops[Loop];
  F.NumCounted += V.Headers.end() - lower_bound(V.Headers, Begin) - 1;
  F.Instructions += End - Begin;
  for (uint32_t At = Begin; At < End; ++At) {
    F.Forwarded += C.IsForwarded[At];
    F.NewLines += C.NewLines[At];
    F.Mispredicted += C.IsMispredicted[At];
    addAccess(C, At, Sums[Loop]);
    const uint32_t Inst = C.S->Path[At];
    if (!Code.instructions().Insts[Inst].is(IF_CondBranch))
      continue;
    RunBranch &B = Sums[Loop].Branches[T.Insts[Inst].Address];
    B.Address = T.Insts[Inst].Address;
    ++B.NumRuns;
    B.NumTaken += T.Insts[C.S->Path[At + 1]].Address !=
                  T.Insts[Inst].Address + T.Insts[Inst].Size;
    B.NumMispredicted += C.IsMispredicted[At];
  }
}

/// What the caches did for the loop, and for each of its instructions.
void Simulation::finishAccesses(size_t Loop) {
  LoopRunFigures &F = Out.Loops[Loop];
  F.FromLevel.assign(Out.Levels.size(), 0);
  const double Trips = double(std::max<uint64_t>(1, F.NumCounted));
  for (auto &[Address, A] : Sums[Loop].Accesses) {
    for (auto [Sum, Num] : zip_equal(F.FromLevel, A.FromLevel))
      Sum += double(Num) / Trips;
    F.Walks += double(A.NumWalks) / Trips;
    F.Accesses.push_back(std::move(A));
  }
  llvm::sort(F.Accesses, [](const RunAccesses &A, const RunAccesses &B) {
    if (A.Delay != B.Delay)
      return A.Delay > B.Delay;
    return A.numMisses() != B.numMisses() ? A.numMisses() > B.numMisses()
                                          : A.Address < B.Address;
  });
}

/// Means of the sums, and what needs no simulation.
void Simulation::finish(size_t Loop) {
  LoopRunFigures &F = Out.Loops[Loop];
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
  if (F.NumCounted != 0) {
    for (double *Sum :
         {&F.Instructions, &F.Mispredicted, &F.Forwarded, &F.NewLines})
      *Sum /= double(F.NumCounted);
    for (double &Sum : Sums[Loop].Cycles)
      Sum /= double(F.NumCounted);
    F.Cycles = Sums[Loop].Cycles.front();
    F.CyclesAround = Sums[Loop].CyclesAround / Sums[Loop].TripsAround;
    F.Stack = sharesOf(Steps, Sums[Loop].Cycles);
    F.CyclesOfBranches = F.Stack.back().Cycles;
    finishAccesses(Loop);
  }
  for (const auto &[Address, B] : Sums[Loop].Branches)
    F.Branches.push_back(B);
  llvm::sort(F.Branches, [](const RunBranch &A, const RunBranch &B) {
    return A.NumMispredicted != B.NumMispredicted
               ? A.NumMispredicted > B.NumMispredicted
               : A.Address < B.Address;
  });
}

TraceFigures Simulation::run() {
  findAllVisits();
  std::vector<StretchAccesses> All;
  if (Caches)
    for (const TraceStretch &S : T.Stretches)
      All.push_back(findAccesses(S, Code.kernelOf(S)));
  const WarmUp Before(All);
  All.clear();
  for (size_t S = 0; S < T.Stretches.size(); ++S)
    simulate(S, Before);
  for (size_t L = 0; L < T.Loops.size(); ++L)
    finish(L);
  return std::move(Out);
}

Expected<TraceFigures>
kernelbounds::simulateTrace(const RunTrace &T, PortModel &Model,
                            const TraceOptions &Options) {
  auto Code = TraceCode::create(T);
  if (!Code)
    return Code.takeError();
  return Simulation(T, **Code, Model, Options).run();
}
