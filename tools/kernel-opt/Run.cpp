//===- Run.cpp - kernel-opt run -------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Watches a program, and predicts the loops in which its time went.
/// Tested by test/Run.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Machine.h"
#include "RunCommandLine.h"
#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Advice/OpportunityText.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Run/HotCode.h"
#include "kernel-bounds/Run/RunReport.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace kernelbounds;
using namespace llvm;

char ProgramExit::ID;

/// Fused micro-ops that a loop is simulated for.
static constexpr uint64_t SimulationBudget = 1 << 18;

static LoopFigures figuresOf(const HotSpot &S, Machine &M) {
  LoopOptions O;
  O.Simulate = true;
  O.Simulation.Budget = SimulationBudget;
  O.Advice = S.In->numUnread(*S.Listed, *S.Loop) == 0;
  const LoopResult R = analyzeLoop(
      {S.In->code(), *S.Listed, *S.Loop, *M.Semantics}, *M.Model, O);
  LoopFigures F;
  F.Prediction = R.prediction();
  F.Verdict = verdictText(R.Bounds);
  F.Next = opportunityText(R.Next, R.Bounds,
                           [](ArrayRef<uint32_t>) { return std::string(); });
  F.NumNotModeled = R.Bounds.Mapped.NumNotModeled;
  F.NumOtherBlocks = S.Loop->NumOtherBlocks;
  return F;
}

static void fillLine(const HotSpot &S, RunRow &Row) {
  const Listing &Code = S.In->code();
  for (unsigned B : S.Loop->Path)
    for (unsigned I = S.Listed->Blocks[B].First; I < S.Listed->Blocks[B].End;
         ++I)
      if (const ListedInst &L = Code.Insts[I]; L.SourceLine != 0) {
        Row.SourceLine = L.SourceLine;
        Row.SourceFile = Code.SourceFiles[L.SourceFile];
        return;
      }
}

/// A loop of a target that the model is not of has no figures.
static Expected<RunRow> rowOf(const HotSpot &S, MachineCache &Machines,
                              std::string &Cpu) {
  RunRow Row;
  Row.Spot = &S;
  if (!S.Loop)
    return Row;
  fillLine(S, Row);
  auto M = Machines.get(S.In->Target->target(), S.In->Target->triple());
  if (!M)
    return M.takeError();
  Cpu = M->Model->cpu().str();
  Row.Figures = figuresOf(S, *M);
  return Row;
}

/// Fails where the CPU or the model file is at fault: before a long run, and
/// not after it.
static Error checkMachine(MachineCache &Machines) {
  registerAllTargets();
  const Triple Host(sys::getProcessTriple());
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(Host, Message);
  return T ? Machines.get(*T, Host).takeError() : createStringError(Message);
}

/// What is said of the run, apart from the program's own output.
static Error printReport(const RunCommandLine &Options, const ProgramRun &Run,
                         MachineCache &Machines) {
  const HotCode Code = findHotCode(Run);
  RunReport R;
  R.Generator = versionString();
  R.Cpu = Options.Cpu;
  R.Command = Options.Run.Command;
  R.Attached = Options.Run.Attach;
  R.Run = &Run;
  R.Code = &Code;
  for (const HotSpot &S : Code.Spots) {
    if (R.Rows.size() == Options.Top)
      break;
    Expected<RunRow> Row = rowOf(S, Machines, R.Cpu);
    if (!Row)
      return Row.takeError();
    R.Rows.push_back(std::move(*Row));
  }
  auto Print = Options.IsJson ? printRunJson : printRunText;
  if (!Options.Output.empty())
    return withOutput(Options.Output, [&](raw_ostream &OS) {
      Print(OS, R);
      return Error::success();
    });
  Print(errs(), R);
  return Error::success();
}

Error kernelbounds::runRun(ArrayRef<const char *> Args) {
  auto Options = parseRunCommandLine(Args);
  if (!Options)
    return Options.takeError();
  if (Options->WantsHelp) {
    printRunHelp(outs());
    return Error::success();
  }
  if (Error E = checkOutput(Options->Output, Options->ModelFile))
    return E;
  const CommandLine ForMachine = Options->machineOptions();
  MachineCache Machines(ForMachine);
  if (Error E = checkMachine(Machines))
    return E;
  Expected<ProgramRun> Run = runProgram(Options->Run);
  if (!Run)
    return Run.takeError();
  if (Error E = printReport(*Options, *Run, Machines))
    return E;
  if (Run->ExitCode != 0)
    return make_error<ProgramExit>(Run->ExitCode);
  return Error::success();
}
