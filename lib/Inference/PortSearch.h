//===- PortSearch.h - The search for the usage of each form -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps of the inference; PortInference.cpp says in which order they run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_INFERENCE_PORTSEARCH_H
#define KERNEL_BOUNDS_LIB_INFERENCE_PORTSEARCH_H

#include "Experiments.h"
#include "FormFit.h"
#include "MixDesign.h"
#include "ModelRepair.h"

namespace kernelbounds {

class PortSearch {
public:
  PortSearch(ExperimentRunner &Runner, const PortInferenceOptions &Options);

  // Steps.
  void measureSingles();
  void findWidthAndSlots();
  /// Takes the priors whose times agree with the experiments.
  void adoptPriors();
  /// Finds the usages of all forms that are not known, in rounds.
  void solve();
  /// Tells each known form from what it might be instead.
  void polish();
  /// Asks for the truth of what was found, and repairs what is refuted, until
  /// nothing is.
  void settle();

  InferredCore result();

private:
  struct FormState {
    bool Usable = false;
    unsigned SlotsHint = 1;   ///< At most; exact if the issue width was full.
    bool HintIsVague = false; ///< It may be less than that.
    bool Settled = false;     ///< Polished, and nothing changed since.
    bool IsPrior = false;     ///< As believed before.
    std::vector<FormUsage> Alternatives;
  };

  /// A mix that issues as much per cycle as any.
  struct Filler {
    Mix Counts;
    double Cycles = 0, Rate = 0;
    /// The width is full, and resources are left.
    bool HasSlack = false;
  };
  std::optional<double> cyclesAtRate(const Mix &M, double Rate);
  Filler makeFiller(llvm::ArrayRef<FormId> Forms);
  void findSlots(FormId F);
  /// Runs experiments with \p F again that the model disagrees with.
  void confirm(FormId F);

  std::vector<FormId> order() const;
  unsigned solveInOrder(std::vector<FormId> Waiting);
  /// Finds \p F if the best usage is less odd than the second by \p Lead.
  bool fit(FormId F, double Lead);
  FormFit makeFit(FormId F, unsigned NumFresh) const;
  void observe(FormFit &Fit, FormId F, unsigned Idx) const;
  FitSearch whereToLook(unsigned NumFresh) const;
  unsigned numFresh(FormId F) const;
  void block(FormFit &Fit, FormId F);
  std::vector<FormUsage> explain(const FormFit &Fit, FormId F,
                                 unsigned NumFresh, unsigned MaxNovel) const;
  double penalty(const FormUsage &U, FormId F) const {
    return penalty(U, F, Model.family());
  }
  double penalty(const FormUsage &U, FormId F,
                 llvm::ArrayRef<PortSet> Family) const;
  std::vector<FormUsage> choose(FormFit &Fit, FormId F, unsigned NumFresh,
                                unsigned MaxNovel);
  std::optional<unsigned> separate(llvm::ArrayRef<UsageCandidate> Candidates);
  std::optional<unsigned>
  separateOne(llvm::ArrayRef<UsageCandidate> Candidates);
  void polish(FormId F);
  void learn(FormId F, FormUsage Usage);
  void forget(FormId F);
  void noteWidth(unsigned Idx);
  /// Whether experiment \p Idx agrees with the model; runs it again if not.
  bool agrees(unsigned Idx);
  bool agreesNow(unsigned Idx) const;
  std::vector<unsigned> disagreements();
  std::vector<FormId> culprits(std::vector<unsigned> Wrong) const;
  /// Changes the model until it explains all experiments, or as many as it can.
  /// Returns whether it explains all.
  bool explainAll();
  void findWidthByPriors();
  bool findCulpritsAnew();
  void widen();
  /// Runs random mixes. Returns whether all were as predicted.
  bool verify();
  /// Runs mixes that tell the model from others that explain all experiments.
  /// Returns whether all were as predicted.
  bool challenge();
  /// Runs pairs of forms that share resources. Returns whether all are as
  /// predicted.
  bool pairsAgree();
  Mix balanced(FormId F, FormId G) const;
  std::optional<Mix> revealing(llvm::ArrayRef<FormId> Forms, PortSet A,
                               PortSet B) const;
  bool standsAgainst(llvm::ArrayRef<ModelRepair::Change> Rivals);
  bool fits(FormId F) const;
  /// Slots of \p F that have no use.
  unsigned hiddenSlots(FormId F) const;
  bool shareNew(FormId F, FormId G, unsigned Size);
  /// Runs pairs of forms with such slots. Returns whether all are as predicted.
  bool hiddenPairsAgree();
  ModelRepair makeRepair();
  std::vector<FormId> unknownForms() const;
  unsigned numResources() const;

  const PortInferenceOptions &Options;
  Experiments Ex;
  ResourceModel Model;
  std::vector<double> Singles;
  MixDesign Design;
  std::vector<FormState> States;
  std::vector<Filler> Fillers;
  unsigned LeastWidth = 1;          ///< That a mix has shown.
  std::vector<unsigned> PriorNames; ///< Of resources; the rest are new.
  size_t WorkLeft;                  ///< Of ModelRepair.
  unsigned NumRepairs = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_INFERENCE_PORTSEARCH_H
