//===- TraceSimulation.cpp - Recorded instructions on a core --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each stretch is simulated once for each step of the cycle stack, and for
/// each better core that is asked for; then those with loops that could be
/// changed once more for each change. The time of a trip is that from the
/// retirement of its header to that of the next one. Before each stretch, the
/// predictor has learned from the other stretches, those right before last, as
/// a run is much longer than its stretches; mispredictions count from where
/// trips count. The caches begin each stretch with what WarmUp puts there.
///
/// Tested by test/Run/replay.test and test/Run/caches.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/TraceSimulation.h"
#include "BranchPredictor.h"
#include "StretchSimulator.h"
#include "TraceSensitivity.h"
#include "TripTiming.h"
#include "WarmUp.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Run/TraceLoops.h"
#include "kernel-bounds/Simulation/OnePass.h"
#include "kernel-bounds/Simulation/Sensitivity.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <map>
#include <memory>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

/// Windows of the reorder buffer that pass before trips count.
static constexpr unsigned WarmWindows = 2;
/// Longer trips are not analysed as a loop.
static constexpr size_t MostInWay = 1024;
/// Files are mapped in pages: bytes modulo which addresses hold.
static constexpr unsigned CodeAlign = 64;
/// Stretches of which the caches before them are kept for a second use. One of
/// them takes 13 MB with a third level of 32 MiB.
static constexpr size_t MostKept = 16;

namespace {

/// Sums of a loop while stretches are simulated.
struct LoopSums {
  std::vector<double> Cycles; ///< By step of the stack.
  /// Between the first counted trip and the last of a stretch.
  double CyclesAround = 0, TripsAround = 0;
  /// Of the loop's own instructions.
  int64_t CyclesOwn = 0;
  uint64_t HeadersOwn = 0, MispredictedOwn = 0;
  // By instruction of the trace: equal addresses may be in several modules.
  std::map<uint32_t, RunBranch> Branches;
  std::map<uint32_t, RunAccesses> Accesses;
  std::map<uint32_t, std::pair<uint64_t, int64_t>> Insts; ///< Runs, cycles.
  bool HasPartialForwarding = false;
  std::vector<RunChange> Changes;
  std::vector<double> ChangedCycles; ///< By change.
};

/// What simulations of one stretch give.
struct StretchFigures {
  StretchCode Code;
  std::optional<WarmCaches> Warm;          ///< None without caches.
  std::vector<std::vector<double>> Cycles; ///< By step and loop, counted trips.
};
/// What changes take in one stretch, by loop and change; 0 where it was not
/// tried there.
using ChangedFigures = std::vector<std::vector<double>>;

class Simulation {
public:
  Simulation(const RunTrace &T, const TraceCode &Code, PortModel &Model,
             const TraceOptions &Options);
  TraceFigures run();

private:
  void findAllVisits();
  void analyzeWay(size_t Loop);
  void prepare(size_t Stretch, StretchCode &C) {
    Simulator.prepare(Stretch, FrontEnd, Mispredicted[Stretch], C);
  }
  void forEachStretch(function_ref<void(size_t)> Work,
                      function_ref<void(size_t)> Deliver) const;
  void simulateAll(const WarmUp &Before);
  void simulate(size_t Stretch, const WarmUp &Before, StretchFigures &To);
  void add(size_t Stretch, const StretchFigures &From);
  double countedCycles(size_t Loop, size_t Stretch,
                       ArrayRef<int64_t> Retired) const;
  void advise(ArrayRef<StretchAccesses> All, const WarmUp &Before);
  ChangedFigures tryChanges(size_t Stretch, const WarmUp &Before);
  void tryMoves(size_t Loop, ArrayRef<StretchAccesses> All);
  bool hasVisit(size_t Loop, size_t Stretch) const {
    return any_of(Visits[Loop],
                  [=](const LoopVisit &V) { return V.Stretch == Stretch; });
  }
  double runChange(const StretchCode &C, size_t Loop, size_t Stretch,
                   const RunChange &Change, const WarmCaches *Warm) const;
  StackStep stepOf(const RunChange &Change) const;
  void predictBranches(ArrayRef<Kernel> Stretches);
  /// The counted trips of \p V are from first to second in the path; both are
  /// 0 if there are none.
  std::pair<uint32_t, uint32_t> countedTrips(const LoopVisit &V) const;
  void addVisit(const LoopVisit &V, const StretchCode &C, size_t Loop);
  void addAround(size_t Loop, size_t Stretch, ArrayRef<int64_t> Retired);
  void addOwn(size_t Loop, size_t Stretch, const StretchCode &C);
  void addAccess(const StretchCode &C, uint32_t At, LoopSums &Sums) const;
  void finish(size_t Loop);
  void finishAccesses(size_t Loop);
  std::string moduleOf(size_t Loop, uint32_t Inst) const;

