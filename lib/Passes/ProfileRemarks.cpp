//===- ProfileRemarks.cpp - What a run found, as remarks ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What stands behind the bounds of a loop: docs/guides/what-a-run-did.md shows
/// it.
///
/// Tested by test/Passes/profile.c.
//
//===----------------------------------------------------------------------===//

#include "FunctionAnalyzer.h"
#include "RemarkLog.h"
#include "RunProfile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

static std::string twoDigits(double Number) {
  return formatv("{0:f2}", Number).str();
}

static std::string visitsText(const RecordedLoop::VisitLengths &V) {
  std::string Text = std::to_string(V.Median) +
                     (V.Median == 1 ? " trip" : " trips") + " a visit";
  if (V.Least != V.Most)
    Text += formatv(" ({0} to {1})", V.Least, V.Most).str();
  return Text;
}

/// \pre Trips of \p S are known.
static std::string meetingText(const RecordedLoop::Stretches &S) {
  if (S.hasMet())
    return twoDigits(S.Met) + " loads a trip got what the loop stored";
  return formatv("no load met a store of the loop in {0} trip{1}", S.NumTrips,
                 S.NumTrips == 1 ? "" : "s")
      .str();
}

/// Whether some loads get what the loop stores in any run, so that it is not
/// known which loads of the run did.
static bool alwaysForwards(const Analysis &A) {
  return any_of(A.Memory, [](const MemoryDependence &D) {
    return D.Order == DependenceOrder::RAW && D.Class != DependenceClass::May;
  });
}

bool kernelbounds::pointersMet(const AnalyzedLoop &L) {
  return L.Recorded && L.Recorded->Ran && L.Recorded->Ran->hasMet() &&
         !alwaysForwards(L.Result.Bounds);
}

std::string kernelbounds::recordedMeeting(const AnalyzedLoop &L) {
  if (!L.Recorded || !L.Recorded->Ran || L.Recorded->Ran->NumTrips == 0 ||
      (L.Recorded->Ran->hasMet() && !pointersMet(L)))
    return "";
  return "; in the recorded run, " + meetingText(*L.Recorded->Ran);
}

void kernelbounds::emitRecordedRun(LoopRemarks &Out, const AnalyzedLoop &L) {
  if (!L.Recorded)
    return;
  const RecordedLoop &R = *L.Recorded;
  std::vector<std::string> Parts;
  if (R.Share > 0)
    Parts.push_back(formatv("{0:f0} % of its time", 100 * R.Share).str());
  if (R.Ran && R.Ran->Visits)
    Parts.push_back(visitsText(*R.Ran->Visits));
  if (R.Ran && R.Ran->NumTrips != 0) {
    if (L.Fingerprint.Loads != 0 && L.Fingerprint.Stores != 0)
      Parts.push_back(meetingText(*R.Ran));
    if (R.Ran->Mispredicted >= 0.005)
      Parts.push_back(twoDigits(R.Ran->Mispredicted) +
                      " mispredicted branches a trip");
    Parts.push_back(twoDigits(R.Ran->Cycles) + " cy/it as it ran (" + R.Cpu +
                    ")");
  }
  if (Parts.empty())
    return;
  LoopRemark Remark(LoopRemark::Kind::Analysis, "RecordedRun", L);
  Remark << "in the recorded run: " << NV("Found", join(Parts, "; "));
  Out.add(std::move(Remark), [&](LoopRemark &Details) {
    if (!R.Ran)
      return;
    Details << NV("Trips", static_cast<unsigned long>(R.Ran->NumTrips));
    if (R.Ran->Visits)
      Details << NV("MedianTrips",
                    static_cast<unsigned long>(R.Ran->Visits->Median));
  });
}

void kernelbounds::emitProfileMismatch(RemarkLog &Log, const AnalyzedLoop &L,
                                       const RecordedLoop &R,
                                       bool FitsSeveral) {
  LoopRemark Remark(LoopRemark::Kind::Analysis, "ProfileMismatch", L);
  Remark.ofAllLoops() << "what a run found of a loop";
  if (R.Place.second != 0)
    Remark << " at "
           << NV("Line", R.Place.first + ":" + std::to_string(R.Place.second));
  if (R.Fingerprint)
    Remark << " (" << NV("Fingerprint", R.Fingerprint->str()) << ")";
  Remark << " is left out: "
         << (FitsSeveral ? "several loops fit"
                         : "no loop of the function is like that now");
  Log.add(std::move(Remark), /*NamesFunctions=*/true);
}
