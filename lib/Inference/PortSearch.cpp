//===- PortSearch.cpp - The search for the usage of each form -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Forms become known one after another. A form is run alone, beside mixes that
/// fill the issue width, and beside mixes that fill each set of resources that
/// is known. FormFit then lists the usages that explain these times, and mixes
/// that separate the usages are run until one is left.
///
/// Example: {0,1} and {2} are known. A form takes one cycle alone and two
/// slots, is not slowed down by users of {2}, and slows those of {0,1} down by
/// half a cycle. It uses {0,1} once, and one resource that is not known yet.
///
/// The first forms rest on little: a form that uses {0,1} twice looks like one
/// with a single resource until a form that uses {0,1} once is there. What
/// cannot be explained then is left to ModelRepair, which may change all forms.
/// Tested by unittests/Inference/PortInferenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "PortSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace kernelbounds;
using llvm::ArrayRef;

PortSearch::PortSearch(ExperimentRunner &Runner,
                       const PortInferenceOptions &Options)
    : Options(Options),
      Ex(Runner, Options.NumForms,
         Options.MaxExperiments ? Options.MaxExperiments
                                : 40 * Options.NumForms,
         std::max(Options.RunsPerExperiment, 1u), Options.ModelError),
      Singles(Options.NumForms),
      Design(Model, Singles, Options.MaxMixLength, Options.Seed),
      States(Options.NumForms),
      // Twenty seconds, or two: priors are not far from the truth.
      WorkLeft(Options.Priors.empty() ? 800'000'000 : 100'000'000) {
  Model.Forms.resize(Options.NumForms);
}

//===----------------------------------------------------------------------===//
// Forms alone, and issue slots
//===----------------------------------------------------------------------===//

void PortSearch::measureSingles() {
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (std::optional<unsigned> Idx = Ex.measure({{F, 1}})) {
      States[F].Usable = true;
      Singles[F] = Ex[*Idx].median();
    }
}

static unsigned lengthOf(const Mix &M) {
  unsigned Length = 0;
  for (auto [Form, Count] : M)
    Length += Count;
  return Length;
}

/// Each form takes at least one slot.
void PortSearch::noteWidth(unsigned Idx) {
  const double PerCycle =
      lengthOf(Ex[Idx].Counts) / Ex[Idx].median() * (1 - Ex.tolerance(Idx));
  if (Options.IssueWidth != 0)
    return;
  const auto Seen = static_cast<unsigned>(std::ceil(PerCycle));
  LeastWidth = std::max(LeastWidth, Seen);
  Model.Width = std::max(Model.Width, Seen);
}

/// Returns the cycles of \p M if it issues \p Rate instructions per cycle, or
/// nothing if it issues less.
std::optional<double> PortSearch::cyclesAtRate(const Mix &M, double Rate) {
  const double Length = lengthOf(M);
  std::optional<unsigned> Idx = Ex.measure(M);
  if (!Idx)
    return std::nullopt;
  noteWidth(*Idx);
  if (Length / Ex[*Idx].median() < Rate * 0.98)
    return std::nullopt;
  Ex.repeat(*Idx, 5 * Options.RunsPerExperiment);
  if (Length / Ex[*Idx].median() < Rate * 0.993)
    return std::nullopt;
  return Ex[*Idx].median();
}

