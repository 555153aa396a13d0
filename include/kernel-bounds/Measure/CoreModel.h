//===- CoreModel.h - Keys of a model from figures of a core -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the experiments on a core say, as sections of a model file
/// (docs/reference/models.md). Pure functions of the figures.
///
/// Example: loads of 8 bytes take 0.33 cycles and those of 32 bytes 0.5; three
/// loads and a store take 1.33. There are three ports for all accesses, and
/// vectors need one of two units besides.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_COREMODEL_H
#define KERNEL_BOUNDS_MEASURE_COREMODEL_H

#include "kernel-bounds/Measure/CoreExperiments.h"
#include "kernel-bounds/Measure/PairExperiments.h"
#include "kernel-bounds/Model/ModelTables.h"

namespace kernelbounds {

/// Sections in YAML, each with `source: measured`; empty where there is nothing
/// to say.
struct CoreModel {
  std::vector<std::string> Ports; ///< Items of `ports:`, new ones.
  /// Names of the ports of additions, those of the base first.
  std::vector<std::string> Additions;
  std::string Sections;
  /// Sections has rules for loads and stores, which belong to Ports.
  bool HasAccesses = false;
};

/// \p IsComplete: the base says nothing of loads and stores, so that all of it
/// is written. Else only what \p Machine differs in from \p Base is: pipeline,
/// forwarding, accesses across lines, micro-fusion and delays between units.
/// The figures of a simulated base say nothing of pages and of aliasing: what
/// pages take is written with the lines, and aliasing where there is any. \p
/// Additions: names of the base's ports for additions, for a complete model; a
/// machine that does more additions in a cycle has more of them.
CoreModel describeCore(const CoreFigures &Machine, const CoreFigures &Base,
                       bool IsComplete,
                       llvm::ArrayRef<std::string> Additions = {});

/// Names of the ports of kinds of micro-ops; none: not known.
struct RenamePorts {
  /// Additions, shifts by a constant and conditional moves.
  llvm::ArrayRef<std::string> General, Shift, Choose;
  llvm::ArrayRef<std::string> Load, VectorLoad; ///< The latter: their units.
};

/// `rename_limits:`, of kinds of which a cycle of rename has less room than
/// slots; "" if there are none.
std::string renameLimitRules(const CoreFigures &F, const RenamePorts &Ports);

/// `macro_fusion:` for a base that has none, by the pairs that were measured:
/// each stands for its widths, immediates and related conditions. Also NOPs,
/// where they take next to no slots. "" if nothing fuses.
std::string macroFusionRules(llvm::ArrayRef<PairRow> Pairs,
                             const CoreFigures &F);

/// `bypasses:`, where a result takes longer between vector units of floating
/// point and those of integers, or is there sooner from one addition of
/// floating point to another; "" if neither is so.
std::string unitDelayRules(const CoreFigures &F);

/// Rules of `forwarding:`; "" if the chain of 64 bits was not measured.
std::string forwardingRules(const CoreFigures &F);
/// Those for a file over a model that has the figures \p Base: of vectors, of
/// general registers and of loads that need more than the store wrote, the
/// groups that \p Base has wrong; "" if none.
std::string forwardingRules(const CoreFigures &Machine,
                            const CoreFigures &Base);

/// `aliasing:`, where loads are late for stores to other pages; "" if they are
/// not.
std::string aliasingRule(const CoreFigures &F);

/// Entries of the scheduler in which micro-ops of \p Kind, "general" or
/// "vector", wait, all together; 0 if that was not measured.
unsigned findSchedulerSize(const CoreFigures &F, llvm::StringRef Kind);

/// How many vector micro-ops can wait in schedulers before a younger one that
/// waits for nothing of them cannot start; 0 if that was not measured, or if
/// there are always more. Where findSchedulerSize() finds more, the others
/// stand in a queue in front of the schedulers.
unsigned findDirectEntries(const CoreFigures &F);

/// One way in which a core may choose ports.
struct PortWay {
  using Ports = std::vector<std::string>;

  PortChoice Choice = PortChoice::AtDispatch;
  /// The ports of each scheduler of integers and of vectors; none: the model
  /// says nothing of schedulers.
  std::vector<Ports> General, Vector;
  unsigned GeneralEntries = 0, VectorEntries = 0; ///< Of one scheduler.
  unsigned VectorQueue = 0;     ///< In front of those of vectors; 0: none.
  unsigned GeneralPerCycle = 2; ///< `per_cycle`.
  unsigned VectorPerCycle = 0;  ///< `per_cycle`; 0: none.
  bool VectorByRoom = false;    ///< `by_room`, behind a queue.
  /// Of those of integers: keys of the same names.
  unsigned CrowdedFrom = 0, WaitStep = 0;
  bool OneResult = false;

  /// The sections of a model file.
  std::string text() const;
  /// The ways that differ in GeneralPerCycle, CrowdedFrom, WaitStep or
  /// OneResult; none without schedulers.
  std::vector<PortWay> variants() const;
};

/// Ways of all ports alike, with one scheduler for \p General, ports of
/// integers, and with one for each of them, alone or together with a port of
/// accesses; and two for \p Vector. The entries are measured, by
/// findSchedulerSize(); without them, there are only the first.
std::vector<PortWay> listPortChoices(const CoreFigures &F,
                                     llvm::ArrayRef<std::string> General,
                                     llvm::ArrayRef<std::string> Vector,
                                     llvm::ArrayRef<std::string> Accesses);

/// The bytes of code whose micro-ops a cycle delivers, if that is what explains
/// the loops of long instructions; 0 if not.
unsigned findCodeWindow(const CoreFigures &F);

/// Ways in which a cycle may deliver lines of the cache of micro-ops, as items
/// of `pipeline:`, for a core that findCodeWindow() does not explain. Which of
/// them explains the loops of long instructions must be tried.
std::vector<std::string> listCodeWays(const CoreFigures &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_COREMODEL_H
