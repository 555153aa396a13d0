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
/// is 4.00, limited by latency, and 4 accumulators would give 1.00.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_ANALYSIS_H
#define KERNEL_BOUNDS_BOUNDS_ANALYSIS_H

#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Graph/DependencyGraph.h"
#include "kernel-bounds/Graph/GraphBuilder.h"
#include "kernel-bounds/Graph/LineCrossings.h"
#include "kernel-bounds/Kernel/MappedKernel.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// What forces the prediction.
enum class Limit : uint8_t {
  None,     ///< An empty loop, or one of which nothing is modelled.
  Ports,    ///< Micro-ops confined to a set of issue ports.
  Unit,     ///< A unit that is not pipelined.
  Issue,    ///< Fused micro-ops over the issue width.
  Latency,  ///< A loop-carried chain of dependences.
  FrontEnd, ///< The micro-op cache and the decoders, by code bytes.
  Branch,   ///< Taken branches.
  Retire    ///< Fused micro-ops over the retire width.
};
/// One word, as in CSV and JSON: "ports", "unit", "issue", "latency",
/// "frontend", "branch", "retire", "none".
llvm::StringRef limitName(Limit L);

/// One resource bound and the instructions that force it.
struct ResourceBound {
  Limit Kind = Limit::None;
  CyclesPerIter Value;
  PortSet Ports;               ///< The saturated set; empty for Issue.
  std::vector<uint32_t> Insts; ///< Those with micro-ops confined to Ports.
  /// Of Ports: loads, or stores, and the lines that they cross force Value, and
  /// Insts are only these.
  bool IsByLines = false;
  /// Whether \p U is one of those that force Value.
  bool counts(const MappedUop &U) const {
    return U.Ports.isSubsetOf(Ports) && (!IsByLines || U.reachesCache());
  }
  /// Cycles that it then takes of them in 64 trips.
  int64_t cyclesOf64(const MappedUop &U) const {
    return IsByLines ? U.cyclesOf64() : int64_t(U.Cycles) * 64;
  }
  unsigned IssueSlots = 0, IssueWidth = 0; ///< For Issue and Retire.
  /// For Issue, where the core counts instructions, too: a fused pair as one.
  unsigned IssueInsts = 0, InstWidth = 0;
  /// Instructions are what forces Value, not slots.
  bool isByInsts() const {
    return uint64_t(IssueInsts) * IssueWidth > uint64_t(IssueSlots) * InstWidth;
  }
};

/// One of the things that hold a loop back.
struct Bottleneck {
  Limit Kind = Limit::None;
  PortSet Ports; ///< Of Ports and Unit.
};

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

/// A change that helps, with the bounds of the changed loop.
struct Opportunity {
  enum class Kind : uint8_t {
    IndependentChains, ///< Split a reduction into Count accumulators.
    /// Unroll by Count: a counter or pointer is then updated once for all.
    Unroll,
    /// Keep what is stored in a register until it is loaded: Count trips
    /// through memory are on the LCD.
    KeepInRegister,
    /// Load with the width and at the place of the store, so that Count loads
    /// on the LCD get its bytes before they are in the cache.
    MatchWidths,
    /// Keep what Count loads read in registers for Iterations iterations, as
    /// many as there are between the loads of the same bytes. 0: for as long as
    /// the loop runs.
    ReuseLoads,
    Reciprocal, ///< Multiply by reciprocals of Count divisors that stay.
    /// The same for integers: by a multiplication and shifts.
    IntegerReciprocal,
    VectorDivide,    ///< Divide Count values of successive iterations at once.
    SinglePrecision, ///< Of Count divisions or square roots.
    AlignLoop,       ///< Start the loop at a multiple of Count bytes.
    PadJumps,        ///< Move Count jumps off the boundaries.
    /// Less code: Count windows are too many for the micro-op cache.
    FitCache,
    PlainAddresses, ///< Count memory operands without an index register.
    WiderVectors,   ///< Vectors of Count bytes.
    /// Run Count iterations at once, instruction by instruction: what each of
    /// them waits for is then near in the window. By simulation.
    Interleave,
    None
  } What = Kind::None;
  unsigned Count = 0;      ///< See Kind.
  unsigned Iterations = 0; ///< Of ReuseLoads.
  unsigned Reductions = 0; ///< Of IndependentChains: each is split into Count.
  /// Of Interleave, ReuseLoads, VectorDivide and WiderVectors: right only if
  /// accesses do not meet that nothing tells apart.
  bool IfApart = false;
  CyclesPerIter From, To;      ///< Prediction now and then, for the same work.
  std::vector<uint32_t> Insts; ///< That are concerned.
};

/// One word, as in JSON: "independent-chains", "unroll", "keep-in-register".
llvm::StringRef opportunityName(Opportunity::Kind K);

struct AnalysisOptions {
  PortAssignment Assignment = PortAssignment::Optimal;
  /// Compute PortLoads and GroupLoads, of which the bounds need only the sum
  /// unless Assignment is Uniform.
  bool PerPort = true;
  /// Compute Analysis::FrontEnd to the end. Else, where it neither limits the
  /// loop nor would if other limits were faster, it may be that of a placement
  /// that is not the best.
  bool ExactFrontEnd = true;
  /// Reproduce the figures of OSACA's paper of 2019 (see MappingOptions);
  /// implies PortAssignment::Uniform.
  bool CompatOsaca2019 = false;
  /// Dependences through memory, too; never with CompatOsaca2019.
  bool Memory = true;
  bool FalseDependences = false; ///< List write after read and write, too.
  bool NextStep = true; ///< Find Analysis::Next: takes changed loops' bounds.
  KnownMemory *Known = nullptr; ///< What a compiler knows of the accesses.
};

/// Everything that is known about one loop. Refers to its kernel and model.
struct Analysis {
  MappedKernel Mapped;
  AnalysisOptions Options;
  DependencyGraph Graph;       ///< Of the LCD and, but for compat, of the CP.
  DependencyGraph CompatGraph; ///< Of the CP with CompatOsaca2019, else empty.

  ResourceBound Ports, Units, Issue, Branches, Retire;
  FrontEndBound FrontEnd;
  /// Dependences through memory, and what each of them costs.
  std::vector<MemoryDependence> Memory;
  std::vector<ForwardingCost> Forwarding;
  CyclesPerIter TP;         ///< Maximum of these.
  CriticalCycle LCD;        ///< Of dependences that must be.
  CriticalCycle LCDWithMay; ///< With those that may be.
  CriticalPath CP;
  CyclesPerIter Prediction; ///< max(TP, LCD).
  CyclesPerIter Upper;      ///< max(TP, CP): the bracket's other end.
  Limit LimitedBy = Limit::None;
  Verdict Why; ///< Its first limit is LimitedBy.
  Opportunity Next;

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

/// Analyses \p K on \p Model. \p NumUnits is TargetSemantics::numUnits().
/// Near-linear in the number of instructions.
Analysis analyzeKernel(const Kernel &K, PortModel &Model, unsigned NumUnits,
                       const AnalysisOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_ANALYSIS_H
