//===- Evaluate.cpp - kernel-opt evaluate ---------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measures kernels on this machine and holds every predictor against the
/// measurements; compares two such results; evaluates loops that others
/// measured.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "EvaluateDataset.h"
#include "EvaluateOptions.h"
#include "MeasureStage.h"
#include "PredictStage.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/Comparison.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/SteppedRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <thread>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// This machine
//===----------------------------------------------------------------------===//

/// The value of \p Key in /proc/cpuinfo, or "unknown".
static std::string cpuInfo(StringRef Key) {
  auto Buffer = MemoryBuffer::getFileAsStream("/proc/cpuinfo");
  if (Buffer)
    for (StringRef Line : split((*Buffer)->getBuffer(), '\n')) {
      auto [Name, Value] = Line.split(':');
      if (Name.trim() == Key)
        return Value.trim().str();
    }
  return "unknown";
}

static std::string machineName() {
  return cpuInfo("model name") + ", " + hostCpu().Name + ", microcode " +
         cpuInfo("microcode");
}

static unsigned numProcessors() {
  return std::max(std::thread::hardware_concurrency(), 1u);
}

/// The directory of kernels: that of the user, else the installed one. A build
/// tree has a link there to that of the source tree.
static Expected<std::string> findKernels(const EvaluateOptions &Options) {
  if (!Options.Kernels.empty())
    return Options.Kernels;
  std::string Tool = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&findKernels));
  SmallString<128> Installed(
      sys::path::parent_path(sys::path::parent_path(Tool)));
  sys::path::append(Installed, "share", "kernel-bounds", "kernels");
  if (sys::fs::is_directory(Installed))
    return Installed.str().str();
  return createStringError("no kernels in " + Installed +
                           "; name a directory with --kernels");
}

/// The compilers that are wanted. One that was named must be there.
static Expected<std::vector<Compiler>>
findCompilers(const EvaluateOptions &Options) {
  std::vector<Compiler> Found;
  struct Row {
    StringRef Given;
    CompilerKind Kind;
    StringLiteral Usual[2];
  } Rows[] = {{Options.Clang, CompilerKind::Clang, {"clang-22", "clang"}},
              {Options.Gcc, CompilerKind::Gcc, {"gcc-12", "gcc"}}};
  for (const Row &R : Rows) {
    SmallVector<StringRef, 2> Names(std::begin(R.Usual), std::end(R.Usual));
    if (!R.Given.empty())
      Names.assign(1, R.Given);
    for (StringRef Name : Names) {
      auto C = findCompiler(Name);
      if (C && C->Kind == R.Kind) {
        Found.push_back(std::move(*C));
        break;
      }
      if (C) // /usr/bin/gcc may be a clang.
        continue;
      if (!R.Given.empty())
        return C.takeError();
      consumeError(C.takeError());
    }
  }
  if (Found.empty())
    return createStringError("no compiler found");
  return Found;
}

