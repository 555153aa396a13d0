//===- PredictStage.cpp - Predicting what was measured --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PredictStage.h"
#include "MeasureStage.h"
#include "kernel-bounds/Report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Ours
//===----------------------------------------------------------------------===//

static LoopOptions figuresOnly(bool Memory, bool Simulate) {
  LoopOptions O;
  O.Bounds.Memory = Memory;
  O.Advice = false;
  O.Simulate = Simulate;
  O.Window = false;
  return O;
}

ArrayRef<OwnPredictor> kernelbounds::ownPredictors() {
  static const OwnPredictor All[] = {
      {"kernel-bounds", true, {}}, // Its report is shown, too.
      {"expected-bounds", false, figuresOnly(true, false)},
      {"registers-only", true, figuresOnly(false, false)},
      {"simulated", false, figuresOnly(true, true)}};
  return All;
}

/// Whether a load of the loop must get what an earlier trip stored: says so
/// where no run was recorded.
static bool isCarried(const Analysis &A) {
  return any_of(A.Memory, [](const MemoryDependence &D) {
    return D.Order == DependenceOrder::RAW && D.Class != DependenceClass::May &&
           D.Distance != 0;
  });
}

/// Whether a chain of dependences through memory goes around in the loop:
/// proved, expected, or in a share of the iterations.
static bool expectsChain(const Analysis &A) {
  DependencyGraph ThroughMemory;
  for (const DependencyGraph::Node &N : A.Graph.nodes())
    ThroughMemory.addNode(N);
  for (DependencyGraph::Edge E : A.Graph.edges()) {
    if (E.isMay())
      continue;
    E.Latency = E.Kind == DependenceKind::Memory;
    E.Excess = 0;
    E.Class = DependenceClass::Must;
    ThroughMemory.addEdge(E);
  }
  return findMaxCycleRatio(ThroughMemory).Ratio > CyclesPerIter();
}

/// The loop as `kernel-opt` shows it.
static std::string reportOf(const Input &In, const LoopResult &L) {
  std::string Text;
  raw_string_ostream OS(Text);
  auto R = allReports().front().Create(OS, {false, false, ""});
  auto Printer = In.Target->createInstPrinter();
  Printer->setPrintBranchImmAsAddress(true);
  LoopPlace Place;
  Place.File = sys::path::filename(In.FileName);
  auto TextOf = [&](uint32_t I) {
    const ListedInst &Inst = In.code().Insts[L.Body->Insts[I].Listed];
    SmallVector<StringRef, 4> Words;
    std::string Text = In.Target->textOf(Inst, *Printer);
    SplitString(Text, Words);
    return InstText{join(Words, " "), Inst.Address, ""};
  };
  Place.Text = TextOf;
  R->begin();
  R->addLoop(L, Place);
  R->end();
  return Text;
}

void kernelbounds::predictPiece(const Input &In, const CodePiece &Piece,
                                Machine &M, std::vector<Prediction> &Out,
                                EvaluatedLoop *Loop) {
  auto SayHowItRan = [&](Kernel &K, AnalysisOptions &) {
    K.IsUnrolled = Piece.IsUnrolled;
  };
  for (const OwnPredictor &P : ownPredictors()) {
    const LoopResult R =
        analyzeLoop({In.code(), *Piece.Function, Piece.Body, *M.Semantics},
                    *M.Model, P.Options, SayHowItRan);
    const Analysis &A = R.Bounds;
    Prediction Answer;
    if (A.Mapped.NumNotModeled != 0)
      Answer.Failure =
          "not modeled: " + std::to_string(A.Mapped.NumNotModeled) +
          " instructions";
    else
      Answer.Cycles = (Piece.IsLoop ? P.cycles(R) : A.TP).toDouble();
    Out.push_back(std::move(Answer));
    if (!Loop || &P != ownPredictors().begin())
      continue;
    Loop->IsCarried = isCarried(A);
    Loop->IsChainExpected = expectsChain(A);
    Loop->Limit = limitName(A.LimitedBy).str();
    if (Piece.NumTrips == 1)
      Loop->Report = reportOf(In, R);
  }
}

/// The loop on its hottest path, where the trips went several ways.
static std::string reportOfWays(KernelCode &Code, const PredictItem &Item,
                                Machine &M) {
  std::vector<CodePiece> Pieces = Code.pieces(Item.Blocks);
  auto Loop = find_if(Pieces, [](const CodePiece &P) { return P.IsLoop; });
  const LoopResult R =
      analyzeLoop({Code.listing(), *Loop->Function, Loop->Body, *M.Semantics},
                  *M.Model, {});
  return "The trips went " + std::to_string(Item.Ways.Paths.size()) +
         " ways, and are predicted in the order in which they ran. Of these, "
         "the path of the hottest blocks:\n" +
         reportOf(Code.input(), R);
}

