//===- SmallLines.cpp - Lines of few micro-ops ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Bounds/FrontEndBoundTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "SmallLines.h"

using namespace kernelbounds;

CyclesPerIter kernelbounds::expectedMergedLines(const TripLines &T) {
  const CyclesPerIter None, Half(1, 2), One(1);
  if (T.NumSmall != 1)
    return CyclesPerIter(T.NumSmall / 2);
  if (T.NumLines == 2)
    return T.NumWindows == 1 ? Half : None;
  if (!T.EndsInSmall || T.NumLines > 4 || T.Uops > 3 * uint64_t(T.Size))
    return One;
  return T.NumLines == 3 && T.Uops > 2 * uint64_t(T.Size) ? None : Half;
}
