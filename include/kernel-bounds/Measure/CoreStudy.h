//===- CoreStudy.h - All experiments on a core ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the experiments on the core, and keeps the figures in a table from
/// which a run that was stopped goes on.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_CORESTUDY_H
#define KERNEL_BOUNDS_MEASURE_CORESTUDY_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

/// An experiment on the machine and on the model.
struct CoreRow {
  std::string Name, Text;
  CoreFigure Machine, Model;
};

/// Measures those of \p Experiments that \p Known does not hold. \p OnRow is
/// called for each that was measured, with its index. Once \p IsOver says that
/// there was no time left, the last one does not count, and no more follow.
llvm::Error studyCore(
    llvm::ArrayRef<CoreExperiment> Experiments, LoopRunner &Runner,
    CoreFigures &Known,
    llvm::function_ref<llvm::Error(const CoreRow &, size_t)> OnRow,
    llvm::function_ref<bool()> IsOver = [] { return false; });

/// The table, core.csv: its head, and a row.
void printCoreHead(llvm::raw_ostream &OS);
void printCoreRow(llvm::raw_ostream &OS, const CoreRow &R);
/// What the table \p Text holds of the machine.
llvm::Expected<CoreFigures> readCoreTable(llvm::StringRef Text,
                                          llvm::StringRef File);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_CORESTUDY_H
