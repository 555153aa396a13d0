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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral Indent("                  ");

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

/// "100 trips each", "17 trips each (1 to 240)".
static std::string visitText(const LoopRunFigures &F) {
  std::string Text = counted(F.MedianTrips, "trip", "trips") + " each";
  if (F.LeastTrips != F.MostTrips)
    Text += " (" + std::to_string(F.LeastTrips) + " to " +
            std::to_string(F.MostTrips) + ")";
  return Text;
}

/// "0x1330", "0x1330 of libm.so.6".
static std::string placeText(uint64_t Address, StringRef Module) {
  std::string Text = "0x" + utohexstr(Address, /*LowerCase=*/true);
  if (!Module.empty())
    Text += " of " + escapeControls(sys::path::filename(Module));
  return Text;
}

/// The branches that cost most.
static void printBranches(raw_ostream &OS, ArrayRef<RunBranch> Branches) {
  for (const RunBranch &B : Branches.take_front(3))
    if (B.NumMispredicted != 0)
      OS << Indent << "branch at " << placeText(B.Address, B.Module)
         << format(": taken %.1f %%, mispredicted %.1f %%\n",
                   100.0 * double(B.NumTaken) / double(B.NumRuns),
                   100.0 * double(B.NumMispredicted) / double(B.NumRuns));
}

/// "2.00 ports and widths + 3.10 memory"; shares that are printed as 0 are left
/// out, but for the first one.
static void printStack(raw_ostream &OS, const LoopRunFigures &F) {
  for (auto [N, S] : enumerate(F.Stack))
    if (N == 0 || S.Cycles >= 0.005)
      OS << (N == 0 ? "" : " + ") << format("%.2f ", S.Cycles) << S.Name;
}

/// "; 0.100 from L2, 0.025 from memory, 0.010 page walks".
static void printLevels(raw_ostream &OS, ArrayRef<std::string> Levels,
                        const LoopRunFigures &F) {
  const char *Next = "; ";
  for (auto [N, Num] : enumerate(F.FromLevel))
    if (N != 0 && Num >= 0.0005) {
      OS << Next << format("%.3f from ", Num) << Levels[N];
      Next = ", ";
    }
  if (F.Walks >= 0.0005)
    OS << Next << format("%.3f page walks", F.Walks);
}

/// The accesses that miss most.
static void printAccesses(raw_ostream &OS, ArrayRef<std::string> Levels,
                          const LoopRunFigures &F) {
  for (const RunAccesses &A : ArrayRef(F.Accesses).take_front(3)) {
    // Less than one of a thousand is no matter.
    if (A.numMisses() * 1000 < A.NumRuns || A.numMisses() == 0)
      continue;
    OS << Indent << (A.IsStore ? "store" : "load") << " at "
       << placeText(A.Address, A.Module) << ':';
    for (size_t L = 1; L < A.FromLevel.size(); ++L)
      if (A.FromLevel[L] != 0)
        OS << format(" %.1f %% from ",
                     100.0 * double(A.FromLevel[L]) / double(A.NumRuns))
           << Levels[L];
    if (!A.IsStore)
      OS << format("; %.1f cycles late", double(A.Delay) / double(A.NumRuns));
    OS << '\n';
  }
}

/// "measured: 7.30 cy/it; 1.20 not explained".
static void printMeasured(raw_ostream &OS, const LoopRunFigures &F) {
  if (!F.Measured)
    return;
  OS << Indent
     << format("measured: %.2f cy/it, by %u of %u windows", F.Measured->Cycles,
               F.Measured->NumOnLine, F.Measured->NumWindows);
  if (F.NumCounted != 0)
    OS << format("; %.2f with what ran between visits, %.2f not explained",
                 F.CyclesAround, F.Measured->Cycles - F.CyclesAround);
  OS << '\n';
}

/// "with branch prediction, perfect: 3.78 cy/it".
static void printSensitivity(raw_ostream &OS, const LoopRunFigures &F) {
  if (F.Sensitivity.empty())
    return;
  bool Any = false;
  auto Print = [&](const RunEffect &E) {
    OS << Indent << "with " << E.Name
       << format(": %.2f cy/it, %.2f times as fast\n", E.Cycles,
                 F.Cycles / E.Cycles);
    Any = true;
  };
  for (const RunEffect &E : F.Sensitivity)
    if (E.Cycles * 101 < F.Cycles * 100 || E.Cycles * 100 > F.Cycles * 101)
      Print(E);
  if (!Any)
    OS << Indent << "nothing that is better alone makes it faster\n";
}

/// "next: pages of 2 MiB would give 49.01 cy/it for 64.57".
static void printAdvice(raw_ostream &OS, const LoopRunFigures &F) {
  for (const RunAdvice &A : F.Advice)
    OS << Indent << "next: " << A.Text
       << format(" would give %.2f cy/it for %.2f\n", A.To, A.From);
}

