//===- RunProfile.cpp - What a run found of loops -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Passes/profile*.
//
//===----------------------------------------------------------------------===//

#include "RunProfile.h"
#include "kernel-bounds/Model/Json.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <climits>

using namespace kernelbounds;
using namespace llvm;

/// 0 for what is no count.
static uint64_t countOf(const json::Object &O, StringRef Key) {
  return static_cast<uint64_t>(
      std::max<int64_t>(O.getInteger(Key).value_or(0), 0));
}

static unsigned numberOf(const json::Object &O, StringRef Key) {
  return static_cast<unsigned>(std::min<uint64_t>(countOf(O, Key), UINT_MAX));
}

static std::optional<LoopFingerprint>
readFingerprint(const json::Object &Spot) {
  const json::Object *O = Spot.getObject("fingerprint");
  if (!O)
    return std::nullopt;
  return LoopFingerprint{numberOf(*O, "instructions"), numberOf(*O, "loads"),
                         numberOf(*O, "stores"), numberOf(*O, "branches"),
                         numberOf(*O, "calls")};
}

static std::optional<RecordedLoop::Stretches>
readStretches(const json::Object &Spot) {
  const json::Object *O = Spot.getObject("ran");
  if (!O)
    return std::nullopt;
  RecordedLoop::Stretches S;
  S.AllTrips = countOf(*O, "trips");
  S.AllVisits = countOf(*O, "visits");
  S.NumTrips = countOf(*O, "counted_trips");
  S.Met = O->getNumber("met_loads").value_or(0);
  S.Mispredicted = O->getNumber("mispredicted").value_or(0);
  S.Cycles = O->getNumber("cycles").value_or(0);
  if (const json::Object *V = O->getObject("trips_per_visit"))
    S.Visits = {countOf(*V, "least"), countOf(*V, "median"),
                countOf(*V, "most")};
  return S;
}

static RecordedLoop readLoop(const json::Object &Spot, StringRef Cpu) {
  RecordedLoop L;
  L.Place = {
      sys::path::filename(Spot.getString("source_file").value_or("")).str(),
      numberOf(Spot, "source_line")};
  L.Fingerprint = readFingerprint(Spot);
  L.Share = Spot.getNumber("share").value_or(0);
  L.Ran = readStretches(Spot);
  L.Cpu = Cpu.str();
  return L;
}

Expected<RunProfile> RunProfile::read(StringRef Path) {
  auto Buffer = readWholeFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + toString(Buffer.takeError()));
  Expected<json::Value> Text = parseJson((*Buffer)->getBuffer());
  if (!Text)
    return createStringError("'" + Path + "': " + toString(Text.takeError()));
  const json::Object *All = Text->getAsObject();
  const json::Array *Spots = All ? All->getArray("spots") : nullptr;
  if (!Spots || All->getInteger("schema") != 1)
    return createStringError("'" + Path +
                             "' is no report of 'kernel-opt run "
                             "--record --format=json'");
  const StringRef Cpu = All->getString("cpu").value_or("");
  RunProfile P;
  for (const json::Value &V : *Spots) {
    const json::Object *Spot = V.getAsObject();
    if (Spot && Spot->getString("kind") == "loop")
      P.ByFunction[Spot->getString("function").value_or("")].push_back(
          readLoop(*Spot, Cpu));
  }
  return P;
}

ArrayRef<RecordedLoop> RunProfile::of(StringRef Function) const {
  auto Found = ByFunction.find(Function);
  if (Found == ByFunction.end())
    return {};
  return Found->second;
}

/// Where nothing is known of a place or a fingerprint, it does not count.
static bool mayBe(const RecordedLoop &R, const PresentLoop &P) {
  return (!R.Fingerprint || *R.Fingerprint == P.Fingerprint) &&
         (R.Place.second == 0 || P.Places.empty() ||
          P.Places.count(R.Place) != 0);
}

bool RunProfile::isOfAnotherFile(const RecordedLoop &R,
                                 ArrayRef<PresentLoop> Present) {
  bool HasPlaces = false;
  for (const PresentLoop &P : Present)
    for (const auto &[File, Line] : P.Places) {
      HasPlaces = true;
      if (File == R.Place.first)
        return false;
    }
  return HasPlaces && R.Place.second != 0;
}

std::string RecordedLoop::text() const {
  std::string Out;
  if (Place.second != 0)
    Out += "at " + Place.first + ":" + std::to_string(Place.second);
  if (Fingerprint)
    Out += (Out.empty() ? "(" : " (") + Fingerprint->str() + ")";
  return Out;
}

std::vector<ProfileMatch> RunProfile::match(ArrayRef<RecordedLoop> Recorded,
                                            ArrayRef<PresentLoop> Present) {
  std::vector<ProfileMatch> Out(Recorded.size());
  std::vector<unsigned> NumTaken(Present.size(), 0);
  for (auto [R, To] : zip_equal(Recorded, Out)) {
    for (auto [I, P] : enumerate(Present)) {
      if (!mayBe(R, P))
        continue;
      To.FitsSeveral = To.Loop.has_value();
      To.Loop = I;
      if (To.FitsSeveral)
        break;
    }
    if (To.FitsSeveral)
      To.Loop.reset();
    if (To.Loop)
      ++NumTaken[*To.Loop];
  }
  for (ProfileMatch &M : Out)
    if (M.Loop && NumTaken[*M.Loop] > 1)
      M = {std::nullopt, /*FitsSeveral=*/true};
  return Out;
}
