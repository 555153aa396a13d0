//===- MeasureStage.cpp - Compiling and measuring -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasureStage.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/IdleFiller.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <deque>
#include <random>
#include <set>
#include <thread>

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

/// What is left in the way is overwritten.
static void removeFile(const std::string &File) {
  std::error_code Left = sys::fs::remove(File);
  (void)Left;
}

/// "livermore/hydro" and "gcc-O2-native" become a file's name.
static std::string objectName(StringRef Kernel, StringRef Variant) {
  std::string Name = (Kernel + "." + Variant + ".so").str();
  std::replace(Name.begin(), Name.end(), '/', '_');
  return Name;
}

/// The flags of \p V, for the host that the environment leaves.
static std::vector<std::string> flagsOf(const BuildVariant &V) {
  std::vector<std::string> Flags;
  for (const std::string &F : V.Flags)
    if (F == "-march=native")
      append_range(Flags, hostCpu().compilerFlags());
    else
      Flags.push_back(F);
  return Flags;
}

static std::vector<std::string>
compileCommand(const MeasureSetup &S, const Compiler &C, const KernelSource &K,
               const BuildVariant &V, const std::string &Object) {
  std::vector<std::string> Args = {C.Program,        "-fPIC",
                                   "-shared",        "-w",
                                   "-Wl,-Bsymbolic", "-I" + S.Directory};
  append_range(Args, flagsOf(V));
  append_range(Args, K.Flags);
  // Otherwise all kernels of the process share the static data of templates,
  // and what has such data is never unloaded.
  if (V.Kind == CompilerKind::Gcc)
    Args.push_back("-fno-gnu-unique");
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
               join(flagsOf(V), " ")};
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

/// How often a loop is timed. All loops are timed once, then all of them again,
/// and so on: a machine that is slower for seconds, or for minutes, should be
/// so for a few of a loop's timings only.
struct VisitPlan {
  size_t Wanted;  ///< Steady timings,
  size_t Least;   ///< and those that do once TimeLimit is over.
  size_t MaxIdle; ///< Tries if none was steady.
  std::chrono::minutes TimeLimit;
  std::chrono::milliseconds Apart; ///< At least, two timings of one loop.

  /// Further tries, where some timings are not steady or do not agree.
  static constexpr size_t Spare = 4;
};
constexpr VisitPlan QuietVisits = {12, 5, 3, std::chrono::minutes(11),
                                   std::chrono::seconds(3)},
                    NoisyVisits = {2, 2, 2, std::chrono::minutes(11),
                                   std::chrono::seconds(0)};

/// A stopped run loses so many timings of a loop at most.
constexpr size_t LogEvery = 4;

using Clock = std::chrono::steady_clock;

/// A loop that is being timed, at several times.
struct TimedLoop {
  MeasureItem *Item;
  KernelMeasurement M;
  Clock::time_point Due; ///< When to time it next.
};

class Measurer {
public:
  Measurer(std::vector<MeasureItem> &Items, const EvaluateOptions &Options,
           int Cpu, MeasurementLog &Log, ProcessPool &Pool)
      : Items(Items), Options(Options), Log(Log), Pool(Pool), Filler(Cpu),
        Visiting(Options.AcceptNoise ? NoisyVisits : QuietVisits) {
    Measuring.Timer.Cpu = Cpu;
  }
  Error run();

private:
  Error findTraits();
  Error measureNext(size_t Idx);
  void compileAhead(size_t From);
  Error step(MeasureItem &I, KernelMeasurement &M);
  Error visitRest(ProgressBar &Bar);
  Error visit(TimedLoop L);
  bool isDone(const KernelMeasurement &M) const;
  Error log(MeasureItem &I, const KernelMeasurement &M);
  uint64_t codeHash(StringRef Object) const;

