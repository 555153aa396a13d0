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
#include "InOrder.h"
#include "Machine.h"
#include "RunCommandLine.h"
#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Advice/LoopLimit.h"
#include "kernel-bounds/Advice/OpportunityText.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Run/HotCode.h"
#include "kernel-bounds/Run/PerfData.h"
#include "kernel-bounds/Run/RunReport.h"
#include "kernel-bounds/Run/TraceLoops.h"
#include "kernel-bounds/Run/TraceSimulation.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

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
  F.Verdict = verdictText(R);
  F.Next = opportunityText(R.Next, R.Bounds,
                           [](ArrayRef<uint32_t>) { return std::string(); });
  F.NextIfApart = R.Next.IfApart;
  F.NumNotModeled = R.Bounds.Mapped.NumNotModeled;
  F.NumOtherBlocks = S.Loop->NumOtherBlocks;
  return F;
}

/// A loop of a target that the model is not of has no figures.
static Expected<RunRow> rowOf(const HotSpot &S, MachineCache &Machines,
                              std::string &Cpu) {
  RunRow Row;
  Row.Spot = &S;
  if (!S.Loop)
    return Row;
  std::tie(Row.SourceFile, Row.SourceLine) = firstSourceLine(S);
  auto M = Machines.get(S.In->Target->target(), S.In->Target->triple());
  if (!M)
    return M.takeError();
  Cpu = M->Model->cpu().str();
  Row.Figures = figuresOf(S, *M);
  Row.Fingerprint =
      fingerprintOf(S.In->code(), *S.Listed, *S.Loop, *M->Semantics);
  return Row;
}

static Error writeReport(const RunCommandLine &Options, const RunReport &R) {
  auto Print = Options.Format == RunFormat::Json   ? printRunJson
               : Options.Format == RunFormat::Html ? printRunHtml
                                                   : printRunText;
  if (!Options.Output.empty())
    return withOutput(Options.Output, [&](raw_ostream &OS) {
      Print(OS, R);
      return Error::success();
    });
  // Standard output is that of a program that runs.
  Print(Options.runsProgram() ? errs() : outs(), R);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

static std::string traceFile(StringRef Folder) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, "run.kbtrace");
  return Path.str().str();
}

static Error saveTrace(StringRef Folder, const RunTrace &T) {
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return createStringError("cannot make '" + Folder + "': " + EC.message());
  return withOutput(traceFile(Folder), [&](raw_ostream &OS) {
    writeTrace(OS, T);
    return Error::success();
  });
}

static Expected<RunTrace> loadTrace(StringRef Folder) {
  const std::string File = traceFile(Folder);
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError("cannot read '" + File +
                             "': " + Buffer.getError().message());
  return readTrace((*Buffer)->getBuffer(), File);
}

/// Simulates \p T, and says in \p R on which core and with which caches.
static Expected<std::vector<LoopRunFigures>>
simulate(const RunTrace &T, MachineCache &Machines,
         const RunCommandLine &Options, RunReport &R) {
  const Triple TT(T.Triple);
  if (Error E = registerTarget(TT))
    return std::move(E);
  std::string Message;
  const Target *Found = TargetRegistry::lookupTarget(TT, Message);
  if (!Found)
    return createStringError(Message);
  auto M = Machines.get(*Found, TT);
  if (!M)
    return M.takeError();
  R.Cpu = M->Model->cpu().str();
  TraceOptions How = Options.Simulation;
  How.InOrder = [&](size_t N, function_ref<void(size_t)> Work,
                    function_ref<void(size_t)> Deliver) {
    auto WithoutSlot = [](function_ref<void(size_t)> Do) {
      return [Do](size_t Task, unsigned) { Do(Task); };
    };
    runInOrder(N, Options.Jobs, WithoutSlot(Work), WithoutSlot(Deliver));
  };
  Expected<TraceFigures> F = simulateTrace(T, *M->Model, How);
  if (!F)
    return F.takeError();
  R.Levels = std::move(F->Levels);
  R.CacheSource = std::move(F->CacheSource);
  return std::move(F->Loops);
}

