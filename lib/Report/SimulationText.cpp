//===- SimulationText.cpp - Simulation and sensitivity for people ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections of the text. Sample of `kernel-opt --cpu=cascadelake --simulate
/// --sensitivity --timeline gauss_seidel.cascadelake.s`:
///
///   simulation, in cycles per iteration
///     simulated 12.00  exact: ...
///     sizes      issue 4, retire 4, reorder buffer 224, scheduler 97, ...
///
///   sensitivity of the simulation: each resource 2x as fast
///      cy/it    loop  resource
///       6.00   2.00x  latency
///     ...
///     no effect alone: port p4 (stores), ...
///   timeline, from a cold start; one column is one cycle, ...
///     D renamed  = waits for operands  w waits for a port  e executes
///     E result   - waits to retire     R retired
///     [0,0]    |DeeeeER  | ... vmovsd (%rsi,%rax), %xmm0
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Graph/LineCrossings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

/// Columns and rows of a timeline at most.
static constexpr int64_t MaxColumns = 100;
static constexpr size_t MaxRows = 200;

static void pad(raw_ostream &OS, StringRef Text, unsigned Width) {
  if (Text.size() < Width)
    OS.indent(Width - Text.size());
  OS << Text;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string kernelbounds::resourceText(const Resource &R, const Analysis &A) {
  std::string Text = resourceName(R, A.model());
  StringRef Use = resourceUse(R, A.Mapped);
  return Use.empty() ? Text : Text + " (" + Use.str() + ")";
}

/// "if 2x as large, the loop is 1.18x as fast".
static std::string ifFaster(const std::string &Change,
                            const std::string &Speedup) {
  return "if " + Change + ", the loop is " + Speedup + " as fast";
}

std::string kernelbounds::sensitivityVerdict(const Sensitivity &S,
                                             const Analysis &A) {
  if (S.Base.isZero())
    return verdictText(A);
  if (const ResourceEffect *Best = S.best())
    return "limited by " + resourceText(Best->What, A) + ": " +
           ifFaster(factorText(S.Factor) + " as fast",
                    speedupText(S.Base, Best->Cycles));
  if (S.Together.empty())
    return "no resource makes it faster";
  std::string Text = "balanced: ";
  for (auto [I, R] : enumerate(S.Together))
    Text += (I == 0                       ? ""
             : I + 1 == S.Together.size() ? " and "
                                          : ", ") +
            resourceText(R, A);
  return Text + " together: " +
         ifFaster(factorText(S.Factor) + " as fast",
                  speedupText(S.Base, S.TogetherCycles));
}

static std::string iterations(uint64_t N) {
  return N == 1 ? "iteration" : std::to_string(N) + " iterations";
}

std::string kernelbounds::simulationBasis(const SimulationResult &R) {
  if (R.IsOverBudget)
    return "no steady state in " + counted(R.Iterations, "iteration") +
           ": the prediction is the largest bound; --simulate goes on";
  if (!R.IsExact)
    return "mean of iterations " + std::to_string(R.FirstSteady) + " to " +
           std::to_string(R.FirstSteady + R.Period) + ": no period in " +
           std::to_string(R.Iterations);
  if (R.Period == 0)
    return "nothing to run";
  CyclesPerIter Total = R.Cycles * R.Period;
  return "exact: " + Total.exactStr() +
         (Total == CyclesPerIter(1) ? " cycle every " : " cycles every ") +
         iterations(R.Period) + ", from iteration " +
         std::to_string(R.FirstSteady) + " on";
}

static StringRef uopKindName(UopKind K) {
  switch (K) {
  case UopKind::Compute:
    return "compute";
  case UopKind::Load:
    return "load";
  case UopKind::StoreAddress:
    return "store address";
  case UopKind::StoreData:
    return "store data";
  }
  return "";
}

std::string kernelbounds::uopText(const UopEvent &E, const Analysis &A) {
  if (E.Port < 0)
    return "no port";
  return (uopKindName(A.Mapped.Uops[E.MappedUop].Kind) + " on " +
          A.model().ports()[E.Port].Name)
      .str();
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

CyclesPerIter kernelbounds::expectedCrossings(const Analysis &A) {
  unsigned Crossings = 0;
  for (const MappedUop &U : A.Mapped.Uops)
    Crossings += popcount(U.ExpectedCrossingTrips);
  return {Crossings, LinePeriod};
}

/// How many accesses of a trip the simulation takes to cross lines of the
/// cache. Nothing is said where the bound has the same.
static void writeExpectedLines(raw_ostream &OS, const Analysis &A) {
  if (any_of(A.Mapped.Uops, [](const MappedUop &U) {
        return U.ExpectedCrossingTrips != U.CrossingTrips;
      }))
    OS << "    lines      " << expectedCrossings(A).str()
       << " crossings of cache lines that take time in each iteration, if "
          "arrays begin at a line\n";
}

/// That few micro-ops of a cycle can be un-laminated, where that takes longer.
static void writeUnlaminated(raw_ostream &OS, const Analysis &A) {
  const CyclesPerIter Cycles = unlaminatedCycles(A.Mapped);
  if (Cycles.isZero())
    return;
  const auto Divided = count_if(A.Mapped.Insts, [](const MappedInst &I) {
    return I.IssueSlots > I.CacheUops;
  });
  OS << "    rename     " << formatv("{0,5}", Cycles.str()) << "  expected, as "
     << (Divided == 1
             ? "an un-laminated instruction has"
             : formatv("{0} un-laminated instructions have", Divided).str())
     << " to be among the first "
     << A.model().pipeline(PipelineParam::UnlaminatedEntries).Value
     << " micro-ops of a cycle of rename\n";
}

/// That few micro-ops of some ports are executed in a cycle, where that takes
/// longer than the bounds.
static void writeExecuted(raw_ostream &OS, const Analysis &A) {
  const CyclesPerIter Cycles = executedCycles(A.Mapped);
  if (Cycles <= A.Prediction)
    return;
  const ExecutedWidthRule &Rule = *A.model().executedWidthRule();
  OS << "    executed   " << formatv("{0,5}", Cycles.str())
     << "  expected, as a cycle executes " << unsigned(Rule.PerCycle)
     << " of the micro-ops on " << executedPorts(A.model()) << '\n';
}

/// The limits of rename that micro-ops met, where the loop takes longer than
/// the bounds.
static void writeRenameLimits(raw_ostream &OS, const LoopReport &R) {
  if (R.L.prediction() <= R.A.Prediction)
    return;
  const LoopSimulation &S = *R.L.Simulation;
  std::vector<std::string> Limits;
  for (auto [I, L] : enumerate(S.Core.RenameLimits))
    if ((S.Result.ReachedLimits >> I & 1) != 0 && L.isOfMoves())
      Limits.push_back(formatv("{0} eliminated moves", unsigned(L.MicroOps)));
    else if (S.Result.ReachedLimits >> I & 1)
      Limits.push_back(formatv(
          "{0} {1} on {2}", unsigned(L.MicroOps),
          L.LoadsOnly ? "loads" : "micro-ops",
          resourceName({ResourceKind::Ports, PortSet(L.Ports)}, R.A.model())));
  if (!Limits.empty())
    OS << "    rename     some wait for the next cycle: one has room for "
       << join(Limits, ", for ") << '\n';
}

/// The ports for whose reads of operands micro-ops waited, where the loop takes
/// longer than the bounds.
static void writeOperandReads(raw_ostream &OS, const LoopReport &R) {
  const PortSet Ports = R.L.Simulation->Result.AwaitedReads;
  if (!Ports.empty() && R.L.prediction() > R.A.Prediction)
    OS << "    operands   some micro-ops wait until "
       << resourceName({ResourceKind::Ports, Ports}, R.A.model())
       << " can read one of their registers\n";
}

std::vector<DrawnPair> kernelbounds::drawnPairs(const Analysis &A) {
  std::vector<DrawnPair> Pairs;
  for (const DrawnDependence &D : A.Drawn) {
    if (Pairs.empty() || Pairs.back().Source != D.D.SourceInst ||
        Pairs.back().Dest != D.D.DestInst)
      Pairs.push_back(
          {D.D.SourceInst, D.D.DestInst, 0, D.D.Distance, D.D.Distance});
    Pairs.back().Trips |= D.Trips;
    Pairs.back().Farthest = std::max(Pairs.back().Farthest, D.D.Distance);
  }
  return Pairs;
}

/// The dependences that data decide, and what the loop takes without them.
static void writeDrawn(raw_ostream &OS, const LoopReport &R) {
  const std::vector<DrawnPair> Pairs = drawnPairs(R.A);
  if (Pairs.empty())
    return;
  OS << "    data       "
     << formatv("{0,5}", R.L.Simulation->WithoutDrawn.str())
     << "  if accesses that data place never met. In a run on random data:\n";
  for (const DrawnPair &P : Pairs)
    OS << "                 " << R.Rows[P.Dest].where() << " reads what "
       << R.Rows[P.Source].where() << " stored up to "
       << counted(P.Farthest, "iteration") << " before, in "
       << popcount(P.Trips) << " of 64 iterations\n";
}

void kernelbounds::writeSimulation(raw_ostream &OS, const LoopReport &R) {
  const LoopSimulation &S = *R.L.Simulation;
  OS << "\n  simulation, in cycles per iteration\n    simulated "
     << formatv("{0,5}", S.Result.IsOverBudget ? "-" : S.Result.Cycles.str())
     << "  " << simulationBasis(S.Result) << "\n    sizes     ";
  const std::pair<StringRef, unsigned> Sizes[] = {
      {"issue", S.Core.IssueWidth},
      {"retire", S.Core.RetireWidth},
      {"reorder buffer", S.Core.ReorderBuffer},
      {"scheduler", S.Core.Scheduler},
      {"load buffer", S.Core.LoadBuffer},
      {"store buffer", S.Core.StoreBuffer},
      {"integer registers", S.Core.IntegerRegisters},
      {"vector registers", S.Core.VectorRegisters}};
  StringRef Separator = " ";
  for (auto [Name, Size] : Sizes)
    if (Size < CoreSizes::Unlimited) {
      OS << Separator << Name << ' ' << Size;
      Separator = ", ";
    }
  if (!S.Core.Schedulers.empty()) {
    OS << Separator << "schedulers";
    for (const PortScheduler &Own : S.Core.Schedulers)
      OS << ' ' << Own.Entries;
    if (const unsigned Queue = S.Core.queueSize())
      OS << " behind a queue of " << Queue;
  }
  if (S.Core.IsWindowAssumed)
    OS << " (reorder buffer assumed)";
  OS << (S.Core.InOrder ? ", in order\n" : "\n");
  writeUnlaminated(OS, R.A);
  writeExecuted(OS, R.A);
  writeRenameLimits(OS, R);
  writeOperandReads(OS, R);
  writeExpectedLines(OS, R.A);
  writeDrawn(OS, R);
  if (R.L.Simulation->Window.isFound())
    OS << "    window     " << formatv("{0,5}", S.Window.Larger.str())
       << "  with " << factorText(WindowLimit::Factor)
       << " the entries: " << bufferNames(S.Window, S.Core, R.A.model())
       << '\n';
}

void kernelbounds::writeSensitivity(raw_ostream &OS, const LoopReport &R) {
  const Sensitivity &S = *R.L.WhatIf;
  OS << "\n  sensitivity of the " << (S.IsSimulated ? "simulation" : "bounds")
     << ": each resource " << factorText(S.Factor) << " as fast\n"
     << "     cy/it    loop  resource\n";
  auto Line = [&](const CyclesPerIter &Cycles, StringRef Name) {
    OS << "    ";
    pad(OS, Cycles.str(), 6);
    pad(OS, speedupText(S.Base, Cycles), 8);
    OS << "  " << Name << '\n';
  };
  std::string Rest;
  for (const ResourceEffect &E : S.Single) {
    std::string Name = resourceText(E.What, R.A);
    CyclesPerIter Gain = S.Base - E.Cycles;
    if (std::max(Gain, CyclesPerIter(0) - Gain) * 200 > S.Base)
      Line(E.Cycles, Name);
    else
      Rest += (Rest.empty() ? "" : ", ") + Name;
  }
  if (!S.Together.empty()) {
    std::string Names;
    for (const Resource &What : S.Together)
      Names += (Names.empty() ? "" : " + ") + resourceText(What, R.A);
    Line(S.TogetherCycles, Names);
  }
  if (!Rest.empty())
    OS << "    no effect alone: " << Rest << '\n';
}

static std::string renameWaits(const InstWaits &W) {
  std::string Text;
  for (unsigned Why = 1; Why < NumRenameWaits; ++Why)
    if (!W.Rename[Why].isZero())
      Text += (Text.empty() ? "" : ", ") +
              renameWaitName(RenameWait(Why)).str() + " " + W.Rename[Why].str();
  return Text;
}

void kernelbounds::writeWaits(raw_ostream &OS, const LoopReport &R) {
  const std::vector<InstWaits> &Waits = R.L.Simulation->Waits;
  if (Waits.empty())
    return;
  OS << "\n  where the cycles go, mean of the steady state\n"
     << "    operands    port  execute  retire  instruction  [times that "
        "rename "
        "waited for]\n";
  for (auto [Row, W] : zip_equal(R.Rows, Waits)) {
    OS << "    ";
    auto Column = [&](const CyclesPerIter &C, unsigned Width) {
      pad(OS, C.isZero() ? "" : C.str(), Width);
    };
    Column(W.Operands, 8);
    Column(W.Port, 8);
    Column(W.Execute, 9);
    Column(W.Retire, 8);
    OS << "  " << Row.Text.Text;
    std::string Why = renameWaits(W);
    OS << (Why.empty() ? "" : "  [" + Why + "]") << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Timeline
//===----------------------------------------------------------------------===//

/// What the micro-op does in cycle \p T.
static char stateAt(const UopEvent &E, int64_t T) {
  if (T < E.Renamed || T > E.Retired)
    return T % 10 == 0 ? '|' : T % 5 == 0 ? '.' : ' ';
  if (T == E.Renamed)
    return 'D';
  if (T == E.Retired)
    return 'R';
  if (T < E.Ready)
    return '=';
  if (T < E.Dispatched)
    return 'w';
  if (T < E.Executed - 1)
    return 'e';
  return T < E.Executed ? 'E' : '-';
}

void kernelbounds::writeTimeline(raw_ostream &OS, const LoopReport &R) {
  const std::vector<UopEvent> &Events = R.L.Simulation->Result.Events;
  if (Events.empty())
    return;
  int64_t Last = 0;
  size_t NumRows = std::min(Events.size(), MaxRows);
  for (const UopEvent &E : ArrayRef(Events).take_front(NumRows))
    Last = std::max(Last, E.Retired);
  int64_t Columns = std::min(Last + 1, MaxColumns);
  OS << "\n  timeline, from a cold start; one column is one cycle, [iteration,"
        "instruction]\n"
        "    D renamed  = waits for operands  w waits for a port  e executes\n"
        "    E result   - waits to retire     R retired\n";
  for (const UopEvent &E : ArrayRef(Events).take_front(NumRows)) {
    std::string Line;
    for (int64_t T = 0; T < Columns; ++T)
      Line += stateAt(E, T);
    OS << "    "
       << left_justify(formatv("[{0},{1}]", E.Iteration, E.Inst).str(), 9)
       << Line << (Last >= MaxColumns ? "> " : "  ") << R.Rows[E.Inst].Text.Text
       << "  [" << uopText(E, R.A) << "]\n";
  }
  if (NumRows < Events.size())
    OS << "    and " << Events.size() - NumRows << " more micro-ops\n";
}
