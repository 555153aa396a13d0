//===- FunctionTuning.cpp - The search for the hints of one function ------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Figures of candidates are compared with each other only, never with the code
/// that is emitted in the end.
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "FunctionTuning.h"
#include "ApartCompiler.h"
#include "RemarkArguments.h"
#include "kernel-bounds/Tuning/JointSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

using namespace kernelbounds;
using namespace llvm;

/// Candidates for a function of which \p Size instructions of LLVM IR are
/// compiled for each, if a small function may have \p Most: with \p Most of
/// them, a large function would take as long as a file of small ones.
static unsigned budgetOf(size_t Size, unsigned Most) {
  constexpr unsigned SmallFunction = 1000, Least = 6;
  if (Most <= Least || Size <= SmallFunction)
    return Most;
  return std::max<uint64_t>(Least, uint64_t(Most) * SmallFunction / Size);
}

namespace {

class FunctionSearch {
public:
  FunctionSearch(Function &F, const Compilation &How,
                 const PluginOptions &Options, const TuningSources &With)
      : F(F), How(How), Options(Options), With(With),
        Source(findSourceLoops(F, *How.TM, With.Profile != nullptr)),
        Compiler(How, F) {}

  TunedFunction run(std::string &Problem);

private:
  HintSpace spaceOf(const MetadataLoop &L, const LoopChances &Can) const;
  std::vector<LoopChances> findChances() const;
  std::vector<HintSpace> findSpaces(ArrayRef<TrialLoop> AsCompiled) const;
  bool compileDefault(std::string &Problem);
  TunedLoop loopOf(const MetadataLoop &From, const SeenLoop *Seen) const;
  bool leaveCold();
  void tellWhatIsNotUsed(const Trial &T) const;
  void search();
  void tryWiderVectors(ArrayRef<HintSpace> Spaces);
  std::optional<TunedFunction> findKept() const;

  Function &F;
  const Compilation &How;
  const PluginOptions &Options;
  const TuningSources With;
  const std::vector<MetadataLoop> Source;
  CandidateCompiler Compiler;
  std::vector<TrialLoop> Default; ///< What the loops are without hints.
  TunedFunction Out;
  std::string Key; ///< Of With.Kept.
};

} // namespace

HintSpace FunctionSearch::spaceOf(const MetadataLoop &L,
                                  const LoopChances &Can) const {
  constexpr unsigned MostVisits = 8;
  HintSpace Space;
  Space.Transforms = Can.Transforms & Options.Transforms;
  for (unsigned I = 0; I < NumLoopTransforms; ++I)
    if (const auto T = static_cast<LoopTransform>(I);
        Can.AfterCheck.has(T) && !Space.Transforms.has(T)) {
      Space.Transforms.add(T);
      Space.AfterCheck.add(T);
    }
  Space.CanDistribute = Can.CanDistribute;
  if (Can.Transforms.has(LoopTransform::UnrollAndJam) &&
      !L.Around->HasUserHint) {
    Space.MaxJam = MostVisits;
    Space.JamsByPragma = How.UnrollsAndJams;
  }
  if (L.NeedsOrder || L.NarrowestBits == 0)
    return Space;
  constexpr unsigned MostElements = 64;
  Space.MaxWidth =
      std::clamp(vectorBitsOf(F, *How.TM) / L.NarrowestBits, 1U, MostElements);
  // Ends of reductions decide about short ones, which visits that follow each
  // other overlap: docs/evidence/tuning.md.
  Space.CanPredicate = Can.CanPredicate && !L.HasResult && Space.MaxWidth > 1;
  return Space;
}

static void setPlace(TunedLoop &L, const MetadataLoop &From) {
  L.File = From.File;
  L.Line = From.Line;
  L.Column = From.Column;
  if (From.Around)
    L.Outer = From.Around->Place;
}

/// Below this share of the time of a run, a loop is cold.
constexpr double LeastShare = 0.005;

