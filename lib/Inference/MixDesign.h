//===- MixDesign.h - Mixes that decide something ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses the mixes that are worth running.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_INFERENCE_MIXDESIGN_H
#define KERNEL_BOUNDS_LIB_INFERENCE_MIXDESIGN_H

#include "CoreModel.h"
#include <random>

namespace kernelbounds {

/// What one form is supposed to use.
struct UsageCandidate {
  FormId Form;
  FormUsage Usage;
};

class MixDesign {
public:
  /// \p Singles has the measured cycles of each form alone, 0 if there are
  /// none. Both are read whenever a mix is made.
  MixDesign(const ResourceModel &Model, const std::vector<double> &Singles,
            unsigned MaxLength, unsigned Seed)
      : Model(Model), Singles(Singles), MaxLength(MaxLength), Random(Seed) {}

  /// To be called when the known forms have changed.
  void update();

  /// Returns a mix in which \p Set is full with other forms, and \p F runs
  /// beside. \p F slows it down by its cycles inside \p Set. Nothing if no
  /// known form fills \p Set.
  /// \p Slots are those of \p F; with many, the set must be full for longer, so
  /// that the issue width does not hide it.
  std::optional<Mix> blocking(FormId F, PortSet Set, unsigned Slots);

  /// Returns the mix that best tells the first of \p Candidates from the
  /// others: those times differ by more than a fraction of \p Gap. Nothing if
  /// no mix does.
  std::optional<Mix> separating(llvm::ArrayRef<UsageCandidate> Candidates,
                                double Gap, unsigned NumTries);

  /// Returns a mix on which the model and \p Rival differ by a fraction of more
  /// than \p Gap. Sets of which the \p Changed forms have other shares are made
  /// full step by step. Nothing if no such mix is found.
  std::optional<Mix> climb(llvm::ArrayRef<FormId> Changed,
                           const ResourceModel &Rival, double Gap);

  /// Returns a mix of \p F and up to three known forms, with about equal
  /// cycles.
  Mix random(FormId F);
  /// Returns a mix of \p F and up to five known forms, each up to six times.
  Mix randomCounts(FormId F);

  unsigned below(unsigned N) { return Random() % N; }

private:
  FormId partner(PortSet Near);
  Mix randomWith(FormId F, PortSet Near);
  void limitLength(Mix &M) const;
  std::vector<PortSet> targets(llvm::ArrayRef<FormId> Changed,
                               const ResourceModel &Rival);
  double fullness(const Mix &M, const ResourceModel &Rival,
                  PortSet Target) const;
  double fill(Mix &M, llvm::ArrayRef<FormId> Changed,
              const ResourceModel &Rival, PortSet Target) const;
  FormId loading(PortSet Target);
  void mutate(Mix &M, PortSet Target);

  const ResourceModel &Model;
  const std::vector<double> &Singles;
  unsigned MaxLength;
  std::mt19937 Random;
  /// One form for each usage.
  std::vector<FormId> Representatives;
  /// The form that fills a set, and its cycles in the set.
  struct Blocker {
    PortSet Set;
    FormId Form;
    unsigned Cycles;
    unsigned Elsewhere; ///< Its cycles outside.
  };
  std::vector<Blocker> Blockers;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_INFERENCE_MIXDESIGN_H
