//===- PortRefinement.cpp - Whether what was found is true ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model that explains all experiments may still be wrong. Four kinds of
/// mixes put it to the test: random ones, pairs of forms that share resources,
/// those on which it differs most from a rival, another model that explains all
/// experiments as well, and pairs of forms of which the width hides a part.
/// What refutes the model stays among the experiments, and ModelRepair looks
/// for a model that explains all of them.
///
/// Example: four forms use {0,1} beside other sets, none alone. {0,1,2} instead
/// of it, in all four, explains all experiments: a rival. Two of the forms fill
/// {0,1} together: the mix takes 2 cycles, or 1.5 if the rival is right.
///
/// Forms that are as the priors say have no rivals.
/// Tested by unittests/Inference/PortInferenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "PortSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace kernelbounds;
using llvm::ArrayRef;

ModelRepair PortSearch::makeRepair() {
  return ModelRepair(
      Ex, Model, Singles,
      [this](FormId F, const FormUsage &U, ArrayRef<PortSet> Family) {
        return penalty(U, F, Family);
      },
      Options.Seed + NumRepairs++);
}

/// Begins anew with a greater width, which makes fillers say less of slots.
void PortSearch::widen() {
  ++Model.Width;
  for (Filler &Mix : Fillers) {
    Mix.Rate = Model.Width;
    Mix.HasSlack = false;
  }
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (States[F].Usable) {
      findSlots(F);
      forget(F);
    }
  solve();
}

/// A form that was decided early, or a prior, may be wrong without a
/// contradiction to the first experiments, and be in the way of others. The
/// forms that are contradicted most are found anew beside the others, as long
/// as that leaves fewer contradictions. \returns whether none is left.
bool PortSearch::findCulpritsAnew() {
  for (;;) {
    const std::vector<unsigned> Wrong = disagreements();
    if (Wrong.empty())
      return true;
    const ResourceModel Before = Model;
    const std::vector<FormState> StatesBefore = States;
    for (FormId F : culprits(Wrong))
      forget(F);
    solveInOrder(order());
    makeRepair().complete(order());
    Design.update();
    if (disagreements().size() < Wrong.size())
      continue;
    Model = Before;
    States = StatesBefore;
    Design.update();
    return false;
  }
}

bool PortSearch::explainAll() {
  constexpr unsigned MostFailures = 24;
  constexpr size_t WorkOfFirst = 100'000'000, WorkOfNext = 50'000'000,
                   WorkWithoutBudget = 10'000'000;
  // The width may be greater, even where it seemed to be full: so do resources
  // that all are.
  const bool MayBeWider = Options.IssueWidth == 0;
  for (unsigned NumFailures = 0; NumFailures != MostFailures; ++NumFailures) {
    // Without further experiments, most of it would be guesses.
    if (Ex.isBudgetUsedUp())
      WorkLeft = std::min(WorkLeft, WorkWithoutBudget);
    if (!Options.Priors.empty())
      findWidthByPriors();
    const ResourceModel Before = Model;
    const std::optional<size_t> AgainstBefore =
        unknownForms().empty() ? std::optional(disagreements().size())
                               : std::nullopt;
    const std::vector<FormState> StatesBefore = States;
    const std::vector<Filler> FillersBefore = Fillers;
    ModelRepair Repair = makeRepair();
    // Names of resources are those of the priors.
    if (WorkLeft != 0 && PriorNames.empty() &&
        (NumFailures != 0 || !unknownForms().empty())) {
      if (MayBeWider && NumFailures % 8 == 1)
        widen();
      else // Each time from elsewhere.
        Repair.forgetOdd(NumFailures % 4 == 3 ? 0
                                              : 0.15 + 0.1 * (NumFailures % 3));
    }
    Repair.complete(order());
    Design.update();
    // Without priors, ModelRepair alone needs fewer experiments, if it gets
    // through.
    if (Options.Priors.empty() && NumFailures == 0 ? disagreements().empty()
                                                   : findCulpritsAnew())
      return true;
    ResourceModel Completed = Model;
    const unsigned Left = Repair.run(
        std::min(WorkLeft, NumFailures == 0 ? WorkOfFirst : WorkOfNext));
    WorkLeft -= std::min(WorkLeft, Repair.work());
    // The next attempt begins with the best one so far. A core that explains
    // not all is no reason to give up what was believed before.
    if (Left != 0 && !Options.Priors.empty())
      Model = std::move(Completed);
    else if (AgainstBefore && Left >= *AgainstBefore) {
      Model = Before;
      States = StatesBefore;
      Fillers = FillersBefore;
    }
    Design.update();
    for (FormId F = 0; F != Options.NumForms; ++F) {
      States[F].Settled = false;
      if (Model.Forms[F] != Before.Forms[F])
        States[F].IsPrior = false;
    }
    if (Left == 0)
      return true;
    if (WorkLeft == 0)
      break;
  }
  return false;
}

