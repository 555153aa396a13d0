//===- MachineFacts.h - On which machine something was measured -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Processor, microcode, hardware threads, clock, and the extensions of the
/// instruction set that really run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_MACHINEFACTS_H
#define KERNEL_BOUNDS_MEASURE_MACHINEFACTS_H

#include "kernel-bounds/Measure/FormCatalog.h"
#include "kernel-bounds/Measure/LoopRunner.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// A line of the description of a machine.
struct MachineFact {
  std::string Key, Value;
};

/// What the system says of processor \p Cpu, from \p CpuInfo, the text of
/// /proc/cpuinfo: "processor", "family", "microcode", ...
std::vector<MachineFact> describeProcessor(llvm::StringRef CpuInfo,
                                           unsigned Cpu);
/// The same of this machine, with hardware threads and system.
std::vector<MachineFact> describeHost(unsigned Cpu);

/// Extensions of which an instruction runs, and those of which it does not.
struct ExtensionFacts {
  std::vector<std::string> Runs, Lacks;
};
ExtensionFacts tryExtensions(LoopRunner &Runner, const FormBuilder &Builder,
                             const FormCatalog &C);

/// The value of \p Key, or "".
llvm::StringRef valueOf(llvm::ArrayRef<MachineFact> Facts, llvm::StringRef Key);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_MACHINEFACTS_H