/// Fills Pieces, and our own predictions.
static Error predictOwn(PredictItem &Item, Machine &M) {
  auto Code = KernelCode::read(Item.Kernel.Object);
  if (!Code)
    return Code.takeError();
  std::vector<CodePiece> Pieces = (*Code)->pieces(Item.Blocks, Item.Ways);
  // The dominating loop is first.
  auto Loop = find_if(Pieces, [](const CodePiece &P) { return P.IsLoop; });
  if (Loop == Pieces.end())
    return createStringError(Item.Kernel.Object + ": no loop ran");
  std::rotate(Pieces.begin(), Loop, Loop + 1);
  std::vector<std::vector<Prediction>> Each(ownPredictors().size());
  for (const CodePiece &P : Pieces) {
    bool IsFirst = &P == &Pieces.front();
    std::vector<Prediction> Ours;
    predictPiece((*Code)->input(), P, M, Ours, IsFirst ? &Item.Loop : nullptr);
    for (auto [Into, Answer] : zip_equal(Each, Ours))
      Into.push_back(std::move(Answer));
    Item.Kernel.Pieces.push_back({(*Code)->assembly(P), P.Executions, P.IsLoop,
                                  P.Function->Name, P.LoopNumber, P.NumLoops,
                                  P.NumTrips});
  }
  if (Item.IsCarried)
    Item.Loop.IsCarried = *Item.IsCarried;
  if (Item.Loop.Report.empty())
    Item.Loop.Report = reportOfWays(**Code, Item, M);
  for (const std::vector<Prediction> &Answers : Each)
    Item.Loop.Predictions.push_back(liftPredictions(Item.Kernel, Answers));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Where the others are
//===----------------------------------------------------------------------===//

static std::string besideTool(StringRef Relative) {
  std::string Tool = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&besideTool));
  SmallString<128> Path(sys::path::parent_path(sys::path::parent_path(Tool)));
  sys::path::append(Path, Relative);
  return sys::fs::exists(Path) ? Path.str().str() : "";
}

std::string kernelbounds::findPlugin(const EvaluateOptions &Options) {
  if (!Options.WithPlugin)
    return "";
  return Options.Plugin.empty() ? installedPlugin() : Options.Plugin;
}

std::string kernelbounds::installedLibrary(StringRef Name) {
  for (StringRef Dir : split(KB_LIBRARY_DIRS, ':')) {
    std::string Path = besideTool((Dir + "/" + Name).str());
    if (!Path.empty())
      return Path;
  }
  return "";
}

std::string kernelbounds::installedPlugin() {
  return installedLibrary("KernelBounds.so");
}

std::string kernelbounds::findMca(const EvaluateOptions &Options) {
  if (!Options.WithMca)
    return "";
  if (!Options.Mca.empty())
    return Options.Mca;
  std::string Path = findProgram("llvm-mca-22");
  return Path.empty() ? findProgram("llvm-mca") : Path;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

static void addRun(std::vector<PredictItem> &Items, StringRef Name,
                   bool IsLowerBound, PredictorRun Run, Evaluation &E) {
  E.Predictors.push_back({Name.str(), IsLowerBound, Run.Seconds});
  for (auto [I, P] : zip_equal(Items, Run.Kernels))
    I.Loop.Predictions.push_back(std::move(P));
}

static void addOwn(std::vector<PredictItem> &Items,
                   const EvaluateOptions &Options, Machine &M, Evaluation &E) {
  auto Start = std::chrono::steady_clock::now();
  ProgressBar Bar("predicting", Items.size(), Options.Quiet);
  for (auto [Done, I] : llvm::enumerate(Items)) {
    Bar.show(Done);
    Error Fault = predictOwn(I, M);
    if (!Fault)
      continue;
    std::string Why = toString(std::move(Fault));
    for (size_t P = 0; P < ownPredictors().size(); ++P)
      I.Loop.Predictions.push_back({std::nullopt, Why});
  }
  double Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  for (const OwnPredictor &P : ownPredictors())
    E.Predictors.push_back(
        {P.Name.str(), P.IsLowerBound, Seconds / ownPredictors().size()});
}

void kernelbounds::predictItems(std::vector<PredictItem> &Items,
                                const EvaluateOptions &Options, Machine &M,
                                StringRef Scratch, ProcessPool &Pool,
                                Evaluation &E) {
  addOwn(Items, Options, M, E);
  std::vector<KernelToPredict> Kernels;
  Kernels.reserve(Items.size());
  for (PredictItem &I : Items)
    Kernels.push_back(I.Kernel);
  StringRef Cpu = M.Model->cpu();
  if (std::string Plugin = findPlugin(Options);
      !Plugin.empty() &&
      any_of(Kernels, [](const KernelToPredict &K) { return K.ByClang; })) {
    std::vector<std::string> Flags = {"-kernel-bounds-cpu=" + Cpu.str()};
    if (!Options.ModelFile.empty())
      Flags.push_back("-kernel-bounds-model=" + Options.ModelFile);
    addRun(Items, "in-compiler", true,
           predictInCompiler(Kernels, Plugin, Flags, Scratch, Pool), E);
  }
  if (std::string Mca = findMca(Options); !Mca.empty())
    addRun(Items, "llvm-mca", false,
           predictWithMca(Kernels, Mca, Cpu, Scratch, Pool), E);
  for (const auto &[Name, CommandLine] : Options.Predictors)
    addRun(Items, Name, false,
           predictWithCommand(Kernels, CommandLine, Cpu, Scratch, Pool), E);
  for (PredictItem &I : Items)
    E.Loops.push_back(std::move(I.Loop));
}