bool PortSearch::verify() {
  std::vector<FormId> Known;
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (Model.knows(F))
      Known.push_back(F);
  auto IsAsPredicted = [&](const Mix &M) {
    std::optional<unsigned> Idx = Ex.measure(M);
    if (!Idx)
      return true;
    noteWidth(*Idx);
    return agrees(*Idx);
  };
  for (FormId F : Known) {
    if (!IsAsPredicted(Design.random(F)))
      return false;
    // Mixes that reach several limits at once need a core that reaches each of
    // them exactly.
    for (unsigned More = 0; More != 2 && Options.Priors.empty(); ++More)
      if (!IsAsPredicted(Design.randomCounts(F)))
        return false;
  }
  return disagreements().empty();
}

bool PortSearch::standsAgainst(ArrayRef<ModelRepair::Change> Rivals) {
  const unsigned Many = 5 * Options.RunsPerExperiment;
  for (const ModelRepair::Change &C : Rivals) {
    ResourceModel Rival = Model;
    std::vector<FormId> Changed;
    for (const auto &[F, Usage] : C) {
      Rival.Forms[F] = Usage;
      Changed.push_back(F);
    }
    std::optional<Mix> M =
        Design.climb(Changed, Rival, 2 * Ex.toleranceOf(Many));
    if (!M)
      continue;
    if (std::optional<unsigned> Idx = Ex.measure(*M)) {
      Ex.repeat(*Idx, Many);
      noteWidth(*Idx);
      if (!agreesNow(*Idx))
        return false;
    }
  }
  return true;
}

/// Returns how often \p F and \p G run if each of the two alone takes as long
/// as the other one.
Mix PortSearch::balanced(FormId F, FormId G) const {
  const double Cycles = std::max({4.0, Singles[F], Singles[G]});
  auto CountOf = [&](FormId H) {
    return std::max(1U,
                    static_cast<unsigned>(std::lround(Cycles / Singles[H])));
  };
  Mix M = {{F, CountOf(F)}, {G, CountOf(G)}};
  llvm::sort(M);
  return M;
}

static bool uses(const FormUsage &U, PortSet Set) {
  return llvm::any_of(
      U.Uses, [&](const ResourceUse &Use) { return Use.Resources == Set; });
}

/// Returns the pair of \p Forms, one that uses \p A and one that uses \p B,
/// that would gain the most if the two sets had nothing in common.
std::optional<Mix> PortSearch::revealing(ArrayRef<FormId> Forms, PortSet A,
                                         PortSet B) const {
  PortSet Elsewhere = B - A;
  for (unsigned I = 0, E = (A & B).size(); I != E; ++I)
    Elsewhere.insert(numResources() + I);
  std::optional<Mix> Best;
  double Most = 1 + 2 * Ex.toleranceOf(Options.RunsPerExperiment);
  for (FormId G : Forms) {
    if (!uses(*Model.Forms[G], B))
      continue;
    FormUsage Apart = *Model.Forms[G];
    for (ResourceUse &Use : Apart.Uses)
      if (Use.Resources == B)
        Use.Resources = Elsewhere;
    for (FormId F : Forms) {
      if (F == G || !uses(*Model.Forms[F], A))
        continue;
      const Mix M = balanced(F, G);
      if (const double Slower = Model.cycles(M) / Model.cyclesIf(M, G, Apart);
          Slower > Most) {
        Most = Slower;
        Best = M;
      }
    }
  }
  return Best;
}

/// Forms of several micro-ops may seem to share a set, or sets a resource,
/// because nothing tells that they do not: only beside each other they do.
bool PortSearch::pairsAgree() {
  std::vector<FormId> Open;
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (Model.knows(F) && !States[F].IsPrior)
      Open.push_back(F);
  auto IsAsPredicted = [&](const Mix &M) {
    std::optional<unsigned> Idx = Ex.measure(M);
    return !Idx || agrees(*Idx);
  };
  auto ShareASet = [&](const FormUsage &A, const FormUsage &B) {
    return A.Uses.size() > 1 && B.Uses.size() > 1 &&
           llvm::any_of(A.Uses, [&](const ResourceUse &U) {
             return U.Resources.size() > 1 && uses(B, U.Resources);
           });
  };
  for (size_t I = 0; I != Open.size(); ++I)
    for (FormId G : ArrayRef(Open).drop_front(I + 1))
      if (ShareASet(*Model.Forms[Open[I]], *Model.Forms[G]) &&
          !IsAsPredicted(balanced(Open[I], G)))
        return false;
  const std::vector<PortSet> Family = Model.family();
  for (PortSet A : Family)
    for (PortSet B : Family) {
      if (A == B || (A & B).empty())
        continue;
      if (std::optional<Mix> M = revealing(Open, A, B))
        if (!IsAsPredicted(*M))
          return false;
    }
  return true;
}

