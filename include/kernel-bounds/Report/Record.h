//===- Record.h - From an analysed loop to its record --------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What comparisons, tables over cores and overviews keep of a loop.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_REPORT_RECORD_H
#define KERNEL_BOUNDS_REPORT_RECORD_H

#include "kernel-bounds/Compare/LoopRecord.h"
#include "kernel-bounds/Report/Report.h"

namespace kernelbounds {

/// The figures and texts of \p L, as the text report has them.
/// O(instructions * bounds).
LoopRecord recordLoop(const LoopResult &L, const LoopPlace &Place);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_REPORT_RECORD_H
