//===- AccessSteps.h - How far accesses move in a trip ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many iterations of the source a trip of a compiled loop does, by how far
/// its accesses move.
///
/// Example: accesses that move by 4 bytes in a trip of the loop as written, and
/// by 64 in one of the compiled loop: 16 iterations.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_ACCESSSTEPS_H
#define KERNEL_BOUNDS_TUNING_ACCESSSTEPS_H

#include <cstdint>
#include <set>

namespace kernelbounds {

struct Analysis;

/// Bytes by which the accesses of a loop move on in a trip, without sign; of a
/// step that is known only at run time its constant factor.
struct AccessSteps {
  std::set<uint64_t> Constant, Symbolic;

  bool empty() const { return Constant.empty() && Symbolic.empty(); }
};

/// The constant steps of the loop of \p A that its instructions tell; accesses
/// that stay where they are have none.
AccessSteps findAccessSteps(const Analysis &A);

/// How many trips of a loop with the steps \p Source one trip of a loop with
/// the steps \p Compiled does: a number that divides each of the latter into
/// one of the former; \p Likely if it is one of them, else the least one. Some
/// accesses of the source may have no step in what was compiled, as scatters
/// have none, so that there can be several. 0: not known.
unsigned tripsIn(const AccessSteps &Compiled, const AccessSteps &Source,
                 unsigned Likely = 0);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_ACCESSSTEPS_H
