//===- LoopRun.cpp - The loops of one file, analysed ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/{jobs,top}.test.
//
//===----------------------------------------------------------------------===//

#include "LoopRun.h"
#include "InOrder.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// Loops in the order of the file; only marked regions if there are any.
static std::vector<Candidate> findCandidates(const Input &In,
                                             bool IgnoreMarkers) {
  std::vector<Candidate> All;
  const std::vector<ListedFunction> &Functions = In.code().Functions;
  if (!In.Regions.empty() && !IgnoreMarkers) {
    for (const MarkedRegion &R : In.Regions)
      for (const LoopBody &L : R.Bodies)
        All.push_back({&Functions[R.FunctionIdx], &L, R.Name});
    return All;
  }
  for (auto [F, Loops] : zip_equal(Functions, In.Loops))
    for (const LoopBody &L : Loops)
      All.push_back({&F, &L, ""});
  auto Start = [](const Candidate &C) {
    return C.Function->Blocks[C.Body->Header].First;
  };
  llvm::sort(All, [&](const Candidate &A, const Candidate &B) {
    return Start(A) < Start(B);
  });
  return All;
}

/// Whether the loop has an instruction of source line \p Line, or spans that
/// line of the assembly.
static bool containsLine(const Listing &Code, const Candidate &C,
                         unsigned Line) {
  unsigned First = ~0u, Last = 0;
  for (unsigned B : C.Body->Blocks) {
    const ListedBlock &Block = C.Function->Blocks[B];
    for (unsigned I = Block.First; I < Block.End; ++I) {
      if (Code.Insts[I].SourceLine == Line)
        return true;
      First = std::min(First, Code.Insts[I].AsmLine);
      Last = std::max(Last, Code.Insts[I].AsmLine);
    }
  }
  return First <= Line && Line <= Last;
}

static bool isPicked(const CommandLine &Options, const Input &In,
                     const Candidate &C) {
  if (!Options.Loop.empty() &&
      C.Function->Blocks[C.Body->Header].Label != Options.Loop)
    return false;
  return Options.Line == 0 || containsLine(In.code(), C, Options.Line);
}

void LoopRun::pick(Slot &S) const {
  S.Picked = findCandidates(*S.In, Options.IgnoreMarkers);
  S.NumFound = S.Picked.size();
  erase_if(S.Picked,
           [&](const Candidate &C) { return !isPicked(Options, *S.In, C); });
}

//===----------------------------------------------------------------------===//
// One piece
//===----------------------------------------------------------------------===//

/// Iterations of the timeline, and micro-ops of the steady state that the waits
/// of each instruction are averaged over.
static constexpr unsigned TimelineIterations = 6, SteadyUops = 1000;

/// Fused micro-ops that a loop is simulated for unless --simulate is given: a
/// body of a thousand instructions runs to its steady state.
static constexpr uint64_t DefaultSimulationBudget = 1 << 18;

/// What the user, and the format, want to know of a loop.
static LoopOptions loopOptions(const CommandLine &Options) {
  LoopOptions O;
  O.Bounds = Options.Analysis;
  O.Simulate = !Options.BoundsOnly;
  if (!Options.Simulate)
    O.Simulation.Budget = DefaultSimulationBudget;
  if (Options.Timeline)
    O.Simulation.RecordIterations = TimelineIterations;
  if (Options.Format->WantsReasons && Options.Simulate)
    O.Simulation.RecordSteadyUops = SteadyUops;
  O.Advice = O.Window = Options.Format->WantsReasons;
  O.Sensitivity = Options.Sensitivity;
  return O;
}

LoopRun::LoopRun(const CommandLine &Options)
    : Options(Options), Slots(slotsFor(Options.Jobs)) {
  for (auto [I, S] : enumerate(Slots))
    S.Machines = std::make_unique<MachineCache>(Options, /*IsQuiet=*/I != 0);
}

/// The first slot's machine was made before, so this one can be, too.
Machine &LoopRun::machine(Slot &S, const Input &In) {
  return cantFail(S.Machines->get(In.Target->target(), In.Target->triple()));
}

