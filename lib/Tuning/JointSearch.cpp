//===- JointSearch.cpp - The searches of loops that share compilations ----===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/JointSearchTest.cpp and test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/JointSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// Iterations up to which PaysFrom is looked for.
constexpr uint64_t MostIterations = 4096;

/// From which number of iterations on \p Then is never slower than \p Now. That
/// few numbers below the last one say so proves nothing: what is left over for
/// others of them may cost time.
static std::optional<uint64_t> paysFrom(const LoopShape &Now,
                                        const LoopShape &Then) {
  const std::optional<uint64_t> From = findPaysFrom(Now, Then, MostIterations);
  return From && *From <= MostIterations / 2 &&
                 steadyTime(Then) <= steadyTime(Now)
             ? From
             : std::nullopt;
}

CyclesPerIter kernelbounds::cyclesOf(const LoopShape &S,
                                     std::optional<uint64_t> Iterations) {
  return Iterations ? timeOfIterations(S, *Iterations) /
                          static_cast<int64_t>(*Iterations)
                    : typicalTime(S);
}

bool kernelbounds::runsItsBody(const LoopShape &S, uint64_t Most) {
  return S.Parts.front().SourceIterations <= Most ||
         all_of(S.Parts,
                [&](const LoopPart &P) { return isFirstOfPiece(S, P); });
}

bool kernelbounds::gains(const CyclesPerIter &Now, const CyclesPerIter &Then,
                         unsigned Percent) {
  return Now * 100 > Then * (100 + Percent);
}

/// Whether masks for what is left over may be better than \p Now: not where
/// nobody knows how many iterations there are, nor where little of their time
/// is spent outside the widest loop.
bool JointSearch::mayPredicate(const LoopSearch &L) const {
  if (!L.Out.Iterations && !L.Out.Seen)
    return false;
  LoopShape Now = L.Now;
  Now.Once = {};
  for (LoopPart &P : Now.Parts)
    P.Once = {};
  return Now.Parts.front().SourceIterations == 1 ||
         gains(L.cyclesOf(Now), steadyTime(Now), Rules.MinGainPercent);
}

void JointSearch::add(TunedLoop L, const TrialLoop &AsCompiled, HintSpace Space,
                      const TrialLoop *Apart) {
  LoopSearch &New = Loops.emplace_back();
  New.Out = std::move(L);
  if (New.Out.Verdict == TuningVerdict::Hinted || !New.Out.Why.empty())
    return;
  New.Out.Why = AsCompiled.Problem;
  if (!AsCompiled.Problem.empty())
    return;
  New.Now = AsCompiled.Shape;
  New.Out.NowTrip = New.Now.Parts.front().SourceIterations;
  New.Out.NowSpills = AsCompiled.Spills;
  New.Out.NowRegisters = AsCompiled.Registers;
  New.Out.Now = New.Out.Then = New.cyclesOf(New.Now);
  New.Out.Verdict = TuningVerdict::Left;
  Space.CanPredicate &= mayPredicate(New);
  New.Search.emplace(Space);
  if (Apart)
    New.Apart = Apart->Shape;
  const LoopShape &First = New.Apart ? *New.Apart : New.Now;
  New.Search->tell(New.resultOf({}, First));
}

/// What to compile next, or what was chosen.
std::vector<LoopHints> JointSearch::hints(bool IsSearching) {
  std::vector<LoopHints> Hints;
  Hints.reserve(Loops.size());
  for (LoopSearch &L : Loops)
    Hints.push_back(IsSearching && L.isOpen(Rules) ? *L.Search->next()
                                                   : L.Out.Choice);
  return Hints;
}

void JointSearch::compileCandidates(Compiler Compile) {
  auto IsOpen = [&](LoopSearch &L) { return L.isOpen(Rules); };
  while (any_of(Loops, IsOpen)) {
    const auto Code = Compile(hints(/*IsSearching=*/true),
                              [&](unsigned I) { return IsOpen(Loops[I]); });
    for (auto [I, L] : enumerate(Loops)) {
      if (!IsOpen(L))
        continue;
      HintResult R;
      R.Hints = *L.Search->next();
      if (Code && (*Code)[I].Problem.empty() &&
          runsItsBody((*Code)[I].Shape, L.mostIterations()))
        R = L.resultOf(R.Hints, (*Code)[I].Shape);
      L.Search->tell(std::move(R));
    }
  }
}

/// Below these gains by the model, masks, trips of two cycles or less and
/// visits that overlap are not chosen: some of them were measured to be losses
/// (docs/evidence/tuning.md). A second copy of a loop, for data that overlap,
/// is code that has to be paid for as well.
constexpr unsigned LeastGainOfMasksPercent = 20,
                   LeastGainOfShortTripsPercent = 8,
                   LeastGainOfChecksPercent = 10,
                   LeastGainOfOverlapPercent = 20;

