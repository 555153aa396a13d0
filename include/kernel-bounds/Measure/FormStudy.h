//===- FormStudy.h - All forms of a core ------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses forms, measures them group by group, and keeps what was measured in
/// a table from which a run that was stopped goes on.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_FORMSTUDY_H
#define KERNEL_BOUNDS_MEASURE_FORMSTUDY_H

#include "kernel-bounds/Measure/FormExperiments.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace kernelbounds {

/// Core: none.
enum class FormSet : uint8_t { Common, All, Quick, Core };

/// The forms of \p C that are in \p Set and, unless \p Names is empty, are one
/// of these or match one of these as a regular expression.
llvm::Expected<std::vector<const InstructionForm *>>
selectForms(const FormCatalog &C, FormSet Set,
            llvm::ArrayRef<std::string> Names);

/// A form on the machine and on the model.
struct FormRow {
  const InstructionForm *Form = nullptr;
  FormResult Machine, Model;

  /// By how much the two differ: the largest relative difference of any figure,
  /// 0 if all are within the noise.
  double difference() const;
  /// The sum of the relative differences of all figures.
  double totalDifference() const;

private:
  std::vector<double> differences() const;
};

/// Whether \p A and \p B, in cycles, are not the same, given noise.
bool differ(double A, double B);
/// The same for latencies, which are whole on most cores.
bool latenciesDiffer(double A, double B);

/// Measures \p Forms in groups. Those of a group share LLVM's scheduling class,
/// and the model gives them the same figures; where two of them measure the
/// same, the others count as measured, too. Those that were unsteady are
/// measured once more behind all others.
class FormStudy {
public:
  FormStudy(FormExperiments &Machine, FormExperiments &Model, unsigned Seed)
      : Machine(Machine), Model(Model), Seed(Seed) {}

  /// What an earlier run measured, by form.
  llvm::StringMap<FormResult> Known;
  /// Called for each row when it is done: with the number of rows done before
  /// it, and of all.
  llvm::function_ref<llvm::Error(const FormRow &, size_t, size_t)> OnRow;
  /// Whether the time is over: what a form gave is then left out.
  std::function<bool()> IsOver = [] { return false; };

  /// By name. Forms that there was no time for have the status OutOfTime.
  llvm::Expected<std::vector<FormRow>>
  run(llvm::ArrayRef<const InstructionForm *> Forms);

private:
  llvm::Error measureGroup(llvm::ArrayRef<FormRow *> Group, size_t &Done,
                           size_t All);
  llvm::Error measureUnsteadyAgain(size_t All);

  FormExperiments &Machine, &Model;
  unsigned Seed;
  std::vector<FormRow *> Unsteady; ///< Whose rows are not done yet.
};

/// The table, forms.csv: its head, and a row.
void printFormHead(llvm::raw_ostream &OS);
void printFormRow(llvm::raw_ostream &OS, const FormRow &R);
/// What the table \p Text holds of the machine, by form.
llvm::Expected<llvm::StringMap<FormResult>>
readFormTable(llvm::StringRef Text, llvm::StringRef File, const FormCatalog &C,
              FormExperiments &Experiments);

/// "0.25", "3", "-": as tables show figures.
std::string formatCycles(double Cycles);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_FORMSTUDY_H