/// Where visits are so short that what enters and leaves the loop matters.
static void printOwn(raw_ostream &OS, const LoopRunFigures &F) {
  if (F.CyclesOwn > 0 &&
      (F.NumTrips == 0 || (F.NumWholeVisits != 0 && F.MedianTrips <= 16)))
    OS << Indent
       << format("its own code with entries and exits: %.2f cy/it, %.3f "
                 "branches mispredicted\n",
                 F.CyclesOwn, F.MispredictedOwn);
}

static void printRan(raw_ostream &OS, ArrayRef<std::string> Levels,
                     const LoopRunFigures &F) {
  if (F.NumTrips == 0) {
    OS << Indent << "no whole trip was recorded\n";
    printOwn(OS, F);
    return;
  }
  OS << Indent << "recorded: " << counted(F.NumTrips, "trip", "trips") << " in "
     << counted(F.NumVisits, "visit", "visits");
  if (F.NumWholeVisits)
    OS << ", " << visitText(F);
  if (F.NumWays > 1)
    OS << "; " << F.NumWays << " ways, the first "
       << format("%.1f %%", 100 * F.FirstWay);
  OS << '\n';
  if (F.Bound)
    OS << Indent << "on that way: " << F.Bound->str() << " cy/it or more, "
       << F.Verdict << '\n';
  if (F.NumCounted == 0) {
    printOwn(OS, F);
    printMeasured(OS, F);
    return;
  }
  OS << Indent << format("as it ran: %.2f cy/it = ", F.Cycles);
  printStack(OS, F);
  OS << format("; %.1f instructions, %.3f branches mispredicted\n",
               F.Instructions, F.Mispredicted);
  printOwn(OS, F);
  printMeasured(OS, F);
  OS << Indent
     << format("memory: %.2f loads a trip from stores in flight, %.3f new "
               "lines a trip",
               F.Forwarded, F.NewLines);
  printLevels(OS, Levels, F);
  OS << '\n';
  printAccesses(OS, Levels, F);
  printBranches(OS, F.Branches);
  printSensitivity(OS, F);
  printAdvice(OS, F);
}

/// Whether what analysis advises held in the run.
static void printMet(raw_ostream &OS, const LoopRunFigures &F) {
  if (F.Met < 0.0005)
    OS << Indent << "no load met a store of the loop in "
       << counted(F.NumCounted, "trip", "trips")
       << ": in this run, the pointers were apart\n";
  else
    OS << Indent
       << format("%.2f loads a trip met a store of the loop: the pointers are "
                 "not apart\n",
                 F.Met);
}

static void printHead(raw_ostream &OS, const RunReport &R) {
  if (!R.Run) {
    OS << escapeControls(R.TraceFile) << '\n';
  } else {
    if (!R.PerfFile.empty())
      OS << escapeControls(R.PerfFile) << '\n';
    else if (R.Attached)
      OS << "process " << R.Attached << '\n';
    else
      OS << escapeControls(join(R.Command, " ")) << ": exit code "
         << R.Run->ExitCode << '\n';
    if (R.Run->EventIsTime)
      OS << format("%.2f", double(R.Code->Nanoseconds) * 1e-9)
         << " s of processor time in ";
    else
      OS << R.Code->Nanoseconds << " of the event " << R.Run->Event << " in ";
    OS << counted(R.Run->NumProcesses, "process", "processes") << ", "
       << counted(R.Run->NumThreads, "thread", "threads") << "; "
       << counted(R.Code->NumSamples, "sample", "samples") << "; ";
  }
  if (R.Trace)
    OS << counted(R.Trace->Stretches.size(), "stretch", "stretches") << " of "
       << R.Trace->numInstructions() << " instructions recorded; ";
  OS << "figures of " << R.Cpu;
  if (!R.CacheSource.empty() && R.CacheSource != R.Cpu)
    OS << " with the caches of " << R.CacheSource;
  OS << "\n";
  for (const std::string &U : R.Code->Unread)
    OS << "cannot read " << escapeControls(U) << '\n';
}

void kernelbounds::printRunText(raw_ostream &OS, const RunReport &R) {
  printHead(OS, R);
  if (R.Rows.empty())
    return;
  OS << "\n share   samples  where\n";
  for (const RunRow &Row : R.Rows) {
    OS << format("%5.1f %%  ", 100 * R.Code->share(*Row.Spot));
    if (R.Run)
      OS << format("%7llu  ",
                   static_cast<unsigned long long>(Row.Spot->NumSamples));
    else
      OS << "      -  ";
    OS << escapeControls(placeText(Row)) << '\n';
    if (Row.Figures)
      printFigures(OS, *Row.Figures);
    if (Row.Ran)
      printRan(OS, R.Levels, *Row.Ran);
    if (Row.Figures && Row.Figures->NextIfApart && Row.Ran &&
        Row.Ran->NumCounted != 0)
      printMet(OS, *Row.Ran);
  }
  if (const size_t Left = R.Code->Spots.size() - R.Rows.size())
    OS << counted(Left, "more place has", "more places have")
       << " less; --top=N shows them\n";
}