/// \p Seen is what a run found of the loop; null: nothing can be said.
TunedLoop FunctionSearch::loopOf(const MetadataLoop &From,
                                 const SeenLoop *Seen) const {
  TunedLoop L;
  setPlace(L, From);
  L.Iterations = From.TripCount;
  if (!L.Iterations)
    L.Seen = Seen && Seen->Trips ? Seen->Trips : From.Seen;
  if (!L.Iterations && !L.Seen && Options.TuneTripCount != 0)
    L.Iterations = Options.TuneTripCount;
  if (!From.UserHint.empty()) {
    L.Verdict = TuningVerdict::Hinted;
    L.Why = From.UserHint;
  } else if (!From.WhyCold.empty()) {
    L.Why = From.WhyCold.str();
  } else if (Seen && Seen->Share < LeastShare) {
    L.Why = "it took less than 0.5 % of the time of the recorded run";
  }
  return L;
}

/// Whether all loops are known to be cold, or are their user's, before anything
/// is compiled.
bool FunctionSearch::leaveCold() {
  const bool WasNotSeen = With.Profile && With.Profile->of(F.getName()).empty();
  const SeenLoop Nothing;
  for (const MetadataLoop &From : Source)
    Out.Loops.push_back(loopOf(From, WasNotSeen ? &Nothing : nullptr));
  if (all_of(Out.Loops, [](const TunedLoop &L) { return !L.Why.empty(); }))
    return true;
  Out.Loops.clear();
  return false;
}

void FunctionSearch::tellWhatIsNotUsed(const Trial &T) const {
  for (const std::string &What : T.NotUsed) {
    OptimizationRemarkAnalysis R(PassName, "TuneProfileMismatch",
                                 DiagnosticLocation(F.getSubprogram()),
                                 &F.getEntryBlock());
    R << "tuning does not use what a run found of a loop " << NV("What", What);
    F.getContext().diagnose(R);
  }
}

/// What the choice follows from and is in neither code nor options.
static std::string textOf(ArrayRef<TunedLoop> Loops) {
  std::string Text;
  for (const TunedLoop &L : Loops)
    Text += L.Why + ";" +
            (L.Seen ? L.Seen->text() + " " + utostr(L.Seen->Median) : "") + ";";
  return Text;
}

std::vector<LoopChances> FunctionSearch::findChances() const {
  LoopTransforms Asked = Options.Transforms;
  if (How.UnrollsAndJams)
    Asked.add(LoopTransform::UnrollAndJam);
  std::vector<LoopChances> Out = Compiler.findChances(Asked);
  Out.resize(Source.size());
  return Out;
}

/// By loop, what to try. Where the loop vectorizer can do nothing, neither its
/// widths nor its interleaving are tried, which would all be the same code.
std::vector<HintSpace>
FunctionSearch::findSpaces(ArrayRef<TrialLoop> AsCompiled) const {
  std::vector<HintSpace> Spaces;
  for (auto [L, Can] : zip_equal(Source, findChances()))
    Spaces.push_back(spaceOf(L, Can));
  // What a change of the loop makes of it may be another matter.
  auto IsAsked = [&](size_t I) {
    return Source[I].UserHint.empty() && AsCompiled[I].Problem.empty() &&
           Spaces[I].Transforms.empty() && !Spaces[I].CanDistribute &&
           Spaces[I].MaxJam <= 1;
  };
  std::vector<LoopHints> Hints(Source.size());
  bool IsAny = false;
  for (size_t I = 0; I < Hints.size(); ++I)
    if (IsAsked(I)) {
      Hints[I] = {Spaces[I].MaxWidth > 1 ? 2U : 0U, 2, 0};
      IsAny = true;
    }
  if (!IsAny)
    return Spaces;
  const std::vector<bool> Vectorizes = Compiler.findVectorizable(Hints);
  for (size_t I = 0; I < Hints.size(); ++I)
    if (IsAsked(I) && !Vectorizes[I]) {
      Spaces[I].MaxWidth = Spaces[I].MaxInterleave = 0;
      Spaces[I].CanPredicate = false;
    }
  return Spaces;
}

