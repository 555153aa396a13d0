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

/// What is said of pointers that may meet; "" if nothing is known.
static std::string meetingText(const RecordedLoop &R) {
  if (!R.Ran || R.Ran->NumTrips == 0)
    return "";
  if (R.Ran->Met > 0)
    return twoDigits(R.Ran->Met) + " loads a trip got what the loop stored";
  return formatv("no load met a store of the loop in {0} trip{1}",
                 R.Ran->NumTrips, R.Ran->NumTrips == 1 ? "" : "s")
      .str();
}

bool kernelbounds::hasMet(const AnalyzedLoop &L) {
  return L.Recorded && L.Recorded->Ran && L.Recorded->Ran->Met > 0;
}

std::string kernelbounds::recordedMeeting(const AnalyzedLoop &L) {
  const std::string Text = L.Recorded ? meetingText(*L.Recorded) : "";
  return Text.empty() ? "" : "; in the recorded run, " + Text;
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
  const LoopFingerprint &Fingerprint = L.Fingerprint;
  if (Fingerprint.Loads && Fingerprint.Stores)
    if (std::string Text = meetingText(R); !Text.empty())
      Parts.push_back(std::move(Text));
  if (R.Ran && R.Ran->Mispredicted >= 0.005)
    Parts.push_back(twoDigits(R.Ran->Mispredicted) +
                    " mispredicted branches a trip");
  if (R.Ran && R.Ran->Cycles > 0)
    Parts.push_back(twoDigits(R.Ran->Cycles) + " cy/it as it ran (" + R.Cpu +
                    ")");
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
