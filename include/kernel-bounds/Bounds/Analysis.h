//===- Analysis.h - Every bound of one loop, with its reason ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gathers the bounds of a mapped kernel with their witnesses and the verdict.
/// Reports read an Analysis and compute nothing.
///
/// Example: a strict double dot product on Skylake-X has TP 1.00 (two loads a
/// cycle on p23), LCD 4.00 (vaddsd to itself), CP 13.00; the prediction
/// is 4.00, limited by latency.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_ANALYSIS_H
#define KERNEL_BOUNDS_BOUNDS_ANALYSIS_H

#include "kernel-bounds/Bounds/Bound.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Graph/DependencyGraph.h"
#include "kernel-bounds/Graph/GraphBuilder.h"
#include "kernel-bounds/Graph/LineCrossings.h"
#include "kernel-bounds/Kernel/MappedKernel.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace kernelbounds {

/// What must be faster for the loop to be: the bounds once more with some of
/// them divided by a factor.
struct Verdict {
  /// The factor: 15 % faster.
  static constexpr unsigned Num = 23, Den = 20;

  /// The largest bound first. Several: none alone would help, all together do.
  llvm::SmallVector<Bottleneck, 2> Limits;
  CyclesPerIter Base;   ///< The prediction.
  CyclesPerIter Faster; ///< With Limits faster.
  /// What then keeps the loop from being 15 % faster, too, to a hundredth;
  /// None if nothing.
  Bottleneck Next;

  bool isBalanced() const { return Limits.size() > 1; }
  /// By how much the loop becomes faster, rounded down.
  unsigned gainPercent() const;
};

struct AnalysisOptions {
  PortAssignment Assignment = PortAssignment::Optimal;
  /// Compute PortLoads and GroupLoads, of which the bounds need only the sum
  /// unless Assignment is Uniform.
  bool PerPort = true;
  /// Compute costly bounds, as that of the front end, to the end. Else, where
  /// it neither limits the loop nor would if other limits were faster, it may
  /// be that of a placement that is not the best.
  bool ExactFrontEnd = true;
  /// Reproduce the figures of OSACA's paper of 2019 (see MappingOptions);
  /// implies PortAssignment::Uniform.
  bool CompatOsaca2019 = false;
  bool FastestOperands = false; ///< See MappingOptions.
  /// Dependences through memory, too; never with CompatOsaca2019.
  bool Memory = true;
  bool FalseDependences = false; ///< List write after read and write, too.
  /// Find and list all pairs of accesses that may overlap, not only the first
  /// 4096 of each order; or at least count those that are left out.
  bool AllMayPairs = false, CountMayPairs = false;
  bool Draw = false; ///< Draw the dependences that data decide.
  /// Do not draw them if it takes more fused micro-ops than this until a mean
  /// over what is drawn is known, see IsDrawOverBudget; 0: draw always.
  uint64_t DrawBudget = 0;
  KnownMemory *Known = nullptr; ///< What a compiler knows of the accesses.
  /// A change of the loop is advised if the loop gets faster by more, in
  /// percent of its speed.
  unsigned MinGainPercent = 5;
};

/// Everything that is known about one loop. Refers to its kernel and model.
struct Analysis {
  MappedKernel Mapped;
  AnalysisOptions Options;
  DependencyGraph Graph;       ///< Of the LCD and, but for compat, of the CP.
  DependencyGraph CompatGraph; ///< Of the CP with CompatOsaca2019, else empty.

  /// One of each kind, in the order of Bounds.def.
  std::vector<Bound> Bounds;
  /// Dependences through memory, and what each of them costs.
  std::vector<MemoryDependence> Memory;
  std::vector<ForwardingCost> Forwarding;
  /// Dependences that data decide, for the simulation; empty unless
  /// Options.Draw.
  std::vector<DrawnDependence> Drawn;
  /// Data decide some, but Options.DrawBudget is too small for them.
  bool IsDrawOverBudget = false;
  size_t NumMayLeftOut = 0; ///< Pairs not in Memory, if they are counted.
  CyclesPerIter TP;         ///< Maximum of the resource bounds.
  CriticalCycle LCD;        ///< Of dependences that must be or are expected.
  CriticalCycle ProvedLCD;  ///< Of those that must be.
  CriticalCycle WorstLCD;   ///< With those of one case that may be.
  CriticalPath CP;
  /// Maximum of all bounds: what the loop takes at least if pointers of
  /// different origin do not overlap.
  CyclesPerIter Prediction;
  CyclesPerIter Upper; ///< max(TP, CP): the bracket's other end.
  Limit LimitedBy = Limit::None;
  Verdict Why; ///< Its first limit is LimitedBy.

