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
#include "CycleStack.h"
#include "TraceAdvice.h"
#include "TraceKernel.h"
#include "TraceSensitivity.h"
#include "TripTiming.h"
#include "WarmUp.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Graph/GraphBuilder.h"
#include "kernel-bounds/Run/TraceLoops.h"
#include "kernel-bounds/Simulation/OnePass.h"
#include "kernel-bounds/Simulation/Sensitivity.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <map>
#include <tuple>

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
  SimProgram WithWholeForwarding; ///< Empty if all is whole already.
  CoreSizes Sizes;
  // By the position in the path.
  std::vector<uint16_t> Refetch;
  std::vector<bool> IsForwarded;
  /// Of a load: the youngest store in the stretch that wrote of its bytes, and
  /// 1; 0: there is none.
  std::vector<uint32_t> Source;
  std::vector<uint32_t> NewLines;
  std::vector<AccessRecord> Records; ///< Empty without caches.
  std::vector<int64_t> Retired;      ///< On the core as it is.
};

/// The caches before a stretch.
struct WarmCaches {
  MemorySystem Memory;
  std::vector<PastTouch> Last; ///< Of runUp().
  double CyclesPerTouch;
  size_t Window;
};

/// One simulation of a stretch.
struct StretchRun {
  const SimProgram &Program;
  const StackStep &Step;
  ArrayRef<uint16_t> Refetch;
  const WarmCaches *Warm; ///< Null without caches.
  std::vector<AccessRecord> *Records = nullptr;
  const RunChange *Change = nullptr; ///< Of Prefetch.
};

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
  void prepare(size_t Stretch, StretchCode &C);
  void makePrograms(StretchCode &C, const MappedKernel &Mapped);
  std::vector<int64_t> runOnce(const StretchCode &C, const StretchRun &R) const;
  std::optional<WarmCaches> warm(const WarmUp &Before, const StretchCode &C,
                                 const MemoryOptions &Options) const;
  void simulate(size_t Stretch, const WarmUp &Before);
  double countedCycles(size_t Loop, size_t Stretch,
                       ArrayRef<int64_t> Retired) const;
  void advise(ArrayRef<StretchAccesses> All, const WarmUp &Before);
  void tryChanges(size_t Stretch, const WarmUp &Before);
  void tryMoves(size_t Loop, ArrayRef<StretchAccesses> All);
  bool hasVisit(size_t Loop, size_t Stretch) const {
    return any_of(Visits[Loop],
                  [=](const LoopVisit &V) { return V.Stretch == Stretch; });
  }
  double runChange(const StretchCode &C, size_t Loop, size_t Stretch,
                   const RunChange &Change, const WarmCaches *Warm);
  StackStep stepOf(const RunChange &Change) const;
  void predictBranches(ArrayRef<Kernel> Stretches);
  void countLines(StretchCode &C) const;
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
  CoreSizes Core;
  unsigned Penalty; ///< Cycles of a misprediction, from its execution on.
  bool WantsSensitivity;
  std::vector<StackStep> Steps; ///< Of the stack, then those of sensitivity.
  size_t NumStackSteps;
  std::vector<Resource> CoreResources; ///< Of the ways of all loops.
  /// By stretch, and by the position in its path.
  std::vector<std::vector<bool>> Mispredicted;
  // By loop.
  std::vector<DenseSet<uint32_t>> Chased; ///< See LoopEvidence.
  // By loop.
  TraceFigures Out;
  std::vector<LoopSums> Sums;
  std::vector<std::vector<LoopVisit>> Visits;
  std::vector<double> FrontEnd; ///< Cycles a fused micro-op; 0: no limit.
};

} // namespace

