//===- PortStudy.h - On which ports forms run, from times -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asks lib/Inference for the ports of forms whose throughput a model does not
/// explain, and checks by the way whether the ports of the others are right.
///
/// Example: a model lets VPSHUFBrr use two ports. It takes 0.5 cycles, as the
/// model says, but slows a loop of VPADDDrr down that fills two other ports.
/// The finding has these two as its ports, and the model's as those before.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_PORTSTUDY_H
#define KERNEL_BOUNDS_MEASURE_PORTSTUDY_H

#include "kernel-bounds/Inference/PortInference.h"
#include "kernel-bounds/Kernel/MappedKernel.h"
#include "kernel-bounds/Measure/FormStudy.h"

namespace kernelbounds {

/// What the times of mixes say of forms that the model maps alike and that
/// measure alike. The first one was measured for all.
struct PortFinding {
  std::vector<const InstructionForm *> Forms;
  /// The model's micro-ops, and those that explain the times.
  std::vector<MappedUop> Before, Found;
  /// What explains the times as well, with Trust Ambiguous.
  std::vector<std::vector<MappedUop>> Alternatives;
  Confidence Trust = Confidence::NotMeasured;
  unsigned NumMixes = 0;
  /// The mean relative difference of what the mixes with the form take: by the
  /// bounds of either micro-ops, and by the model's own answer, which may know
  /// why a bound is not reached.
  double ErrorBefore = 0, ErrorFound = 0, ErrorOfModel = 0;
  double Throughput = 0; ///< That was measured, in cycles.
  /// The model gives the form the throughput that was measured.
  bool HasThroughput = false;
  /// Found is not Before, names the model's ports alone, and explains clearly
  /// more. Where the model has the throughput, it must be the only explanation.
  bool IsBetter = false;
};

struct PortStudyOptions {
  unsigned IssueWidth = 0; ///< 0: not known.
  unsigned MaxClasses =
      144; ///< Of each register file; the frequent come first.
  unsigned Seed = 1;
};

/// What one mix took: "2 VPADDDrr 1 VPSHUFBrr" and cycles, in the order of the
/// runs. A run that goes on reads those of the one before.
struct MixRow {
  std::string Mix;
  double Cycles = 0;
};

class PortStudy {
public:
  /// \p Model says where the search begins, and names the ports. \p OnModel
  /// answers for it.
  PortStudy(LoopRunner &Machine, LoopRunner &OnModel, PortModel &Model,
            const FormBuilder &Builder, const PortStudyOptions &Options)
      : Machine(Machine), OnModel(OnModel), Model(Model), Builder(Builder),
        Options(Options) {}

  std::vector<MixRow> Known;
  std::function<llvm::Error(const MixRow &)> OnRow = [](const MixRow &) {
    return llvm::Error::success();
  };
  /// After each run of a mix: how many mixes there were, at most how many there
  /// will be, and this one.
  std::function<void(size_t, size_t, llvm::StringRef)> OnStep =
      [](size_t, size_t, llvm::StringRef) {};

  /// Register forms of \p Rows, those of general registers and those of vector
  /// registers apart. Forms that use both are left out, and so are divisions,
  /// moves and all that was not measured.
  llvm::Expected<std::vector<PortFinding>> run(llvm::ArrayRef<FormRow> Rows);

private:
  /// Those of the register file \p File, of rows in the order of their worth.
  std::vector<PortFinding> classesOf(llvm::ArrayRef<const FormRow *> Order,
                                     RegFile File);
  llvm::Error study(std::vector<PortFinding> Classes,
                    std::vector<PortFinding> &Out);

  LoopRunner &Machine, &OnModel;
  PortModel &Model;
  const FormBuilder &Builder;
  PortStudyOptions Options;
  size_t NumMixes = 0, MostMixes = 0; ///< So far, and at most.
};

/// The table, mixes.csv: its head, and a row.
void printMixHead(llvm::raw_ostream &OS);
void printMixRow(llvm::raw_ostream &OS, const MixRow &R);
llvm::Expected<std::vector<MixRow>> readMixTable(llvm::StringRef Text,
                                                 llvm::StringRef File);

/// "unique", "ambiguous", ...: see confidenceName(). "ALU1+ALU2 2*FP0": each
/// micro-op with its ports.
std::string describePorts(const PortModel &Model,
                          llvm::ArrayRef<MappedUop> Uops);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_PORTSTUDY_H
