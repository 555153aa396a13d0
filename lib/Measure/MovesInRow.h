//===- MovesInRow.h - How many moves in a row are eliminated ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chains of a product and copies of a register, which show how many moves in a
/// row a core eliminates before it executes one.
///
/// Example: where every second move executes, eight behind a product take four
/// cycles, and two take one.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_MOVESINROW_H
#define KERNEL_BOUNDS_LIB_MEASURE_MOVESINROW_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

class ExperimentList;

/// Adds "move.row.N", N copies of a register in a row, for x86-64.
void addMovesInRow(ExperimentList &L);

/// `moves_in_row`: how many are eliminated before one executes; 0 if all are,
/// or none. nullopt: not measured, or not explained by any such number.
std::optional<unsigned> findMovesInRow(const CoreFigures &F);

/// Whether a core eliminates moves of general registers, by "move.r64".
bool eliminatesMoves(const CoreFigures &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_MOVESINROW_H
