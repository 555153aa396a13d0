//===- Assignment.h - The pairs with the largest sum ---------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pairs rows with columns so that the sum of their scores is as large as it
/// can be.
///
/// Example: of the scores {{5, 4}, {4, 1}} the pairs (0, 1) and (1, 0) have the
/// sum 8; taking the largest score first would give 6.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_COMPARE_ASSIGNMENT_H
#define KERNEL_BOUNDS_COMPARE_ASSIGNMENT_H

#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kernelbounds {

/// No column.
constexpr size_t Unassigned = ~size_t(0);

/// \p Scores holds \p NumRows rows of \p NumColumns scores, each of a magnitude
/// below 2^40. \returns the column of each row; Unassigned for rows that are
/// left over where there are more rows than columns. The smaller side is paired
/// as a whole.
///
/// O(min^2 * max) for the smaller and the larger side.
std::vector<size_t> assignPairs(llvm::ArrayRef<int64_t> Scores, size_t NumRows,
                                size_t NumColumns);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_COMPARE_ASSIGNMENT_H
