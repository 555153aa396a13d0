//===- KernelMeasurement.cpp - One measured loop --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/KernelMeasurement.h"
#include "kernel-bounds/Measure/SteppedRun.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

struct StatusRow {
  MeasureStatus Status;
  StringLiteral Name;
};

constexpr StatusRow Statuses[] = {
    {MeasureStatus::Ok, "ok"},
    {MeasureStatus::Duplicate, "duplicate"},
    {MeasureStatus::Unsteady, "unsteady"},
    {MeasureStatus::MissesCache, "misses-cache"},
    {MeasureStatus::Short, "short"},
    {MeasureStatus::NoLoop, "no-loop"},
    {MeasureStatus::CompileFailed, "compile-failed"},
    {MeasureStatus::RunFailed, "run-failed"},
    {MeasureStatus::CannotRun, "cannot-run"}};

} // namespace

StringRef kernelbounds::statusName(MeasureStatus S) {
  return Statuses[static_cast<unsigned>(S)].Name;
}

Expected<MeasureStatus> kernelbounds::parseStatus(StringRef Name) {
  for (const StatusRow &R : Statuses)
    if (R.Name == Name)
      return R.Status;
  return createStringError("unknown status '" + Name + "'");
}

/// Counts of the long run less those of the short one; never below 0. None if
/// more than a hundredth of it would be below: then the short run went through
/// code of its own (a check for overlap that depends on the trip count, say),
/// and the difference of the times is not that of the further trips.
static std::optional<std::vector<uint64_t>> difference(const SteppedRun &Many,
                                                       const SteppedRun &Few) {
  std::vector<uint64_t> D;
  uint64_t NumMore = 0, NumLess = 0;
  for (auto [A, B] : zip_equal(Many.Executions, Few.Executions)) {
    D.push_back(A > B ? A - B : 0);
    NumMore += D.back();
    NumLess += A < B ? B - A : 0;
  }
  if (NumLess * 100 > NumMore)
    return std::nullopt;
  return D;
}

/// Of all blocks of the loop, as indices into the listing.
static std::vector<uint32_t> allInstructionsOf(const CodePiece &Loop) {
  std::vector<uint32_t> All;
  for (unsigned B : Loop.Body.Blocks)
    for (unsigned I = Loop.Function->Blocks[B].First;
         I < Loop.Function->Blocks[B].End; ++I)
      All.push_back(I);
  return All;
}

/// Sets what the pieces of the difference tell; \p Many is the long run.
static void findDominatingLoop(KernelCode &Code, const SteppedRun &Many,
                               KernelMeasurement &M) {
  std::vector<CodePiece> Pieces = Code.pieces(M.Blocks);
  auto Loop = find_if(Pieces, [](const CodePiece &P) { return P.IsLoop; });
  if (Loop == Pieces.end()) {
    M.Status = MeasureStatus::NoLoop;
    return;
  }
  M.LoopHash = Code.hash(*Loop);
  M.Trips = Loop->Executions;
  M.Instructions = Code.instructionsOf(*Loop).size();
  M.Ways = Code.findTrips(*Loop, Many.Blocks, M.Trips);
  M.IsCarried = Many.Flow.isCarriedThroughMemory(allInstructionsOf(*Loop));
  auto IsOfLoop = [&, Place = std::pair(Loop->Function, Loop->LoopNumber)](
                      const CodePiece &P) {
    return P.IsLoop && std::pair(P.Function, P.LoopNumber) == Place;
  };
  uint64_t All = 0, OfLoop = 0;
  for (const CodePiece &P : Code.pieces(M.Blocks, M.Ways)) {
    All += P.NumInstructions;
    OfLoop += IsOfLoop(P) ? P.NumInstructions : 0;
  }
  M.Share = static_cast<double>(OfLoop) / All;
}

