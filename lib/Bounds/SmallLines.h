//===- SmallLines.h - Lines of few micro-ops --------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which lines of the micro-op cache that hold few micro-ops come along with
/// another line. Private to lib/Bounds.
///
/// By loops of NOPs of 1, 3, 4, 7 and 9 bytes on Ice Lake, 4 to 45 micro-ops in
/// up to 7 windows, and by those of the evaluation that rename limits, of up to
/// 22 micro-ops (docs/evidence/model-values.md, Ice Lake).
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_SMALLLINES_H
#define KERNEL_BOUNDS_LIB_BOUNDS_SMALLLINES_H

#include "kernel-bounds/Model/Cycles.h"

namespace kernelbounds {

/// The lines of a trip.
struct TripLines {
  unsigned NumWindows = 0, NumLines = 0;
  unsigned NumSmall = 0; ///< Lines that hold few micro-ops.
  bool EndsInSmall = false;
  uint64_t Uops = 0; ///< In all of them.
  unsigned Size = 0; ///< Micro-ops of a full line.
};

/// How many of the small lines are expected to take no cycle of their own, on
/// average. Of several, every second one. A single one does, but
/// - of two lines, if both are in a window, in every second trip; else it does
///   not;
/// - at the end of a trip of three or four lines, some do; here, half of them.
///   None does behind two full lines, and all do behind three.
CyclesPerIter expectedMergedLines(const TripLines &T);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_SMALLLINES_H
