//===- Baseline.cpp - What changes of a loop are compared with ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Advice/OpportunitiesTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"
#include "kernel-bounds/Advice/LoopControl.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include <algorithm>

using namespace kernelbounds;

const std::vector<bool> &Baseline::control() const {
  if (!Control)
    Control = findLoopControl(A);
  return *Control;
}

Opportunity Baseline::worthwhile(Opportunity O) const {
  O.To = std::max(O.To, O.AtLeast);
  if (O.From * 100 > O.To * (100 + int64_t(A.Options.MinGainPercent)))
    return O;
  return Opportunity();
}

Opportunity Baseline::worthwhileByBounds(Opportunity O) const {
  const CyclesPerIter &Bound = A.Prediction, &Changed = O.AtLeast;
  if (simulates() && !Bound.isZero())
    O.To = std::max(O.To, Now * (Changed.numerator() * Bound.denominator()) /
                              (Changed.denominator() * Bound.numerator()));
  return worthwhile(std::move(O));
}

CyclesPerIter Baseline::notWorthwhile() const {
  return Now * 100 / (100 + int64_t(A.Options.MinGainPercent));
}

CyclesPerIter
Baseline::atLeastWithFrontEnd(const CyclesPerIter &FrontEnd) const {
  CyclesPerIter Most = std::max(FrontEnd, A.ProvedLCD.Ratio);
  for (const Bound &B : A.Bounds)
    if (B.Kind != Limit::FrontEnd && B.Kind != Limit::Latency)
      Most = std::max(Most, B.Cycles);
  return Most;
}

CyclesPerIter Baseline::withFrontEnd(const CyclesPerIter &AtLeast,
                                     const CyclesPerIter &Expected) const {
  CyclesPerIter Most = AtLeast;
  CoreSizes Core = coreSizesOf(A.model());
  Core.FrontEnd = std::max(AtLeast, Expected);
  for (const Bound &B : A.Bounds) {
    if (B.Kind == Limit::FrontEnd)
      continue;
    Most = std::max(Most, B.Cycles);
    if (auto *Rate = boundRules(B.Kind).SimulatedRate)
      Core.FrontEnd = std::max(Core.FrontEnd, Rate(B));
  }
  if (!simulates() || Most >= notWorthwhile())
    return Most;
  SimulationOptions O;
  O.Budget = Budget;
  const SimulationResult R = simulate(*Program, Core, O);
  return R.IsOverBudget ? Now : std::max(Most, R.Cycles);
}
