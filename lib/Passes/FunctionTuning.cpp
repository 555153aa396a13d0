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
/// that is emitted in the end. What the searches chose is compiled once more
/// together: a choice that does not keep there what it promised is dropped.
/// The number of compilations is limited, not their time: the result is the
/// same on every machine.
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "FunctionTuning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

using namespace kernelbounds;
using namespace llvm;

/// Iterations up to which PaysFrom is looked for.
constexpr uint64_t MostIterations = 4096;

namespace {

/// One loop while its function is tuned.
struct LoopSearch {
  TunedLoop Out;
  std::optional<HintSearch> Search; ///< None if the loop is not judged.
  LoopShape Now;                    ///< As compiled without hints.
  std::optional<LoopShape> Then;    ///< With the choice.

  CyclesPerIter cyclesOf(const LoopShape &S) const {
    return Out.Iterations ? timeOfIterations(S, *Out.Iterations) /
                                static_cast<int64_t>(*Out.Iterations)
                          : typicalTime(S);
  }
  /// What to compile next, or what was chosen.
  LoopHints hints(bool IsSearching) {
    std::optional<LoopHints> Next;
    if (IsSearching && Search)
      Next = Search->next();
    return Next ? *Next : Out.Choice;
  }
};

class FunctionSearch {
public:
  FunctionSearch(Function &F, const Compilation &How,
                 const PluginOptions &Options, KeptChoices *Kept)
      : F(F), How(How), Options(Options), Kept(Kept),
        Source(findSourceLoops(F, *How.TM)), Compiler(How, F) {}

  TunedFunction run(std::string &Problem);

private:
  HintSpace spaceOf(const MetadataLoop &L) const;
  bool compileDefault(std::string &Problem);
  void startSearch(unsigned I, const TrialLoop &As);
  void compileCandidates();
  void choose(LoopSearch &L);
  void compileChoice();
  void search();
  std::optional<TunedFunction> findKept() const;
  std::optional<CompiledCandidate> compile(bool IsSearching, Trial &T);

  Function &F;
  const Compilation &How;
  const PluginOptions &Options;
  KeptChoices *Kept; ///< Null: nothing is kept.
  const std::vector<MetadataLoop> Source;
  CandidateCompiler Compiler;
  std::vector<LoopSearch> Loops;
  TunedFunction Out;
  std::string Key; ///< Of Kept.
};

} // namespace

HintSpace FunctionSearch::spaceOf(const MetadataLoop &L) const {
  HintSpace Space;
  if (L.NeedsOrder || L.NarrowestBits == 0)
    return Space;
  const unsigned Bits =
      How.TM->getTargetTransformInfo(F)
          .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  constexpr unsigned MostElements = 64;
  Space.MaxWidth = std::clamp(Bits / L.NarrowestBits, 1U, MostElements);
  return Space;
}

std::optional<CompiledCandidate> FunctionSearch::compile(bool IsSearching,
                                                         Trial &T) {
  std::vector<LoopHints> Hints;
  for (LoopSearch &L : Loops)
    Hints.push_back(L.hints(IsSearching));
  return Compiler.compile(Hints, T);
}

static void setPlace(TunedLoop &L, const MetadataLoop &From) {
  L.File = From.File;
  L.Line = From.Line;
  L.Column = From.Column;
}

void FunctionSearch::startSearch(unsigned I, const TrialLoop &As) {
  LoopSearch &L = Loops[I];
  setPlace(L.Out, Source[I]);
  L.Out.Iterations = Source[I].TripCount;
  if (!L.Out.Iterations && Options.TuneTripCount != 0)
    L.Out.Iterations = Options.TuneTripCount;
  if (!Source[I].UserHint.empty()) {
    L.Out.Verdict = TuningVerdict::Hinted;
    L.Out.Why = Source[I].UserHint;
    return;
  }
  L.Out.Why = As.Problem;
  if (!As.Problem.empty())
    return;
  L.Now = As.Shape;
  L.Out.NowTrip = As.Shape.Parts.front().SourceIterations;
  L.Out.NowSpills = As.Spills;
  L.Out.Now = L.Out.Then = L.cyclesOf(L.Now);
  L.Out.Verdict = TuningVerdict::Left;
  L.Search.emplace(spaceOf(Source[I]));
  L.Search->tell({{}, L.Out.Now, L.Out.NowTrip, L.Now});
}

bool FunctionSearch::compileDefault(std::string &Problem) {
  Loops.resize(Source.size());
  auto Always = [](unsigned) { return true; };
  Trial T(Source, Always);
  const std::optional<CompiledCandidate> Code =
      compile(/*IsSearching=*/false, T);
  Problem = T.Problem;
  if (!Code || !T.Problem.empty())
    return false;
  Out.Cpu = T.Cpu;
  Out.BorrowedFrom = T.BorrowedFrom;
  Out.NowBytes = Out.ThenBytes = Code->Bytes;
  if (Kept)
    Key = Kept->keyOf(How, Options, Compiler.bitcode(), Code->Object);
  for (unsigned I = 0; I < Loops.size(); ++I)
    startSearch(I, T.Loops[I]);
  return true;
}

