//===- OnePass.h - Code that runs once, from end to end ------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Simulates a program once, from its first instruction to its last: not as a
/// loop that repeats, but as what a run really executed.
///
/// Example: of three dependent additions of 4 cycles, the second retires 4
/// cycles after the first, and the third 4 cycles after the second.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_ONEPASS_H
#define KERNEL_BOUNDS_SIMULATION_ONEPASS_H

#include "kernel-bounds/Bounds/Resource.h"
#include "kernel-bounds/Simulation/CoreSizes.h"
#include "kernel-bounds/Simulation/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace kernelbounds {

/// Says how long the memory accesses of a program take.
class AccessTimer {
public:
  virtual ~AccessTimer() = default;
  /// The loads of instruction \p Inst start in cycle \p T. \returns how many
  /// cycles longer they take than the program says. Called in program order;
  /// \p T need not ascend.
  virtual int64_t load(uint32_t Inst, int64_t T) = 0;
  /// The stores of instruction \p Inst may be written from cycle \p T on.
  /// \returns when they are. Called in program order; \p T ascends.
  virtual int64_t store(uint32_t Inst, int64_t T) = 0;
  /// Whether loads can have to start again at all.
  virtual bool hasBanks() const { return false; }
  /// The load of \p Inst could start in cycle \p T. \returns whether it has to
  /// start again, since an older one reads another line from the same bank; if
  /// not, it starts. Called as load() is.
  virtual bool startsAgain(uint32_t /*Inst*/, int64_t /*T*/) { return false; }
};

/// Runs \p P once on \p M, which begins empty. CoreSizes::FrontEnd is for all
/// of \p P.
/// \p Refetch has, by instruction, the cycles that pass from its execution
/// until the next instruction can be renamed, where the front end went the
/// wrong way; else 0. Empty: it never does. If there is a \p Memory, loads are
/// as late as it says, and stores leave the store buffer in order when it says
/// that they are written. The resources \p Faster are accelerated by
/// \p Factor. \returns the cycle in which each
/// instruction retires, ascending. O(micro-ops).
std::vector<int64_t> simulateOnce(const SimProgram &P, const CoreSizes &M,
                                  llvm::ArrayRef<uint16_t> Refetch = {},
                                  AccessTimer *Memory = nullptr,
                                  llvm::ArrayRef<Resource> Faster = {},
                                  SpeedFactor Factor = {});

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_ONEPASS_H
