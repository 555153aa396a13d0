//===- SizeSearch.cpp - How much a core has in flight ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bisection for the number of fillers at which a trip takes as long as the
/// chain: half of it while two chains overlap, all of it where they do not.
/// Where the chain's instructions take entries, too, they leave them one after
/// the other, and the step is a ramp as wide as the chain; how steep it is
/// differs from core to core, so that its upper end counts.
///
/// Tested by unittests/Measure/SizeSearchTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/SizeSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

TimedLoop SizeSearch::loop(unsigned NumFillers) const {
  TimedLoop L;
  L.Values = Values;
  L.Body = Chain;
  for (unsigned I = 0; I < NumFillers; ++I)
    L.Body.push_back(Fillers[I % Fillers.size()]);
  return L;
}

namespace {

/// Where what a loop takes rises above a value, by the number of fillers.
class StepFinder {
public:
  /// With \p IsEach, the value is what each of N instructions takes.
  StepFinder(LoopRunner &Runner, const SizeSearch &S, bool IsEach,
             double Threshold)
      : Runner(Runner), S(S), IsEach(IsEach), Threshold(Threshold) {}

  /// The count, between two that were tried, at which the value is
  /// Threshold. Outcomes that are no figures end the search.
  LoopOutcome find(unsigned Low, unsigned High);

private:
  /// False if it cannot be run.
  bool value(unsigned N, double &Value);
  bool bisect(unsigned Low, unsigned High, double &Place);

  LoopRunner &Runner;
  const SizeSearch &S;
  bool IsEach;
  double Threshold;
  LoopOutcome Fault;
};

} // namespace

bool StepFinder::value(unsigned N, double &Value) {
  const LoopOutcome O = Runner.run(S.loop(N));
  // One that is unsteady may be near; the searches tell how far apart they end.
  if (!O.isKnown() && O.Status != LoopStatus::Unsteady) {
    Fault = O;
    return false;
  }
  Value = IsEach ? O.Cycles / N : O.Cycles;
  return true;
}

bool StepFinder::bisect(unsigned Low, unsigned High, double &Place) {
  double AtLow, AtHigh;
  if (!value(Low, AtLow) || !value(High, AtHigh))
    return false;
  // One end, where the step is not between them.
  Place = AtLow >= Threshold ? Low : High;
  if (AtLow >= Threshold || AtHigh < Threshold)
    return true;
  while (High - Low > 1) {
    const unsigned Middle = Low + (High - Low) / 2;
    double V;
    if (!value(Middle, V))
      return false;
    (V < Threshold ? Low : High) = Middle;
    (V < Threshold ? AtLow : AtHigh) = V;
  }
  Place = Low + (Threshold - AtLow) / (AtHigh - AtLow);
  return true;
}

LoopOutcome StepFinder::find(unsigned Low, unsigned High) {
  double Place;
  if (!bisect(Low, High, Place))
    return Fault;
  if (Place <= Low || Place >= High)
    return {LoopStatus::NoStep, Place, 0, ""};
  std::vector<double> Places = {Place};
  const unsigned NumAgain = Runner.noise() > 0 ? 2 : 0;
  const auto Near = static_cast<unsigned>(std::max(4.0, 0.06 * Place));
  for (unsigned I = 0; I < NumAgain; ++I) {
    const auto At = static_cast<unsigned>(Place);
    if (!bisect(std::max(Low, At > Near ? At - Near : 0),
                std::min(High, At + Near), Places.emplace_back()))
      return Fault;
  }
  llvm::sort(Places);
  LoopOutcome O;
  O.Cycles = Places[Places.size() / 2];
  O.Spread = (Places.back() - Places.front()) / O.Cycles;
  if (O.Spread > 0.05)
    O.Status = LoopStatus::Unsteady;
  return O;
}

LoopOutcome kernelbounds::findSize(LoopRunner &Runner, const SizeSearch &S,
                                   double ChainCycles) {
  // What the fillers take themselves must not look like the step.
  constexpr unsigned Few = 16, NumProbe = 96;
  SizeSearch Alone = S;
  Alone.Chain.clear();
  const LoopOutcome Rate = Runner.run(Alone.loop(NumProbe));
  if (!Rate.isKnown())
    return Rate;
  const double Each = std::max(Rate.Cycles / NumProbe, 0.01);
  const unsigned Most =
      std::min<double>(S.Most, std::floor(0.65 * ChainCycles / Each));
  if (Most <= Few)
    return {LoopStatus::NoStep, double(Few), 0, ""};
  const double Share = S.OfChain ? 0.94 : 0.75;
  StepFinder Finder(Runner, S, /*IsEach=*/false, Share * ChainCycles);
  LoopOutcome O = Finder.find(Few, Most);
  if (O.isKnown())
    O.Cycles = S.OfEnd + (S.OfChain ? O.Cycles + (1 - Share) * S.Chain.size()
                                    : std::floor(O.Cycles));
  return O;
}

LoopOutcome kernelbounds::findCodeSize(LoopRunner &Runner,
                                       ArrayRef<MCInst> Fillers,
                                       const LoopValues &Values, unsigned Least,
                                       unsigned Most) {
  SizeSearch S;
  S.Fillers = Fillers.vec();
  S.Values = Values;
  const LoopOutcome Short = Runner.run(S.loop(Least));
  if (!Short.isKnown())
    return Short;
  const double Each = Short.Cycles / Least;
  return StepFinder(Runner, S, /*IsEach=*/true, Each * (1 + 1.0 / 12))
      .find(Least, Most);
}