  const RunTrace &T;
  const TraceCode &Code;
  PortModel &Model;
  const CacheTables *Caches; ///< Null: all data are in the first level.
  uint64_t PageBytes;
  StretchSimulator Simulator;
  bool WantsSensitivity;
  TaskRunner InOrder;           ///< Empty: one thread.
  std::vector<StackStep> Steps; ///< Of the stack, then those of sensitivity.
  size_t NumStackSteps;
  std::vector<Resource> CoreResources; ///< Of the ways of all loops.
  /// By stretch, and by the position in its path.
  const std::vector<BranchKind> BranchKinds; ///< By instruction of the trace.
  std::vector<std::vector<bool>> Mispredicted;
  std::vector<std::optional<WarmCaches>> Kept; ///< By stretch: of simulate().
  // By loop.
  std::vector<DenseSet<uint32_t>> Chased; ///< See LoopEvidence.
  // By loop.
  TraceFigures Out;
  std::vector<LoopSums> Sums;
  std::vector<std::vector<LoopVisit>> Visits;
  std::vector<double> FrontEnd; ///< Cycles a fused micro-op; 0: no limit.
};

} // namespace

Simulation::Simulation(const RunTrace &T, const TraceCode &Code,
                       PortModel &Model, const TraceOptions &Options)
    : T(T), Code(Code), Model(Model),
      Caches(Options.PerfectCaches ? nullptr : Model.caches().second),
      PageBytes(Options.PageBytes), Simulator(T, Code, Model, Caches),
      WantsSensitivity(Options.Sensitivity), InOrder(Options.InOrder),
      Steps(stackSteps(Caches, Model.aliasingRule() != nullptr,
                       hasBanks(Model, Caches))),
      NumStackSteps(Steps.size()), BranchKinds(Code.branchKinds()),
      Mispredicted(T.Stretches.size()) {
  if (!Caches)
    return;
  for (unsigned L = 0; L <= Caches->Levels.size(); ++L)
    Out.Levels.push_back(levelName(*Caches, L));
  Out.CacheSource = Model.caches().first->Name.str();
  for (StackStep &S : Steps)
    S.Memory.PageBytes = PageBytes;
}

void Simulation::findAllVisits() {
  const std::vector<bool> IsCall = Code.calls();
  for (const TraceLoop &L : T.Loops)
    Visits.push_back(findVisits(T, L, IsCall));
  Out.Loops.resize(T.Loops.size());
  Sums.resize(T.Loops.size());
  FrontEnd.resize(T.Loops.size());
  Chased.resize(T.Loops.size());
  for (size_t L = 0; L < T.Loops.size(); ++L)
    analyzeWay(L);
  if (WantsSensitivity)
    append_range(Steps,
                 sensitivitySteps(Steps.front(), CoreResources, Model, Caches));
  for (LoopSums &S : Sums)
    S.Cycles.resize(Steps.size());
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
  const CoreSizes Sizes = coreSizesOf(A);
  FrontEnd[Loop] = Sizes.FrontEnd.toDouble() / static_cast<double>(P.NumSlots);
  for (const Resource &R : simulatedResources(A, Sizes))
    if (!is_contained(CoreResources, R))
      CoreResources.push_back(R);
  for (const uint32_t N : findChased(A))
    Chased[Loop].insert(Way.Path[N]);
}

/// What tells instructions of all modules apart.
static uint64_t idOf(const TraceInst &I) {
  return I.Address ^ uint64_t(I.Module) << 40 ^ uint64_t(I.Module) << 6;
}