/// Adds forms that speed the mix up, and then forms that do not slow it down:
/// where the width is full, these leave resources idle for a part of the time.
PortSearch::Filler PortSearch::makeFiller(ArrayRef<FormId> Forms) {
  Filler Best;
  auto With = [&](FormId F, unsigned Count) {
    Mix Trial = Best.Counts;
    for (auto &[Form, Old] : Trial)
      if (Form == F) {
        Old += Count;
        return Trial;
      }
    Trial.push_back({F, Count});
    return Trial;
  };
  auto CountOf = [&](FormId F) {
    return static_cast<unsigned>(std::max(1.0, std::round(1 / Singles[F])));
  };
  auto SpeedUp = [&] {
    for (FormId F : Forms) {
      Mix Trial = With(F, CountOf(F));
      if (lengthOf(Trial) > Options.MaxMixLength / 2)
        break;
      if (std::optional<double> Cycles = cyclesAtRate(Trial, Best.Rate * 1.03))
        Best = {Trial, *Cycles, lengthOf(Trial) / *Cycles};
    }
  };
  // Forms of several slots slow it down, though they seemed to be fast.
  auto DropSlow = [&] {
    const Mix Before = Best.Counts;
    for (auto [F, Count] : Before) {
      Mix Trial = Best.Counts;
      llvm::erase_if(Trial, [&](auto Item) { return Item.first == F; });
      if (Trial.empty())
        break;
      if (std::optional<double> Cycles = cyclesAtRate(Trial, Best.Rate * 1.02))
        Best = {Trial, *Cycles, lengthOf(Trial) / *Cycles};
    }
    return Best.Counts.size() != Before.size();
  };
  SpeedUp();
  if (DropSlow())
    SpeedUp();
  const Mix Fastest = Best.Counts;
  // Whether the width, a whole number, is full, and the resources are not.
  auto HasSlack = [&] {
    return std::fabs(Best.Rate - std::round(Best.Rate)) < 0.015 * Best.Rate &&
           llvm::all_of(Fastest, [&](auto Item) {
             return cyclesAtRate(With(Item.first, 1), Best.Rate).has_value();
           });
  };
  Best.HasSlack = HasSlack();
  unsigned NumTries = 0;
  for (FormId F : Forms) {
    Mix Trial = With(F, CountOf(F));
    if (Trial.size() == Best.Counts.size() ||
        lengthOf(Trial) > lengthOf(Fastest) + Model.Width ||
        !cyclesAtRate(Trial, Best.Rate))
      continue;
    if (++NumTries == 8)
      break;
    const Filler Before = Best;
    Best.Counts = Trial;
    if (HasSlack())
      Best = {Trial, lengthOf(Trial) / Best.Rate, Best.Rate, true};
    else
      Best = Before;
  }
  return Best;
}

void PortSearch::findWidthAndSlots() {
  Model.Width = std::max(Options.IssueWidth, 1u);
  std::vector<FormId> Fast;
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (States[F].Usable && Singles[F] < 1.1)
      Fast.push_back(F);
  llvm::sort(Fast, [&](FormId A, FormId B) {
    return std::pair(std::lround(24 * Singles[A]), A) <
           std::pair(std::lround(24 * Singles[B]), B);
  });
  // A second and third one consist of other forms, and leave others idle.
  for (unsigned I = 0; I != 3 && !Fast.empty(); ++I) {
    Fillers.push_back(makeFiller(Fast));
    for (size_t J = Fast.size(); J > 1; --J)
      std::swap(Fast[J - 1], Fast[Design.below(J)]);
  }
  double Rate = 0;
  for (const Filler &Mix : Fillers)
    Rate = std::max(Rate, Mix.Rate);
  // Rates are noisy, and a full width is a whole number.
  if (std::fabs(Rate - Model.Width) < 0.03 * Rate)
    Rate = Model.Width;
  llvm::erase_if(Fillers,
                 [&](const Filler &Mix) { return Mix.Rate < 0.99 * Rate; });
  // Only where the width is what is full, slots are what is seen.
  const bool HasSlack =
      llvm::any_of(Fillers, [](const Filler &Mix) { return Mix.HasSlack; });
  if (HasSlack)
    llvm::erase_if(Fillers, [](const Filler &Mix) { return !Mix.HasSlack; });
  for (Filler &Mix : Fillers)
    Mix.Rate = Rate;
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (States[F].Usable)
      findSlots(F);
}

/// A form beside a filler needs its slots, or longer if the filler leaves too
/// little of its resources: the least of all fillers is nearest.
void PortSearch::findSlots(FormId F) {
  unsigned Least = 12;
  for (const Filler &Beside : Fillers) {
    const unsigned Times =
        std::max(1.0, std::ceil(1.4 * Singles[F] / Beside.Cycles));
    Mix M = {{F, 1}};
    for (auto [Form, Count] : Beside.Counts)
      if (Form == F)
        M[0].second += Count * Times;
      else
        M.push_back({Form, Count * Times});
    const unsigned Length = Times * lengthOf(Beside.Counts);
    if (Length > 2 * Options.MaxMixLength)
      continue;
    std::optional<unsigned> Idx = Ex.measure(M);
    if (!Idx)
      continue;
    if (Length > 12)
      Ex.repeat(*Idx, (Length > 24 ? 5 : 3) * Options.RunsPerExperiment);
    noteWidth(*Idx);
    const double Slots = Ex[*Idx].median() * Beside.Rate - Length;
    Least =
        std::min<unsigned>(Least, std::clamp<int>(std::lround(Slots), 1, 12));
  }
  States[F].SlotsHint = Fillers.empty() ? 1 : Least;
  States[F].HintIsVague =
      Least > 1 && (Fillers.empty() || !Fillers[0].HasSlack);
}