  std::vector<MeasureItem> &Items;
  const EvaluateOptions &Options;
  MeasurementLog &Log;
  ProcessPool &Pool;
  IdleFiller Filler; ///< Before the first look at the clock.
  MeasureOptions Measuring;
  std::string Conditions; ///< What the machine is like, for the log.
  std::vector<std::optional<size_t>> Tickets; ///< Of compilations, by item.
  size_t NumStarted = 0;
  size_t NumLoops = 0; ///< Measured or being timed.
  VisitPlan Visiting;
  Clock::time_point Start = Clock::now();
  std::deque<TimedLoop> Timed; ///< In the order in which they are due.
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
    bool Keeps = I.Result && (I.Result->M.Status == MeasureStatus::Ok ||
                              !I.Result->M.IsFinal);
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

/// Steps through the kernel; its Status is Ok if it is to be timed.
Error Measurer::step(MeasureItem &I, KernelMeasurement &M) {
  uint64_t Hash = codeHash(I.Object);
  if (Hash != 0 && !SeenCode.insert(Hash).second) {
    M.Status = MeasureStatus::Duplicate;
    return Error::success();
  }
  auto Stepped = stepObject(I.Object, Measuring);
  if (!Stepped)
    return Stepped.takeError();
  M = std::move(*Stepped);
  if (M.Status == MeasureStatus::Ok && SeenLoops.contains(M.LoopHash))
    M.Status = MeasureStatus::Duplicate;
  return Error::success();
}

Error Measurer::log(MeasureItem &I, const KernelMeasurement &M) {
  if (M.Status != MeasureStatus::Ok && M.IsFinal)
    removeFile(I.Object);
  if (Error E = Log.append(I.Key, M))
    return E;
  I.Result = Log.find(I.Key);
  return Error::success();
}

bool Measurer::isDone(const KernelMeasurement &M) const {
  size_t NumSteady =
      count_if(M.Timings, [](const Timing &T) { return T.IsSteady; });
  if (NumSteady == 0)
    return M.Timings.size() >= Visiting.MaxIdle;
  bool IsLate = Clock::now() - Start > Visiting.TimeLimit;
  size_t Wanted = IsLate ? Visiting.Least : Visiting.Wanted;
  return (NumSteady >= Wanted && M.Time.IsSteady) ||
         M.Timings.size() >= Wanted + Visiting.Spare;
}

/// Times \p L once more.
Error Measurer::visit(TimedLoop L) {
  KernelMeasurement &M = L.M;
  Pool.setPaused(true);
  M.Status = MeasureStatus::Ok;
  M.Detail.clear();
  M.Conditions = Conditions;
  timeObject(L.Item->Object, Measuring, M);
  Pool.setPaused(false);
  M.Timings.push_back(M.Time);
  M.Time = confirmTiming(M.Timings, Measuring.Timer.Tolerance);
  if (M.Time.IsSteady) {
    M.Status = MeasureStatus::Ok;
    M.Detail.clear();
  } else if (any_of(M.Timings, [](const Timing &T) { return T.IsSteady; })) {
    M.Status = MeasureStatus::Unsteady;
    M.Detail = "no two timings agree";
  }
  M.IsFinal = isDone(M);
  if (M.IsFinal && M.Status != MeasureStatus::Ok)
    --NumLoops;
  if (M.IsFinal || M.Timings.size() % LogEvery == 1)
    if (Error E = log(*L.Item, M))
      return E;
  if (!M.IsFinal) {
    L.Due = Clock::now() + Visiting.Apart;
    Timed.push_back(std::move(L));
  }
  return Error::success();
}

/// Times all loops until they are done with.
Error Measurer::visitRest(ProgressBar &Bar) {
  while (!Timed.empty()) {
    TimedLoop L = std::move(Timed.front());
    Timed.pop_front();
    std::this_thread::sleep_until(L.Due);
    Bar.show(Items.size(),
             formatv("{0} loops, timing {1} of {2}", Timed.size() + 1,
                     L.M.Timings.size() + 1, Visiting.Wanted)
                 .str());
    if (Error E = visit(std::move(L)))
      return E;
  }
  return Error::success();
}

Error Measurer::measureNext(size_t Idx) {
  MeasureItem &I = Items[Idx];
  CommandResult Built;
  Built.ExitCode = 0;
  if (Tickets[Idx]) {
    Built = Pool.wait(*Tickets[Idx]);
    removeFile(I.Object + ".err");
  }
  TimedLoop L;
  L.Item = &I;
  if (I.Result) { // Measured before, perhaps by a run that was stopped.
    L.M = I.Result->M;
    if (L.M.IsFinal && L.M.Status != MeasureStatus::Ok)
      return Error::success();
    SeenLoops.insert(L.M.LoopHash);
    ++NumLoops;
    if (!L.M.IsFinal)
      Timed.push_back(std::move(L));
    return Error::success();
  }
  L.M.Status = MeasureStatus::CompileFailed;
  L.M.Detail = Built.str();
  std::string WhyNotRun = hostCpu().whyNotRun(I.Compile);
  if (Built.ok() && !WhyNotRun.empty()) {
    L.M.Status = MeasureStatus::CannotRun;
    L.M.Detail = std::move(WhyNotRun);
  } else if (Built.ok()) {
    L.M = KernelMeasurement();
    if (Error E = step(I, L.M))
      return E;
  }
  if (L.M.Status != MeasureStatus::Ok)
    return log(I, L.M);
  SeenLoops.insert(L.M.LoopHash);
  ++NumLoops;
  return visit(std::move(L));
}

/// Looks at the machine, and chooses how to time on it.
Error Measurer::findTraits() {
  // About a third of a second; noise that is accepted need not be known well.
  const double Cycles = Options.AcceptNoise ? 1e8 : 1e9;
  auto Traits = findHostTraits(Measuring.Timer.Cpu, Cycles);
  if (!Traits)
    return Traits.takeError();
  TimerOptions &Timer = Measuring.Timer;
  Timer.Traits = *Traits;
  Timer.Plan = planTiming(*Traits);
  Conditions = describeConditions(*Traits, Timer.Plan);
  if (Options.AcceptNoise) {
    Timer.Tolerance = 10;
    acceptNoise(Timer.Traits, Timer.Plan);
    Conditions += ", all of which count";
  }
  return Error::success();
}

Error Measurer::run() {
  if (Error E = findTraits())
    return E;
  ProgressBar Bar("measuring", Items.size(), Options.Quiet);
  for (size_t Idx = 0; Idx < Items.size(); ++Idx) {
    Bar.show(Idx, Items[Idx].Key.Kernel);
    compileAhead(Idx);
    if (NumLoops >= Options.MaxLoops)
      // Not all that are being timed may become steady.
      if (Error E = visitRest(Bar))
        return E;
    if (NumLoops >= Options.MaxLoops)
      break;
    if (Error E = measureNext(Idx))
      return E;
  }
  return visitRest(Bar);
}

Error kernelbounds::measureItems(std::vector<MeasureItem> &Items,
                                 const EvaluateOptions &Options, int Cpu,
                                 MeasurementLog &Log, ProcessPool &Pool) {
  return Measurer(Items, Options, Cpu, Log, Pool).run();
}
