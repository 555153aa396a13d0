//===- CacheLine.h - A line of the micro-op cache -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A line of the cache of AMD's Zen holds instructions, and the constants in
/// their code: immediates and displacements, each of up to 32 bits. On Zen 3
/// there is room for 8 instructions and 4 constants, for 7 and 6, or for fewer
/// and 8, as measured with loops in one window of 64 bytes: with `i`
/// instructions, the fused pair at the end being one that has a constant, and
/// `c` constants in all, a trip takes a cycle more where i = 8 and c > 4, where
/// i = 7 and c > 6, and where i = 6 or 5 and c > 8. Constants of 1, 8 and 32
/// bits, displacements of 0 that r13 asks for, and those from rip count alike;
/// `movabs` counts twice; those of nops do not count.
///
/// Example: 15 instructions with constants in the first five and in four of the
/// last seven are in lines of 7, 7 and 1, and a trip takes 3.00 cycles. Without
/// one of the constants the lines are of 7 and 8, and it takes 2.50.
///
/// The order in which they stand decides: a line ends where the next
/// instruction does not fit, and the places that are left count as if they were
/// delivered. Behind a line that ends with its window they do not.
///
/// O(1) for each instruction. Tested by unittests/Bounds/CacheLineTest.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_CACHELINE_H
#define KERNEL_BOUNDS_LIB_BOUNDS_CACHELINE_H

#include <algorithm>

namespace kernelbounds {

/// Lines that are filled, one instruction after the other.
class CacheLine {
public:
  /// With \p NumInsts instructions in a line there is room for \p NumConstants
  /// constants, for two more with each instruction less, and for twice as many
  /// at most.
  CacheLine(unsigned NumInsts, unsigned NumConstants)
      : NumInsts(NumInsts), NumConstants(NumConstants) {}

  /// Puts an instruction with \p Constants into the line, or into the next one;
  /// a window (\p BeginsWindow) has lines of its own.
  /// \returns the places that the line before leaves empty for constants.
  unsigned add(unsigned Constants, bool BeginsWindow) {
    const bool Fits = !BeginsWindow && Insts < NumInsts &&
                      Used + Constants <= roomWith(Insts + 1);
    const unsigned Empty = Fits || BeginsWindow ? 0 : NumInsts - Insts;
    Insts = (Fits ? Insts : 0) + 1;
    Used = (Fits ? Used : 0) + Constants;
    return Empty;
  }

private:
  unsigned roomWith(unsigned Num) const {
    return std::min(2 * NumConstants, NumConstants + 2 * (NumInsts - Num));
  }

  const unsigned NumInsts, NumConstants;
  unsigned Insts = 0, Used = 0; ///< Of the line.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_CACHELINE_H