//===----------------------------------------------------------------------===//
// One form
//===----------------------------------------------------------------------===//

unsigned PortSearch::numResources() const {
  return 64 - std::countl_zero(Model.resources().bits());
}

/// Resources that the form may be the first to use.
unsigned PortSearch::numFresh(FormId F) const {
  const unsigned Room = ResourceModel::MaxResources - numResources();
  const unsigned Alone = std::lround(1 / std::min(Singles[F], 1.0));
  return std::min(Room, std::clamp(Alone, 2u, 6u));
}

FitSearch PortSearch::whereToLook(unsigned NumFresh) const {
  FitSearch Where;
  Where.Family = Model.family();
  Where.Atoms = Model.atoms();
  const unsigned Known = numResources();
  PortSet Fresh = PortSet(((uint64_t(1) << NumFresh) - 1) << Known);
  // Names that no form uses any more are as good as new ones.
  Fresh = Fresh | (PortSet((uint64_t(1) << Known) - 1) - Model.resources());
  if (!Fresh.empty())
    Where.Atoms.push_back(Fresh);
  return Where;
}

void PortSearch::observe(FormFit &Fit, FormId F, unsigned Idx) const {
  const Experiments::Experiment &E = Ex[Idx];
  llvm::SmallVector<UopGroup, 24> Uses;
  FormFit::Observation O;
  for (auto [Form, Count] : E.Counts)
    if (Form == F)
      O.Count = Count;
    else {
      ResourceModel::addUses(*Model.Forms[Form], Count, Uses);
      O.OtherSlots += Model.Forms[Form]->Slots * Count;
    }
  O.Others = Uses;
  const double Tolerance = Ex.tolerance(Idx);
  O.Least = E.median() * (1 - Tolerance);
  O.Most = E.median() * (1 + Tolerance);
  Fit.add(O);
}

FormFit PortSearch::makeFit(FormId F, unsigned NumFresh) const {
  FormFit Fit(numResources() + NumFresh, Model.Width);
  for (unsigned Idx : Ex.of(F))
    if (Model.knowsAll(Ex[Idx].Counts, F))
      observe(Fit, F, Idx);
  return Fit;
}

/// Runs \p F beside full sets, until the limits of all known sets are known.
void PortSearch::block(FormFit &Fit, FormId F) {
  for (PortSet Set : Model.family()) {
    if (Fit.limit(Set) == 0)
      continue;
    std::optional<Mix> M = Design.blocking(F, Set, States[F].SlotsHint);
    if (!M)
      continue;
    std::sort(M->begin(), M->end());
    const unsigned Before = Ex.size();
    if (std::optional<unsigned> Idx = Ex.measure(*M); Idx && *Idx >= Before)
      observe(Fit, F, *Idx);
  }
}

/// The less the more a usage is to be expected. Sets that other forms have are,
/// and so are as many micro-ops as slots.
double PortSearch::penalty(const FormUsage &U, FormId F,
                           ArrayRef<PortSet> Family) const {
  double Sum = U.Uses.size();
  for (const ResourceUse &Use : U.Uses)
    if (!llvm::is_contained(Family, Use.Resources))
      Sum += 0.5;
  const unsigned Total = U.totalCycles();
  if (Total < U.Slots)
    Sum += 1;
  else if (!FormFit::isNatural(U))
    Sum += 1.5;
  if (U.Slots != States[F].SlotsHint)
    Sum += States[F].HintIsVague ? 0.1 : 0.75;
  if (States[F].HintIsVague)
    Sum += 0.3 * Total;
  // Units that are held for long are single, as a rule.
  for (const ResourceUse &Use : U.Uses)
    if (Use.Cycles > U.Slots)
      Sum += 0.75 * (Use.Resources.size() - 1);
  return Sum;
}