/// Whether no experiment with \p F contradicts the model.
bool PortSearch::fits(FormId F) const {
  return llvm::all_of(Ex.of(F), [&](unsigned Idx) {
    return !Model.knowsAll(Ex[Idx].Counts) || agreesNow(Idx);
  });
}

/// Lets the slots of \p F and \p G that have no use take any of \p Size
/// resources that no form has. \returns whether that is possible.
bool PortSearch::shareNew(FormId F, FormId G, unsigned Size) {
  const unsigned First = numResources();
  if (Size == 0 || First + Size > ResourceModel::MaxResources)
    return false;
  const FormUsage Before[] = {*Model.Forms[F], *Model.Forms[G]};
  const PortSet New(((uint64_t(1) << Size) - 1) << First);
  for (FormId H : {F, G})
    Model.Forms[H]->Uses.push_back({New, hiddenSlots(H)});
  if (fits(F) && fits(G))
    return true;
  Model.Forms[F] = Before[0];
  Model.Forms[G] = Before[1];
  return false;
}

unsigned PortSearch::hiddenSlots(FormId F) const {
  const FormUsage &U = *Model.Forms[F];
  return U.Slots - std::min(U.Slots, U.totalCycles());
}

/// Where the width is full before the resources are, forms may share some that
/// no mix so far has filled. The mix of two forms that has the most slots
/// without a use, beside its time, would show them. If it does, the two get the
/// resources.
bool PortSearch::hiddenPairsAgree() {
  std::vector<FormId> Hidden;
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (Model.knows(F) && !States[F].IsPrior && hiddenSlots(F) != 0)
      Hidden.push_back(F);
  const double Visible = 1 + 2 * Ex.toleranceOf(Options.RunsPerExperiment);
  unsigned NumLeft = Options.NumForms;
  for (size_t I = 0; I != Hidden.size(); ++I)
    for (FormId G : ArrayRef(Hidden).drop_front(I + 1)) {
      const FormId F = Hidden[I];
      Mix Best;
      double Most = 0;
      constexpr unsigned MostOfOne = 4;
      for (unsigned A = 1; A <= MostOfOne; ++A)
        for (unsigned B = 1; B <= MostOfOne; ++B) {
          const Mix M = {{F, A}, {G, B}};
          const double Rate =
              (A * hiddenSlots(F) + B * hiddenSlots(G)) / Model.cycles(M);
          if (Rate > Most) {
            Most = Rate;
            Best = M;
          }
        }
      // The largest set that would be seen.
      const auto Size = static_cast<unsigned>(std::ceil(Most / Visible)) - 1;
      const ResourceModel Before = Model;
      if (!shareNew(F, G, Size))
        continue;
      Model = Before;
      if (NumLeft-- == 0)
        return true;
      const std::optional<unsigned> Idx = Ex.measure(Best);
      if (!Idx || agrees(*Idx))
        continue;
      const double Load = Most * Model.cycles(Best);
      if (shareNew(F, G, std::lround(Load / Ex[*Idx].median())))
        States[F].Settled = States[G].Settled = false;
      Design.update();
      return false;
    }
  return true;
}

bool PortSearch::challenge() {
  if (!pairsAgree())
    return false;
  ModelRepair Repair = makeRepair();
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (States[F].IsPrior)
      Repair.freeze(F);
  for (unsigned R = 0; R != numResources(); ++R)
    if (!standsAgainst(Repair.rivalsBySplitting(R)))
      return false;
  for (PortSet Set : Model.family())
    if (!standsAgainst(Repair.rivalsOf(Set)))
      return false;
  for (FormId F = 0; F != Options.NumForms; ++F)
    if (Model.knows(F) && !States[F].IsPrior &&
        !standsAgainst(Repair.rivalsOf(F)))
      return false;
  return hiddenPairsAgree();
}

void PortSearch::settle() {
  constexpr unsigned MostRounds = 20;
  for (unsigned Round = 0; Round != MostRounds; ++Round) {
    const bool ExplainsAll = explainAll();
    polish();
    if (!ExplainsAll || Ex.isBudgetUsedUp())
      return;
    if (verify() && challenge())
      return;
  }
}
