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
#include <functional>

namespace kernelbounds {

/// An experiment on the machine and on the model.
struct CoreRow {
  std::string Name, Text;
  CoreFigure Machine, Model;
};

/// Who is told of a study while it goes on.
struct CoreListener {
  /// Each experiment that was measured, when its figure is the last one.
  std::function<llvm::Error(const CoreRow &)> OnRow = [](const CoreRow &) {
    return llvm::Error::success();
  };
  /// After each measurement: how many are behind, those of earlier runs among
  /// them, how many there will be in all, and the name of the experiment.
  /// Experiments that are measured again at the end are two.
  std::function<void(size_t, size_t, llvm::StringRef)> OnStep =
      [](size_t, size_t, llvm::StringRef) {};
  /// Whether there was no time left: then the last one does not count, and no
  /// more follow.
  std::function<bool()> IsOver = [] { return false; };
};

/// Measures those of \p Experiments that \p Known does not hold.
llvm::Error studyCore(llvm::ArrayRef<CoreExperiment> Experiments,
                      LoopRunner &Runner, CoreFigures &Known,
                      const CoreListener &Listener = {});

/// Its code in one line: parts of it stand behind "; ".
std::string codeOf(const CoreRow &R);

/// The table, core.csv: its head, and a row.
void printCoreHead(llvm::raw_ostream &OS);
void printCoreRow(llvm::raw_ostream &OS, const CoreRow &R);
/// What the table \p Text holds of the machine.
llvm::Expected<CoreFigures> readCoreTable(llvm::StringRef Text,
                                          llvm::StringRef File);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_CORESTUDY_H