std::vector<FormUsage> PortSearch::explain(const FormFit &Fit, FormId F,
                                           unsigned NumFresh,
                                           unsigned MaxNovel) const {
  FitSearch Where = whereToLook(NumFresh);
  Where.MaxNovel = MaxNovel;
  std::vector<FormUsage> All;
  const unsigned Hint = std::min(States[F].SlotsHint, Fit.maxSlots());
  for (unsigned Slots = Hint; Slots != 0; --Slots) {
    if (Slots > 4 && Slots < Hint)
      continue; // The hint says little if it is that high.
    Where.Slots = Slots;
    llvm::append_range(All, Fit.findUsages(Where));
    if (All.size() > size_t(2) * Where.MaxFound)
      break;
  }
  std::vector<std::pair<double, unsigned>> Ranks;
  for (unsigned I = 0; I != All.size(); ++I)
    Ranks.push_back({penalty(All[I], F), I});
  llvm::sort(Ranks);
  std::vector<FormUsage> Sorted;
  for (auto [Penalty, I] : Ranks)
    if (Sorted.size() < 16)
      Sorted.push_back(All[I]);
  return Sorted;
}

/// Runs the mix that best separates \p Candidates, if there is one.
std::optional<unsigned>
PortSearch::separate(ArrayRef<UsageCandidate> Candidates) {
  const unsigned Few = Options.RunsPerExperiment, Many = 5 * Few;
  for (unsigned NumRuns : {Few, Many}) {
    std::optional<Mix> M =
        Design.separating(Candidates, 2 * Ex.toleranceOf(NumRuns), 40);
    if (!M)
      continue;
    std::optional<unsigned> Idx = Ex.measure(*M);
    if (!Idx)
      return std::nullopt;
    if (Ex[*Idx].Runs.size() < NumRuns)
      Ex.repeat(*Idx, NumRuns);
    noteWidth(*Idx);
    return Idx;
  }
  return std::nullopt;
}

/// Runs a mix that separates the first of \p Candidates from another one, found
/// step by step.
std::optional<unsigned>
PortSearch::separateOne(ArrayRef<UsageCandidate> Candidates) {
  const unsigned Many = 5 * Options.RunsPerExperiment;
  const double Gap = 2 * Ex.toleranceOf(Many);
  ResourceModel Rival = Model;
  for (const UsageCandidate &C : Candidates.drop_front()) {
    Rival.Forms[C.Form] = C.Usage;
    if (std::optional<Mix> M = Design.climb(C.Form, Rival, Gap))
      if (std::optional<unsigned> Idx = Ex.measure(*M)) {
        Ex.repeat(*Idx, Many);
        noteWidth(*Idx);
        return Idx;
      }
  }
  return std::nullopt;
}

std::vector<FormUsage> PortSearch::choose(FormFit &Fit, FormId F,
                                          unsigned NumFresh,
                                          unsigned MaxNovel) {
  std::vector<FormUsage> Usages = explain(Fit, F, NumFresh, MaxNovel);
  unsigned NumOld = 0;
  for (unsigned Round = 0; Round != 24 && Usages.size() > 1; ++Round) {
    std::vector<UsageCandidate> Candidates;
    Candidates.reserve(Usages.size());
    for (const FormUsage &U : Usages)
      Candidates.push_back({F, U});
    const unsigned Before = Ex.size();
    std::optional<unsigned> Idx = separate(Candidates);
    if (!Idx)
      break;
    if (*Idx < Before) {
      // More runs may decide what fewer have not.
      if (++NumOld == 4)
        break;
      Ex.repeat(*Idx, 5 * Options.RunsPerExperiment);
    }
    observe(Fit, F, *Idx);
    Usages = explain(Fit, F, NumFresh, MaxNovel);
  }
  return Usages;
}

bool PortSearch::fit(FormId F, double Lead) {
  for (unsigned Attempt = 0; Attempt != 3; ++Attempt) {
    const unsigned Fresh = numFresh(F);
    if (Attempt != 0)
      for (unsigned Idx : Ex.of(F))
        if (Model.knowsAll(Ex[Idx].Counts, F))
          Ex.repeat(Idx, 3 * Options.RunsPerExperiment);
    FormFit Fit = makeFit(F, Fresh);
    if (Fit.isContradicted() && Attempt != 0)
      return false;
    block(Fit, F);
    const std::vector<FormUsage> Usages =
        choose(Fit, F, Fresh, Attempt == 2 ? 3 : 2);
    if (Usages.empty())
      continue;
    // What is odd may be noise.
    if (Attempt == 0 && penalty(Usages[0], F) > Usages[0].Uses.size() + 1.6)
      continue;
    if (Usages.size() > 1 &&
        penalty(Usages[1], F) < penalty(Usages[0], F) + Lead)
      return false;
    // What the width seems to hide may be seen beside forms that come later,
    // and what is odd may need them.
    if (Lead >= 0 && !FormFit::isNatural(Usages[0]))
      return false;
    learn(F, Usages[0]);
    return true;
  }
  return false;
}

