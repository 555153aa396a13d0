//===- CoreExperiments.h - What a core takes beside instructions -*- C++
//-*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that show how a core forwards stores to loads, how many loads and
/// stores it does in a cycle, how wide it is and how much it has in flight. A
/// LoopRunner times them: a host, or a port model.
///
/// Example: "forward.r64" is a chain of
///
///   mov %rax, (%r14)
///   mov (%r14), %rax
///   imul %rax, %rax
///
/// and its figure is the cycles of a round less those of the multiplication,
/// which are a figure of their own, "op.imul".
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_COREEXPERIMENTS_H
#define KERNEL_BOUNDS_MEASURE_COREEXPERIMENTS_H

#include "kernel-bounds/Measure/SizeSearch.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernelbounds {

class FormTarget;

struct CoreExperiment {
  std::string Name;
  std::string Text; ///< One part of the body, of x86 in AT&T syntax.
  TimedLoop Loop;
  /// If not empty, what it takes is subtracted: the figure is that of the parts
  /// that Loop has in addition.
  TimedLoop Less;
  double Parts = 1; ///< By which the difference is divided.
  /// Figures that are subtracted then, with factors.
  std::vector<std::pair<std::string, double>> Known;
  /// If there is one, the figure is what findSize() finds, in entries, and
  /// Known says what the chain takes; without a chain, what findCodeSize()
  /// finds, in instructions. Loop is not used.
  std::optional<SizeSearch> Size;
  /// If there is one, the figure is what a step of it takes. Loop is not used.
  std::optional<AccessPattern> Walk;
};

/// What one experiment gave.
struct CoreFigure {
  LoopStatus Status = LoopStatus::Ok;
  double Cycles = 0; ///< Of a part. Of a size: its entries.
  double Spread = 0; ///< Relative, of repetitions.
  bool isKnown() const { return Status == LoopStatus::Ok; }
};

/// By name of the experiment.
class CoreFigures {
public:
  /// nullopt if it was not measured or did not run.
  std::optional<double> get(llvm::StringRef Name) const {
    auto It = Figures.find(Name);
    if (It == Figures.end() || !It->second.isKnown())
      return std::nullopt;
    return It->second.Cycles;
  }
  double get(llvm::StringRef Name, double Default) const {
    return get(Name).value_or(Default);
  }
  const CoreFigure *find(llvm::StringRef Name) const {
    auto It = Figures.find(Name);
    return It == Figures.end() ? nullptr : &It->second;
  }
  /// The largest spread of the figures that are known and are named \p Name, or
  /// that and more behind a dot; nullopt: there are none.
  std::optional<double> spreadOf(llvm::StringRef Name) const;
  void set(llvm::StringRef Name, CoreFigure F) { Figures[Name] = F; }
  bool empty() const { return Figures.empty(); }

private:
  llvm::StringMap<CoreFigure> Figures;
};

/// All experiments; those whose figures others subtract come first. An error
/// would be one of the texts. Empty for targets without texts.
llvm::Expected<std::vector<CoreExperiment>>
listCoreExperiments(const FormTarget &Target);
/// Names of experiments that are made on another target, and of which \p Target
/// has no text.
std::vector<std::string> listMissingExperiments(const FormTarget &Target);

/// The figure of \p E; \p Before holds those that it subtracts.
CoreFigure measureCore(LoopRunner &Runner, const CoreExperiment &E,
                       const CoreFigures &Before);

/// Loops "choice.N" of a few instructions that wait for nothing and go to some
/// ports each, NumChoiceLoops of them, made up by chance, always the same. They
/// show how the core chooses ports, as the loops "mixed.*" do, which are like
/// those of programs.
constexpr unsigned NumChoiceLoops = 60;
std::string choiceLoopName(unsigned N);

/// Instructions that take a slot and nothing else in each copy of "slots.*".
constexpr unsigned NumSlotFillers = 10;
/// The same in "trips.apart.N", a loop with two additions of what they load by
/// an index besides. The slots of "trips.plain.N" are as many where that takes
/// two slots, and there is no index in it.
llvm::ArrayRef<unsigned> numsTripFillers();

/// Micro-ops that wait in "waiting.general.N" and "waiting.vector.N".
llvm::ArrayRef<unsigned> numsWaiting();
/// Micro-ops that wait in front of an independent chain in "behind.vector.N".
llvm::ArrayRef<unsigned> numsBehind();
/// In the experiments "alias.shifted.N", the load of the next link of a chain
/// finds the store, and a link has N additions more.
llvm::ArrayRef<unsigned> numsAliasAdditions();

/// Copies of a register that follow each other in "move.row.N", whose figure is
/// what all of them take: next to nothing while so many in a row are
/// eliminated.
llvm::ArrayRef<unsigned> numsMovesInRow();

/// Instructions of the shorter one of the loops that findCodeSize() compares.
constexpr unsigned ShortCode = 400;

/// Stores that stand between a store and a load in "forward.between.N".
llvm::ArrayRef<unsigned> storesBetween();
/// Long instructions in the loops "code.N", each of LongInstBytes.
constexpr unsigned MaxLongInsts = 16, LongInstBytes = 9;
/// Bytes of the counter and the jump that close a loop.
constexpr unsigned LoopEndBytes = 9;

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_COREEXPERIMENTS_H
