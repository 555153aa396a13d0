//===- Visits.h - A loop that is visited again and again --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a short visit of a loop takes where the next visit does not wait for
/// what this one computes: a core begins the next one while the end of this one
/// is still at work, as far as its buffers reach.
///
/// Example: on a core with a reorder buffer of 16, a trip of one addition of 4
/// cycles that waits for the one before takes 4 cycles. A visit of 4 trips
/// takes 4 cycles as well, not 16: four visits are in the buffer at once.
///
/// A visit is a program of its own: the loop body so many times in a row, in
/// which what would come from before its first trip is there.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_VISITS_H
#define KERNEL_BOUNDS_SIMULATION_VISITS_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Simulation/CoreSizes.h"
#include "kernel-bounds/Simulation/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace kernelbounds {

/// An instruction of a program, in one of several copies.
struct CopiedInst {
  uint32_t Inst;
  unsigned Copy;
};

/// Where an instruction of a copy gets a value from.
struct CopiedValue {
  unsigned Copy;
  uint32_t Distance; ///< Iterations of the new program back.
};

/// A program of which an iteration does \p Copies iterations of \p P, in
/// \p Order. \p From says where a copy gets an input of \p P from; none: it is
/// there. O(Copies * size).
SimProgram
copyProgram(const SimProgram &P, llvm::ArrayRef<CopiedInst> Order,
            unsigned Copies,
            llvm::function_ref<std::optional<CopiedValue>(const SimInput &In,
                                                          unsigned Copy)>
                From);

/// One visit of a loop.
struct SimVisit {
  unsigned Trips = 1; ///< At least 1.
  /// Cycles that are waited for behind the last trip for what the trips hand
  /// on to each other, as for the end of a reduction.
  unsigned EndLatency = 0;
};

/// One iteration of it is a visit \p V of \p P, with a micro-op for the end if
/// that takes any time.
SimProgram makeVisitProgram(const SimProgram &P, const SimVisit &V);

/// Cycles of a visit \p V of \p P, a trip of which \p M lets through its front
/// end as CoreSizes says, when many follow each other. None if more than
/// \p Budget fused micro-ops would have to be run; 0: any number.
std::optional<CyclesPerIter> cyclesOfVisit(const SimProgram &P,
                                           const CoreSizes &M,
                                           const SimVisit &V, uint64_t Budget);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_VISITS_H
