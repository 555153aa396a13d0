//===- TripTime.cpp - What a loop takes for a number of iterations --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The trips of a part follow each other at the pace of its steady state.
/// Nobody waits for the last one: the next part, and what is behind the loop,
/// begin meanwhile. Where visits overlap, the simulator has told what some
/// numbers of trips take (Simulation/Visits.h). docs/evidence/tuning.md
/// compares that with measurements. Tested by
/// unittests/Tuning/TripTimeTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/TripTime.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace kernelbounds;

void kernelbounds::addPart(LoopShape &S, const LoopPart &P) {
  auto At = llvm::find_if(S.Parts, [&](const LoopPart &Q) {
    return Q.Piece > P.Piece ||
           (Q.Piece == P.Piece && Q.SourceIterations <= P.SourceIterations);
  });
  if (At == S.Parts.end() || At->Piece != P.Piece ||
      At->SourceIterations != P.SourceIterations)
    S.Parts.insert(At, P);
  else if (At->Cycles < P.Cycles)
    *At = P;
}

bool kernelbounds::isFirstOfPiece(const LoopShape &S, const LoopPart &P) {
  return &P == &S.Parts.front() || std::prev(&P)->Piece != P.Piece;
}

bool kernelbounds::hasTripsAbove(const LoopShape &S, unsigned Cycles) {
  return llvm::all_of(S.Parts, [&](const LoopPart &P) {
    return !isFirstOfPiece(S, P) || P.Cycles > CyclesPerIter(Cycles);
  });
}

static CyclesPerIter timesVisits(const CyclesPerIter &C, const VisitShare &V) {
  return V.Num == V.Den ? C : C * V.Num / V.Den;
}

CyclesPerIter kernelbounds::timeOfTrips(const LoopPart &P, uint64_t Trips) {
  TimeOfTrips Before = {0, {}};
  for (const TimeOfTrips &Next : P.Few) {
    if (Trips <= Next.Trips)
      return Before.Cycles +
             (Next.Cycles - Before.Cycles) *
                 static_cast<int64_t>(Trips - Before.Trips) /
                 static_cast<int64_t>(Next.Trips - Before.Trips);
    Before = Next;
  }
  return Before.Cycles + P.Cycles * static_cast<int64_t>(Trips - Before.Trips);
}

CyclesPerIter kernelbounds::timeOfIterations(const LoopShape &S, uint64_t N) {
  assert(!S.Parts.empty() && "a loop is something");
  CyclesPerIter Sum = S.Once;
  uint64_t Left = N;
  for (const LoopPart &P : S.Parts) {
    if (isFirstOfPiece(S, P))
      Left = N;
    const bool IsLast =
        &P == &S.Parts.back() || isFirstOfPiece(S, *std::next(&P));
    uint64_t Trips = Left / P.SourceIterations;
    Left %= P.SourceIterations;
    if (IsLast && Left != 0)
      ++Trips;
    if (Trips != 0)
      Sum += timesVisits(timeOfTrips(P, Trips) + P.Once, P.Visits);
  }
  return Sum;
}

CyclesPerIter kernelbounds::steadyTime(const LoopShape &S) {
  assert(!S.Parts.empty() && "a loop is something");
  CyclesPerIter Sum;
  for (const LoopPart &P : S.Parts)
    if (isFirstOfPiece(S, P))
      Sum += timesVisits(P.Cycles / P.SourceIterations, P.Visits);
  return Sum;
}

CyclesPerIter kernelbounds::typicalTime(const LoopShape &S) {
  constexpr uint64_t First = 64, Doublings = 5, Samples = 16;
  CyclesPerIter Sum;
  int64_t Iterations = 0;
  for (uint64_t D = 0; D < Doublings; ++D) {
    const uint64_t Least = First << D;
    const auto Weight = int64_t(1) << (Doublings - 1 - D);
    for (uint64_t K = 0; K < Samples; ++K) {
      // An odd step meets every remainder by a power of two.
      const uint64_t N = Least + K * (Least / Samples | 1);
      Sum += timeOfIterations(S, N) * Weight;
      Iterations += static_cast<int64_t>(N) * Weight;
    }
  }
  return Sum / Iterations;
}

TripRange TripRange::around(uint64_t Mean) {
  Mean = std::max<uint64_t>(Mean, 1);
  return {Mean - Mean / 4, Mean, Mean + Mean / 4, TripRange::Mean};
}

TripRange TripRange::from(uint64_t Least) {
  Least = std::max<uint64_t>(Least, 1);
  return {Least, Least + Least / 2, 2 * Least, AtLeast};
}

std::string TripRange::text() const {
  if (Known == Mean)
    return "about " + std::to_string(Median);
  if (Known == AtLeast)
    return std::to_string(Least) + " or more";
  return Least == Most ? std::to_string(Least)
                       : std::to_string(Least) + " to " + std::to_string(Most);
}

CyclesPerIter kernelbounds::timeOverRange(const LoopShape &S,
                                          const TripRange &R) {
  assert(R.isValid() && "a range of trips");
  // A prime: its steps meet every remainder by a power of two.
  constexpr uint64_t MostSamples = 61;
  const std::pair<uint64_t, uint64_t> Halves[] = {{R.Least, R.Median},
                                                  {R.Median, R.Most}};
  CyclesPerIter Sum;
  int64_t Iterations = 0;
  auto NumSamples = [&](std::pair<uint64_t, uint64_t> H) {
    return std::min(H.second - H.first + 1, MostSamples);
  };
  for (unsigned Half = 0; Half < 2; ++Half) {
    const auto [First, Last] = Halves[Half];
    const uint64_t Samples = NumSamples(Halves[Half]);
    // Each half weighs as much as the other one.
    const auto Weight = static_cast<int64_t>(NumSamples(Halves[1 - Half]));
    for (uint64_t K = 0; K < Samples; ++K) {
      const uint64_t N = First + (Last - First + 1) * K / Samples;
      Sum += timeOfIterations(S, N) * Weight;
      Iterations += static_cast<int64_t>(N) * Weight;
    }
  }
  return Sum / Iterations;
}

LoopShape kernelbounds::withDoubt(LoopShape S) {
  for (LoopPart &P : S.Parts) {
    P.Cycles = (P.Cycles + P.AtLeast) / 2;
    for (TimeOfTrips &F : P.Few)
      F.Cycles = std::min(F.Cycles, P.Cycles * static_cast<int64_t>(F.Trips));
  }
  return S;
}

LoopShape kernelbounds::withSlowShortTrips(LoopShape S) {
  const CyclesPerIter Short = 2;
  for (LoopPart &P : S.Parts)
    if (P.Cycles < Short)
      P.Cycles += (Short - P.Cycles) / 5;
  return S;
}

std::optional<uint64_t> kernelbounds::findPaysFrom(const LoopShape &Old,
                                                   const LoopShape &New,
                                                   uint64_t Most) {
  std::optional<uint64_t> From;
  for (uint64_t N = Most; N > 0; --N) {
    if (timeOfIterations(New, N) > timeOfIterations(Old, N))
      break;
    From = N;
  }
  return From;
}