/// Of the model; else LLVM's figure for the core, or LLVM's default where it
/// does not know the core.
static unsigned findPenalty(const RunTrace &T, const PortModel &Model) {
  if (const unsigned Own =
          Model.pipeline(PipelineParam::MispredictPenalty).Value)
    return Own;
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
      Penalty(findPenalty(T, Model)), WantsSensitivity(Options.Sensitivity),
      Steps(stackSteps(Caches)), NumStackSteps(Steps.size()),
      Mispredicted(T.Stretches.size()) {
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

/// What tells instructions of all modules apart.
static uint64_t idOf(const TraceInst &I) {
  return I.Address ^ uint64_t(I.Module) << 40 ^ uint64_t(I.Module) << 6;
}

void Simulation::predictBranches(ArrayRef<Kernel> Stretches) {
  std::vector<std::vector<BranchRun>> Branches(Stretches.size());
  for (auto [S, K] : enumerate(Stretches))
    for (auto [At, I] : enumerate(K.Insts))
      if (I.is(IF_CondBranch))
        Branches[S].push_back({static_cast<uint32_t>(At), I.is(IF_Taken),
                               idOf(T.Insts[T.Stretches[S].Path[At]])});
  const std::vector<std::vector<bool>> Wrong = findMispredicted(Branches);
  for (size_t S = 0; S < Stretches.size(); ++S) {
    Mispredicted[S].resize(Stretches[S].Insts.size());
    for (auto [B, IsWrong] : zip_equal(Branches[S], Wrong[S]))
      Mispredicted[S][B.At] = IsWrong;
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
void Simulation::makePrograms(StretchCode &C, const MappedKernel &Mapped) {
  std::vector<MemoryDependence> Memory =
      findRecordedDependences(C.Insts, C.S->Addresses, ~0u);
  C.Source.resize(C.Insts.Insts.size());
  for (const MemoryDependence &D : Memory)
    C.Source[D.DestInst] = D.SourceInst + 1;
  erase_if(Memory, [&](const MemoryDependence &D) {
    return D.DestInst - D.SourceInst > Core.ReorderBuffer;
  });
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
  bool HasPartial = false;
  for (MemoryDependence &D : Memory) {
    C.IsForwarded[D.DestInst] = true;
    HasPartial |= D.Forward != Forwarding::Full;
    D.Forward = Forwarding::Full;
  }
  if (!HasPartial)
    return;
  Options.Memory = Memory;
  C.WithWholeForwarding =
      makeSimProgram(Mapped, buildDependencyGraph(Mapped, NumUnits, Options));
}

/// All but the records.
void Simulation::prepare(size_t Stretch, StretchCode &C) {
  C.S = &T.Stretches[Stretch];
  C.Insts = Code.kernelOf(*C.S);
  C.Accesses = findAccesses(*C.S, C.Insts);
  const MappedKernel Mapped = mapKernel(C.Insts, Model, {});
  makePrograms(C, Mapped);
  for (const bool IsWrong : Mispredicted[Stretch])
    C.Refetch.push_back(IsWrong ? static_cast<uint16_t>(Penalty) : 0);
}

/// Lines that the accesses of a stretch come to, as PastTouch counts them.
static size_t numTouches(const StretchAccesses &Accesses, unsigned LineBytes) {
  std::map<OperandId, uint64_t> Last;
  size_t Num = 0;
  for (const StretchAccess &A : Accesses.All) {
    const uint64_t Line = A.Address / LineBytes;
    const auto [It, IsNew] = Last.try_emplace({A.Inst, A.Number}, Line);
    Num += IsNew || It->second != Line;
    It->second = Line;
  }
  return Num;
}

/// The caches as they are before the stretch of \p C.
std::optional<WarmCaches> Simulation::warm(const WarmUp &Before,
                                           const StretchCode &C,
                                           const MemoryOptions &Options) const {
  if (!Caches)
    return std::nullopt;
  const unsigned LineBytes = Caches->lineBytes();
  WarmCaches W{MemorySystem(*Caches, Options), {}, 0, 1};
  const std::vector<PastTouch> Past =
      Before.past(C.Accesses, LineBytes, mostLines(*Caches));
  const size_t NumLast = std::min(Past.size(), RunUpTouches);
  for (const PastTouch &P : ArrayRef(Past).drop_back(NumLast))
    W.Memory.touch(P.Line * LineBytes, P.IsStore);
  W.Last.assign(Past.end() - NumLast, Past.end());
  // As fast as the stretch itself, if all data were there.
  const double Num =
      std::max<double>(1, double(numTouches(C.Accesses, LineBytes)));
  W.CyclesPerTouch =
      double(simulateOnce(C.Program, C.Sizes, C.Refetch).back()) / Num;
  W.Window = std::max<size_t>(1, static_cast<size_t>(Num * Core.ReorderBuffer /
                                                     double(C.S->Path.size())));
  return W;
}

/// \returns the cycles in which the instructions retire.
std::vector<int64_t> Simulation::runOnce(const StretchCode &C,
                                         const StretchRun &R) const {
  std::optional<MemorySystem> Memory;
  std::optional<StretchMemory> Timer;
  std::optional<PrefetchingMemory> Prefetching;
  AccessTimer *Used = nullptr;
  if (R.Step.Caches && R.Warm) {
    Memory = R.Warm->Memory;
    Memory->setOptions(R.Step.Memory);
    const int64_t Begin = runUp(*Memory, R.Warm->Last, Caches->lineBytes(),
                                R.Warm->CyclesPerTouch, R.Warm->Window);
    Timer.emplace(C.Accesses, *Memory, C.IsForwarded, R.Records, Begin);
    Used = &*Timer;
    if (R.Change)
      Used = &Prefetching.emplace(*Timer, *Memory, C.Accesses, C.S->Path,
                                  *R.Change, Begin);
  }
  CoreSizes Sizes = C.Sizes;
  if (!R.Step.FrontEnd)
    Sizes.FrontEnd = CyclesPerIter();
  return simulateOnce(R.Program, Sizes, R.Refetch, Used, R.Step.Faster);
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

/// All steps of one stretch, and their sums.
void Simulation::simulate(size_t Stretch, const WarmUp &Before) {
  StretchCode C;
  prepare(Stretch, C);
  countLines(C);
  const auto Warm = warm(Before, C, Steps.front().Memory);
  if (Caches)
    C.Records.resize(C.Insts.Insts.size());
  for (auto [N, Step] : enumerate(Steps)) {
    std::vector<uint16_t> Refetch;
    if (Step.Branches)
      for (const uint16_t Cycles : C.Refetch)
        Refetch.push_back(Cycles / Step.PenaltyDivisor);
    std::vector<int64_t> Retired =
        runOnce(C, {Step.Forwarding    ? C.Program
                    : Step.Dependences ? C.WithoutForwarding
                                       : C.WithoutDependences,
                    Step, Refetch, Warm ? &*Warm : nullptr,
                    N == 0 && Caches ? &C.Records : nullptr});
    for (size_t L = 0; L < T.Loops.size(); ++L) {
      if (N == 0)
        addAround(L, Stretch, Retired);
      Sums[L].Cycles[N] += countedCycles(L, Stretch, Retired);
    }
    if (N == 0)
      C.Retired = std::move(Retired);
  }
  for (size_t L = 0; L < T.Loops.size(); ++L) {
    addOwn(L, Stretch, C);
    for (const LoopVisit &V : Visits[L])
      if (V.Stretch == Stretch)
        addVisit(V, C, L);
  }
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

/// Instructions of the loop itself, wherever they are in the stretch.
void Simulation::addOwn(size_t Loop, size_t Stretch, const StretchCode &C) {
  const TraceLoop &L = T.Loops[Loop];
  LoopSums &S = Sums[Loop];
  for (size_t At = WarmWindows * Core.ReorderBuffer; At < C.S->Path.size();
       ++At) {
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
    if (!Code.instructions().Insts[Inst].is(IF_CondBranch))
      continue;
    RunBranch &B = Sums[Loop].Branches[Inst];
    B.Inst = Inst;
    B.Address = T.Insts[Inst].Address;
    ++B.NumRuns;
    const uint64_t Next = T.Insts[C.S->Path[At + 1]].Address;
    if (Next != T.Insts[Inst].Address + T.Insts[Inst].Size) {
      ++B.NumTaken;
      B.Target = Next;
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

/// The core as it is, but for the pages.
StackStep Simulation::stepOf(const RunChange &Change) const {
  StackStep Step = Steps.front();
  if (Change.Kind == AdviceKind::HugePages)
    Step.Memory.PageBytes = uint64_t(2) << 20;
  return Step;
}

/// \returns the cycles of the counted trips of \p Loop in the stretch.
double Simulation::runChange(const StretchCode &C, size_t Loop, size_t Stretch,
                             const RunChange &Change, const WarmCaches *Warm) {
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
      runOnce(C, {IsWhole ? C.WithWholeForwarding : C.Program, Step, Refetch,
                  Warm, nullptr,
                  Change.Kind == AdviceKind::Prefetch ? &Change : nullptr}));
}

/// Adds what the changes of all loops take in stretch \p Stretch, but for
/// those that move data.
void Simulation::tryChanges(size_t Stretch, const WarmUp &Before) {
  std::vector<size_t> Loops;
  for (size_t L = 0; L < T.Loops.size(); ++L)
    if (hasVisit(L, Stretch) &&
        !all_of(Sums[L].Changes, std::mem_fn(&RunChange::movesData)))
      Loops.push_back(L);
  if (Loops.empty())
    return;
  StretchCode C;
  prepare(Stretch, C);
  const auto Same = warm(Before, C, Steps.front().Memory);
  std::optional<WarmCaches> WithHugePages;
  for (const size_t L : Loops)
    for (auto [Change, Sum] :
         zip_equal(Sums[L].Changes, Sums[L].ChangedCycles)) {
      if (Change.movesData())
        continue;
      const std::optional<WarmCaches> *Used = &Same;
      if (Change.Kind == AdviceKind::HugePages) {
        if (!WithHugePages)
          WithHugePages = warm(Before, C, stepOf(Change).Memory);
        Used = &WithHugePages;
      }
      Sum += runChange(C, L, Stretch, Change, *Used ? &**Used : nullptr);
    }
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
    for (size_t S = 0; S < T.Stretches.size(); ++S) {
      if (!hasVisit(Loop, S))
        continue;
      StretchCode C;
      prepare(S, C);
      C.Accesses = std::move(Moved[S]);
      const auto Warm = warm(Before, C, Steps.front().Memory);
      Sum += runChange(C, Loop, S, Change, Warm ? &*Warm : nullptr);
    }
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
  for (size_t S = 0; S < T.Stretches.size(); ++S)
    tryChanges(S, Before);
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
  for (size_t S = 0; S < T.Stretches.size(); ++S)
    simulate(S, Before);
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
