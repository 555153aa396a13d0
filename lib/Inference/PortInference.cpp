//===- PortInference.cpp - Ports of a core from times alone ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The order of the steps, the priors and the result. Priors that disagree with
/// experiments are forgotten, those first that disagree most.
///
/// Example: of four mixes with a form, three disagree with the model, and the
/// other forms in them agree elsewhere. The form is forgotten and found anew.
///
/// Sources: F. Ritter and S. Hack, "PMEvo" (PLDI 2020,
/// doi:10.1145/3385412.3385995), which needs no counters either and searches by
/// evolution; N. Derumigny et al., "PALMED" (CGO 2022,
/// doi:10.1109/CGO53902.2022.9741289), whose resources are our sets of ports.
/// docs/reference/inference.md has the differences.
/// Tested by unittests/Inference/PortInferenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "PortSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace kernelbounds;

//===----------------------------------------------------------------------===//
// Disagreements
//===----------------------------------------------------------------------===//

static bool isNear(double Measured, double Predicted, double Tolerance) {
  return std::fabs(Measured - Predicted) <= Tolerance * Measured;
}

bool PortSearch::agreesNow(unsigned Idx) const {
  return isNear(Ex[Idx].median(), Model.cycles(Ex[Idx].Counts),
                Ex.tolerance(Idx));
}

bool PortSearch::agrees(unsigned Idx) {
  if (agreesNow(Idx))
    return true;
  Ex.repeat(Idx, 5 * Options.RunsPerExperiment);
  if (agreesNow(Idx))
    return true;
  // Of so many experiments, some are just beyond the tolerance by chance.
  if (isNear(Ex[Idx].median(), Model.cycles(Ex[Idx].Counts),
             2 * Ex.tolerance(Idx)))
    Ex.repeat(Idx, 15 * Options.RunsPerExperiment);
  return agreesNow(Idx);
}

std::vector<unsigned> PortSearch::disagreements() {
  std::vector<unsigned> Wrong;
  for (unsigned Idx = 0; Idx != Ex.size(); ++Idx)
    if (!Ex[Idx].Failed && Model.knowsAll(Ex[Idx].Counts) && !agrees(Idx))
      Wrong.push_back(Idx);
  return Wrong;
}

/// Returns the forms without which no experiment of \p Wrong is left: each time
/// the one with the most of them, in proportion to all.
std::vector<FormId> PortSearch::culprits(std::vector<unsigned> Wrong) const {
  std::vector<FormId> Culprits;
  auto IsLeft = [&](unsigned Idx) {
    return Model.knowsAll(Ex[Idx].Counts) &&
           llvm::none_of(Ex[Idx].Counts, [&](const auto &Item) {
             return llvm::is_contained(Culprits, Item.first);
           });
  };
  while (!Wrong.empty()) {
    std::vector<unsigned> NumWrong(Options.NumForms);
    for (unsigned Idx : Wrong)
      for (auto [F, Count] : Ex[Idx].Counts)
        ++NumWrong[F];
    std::pair<double, FormId> Worst = {-1, 0};
    for (FormId F = 0; F != Options.NumForms; ++F)
      if (NumWrong[F] != 0) {
        const double All = llvm::count_if(Ex.of(F), IsLeft);
        Worst = std::max(Worst, {NumWrong[F] * NumWrong[F] / (All + 1), F});
      }
    Culprits.push_back(Worst.second);
    llvm::erase_if(Wrong, [&](unsigned Idx) { return !IsLeft(Idx); });
  }
  return Culprits;
}

/// If no mix filled the width, it may be greater than any that was seen. The
/// priors know slots, so that they tell: with the right width, the fewest forms
/// are wrong. A form with too many slots contradicts more experiments than all
/// others the narrower the core is, but remains one form.
void PortSearch::findWidthByPriors() {
  if (Options.IssueWidth != 0)
    return;
  constexpr unsigned MostWider = 4;
  const unsigned Last = std::max(Model.Width, LeastWidth + MostWider);
  std::pair<size_t, unsigned> Best = {~size_t(0), 0};
  for (unsigned Width = LeastWidth; Width <= Last; ++Width) {
    Model.Width = Width;
    std::vector<unsigned> Wrong;
    for (unsigned Idx = 0; Idx != Ex.size(); ++Idx)
      if (!Ex[Idx].Failed && Model.knowsAll(Ex[Idx].Counts) && !agreesNow(Idx))
        Wrong.push_back(Idx);
    Best = std::min(Best, {culprits(std::move(Wrong)).size(), Width});
  }
  Model.Width = Best.second;
}