void Simulation::predictBranches(ArrayRef<Kernel> Stretches) {
  std::vector<std::vector<BranchRun>> Branches(Stretches.size());
  for (auto [S, K] : enumerate(Stretches)) {
    const ArrayRef<uint32_t> Path = T.Stretches[S].Path;
    for (auto [At, I] : enumerate(K.Insts)) {
      const BranchKind Kind = BranchKinds[Path[At]];
      // Where the last one goes is not known.
      if (Kind == BranchKind::Direct ||
          (Kind != BranchKind::Conditional && At + 1 == Path.size()))
        continue;
      const TraceInst &Inst = T.Insts[Path[At]];
      BranchRun B{static_cast<uint32_t>(At), I.is(IF_Taken), idOf(Inst), Kind};
      if (Kind != BranchKind::Conditional) {
        TraceInst Behind = Inst;
        Behind.Address += Inst.Size;
        B.Behind = idOf(Behind);
        B.Target = idOf(T.Insts[Path[At + 1]]);
      }
      Branches[S].push_back(B);
    }
  }
  const std::vector<std::vector<bool>> Wrong = findMispredicted(Branches);
  for (size_t S = 0; S < Stretches.size(); ++S) {
    Mispredicted[S].resize(Stretches[S].Insts.size());
    for (auto [B, IsWrong] : zip_equal(Branches[S], Wrong[S]))
      Mispredicted[S][B.At] = IsWrong;
  }
}

double Simulation::countedCycles(size_t Loop, size_t Stretch,
                                 ArrayRef<int64_t> Retired) const {
  int64_t Sum = 0;
  for (const LoopVisit &V : Visits[Loop])
    if (V.Stretch == Stretch) {
      const auto [Begin, End] = countedTrips(V);
      Sum += Retired[End] - Retired[Begin];
    }
  return static_cast<double>(Sum);
}

/// Works on stretches, on several threads if there are any, and delivers them
/// one after the other: sums are the same with any number of threads.
void Simulation::forEachStretch(function_ref<void(size_t)> Work,
                                function_ref<void(size_t)> Deliver) const {
  if (InOrder)
    return InOrder(T.Stretches.size(), Work, Deliver);
  for (size_t S = 0; S < T.Stretches.size(); ++S) {
    Work(S);
    Deliver(S);
  }
}

/// All steps of one stretch.
void Simulation::simulate(size_t Stretch, const WarmUp &Before,
                          StretchFigures &To) {
  StretchCode &C = To.Code;
  prepare(Stretch, C);
  To.Warm = Simulator.warm(Before, C, Steps.front().Memory);
  const WarmCaches *Warm = To.Warm ? &*To.Warm : nullptr;
  if (Caches)
    C.Records.resize(C.Insts.Insts.size());
  for (auto [N, Step] : enumerate(Steps)) {
    std::vector<uint16_t> Refetch;
    if (Step.Branches)
      for (const uint16_t Cycles : C.Refetch)
        Refetch.push_back(Cycles / Step.PenaltyDivisor);
    std::vector<int64_t> Retired = Simulator.run(
        C, {Step.Forwarding    ? C.Program
            : Step.Dependences ? C.WithoutForwarding
                               : C.WithoutDependences,
            Step, Refetch, Warm, N == 0 && Caches ? &C.Records : nullptr});
    std::vector<double> &Cycles = To.Cycles.emplace_back();
    for (size_t L = 0; L < T.Loops.size(); ++L)
      Cycles.push_back(countedCycles(L, Stretch, Retired));
    if (N == 0)
      C.Retired = std::move(Retired);
  }
}

/// Adds the figures of one stretch to those of all.
void Simulation::add(size_t Stretch, const StretchFigures &From) {
  for (size_t L = 0; L < T.Loops.size(); ++L) {
    for (size_t N = 0; N < Steps.size(); ++N)
      Sums[L].Cycles[N] += From.Cycles[N][L];
    addAround(L, Stretch, From.Code.Retired);
    addOwn(L, Stretch, From.Code);
    for (const LoopVisit &V : Visits[L])
      if (V.Stretch == Stretch)
        addVisit(V, From.Code, L);
  }
}

