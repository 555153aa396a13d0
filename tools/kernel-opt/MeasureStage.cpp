//===- MeasureStage.cpp - Compiling and measuring -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasureStage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <random>
#include <set>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

ProgressBar::ProgressBar(StringRef What, size_t Total, bool Quiet)
    : What(What.str()), Total(Total),
      IsOn(!Quiet && Total != 0 && sys::Process::StandardErrIsDisplayed()) {}

ProgressBar::~ProgressBar() {
  if (IsOn)
    errs() << "\r\033[K";
}

void ProgressBar::show(size_t Done, StringRef Now) {
  if (!IsOn)
    return;
  constexpr size_t Width = 30;
  size_t Filled = Width * Done / Total;
  errs() << "\r\033[K" << What << " [" << std::string(Filled, '#')
         << std::string(Width - Filled, ' ')
         << formatv("] {0}/{1} ", Done, Total) << Now.take_front(40);
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// "livermore/hydro" and "gcc-O2-native" become a file's name.
static std::string objectName(StringRef Kernel, StringRef Variant) {
  std::string Name = (Kernel + "." + Variant + ".so").str();
  std::replace(Name.begin(), Name.end(), '/', '_');
  return Name;
}

static std::vector<std::string>
compileCommand(const MeasureSetup &S, const Compiler &C, const KernelSource &K,
               const BuildVariant &V, const std::string &Object) {
  std::vector<std::string> Args = {C.Program,        "-fPIC",
                                   "-shared",        "-w",
                                   "-Wl,-Bsymbolic", "-I" + S.Directory};
  append_range(Args, V.Flags);
  append_range(Args, K.Flags);
  append_range(Args, std::vector<std::string>{K.File, "-o", Object, "-lm"});
  return Args;
}

std::vector<MeasureItem>
kernelbounds::listItems(const MeasureSetup &S, const EvaluateOptions &Options) {
  Regex Wanted(Options.Filter);
  std::vector<MeasureItem> Items;
  for (const KernelSource &K : S.Sources)
    for (const BuildVariant &V : S.Variants) {
      auto C = find_if(S.Compilers,
                       [&](const Compiler &C) { return C.Kind == V.Kind; });
      if (C == S.Compilers.end())
        continue;
      if (!Options.Filter.empty() && !Wanted.match(K.Name + " " + V.Name))
        continue;
      MeasureItem I;
      I.Source = &K;
      I.Variant = &V;
      I.Object = S.Objects + "/" + objectName(K.Name, V.Name);
      I.Compile = compileCommand(S, *C, K, V, I.Object);
      I.Key = {K.Name, V.Name, K.Hash,
               compilerName(C->Kind).str() + " " + C->Version,
               join(V.Flags, " ")};
      Items.push_back(std::move(I));
    }
  // Not std::shuffle: its results differ from library to library.
  std::mt19937 Random(Options.Seed);
  for (size_t I = Items.size(); I > 1; --I)
    std::swap(Items[I - 1], Items[Random() % I]);
  return Items;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

namespace {

class Measurer {
public:
  Measurer(std::vector<MeasureItem> &Items, const EvaluateOptions &Options,
           int Cpu, MeasurementLog &Log, ProcessPool &Pool)
      : Items(Items), Options(Options), Log(Log), Pool(Pool) {
    Measuring.Timer.Cpu = Cpu;
    if (Options.AcceptNoise)
      Measuring.Timer.Tolerance = 10;
    else
      Measuring.Timer.QuietProbe = findQuietProbe(Cpu, 500);
  }
  Error run();
  Error repeatUnsteady();

private:
  void compileAhead(size_t From);
  Expected<KernelMeasurement> measure(MeasureItem &I);
  void time(const MeasureItem &I, KernelMeasurement &M);
  Error finish(MeasureItem &I, const KernelMeasurement &M);
  uint64_t codeHash(StringRef Object) const;

  std::vector<MeasureItem> &Items;
  const EvaluateOptions &Options;
  MeasurementLog &Log;
  ProcessPool &Pool;
  MeasureOptions Measuring;
  std::vector<std::optional<size_t>> Tickets; ///< Of compilations, by item.
  size_t NumStarted = 0;
  size_t NumLoops = 0;
  std::set<uint64_t> SeenLoops;
  std::set<uint64_t> SeenCode; ///< Of whole objects.
};

/// Compilations that may wait for being measured.
constexpr size_t Lookahead = 12;

} // namespace

void Measurer::compileAhead(size_t From) {
  Tickets.resize(Items.size());
  for (; NumStarted < std::min(From + Lookahead, Items.size()); ++NumStarted) {
    MeasureItem &I = Items[NumStarted];
    I.Result = Log.find(I.Key);
    bool Keeps = I.Result && I.Result->M.Status == MeasureStatus::Ok;
    if (I.Result && (!Keeps || sys::fs::exists(I.Object)))
      continue;
    ExternalCommand C;
    C.Args = I.Compile;
    C.Errors = I.Object + ".err";
    Tickets[NumStarted] = Pool.add(std::move(C));
  }
}

/// Of all code but what the linker adds: the same object twice is not stepped
/// through twice.
uint64_t Measurer::codeHash(StringRef Object) const {
  auto Code = KernelCode::read(Object);
  if (!Code)
    return consumeError(Code.takeError()), 0;
  uint64_t Hash = 0;
  for (const ListedFunction &F : (*Code)->listing().Functions) {
    CodePiece All;
    All.Function = &F;
    for (unsigned B = 0; B < F.Blocks.size(); ++B)
      All.Body.Path.push_back(B);
    Hash = Hash * 0x9e3779b97f4a7c15u + (*Code)->hash(All);
  }
  return Hash;
}

void Measurer::time(const MeasureItem &I, KernelMeasurement &M) {
  Pool.setPaused(true);
  timeObject(I.Object, Measuring, M);
  Pool.setPaused(false);
}

Expected<KernelMeasurement> Measurer::measure(MeasureItem &I) {
  KernelMeasurement M;
  M.Status = MeasureStatus::Duplicate;
  uint64_t Hash = codeHash(I.Object);
  if (Hash != 0 && SeenCode.contains(Hash))
    return M;
  auto Stepped = stepObject(I.Object, Measuring);
  if (!Stepped)
    return Stepped.takeError();
  M = std::move(*Stepped);
  if (M.Status == MeasureStatus::Ok && SeenLoops.contains(M.LoopHash))
    M.Status = MeasureStatus::Duplicate;
  else if (M.Status == MeasureStatus::Ok)
    time(I, M);
  if (M.Status != MeasureStatus::Unsteady &&
      M.Status != MeasureStatus::RunFailed)
    SeenCode.insert(Hash);
  return M;
}

Error Measurer::finish(MeasureItem &I, const KernelMeasurement &M) {
  if (M.Status == MeasureStatus::Ok) {
    SeenLoops.insert(M.LoopHash);
    ++NumLoops;
  } else if (M.Status != MeasureStatus::Unsteady &&
             M.Status != MeasureStatus::RunFailed) {
    (void)sys::fs::remove(I.Object);
  }
  if (Error E = Log.append(I.Key, M))
    return E;
  I.Result = Log.find(I.Key);
  return Error::success();
}

Error Measurer::run() {
  ProgressBar Bar("measuring", Items.size(), Options.Quiet);
  for (size_t Idx = 0; Idx < Items.size(); ++Idx) {
    MeasureItem &I = Items[Idx];
    Bar.show(Idx, I.Key.Kernel);
    compileAhead(Idx);
    if (NumLoops >= Options.MaxLoops)
      break;
    CommandResult Built;
    Built.ExitCode = 0;
    if (Tickets[Idx]) {
      Built = Pool.wait(*Tickets[Idx]);
      (void)sys::fs::remove(I.Object + ".err", /*IgnoreNonExisting=*/true);
    }
    if (I.Result) { // Measured before.
      if (I.Result->M.Status == MeasureStatus::Ok) {
        SeenLoops.insert(I.Result->M.LoopHash);
        ++NumLoops;
      }
      continue;
    }
    KernelMeasurement M;
    M.Status = MeasureStatus::CompileFailed;
    M.Detail = Built.str();
    if (Built.ok()) {
      auto Measured = measure(I);
      if (!Measured)
        return Measured.takeError();
      M = std::move(*Measured);
    }
    if (Error E = finish(I, M))
      return E;
  }
  return Error::success();
}

/// What was disturbed the first time gets another chance, when whatever
/// disturbed it may be gone.
Error Measurer::repeatUnsteady() {
  std::vector<MeasureItem *> Again;
  for (MeasureItem &I : Items)
    if (I.Result && I.Result->M.Trips != 0 &&
        (I.Result->M.Status == MeasureStatus::Unsteady ||
         I.Result->M.Status == MeasureStatus::RunFailed) &&
        !SeenLoops.contains(I.Result->M.LoopHash) && sys::fs::exists(I.Object))
      Again.push_back(&I);
  ProgressBar Bar("measuring again", Again.size(), Options.Quiet);
  for (auto [Done, I] : llvm::enumerate(Again)) {
    Bar.show(Done, I->Key.Kernel);
    KernelMeasurement M = I->Result->M;
    if (SeenLoops.contains(M.LoopHash) || NumLoops >= Options.MaxLoops)
      continue;
    M.Status = MeasureStatus::Ok;
    M.Detail.clear();
    time(*I, M);
    if (Error E = finish(*I, M))
      return E;
  }
  return Error::success();
}

Error kernelbounds::measureItems(std::vector<MeasureItem> &Items,
                                 const EvaluateOptions &Options, int Cpu,
                                 MeasurementLog &Log, ProcessPool &Pool) {
  Measurer M(Items, Options, Cpu, Log, Pool);
  if (Error E = M.run())
    return E;
  for (unsigned Pass = 0; Pass < 2; ++Pass)
    if (Error E = M.repeatUnsteady())
      return E;
  return Error::success();
}
