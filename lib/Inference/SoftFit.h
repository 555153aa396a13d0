//===- SoftFit.h - Usages of one form that fit most of its times *- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts how many observations a usage contradicts, and finds the usages that
/// contradict the fewest, while the usages of the other forms are taken as they
/// are. FormFit asks for usages that contradict none.
///
/// Example: three of four observations fit {0,1}, and one {0}; {0,1} with one
/// contradiction comes before {0} with three.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_INFERENCE_SOFTFIT_H
#define KERNEL_BOUNDS_LIB_INFERENCE_SOFTFIT_H

#include "FormFit.h"

namespace kernelbounds {

class SoftFit {
public:
  /// Which usages are looked at, and which are preferred.
  struct Search {
    std::vector<PortSet> Family; ///< Sets of other forms.
    unsigned MaxUses = 4;        ///< Distinct sets.
    unsigned MaxCycles = 12;     ///< Of one set.
    unsigned MaxFound = 12;      ///< Usages.
    /// Slots that any usage may have, beside those of its cycles.
    unsigned ExtraSlots = 1;
    /// One more number of slots that any usage may have, or 0.
    unsigned AlsoSlots = 0;
    /// Cycles of the form alone, or 0.
    double Single = 0;
  };
  /// A usage, and the observations that contradict it.
  struct Scored {
    FormUsage Usage;
    unsigned NumAgainst;
  };

  /// \pre NumResources <= ResourceModel::MaxResources.
  SoftFit(unsigned NumResources, unsigned Width,
          llvm::ArrayRef<FormFit::Observation> Observations,
          llvm::ArrayRef<uint8_t> Weights = {});

  /// What a search costs, about: the number of entries of the tables.
  size_t size() const { return Limit.size(); }

  /// Observations that contradict \p Uses with \p Slots issue slots.
  unsigned numAgainst(llvm::ArrayRef<ResourceUse> Uses, unsigned Slots) const;

  /// Returns usages with few contradictions, the fewest first.
  std::vector<Scored> findUsages(const Search &Where) const;

  /// Returns the sets that contradict the fewest observations if one cycle
  /// of each count is confined to them: at most \p MaxFound, the best first.
  std::vector<std::pair<unsigned, PortSet>> findSets(unsigned MaxFound) const;

private:
  static constexpr unsigned Lanes = 16; ///< Observations of a block.
  using Row = const uint8_t *;
  /// By observation: what a usage says about it.
  struct Verdict {
    std::vector<uint8_t> TooLong, LongEnough; ///< 0 or 1.
  };
  struct Partial {
    llvm::SmallVector<ResourceUse, 4> Uses;
  };
  /// A usage to which one more use is added.
  struct Base {
    /// Of each selection of its uses: the union of their sets, and their
    /// cycles.
    llvm::SmallVector<std::pair<size_t, unsigned>, 16> Unions;
    Verdict Before;
  };
  void computeBlock(llvm::ArrayRef<FormFit::Observation> Observations,
                    size_t First, std::vector<int16_t> &Load);
  Row rowOf(const std::vector<uint8_t> &Rows, size_t First, size_t Set) const {
    return &Rows[(First << NumResources) + Set * Lanes];
  }
  void judge(llvm::ArrayRef<ResourceUse> Uses, Verdict &V) const;
  Base baseOf(llvm::ArrayRef<ResourceUse> Uses) const;
  std::pair<unsigned, unsigned> scoreWith(const Base &B, PortSet A,
                                          unsigned Cycles) const;
  std::vector<Partial> extend(llvm::ArrayRef<Partial> Beam,
                              llvm::ArrayRef<PortSet> Pool,
                              const Search &Where) const;
  void addScored(const Partial &P, const Search &Where, Verdict &V,
                 std::vector<Scored> &Found) const;

  unsigned NumResources, Stride;
  /// Blocks of observations, then rows by set, and columns by observation. One
  /// more than the cycles that may be confined to the set, 0 if the others
  /// alone take too long; and the cycles that explain the time.
  std::vector<uint8_t> Limit, Need;
  /// By observation: the most slots, and those that explain the time.
  std::vector<uint8_t> MostSlots, NeedSlots, Weight;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_INFERENCE_SOFTFIT_H
