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

#include "kernel-bounds/Measure/FormStudy.h"
#include "kernel-bounds/Measure/PortFinding.h"

namespace kernelbounds {

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

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_PORTSTUDY_H