void Simulation::simulateAll(const WarmUp &Before) {
  Kept.resize(T.Stretches.size());
  std::vector<std::unique_ptr<StretchFigures>> Found(T.Stretches.size());
  forEachStretch(
      [&](size_t S) {
        Found[S] = std::make_unique<StretchFigures>();
        simulate(S, Before, *Found[S]);
      },
      [&](size_t S) {
        add(S, *Found[S]);
        if (S < MostKept)
          Kept[S] = std::move(Found[S]->Warm);
        Found[S].reset();
      });
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

std::pair<uint32_t, uint32_t>
Simulation::countedTrips(const LoopVisit &V) const {
  const auto First =
      lower_bound(V.Headers, WarmWindows * Simulator.core().ReorderBuffer);
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
  const auto First =
      lower_bound(Headers, WarmWindows * Simulator.core().ReorderBuffer);
  if (Headers.end() - First < 2)
    return;
  Sums[Loop].TripsAround += static_cast<double>(Headers.end() - First - 1);
  Sums[Loop].CyclesAround +=
      static_cast<double>(Retired[Headers.back()] - Retired[*First]);
}

/// Instructions of the loop itself, wherever they are in the stretch.
void Simulation::addOwn(size_t Loop, size_t Stretch, const StretchCode &C) {
  const TraceLoop &L = T.Loops[Loop];
  LoopSums &S = Sums[Loop];
  for (size_t At = WarmWindows * Simulator.core().ReorderBuffer;
       At < C.S->Path.size(); ++At) {
    const TraceInst &I = T.Insts[C.S->Path[At]];
    if (I.Module != L.Module || !L.contains(I.Address))
      continue;
    S.HeadersOwn += I.Address == L.Header;
    S.CyclesOwn += C.Retired[At] - C.Retired[At - 1];
    S.MispredictedOwn += Mispredicted[Stretch][At];
  }
}

/// The caches at position \p At.
void Simulation::addAccess(const StretchCode &C, uint32_t At,
                           LoopSums &Sums) const {
  const ArrayRef<StretchAccess> Own = C.Accesses.at(At);
  if (Own.empty() || C.Records.empty() || C.IsForwarded[At])
    return;
  const AccessRecord &R = C.Records[At];
  const uint32_t Inst = C.S->Path[At];
  RunAccesses &A = Sums.Accesses[Inst];
  A.Inst = Inst;
  A.Address = T.Insts[Inst].Address;
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
    F.Mispredicted += Mispredicted[V.Stretch][At];
    F.Met += C.Source[At] > V.Headers.front();
    Sums[Loop].HasPartialForwarding |= !C.WithWholeForwarding.Insts.empty();
    addAccess(C, At, Sums[Loop]);
    const uint32_t Inst = C.S->Path[At];
    auto &[Runs, Cycles] = Sums[Loop].Insts[Inst];
    ++Runs;
    Cycles += C.Retired[At] - C.Retired[At == 0 ? 0 : At - 1];
    const BranchKind Kind = BranchKinds[Inst];
    if (Kind == BranchKind::Direct || Kind == BranchKind::Call)
      continue;
    RunBranch &B = Sums[Loop].Branches[Inst];
    B.Inst = Inst;
    B.Address = T.Insts[Inst].Address;
    ++B.NumRuns;
    const uint64_t Next = T.Insts[C.S->Path[At + 1]].Address;
    if (Next != T.Insts[Inst].Address + T.Insts[Inst].Size ||
        Kind != BranchKind::Conditional) {
      ++B.NumTaken;
      B.Target = Kind == BranchKind::Conditional ? Next : 0;
    }
    B.NumMispredicted += Mispredicted[V.Stretch][At];
  }
}

/// See RunBranch::Module.
std::string Simulation::moduleOf(size_t Loop, uint32_t Inst) const {
  const uint32_t Module = T.Insts[Inst].Module;
  return Module == T.Loops[Loop].Module ? "" : T.Modules[Module];
}

