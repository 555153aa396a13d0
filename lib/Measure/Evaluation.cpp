//===- Evaluation.cpp - Predictions beside measurements -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Evaluation.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>

using namespace kernelbounds;
using namespace llvm;

PredictorSummary kernelbounds::summarizePredictor(
    const Evaluation &E, unsigned Predictor,
    function_ref<bool(const EvaluatedLoop &)> IsWanted) {
  PredictorSummary S;
  std::vector<DataPoint> Points;
  for (const EvaluatedLoop &L : E.Loops) {
    if (!IsWanted(L))
      continue;
    const Prediction &P = L.Predictions[Predictor];
    if (P.Cycles)
      Points.push_back(L.point(Predictor));
    else if (P.hasFailed())
      ++S.NumFailed;
    else
      ++S.NumNotAsked;
  }
  S.Errors = summarizeErrors(Points);
  return S;
}

PredictorSummary kernelbounds::summarizeGroup(const Evaluation &E,
                                              unsigned Predictor,
                                              const LoopGroup &G) {
  std::vector<bool> Wanted(E.Loops.size());
  for (unsigned I : G.Loops)
    Wanted[I] = true;
  return summarizePredictor(E, Predictor, [&](const EvaluatedLoop &L) {
    return Wanted[&L - E.Loops.data()];
  });
}

std::vector<LoopGroup> kernelbounds::groupLoops(const Evaluation &E) {
  std::vector<LoopGroup> Groups(1);
  Groups[0].Title = "all";
  Groups[0].Loops.resize(E.Loops.size());
  std::iota(Groups[0].Loops.begin(), Groups[0].Loops.end(), 0);
  std::map<std::string, std::vector<unsigned>> Compilers, Carried, Tags;
  for (auto [I, L] : llvm::enumerate(E.Loops)) {
    if (!L.Compiler.empty())
      Compilers["compiler " + L.Compiler].push_back(I);
    Carried[L.IsCarried ? "carried through memory" : "not through memory"]
        .push_back(I);
    if (L.IsCarried)
      Carried[L.IsChainExpected ? "carried through memory, as expected"
                                : "carried through memory, not expected"]
          .push_back(I);
    for (const std::string &Tag : L.Tags)
      Tags["tag " + Tag].push_back(I);
  }
  for (auto *Kind : {&Compilers, &Carried, &Tags})
    for (auto &[Title, Loops] : *Kind)
      Groups.push_back({Title, std::move(Loops)});
  return Groups;
}

std::vector<unsigned> kernelbounds::worstFirst(const Evaluation &E,
                                               unsigned Predictor) {
  std::vector<unsigned> Order;
  for (auto [I, L] : llvm::enumerate(E.Loops))
    if (L.Predictions[Predictor].Cycles)
      Order.push_back(I);
  auto Error = [&](unsigned I) {
    return relativeError(E.Loops[I].point(Predictor));
  };
  llvm::sort(Order, [&](unsigned A, unsigned B) {
    double ErrorA = Error(A), ErrorB = Error(B);
    return ErrorA != ErrorB ? ErrorA > ErrorB : A < B;
  });
  return Order;
}
