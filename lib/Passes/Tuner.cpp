//===- Tuner.cpp - The best hints for each loop, in the compiler ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "Tuner.h"
#include "AnalysisManagers.h"
#include "ApartCompiler.h"
#include "FunctionTuning.h"
#include "RemarkArguments.h"
#include "TransformLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <utility>

using namespace kernelbounds;
using namespace llvm;

static void warn(Module &M, const std::string &Text) {
  M.getContext().diagnose(
      DiagnosticInfoGeneric("kernel-bounds: " + Text, DS_Warning));
}

/// Puts what \p T has chosen into \p R.
template <typename Remark>
static void addChoice(Remark &R, const TunedLoop &T) {
  const LoopHints &H = T.Choice;
  bool Follows = false;
  auto Next = [&] {
    if (std::exchange(Follows, true))
      R << " with ";
  };
  if (!H.Transforms.empty()) {
    Next();
    R << NV("Transform", H.Transforms.text()) << " ("
      << NV("TransformName", H.Transforms.names()) << ")";
    if (H.Transforms.has(LoopTransform::UnrollAndJam))
      R << ", " << NV("Jam", H.Jam) << " at a time,";
  }
  if (const std::string Outer = H.outerPragma(); !Outer.empty()) {
    Next();
    R << NV("OuterPragma", Outer) << " before "
      << NV("OuterPlace", T.Outer.text());
  }
  if (const std::string Pragma = H.pragma(); !Pragma.empty()) {
    Next();
    R << NV("Pragma", Pragma);
  }
}

/// Puts into \p R by which model \p T was chosen for a loop of \p F, and what
/// it costs.
template <typename Remark>
static void addCosts(Remark &R, const TunedFunction &F, const TunedLoop &T) {
  R << " on " << NV("Core", F.Cpu);
  if (!F.BorrowedFrom.empty())
    R << " (borrowed from " << NV("BorrowedFrom", F.BorrowedFrom) << ")";
  if (const int64_t More = F.moreBytes().value_or(0); More != 0)
    R << (More > 0 ? ", +" : ", ") << NV("MoreBytes", More) << " bytes";
  if (T.ThenSpills != 0)
    R << ", " << NV("ThenSpills", T.ThenSpills)
      << (T.ThenSpills == 1 ? " spill" : " spills");
}

template <typename Remark>
static void emitChoice(const TunedFunction &F, const TunedLoop &T,
                       const Loop &L, const char *Name, StringRef Verb) {
  Remark R(PassName, Name, L.getStartLoc(), L.getHeader());
  addChoice(R, T);
  R << " " << Verb << " " << NV("Then", thousandths(T.Then)) << " instead of "
    << NV("Now", thousandths(T.Now)) << " cy/src-it ("
    << NV("Speedup", timesAsFast(T.Now, T.Then)) << " times as fast";
  if (T.Seen)
    R << " with " << NV("Seen", T.Seen->text()) << " iterations by the profile";
  else if (T.Iterations)
    R << " with " << NV("Iterations", *T.Iterations) << " iterations";
  else if (!T.PaysFrom)
    R << " on average over 64 to 2,000 iterations";
  else if (*T.PaysFrom > 1)
    R << " from " << NV("PaysFrom", *T.PaysFrom) << " iterations on";
  R << ")";
  addCosts(R, F, T);
  R << DiagnosticInfoOptimizationBase::setExtraArgs();
  addCycles(R, "Then", T.Then);
  addCycles(R, "Now", T.Now);
  R << NV("ThenTrip", T.ThenTrip) << NV("NowTrip", T.NowTrip)
    << NV("ThenRegisters", T.ThenRegisters)
    << NV("NowRegisters", T.NowRegisters) << NV("NowSpills", T.NowSpills);
  L.getHeader()->getContext().diagnose(R);
}

/// Says of the loop \p T what the compiler's own choice of wider vectors gives,
/// if that is more than any hint does.
static void emitWiderVectors(const TunedFunction &F, const TunedLoop &T,
                             const Loop &L, unsigned MinGainPercent) {
  if (!T.Wider || !gains(T.Then, *T.Wider, MinGainPercent))
    return;
  OptimizationRemarkMissed R(PassName, "TuneVectorWidth", L.getStartLoc(),
                             L.getHeader());
  R << NV("Flag", "-mprefer-vector-width=" + utostr(F.WiderBits))
    << " would take " << NV("Then", thousandths(*T.Wider)) << " instead of "
    << NV("Now", thousandths(T.Now)) << " cy/src-it at the same clock ("
    << NV("Speedup", timesAsFast(T.Now, *T.Wider)) << " times as fast) on "
    << NV("Core", F.Cpu);
  R << DiagnosticInfoOptimizationBase::setExtraArgs();
  addCycles(R, "Then", *T.Wider);
  addCycles(R, "Now", T.Now);
  L.getHeader()->getContext().diagnose(R);
}

/// Whether the user wants \p F to be looked at, and its code will be emitted.
static bool isWanted(const Function &F, const PluginOptions &Options) {
  if (F.isDeclaration() || F.hasAvailableExternallyLinkage() ||
      F.hasOptNone() || F.hasOptSize())
    return false;
  if (!Options.Function.empty() &&
      (Options.IsFunctionFaulty || !Regex(Options.Function).match(F.getName())))
    return false;
  return CandidateCompiler::canCopy(F);
}

