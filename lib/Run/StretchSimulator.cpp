//===- StretchSimulator.cpp - A recorded stretch on the core --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Run/replay.test and test/Run/caches.test.
///
//===----------------------------------------------------------------------===//

#include "StretchSimulator.h"
#include "RecordedCrossings.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Graph/GraphBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

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

StretchSimulator::StretchSimulator(const RunTrace &T, const TraceCode &Code,
                                   PortModel &Model, const CacheTables *Caches)
    : T(T), Code(Code), Model(Model), Caches(Caches), Core(coreSizesOf(Model)),
      Penalty(findPenalty(T, Model)) {}

/// Lines that may count: those that all caches together hold, and some more,
/// as sets are not filled evenly.
static uint64_t mostLines(const CacheTables &Caches) {
  uint64_t Sum = 0;
  for (const CacheLevelSpec &L : Caches.Levels)
    Sum += uint64_t(L.Sets) * L.Ways;
  return Sum + Sum / 4;
}

/// The loop with most instructions in \p S; -1: none.
int StretchSimulator::mainLoop(const TraceStretch &S) const {
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

static void countLines(StretchCode &C) {
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

/// Makes \p P, of the stretch \p S, code that runs once: executions of an
/// instruction are known as those.
static void markAsRun(const TraceStretch &S, SimProgram &P) {
  for (auto [I, Inst] : zip_equal(P.Insts, S.Path))
    I.Code = Inst;
  P.RunsOnce = true;
}

/// The programs of \p C, whose path and accesses are known.
void StretchSimulator::makePrograms(StretchCode &C, const MappedKernel &Mapped,
                                    ArrayRef<double> FrontEnd) const {
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
  markAsRun(*C.S, C.Program);
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
  markAsRun(*C.S, C.WithWholeForwarding);
}

void StretchSimulator::findMeetings(StretchCode &C) const {
  constexpr unsigned AssumedBuffer = 64;
  if (const AliasingRule *Rule = Model.aliasingRule())
    C.Aliased =
        AliasedLoads(C.Accesses, *Rule,
                     Core.StoreBuffer < CoreSizes::Unlimited ? Core.StoreBuffer
                                                             : AssumedBuffer);
  if (Core.LoadsPerBank != 0)
    C.Banked = BankedLoads(C.Accesses, Core.BankBytes, Core.LoadsPerBank,
                           C.IsForwarded);
  else if (Caches && Caches->Levels.front().Banks != 0)
    C.Banked = BankedLoads(C.Accesses, Caches->Levels.front(), C.IsForwarded);
}

void StretchSimulator::prepare(size_t Number, ArrayRef<double> FrontEnd,
                               const std::vector<bool> &Mispredicted,
                               StretchCode &C) {
  C.S = &T.Stretches[Number];
  {
    const std::lock_guard Lock(Mapping);
    C.Insts = Code.kernelOf(*C.S);
    C.Accesses = findAccesses(*C.S, C.Insts);
    MappedKernel Mapped = mapKernel(C.Insts, Model, {});
    if (const LineCrossingRule *Rule = Model.lineCrossingRule().second)
      markRecordedCrossings(C.Accesses, *Rule, Mapped);
    makePrograms(C, Mapped, FrontEnd);
  }
  findMeetings(C);
  for (const bool IsWrong : Mispredicted)
    C.Refetch.push_back(IsWrong ? static_cast<uint16_t>(Penalty) : 0);
  countLines(C);
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

std::optional<WarmCaches>
StretchSimulator::warm(const WarmUp &Before, const StretchCode &C,
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

std::vector<int64_t> StretchSimulator::run(const StretchCode &C,
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
  std::optional<AliasingTimer> Aliasing;
  if (R.Step.Aliasing && !C.Aliased.empty())
    Used = &Aliasing.emplace(C.Aliased, *Model.aliasingRule(), C.S->Path.size(),
                             Used);
  std::optional<BankTimer> Banks;
  if (R.Step.Banks && !C.Banked.empty())
    Used = &Banks.emplace(C.Banked, Used);
  CoreSizes Sizes = C.Sizes;
  if (!R.Step.FrontEnd)
    Sizes.FrontEnd = CyclesPerIter();
  return simulateOnce(R.Program, Sizes, R.Refetch, Used, R.Step.Faster);
}
