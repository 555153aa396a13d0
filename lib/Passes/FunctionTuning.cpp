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
#include "kernel-bounds/Tuning/JointSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class FunctionSearch {
public:
  FunctionSearch(Function &F, const Compilation &How,
                 const PluginOptions &Options, KeptChoices *Kept)
      : F(F), How(How), Options(Options), Kept(Kept),
        Source(findSourceLoops(F, *How.TM)), Compiler(How, F),
        Search({Options.MinGainPercent, Options.TuneBudget}) {}

  TunedFunction run(std::string &Problem);

private:
  HintSpace spaceOf(const MetadataLoop &L, LoopTransforms Possible) const;
  bool compileDefault(std::string &Problem);
  void addLoop(const MetadataLoop &From, const TrialLoop &As,
               LoopTransforms Possible);
  void search();
  std::optional<TunedFunction> findKept() const;

  Function &F;
  const Compilation &How;
  const PluginOptions &Options;
  KeptChoices *Kept; ///< Null: nothing is kept.
  const std::vector<MetadataLoop> Source;
  CandidateCompiler Compiler;
  JointSearch Search;
  TunedFunction Out;
  std::string Key; ///< Of Kept.
};

} // namespace

HintSpace FunctionSearch::spaceOf(const MetadataLoop &L,
                                  LoopTransforms Possible) const {
  HintSpace Space;
  Space.Transforms = Possible;
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

static void setPlace(TunedLoop &L, const MetadataLoop &From) {
  L.File = From.File;
  L.Line = From.Line;
  L.Column = From.Column;
}

void FunctionSearch::addLoop(const MetadataLoop &From, const TrialLoop &As,
                             LoopTransforms Possible) {
  TunedLoop L;
  setPlace(L, From);
  L.Iterations = From.TripCount;
  if (!L.Iterations && Options.TuneTripCount != 0)
    L.Iterations = Options.TuneTripCount;
  if (!From.UserHint.empty()) {
    L.Verdict = TuningVerdict::Hinted;
    L.Why = From.UserHint;
  }
  Search.add(std::move(L), As, spaceOf(From, Possible));
}

bool FunctionSearch::compileDefault(std::string &Problem) {
  auto Always = [](unsigned) { return true; };
  Trial T(Source, Always);
  const std::optional<CompiledCandidate> Code =
      Compiler.compile(std::vector<LoopHints>(Source.size()), T);
  Problem = T.Problem;
  if (!Code || !T.Problem.empty())
    return false;
  Out.Cpu = T.Cpu;
  Out.BorrowedFrom = T.BorrowedFrom;
  Out.NowBytes = Out.ThenBytes = Code->Bytes;
  if (Kept)
    Key = Kept->keyOf(How, Options, Compiler.bitcode(), Code->Object);
  std::vector<LoopTransforms> Possible;
  if (!Options.Transforms.empty())
    Possible = Compiler.findTransforms(Options.Transforms);
  Possible.resize(Source.size());
  for (auto [From, As, Transforms] : zip_equal(Source, T.Loops, Possible))
    addLoop(From, As, Transforms);
  return true;
}

void FunctionSearch::search() {
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
  if (Search.run(Compile))
    Out.ThenBytes = Bytes;
  Out.Loops = Search.take();
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