void PortSearch::learn(FormId F, FormUsage Usage) {
  Model.Forms[F] = std::move(Usage);
  States[F].Settled = States[F].IsPrior = false;
  Design.update();
}

void PortSearch::forget(FormId F) {
  Model.Forms[F].reset();
  States[F].Settled = States[F].IsPrior = false;
  States[F].Alternatives.clear();
  Design.update();
}

//===----------------------------------------------------------------------===//
// All forms
//===----------------------------------------------------------------------===//

/// Forms of one micro-op and few resources first, since the others rest on
/// them.
std::vector<FormId> PortSearch::order() const {
  std::vector<FormId> Order;
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (States[F].Usable && !Model.knows(F))
      Order.push_back(F);
  auto Key = [&](FormId F) {
    const bool Slow = Singles[F] > 1.05;
    const unsigned Slots = States[F].SlotsHint;
    const bool MayBeOne = States[F].HintIsVague && Slots > 1 && !Slow;
    return std::tuple(MayBeOne ? 3 : 2 * Slots + Slow,
                      Slow ? Singles[F] : -std::lround(24 * Singles[F]), F);
  };
  llvm::sort(Order, [&](FormId A, FormId B) { return Key(A) < Key(B); });
  return Order;
}

/// Returns how many forms could not be explained. Forms with several
/// explanations wait for others, which may decide between them.
unsigned PortSearch::solveInOrder(std::vector<FormId> Waiting) {
  // Without progress, one form is decided by what is likely; in the end, by
  // what is hidden.
  const double Leads[] = {1, 0, -1};
  unsigned Step = 0;
  while (!Waiting.empty()) {
    std::vector<FormId> Left;
    for (FormId F : Waiting) {
      if (!fit(F, Leads[Step]))
        Left.push_back(F);
      else if (Step == 1)
        Step = 0;
    }
    if (Left.size() < Waiting.size())
      Step = Step == 2 ? 2 : 0;
    else if (++Step == 3)
      return Left.size();
    Waiting = std::move(Left);
  }
  return 0;
}

std::vector<FormId> PortSearch::unknownForms() const {
  std::vector<FormId> Unknown;
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (States[F].Usable && !Model.knows(F))
      Unknown.push_back(F);
  return Unknown;
}

void PortSearch::solve() {
  unsigned Width;
  do { // A greater width changes what the experiments mean.
    Width = Model.Width;
    solveInOrder(order());
    if (Model.Width != Width)
      for (FormId F = 0; F != Options.NumForms; ++F)
        if (!States[F].IsPrior)
          forget(F);
  } while (Model.Width != Width);
}

void PortSearch::confirm(FormId F) {
  for (unsigned Idx : Ex.of(F))
    if (Model.knowsAll(Ex[Idx].Counts))
      agrees(Idx);
}

void PortSearch::polish(FormId F) {
  FormState &State = States[F];
  for (unsigned Round = 0; Round != 12; ++Round) {
    const unsigned Fresh =
        std::min(1u, ResourceModel::MaxResources - numResources());
    FormFit Fit = makeFit(F, Fresh);
    FitSearch Where = whereToLook(Fresh);
    FormUsage Usage = *Model.Forms[F];
    if (!Fit.fits(Usage)) {
      confirm(F);
      Fit = makeFit(F, Fresh);
    }
    if (!Fit.fits(Usage)) {
      std::vector<FormUsage> Others = explain(Fit, F, Fresh, 1);
      if (Others.empty())
        return;
      Usage = Others[0];
      learn(F, Usage);
    }
    State.Alternatives = Fit.findNeighbours(Usage, Where);
    if (State.Alternatives.empty())
      break;
    std::vector<UsageCandidate> Candidates = {{F, Usage}};
    for (const FormUsage &U : State.Alternatives)
      Candidates.push_back({F, U});
    const unsigned Before = Ex.size();
    std::optional<unsigned> Idx = separate(Candidates);
    if (!Idx || *Idx < Before)
      Idx = separateOne(Candidates);
    if (!Idx || *Idx < Before)
      break;
  }
  State.Settled = true;
}

void PortSearch::polish() {
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (Model.knows(F) && !States[F].Settled)
      polish(F);
}
