//===- Simulator.cpp - Cycles of a loop on a core -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a core until its state, relative to its clock, is one that it has been
/// in before: from then on it does the same for ever, so the cycles between the
/// two, divided by the iterations, are exact.
///
/// One earlier state is kept and compared with each later one; it is replaced
/// after 1, 2, 4, 8, … iterations (R. P. Brent, "An improved Monte Carlo
/// factorization algorithm", BIT 20, 1980). So a period of n that begins after
/// m iterations is found within 3 max(m, n) of them. States are compared number
/// by number, those first that differ most often.
///
/// A core that chooses ports at rename may take long to repeat, or for ever.
/// Then the mean of a long window is taken, see FairWindow.h.
///
/// Why no lower bound is passed: in a period of n iterations every port does
/// all the micro-ops of n iterations, one at a time; rename passes all their
/// slots, at most its width in a cycle; and each value comes at least its
/// latency after its inputs, around every cycle of dependences.
///
/// Tested by unittests/Simulation/SimulatorTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Simulator.h"
#include "Core.h"
#include "FairWindow.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::renameWaitName(RenameWait W) {
  static constexpr StringLiteral Names[NumRenameWaits] = {"",
                                                          "issue width",
                                                          "front end",
                                                          "reorder buffer",
                                                          "scheduler",
                                                          "load buffer",
                                                          "store buffer",
                                                          "integer registers",
                                                          "vector registers"};
  return Names[static_cast<unsigned>(W)];
}

namespace {

/// Keeps one earlier state, and knows when the present one equals it.
class PeriodFinder {
public:
  /// \returns true if \p C is in the state of Since.
  bool repeats(const Core &C) {
    if (NextChange != 1 && C.isIn(Earlier))
      return true;
    if (C.iterations() < NextChange)
      return false;
    NextChange *= 2;
    C.capture(Earlier);
    SinceIteration = C.iterations();
    SinceClock = C.clock();
    return false;
  }
  uint64_t SinceIteration = 0;
  int64_t SinceClock = 0;

private:
  uint64_t NextChange = 1;
  std::vector<int64_t> Earlier;
};

} // namespace

static uint64_t iterationLimit(const SimProgram &P,
                               const SimulationOptions &O) {
  uint64_t BySlots = O.MaxSlots / P.NumSlots;
  // A window has room for several rounds of phases at either end.
  const unsigned Least =
      std::max(O.MinIterations, P.NumPhases == 1 ? 1 : 12 * P.NumPhases);
  return std::clamp<uint64_t>(BySlots, Least, std::max(Least, O.MaxIterations));
}

static void recordSteady(Core &C, const SimProgram &P, unsigned MaxUops,
                         SimulationResult &R) {
  uint64_t PerIteration = std::max<uint64_t>(1, P.Uops.size());
  uint64_t Iterations =
      std::clamp<uint64_t>(MaxUops / PerIteration, 1, R.Period);
  R.Steady.reserve(Iterations * (P.Uops.size() + P.Insts.size()));
  C.record(&R.Steady);
  for (uint64_t I = 0; I < Iterations; ++I)
    C.runIteration();
  C.record(nullptr);
}

SimulationResult kernelbounds::simulate(const SimProgram &P, const CoreSizes &M,
                                        const SimulationOptions &Options,
                                        ArrayRef<Resource> Faster,
                                        SpeedFactor Factor) {
  SimulationResult R;
  if (P.Insts.empty() || P.Uops.empty()) {
    R.IsExact = P.Insts.empty();
    if (R.IsExact)
      return R;
  }
  Core C(P, M, Faster, Factor);
  PeriodFinder Finder;
  const uint64_t Limit = iterationLimit(P, Options);
  FairWindow Window(Limit / 4, Limit, P.NumPhases);
  auto GiveUp = [&] {
    R.IsOverBudget = true;
    R.Iterations = C.iterations();
    R.FullBuffers = C.fullBuffers();
    return R;
  };
  for (;;) {
    if (Options.Budget && (C.iterations() + 1) * P.NumSlots > Options.Budget)
      return GiveUp();
    if (C.iterations() == 0 && Options.RecordIterations)
      C.record(&R.Events);
    C.runIteration();
    if (C.iterations() == Options.RecordIterations)
      C.record(nullptr);
    if (Finder.repeats(C)) {
      R.IsExact = true;
      R.Period = C.iterations() - Finder.SinceIteration;
      R.FirstSteady = Finder.SinceIteration;
      R.Cycles = CyclesPerIter(C.clock() - Finder.SinceClock,
                               int64_t(R.Period) * C.ticksPerCycle());
      break;
    }
    Window.note(C);
    if (C.iterations() >= Limit) {
      FairWindow::Window W = Window.best();
      if (Options.MostLeftPercent != 0 &&
          W.Growth * 100 > W.Ticks * int64_t(Options.MostLeftPercent))
        return GiveUp();
      R.Period = W.LastIteration - W.FirstIteration;
      R.FirstSteady = W.FirstIteration;
      R.Cycles = CyclesPerIter(W.Ticks, int64_t(R.Period) * C.ticksPerCycle());
      break;
    }
  }
  R.Iterations = C.iterations();
  R.FullBuffers = C.fullBuffers();
  R.ReachedLimits = C.reachedLimits();
  R.AwaitedReads = C.awaitedReads();
  while (C.iterations() < Options.RecordIterations)
    C.runIteration();
  C.record(nullptr);
  if (Options.RecordSteadyUops)
    recordSteady(C, P, Options.RecordSteadyUops, R);
  return R;
}
