//===- Interleave.h - Several iterations side by side -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program of a loop that runs several iterations at once, instruction by
/// instruction: a1 a2 b1 b2 ... for a1 b1 ... a2 b2 .... Private to
/// lib/Advice.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_INTERLEAVE_H
#define KERNEL_BOUNDS_LIB_ADVICE_INTERLEAVE_H

#include "Baseline.h"
#include "kernel-bounds/Advice/Opportunity.h"
#include "kernel-bounds/Simulation/CoreSizes.h"
#include "kernel-bounds/Simulation/Program.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include "kernel-bounds/Simulation/Visits.h"
#include <vector>

namespace kernelbounds {

class TargetSemantics;

/// What may be interleaved, and the result.
class Interleaving {
public:
  Interleaving(const Analysis &A, const TargetSemantics &Semantics,
               const SimProgram &P);

  /// Copies at most: no value or byte would be read before it is written, and
  /// there are registers for all. 1: not at all.
  unsigned mostCopies() const { return Most; }
  /// That rests on accesses not meeting that nothing tells apart.
  bool isIfApart() const { return IfApart; }

  /// One iteration of it is \p Copies of the loop's. \pre 2 <= Copies <=
  /// mostCopies().
  SimProgram program(unsigned Copies) const;
  /// The core, with the rate at which its front end takes that code.
  CoreSizes core(const CoreSizes &M, unsigned Copies) const;

private:
  void findGroups();
  void limitByValues();
  void limitByMemory();
  void keepApart(uint32_t From, uint32_t To, uint32_t Distance);
  std::vector<CopiedInst> order(unsigned Copies) const;

  const Analysis &A;
  const SimProgram &P;
  std::vector<bool> IsControl; ///< Stays once, in the last copy.
  /// By instruction: those of one group stay together.
  std::vector<uint32_t> GroupOf;
  unsigned NumUnits;
  unsigned Most;
  bool IfApart = false;
};

/// Several iterations side by side, for a loop of \p A whose window is full: by
/// simulation of as many copies as there may be. \p M is its core.
/// \pre Today.simulates().
Opportunity findInterleaving(const Baseline &Today,
                             const TargetSemantics &Semantics,
                             const CoreSizes &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_INTERLEAVE_H
