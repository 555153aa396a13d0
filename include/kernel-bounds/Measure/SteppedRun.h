//===- SteppedRun.h - How often each instruction ran ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Steps through one call of a kernel and counts. The very object that is
/// measured is stepped, nothing is compiled anew.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_STEPPEDRUN_H
#define KERNEL_BOUNDS_MEASURE_STEPPEDRUN_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "kernel-bounds/Kernel/Listing.h"
#include "kernel-bounds/Measure/DataFlow.h"
#include "kernel-bounds/Measure/LoadedKernel.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace llvm {
class MCRegisterInfo;
} // namespace llvm

namespace kernelbounds {

struct SteppedRun {
  /// Executions of each instruction of the listing.
  std::vector<uint64_t> Executions;
  /// The blocks in the order in which they ran, each by its first instruction.
  std::vector<uint32_t> Blocks;
  uint64_t NumSteps = 0;
  /// Steps outside of the listing: in callees.
  uint64_t NumOutside = 0;
  /// Accesses of the kernel's instructions, and the lines that miss a cache of
  /// 32 KiB when the same accesses come a second time. Gathers are not seen.
  uint64_t NumAccesses = 0, NumMisses = 0;
  /// Where the operands came from; empty without StepOptions::WithAccesses.
  DataFlow Flow;
};

struct StepOptions {
  int Cpu = -1; ///< To run on; -1 = any.
  uint64_t MaxSteps = 2'000'000;
  bool WithAccesses = true;
};

/// Calls kernel_init() and kernel() with the largest trip count, as is done
/// before cycles are taken: what sorts its data finds them sorted from then on.
/// Then steps through kernel(\p N). \p Code is the listing
/// of the object and \p Insts its instructions, in the same order. Fails with
/// NotPermitted where the system allows no stepping.
llvm::Expected<SteppedRun> stepKernel(const LoadedKernel &K, long N,
                                      const Listing &Code, const Kernel &Insts,
                                      const llvm::MCRegisterInfo &MRI,
                                      const StepOptions &Options);

/// Fails with NotPermitted where a process may not step through its child.
llvm::Error checkStepping();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_STEPPEDRUN_H
