//===- Baseline.h - What changes of a loop are compared with ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loop of today: what changed loops are made of, what they are compared
/// with, and whether they are simulated. Private to lib/Advice.
///
/// Example: a loop that is simulated at 1.30 cycles and has bounds of 1.00 is
/// compared at 1.30, and each changed loop is simulated as well. Where nothing
/// is simulated, bounds are compared with bounds.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_BASELINE_H
#define KERNEL_BOUNDS_LIB_ADVICE_BASELINE_H

#include "kernel-bounds/Advice/Opportunity.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Simulation/Program.h"
#include <optional>
#include <vector>

namespace kernelbounds {

struct Baseline {
  const Analysis &A;
  unsigned NumUnits; ///< TargetSemantics::numUnits().
  /// What the loop takes today: simulated, or the largest bound.
  CyclesPerIter Now;
  /// The simulated loop; null: changed loops have bounds only.
  const SimProgram *Program = nullptr;
  /// Of each simulation, see SimulationOptions.
  uint64_t Budget = 0;

  Baseline(const Analysis &A, unsigned NumUnits)
      : A(A), NumUnits(NumUnits), Now(A.Prediction) {}

  bool simulates() const { return Program != nullptr; }
  /// findLoopControl() of A, for which several changes ask; found when first
  /// asked for.
  const std::vector<bool> &control() const;
  /// \p O, which promises no less than O.AtLeast, if it gains more than
  /// A.Options.MinGainPercent; else none.
  Opportunity worthwhile(Opportunity O) const;
  /// The same of a change that only takes work away: the simulated core gains
  /// no larger share than the bounds. What it gains beyond is how evenly it
  /// fills its ports, where a machine may have had no loss.
  Opportunity worthwhileByBounds(Opportunity O) const;
  /// A change to so many cycles or more is not.
  CyclesPerIter notWorthwhile() const;
  /// Today's loop with so many cycles of the front end: at least, and expected.
  CyclesPerIter withFrontEnd(const CyclesPerIter &AtLeast,
                             const CyclesPerIter &Expected) const;
  /// The proved bounds of that loop.
  CyclesPerIter atLeastWithFrontEnd(const CyclesPerIter &FrontEnd) const;

private:
  mutable std::optional<std::vector<bool>> Control;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_BASELINE_H