/// Says every second on standard error how far it is.
class TuningProgress {
public:
  TuningProgress(bool IsOn, size_t Functions)
      : IsOn(IsOn), Functions(Functions) {}
  void step() {
    ++Done;
    const auto Now = std::chrono::steady_clock::now();
    if (!IsOn || Now - Last < std::chrono::seconds(1))
      return;
    Last = Now;
    errs() << "kernel-bounds: tried candidates for " << Done << " of "
           << Functions << " functions\n";
  }

private:
  bool IsOn;
  size_t Functions, Done = 0;
  std::chrono::steady_clock::time_point Last = std::chrono::steady_clock::now();
};

static bool applyOrSuggest(Function &F, const TunedFunction &T,
                           const PluginOptions &Options,
                           const Compilation &How) {
  std::vector<HintedLoop> Chosen;
  unsigned Number = 0;
  forEachInnermostLoop(F, [&](Loop &L) {
    if (Number == T.Loops.size())
      return; // Nothing could be compiled.
    const TunedLoop &Found = T.Loops[Number++];
    emitWiderVectors(T, Found, L, Options.MinGainPercent);
    if (Found.Verdict != TuningVerdict::Gains)
      return;
    if (Options.Tune == TuneMode::Suggest) {
      emitChoice<OptimizationRemarkMissed>(T, Found, L, "Tune", "would take");
      return;
    }
    emitChoice<OptimizationRemark>(T, Found, L, "Tuned", "takes");
    Chosen.push_back({L.getHeader(), Found.Choice});
  });
  if (Chosen.empty())
    return false;
  AnalysisManagers Managers(How);
  hintLoops(F, Chosen, Managers.FAM);
  return true;
}

static void writeRecord(Module &M, const std::string &File,
                        const TuningRecord &Found) {
  std::error_code EC;
  raw_fd_ostream OS(File, EC);
  if (!EC) {
    writeTuningRecord(OS, Found);
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  if (EC)
    warn(M, "cannot write '" + File + "': " + EC.message());
}

/// What \p Options name to keep choices in; null if they name nothing, or it
/// cannot be used, of which \p M is told.
static std::unique_ptr<KeptChoices> openKept(Module &M,
                                             const PluginOptions &Options) {
  if (Options.TuneCache.empty())
    return nullptr;
  Expected<KeptChoices> Kept = KeptChoices::open(Options);
  if (Kept)
    return std::make_unique<KeptChoices>(std::move(*Kept));
  warn(M, "'" + Options.TuneCache +
              "' is not used: " + toString(Kept.takeError()));
  return nullptr;
}

/// What \p Options name of a run; null if they name nothing, or \p Problem says
/// why it cannot be read.
static std::unique_ptr<RunProfile> openProfile(const PluginOptions &Options,
                                               std::string &Problem) {
  if (Options.Profile.empty())
    return nullptr;
  Expected<RunProfile> Read = RunProfile::read(Options.Profile);
  if (Read)
    return std::make_unique<RunProfile>(std::move(*Read));
  Problem = "-kernel-bounds-profile: " + toString(Read.takeError());
  return nullptr;
}

PreservedAnalyses Tuner::run(Module &M, ModuleAnalysisManager &) {
  if (!How.TM) {
    warn(M, "tuning needs a target to compile for");
    return PreservedAnalyses::all();
  }
  std::vector<Function *> Wanted;
  for (Function &F : M)
    if (isWanted(F, Options))
      Wanted.push_back(&F);
  TuningProgress Progress(Options.TuneProgress, Wanted.size());
  const std::unique_ptr<KeptChoices> Kept = openKept(M, Options);
  TuningRecord Found;
  const std::unique_ptr<RunProfile> Profile =
      openProfile(Options, Found.Problem);
  RegionPool Regions;
  bool Changed = false;
  for (Function *F : Wanted) {
    std::string Here;
    TunedFunction T = tuneFunction(*F, How, Options,
                                   {Kept.get(), Profile.get(), &Regions}, Here);
    if (Found.Problem.empty())
      Found.Problem = Here;
    Changed |= applyOrSuggest(*F, T, Options, How);
    if (!T.Loops.empty())
      Found.Functions.push_back(std::move(T));
    Progress.step();
  }
  if (Kept)
    if (std::string NotKept = Kept->Files.takeProblem(); !NotKept.empty())
      warn(M, NotKept);
  // Who asks for a record reads there what is wrong.
  if (!Options.TuneRecord.empty())
    writeRecord(M, Options.TuneRecord, Found);
  else if (!Found.Problem.empty())
    warn(M, Found.Problem);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses NoTuning::run(Module &M, ModuleAnalysisManager &) {
  warn(M, "loops are not tuned in full link-time optimization; -flto=thin and "
          "compilation without -flto tune them");
  return PreservedAnalyses::all();
}

void kernelbounds::warnOfMissingLoopPasses(Module &M) {
  warn(M,
       "loops are not tuned, as no loop passes run here; compile with clang, "
       "or run opt with this plugin before");
}
