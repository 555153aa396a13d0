//===- ModelRepair.h - Whole models that explain all times ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Changes the usages of forms, one after another or several at once, until as
/// few experiments as possible contradict the model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_INFERENCE_MODELREPAIR_H
#define KERNEL_BOUNDS_LIB_INFERENCE_MODELREPAIR_H

#include "Experiments.h"
#include "SoftFit.h"
#include <functional>
#include <random>

namespace kernelbounds {

class ModelRepair {
public:
  /// How odd a usage of a form is beside those sets of other forms.
  using Oddness =
      std::function<double(FormId, const FormUsage &, llvm::ArrayRef<PortSet>)>;

  ModelRepair(const Experiments &Ex, ResourceModel &Model,
              const std::vector<double> &Singles, Oddness HowOdd, unsigned Seed)
      : Ex(Ex), Model(Model), Singles(Singles), HowOdd(std::move(HowOdd)),
        Random(Seed), Frozen(Model.Forms.size()), Weights(Ex.size(), 1) {}

  /// Gives each form that has no usage one that few experiments contradict.
  void complete(llvm::ArrayRef<FormId> Forms);

  /// Forgets forms with odd usages that something contradicts, and those that
  /// more than a \p Share of their experiments contradict, or all if that is 0.
  void forgetOdd(double Share);
  /// Gives resources that are used the lowest names.
  void compact();

  /// Changes the model until nothing contradicts it or \p MaxWork entries of
  /// tables were made, and leaves the best model that was met.
  /// \returns the number of experiments that contradict it.
  unsigned run(size_t MaxWork);
  size_t work() const { return Work; }

  /// What other forms would be used as.
  using Change = std::vector<std::pair<FormId, FormUsage>>;

  /// Returns changes of \p F, of \p F and one more form, that contradict no
  /// experiment if the model does not.
  std::vector<Change> rivalsOf(FormId F);
  /// The same, with another set instead of \p Set wherever it is used. Other
  /// forms may change as well.
  std::vector<Change> rivalsOf(PortSet Set);
  /// Models with two resources instead of \p Resource: one for sets that have
  /// another resource in common, and one for the rest. Other forms may change
  /// as well.
  std::vector<Change> rivalsBySplitting(unsigned Resource);

  /// Experiments that contradict the model.
  std::vector<unsigned> contradictions() const;

  /// Forms that stay as they are.
  void freeze(FormId F) { Frozen[F] = true; }

private:
  /// What changes at once: all of some forms, which become equal, or one set
  /// of resources wherever it is used.
  struct Part {
    llvm::SmallVector<FormId, 4> Forms;
    PortSet Set; ///< Empty if the forms change as a whole.
  };
  struct Move {
    Part What;
    FormUsage Usage; ///< Of forms that change as a whole.
    PortSet Set;     ///< Instead of What.Set.
    double Gain = -1e9;
  };

  SoftFit fitOf(const Part &P, unsigned &NumAgainstNow);
  unsigned sample(std::vector<unsigned> &Of);
  bool contradicts(unsigned Idx) const;
  void considerForms(const Part &P, Move &Best);
  void considerSet(const Part &P, Move &Best);
  void apply(const Move &M);
  std::vector<PortSet> familyWithout(const Part &P) const;
  Change changesFrom(const ResourceModel &Before) const;
  unsigned numResources(const Part &P) const;
  std::vector<std::pair<unsigned, PortSet>> setsFor(const SoftFit &Fit,
                                                    size_t MaxFound);
  bool isTabu(FormId F, const FormUsage &U) const;
  void consider(unsigned Idx, Move &Best);
  double oddness() const;
  double oddnessOf(FormId F, const FormUsage &U,
                   llvm::ArrayRef<PortSet> Family) const;
  double costOf(FormId F, const FormUsage &U,
                llvm::ArrayRef<PortSet> Family) const;
  double energy(llvm::ArrayRef<unsigned> Bad) const;
  unsigned below(unsigned N) { return Random() % N; }

  const Experiments &Ex;
  ResourceModel &Model;
  const std::vector<double> &Singles;
  Oddness HowOdd;
  std::mt19937 Random;
  std::vector<bool> Frozen;
  unsigned Step = 0;
  std::vector<uint8_t> Weights; ///< By experiment.
  size_t Work = 0;
  bool IsExact = false; ///< All experiments count.
  struct Tabu {
    FormId Form;
    FormUsage Usage;
    unsigned Until;
  };
  std::vector<Tabu> Tabus;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_INFERENCE_MODELREPAIR_H