bool FunctionSearch::compileDefault(std::string &Problem) {
  auto Matters = [&](unsigned I) {
    return Source[I].UserHint.empty() && Source[I].WhyCold.empty();
  };
  Trial T(Source, Matters);
  if (With.Profile)
    T.Recorded = With.Profile->of(F.getName());
  const std::optional<CompiledCandidate> Code =
      Compiler.compile(std::vector<LoopHints>(Source.size()), T);
  Problem = T.Problem;
  if (!Code || !T.Problem.empty())
    return false;
  Out.Cpu = T.Cpu;
  Out.BorrowedFrom = T.BorrowedFrom;
  Out.NowBytes = Out.ThenBytes = Code->Bytes;
  tellWhatIsNotUsed(T);
  std::vector<TunedLoop> Loops;
  for (auto [I, From] : enumerate(Source)) {
    // What was not known again may be this loop.
    const bool IsKnown =
        With.Profile && (T.NotUsed.empty() || T.Seen[I].Share > 0);
    Loops.push_back(loopOf(From, IsKnown ? &T.Seen[I] : nullptr));
  }
  if (With.Kept)
    Key = With.Kept->keyOf(How, Options, Compiler.bitcode(), Code->Object,
                           textOf(Loops));
  Default = std::move(T.Loops);
  Out.Loops = std::move(Loops);
  return true;
}

void FunctionSearch::search() {
  const std::vector<HintSpace> Spaces = findSpaces(Default);
  ApartCompiler Apart(How, Compiler, Source, Default, *With.Regions);
  JointSearch Search({Options.MinGainPercent,
                      budgetOf(Compiler.size(), Options.TuneBudget),
                      budgetOf(Apart.size(), Options.TuneBudget)});
  for (auto [I, L] : enumerate(Out.Loops))
    Search.add(std::move(L), Default[I], Spaces[I], Apart.find(I));
  uint64_t Bytes = 0; // Of what was compiled last.
  auto Compile =
      [&](ArrayRef<LoopHints> Hints,
          Trial::Question Matters) -> std::optional<std::vector<TrialLoop>> {
    Trial T(Source, Matters);
    const std::optional<CompiledCandidate> Code = Compiler.compile(Hints, T);
    if (!Code)
      return std::nullopt;
    Bytes = Code->Bytes;
    return std::move(T.Loops);
  };
  auto CompileApart = [&](ArrayRef<LoopHints> Hints, Trial::Question Matters) {
    return Apart.compile(Hints, Matters, Compile);
  };
  if (Search.run(CompileApart, Compile))
    Out.ThenBytes = Bytes;
  Out.Loops = Search.take();
  tryWiderVectors(Spaces);
}

/// What loops take if the compiler prefers wider vectors than it does, where
/// the core has them.
void FunctionSearch::tryWiderVectors(ArrayRef<HintSpace> Spaces) {
  auto Matters = [&](unsigned I) {
    return Out.Loops[I].isJudged() && Spaces[I].MaxWidth > 1;
  };
  if (none_of(seq<unsigned>(0, Out.Loops.size()), Matters))
    return;
  const auto [Preferred, Widest] = Compiler.findVectorBits();
  Trial T(Source, Matters);
  if (Widest <= Preferred ||
      !Compiler.compile(std::vector<LoopHints>(Source.size()), T, Widest))
    return;
  Out.WiderBits = Widest;
  for (auto [I, L] : enumerate(Out.Loops)) {
    const TrialLoop &Wider = T.Loops[I];
    if (Matters(I) && Wider.Problem.empty())
      L.Wider = L.Seen ? timeOverRange(Wider.Shape, *L.Seen)
                       : cyclesOf(Wider.Shape, L.Iterations);
  }
}

/// What an earlier compilation found. The function may have moved since.
std::optional<TunedFunction> FunctionSearch::findKept() const {
  if (Key.empty())
    return std::nullopt;
  std::optional<TunedFunction> Known = With.Kept->Files.load(Key);
  if (!Known || Known->Loops.size() != Source.size())
    return std::nullopt;
  for (auto [L, From] : zip_equal(Known->Loops, Source))
    setPlace(L, From);
  return Known;
}

TunedFunction FunctionSearch::run(std::string &Problem) {
  Out.Name = F.getName().str();
  if (Source.empty() || leaveCold() || !compileDefault(Problem))
    return std::move(Out);
  if (std::optional<TunedFunction> Known = findKept())
    return std::move(*Known);
  search();
  if (!Key.empty())
    With.Kept->Files.store(Key, Out);
  return std::move(Out);
}

TunedFunction kernelbounds::tuneFunction(Function &F, const Compilation &How,
                                         const PluginOptions &Options,
                                         const TuningSources &With,
                                         std::string &Problem) {
  return FunctionSearch(F, How, Options, With).run(Problem);
}
