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

#include "kernel-bounds/Advice/LoopControl.h"
#include "kernel-bounds/Advice/Opportunity.h"

namespace kernelbounds {

/// The change with the largest gain; the first of several.
/// \p Addresses are those of A.kernel().
Opportunity findOpportunity(const Analysis &A, KernelAddresses &Addresses);

/// \p O if it gains more than A.Options.MinGainPercent, else none.
Opportunity worthwhile(const Analysis &A, Opportunity O);
/// A change to so many cycles or more is not.
CyclesPerIter notWorthwhile(const Analysis &A);

/// A latency-bound reduction as several chains.
Opportunity findChainsToSplit(const Analysis &A);
/// A chain through memory, of which trips can be spared or made shorter.
Opportunity findTripsToSpare(const Analysis &A, unsigned NumUnits);
/// Loads of what registers could have kept.
Opportunity findLoadsToReuse(const Analysis &A, KernelAddresses &Addresses);
/// Another operation in place of a division, or fewer of them.
Opportunity findCheaperDivision(const Analysis &A, unsigned NumUnits);
/// Another place for the code, or less of it.
Opportunity findCodePlacement(const Analysis &A);
/// Counters and branch once for several copies of the body.
Opportunity findUnrolling(const Analysis &A, unsigned NumUnits);
/// The same work in fewer fused micro-ops.
Opportunity findPlainAddresses(const Analysis &A, unsigned NumUnits);
Opportunity findWiderVectors(const Analysis &A, unsigned NumUnits);
/// Scalable vectors in place of those of a fixed width, where they are wider:
/// that part of findWiderVectors().
Opportunity findScalableVectors(const Analysis &A, unsigned NumUnits);

/// Whether \p Cycle of A.Graph has only control, and pointers that accesses
/// update: an unrolled body goes around it once for all copies.
bool countsOnly(const Analysis &A, const CriticalCycle &Cycle,
                const std::vector<bool> &IsControl);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_OPPORTUNITIES_H