/// Steps the two runs of \p M's plan, and tells what the further trips are.
static Error stepRuns(KernelCode &Code, LoadedKernel &Kernel,
                      const MeasureOptions &Options, KernelMeasurement &M) {
  StepOptions Stepping{Options.Timer.Cpu, Options.MaxSteps, true};
  auto Step = [&](long N) {
    return stepKernel(Kernel, N, Code.listing(), Code.instructions(),
                      Code.input().Target->registerInfo(), Stepping);
  };
  auto Many = Step(M.Plan.Many);
  if (!Many)
    return Many.takeError();
  Stepping.WithAccesses = false;
  auto Few = Step(M.Plan.Few);
  if (!Few)
    return Few.takeError();
  auto Further = difference(*Many, *Few);
  if (!Further) {
    M.Status = MeasureStatus::NoLoop;
    M.Detail = "the run with few trips goes through other code";
    return Error::success();
  }
  M.Blocks = Code.blockCounts(*Further);
  findDominatingLoop(Code, *Many, M);
  if (M.Status != MeasureStatus::Ok)
    return Error::success();
  if (Many->NumOutside > Few->NumOutside) {
    M.Status = MeasureStatus::NoLoop;
    M.Detail = "much of it runs in another library";
  } else if (Many->NumMisses != 0) {
    M.Status = MeasureStatus::MissesCache;
    M.Detail = std::to_string(Many->NumMisses) + " of " +
               std::to_string(Many->NumAccesses) + " accesses";
  } else if (M.Trips < Options.LeastTrips) {
    M.Status = MeasureStatus::Short;
  }
  return Error::success();
}

/// Of the counts of \p M's plan, those of one trip of its loop; 0: that is not
/// a whole number.
static long countsOfTrip(const KernelMeasurement &M) {
  const long Apart = M.Plan.Many - M.Plan.Few, Trips = M.Trips;
  return Trips != 0 && Apart % Trips == 0 ? Apart / Trips : 0;
}

Expected<KernelMeasurement>
kernelbounds::stepObject(StringRef Object, const MeasureOptions &Options) {
  KernelMeasurement M;
  auto Failed = [&](Error E) {
    M.Status = MeasureStatus::RunFailed;
    M.Detail = toString(std::move(E));
    return M;
  };
  auto Code = KernelCode::read(Object);
  if (!Code)
    return Failed(Code.takeError());
  auto Loaded = LoadedKernel::load(Object);
  if (!Loaded)
    return Failed(Loaded.takeError());
  M.Plan = farthestPlan((*Loaded)->maxN());
  if (Error E = stepRuns(**Code, **Loaded, Options, M))
    return Failed(std::move(E));
  if (M.Status != MeasureStatus::Ok)
    return M;
  if (const long PerTrip = countsOfTrip(M)) {
    KernelMeasurement Alike;
    Alike.Plan = M.Plan;
    // If then another loop dominates, or none, the first runs are the better.
    if (makeEndsAlike(Alike.Plan, PerTrip)) {
      if (Error E = stepRuns(**Code, **Loaded, Options, Alike))
        return Failed(std::move(E));
      if (Alike.Status == MeasureStatus::Ok && Alike.LoopHash == M.LoopHash &&
          countsOfTrip(Alike) == PerTrip)
        M = std::move(Alike);
    }
    addJitter(M.Plan, PerTrip);
  }
  return M;
}

void kernelbounds::timeObject(StringRef Object, const MeasureOptions &Options,
                              KernelMeasurement &M) {
  auto Loaded = LoadedKernel::load(Object);
  auto Failed = [&](Error E) {
    M.Status = MeasureStatus::RunFailed;
    M.Detail = toString(std::move(E));
  };
  if (!Loaded)
    return Failed(Loaded.takeError());
  auto T = timeKernel(**Loaded, M.Plan, Options.Timer);
  if (!T)
    return Failed(T.takeError());
  M.Time = *T;
  if (T->Cycles <= 0) {
    M.Status = MeasureStatus::RunFailed;
    M.Detail = "more trips took no more cycles";
  } else if (!T->IsSteady) {
    M.Status = MeasureStatus::Unsteady;
  }
}
