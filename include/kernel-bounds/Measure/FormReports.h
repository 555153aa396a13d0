//===- FormReports.h - What was measured, for people and programs -*- C++ -*-=//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// measure.json and measure.html of `kernel-opt measure`, and the comparison of
/// two models. Sample of the comparison:
///
///   form         figure     A     B
///   PSHUFBrr     op2>op1    1.00  2.00
///   1 of 300 forms differs
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_FORMREPORTS_H
#define KERNEL_BOUNDS_MEASURE_FORMREPORTS_H

#include "kernel-bounds/Measure/CoreStudy.h"
#include "kernel-bounds/Measure/FormStudy.h"
#include "kernel-bounds/Measure/MachineFacts.h"
#include "kernel-bounds/Measure/PairExperiments.h"
#include "kernel-bounds/Measure/PortStudy.h"

namespace kernelbounds {

/// A run of `kernel-opt measure`.
struct MeasureRun {
  std::string Version, Date;
  std::vector<MachineFact> Facts; ///< Machine, clock, settings.
  ExtensionFacts Extensions;
  /// Links of chains, by the encoding of forms: "legacy", "vex".
  std::vector<std::pair<std::string, LinkLatencies>> Links;
  std::string Model;        ///< With which it is compared.
  bool ModelIsLLVM = false; ///< It is LLVM's alone, else the shipped one.
  /// The other one of these two, and what it says of each of Rows; both empty
  /// if there is none.
  std::string OtherModel;
  std::vector<FormResult> Other;
  std::vector<CoreRow> Core; ///< By experiment.
  /// Experiments on the core for which the target has no text.
  std::vector<std::string> CoreLeftOut;
  std::vector<FormRow> Rows;
  std::vector<PairRow> Pairs;
  std::vector<PortFinding> Ports;
  bool PortsAreCounted = false;   ///< Else they are by the times of Mixes.
  std::vector<MixRow> Mixes;      ///< By which they were found, run by run.
  PortModel *PortNames = nullptr; ///< Of Ports.
  std::vector<LeftOutForm> LeftOut;
  /// Forms that differ, of which the model file cannot say it.
  std::vector<std::string> NotWritten;
  size_t NumNotReached = 0; ///< Forms that there was no time for.
};

void printMeasureJson(llvm::raw_ostream &OS, const MeasureRun &Run);
void printMeasureHtml(llvm::raw_ostream &OS, const MeasureRun &Run);

/// A figure that differs: "throughput", "op2>op1", "same register".
struct FormDifference {
  std::string Figure, Machine, Model;
};
std::vector<FormDifference> differencesOf(const FormRow &R);

/// The comparison of two models, \p A as the machine.
void printModelDiff(llvm::raw_ostream &OS, llvm::ArrayRef<FormRow> Rows,
                    llvm::StringRef A, llvm::StringRef B);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_FORMREPORTS_H
