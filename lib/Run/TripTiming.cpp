//===- TripTiming.cpp - Cycles of a trip as measured ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Source of the fit: P. K. Sen, "Estimates of the regression coefficient based
/// on Kendall's tau" (JASA 63, 1968, doi:10.1080/01621459.1968.10480934). It
/// bears that almost 3 of 10 windows say something else.
///
/// Tested by unittests/Run/TripTimingTest.cpp and test/Run/measured.test.
//
//===----------------------------------------------------------------------===//

#include "TripTiming.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstdlib>

using namespace kernelbounds;
using namespace llvm;

/// Windows that a figure needs, at least.
static constexpr size_t LeastWindows = 6;
/// Executions in a stretch that make a shape.
static constexpr size_t LeastRuns = 16;
/// Fewer trips are too close to the noise of a stop.
static constexpr double LeastTrips = 32;

/// Windows are half as long at most. What took longer was stopped too late, as
/// on a machine with much other work; the loop may have begun anew meanwhile.
static constexpr uint64_t MostNanoseconds = 1000000;

/// Windows that slopes are made of, at most: each with each other one.
static constexpr size_t MostPaired = 512;

static double middleOf(std::vector<double> Values) {
  auto Middle = Values.begin() + Values.size() / 2;
  std::nth_element(Values.begin(), Middle, Values.end());
  return *Middle;
}

//===----------------------------------------------------------------------===//
// Trips of a window
//===----------------------------------------------------------------------===//

std::optional<double> kernelbounds::runsWhileMoving(const StreamShape &S,
                                                    int64_t Bytes) {
  if (S.Step == 0)
    return std::nullopt;
  const double Moved = static_cast<double>(Bytes);
  const double Step = static_cast<double>(S.Step);
  if (S.Kind == StreamShape::Walk)
    return Moved / Step;
  if (S.Kind != StreamShape::Segments)
    return std::nullopt;
  const int64_t Segment = S.Step * static_cast<int64_t>(S.Length);
  if (S.Outer == Segment)
    return Moved / Step;
  // Segments that overlap could be passed in several ways.
  if (std::llabs(S.Outer) < std::llabs(Segment))
    return std::nullopt;
  const double Rows = std::round(Moved / static_cast<double>(S.Outer));
  const double Rest = Moved - Rows * static_cast<double>(S.Outer);
  return Rows * static_cast<double>(S.Length) + Rest / Step;
}

namespace {

/// What one stretch says of the operands that run once in each trip.
class StretchShapes {
public:
  StretchShapes(const RunTrace &T, const TraceLoop &L,
                ArrayRef<LoopVisit> Visits, uint32_t Stretch,
                const StretchAccesses &Accesses);
  /// Trips while they moved so far; nothing if no operand tells.
  std::optional<double> tripsOf(ArrayRef<TraceMove> Moves) const;

private:
  std::map<OperandId, StreamShape> Shapes;
};

} // namespace

StretchShapes::StretchShapes(const RunTrace &T, const TraceLoop &L,
                             ArrayRef<LoopVisit> Visits, uint32_t Stretch,
                             const StretchAccesses &Accesses) {
  size_t NumHeaders = 0, NumVisits = 0;
  for (const LoopVisit &V : Visits)
    if (V.Stretch == Stretch) {
      NumHeaders += V.Headers.size();
      ++NumVisits;
    }
  std::map<OperandId, std::vector<uint64_t>> ByOperand;
  for (const StretchAccess &A : Accesses.All)
    if (T.Insts[A.Inst].Module == L.Module &&
        L.contains(T.Insts[A.Inst].Address))
      ByOperand[{A.Inst, A.Number}].push_back(A.Address);
  for (const auto &[Id, Addresses] : ByOperand) {
    // The first and the last trip may be there in part.
    const size_t Num = Addresses.size();
    if (Num >= LeastRuns && Num + NumVisits >= NumHeaders &&
        NumHeaders + NumVisits >= Num)
      Shapes[Id] = findShape(Addresses);
  }
}

/// The middle of what the operands say.
std::optional<double> StretchShapes::tripsOf(ArrayRef<TraceMove> Moves) const {
  std::vector<double> Found;
  for (const TraceMove &M : Moves)
    if (auto It = Shapes.find({M.Inst, M.Access}); It != Shapes.end())
      if (const auto Runs = runsWhileMoving(It->second, M.Bytes))
        Found.push_back(*Runs);
  if (Found.empty())
    return std::nullopt;
  return middleOf(std::move(Found));
}

//===----------------------------------------------------------------------===//
// The line
//===----------------------------------------------------------------------===//

std::optional<MeasuredTrips>
kernelbounds::fitTrips(ArrayRef<TripSample> Samples) {
  if (Samples.size() < LeastWindows)
    return std::nullopt;
  std::vector<TripSample> Paired;
  const size_t NumPaired = std::min(Samples.size(), MostPaired);
  for (size_t N = 0; N < NumPaired; ++N)
    Paired.push_back(Samples[N * Samples.size() / NumPaired]);
  std::vector<double> Slopes, Rests;
  for (const TripSample &A : Paired)
    for (const TripSample &B : Paired)
      // Windows of about the same length only show the noise.
      if (A.Cycles * 4 < B.Cycles * 3 && A.Trips != B.Trips)
        Slopes.push_back((B.Cycles - A.Cycles) / (B.Trips - A.Trips));
  if (Slopes.empty())
    return std::nullopt;
  const double Slope = middleOf(std::move(Slopes));
  if (Slope <= 0)
    return std::nullopt;
  for (const TripSample &S : Samples)
    Rests.push_back(S.Cycles - Slope * S.Trips);
  const double Rest = middleOf(std::move(Rests));
  MeasuredTrips M{Slope, static_cast<unsigned>(Samples.size()), 0};
  for (const TripSample &S : Samples)
    M.NumOnLine += S.Trips >= LeastTrips &&
                   std::abs(S.Cycles - Rest - Slope * S.Trips) * 10 <= S.Cycles;
  if (M.NumOnLine < LeastWindows || M.NumOnLine * 5 < M.NumWindows * 3)
    return std::nullopt;
  return M;
}

std::optional<MeasuredTrips>
kernelbounds::measureTrips(const RunTrace &T, const TraceLoop &L,
                           ArrayRef<LoopVisit> Visits,
                           ArrayRef<StretchAccesses> Accesses) {
  std::map<uint32_t, StretchShapes> ByStretch;
  auto IsInLoop = [&](uint32_t Inst) {
    return T.Insts[Inst].Module == L.Module &&
           L.contains(T.Insts[Inst].Address);
  };
  std::vector<TripSample> Samples;
  for (const TraceWindow &W : T.Windows) {
    if (W.CycleFemtoseconds == 0 || W.Nanoseconds > MostNanoseconds ||
        !IsInLoop(W.From) || !IsInLoop(W.To))
      continue;
    const auto &Shapes = ByStretch
                             .try_emplace(W.Stretch, T, L, Visits, W.Stretch,
                                          Accesses[W.Stretch])
                             .first->second;
    if (const auto Trips = Shapes.tripsOf(W.Moves))
      Samples.push_back(
          {*Trips, double(W.Nanoseconds) * 1e6 / double(W.CycleFemtoseconds)});
  }
  return fitTrips(Samples);
}
