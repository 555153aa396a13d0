//===- Comparison.cpp - Two evaluations side by side ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Comparison.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

static std::string keyOf(const EvaluatedLoop &L) {
  return L.Kernel + "\n" + L.Variant + "\n" + L.Loop;
}

using Pairs = std::vector<std::pair<unsigned, unsigned>>;

static Pairs matchLoops(const Evaluation &Old, const Evaluation &New) {
  StringMap<unsigned> InOld;
  for (auto [I, L] : llvm::enumerate(Old.Loops))
    InOld[keyOf(L)] = I;
  Pairs Common;
  for (auto [I, L] : llvm::enumerate(New.Loops))
    if (auto It = InOld.find(keyOf(L)); It != InOld.end())
      Common.push_back({It->second, static_cast<unsigned>(I)});
  return Common;
}

static void sortByChange(std::vector<PredictionChange> &Changes) {
  llvm::sort(Changes, [](const PredictionChange &A, const PredictionChange &B) {
    double ChangeA = std::fabs(A.NewError - A.OldError);
    double ChangeB = std::fabs(B.NewError - B.OldError);
    return ChangeA != ChangeB ? ChangeA > ChangeB : A.New < B.New;
  });
}

static PredictorComparison
comparePredictor(const Evaluation &Old, const Evaluation &New,
                 PredictorComparison C, const Pairs &Common, double Threshold) {
  bool IsBound = New.Predictors[C.NewIdx].IsLowerBound;
  std::vector<DataPoint> OldPoints, NewPoints;
  for (auto [O, N] : Common) {
    const EvaluatedLoop &OldLoop = Old.Loops[O], &NewLoop = New.Loops[N];
    bool HasOld = OldLoop.Predictions[C.OldIdx].Cycles.has_value();
    bool HasNew = NewLoop.Predictions[C.NewIdx].Cycles.has_value();
    C.NumRepaired += !HasOld && HasNew;
    C.NumBroken += HasOld && !HasNew;
    if (!HasOld || !HasNew)
      continue;
    OldPoints.push_back(OldLoop.point(C.OldIdx));
    NewPoints.push_back(NewLoop.point(C.NewIdx));
    PredictionChange Change{O, N, relativeError(OldPoints.back()),
                            relativeError(NewPoints.back()),
                            IsBound && isViolation(NewPoints.back()) &&
                                !isViolation(OldPoints.back())};
    if (std::fabs(Change.NewError - Change.OldError) <= Threshold)
      ++C.NumSame;
    else if (Change.NewError < Change.OldError)
      C.Better.push_back(Change);
    else
      C.Worse.push_back(Change);
  }
  C.Old = summarizeErrors(OldPoints);
  C.New = summarizeErrors(NewPoints);
  sortByChange(C.Better);
  sortByChange(C.Worse);
  return C;
}

EvaluationComparison kernelbounds::compareEvaluations(const Evaluation &Old,
                                                      const Evaluation &New,
                                                      double Threshold) {
  EvaluationComparison C;
  Pairs Common = matchLoops(Old, New);
  C.NumCommon = Common.size();
  C.NumOnlyOld = Old.Loops.size() - Common.size();
  C.NumOnlyNew = New.Loops.size() - Common.size();
  std::vector<double> Moves;
  for (auto [O, N] : Common) {
    Moves.push_back(
        std::fabs(New.Loops[N].Measured / Old.Loops[O].Measured - 1));
    C.NumMoved += Moves.back() > 0.02;
  }
  llvm::sort(Moves);
  C.MedianMove = Moves.empty() ? 0 : quantile(Moves, 0.5);
  for (auto [O, OldInfo] : llvm::enumerate(Old.Predictors))
    for (auto [N, NewInfo] : llvm::enumerate(New.Predictors)) {
      if (OldInfo.Name != NewInfo.Name)
        continue;
      PredictorComparison P;
      P.Name = OldInfo.Name;
      P.OldIdx = O;
      P.NewIdx = N;
      C.Predictors.push_back(
          comparePredictor(Old, New, std::move(P), Common, Threshold));
    }
  return C;
}

static void writeChanges(raw_ostream &OS, StringRef Title,
                         ArrayRef<PredictionChange> Changes,
                         const PredictorComparison &C, const Evaluation &Old,
                         const Evaluation &New, unsigned MaxLoops) {
  if (Changes.empty())
    return;
  OS << "  " << Title << ":\n";
  for (const PredictionChange &X : Changes.take_front(MaxLoops)) {
    const EvaluatedLoop &L = New.Loops[X.New];
    OS << formatv("    {0} {1}: measured {2:f2}, predicted {3:f2} -> {4:f2}, "
                  "error {5:f1}% -> {6:f1}%{7}\n",
                  L.Kernel, L.Variant, L.Measured,
                  *Old.Loops[X.Old].Predictions[C.OldIdx].Cycles,
                  *L.Predictions[C.NewIdx].Cycles, 100 * X.OldError,
                  100 * X.NewError, X.NewViolation ? ", violation" : "");
  }
  if (Changes.size() > MaxLoops)
    OS << "    and " << Changes.size() - MaxLoops << " more\n";
}

void kernelbounds::writeComparison(raw_ostream &OS,
                                   const EvaluationComparison &C,
                                   const Evaluation &Old, const Evaluation &New,
                                   unsigned MaxLoops) {
  OS << C.NumCommon << " loops in both, " << C.NumOnlyOld
     << " only in the old, " << C.NumOnlyNew << " only in the new\n"
     << formatv("measurements: {0} moved by more than 2 %, median {1:f2}%\n",
                C.NumMoved, 100 * C.MedianMove);
  for (const PredictorComparison &P : C.Predictors) {
    OS << formatv("\n{0}: {1} better, {2} worse, {3} same, {4} repaired, {5} "
                  "broken\n",
                  P.Name, P.Better.size(), P.Worse.size(), P.NumSame,
                  P.NumRepaired, P.NumBroken);
    if (P.New.Count == 0)
      continue;
    OS << formatv("  MAPE {0:f2}% -> {1:f2}%, median {2:f2}% -> {3:f2}%, tau "
                  "{4:f3} -> {5:f3}",
                  100 * P.Old.Mape, 100 * P.New.Mape, 100 * P.Old.Median,
                  100 * P.New.Median, P.Old.KendallTau, P.New.KendallTau);
    if (New.Predictors[P.NewIdx].IsLowerBound)
      OS << ", violations " << P.Old.NumViolations << " -> "
         << P.New.NumViolations;
    OS << '\n';
    writeChanges(OS, "worse", P.Worse, P, Old, New, MaxLoops);
    writeChanges(OS, "better", P.Better, P, Old, New, MaxLoops);
  }
}
