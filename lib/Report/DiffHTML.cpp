//===- DiffHTML.cpp - Two versions as a page ------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A page that needs no other file: the loops that changed, with how much and
/// why, and of each its bounds and its instructions in both versions. The page
/// holds data, and a script (page/diff.js) that shows them.
///
/// Tested by test/kernel-opt/diff-html.test.
//
//===----------------------------------------------------------------------===//

#include "DiffReport.h"
#include "HTMLPage.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Writes one loop as JSON.
class DiffData {
public:
  DiffData(json::OStream &J, const LoopDifference &D) : J(J), D(D) {}
  void row();
  void details();

private:
  void version(StringRef Key, const LoopRecord *L);
  void bounds();
  void instructions();
  void cycles(bool IsKnown, const CyclesPerIter &C) {
    IsKnown ? J.rawValue(C.str()) : J.value(nullptr);
  }
  void text(StringRef Key, const std::string &Text) {
    J.attribute(Key, utf8(Text));
  }

  json::OStream &J;
  const LoopDifference &D;
};

} // namespace

static bool isCompared(const LoopDifference &D) {
  return D.Old && D.New && D.Fate != LoopFate::Unclear;
}

/// An element of the overview.
void DiffData::row() {
  const bool IsUnclear = D.Fate == LoopFate::Unclear;
  J.array([&] {
    J.value(fateName(D.Fate));
    J.value(utf8((D.New ? D.New : D.Old)->Title));
    cycles(D.Old, D.Old && IsUnclear ? D.Old->Prediction : D.OldCycles);
    cycles(D.New, D.New && IsUnclear ? D.New->Prediction : D.NewCycles);
    if (isCompared(D))
      J.value(D.changePerMille());
    else
      J.value(nullptr);
    J.value(utf8(D.Why));
    J.rawValue(decimalOf(D.Share));
  });
}

void DiffData::version(StringRef Key, const LoopRecord *L) {
  if (!L)
    return J.attribute(Key, nullptr);
  J.attributeObject(Key, [&] {
    text("name", L->Name);
    J.attributeBegin("cycles");
    cycles(true, L->Prediction);
    J.attributeEnd();
    J.attribute("instructions", int64_t(L->Insts.size()));
    text("verdict", L->Verdict);
    text("cases", L->otherCases());
    text("gaps", L->Gaps);
  });
}

void DiffData::bounds() {
  J.attributeArray("bounds", [&] {
    for (const BoundChange &B : D.Bounds) {
      // What says nothing that others do not.
      if (B.OldWhy.empty() && B.NewWhy.empty() && !B.LimitsOld && !B.LimitsNew)
        continue;
      J.array([&] {
        J.value(boundLabel(B.Kind));
        cycles(true, B.Old);
        cycles(true, B.New);
        J.value(B.LimitsOld);
        J.value(B.LimitsNew);
        J.value(utf8(B.OldWhy));
        J.value(utf8(B.NewWhy));
      });
    }
  });
}

void DiffData::instructions() {
  auto Side = [&](const LoopRecord *L, std::optional<uint32_t> Inst,
                  const CyclesPerIter &Weight) {
    if (Inst)
      J.value(utf8(L->Insts[*Inst].Text));
    else
      J.value(nullptr);
    cycles(true, Weight);
  };
  J.attributeArray("insts", [&] {
    for (const InstPair &P : D.Insts)
      J.array([&] {
        Side(D.Old, P.Old, P.OldWeight);
        Side(D.New, P.New, P.NewWeight);
      });
  });
}

void DiffData::details() {
  text("headline", diffHeadline(D));
  text("why", D.Why);
  text("next",
       D.New && !D.New->Next.empty()
           ? D.New->Next + " would give " + D.New->NextCycles.str() + " cy/it"
           : std::string());
  J.attributeArray("notes", [&] {
    if (D.Old && D.New && !D.IsWorkKnown)
      J.value("Neither loop shows how far a trip goes; trips are taken to do "
              "the same work.");
  });
  version("old", D.Old);
  version("new", D.New);
  text("unit", weightUnit(D.Blamed).str());
  bounds();
  instructions();
}

void kernelbounds::writeDiffHTML(raw_ostream &OS, const Comparison &C,
                                 const DiffOptions &Options) {
  std::vector<const LoopDifference *> Shown;
  for (const LoopDifference &D : C.Loops)
    if (D.Fate != LoopFate::Same || Options.All)
      Shown.push_back(&D);
  if (Options.Top && Shown.size() > Options.Top)
    Shown.resize(Options.Top);
  beginPage(OS, Options.Generator);
  for (auto [I, D] : enumerate(Shown))
    writePageData(OS, "loop" + Twine(I), [&](json::OStream &J) {
      J.object([&] { DiffData(J, *D).details(); });
    });
  writePageData(OS, "overview", [&](json::OStream &J) {
    J.object([&] {
      J.attribute("old", utf8(escapeControls(C.OldTitle)));
      J.attribute("new", utf8(escapeControls(C.NewTitle)));
      J.attribute("summary", diffSummary(C));
      J.attribute("gate", C.FailAbove ? gateText(C) + "." : "");
      J.attribute("failed", C.hasFailed());
      J.attribute("run", runSummary(C));
      J.attributeArray("loops", [&] {
        for (const LoopDifference *D : Shown)
          DiffData(J, *D).row();
      });
    });
  });
  endPage(OS, DiffScript);
}