/// Whether a trip of \p S takes long enough for its figure to be relied on. On
/// Zen 4, choices with trips of one or two cycles were measured to lose; why is
/// not known (docs/evidence/tuning.md).
static bool isReliable(const LoopShape &S) {
  return S.Parts.front().Cycles > CyclesPerIter(2);
}

void FunctionSearch::compileCandidates() {
  auto IsOpen = [](LoopSearch &L) { return L.Search && L.Search->next(); };
  for (unsigned N = 0; Options.TuneBudget == 0 || N < Options.TuneBudget; ++N) {
    if (none_of(Loops, IsOpen))
      return;
    auto Matters = [&](unsigned I) { return IsOpen(Loops[I]); };
    Trial T(Source, Matters);
    const bool IsCompiled = compile(/*IsSearching=*/true, T).has_value();
    for (auto [L, As] : zip_equal(Loops, T.Loops)) {
      if (!IsOpen(L))
        continue;
      HintResult R;
      R.Hints = *L.Search->next();
      if (IsCompiled && As.Problem.empty() && isReliable(As.Shape)) {
        R.Cycles = L.cyclesOf(As.Shape);
        R.SourceIterations = As.Shape.Parts.front().SourceIterations;
        R.Shape = As.Shape;
      }
      L.Search->tell(std::move(R));
    }
  }
}

/// Whether \p Then is faster than \p Now by more than \p Percent.
static bool gains(const CyclesPerIter &Now, const CyclesPerIter &Then,
                  unsigned Percent) {
  return Now * 100 > Then * (100 + Percent);
}

void FunctionSearch::choose(LoopSearch &L) {
  if (!L.Search)
    return;
  L.Out.Tried = L.Search->tried().vec();
  const HintResult *Best = L.Search->choice();
  // What the compiler chose on its own has the benefit of the doubt.
  if (!Best || !gains(L.cyclesOf(withDoubt(L.Now)), *Best->Cycles,
                      Options.MinGainPercent))
    return;
  L.Out.Verdict = TuningVerdict::Gains;
  L.Out.Choice = Best->Hints;
  L.Out.Then = *Best->Cycles;
  L.Out.ThenTrip = Best->SourceIterations;
}

void FunctionSearch::compileChoice() {
  auto IsChosen = [](const LoopSearch &L) {
    return L.Out.Verdict == TuningVerdict::Gains;
  };
  // Dropping one choice may change what the others are.
  while (any_of(Loops, IsChosen)) {
    auto Matters = [&](unsigned I) { return IsChosen(Loops[I]); };
    Trial T(Source, Matters);
    const std::optional<CompiledCandidate> Code =
        compile(/*IsSearching=*/false, T);
    bool HasDropped = false;
    for (auto [L, As] : zip_equal(Loops, T.Loops)) {
      if (!IsChosen(L))
        continue;
      if (Code && As.Problem.empty() &&
          L.cyclesOf(As.Shape) * 100 <= L.Out.Then * 102) {
        L.Then = As.Shape;
        L.Out.ThenSpills = As.Spills;
        continue;
      }
      HasDropped = true;
      L.Out.Verdict = TuningVerdict::Left;
      L.Out.Choice = {};
      L.Out.Then = L.Out.Now;
      L.Out.ThenTrip = 0;
      L.Then.reset();
      L.Out.ThenSpills = 0;
      L.Out.Why = "beside the choices for other loops it does not gain";
    }
    if (HasDropped)
      continue;
    Out.ThenBytes = Code->Bytes;
    break;
  }
}

void FunctionSearch::search() {
  compileCandidates();
  for (LoopSearch &L : Loops)
    choose(L);
  compileChoice();
  for (LoopSearch &L : Loops) {
    if (L.Then)
      L.Out.PaysFrom = findPaysFrom(L.Now, *L.Then, MostIterations);
    Out.Loops.push_back(std::move(L.Out));
  }
}

/// What an earlier compilation found. The function may have moved since.
std::optional<TunedFunction> FunctionSearch::findKept() const {
  if (Key.empty())
    return std::nullopt;
  std::optional<TunedFunction> Known = Kept->Files.load(Key);
  if (!Known || Known->Loops.size() != Source.size())
    return std::nullopt;
  for (auto [L, From] : zip_equal(Known->Loops, Source))
    setPlace(L, From);
  return Known;
}

TunedFunction FunctionSearch::run(std::string &Problem) {
  Out.Name = F.getName().str();
  if (Source.empty() || !compileDefault(Problem))
    return std::move(Out);
  if (std::optional<TunedFunction> Known = findKept())
    return std::move(*Known);
  search();
  if (!Key.empty())
    Kept->Files.store(Key, Out);
  return std::move(Out);
}

TunedFunction kernelbounds::tuneFunction(Function &F, const Compilation &How,
                                         const PluginOptions &Options,
                                         KeptChoices *Kept,
                                         std::string &Problem) {
  return FunctionSearch(F, How, Options, Kept).run(Problem);
}
