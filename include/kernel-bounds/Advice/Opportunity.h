//===- Opportunity.h - A change of the loop that would help -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What would make a loop faster, and what it would then take.
///
/// Example: a dot product of 4 cycles by latency with four accumulators is
/// {IndependentChains, Count 4, From 4, To 1}.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ADVICE_OPPORTUNITY_H
#define KERNEL_BOUNDS_ADVICE_OPPORTUNITY_H

#include "kernel-bounds/Bounds/Analysis.h"
#include <vector>

namespace kernelbounds {

/// A change that helps, with the bounds of the changed loop.
struct Opportunity {
  enum class Kind : uint8_t {
    IndependentChains, ///< Split a reduction into Count accumulators.
    /// Unroll by Count: a counter or pointer is then updated once for all.
    Unroll,
    /// Keep what is stored in a register until it is loaded: Count trips
    /// through memory are on the LCD.
    KeepInRegister,
    /// Load with the width and at the place of the store, so that Count loads
    /// on the LCD get its bytes before they are in the cache.
    MatchWidths,
    /// Keep what Count loads read in registers for Iterations iterations, as
    /// many as there are between the loads of the same bytes. 0: for as long as
    /// the loop runs.
    ReuseLoads,
    Reciprocal, ///< Multiply by reciprocals of Count divisors that stay.
    /// The same for integers: by a multiplication and shifts.
    IntegerReciprocal,
    VectorDivide,    ///< Divide Count values of successive iterations at once.
    SinglePrecision, ///< Of Count divisions or square roots.
    AlignLoop,       ///< Start the loop at a multiple of Count bytes.
    PadJumps,        ///< Move Count jumps off the boundaries.
    /// Less code: Count windows are too many for the micro-op cache.
    FitCache,
    PlainAddresses, ///< Count memory operands without an index register.
    WiderVectors,   ///< Vectors of Count bytes.
    Vectorize,      ///< Vectors of Count elements in place of scalars.
    /// Split h = f * h + x into Count, with the Count'th power of the factor.
    SplitRecurrence,
    FuseMultiplyAdd, ///< Count products with the sums that they go into.
    WideIndex,       ///< No extension of the sign of Count indices.
    ShiftVectors,    ///< Aligned loads and shifts for Count others.
    AlignData,       ///< Move the data that Count accesses cross lines for.
    /// Run Count iterations at once, instruction by instruction: what each of
    /// them waits for is then near in the window. By simulation.
    Interleave,
    None
  } What = Kind::None;
  unsigned Count = 0;      ///< See Kind.
  unsigned Iterations = 0; ///< Of ReuseLoads.
  /// Of IndependentChains and SplitRecurrence: chains that are each split into
  /// Count.
  unsigned Reductions = 0;
  /// Of IndependentChains: the loop must be unrolled by this, too; 0: it need
  /// not.
  unsigned Unroll = 0;
  /// Of Interleave, ReuseLoads, VectorDivide, Vectorize and WiderVectors: right
  /// only if accesses do not meet that nothing tells apart.
  bool IfApart = false;
  CyclesPerIter From, To; ///< Prediction now and then, for the same work.
  /// What the changed loop takes at least, for the same work: its proved
  /// bounds, as far as they were taken. To is never less.
  CyclesPerIter AtLeast;
  std::vector<uint32_t> Insts; ///< That are concerned.
};

/// One word, as in JSON: "independent-chains", "unroll", "keep-in-register".
llvm::StringRef opportunityName(Opportunity::Kind K);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_ADVICE_OPPORTUNITY_H