/// Fails, with the reason, where kernels cannot be measured.
static Error checkMachine() {
  if (Error E = checkStepping())
    return E;
  return findCycleClock().takeError();
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

static Error writeReports(const Evaluation &E, StringRef Directory) {
  struct Row {
    StringLiteral File;
    void (*Write)(raw_ostream &, const Evaluation &);
  };
  static constexpr Row Rows[] = {{"results.csv", writeEvaluationCsv},
                                 {"results.json", writeEvaluationJson},
                                 {"report.txt", writeEvaluationText},
                                 {"report.html", writeEvaluationHtml}};
  for (const Row &R : Rows) {
    Error Fault = withOutput((Directory + "/" + R.File).str(),
                             [&](raw_ostream &OS) -> Error {
                               R.Write(OS, E);
                               return Error::success();
                             });
    if (Fault)
      return Fault;
  }
  writeEvaluationText(outs(), E);
  outs() << "report: " << Directory << "/report.html\n";
  return Error::success();
}

static Error makeDirectory(const Twine &Path) {
  if (std::error_code EC = sys::fs::create_directories(Path))
    return createStringError("cannot make " + Path + ": " + EC.message());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The chain of multiplications is good to this.
constexpr double LeastSpread = 0.005;
/// Cycles: entry and exit of the long run are not quite those of the short one.
/// Among loops whose time is known from their one bound, the difference is
/// short of it by up to 2 cycles at 98 % and by up to 3.5 at 99 %, however many
/// trips.
constexpr double EndsSpread = 3;

static PredictItem toPredict(const MeasureItem &I) {
  const KernelMeasurement &M = I.Result->M;
  PredictItem P;
  P.Blocks = M.Blocks;
  P.Ways = M.Ways;
  P.IsCarried = M.IsCarried;
  P.Kernel.Trips = M.Trips;
  P.Kernel.Object = I.Object;
  P.Kernel.Compile = I.Compile;
  P.Kernel.ByClang = I.Variant->Kind == CompilerKind::Clang;
  EvaluatedLoop &L = P.Loop;
  L.Kernel = I.Key.Kernel;
  L.Variant = I.Key.Variant;
  L.Compiler = compilerName(I.Variant->Kind).str();
  L.Tags = I.Source->Tags;
  L.Loop = utohexstr(M.LoopHash, /*LowerCase=*/true, 16);
  L.Measured = M.cyclesPerTrip();
  L.Spread = std::max({M.Time.Spread, LeastSpread, EndsSpread / M.Time.Cycles});
  L.Trips = M.Trips;
  L.Instructions = M.Instructions;
  L.Share = M.Share;
  return P;
}

/// Of a loop in all executed instructions, for it to dominate.
constexpr double LeastShare = 0.8;

/// Splits the items into those to be predicted and counts of the others.
static std::vector<PredictItem> takeMeasured(std::vector<MeasureItem> &Items,
                                             Evaluation &E) {
  llvm::sort(Items, [](const MeasureItem &A, const MeasureItem &B) {
    return std::tie(A.Key.Kernel, A.Key.Variant) <
           std::tie(B.Key.Kernel, B.Key.Variant);
  });
  std::map<std::string, size_t> LeftOut;
  std::vector<PredictItem> Wanted;
  for (const MeasureItem &I : Items) {
    if (!I.Result)
      continue;
    bool IsOk = I.Result->M.Status == MeasureStatus::Ok;
    // Several loops in a row overlap: their sum is not a bound of the whole.
    if (IsOk && I.Result->M.Share < LeastShare)
      ++LeftOut["no-dominating-loop"];
    else if (IsOk)
      Wanted.push_back(toPredict(I));
    else
      ++LeftOut[statusName(I.Result->M.Status).str()];
  }
  E.LeftOut.assign(LeftOut.begin(), LeftOut.end());
  return Wanted;
}

/// What the machine was like while \p Items were measured: a row for each part
/// of their conditions, and once more, numbered, for each further run.
static void addConditions(ArrayRef<MeasureItem> Items, Evaluation &E) {
  std::vector<StringRef> Seen;
  for (const MeasureItem &I : Items)
    if (I.Result && !I.Result->M.Conditions.empty() &&
        !is_contained(Seen, I.Result->M.Conditions))
      Seen.push_back(I.Result->M.Conditions);
  for (auto [Run, Conditions] : enumerate(Seen))
    for (StringRef Part : split(Conditions, "; ")) {
      auto [Key, Value] = Part.split(": ");
      std::string Name = Key.str();
      if (Run != 0)
        Name += " " + std::to_string(Run + 1);
      E.Facts.push_back({Name, Value.str()});
    }
}

/// Whence it is known which loops are carried through memory.
static void addCarried(ArrayRef<PredictItem> Items, Evaluation &E) {
  const size_t NumRecorded = count_if(
      Items, [](const PredictItem &I) { return I.IsCarried.has_value(); });
  std::string Value = "as recorded from the runs";
  if (NumRecorded != Items.size())
    Value += " for " + std::to_string(NumRecorded) +
             " loops, as predicted for " +
             std::to_string(Items.size() - NumRecorded) +
             ", of which the log does not say";
  E.Facts.push_back({"carried", Value});
}

static void addFacts(const MeasureSetup &S, const EvaluateOptions &Options,
                     StringRef Where, Machine &M, Evaluation &E) {
  E.Facts = {
      {"machine", Where.str()},
      {"model", M.Model->description()},
      {"kernel-opt", versionString() + " (LLVM " LLVM_VERSION_STRING ")"},
      {"seed", std::to_string(Options.Seed)}};
  for (const Compiler &C : S.Compilers)
    E.Facts.push_back({compilerName(C.Kind).str(), C.Version});
  if (!Options.Measured.empty())
    return;
  if (auto Clock = findCycleClock())
    E.Facts.push_back({"cycles", Clock->describe()});
  else
    consumeError(Clock.takeError());
}

static Error prepare(const EvaluateOptions &Options, StringRef Directory,
                     MeasureSetup &S) {
  auto Kernels = findKernels(Options);
  if (!Kernels)
    return Kernels.takeError();
  S.Directory = *Kernels;
  auto Sources = findKernelSources(S.Directory);
  if (!Sources)
    return Sources.takeError();
  S.Sources = std::move(*Sources);
  auto Compilers = findCompilers(Options);
  if (!Compilers)
    return Compilers.takeError();
  S.Compilers = std::move(*Compilers);
  S.Variants =
      Options.Axes ? cantFail(allVariants(*Options.Axes)) : defaultVariants();
  S.Objects = (Directory + "/objects").str();
  return makeDirectory(S.Objects);
}

static Error evaluateKernels(const EvaluateOptions &Options, Machine &M) {
  std::string Directory =
      Options.Measured.empty() ? Options.Out : Options.Measured;
  MeasureSetup Setup;
  if (Error E = prepare(Options, Directory, Setup))
    return E;
  const bool Measures = Options.Measured.empty();
  auto Log = MeasurementLog::open(Directory + "/measured.csv",
                                  Measures ? machineName() : "");
  if (!Log)
    return Log.takeError();
  std::vector<MeasureItem> Items = listItems(Setup, Options);
  if (Items.empty())
    return createStringError("no kernel and variant match the options");
  int Cpu = Options.OnCpu ? *Options.OnCpu : numProcessors() - 1;
  ProcessPool Pool(Options.Jobs ? Options.Jobs : numProcessors(), Cpu);
  if (Measures) {
    if (Error E = measureItems(Items, Options, Cpu, **Log, Pool))
      return E;
  } else {
    for (MeasureItem &I : Items)
      I.Result = (*Log)->find(I.Key);
  }
  Evaluation E;
  addFacts(Setup, Options, (*Log)->machine(), M, E);
  addConditions(Items, E);
  std::vector<PredictItem> Wanted = takeMeasured(Items, E);
  if (Wanted.empty())
    return createStringError("no loop could be measured; see " + Directory +
                             "/measured.csv");
  addCarried(Wanted, E);
  std::string Scratch = Options.Out + "/scratch";
  if (Error Fault = makeDirectory(Scratch))
    return Fault;
  Pool.useAllCpus();
  predictItems(Wanted, Options, M, Scratch, Pool, E);
  std::error_code Left = sys::fs::remove_directories(Scratch);
  (void)Left; // Nothing depends on it.
  return writeReports(E, Options.Out);
}

/// On a machine that cannot be measured, or whose core nobody has a model of,
/// there is nothing to do, and that is no mistake of the user's.
static Error runKernels(const EvaluateOptions &Options) {
  auto NotHere = [](Error E) {
    errs() << "kernel-opt: note: cannot evaluate here: "
           << toString(std::move(E)) << '\n';
    return Error::success();
  };
  if (Error E = checkMachine())
    return NotHere(std::move(E));
  CommandLine ForMachine = Options.machineOptions();
  MachineCache Machines(ForMachine);
  auto Target = TargetContext::create(Triple(sys::getProcessTriple()), "", "");
  if (!Target)
    return NotHere(Target.takeError());
  auto M = Machines.get((*Target)->target(), (*Target)->triple());
  if (!M && Options.Cpu == "native" && Options.ModelFile.empty())
    return NotHere(M.takeError());
  if (!M)
    return M.takeError();
  return evaluateKernels(Options, *M);
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static Error runCompare(const EvaluateOptions &Options) {
  auto Old = readEvaluationCsv(Options.Files[0]);
  if (!Old)
    return Old.takeError();
  auto New = readEvaluationCsv(Options.Files[1]);
  if (!New)
    return New.takeError();
  EvaluationComparison C = compareEvaluations(*Old, *New, /*Threshold=*/0.01);
  if (C.NumCommon == 0)
    return createStringError("the two files have no loop in common");
  writeComparison(outs(), C, *Old, *New, Options.Limit);
  return Error::success();
}

static Error runDataset(const EvaluateOptions &Options) {
  Evaluation E;
  if (Error Fault = evaluateDataset(Options, E))
    return Fault;
  if (Options.HasOut) {
    if (Error Fault = makeDirectory(Options.Out))
      return Fault;
    return writeReports(E, Options.Out);
  }
  writeEvaluationText(outs(), E);
  return Error::success();
}

Error kernelbounds::runEvaluate(ArrayRef<const char *> Args) {
  auto Options = parseEvaluateOptions(Args);
  if (!Options)
    return Options.takeError();
  switch (Options->What) {
  case EvaluateAction::Help:
    printEvaluateHelp(outs());
    return Error::success();
  case EvaluateAction::Compare:
    return runCompare(*Options);
  case EvaluateAction::Dataset:
    return runDataset(*Options);
  case EvaluateAction::Kernels:
    break;
  }
  return runKernels(*Options);
}
