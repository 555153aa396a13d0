//===- Opportunities.h - What would help ------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds a change whose effect follows from the bounds. Private to lib/Bounds.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_OPPORTUNITIES_H
#define KERNEL_BOUNDS_LIB_BOUNDS_OPPORTUNITIES_H

#include "kernel-bounds/Bounds/Analysis.h"

namespace kernelbounds {

/// For a latency-bound loop whose LCD is a reduction: how many independent
/// chains reach the throughput bound. With n chains an iteration's share of the
/// latency is LCD/n; the smallest n with LCD/n <= TP is ceil(LCD/TP). For one
/// whose LCD runs through memory: what it takes without that trip.
Opportunity findOpportunity(const Analysis &A);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_OPPORTUNITIES_H
