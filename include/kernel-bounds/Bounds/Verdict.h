//===- Verdict.h - What must be faster for a loop to be ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The largest bound is what limits a loop only if the next is not as large:
/// else that one must give way, too. The bounds are known, so that asking costs
/// a few divisions.
///
/// Example: 4 cycles by latency and 4 by port p0: neither faster helps,
/// "balanced: latency and port p0". 4 by latency and 3.75 by p0: latency 15 %
/// faster makes the loop 6 % faster, then port p0 holds it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_VERDICT_H
#define KERNEL_BOUNDS_BOUNDS_VERDICT_H

#include "kernel-bounds/Bounds/Analysis.h"
#include <string>

namespace kernelbounds {

/// Of an Analysis that has its bounds.
Verdict findVerdict(const Analysis &A);

/// "ports p2 p3", "unit fpdiv", "issue width 4", "latency", …
std::string bottleneckName(const Bottleneck &B, const Analysis &A);
/// The limits: "latency and port p0", "ports p2 p3 (loads)". If there are more
/// than \p Most, which is at least 1: "port p0, latency and 2 more".
std::string limitNames(const Analysis &A, unsigned Most = ~0u);
/// "limited by latency", "balanced: latency and port p0", "no bound is known".
std::string verdictText(const Analysis &A);
/// What follows it: "15 % faster: loop 6 % faster, then port p0"; empty where
/// the loop becomes as much faster as its limit. Ends before "then" unless
/// \p NamesNext.
std::string headroomText(const Analysis &A, bool NamesNext = true);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_VERDICT_H
