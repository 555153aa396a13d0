//===- PairExperiments.h - Instructions that fuse with a branch -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether an instruction and the conditional branch behind it take one issue
/// slot or two. Pairs among fillers run at the width of the core; a pair that
/// is fused takes a slot less than the same two instructions apart.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_PAIREXPERIMENTS_H
#define KERNEL_BOUNDS_MEASURE_PAIREXPERIMENTS_H

#include "kernel-bounds/Measure/FormBuilder.h"
#include "kernel-bounds/Measure/LoopRunner.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kernelbounds {

enum class PairKind : uint8_t { Unknown, Apart, Fused };

struct PairResult {
  PairKind Kind = PairKind::Unknown;
  double Saved = 0; ///< Issue slots, by the branch next to it.
  /// "fused (1.02 slots saved)", "two (0.03 slots saved)", "unknown".
  std::string str() const;
};

/// A comparison or the like and a condition: "CMP64rr", "e".
struct PairRow {
  std::string First, Condition;
  PairResult Machine, Model;
};

/// Measures pairs of the usual comparisons and arithmetic with some conditions
/// on \p Machine, but for those in \p Known, and asks \p Model for all. \p
/// OnRow is called for each that was measured. Empty for targets without
/// PairParts.
llvm::Expected<std::vector<PairRow>>
measurePairs(LoopRunner &Machine, LoopRunner &Model, const FormBuilder &Builder,
             llvm::ArrayRef<PairRow> Known,
             llvm::function_ref<llvm::Error(const PairRow &)> OnRow);

/// The table, pairs.csv, of the machine: its head, and a row.
void printPairHead(llvm::raw_ostream &OS);
void printPairRow(llvm::raw_ostream &OS, const PairRow &R);
llvm::Expected<std::vector<PairRow>> readPairTable(llvm::StringRef Text,
                                                   llvm::StringRef File);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_PAIREXPERIMENTS_H
