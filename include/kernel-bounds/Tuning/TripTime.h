//===- TripTime.h - What a loop takes for a number of iterations *- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of one loop of the source the compiler makes several: a vector body, one
/// for what is left, and code between them. For few iterations it is these that
/// count.
///
/// Example: a body for 16 iterations in 4 cycles and a rest of 4 cycles for
/// each iteration take 8 cycles for 32 iterations, and 64 for 31 of them. If
/// the body has 9 cycles of its own for the end of a reduction, these are 17
/// and 73, and 15 iterations still take 60.
///
/// In a loop around, visits overlap: where a trip of 4 cycles waits for the one
/// before it, and the core holds four visits of 10 trips at once, such a visit
/// takes 10 cycles and not 40.
///
/// A loop that was distributed is several pieces, each of which does all of the
/// iterations: their times add up. So do those of a loop of which several
/// visits are done together (unroll-and-jam), and the one for the visits that
/// are left over.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_TRIPTIME_H
#define KERNEL_BOUNDS_TUNING_TRIPTIME_H

#include "kernel-bounds/Model/Cycles.h"
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace kernelbounds {

/// How often something is executed for one visit of the loop of the source:
/// 1/4 for a loop that does four visits together.
struct VisitShare {
  int64_t Num = 1, Den = 1; ///< Den > 0.

  friend bool operator==(const VisitShare &A, const VisitShare &B) {
    return A.Num * B.Den == B.Num * A.Den;
  }
};

/// What some trips in a row take.
struct TimeOfTrips {
  uint64_t Trips = 1;
  CyclesPerIter Cycles;

  friend bool operator==(const TimeOfTrips &A, const TimeOfTrips &B) {
    return A.Trips == B.Trips && A.Cycles == B.Cycles;
  }
};

/// One of the loops that a loop of the source became.
struct LoopPart {
  unsigned SourceIterations = 1; ///< In one of its trips.
  CyclesPerIter Cycles;          ///< For a trip, when many follow each other.
  CyclesPerIter AtLeast;         ///< Of these, what the bounds prove.
  /// Parts of the same piece share its iterations.
  unsigned Piece = 0;
  VisitShare Visits = {}; ///< The same for all parts of a piece.
  /// What is executed once only if it does a trip at all: what prepares it, and
  /// what its trips leave to be combined.
  CyclesPerIter Once = {};
  /// What few trips take where the next visit begins while this one is still at
  /// work; by Trips. Each further one takes Cycles. Empty: visits wait for each
  /// other, or it makes no difference.
  std::vector<TimeOfTrips> Few = {};
};

/// All that a loop of the source became.
struct LoopShape {
  /// By Piece, and in a piece by SourceIterations, the largest first; no two of
  /// a piece have the same. Each does as many of the iterations as it can, in
  /// this order.
  std::vector<LoopPart> Parts;
  /// What is executed once for all iterations, whatever their number: checks
  /// before the loop.
  CyclesPerIter Once;
};

/// Adds \p P. Of two parts of a piece that do as much in a trip it is not known
/// which one runs: the slower one counts.
void addPart(LoopShape &S, const LoopPart &P);

/// Whether \p P, one of \p S, is the first one of its piece.
bool isFirstOfPiece(const LoopShape &S, const LoopPart &P);

/// Whether trips of all pieces of \p S take more than \p Cycles. Figures of
/// trips of two cycles or less are not relied on as others are
/// (docs/evidence/tuning.md).
bool hasTripsAbove(const LoopShape &S, unsigned Cycles);

/// Cycles of \p Trips trips of \p P in a row, without Once. Between two of Few
/// they grow evenly.
CyclesPerIter timeOfTrips(const LoopPart &P, uint64_t Trips);

/// Cycles of \p S for \p N iterations of the source. Iterations that no part of
/// a piece can do, because the last one does several in a trip, count as a trip
/// of it.
/// \pre S has a part.
CyclesPerIter timeOfIterations(const LoopShape &S, uint64_t N);

/// Cycles for one iteration, when there are very many.
/// \pre S has a part.
CyclesPerIter steadyTime(const LoopShape &S);

/// Cycles for one iteration, where nobody knows how many there are: the mean
/// over numbers of iterations from 64 to about 2,000. Every doubling weighs as
/// much as the next one, and all remainders occur.
/// \pre S has a part.
CyclesPerIter typicalTime(const LoopShape &S);

/// How many iterations a loop did each time, from entry to exit: half of the
/// times at most Median, half at least that. All are at least 1.
struct TripRange {
  /// How much is known.
  enum Kind : uint8_t {
    Counted, ///< All three.
    AtLeast, ///< Least; the others are assumed.
    Mean     ///< The mean, which is Median; the others are assumed.
  };
  uint64_t Least = 1, Median = 1, Most = 1;
  Kind Known = Counted;

  /// Of nothing but a mean. Numbers around it meet every remainder.
  static TripRange around(uint64_t Mean);
  /// Of nothing but the least number.
  static TripRange from(uint64_t Least);
  bool isValid() const {
    return Least >= 1 && Least <= Median && Median <= Most && Known <= Mean;
  }
  auto key() const { return std::tuple(Least, Median, Most, Known); }
  friend bool operator==(const TripRange &A, const TripRange &B) {
    return A.key() == B.key();
  }
  /// "100", "12 to 240", "2000 or more", "about 100".
  std::string text() const;
};

/// Cycles for one iteration, over numbers of iterations of which only \p R is
/// known: on either side of the median, one is taken to be as frequent as the
/// other. O(parts), as at most some hundred numbers are tried.
/// \pre S has a part.
CyclesPerIter timeOverRange(const LoopShape &S, const TripRange &R);

/// \p S as a core would run it that does better than the simulated one: half
/// way to what the bounds prove. The simulator gives each micro-op a port by a
/// rule that the makers of cores do not publish.
LoopShape withDoubt(LoopShape S);

/// \p S with trips of less than two cycles a fifth of what they lack of two
/// longer: a branch that is taken in each cycle leaves no room for delays, and
/// such trips were measured to take that much longer (docs/evidence/tuning.md).
LoopShape withSlowShortTrips(LoopShape S);

/// The fewest iterations from which on \p New is never slower than \p Old, up
/// to \p Most iterations; none if it is slower for \p Most. O(Most).
std::optional<uint64_t> findPaysFrom(const LoopShape &Old, const LoopShape &New,
                                     uint64_t Most);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_TRIPTIME_H
