//===- Opportunities.h - What would help ------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the change that helps a loop most, of those that fit its verdict.
/// Private to lib/Advice.
///
/// Each function here returns one change, or Kind::None if it knows none that
/// makes the loop faster.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_OPPORTUNITIES_H
#define KERNEL_BOUNDS_LIB_ADVICE_OPPORTUNITIES_H

#include "Baseline.h"
#include "kernel-bounds/Advice/LoopControl.h"
#include "kernel-bounds/Advice/Opportunity.h"

namespace kernelbounds {

/// The change with the largest gain; the first of several.
/// \p Addresses are those of the kernel.
Opportunity findOpportunity(const Baseline &Today, KernelAddresses &Addresses);

/// A chain as several, perhaps unrolled.
Opportunity findChainsToSplit(const Baseline &Today);
/// A chain through memory, of which trips can be spared or made shorter.
Opportunity findTripsToSpare(const Baseline &Today);
/// Loads of what registers could have kept.
Opportunity findLoadsToReuse(const Baseline &Today, KernelAddresses &Addresses);
/// Aligned vectors and shifts for loads across lines, or data that lie
/// elsewhere.
Opportunity findAlignedLoads(const Baseline &Today);
/// Another operation in place of a division, or fewer of them.
Opportunity findCheaperDivision(const Baseline &Today);
/// Another place for the code, or less of it.
Opportunity findCodePlacement(const Baseline &Today);
/// Counters and branch once for several copies of the body.
Opportunity findUnrolling(const Baseline &Today);
/// The same work in fewer fused micro-ops.
Opportunity findPlainAddresses(const Baseline &Today);
Opportunity findWiderVectors(const Baseline &Today);
/// Vectors in place of scalars.
Opportunity findVectors(const Baseline &Today, KernelAddresses &Addresses);
/// Scalable vectors in place of those of a fixed width, where they are wider:
/// that part of findWiderVectors().
Opportunity findScalableVectors(const Baseline &Today);
/// Multiplications and additions as one operation each.
Opportunity findFusedProducts(const Baseline &Today);
/// Indices of a chain that need no extension of their sign.
Opportunity findWideIndex(const Baseline &Today);

/// What ports and renamer take at least for the loop without its control.
CyclesPerIter boundOfRest(const Analysis &A,
                          const std::vector<bool> &IsControl);

/// Whether \p Cycle of A.Graph has only control, and pointers that accesses
/// update: an unrolled body goes around it once for all copies.
bool countsOnly(const Analysis &A, const CriticalCycle &Cycle,
                const std::vector<bool> &IsControl);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_OPPORTUNITIES_H
