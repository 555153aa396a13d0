//===- BankPlaces.h - Where loads read the banks of the cache ---*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts on micro-ops where in a line their loads read, for the simulator, on
/// cores whose model says how many loads of a cycle may read a bank of the
/// first-level cache. Private to lib/Bounds.
///
/// Example: Golden Cove lets two loads of a cycle read the same four bytes of
/// lines. A loop that adds a[i], b[i] and c[i] has three that do, if the arrays
/// begin at the same place of a line.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_BANKPLACES_H
#define KERNEL_BOUNDS_LIB_BOUNDS_BANKPLACES_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// Marks the loads of A.Lines, at the places that are expected, if the bounds
/// leave room for more loads in a cycle than may read one bank
/// (PipelineParam::LoadsPerBank).
/// \pre A.TP and A.LCD are known, as far as they will be. O(accesses).
void markBankPlaces(Analysis &A);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_BANKPLACES_H