  /// Load of each port under Options.Assignment, by port. Empty, as is the
  /// next, unless Options.PerPort.
  std::vector<CyclesPerIter> PortLoads;
  /// Share of each micro-op group; see groupOf() and share().
  std::vector<CyclesPerIter> GroupLoads;
  std::vector<UopGroup> Groups;
  /// Group of each of Mapped.Uops.
  std::vector<uint32_t> GroupOf;

  /// The accesses that may cross lines of the cache; empty if the core or the
  /// options do not care.
  LineAccesses Lines;
  /// What loads and stores take of the cache in 64 trips, by ports: each port
  /// reaches one line a cycle. Empty unless an access crosses lines.
  std::vector<UopGroup> LineGroups;

  /// Instructions served by a model file, and by LLVM's tables alone.
  unsigned NumFromModel = 0, NumFromLLVM = 0;

  /// The bound of \p Kind, which is not None; nothing where it was not taken.
  const Bound &bound(Limit Kind) const;
  /// Its cycles; 0 for None.
  CyclesPerIter cycles(Limit Kind) const;
  /// What the loop takes at least, whatever overlaps: the maximum of the bounds
  /// by dependences that must be. At most Prediction.
  CyclesPerIter atLeast() const;
  /// What the bounds are in the worst case of accesses that overlap. At least
  /// Prediction.
  const CyclesPerIter &worst() const {
    return std::max(Prediction, WorstLCD.Ratio);
  }
  /// What makes Prediction more than atLeast(): the first dependence on the LCD
  /// that is only expected or, without one, the first that must be and whose
  /// forwarding may take less than is expected; null if there is none.
  const MemoryDependence *firstExpected() const;
  /// Without such a dependence: the first instruction on the LCD whose result
  /// may come sooner than is expected, as operands decide how long it takes;
  /// nothing if there is none.
  std::optional<uint32_t> firstByOperands() const;
  /// Whether Prediction is more than atLeast(), and why is known.
  bool isExpected() const { return firstExpected() || firstByOperands(); }
  /// What makes worst() more than Prediction: the dependences on WorstLCD that
  /// may be, in its order.
  llvm::SmallVector<const MemoryDependence *, 4> overlaps() const;
  const Kernel &kernel() const { return *Mapped.K; }
  const PortModel &model() const { return *Mapped.Model; }
  /// The graph in which CP is a path.
  const DependencyGraph &pathGraph() const {
    return Options.CompatOsaca2019 ? CompatGraph : Graph;
  }
  /// Cycles that instruction \p Inst puts on \p Port.
  CyclesPerIter portShare(uint32_t Inst, unsigned Port) const;
  /// Cycles that \p Inst adds to the LCD cycle or CP path; 0 if off it.
  std::vector<int64_t> latencyOnLCD() const;
  std::vector<int64_t> latencyOnCP() const;
};

/// Analyses \p K, of which \p Addresses are the addresses, on \p Model.
/// Near-linear in the number of instructions. Whoever has a loop calls
/// analyzeLoop() (Advice/LoopAnalysis.h).
Analysis analyzeKernel(const Kernel &K, PortModel &Model,
                       KernelAddresses &Addresses,
                       const AnalysisOptions &Options);
/// The same. \p NumUnits is TargetSemantics::numUnits().
Analysis analyzeKernel(const Kernel &K, PortModel &Model, unsigned NumUnits,
                       const AnalysisOptions &Options);

/// Sets the resource bounds of \p A, TP and what of them is the largest, from
/// A.Mapped and, if they are known, \p Addresses. Once they reach \p Enough,
/// the costly ones are left out.
void computeThroughput(Analysis &A, KernelAddresses *Addresses,
                       const CyclesPerIter *Enough = nullptr);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_ANALYSIS_H
