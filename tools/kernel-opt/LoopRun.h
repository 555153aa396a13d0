//===- LoopRun.h - The loops of one file, analysed --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes a file piece by piece: reads it, picks loops, analyses them, hands
/// them over and forgets them. On several cores the order stays the same.
///
/// Where a report is limited to some loops, those with the largest bound in
/// cycles per trip are chosen: a first run takes the bounds of all, a second
/// one analyses the chosen ones in full, the largest first. A file without more
/// loops than that is reported in its own order. The user may ask for another
/// order, which then is also that by which loops are chosen.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_LOOPRUN_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_LOOPRUN_H

#include "CommandLine.h"
#include "Machine.h"
#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Compare/RunShares.h"
#include "kernel-bounds/Frontend/Input.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>
#include <vector>

namespace kernelbounds {

/// One loop or marked region of an input.
struct Candidate {
  const ListedFunction *Function;
  const LoopBody *Body;
  llvm::StringRef Region; ///< Name; usually empty.
  TimeShare Share = 0;    ///< Of the time of a run, if there is one.
};

/// What became of the loops of a file.
struct LoopCounts {
  size_t NumFound = 0;  ///< Before anything was picked.
  size_t NumPicked = 0; ///< By --line, --loop; and by --function, if objects.
  size_t NumReported = 0;
};

class LoopRun {
public:
  explicit LoopRun(const CommandLine &Options);

  /// \returns whether it wants more of the largest loops.
  using Consumer = llvm::function_ref<bool(const Input &, const Candidate &,
                                           const LoopResult &)>;
  /// Analyses the loops of \p File and hands them to \p Use, on the calling
  /// thread. Where the largest ones are chosen by the format's own limit, \p
  /// Use may end the report before. Fails where the CPU or the model file is at
  /// fault.
  llvm::Expected<LoopCounts> run(const InputFile &File, Consumer Use);

private:
  /// A loop to be found again.
  struct Place {
    CyclesPerIter Rank; ///< What counts for the order; the largest first.
    std::string Name;   ///< The smallest first, if that is the order.
    size_t Number;      ///< In the order of the file.
    unsigned Function;  ///< Input::functionId().
    unsigned Loop;      ///< Of the candidates of the function.
    // By which a run knows it; empty without a run.
    std::string Symbol = {}, SourceFile = {};
    unsigned SourceLine = 0;
    size_t NumInsts = 0;
    TimeShare Share = 0;
  };
  /// What one task has made.
  struct Slot {
    std::unique_ptr<MachineCache> Machines;
    std::shared_ptr<const Input> In;
    std::vector<Candidate> Picked;
    std::vector<LoopResult> Results; ///< Parallel to Picked, or empty.
    std::vector<Place> Places;
    size_t NumFound = 0;
  };

  /// All loops have to be seen first: the user wants another order than that of
  /// the file, or to know what each has of the time of a run.
  bool isSorted() const {
    return Options.Run ||
           (Options.Sort != SortKey::Default && Options.Sort != SortKey::File);
  }
  Machine &machine(Slot &S, const Input &In);
  void pick(Slot &S) const;
  void analyze(Slot &S, const LoopOptions &Wanted);
  void rank(Slot &S);
  /// What the loops have of the time of the run.
  void setShares(std::vector<Place> &All) const;
  bool deliver(Slot &S, Consumer Use);
  LoopCounts runAll(const InputFile &File, Consumer Use);
  LoopCounts runTop(const InputFile &File, Consumer Use, unsigned Top);
  std::vector<Place> findTop(const InputFile &File, unsigned Top,
                             LoopCounts &Counts);
  size_t runPlaces(const InputFile &File, const std::vector<Place> &Chosen,
                   Consumer Use);

  const CommandLine &Options;
  std::vector<Slot> Slots;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_LOOPRUN_H
