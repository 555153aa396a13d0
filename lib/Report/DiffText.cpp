//===- DiffText.cpp - Two versions, for people ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What changed, the slower loops first, with the bound and the instruction
/// that did it, and both versions side by side. Sample of `kernel-opt diff
/// --cpu=cascadelake,znver4 gauss_seidel.cascadelake.s`:
///
///   old: gauss_seidel.cascadelake.s on cascadelake
///   new: gauss_seidel.cascadelake.s on znver4
///   1 loop: 1 faster; 0 unchanged
///
///   faster: gauss_seidel (...:26, label .L4): 12.00 -> 9.00 cy/it, -25.0 %
///     why: LCD 12.00 -> 9.00: vaddsd takes 6.00 cycles of the chain, before
///       8.00
///
/// Tested by test/kernel-opt/diff.s.
//
//===----------------------------------------------------------------------===//

#include "DiffReport.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Loops that are shown in full unless the user wants more or fewer.
constexpr unsigned DefaultTop = 20;
/// Characters of an instruction in the left column.
constexpr size_t MostColumn = 46;

class DiffText {
public:
  DiffText(raw_ostream &OS, const Comparison &C, const DiffOptions &Options)
      : OS(OS), C(C), Options(Options) {}
  void write();

private:
  void loop(const LoopDifference &D, bool InFull);
  void versions(const LoopDifference &D);
  void bounds(const LoopDifference &D);
  void instructions(const LoopDifference &D);

