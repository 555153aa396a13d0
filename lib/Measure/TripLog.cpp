//===- TripLog.cpp - The ways that the trips of a loop took ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shortest period of a sequence is its length less its longest border, by
/// the failure function of Knuth, Morris and Pratt (doi:10.1137/0206024).
/// Tested by unittests/Measure/TripLogTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/TripLog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelbounds;
using namespace llvm;

void TripLog::add(ArrayRef<uint64_t> Path) {
  auto It = find_if(Paths, [&](ArrayRef<uint64_t> P) { return P == Path; });
  Trips.push_back(It - Paths.begin());
  if (It == Paths.end())
    Paths.emplace_back(Path.begin(), Path.end());
}

std::string kernelbounds::formatTripLog(const TripLog &L) {
  if (L.empty())
    return "";
  auto FormatPath = [](ArrayRef<uint64_t> Path) {
    return join(map_range(Path, [](uint64_t A) { return utohexstr(A, true); }),
                ".");
  };
  std::string Text = join(map_range(L.Paths, FormatPath), " ") + "|";
  for (size_t I = 0, End = 0; I < L.Trips.size(); I = End) {
    while (End < L.Trips.size() && L.Trips[End] == L.Trips[I])
      ++End;
    Text += (I == 0 ? "" : " ") + std::to_string(L.Trips[I]);
    if (End - I > 1)
      Text += "*" + std::to_string(End - I);
  }
  return Text;
}

Expected<TripLog> kernelbounds::parseTripLog(StringRef Text) {
  TripLog L;
  auto [PathText, TripText] = Text.split('|');
  SmallVector<StringRef, 16> Parts, Blocks;
  PathText.split(Parts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    Blocks.clear();
    Part.split(Blocks, '.');
    std::vector<uint64_t> &Path = L.Paths.emplace_back();
    for (StringRef B : Blocks)
      if (B.getAsInteger(16, Path.emplace_back()))
        return createStringError("expected addresses with '.' between, not '" +
                                 Part + "'");
  }
  Parts.clear();
  TripText.split(Parts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    auto [Path, Count] = Part.split('*');
    uint32_t Index = 0, Times = 1;
    if (Path.getAsInteger(10, Index) || Index >= L.Paths.size() ||
        (Part.contains('*') && Count.getAsInteger(10, Times)))
      return createStringError("expected PATH*COUNT, not '" + Part + "'");
    L.Trips.insert(L.Trips.end(), Times, Index);
  }
  return L;
}

static size_t shortestPeriod(ArrayRef<uint32_t> Trips) {
  std::vector<size_t> Border(Trips.size() + 1, 0); // Of each prefix.
  for (size_t I = 1, Length = 0; I < Trips.size(); ++I) {
    while (Length != 0 && Trips[I] != Trips[Length])
      Length = Border[Length];
    if (Trips[I] == Trips[Length])
      ++Length;
    Border[I + 1] = Length;
  }
  return Trips.size() - Border.back();
}

std::vector<TripStretch>
kernelbounds::cutIntoStretches(ArrayRef<uint32_t> Trips,
                               ArrayRef<uint64_t> Lengths, uint64_t MaxInsts) {
  std::vector<TripStretch> Stretches;
  if (Trips.empty())
    return Stretches;
  auto NumInsts = [&](ArrayRef<uint32_t> Some) {
    uint64_t Sum = 0;
    for (uint32_t T : Some)
      Sum += Lengths[T];
    return Sum;
  };
  const size_t N = Trips.size(), Period = shortestPeriod(Trips);
  if (2 * Period <= N && NumInsts(Trips.take_front(Period)) <= MaxInsts) {
    Stretches.push_back({0, Period, N / Period});
    if (size_t Rest = N % Period)
      Stretches.push_back({N - Rest, Rest, 1});
    return Stretches;
  }
  const uint64_t All = NumInsts(Trips);
  const size_t Count =
      std::clamp<size_t>((All + MaxInsts - 1) / MaxInsts, 1, N);
  for (size_t I = 0; I < Count; ++I) {
    const size_t First = I * N / Count;
    Stretches.push_back({First, (I + 1) * N / Count - First, 1});
  }
  return Stretches;
}