void PortSearch::adoptPriors() {
  PortSet All;
  for (const std::optional<FormUsage> &P : Options.Priors)
    if (P)
      for (const ResourceUse &U : P->Uses)
        All = All | U.Resources;
  if (All.size() > ResourceModel::MaxResources)
    return;
  std::vector<unsigned> NewName(PortSet::MaxPorts);
  All.forEach([&](unsigned Resource) {
    NewName[Resource] = PriorNames.size();
    PriorNames.push_back(Resource);
  });
  for (FormId F = 0; F < Options.Priors.size() && F < Options.NumForms; ++F) {
    if (!Options.Priors[F] || !States[F].Usable)
      continue;
    FormUsage Usage;
    Usage.Slots = std::max(Options.Priors[F]->Slots, 1u);
    for (const ResourceUse &U : Options.Priors[F]->Uses) {
      ResourceUse New{PortSet(), U.Cycles};
      U.Resources.forEach(
          [&](unsigned Resource) { New.Resources.insert(NewName[Resource]); });
      if (!New.Resources.empty() && New.Cycles != 0)
        Usage.Uses.push_back(New);
    }
    Model.Forms[F] = std::move(Usage);
    States[F].IsPrior = true;
  }
  findWidthByPriors();
  Design.update();
  for (FormId F : culprits(disagreements()))
    forget(F);
  // Each form beside a full set of its own, and beside random ones.
  auto Run = [&](std::optional<Mix> M) {
    if (M)
      Ex.measure(*M);
  };
  for (FormId F = 0; F != Options.NumForms; ++F) {
    if (!Model.knows(F))
      continue;
    for (const ResourceUse &U : Model.Forms[F]->Uses)
      Run(Design.blocking(F, U.Resources, Model.Forms[F]->Slots));
    Run(Design.random(F));
    Run(Design.random(F));
  }
  findWidthByPriors();
  for (FormId F : culprits(disagreements()))
    forget(F);
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

InferredCore PortSearch::result() {
  InferredCore Core;
  // Resources that no form uses in the end are left out.
  std::vector<unsigned> NewName(PortSet::MaxPorts);
  const PortSet Used = Model.resources();
  Used.forEach([&](unsigned Resource) {
    NewName[Resource] = Core.NumResources++;
    Core.PriorNames.push_back(Resource < PriorNames.size()
                                  ? std::optional(PriorNames[Resource])
                                  : std::nullopt);
  });
  auto Renamed = [&](FormUsage U) {
    for (ResourceUse &Use : U.Uses) {
      PortSet New;
      unsigned Fresh = Core.NumResources;
      Use.Resources.forEach([&](unsigned Resource) {
        New.insert(Used.contains(Resource) ? NewName[Resource] : Fresh++);
      });
      Use.Resources = New;
    }
    return U;
  };
  Core.IssueWidth = Model.Width;
  Core.Forms.resize(Options.NumForms);
  for (FormId F = 0; F != Options.NumForms; ++F) {
    InferredForm &Out = Core.Forms[F];
    const FormState &State = States[F];
    Out.SingleCycles = Singles[F];
    Out.NumExperiments = Ex.of(F).size();
    if (!State.Usable)
      continue;
    if (!Model.knows(F)) {
      Out.Trust = Confidence::Unexplained;
      Out.Usage.Slots = 0;
      continue;
    }
    Out.Usage = Renamed(*Model.Forms[F]);
    for (const FormUsage &U : State.Alternatives)
      if (Out.Alternatives.size() < 8)
        Out.Alternatives.push_back(Renamed(U));
    Out.Trust = !State.Settled ? Confidence::Provisional
                : Out.Usage.totalCycles() < Out.Usage.Slots
                    ? Confidence::HiddenByWidth
                : Out.Alternatives.empty() ? Confidence::Unique
                                           : Confidence::Ambiguous;
  }
  for (unsigned Idx = 0; Idx != Ex.size(); ++Idx) {
    const Mix &M = Ex[Idx].Counts;
    if (Ex[Idx].Failed || !Model.knowsAll(M))
      continue;
    const double Measured = Ex[Idx].median(), Predicted = Model.cycles(M);
    for (auto [F, Count] : M)
      Core.Forms[F].WorstError = std::max(
          Core.Forms[F].WorstError, std::fabs(Predicted - Measured) / Measured);
    llvm::SmallVector<UopGroup, 24> Uses;
    for (auto [F, Count] : M)
      ResourceModel::addUses(*Model.Forms[F], Count, Uses);
    if (computePortBound(Uses).Value.toDouble() <
        Measured * (1 - Ex.tolerance(Idx)))
      Core.IsWidthSeen = true;
  }
  Core.NumExperiments = Ex.size();
  Core.NumRuns = Ex.numRuns();
  Core.NumFailedMixes = Ex.numFailed();
  Core.Noise = Ex.noise();
  Core.IsBudgetUsedUp = Ex.isBudgetUsedUp();
  return Core;
}

InferredCore kernelbounds::inferPorts(ExperimentRunner &Runner,
                                      const PortInferenceOptions &Options) {
  PortSearch Search(Runner, Options);
  Search.measureSingles();
  Search.findWidthAndSlots();
  if (!Options.Priors.empty())
    Search.adoptPriors();
  Search.solve();
  Search.settle();
  return Search.result();
}