/// What the caches did for the loop, and for each of its instructions.
void Simulation::finishAccesses(size_t Loop) {
  LoopRunFigures &F = Out.Loops[Loop];
  F.FromLevel.assign(Out.Levels.size(), 0);
  const double Trips = double(std::max<uint64_t>(1, F.NumCounted));
  for (auto &[Inst, A] : Sums[Loop].Accesses) {
    A.Module = moduleOf(Loop, Inst);
    for (auto [Sum, Num] : zip_equal(F.FromLevel, A.FromLevel))
      Sum += double(Num) / Trips;
    F.Walks += double(A.NumWalks) / Trips;
    F.Accesses.push_back(std::move(A));
  }
  llvm::sort(F.Accesses, [](const RunAccesses &A, const RunAccesses &B) {
    if (A.Delay != B.Delay)
      return A.Delay > B.Delay;
    if (A.numMisses() != B.numMisses())
      return A.numMisses() > B.numMisses();
    return std::tie(A.Address, A.Inst) < std::tie(B.Address, B.Inst);
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
  if (const LoopSums &S = Sums[Loop]; S.HeadersOwn != 0) {
    F.CyclesOwn = double(S.CyclesOwn) / double(S.HeadersOwn);
    F.MispredictedOwn = double(S.MispredictedOwn) / double(S.HeadersOwn);
  }
  if (F.NumCounted != 0) {
    for (double *Sum :
         {&F.Instructions, &F.Mispredicted, &F.Forwarded, &F.NewLines, &F.Met})
      *Sum /= double(F.NumCounted);
    for (double &Sum : Sums[Loop].Cycles)
      Sum /= double(F.NumCounted);
    F.Cycles = Sums[Loop].Cycles.front();
    F.CyclesAround = Sums[Loop].CyclesAround / Sums[Loop].TripsAround;
    const ArrayRef<StackStep> All = Steps;
    const ArrayRef<double> Cycles = Sums[Loop].Cycles;
    F.Stack = sharesOf(All.take_front(NumStackSteps),
                       Cycles.take_front(NumStackSteps));
    F.Sensitivity = effectsOf(All.drop_front(NumStackSteps),
                              Cycles.drop_front(NumStackSteps));
    F.CyclesOfBranches = F.Stack.back().Cycles;
    finishAccesses(Loop);
    for (const auto &[Inst, Of] : Sums[Loop].Insts)
      F.Insts.push_back({T.Insts[Inst].Address,
                         double(Of.first) / double(F.NumCounted),
                         double(Of.second) / double(F.NumCounted),
                         Code.textOf(Inst), moduleOf(Loop, Inst)});
    llvm::sort(F.Insts, [](const RunInst &A, const RunInst &B) {
      return std::tie(A.Module, A.Address, A.Text) <
             std::tie(B.Module, B.Address, B.Text);
    });
  }
  for (auto &[Inst, B] : Sums[Loop].Branches) {
    B.Module = moduleOf(Loop, Inst);
    F.Branches.push_back(std::move(B));
  }
  llvm::sort(F.Branches, [](const RunBranch &A, const RunBranch &B) {
    if (A.NumMispredicted != B.NumMispredicted)
      return A.NumMispredicted > B.NumMispredicted;
    return std::tie(A.Address, A.Inst) < std::tie(B.Address, B.Inst);
  });
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// The core as it is, but for the pages, and for stores that loads take for
/// theirs.
StackStep Simulation::stepOf(const RunChange &Change) const {
  StackStep Step = Steps.front();
  if (Change.Kind == AdviceKind::HugePages)
    Step.Memory.PageBytes = uint64_t(2) << 20;
  Step.Aliasing = Change.Kind != AdviceKind::MoveApart;
  return Step;
}

/// \returns the cycles of the counted trips of \p Loop in the stretch.
double Simulation::runChange(const StretchCode &C, size_t Loop, size_t Stretch,
                             const RunChange &Change,
                             const WarmCaches *Warm) const {
  const StackStep Step = stepOf(Change);
  std::vector<uint16_t> Refetch = C.Refetch;
  if (Change.Kind == AdviceKind::ConditionalMove)
    for (auto [At, Inst] : enumerate(C.S->Path))
      if (Inst == Change.Inst)
        Refetch[At] = 0;
  const bool IsWhole = Change.Kind == AdviceKind::MatchWidths &&
                       !C.WithWholeForwarding.Insts.empty();
  return countedCycles(
      Loop, Stretch,
      Simulator.run(C,
                    {IsWhole ? C.WithWholeForwarding : C.Program, Step, Refetch,
                     Warm, nullptr,
                     Change.Kind == AdviceKind::Prefetch ? &Change : nullptr}));
}

/// What the changes of all loops take in stretch \p Stretch, but for those that
/// move data.
ChangedFigures Simulation::tryChanges(size_t Stretch, const WarmUp &Before) {
  ChangedFigures Found(T.Loops.size());
  std::vector<size_t> Loops;
  for (size_t L = 0; L < T.Loops.size(); ++L) {
    Found[L].resize(Sums[L].Changes.size());
    if (hasVisit(L, Stretch) &&
        !all_of(Sums[L].Changes, std::mem_fn(&RunChange::movesData)))
      Loops.push_back(L);
  }
  if (Loops.empty())
    return Found;
  StretchCode C;
  prepare(Stretch, C);
  std::optional<WarmCaches> Same = std::move(Kept[Stretch]);
  Kept[Stretch].reset();
  if (!Same)
    Same = Simulator.warm(Before, C, Steps.front().Memory);
  std::optional<WarmCaches> WithHugePages;
  for (const size_t L : Loops)
    for (auto [Change, Cycles] : zip_equal(Sums[L].Changes, Found[L])) {
      if (Change.movesData())
        continue;
      const std::optional<WarmCaches> *Used = &Same;
      if (Change.Kind == AdviceKind::HugePages) {
        if (!WithHugePages)
          WithHugePages = Simulator.warm(Before, C, stepOf(Change).Memory);
        Used = &WithHugePages;
      }
      Cycles = runChange(C, L, Stretch, Change, *Used ? &**Used : nullptr);
    }
  return Found;
}

/// Adds what the changes of \p Loop that move data take in all stretches: where
/// data lie then follows from all of them.
void Simulation::tryMoves(size_t Loop, ArrayRef<StretchAccesses> All) {
  for (auto [Change, Sum] :
       zip_equal(Sums[Loop].Changes, Sums[Loop].ChangedCycles)) {
    if (!Change.movesData())
      continue;
    std::vector<StretchAccesses> Moved = changedAccesses(All, Change);
    const WarmUp Before(Moved);
    std::vector<double> Cycles(T.Stretches.size());
    forEachStretch(
        [&, &Change = Change](size_t S) {
          if (!hasVisit(Loop, S))
            return;
          StretchCode C;
          prepare(S, C);
          C.Accesses = std::move(Moved[S]);
          Simulator.findMeetings(C);
          const auto Warm = Simulator.warm(Before, C, Steps.front().Memory);
          Cycles[S] = runChange(C, Loop, S, Change, Warm ? &*Warm : nullptr);
        },
        [&, &Sum = Sum](size_t S) { Sum += Cycles[S]; });
  }
}

/// Tries for each loop what its figures suggest.
void Simulation::advise(ArrayRef<StretchAccesses> All, const WarmUp &Before) {
  for (size_t L = 0; L < T.Loops.size(); ++L) {
    LoopSums &S = Sums[L];
    if (Out.Loops[L].NumCounted != 0)
      S.Changes = findChanges({T, T.Loops[L], Out.Loops[L], All, Chased[L],
                               S.HasPartialForwarding, PageBytes});
    S.ChangedCycles.assign(S.Changes.size(), 0);
  }
  std::vector<ChangedFigures> Found(T.Stretches.size());
  forEachStretch([&](size_t S) { Found[S] = tryChanges(S, Before); },
                 [&](size_t S) {
                   for (auto [Loop, Cycles] : zip_equal(Sums, Found[S]))
                     for (auto [Sum, C] : zip_equal(Loop.ChangedCycles, Cycles))
                       Sum += C;
                 });
  for (size_t L = 0; L < T.Loops.size(); ++L)
    tryMoves(L, All);
  for (size_t L = 0; L < T.Loops.size(); ++L) {
    LoopRunFigures &F = Out.Loops[L];
    if (F.NumCounted == 0)
      continue;
    for (double &Sum : Sums[L].ChangedCycles)
      Sum /= double(F.NumCounted);
    F.Advice = bestAdvice(T, F, Sums[L].Changes, Sums[L].ChangedCycles);
  }
}

TraceFigures Simulation::run() {
  findAllVisits();
  std::vector<StretchAccesses> All;
  std::vector<Kernel> Stretches;
  for (const TraceStretch &S : T.Stretches) {
    Stretches.push_back(Code.kernelOf(S));
    All.push_back(findAccesses(S, Stretches.back()));
  }
  predictBranches(Stretches);
  Stretches.clear();
  for (auto [F, L, V] : zip_equal(Out.Loops, T.Loops, Visits))
    F.Measured = measureTrips(T, L, V, All);
  const WarmUp Before(All);
  simulateAll(Before);
  for (size_t L = 0; L < T.Loops.size(); ++L)
    finish(L);
  advise(All, Before);
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
