//===- DiffReport.h - What the formats of diff share ---------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Private to lib/Report.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_REPORT_DIFFREPORT_H
#define KERNEL_BOUNDS_LIB_REPORT_DIFFREPORT_H

#include "kernel-bounds/Report/DiffReport.h"

namespace kernelbounds {

/// "f (a.c:9): 4.00 -> 8.00 cy/it, +100.0 %".
std::string diffHeadline(const LoopDifference &D);

void writeDiffText(llvm::raw_ostream &OS, const Comparison &C,
                   const DiffOptions &Options);
void writeDiffJSON(llvm::raw_ostream &OS, const Comparison &C,
                   const DiffOptions &Options);
void writeDiffMarkdown(llvm::raw_ostream &OS, const Comparison &C,
                       const DiffOptions &Options);
void writeDiffHTML(llvm::raw_ostream &OS, const Comparison &C,
                   const DiffOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_REPORT_DIFFREPORT_H