/// What \p R has to gain.
static unsigned leastGainPercent(const HintResult &R,
                                 const SearchRules &Rules) {
  unsigned Least = Rules.MinGainPercent;
  if (R.Hints.Predicate)
    Least = std::max(Least, LeastGainOfMasksPercent);
  if (R.Hints.Transforms.has(LoopTransform::CheckOverlap))
    Least = std::max(Least, LeastGainOfChecksPercent);
  if (!hasTripsAbove(R.Shape, 2))
    Least = std::max(Least, LeastGainOfShortTripsPercent);
  if (any_of(R.Shape.Parts, [](const LoopPart &P) { return !P.Few.empty(); }))
    Least = std::max(Least, LeastGainOfOverlapPercent);
  return Least;
}

/// Whether to make \p R of a loop that is \p Now.
bool JointSearch::pays(const LoopSearch &L, const LoopShape &Now,
                       const HintResult &R) const {
  const LoopShape A = withSlowShortTrips(Now), B = withSlowShortTrips(R.Shape);
  const unsigned Least = leastGainPercent(R, Rules);
  // What the compiler chose on its own has the benefit of the doubt.
  const CyclesPerIter Doubted = L.cyclesOf(withDoubt(A));
  if (gains(Doubted, L.cyclesOf(B), Least))
    return true;
  // What gains much is doubted as much.
  constexpr unsigned MuchPercent = 15, LeastOfDoubtedPercent = 3;
  return gains(L.cyclesOf(A), L.cyclesOf(B), std::max(Least, MuchPercent)) &&
         gains(Doubted, L.cyclesOf(withDoubt(B)), LeastOfDoubtedPercent);
}

void JointSearch::choose(LoopSearch &L) const {
  if (!L.Search)
    return;
  L.Out.Tried = L.Search->tried().vec();
  const LoopShape &Now = L.Apart ? *L.Apart : L.Now;
  const HintResult *Best =
      L.Search->choice([&](const HintResult &R) { return pays(L, Now, R); });
  if (!Best)
    return;
  L.Out.Verdict = TuningVerdict::Gains;
  L.Out.Choice = Best->Hints;
  L.Out.Then = *Best->Cycles;
  L.Out.ThenTrip = Best->SourceIterations;
}

/// Whether the choice for \p L, which has become \p Then beside the choices
/// for other loops, is as good there as while it was searched.
bool JointSearch::keepsPromise(const LoopSearch &L,
                               const LoopShape &Then) const {
  if (L.Apart)
    return pays(L, L.Now, L.resultOf(L.Out.Choice, Then));
  return L.cyclesOf(Then) * 100 <= L.Out.Then * 102;
}

/// Takes \p Code for what \p L is with its choice.
void JointSearch::accept(LoopSearch &L, const TrialLoop &Code) {
  L.Then = Code.Shape;
  L.Out.ThenSpills = Code.Spills;
  L.Out.ThenRegisters = Code.Registers;
  if (!L.Apart)
    return;
  L.Out.Then = L.cyclesOf(*L.Then);
  L.Out.ThenTrip = L.Then->Parts.front().SourceIterations;
}

void JointSearch::drop(LoopSearch &L) {
  L.Out.Verdict = TuningVerdict::Left;
  L.Out.Choice = {};
  L.Out.Then = L.Out.Now;
  L.Out.ThenTrip = L.Out.ThenSpills = L.Out.ThenRegisters = 0;
  L.Then.reset();
  L.Out.Why = L.Apart ? "with the rest of its function it does not gain"
                      : "beside the choices for other loops it does not gain";
}

bool JointSearch::compileChoice(Compiler Compile) {
  auto IsChosen = [](const LoopSearch &L) { return L.isChosen(); };
  // Dropping one choice may change what the others are: losses go first.
  constexpr unsigned ClearLossPercent = 5;
  while (any_of(Loops, IsChosen)) {
    const auto Code = Compile(hints(/*IsSearching=*/false),
                              [&](unsigned I) { return Loops[I].isChosen(); });
    std::vector<LoopSearch *> Broken, Losses;
    for (auto [I, L] : enumerate(Loops)) {
      if (!L.isChosen())
        continue;
      const bool IsKnown = Code && (*Code)[I].Problem.empty();
      if (IsKnown && keepsPromise(L, (*Code)[I].Shape)) {
        accept(L, (*Code)[I]);
        continue;
      }
      Broken.push_back(&L);
      if (!IsKnown ||
          gains(L.cyclesOf((*Code)[I].Shape), L.Out.Now, ClearLossPercent))
        Losses.push_back(&L);
    }
    if (Broken.empty())
      return true;
    for (LoopSearch *L : Losses.empty() ? Broken : Losses)
      drop(*L);
  }
  return false;
}

bool JointSearch::run(Compiler Compile, Compiler Together) {
  compileCandidates(Compile);
  for (LoopSearch &L : Loops)
    choose(L);
  const bool AnyChoice = compileChoice(Together);
  for (LoopSearch &L : Loops)
    if (L.Then)
      L.Out.PaysFrom = paysFrom(L.Now, *L.Then);
  return AnyChoice;
}

std::vector<TunedLoop> JointSearch::take() {
  std::vector<TunedLoop> Out;
  Out.reserve(Loops.size());
  for (LoopSearch &L : Loops)
    Out.push_back(std::move(L.Out));
  Loops.clear();
  return Out;
}