  raw_ostream &OS;
  const Comparison &C;
  const DiffOptions &Options;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string kernelbounds::changeText(const LoopDifference &D) {
  const int64_t PerMille = D.changePerMille();
  const int64_t Size = std::abs(PerMille);
  return (PerMille < 0 ? "-" : "+") + std::to_string(Size / 10) + "." +
         std::to_string(Size % 10) + " %";
}

std::string kernelbounds::diffSummary(const Comparison &C) {
  SmallVector<std::string, 6> Parts;
  for (LoopFate F : {LoopFate::Slower, LoopFate::Faster, LoopFate::Unclear,
                     LoopFate::New, LoopFate::Gone})
    if (unsigned N = C.NumOf[static_cast<unsigned>(F)])
      Parts.push_back(std::to_string(N) + " " + fateName(F).str());
  if (Parts.empty())
    Parts.push_back("nothing has changed");
  return counted(C.Loops.size(), "loop") + ": " + join(Parts, ", ") + "; " +
         std::to_string(C.NumOf[static_cast<unsigned>(LoopFate::Same)]) +
         " unchanged";
}

std::string kernelbounds::runSummary(const Comparison &C) {
  if (!C.Run)
    return "";
  const int64_t Change = C.changeOfRun();
  return "by the profile: loops of both versions have " + shareText(C.Known) +
         " of the time; with their new figures it changes by " +
         (Change < 0 ? "-" : "+") +
         shareText(static_cast<TimeShare>(std::abs(Change)));
}

std::string kernelbounds::gateText(const Comparison &C) {
  if (!C.FailAbove)
    return "";
  const std::string Limit = std::to_string(*C.FailAbove / 10) + "." +
                            std::to_string(*C.FailAbove % 10) + " %";
  if (!C.Run)
    return counted(C.NumFailed, "loop") + (C.NumFailed == 1 ? " is" : " are") +
           " slower by more than " + Limit;
  if (!C.hasFailed())
    return "by the profile, the time does not grow by more than " + Limit;
  return "by the profile, the time grows by " +
         shareText(static_cast<TimeShare>(C.changeOfRun())) +
         ", which is more than " + Limit;
}

std::string kernelbounds::diffHeadline(const LoopDifference &D) {
  if (!D.Old)
    return D.New->Title + ": " + D.New->cyclesText();
  if (!D.New)
    return D.Old->Title + ": " + D.Old->cyclesText();
  if (D.Fate == LoopFate::Unclear)
    return D.New->Title + ": " + D.Old->Prediction.str() + " -> " +
           D.New->Prediction.str() + " cy/it";
  std::string Text = D.New->Title + ": " + D.OldCycles.str() + " -> " +
                     D.NewCycles.str() + " cy/it, " + changeText(D);
  if (D.Share)
    Text += ", " + shareText(D.Share) + " of the time";
  if (D.WorkRatio != CyclesPerIter(1))
    Text += " (for one trip of the old loop; a trip of the new one does the "
            "work of " +
            D.WorkRatio.exactStr() + ")";
  return Text;
}

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

void DiffText::versions(const LoopDifference &D) {
  const bool AreBoth = D.Old && D.New;
  for (const auto &[Title, L] :
       {std::pair("old", D.Old), std::pair("new", D.New)}) {
    if (!L)
      continue;
    OS << "  ";
    if (AreBoth)
      OS << Title << ": " << L->Name << ": " << L->cyclesText() << ", ";
    OS << counted(L->Insts.size(), "instruction") << ", " << L->Verdict << '\n';
    if (!L->Gaps.empty())
      OS << "       incomplete: " << L->Gaps << '\n';
  }
  if (D.New && !D.New->Next.empty())
    OS << "  next: " << D.New->Next << " would give " << D.New->NextCycles.str()
       << " cy/it\n";
}

void DiffText::bounds(const LoopDifference &D) {
  OS << "\n    bound         old       new\n";
  for (const BoundChange &B : D.Bounds) {
    // What says nothing that others do not.
    if (B.OldWhy.empty() && B.NewWhy.empty() && !B.LimitsOld && !B.LimitsNew)
      continue;
    OS << "    " << left_justify(boundLabel(B.Kind), 7)
       << right_justify(B.Old.str(), 10) << (B.LimitsOld ? '<' : ' ')
       << right_justify(B.New.str(), 9);
    if (B.LimitsNew)
      OS << '<';
    const std::string &Why = B.NewWhy.empty() ? B.OldWhy : B.NewWhy;
    if (B.Old == B.New || Why.empty())
      OS << '\n';
    else if (B.OldWhy == B.NewWhy || B.OldWhy.empty() || B.NewWhy.empty())
      OS << (B.LimitsNew ? "  " : "   ") << Why << '\n';
    else
      OS << (B.LimitsNew ? "  " : "   ") << B.OldWhy << " -> " << B.NewWhy
         << '\n';
  }
  OS << "    < limits the loop\n";
}

/// In a column of six characters.
static std::string padded(const std::string &Text) {
  constexpr size_t Width = 6;
  return std::string(Width - std::min(Width, Text.size()), ' ') + Text;
}

static std::string cell(const LoopRecord &L, std::optional<uint32_t> Inst,
                        const CyclesPerIter &Weight) {
  if (!Inst)
    return "";
  return padded(Weight.isZero() ? "" : Weight.str()) + "  " +
         L.Insts[*Inst].Text;
}

/// Rows that differ, and those that make up the bound.
void DiffText::instructions(const LoopDifference &D) {
  if (D.Insts.empty())
    return;
  auto IsShown = [](const InstPair &P) {
    return !P.Old || !P.New || !P.OldWeight.isZero() || !P.NewWeight.isZero();
  };
  size_t Width = 10;
  for (const InstPair &P : D.Insts)
    if (P.Old)
      Width = std::max(Width, 8 + D.Old->Insts[*P.Old].Text.size());
  Width = std::min(Width, MostColumn);
  const StringRef Title = weightUnit(D.Blamed);
  OS << "\n    "
     << left_justify(("old" + (Title.empty() ? "" : ", " + Title)).str(), Width)
     << "   new\n";
  size_t NumSame = 0;
  auto Skipped = [&] {
    if (NumSame != 0)
      OS << "      ... " << counted(NumSame, "instruction") << " in common\n";
    NumSame = 0;
  };
  for (const InstPair &P : D.Insts) {
    if (!IsShown(P)) {
      ++NumSame;
      continue;
    }
    Skipped();
    std::string Left = cell(*D.Old, P.Old, P.OldWeight);
    if (Left.size() > MostColumn)
      Left = Left.substr(0, MostColumn - 3) + "...";
    std::string Row = "    " + Left +
                      std::string(Width - std::min(Width, Left.size()), ' ') +
                      (!P.Old   ? " > "
                       : !P.New ? " < "
                                : "   ") +
                      cell(*D.New, P.New, P.NewWeight);
    OS << StringRef(Row).rtrim() << '\n';
  }
  Skipped();
}

void DiffText::loop(const LoopDifference &D, bool InFull) {
  {
    OS.changeColor(D.Fate == LoopFate::Slower   ? raw_ostream::RED
                   : D.Fate == LoopFate::Faster ? raw_ostream::GREEN
                                                : raw_ostream::SAVEDCOLOR,
                   /*Bold=*/true);
    OS << fateName(D.Fate) << ": " << diffHeadline(D);
    OS.resetColor();
  }
  OS << '\n';
  if (Options.Quiet)
    return;
  if (!D.Why.empty())
    OS << "  why: " << D.Why << '\n';
  if (!InFull)
    return;
  versions(D);
  if (D.Fate == LoopFate::New || D.Fate == LoopFate::Gone)
    return;
  if (!D.IsWorkKnown)
    OS << "  work: neither loop shows how far a trip goes; trips are taken to "
          "do the same work\n";
  bounds(D);
  instructions(D);
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

void DiffText::write() {
  OS << "old: " << escapeControls(C.OldTitle)
     << "\nnew: " << escapeControls(C.NewTitle) << '\n'
     << diffSummary(C) << '\n';
  if (C.Run)
    OS << runSummary(C) << '\n';
  const unsigned Top = Options.Top ? Options.Top : DefaultTop;
  unsigned NumShown = 0, NumShort = 0;
  for (const LoopDifference &D : C.Loops) {
    if (D.Fate == LoopFate::Same && !Options.All)
      continue;
    const bool InFull =
        D.Fate != LoopFate::Same && (Options.All || NumShown < Top);
    if (!Options.Quiet && InFull)
      OS << '\n';
    else if (!Options.Quiet && NumShort++ == 0)
      OS << '\n';
    NumShown += InFull;
    loop(D, InFull);
  }
  if (NumShort != 0 && !Options.All && !Options.Quiet)
    OS << '\n'
       << counted(NumShort, "loop")
       << " in short; --all or a larger --top shows more\n";
}

void kernelbounds::writeDiffText(raw_ostream &OS, const Comparison &C,
                                 const DiffOptions &Options) {
  DiffText(OS, C, Options).write();
}
