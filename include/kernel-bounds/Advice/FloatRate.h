//===- FloatRate.h - Floating-point operations per cycle ------ -*- C++ -*-
//===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The floating-point operations of a trip, and what the core could do of them
/// in a cycle.
///
/// Example: `vfmadd231sd (%rdi,%rax,8), %xmm1, %xmm0` in a loop of 4 cycles on
/// Cascade Lake is 2 operations a trip and 0.50 a cycle. The core could do two
/// such operations on 8 doubles each, 32 a cycle, of which that is 1.6 %.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ADVICE_FLOATRATE_H
#define KERNEL_BOUNDS_ADVICE_FLOATRATE_H

#include "kernel-bounds/Kernel/OpcodeForms.h"
#include "kernel-bounds/Model/Cycles.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

struct Kernel;
class PortModel;

/// Operations per cycle: an exact fraction, as cycles per iteration are.
using FlopsPerCycle = CyclesPerIter;

/// What a loop computes with elements of one type.
struct FloatShare {
  FloatType Type;
  unsigned Operations; ///< In a trip; not 0.
  /// What the core does of them at most; 0: not known.
  FlopsPerCycle Peak;
};

struct FloatRate {
  std::vector<FloatShare> Shares; ///< By type; empty without floating point.
  bool HasMasked = false;         ///< Counts elements that may be off.
  /// The length of the core's scalable vectors is not known: they count as if
  /// they had 128 bits.
  bool IsShortest = false;

  unsigned operations() const; ///< In a trip.
  /// \pre \p Cycles, those of a trip, are more than 0.
  FlopsPerCycle perCycle(const CyclesPerIter &Cycles) const;
  /// Thousandths of what the core could do in \p Cycles, rounded; nullopt if
  /// that is not known of all types. \pre as for perCycle().
  std::optional<int64_t> milliOfPeak(const CyclesPerIter &Cycles) const;
};

/// Counts the operations of \p K, and finds the peaks of the core \p Model: the
/// most that its ports and its issue width let one of the target's candidates
/// do. O(instructions).
FloatRate findFloatRate(const Kernel &K, PortModel &Model);

/// "fp64".
llvm::StringRef floatTypeName(FloatType Type);
/// "0.50 flop/cy, 1.6 % of the core's peak of 32 (fp64)". Empty without
/// floating point. \pre as for perCycle().
std::string floatRateText(const FloatRate &R, const CyclesPerIter &Cycles);
/// What the count takes for granted: "elements that are masked off count, too".
/// Empty: nothing.
std::string floatRateNote(const FloatRate &R);
/// "1.6" for 16 thousandths.
std::string percentText(int64_t Milli);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_ADVICE_FLOATRATE_H
