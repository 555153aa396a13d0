//===- RunText.cpp - What a run did, for people ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Run/RunReportTest.cpp and test/Run/rank.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Run/RunReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

static std::string counted(uint64_t Num, StringRef One, StringRef Many) {
  return std::to_string(Num) + " " + (Num == 1 ? One : Many).str();
}

/// "f (a.c:3), loop at 0x1150 of prog".
static std::string placeText(const RunRow &Row) {
  const HotSpot &S = *Row.Spot;
  const std::string Module = sys::path::filename(S.Module).str();
  if (S.Module == "[system]")
    return "system calls";
  if (S.Function.empty())
    return "code of no function in " + Module;
  std::string Text = demangledName(S.Function);
  if (Row.SourceLine)
    Text += " (" + sys::path::filename(Row.SourceFile).str() + ":" +
            std::to_string(Row.SourceLine) + ")";
  return Text +
         (S.Loop ? ", loop at 0x" : ", outside of innermost loops, at 0x") +
         utohexstr(S.Address, /*LowerCase=*/true) + " of " + Module;
}

static void printFigures(raw_ostream &OS, const LoopFigures &F) {
  const StringRef Indent = "                  ";
  OS << Indent << F.Prediction.str() << " cy/it or more, " << F.Verdict;
  if (F.NumNotModeled)
    OS << "; " << F.NumNotModeled << " instructions not modelled";
  if (F.NumOtherBlocks)
    OS << "; " << counted(F.NumOtherBlocks, "block", "blocks")
       << " of the loop off the analysed path";
  OS << '\n';
  if (!F.Next.empty())
    OS << Indent << "next: " << escapeControls(F.Next) << '\n';
}

void kernelbounds::printRunText(raw_ostream &OS, const RunReport &R) {
  const ProgramRun &Run = *R.Run;
  if (R.Attached)
    OS << "process " << R.Attached << '\n';
  else
    OS << escapeControls(join(R.Command, " ")) << ": exit code " << Run.ExitCode
       << '\n';
  OS << format("%.2f", double(R.Code->Nanoseconds) * 1e-9)
     << " s of processor time in "
     << counted(Run.NumProcesses, "process", "processes") << ", "
     << counted(Run.NumThreads, "thread", "threads") << "; "
     << counted(R.Code->NumSamples, "sample", "samples") << "; figures of "
     << R.Cpu << "\n";
  for (const std::string &U : R.Code->Unread)
    OS << "cannot read " << escapeControls(U) << '\n';
  if (R.Rows.empty())
    return;
  OS << "\n share   samples  where\n";
  for (const RunRow &Row : R.Rows) {
    OS << format("%5.1f %%  %7llu  ", 100 * R.Code->share(*Row.Spot),
                 static_cast<unsigned long long>(Row.Spot->NumSamples))
       << escapeControls(placeText(Row)) << '\n';
    if (Row.Figures)
      printFigures(OS, *Row.Figures);
  }
  if (const size_t Left = R.Code->Spots.size() - R.Rows.size())
    OS << counted(Left, "more place has", "more places have")
       << " less; --top=N shows them\n";
}
