//===- CoreSizes.h - Widths and sizes of a core -----------------*- C++ -*-===//
//-*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the simulator knows of a core besides ports and latencies.
///
/// Example: Skylake-X renames 4 fused micro-ops a cycle into a reorder buffer
/// of 224 and a scheduler of 97, retires 4 a cycle, and picks ports at rename.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_CORESIZES_H
#define KERNEL_BOUNDS_SIMULATION_CORESIZES_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Model/PortModel.h"
#include <algorithm>
#include <vector>

namespace kernelbounds {

/// A scheduler for the micro-ops that wait for one of a set of ports.
struct PortScheduler {
  PortSet Ports;        ///< In no other scheduler.
  unsigned Entries;     ///< Micro-ops; at least 1.
  uint8_t PerCycle = 0; ///< See SchedulerDecl, as the next.
  uint8_t CrowdedFrom = 0;
  uint8_t WaitStep = 0;
  bool OneResult = false;
  bool ResultsInTurn = false;
  bool ByRoom = false;
  uint16_t Queue = 0;
  uint8_t Release = 0;
  uint8_t ThirdOperand = PortSet::MaxPorts; ///< A port; MaxPorts: none.
  bool hasThirdOperand() const { return ThirdOperand < PortSet::MaxPorts; }
};

/// A unit whose results leave by other ports than those of its micro-ops, by
/// one after the other.
struct ResultWay {
  uint8_t Unit;
  PortSet Ports;
};

/// A core as the simulator sees it. All sizes are at least 1.
struct CoreSizes {
  static constexpr unsigned Unlimited = 1u << 20;
  /// Where neither a model nor LLVM gives a reorder buffer.
  static constexpr unsigned AssumedReorderBuffer = 256;
  /// Fused micro-ops that wait between the front end and rename.
  static constexpr unsigned AssumedQueue = 64;

  unsigned IssueWidth = Unlimited;  ///< Fused micro-ops renamed per cycle.
  unsigned RetireWidth = Unlimited; ///< Fused micro-ops per cycle.
  unsigned ReorderBuffer = AssumedReorderBuffer; ///< Fused micro-ops.
  unsigned Scheduler = Unlimited;                ///< Micro-ops.
  /// Where ports or groups of them have schedulers of their own.
  std::vector<PortScheduler> Schedulers = {};
  /// Entries of the queue in front of those that have one; 0: none has.
  unsigned queueSize() const {
    unsigned Size = 0;
    for (const PortScheduler &S : Schedulers)
      Size = std::max<unsigned>(Size, S.Queue);
    return Size;
  }
  unsigned LoadBuffer = Unlimited, StoreBuffer = Unlimited; ///< Entries.
  /// Results in flight, from rename to retirement, for general registers and
  /// for those of vectors and floating point.
  unsigned IntegerRegisters = Unlimited, VectorRegisters = Unlimited;
  /// A load that read before a store to the same place knew its address is
  /// fetched again DisambiguationClear cycles after that address. Then it waits
  /// for the addresses of stores for so many executions (Hold), and starts so
  /// many cycles after them (Wait), and after the data of those that it may
  /// meet (Data; 0: it does not wait for data). Hold 0: loads know what they
  /// will meet.
  unsigned DisambiguationHold = 0, DisambiguationWait = 0;
  unsigned DisambiguationData = 0, DisambiguationClear = 0;
  /// So waits also a load that meets a store which has not left yet, in more
  /// than one of so many executions; 0: it does not.
  unsigned DisambiguationMet = 0;
  /// 1: it waits for the addresses of those stores alone that it may meet.
  unsigned DisambiguationOwn = 0;
  /// Cycles from rename to the earliest start, and from retirement until the
  /// entry can be used again.
  unsigned StartDelay = 1, FreeDelay = 1;
  PortChoice Choice = PortChoice::AtDispatch;
  /// A micro-op that waits for one of these units keeps its port busy, from the
  /// cycle on in which it could start otherwise.
  PortSet BlockingUnits = {};
  /// What a micro-op on such a unit makes takes the one result of a port with
  /// OneResult in its cycle.
  std::vector<ResultWay> ResultWays = {};
  bool CrossingsAreApart = false; ///< See LineCrossingRule::IsApart.
  /// Loads of a cycle that may read the same BankBytes bytes of lines of the
  /// first-level cache; 0: any number.
  unsigned LoadsPerBank = 0, BankBytes = 0;
  std::vector<RenameLimit> RenameLimits = {};
  /// An instruction with at most so many issue slots is renamed in one cycle.
  unsigned SlotsTogether = 0;
  bool InOrder = false; ///< Micro-ops start in program order.
  /// Cycles that the front end needs for one iteration; 0: no limit.
  CyclesPerIter FrontEnd;
  unsigned FrontEndQueue = AssumedQueue;
  /// The reorder buffer is not known and AssumedReorderBuffer is used.
  bool IsWindowAssumed = false;
};

/// The sizes that \p Model gives. What it leaves out is unlimited, but for the
/// reorder buffer (see IsWindowAssumed).
CoreSizes coreSizesOf(const PortModel &Model);

struct Analysis;
/// Those of the model of \p A, with the rate at which the front end, or the
/// closing branch if that is slower, lets the loop through.
CoreSizes coreSizesOf(const Analysis &A);

struct MappedKernel;
/// Cycles in which an iteration of \p M is expected to be renamed by
/// unlaminatedCycles(); 0: nothing is un-laminated, or the slots alone decide.
/// O(instructions).
CyclesPerIter unlaminatedCycles(const MappedKernel &M);

/// Cycles that an iteration of \p M is expected to take at least by the
/// ExecutedWidthRule of its model, each micro-op counted by the share of its
/// ports that the rule names; 0 if there is none, or it does not hold for such
/// loops. O(micro-ops).
CyclesPerIter executedCycles(const MappedKernel &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_CORESIZES_H
