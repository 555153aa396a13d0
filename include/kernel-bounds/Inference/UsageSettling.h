//===- UsageSettling.h - Usages that fit a real core best -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// inferPorts() looks for a core that explains all times exactly. Real cores
/// miss some bounds, and one form that was decided wrong makes others wrong.
/// Here, priors are changed one form at a time, as long as the times of all
/// mixes are explained better, with no other ports than the priors name.
///
/// docs/reference/inference.md describes the algorithm.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_INFERENCE_USAGESETTLING_H
#define KERNEL_BOUNDS_INFERENCE_USAGESETTLING_H

#include "kernel-bounds/Inference/PortInference.h"
#include "llvm/ADT/BitVector.h"

namespace kernelbounds {

/// A mix and the cycles that one iteration of it took, more than 0.
struct TimedMix {
  Mix Forms;
  double Cycles = 0;
};

struct SettledForm {
  FormUsage Usage;
  /// Other usages that explain the mixes about as well; at most eight.
  std::vector<FormUsage> Alternatives;
};

/// Priors that name more ports are returned as they are.
constexpr unsigned MaxSettledPorts = 8;

/// The usages with which the bounds of \p Mixes come closest to their cycles,
/// where a bound above them counts most. Forms that are not in \p MayChange or
/// were not timed alone keep their priors, and all keep their slots. \p Width:
/// issue slots per cycle; 0: not known. Deterministic. In proportion to the
/// mixes, their forms, and the square of the sets of ports that are tried.
std::vector<SettledForm> settleUsages(llvm::ArrayRef<TimedMix> Mixes,
                                      llvm::ArrayRef<FormUsage> Priors,
                                      const llvm::BitVector &MayChange,
                                      unsigned Width);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_INFERENCE_USAGESETTLING_H
