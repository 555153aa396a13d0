//===- JointSearch.h - Searches that share compilations ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All loops of a function, or of a file, are searched at once: in each
/// compilation every one of them has the candidate that its own search asks
/// for. The same rules judge them, whichever compiler compiles them.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_JOINTSEARCH_H
#define KERNEL_BOUNDS_TUNING_JOINTSEARCH_H

#include "kernel-bounds/Tuning/TuningRecord.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelbounds {

/// What one loop of the source has become in a compilation.
struct TrialLoop {
  LoopShape Shape;
  unsigned Spills = 0;    ///< Of the widest part.
  unsigned Registers = 0; ///< Of the same, without flags; 0: not known.
  /// Why Shape says nothing; empty if it does.
  std::string Problem;
};

struct SearchRules {
  unsigned MinGainPercent = 5;
  unsigned Budget = 24; ///< Candidates that may be compiled; 0: any number.
  unsigned BudgetApart = 24; ///< The same for loops that are compiled apart.
};

/// Cycles of \p S for one iteration of the source: for \p Iterations of them,
/// or the mean of typicalTime().
CyclesPerIter cyclesOf(const LoopShape &S, std::optional<uint64_t> Iterations);

/// Whether the widest loop of \p S does anything for up to \p Most iterations.
/// Else the hints that made it are said to pay for what another loop does.
bool runsItsBody(const LoopShape &S, uint64_t Most);

/// Whether \p Then is faster than \p Now by more than \p Percent.
bool gains(const CyclesPerIter &Now, const CyclesPerIter &Then,
           unsigned Percent);

/// Figures of candidates are compared with each other only. What the searches
/// chose is compiled once more together: a choice that does not keep there what
/// it promised is dropped. The number of compilations is limited, not their
/// time: the result is the same on every machine.
class JointSearch {
public:
  /// Compiles with these hints, by loop. What becomes of loops for which the
  /// question says no does not matter. None: it cannot be compiled.
  using Compiler = llvm::function_ref<std::optional<std::vector<TrialLoop>>(
      llvm::ArrayRef<LoopHints>, llvm::function_ref<bool(unsigned Loop)>)>;

  explicit JointSearch(SearchRules Rules) : Rules(Rules) {}

  /// Adds a loop. \p L has its place, and the number of iterations if that is
  /// known; if it is Hinted, or Why says why it is not judged, it is not
  /// searched. \p AsCompiled is what it is without hints. Its candidates are
  /// compared with \p Apart, if given, which is the same where the loop is
  /// compiled apart from others; a choice then has to gain with them, too.
  void add(TunedLoop L, const TrialLoop &AsCompiled, HintSpace Space,
           const TrialLoop *Apart = nullptr);
  /// Compiles candidates with \p Compile, and choices with \p Together.
  /// \returns whether there are choices. They are what \p Together compiled
  /// last.
  bool run(Compiler Compile, Compiler Together);
  bool run(Compiler Compile) { return run(Compile, Compile); }
  /// What was found, in the order in which loops were added.
  std::vector<TunedLoop> take();

private:
  /// One loop.
  struct LoopSearch {
    TunedLoop Out;
    std::optional<HintSearch> Search; ///< None if the loop is not judged.
    LoopShape Now;                    ///< As compiled without hints.
    std::optional<LoopShape> Apart;   ///< The same apart from other loops.
    std::optional<LoopShape> Then;    ///< With the choice.

    CyclesPerIter cyclesOf(const LoopShape &S) const {
      return Out.Seen ? timeOverRange(S, *Out.Seen)
                      : kernelbounds::cyclesOf(S, Out.Iterations);
    }
    HintResult resultOf(LoopHints H, const LoopShape &S) const {
      return {H, cyclesOf(S), S.Parts.front().SourceIterations, S,
              cyclesOf(withSlowShortTrips(S))};
    }
    uint64_t mostIterations() const {
      return Out.Seen ? Out.Seen->Most : Out.Iterations.value_or(UINT64_MAX);
    }
    bool isOpen(const SearchRules &Rules) {
      const unsigned Most = Apart ? Rules.BudgetApart : Rules.Budget;
      return Search && (Most == 0 || Search->tried().size() <= Most) &&
             Search->next();
    }
    bool isChosen() const { return Out.Verdict == TuningVerdict::Gains; }
  };

  std::vector<LoopHints> hints(bool IsSearching);
  bool mayPredicate(const LoopSearch &L) const;
  void compileCandidates(Compiler Compile);
  bool pays(const LoopSearch &L, const LoopShape &Now,
            const HintResult &R) const;
  void choose(LoopSearch &L) const;
  static void accept(LoopSearch &L, const TrialLoop &Code);
  static void drop(LoopSearch &L);
  bool keepsPromise(const LoopSearch &L, const LoopShape &Then) const;
  bool compileChoice(Compiler Compile);

  SearchRules Rules;
  std::vector<LoopSearch> Loops;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_JOINTSEARCH_H