/// The loops of a trace, as they are found in a run.
static HotCode hotCodeOf(const RunTrace &T) {
  static const LoopBody NoBody;
  HotCode Code;
  Code.Nanoseconds = 1000000; // Shares are in millionths.
  for (const TraceLoop &L : T.Loops) {
    HotSpot S;
    S.Module = T.Modules[L.Module];
    S.Function = L.Function;
    S.Address = L.Header;
    S.Nanoseconds = L.Share;
    S.Loop = &NoBody;
    Code.Spots.push_back(std::move(S));
  }
  return Code;
}

static Error replay(const RunCommandLine &Options, MachineCache &Machines) {
  Expected<RunTrace> T = loadTrace(Options.Trace);
  if (!T)
    return T.takeError();
  RunReport R;
  R.Generator = versionString();
  auto Ran = simulate(*T, Machines, Options, R);
  if (!Ran)
    return Ran.takeError();
  const HotCode Code = hotCodeOf(*T);
  R.TraceFile = traceFile(Options.Trace);
  R.Trace = &*T;
  R.Code = &Code;
  for (auto [S, L, F] : zip_equal(Code.Spots, T->Loops, *Ran)) {
    if (R.Rows.size() == Options.Top)
      break;
    RunRow Row;
    Row.Spot = &S;
    Row.SourceFile = L.SourceFile;
    Row.SourceLine = L.SourceLine;
    Row.Ran = &F;
    R.Rows.push_back(std::move(Row));
  }
  return writeReport(Options, R);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// What was recorded of the loop \p S; null if nothing.
static const LoopRunFigures *findRan(const HotSpot &S, const RunTrace &T,
                                     ArrayRef<LoopRunFigures> Ran) {
  for (auto [L, F] : zip_equal(T.Loops, Ran))
    if (S.Loop && T.Modules[L.Module] == S.Module && L.Header == S.Address)
      return &F;
  return nullptr;
}

static Error reportRun(const RunCommandLine &Options, ProgramRun &Run,
                       MachineCache &Machines) {
  const HotCode Code = findHotCode(Run);
  RunReport R;
  R.Generator = versionString();
  R.Cpu = Options.Cpu;
  R.Command = Options.Run.Command;
  R.Attached = Options.Run.Attach;
  R.PerfFile = Options.PerfData;
  R.Run = &Run;
  R.Code = &Code;
  std::vector<LoopRunFigures> Ran;
  if (Options.Run.StretchLength != 0) {
    nameLoops(Run.Trace, Code, Options.Loops);
    R.Trace = &Run.Trace;
    if (!Options.Save.empty())
      if (Error E = saveTrace(Options.Save, Run.Trace))
        return E;
    auto Simulated = simulate(Run.Trace, Machines, Options, R);
    if (!Simulated)
      return Simulated.takeError();
    Ran = std::move(*Simulated);
  }
  for (const HotSpot &S : Code.Spots) {
    if (R.Rows.size() == Options.Top)
      break;
    Expected<RunRow> Row = rowOf(S, Machines, R.Cpu);
    if (!Row)
      return Row.takeError();
    Row->Ran = R.Trace ? findRan(S, Run.Trace, Ran) : nullptr;
    R.Rows.push_back(std::move(*Row));
  }
  return writeReport(Options, R);
}

static Expected<ProgramRun> loadPerfData(const std::string &File) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer =
      readWholeFile(File, FileContents::Bytes);
  if (!Buffer)
    return createStringError("cannot read '" + File +
                             "': " + toString(Buffer.takeError()));
  return readPerfData((*Buffer)->getBuffer(), File);
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
  if (!Options->Trace.empty())
    return replay(*Options, Machines);
  // An emulated program brings its own target.
  const bool IsEmulated = !Options->Run.Emulator.empty();
  if (!IsEmulated)
    if (Error E = checkHostMachine(Machines))
      return E;
  if (IsEmulated)
    registerAllTargets();
  Expected<ProgramRun> Run = !Options->PerfData.empty()
                                 ? loadPerfData(Options->PerfData)
                             : IsEmulated ? runEmulated(Options->Run)
                                          : runProgram(Options->Run);
  if (!Run)
    return Run.takeError();
  if (Error E = reportRun(*Options, *Run, Machines))
    return E;
  if (Run->ExitCode != 0)
    return make_error<ProgramExit>(Run->ExitCode);
  return Error::success();
}
