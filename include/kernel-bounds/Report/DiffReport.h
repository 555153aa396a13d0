//===- DiffReport.h - Two versions side by side --------------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The formats of `kernel-opt diff`. They read a Comparison and compute
/// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_REPORT_DIFFREPORT_H
#define KERNEL_BOUNDS_REPORT_DIFFREPORT_H

#include "kernel-bounds/Compare/LoopDifference.h"
#include "kernel-bounds/Report/Report.h"

namespace kernelbounds {

struct DiffOptions {
  bool Quiet = false; ///< Of people's formats, one line for each loop.
  bool All = false;   ///< Unchanged loops, too.
  unsigned Top = 0;   ///< Loops in full; 0: as the format.
  std::string Generator;
};

/// All formats; the first is the default. They have no ReportInfo::Create.
llvm::ArrayRef<ReportInfo> allDiffReports();

/// Writes \p C in the format \p Format, which is one of allDiffReports().
void writeDiff(llvm::raw_ostream &OS, const Comparison &C,
               const ReportInfo &Format, const DiffOptions &Options);

/// "1 loop slower, 2 new; 12 unchanged".
std::string diffSummary(const Comparison &C);
/// "by the profile: loops of both versions have 80.0 % of the time; with their
/// new figures it changes by +3.1 %"; empty without a profile.
std::string runSummary(const Comparison &C);
/// "1 loop is slower by more than 5.0 %" or, with a profile, "by the profile,
/// the time grows by 7.2 %, which is more than 5.0 %"; empty without a limit.
std::string gateText(const Comparison &C);
/// "+12.5 %".
std::string changeText(const LoopDifference &D);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_REPORT_DIFFREPORT_H
