//===- Markers.h - Regions between markers ----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Regions that the user marked for OSACA, IACA or LLVM-MCA. Markers are
/// honoured, never required.
///
/// Example: between `# LLVM-MCA-BEGIN` and `# LLVM-MCA-END` stands a loop, from
/// its label to its branch back: the region is that loop. Without a whole loop
/// it is the straight run of its instructions.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_MARKERS_H
#define KERNEL_BOUNDS_FRONTEND_MARKERS_H

#include "kernel-bounds/Frontend/CodeFile.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// One marked region of one function.
struct MarkedRegion {
  std::string Name;            ///< From LLVM-MCA-BEGIN; may be empty.
  unsigned FunctionIdx = 0;    ///< Into Listing::Functions.
  unsigned First = 0, End = 0; ///< Instructions [First, End).
  unsigned Line = 0;           ///< Of the begin marker; 0 = none.
  /// The innermost loops that lie wholly inside; if there is none, one body of
  /// all blocks in layout order. Marked is set on all of them.
  std::vector<LoopBody> Bodies;
};

/// Pairs the markers of \p File. \p Loops holds the innermost loops of each
/// function. Two regions of the same instructions or the same loops, marked in
/// two styles, are one. Markers without a partner, empty regions and regions
/// across functions are diagnostics of \p File, placed in \p FileName.
std::vector<MarkedRegion>
findMarkedRegions(CodeFile &File,
                  const std::vector<std::vector<LoopBody>> &Loops,
                  llvm::StringRef FileName);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_MARKERS_H