void LoopRun::analyze(Slot &S, const LoopOptions &Wanted) {
  Machine &M = machine(S, *S.In);
  for (const Candidate &C : S.Picked) {
    LoopOptions O = Wanted;
    O.Advice &= S.In->numUnread(*C.Function, *C.Body) == 0;
    S.Results.push_back(analyzeLoop(
        {S.In->code(), *C.Function, *C.Body, *M.Semantics}, *M.Model, O));
  }
}

bool LoopRun::deliver(Slot &S, Consumer Use) {
  bool WantsMore = true;
  for (auto [C, R] : zip_equal(S.Picked, S.Results))
    WantsMore = Use(*S.In, C, R);
  S.Results.clear();
  S.Picked.clear();
  S.In.reset();
  return WantsMore;
}

//===----------------------------------------------------------------------===//
// All of a file
//===----------------------------------------------------------------------===//

LoopCounts LoopRun::runAll(const InputFile &File, Consumer Use) {
  LoopCounts Counts;
  const LoopOptions Wanted = loopOptions(Options);
  auto Work = [&](size_t Piece, unsigned Slot) {
    struct Slot &S = Slots[Slot];
    S.In = File.read(Piece);
    pick(S);
    analyze(S, Wanted);
  };
  auto Deliver = [&](size_t, unsigned Slot) {
    Counts.NumFound += Slots[Slot].NumFound;
    Counts.NumPicked += Slots[Slot].Picked.size();
    deliver(Slots[Slot], Use);
  };
  runInOrder(File.numPieces(), Options.Jobs, Work, Deliver);
  Counts.NumReported = Counts.NumPicked;
  return Counts;
}

//===----------------------------------------------------------------------===//
// The largest loops of a file
//===----------------------------------------------------------------------===//

static unsigned idOf(const Input &In, const Candidate &C) {
  return In.functionId(C.Function - In.code().Functions.data());
}

/// The first instruction along the path that has a line of the source; null if
/// there is none.
static const ListedInst *firstWithLine(const Input &In, const Candidate &C) {
  for (unsigned B : C.Body->Path) {
    const ListedBlock &Block = C.Function->Blocks[B];
    for (unsigned I = Block.First; I < Block.End; ++I)
      if (In.code().Insts[I].SourceLine != 0)
        return &In.code().Insts[I];
  }
  return nullptr;
}

void LoopRun::setShares(std::vector<Place> &All) const {
  std::vector<LoopIdentity> Known;
  for (const Place &P : All)
    Known.push_back({P.Symbol, P.SourceFile, P.SourceLine, P.NumInsts});
  for (auto [P, Share] : zip_equal(All, Options.Run->of(Known)))
    P.Share = Share;
}

/// Takes the bounds of each loop, and what would help where that is asked for.
void LoopRun::rank(Slot &S) {
  LoopOptions O;
  O.Bounds = Options.Analysis;
  const bool ByGain = Options.Sort == SortKey::Gain;
  Machine &M = machine(S, *S.In);
  DenseMap<unsigned, unsigned> NumLoops; // By function.
  for (const Candidate &C : S.Picked) {
    const unsigned Function = idOf(*S.In, C);
    O.Advice = ByGain && S.In->numUnread(*C.Function, *C.Body) == 0;
    const LoopResult R = analyzeLoop(
        {S.In->code(), *C.Function, *C.Body, *M.Semantics}, *M.Model, O);
    CyclesPerIter Rank = R.Bounds.Prediction;
    if (ByGain)
      Rank = R.Next.What == Opportunity::Kind::None ? CyclesPerIter(0)
                                                    : R.Next.From - R.Next.To;
    std::string Name;
    if (Options.Sort == SortKey::Function)
      Name = demangledName(C.Function->Name);
    Place &P = S.Places.emplace_back(
        Place{Rank, std::move(Name), 0, Function, NumLoops[Function]++});
    if (!Options.Run)
      continue;
    P.Symbol = C.Function->Name;
    P.NumInsts = R.Bounds.kernel().Insts.size();
    if (const ListedInst *First = firstWithLine(*S.In, C)) {
      P.SourceFile = S.In->code().SourceFiles[First->SourceFile];
      P.SourceLine = First->SourceLine;
    }
  }
}

