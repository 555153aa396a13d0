//===- FormFit.h - Usages of one form that fit its times --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All usages of one form that explain the times of mixes with it, where the
/// usages of the other forms are known.
///
/// Example: 4 of a form that uses {0,1} and 1 of the unknown form take 2.5
/// cycles. Then exactly one cycle of the form is confined to {0,1}, or some
/// other set of resources, of which the unknown form is a user, is full.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_INFERENCE_FORMFIT_H
#define KERNEL_BOUNDS_LIB_INFERENCE_FORMFIT_H

#include "CoreModel.h"

namespace kernelbounds {

/// Where to look for usages.
struct FitSearch {
  std::vector<PortSet> Family; ///< Sets of other forms. They are tried first.
  /// Resources that no other form tells apart. Sets outside the family take the
  /// lowest of them.
  std::vector<PortSet> Atoms;
  unsigned Slots = 1;       ///< Issue slots of the form.
  unsigned MaxUses = 4;     ///< Distinct sets.
  unsigned MaxNovel = 1;    ///< Sets that are not in the family.
  unsigned MaxFound = 24;   ///< Usages.
  unsigned MaxSteps = 5000; ///< Usages that are looked at.
};

class FormFit {
public:
  /// \pre NumResources <= ResourceModel::MaxResources.
  FormFit(unsigned NumResources, unsigned Width);

  /// One mix: what the known forms in it use, how often the form is in it, and
  /// between which times it runs.
  struct Observation {
    llvm::ArrayRef<UopGroup> Others;
    unsigned OtherSlots = 0;
    unsigned Count = 1;
    double Least = 0, Most = 0;
  };
  void add(const Observation &O);

  /// Whether the known forms alone take longer than was measured, so that a
  /// known usage is wrong.
  bool isContradicted() const { return Contradicted; }

  /// Cycles that the form may have confined to \p S.
  unsigned limit(PortSet S) const;
  unsigned maxSlots() const { return MaxSlots; }
  unsigned numObservations() const { return All.size(); }

  /// Whether \p Usage has as many micro-ops as slots, apart from a single
  /// resource that is held for long.
  static bool isNatural(const FormUsage &Usage);

  /// Whether \p Usage explains all observations.
  bool fits(const FormUsage &Usage) const;

  /// Returns usages that fit, with as few distinct sets as possible.
  std::vector<FormUsage> findUsages(const FitSearch &Where) const;

  /// Returns usages that fit and differ from \p Usage by one set or one slot.
  std::vector<FormUsage> findNeighbours(const FormUsage &Usage,
                                        const FitSearch &Where) const;

private:
  /// A set whose load explains a time if the form has Need cycles inside it.
  struct Witness {
    uint32_t Set;
    int16_t Need;
  };
  struct Explained {
    std::vector<Witness> By;
    unsigned OtherSlots, Count;
    double LeastSlots; ///< Slots of the mix that explain the time.
    bool ByOthers;     ///< The known forms explain it.
  };
  struct Search;

  void closeLimits() const;
  bool respectsLimits(llvm::ArrayRef<ResourceUse> Uses) const;
  bool isExplained(const Explained &E, llvm::ArrayRef<ResourceUse> Uses,
                   unsigned Slots) const;
  void extend(Search &S, llvm::SmallVectorImpl<ResourceUse> &Uses,
              unsigned Left, unsigned NovelLeft) const;

  unsigned NumResources, Width;
  unsigned MaxSlots = 64;
  bool Contradicted = false;
  mutable bool Closed = true;
  mutable std::vector<int16_t> Limits; ///< By set.
  std::vector<int16_t> Load;           ///< Scratch, by set.
  mutable std::vector<Explained> All;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_INFERENCE_FORMFIT_H