/// The \p Top largest loops, the largest first; or all, in the file's order.
std::vector<LoopRun::Place> LoopRun::findTop(const InputFile &File,
                                             unsigned Top, LoopCounts &Counts) {
  std::vector<Place> All;
  auto Work = [&](size_t Piece, unsigned Slot) {
    struct Slot &S = Slots[Slot];
    S.In = File.read(Piece);
    pick(S);
    rank(S);
  };
  auto Deliver = [&](size_t, unsigned Slot) {
    struct Slot &S = Slots[Slot];
    Counts.NumFound += S.NumFound;
    for (Place &P : S.Places) {
      P.Number = Counts.NumPicked++;
      All.push_back(P);
    }
    S.Places.clear();
    S.Picked.clear();
    S.In.reset();
  };
  runInOrder(File.numPieces(), Options.Jobs, Work, Deliver);
  if (Options.Run)
    setShares(All);
  if (All.size() <= Top && Options.Sort == SortKey::Default)
    return All;
  llvm::sort(All, [&](const Place &A, const Place &B) {
    if (Options.Sort == SortKey::Function && A.Name != B.Name)
      return A.Name < B.Name;
    if (Options.Sort == SortKey::Cost && A.Share != B.Share)
      return A.Share > B.Share;
    const bool ByRank = Options.Sort != SortKey::Function &&
                        Options.Sort != SortKey::File && A.Rank != B.Rank;
    return ByRank ? A.Rank > B.Rank : A.Number < B.Number;
  });
  if (All.size() > Top)
    All.resize(Top);
  return All;
}

/// \returns how many were handed over.
size_t LoopRun::runPlaces(const InputFile &File,
                          const std::vector<Place> &Chosen, Consumer Use) {
  std::atomic<bool> WantsMore = true;
  size_t NumUsed = 0;
  const LoopOptions Wanted = loopOptions(Options);
  auto Work = [&](size_t Task, unsigned Slot) {
    if (!WantsMore)
      return;
    struct Slot &S = Slots[Slot];
    const Place &P = Chosen[Task];
    S.In = File.readFunction(P.Function);
    pick(S);
    // A file of one piece keeps its functions together.
    std::vector<Candidate> Own;
    copy_if(S.Picked, std::back_inserter(Own),
            [&](const Candidate &C) { return idOf(*S.In, C) == P.Function; });
    S.Picked = {Own[P.Loop]};
    S.Picked.front().Share = P.Share;
    analyze(S, Wanted);
  };
  // What is one listing is for one thread.
  runInOrder(Chosen.size(), File.isText() ? 1 : Options.Jobs, Work,
             [&](size_t, unsigned Slot) {
               if (!WantsMore)
                 return;
               ++NumUsed;
               WantsMore = deliver(Slots[Slot], Use) || Options.Top != 0;
             });
  return NumUsed;
}

LoopCounts LoopRun::runTop(const InputFile &File, Consumer Use, unsigned Top) {
  // Most files are small: nothing has to be chosen.
  if (File.numPieces() == 1 && !isSorted()) {
    Slot One;
    One.In = File.read(0);
    pick(One);
    if (One.Picked.size() <= Top)
      return runAll(File, Use);
  }
  LoopCounts Counts;
  std::vector<Place> Chosen = findTop(File, Top, Counts);
  if (Chosen.size() == Counts.NumPicked && !isSorted())
    return runAll(File, Use);
  Counts.NumReported = runPlaces(File, Chosen, Use);
  return Counts;
}

Expected<LoopCounts> LoopRun::run(const InputFile &File, Consumer Use) {
  Expected<Machine &> First =
      Slots.front().Machines->get(File.target(), File.triple());
  if (!First)
    return First.takeError();
  const unsigned Top = Options.All   ? 0
                       : Options.Top ? Options.Top
                                     : Options.Format->DefaultTop;
  if (Top == 0 && isSorted())
    return runTop(File, Use, ~0u);
  return Top ? runTop(File, Use, Top) : runAll(File, Use);
}
