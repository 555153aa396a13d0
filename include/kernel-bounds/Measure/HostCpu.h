//===- HostCpu.h - The processor that this process runs on ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The host's core and its extensions. Everything that depends on the host asks
/// hostCpu(), and nothing else asks LLVM or reads the two variables of the
/// environment that replace the answer:
///
/// - KERNEL_BOUNDS_HOST_CPU=NAME: the core that the host is taken for.
/// - KERNEL_BOUNDS_HOST_LACKS=LIST: extensions that the host is taken not to
///   have, by LLVM's names and separated by commas. `constant-tsc` in the list
///   takes away the time-stamp counter of constant rate, and `port-counters`
///   the counters of micro-ops by port.
///
/// Both are for tests and for cross checks. Code built for a core with
/// extensions that the host lacks is not run.
///
/// A virtual machine may report the model number of another core than its own.
/// It cannot report extensions that the real core lacks. So a name that is
/// contradicted by the extensions is replaced: a host called "rocketlake" that
/// has AMX is a "sapphirerapids".
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_HOSTCPU_H
#define KERNEL_BOUNDS_MEASURE_HOSTCPU_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// Extensions by LLVM's names, and whether the processor has each.
using CpuFeatures = llvm::StringMap<bool>;

/// A core chosen for a host.
struct CpuChoice {
  std::string Name; ///< The core to take the host for.
  /// Extensions that the host has and the core that it reports lacks, in
  /// alphabetical order. Empty if the reported name holds.
  std::vector<std::string> Contradictions;
};

/// Checks the core that an x86-64 host reports against what the host has.
/// Vector and matrix extensions count: each core has a fixed set of them. Of
/// the same vendor's cores that have all that the host has, the one with the
/// fewest others is chosen; of equal ones the earliest. The name stays if there
/// is no such core, or if the name is none of a core that LLVM knows.
CpuChoice chooseCpu(llvm::StringRef Reported, const CpuFeatures &Host);

/// Extensions of the x86-64 core \p Cpu that \p Host says it lacks, in
/// alphabetical order. An extension that \p Host does not mention is not
/// counted.
std::vector<std::string> missingFeatures(llvm::StringRef Cpu,
                                         const CpuFeatures &Host);

/// The host, as the environment leaves it.
struct HostCpu {
  std::string Name;     ///< The core to predict for.
  std::string Reported; ///< The core that LLVM names, or the environment.
  std::vector<std::string> Contradictions; ///< As in CpuChoice.
  CpuFeatures Features; ///< Without those that the environment takes away.
  std::vector<std::string> Lacks; ///< Those that are extensions.
  bool IsOverridden = false;      ///< The environment names the core.
  bool MayUseStamps = true;       ///< Else no time-stamp counter is to be used.
  bool MayUseCounters = true;     ///< Else micro-ops are not counted.

  /// The flags that make a compiler build for this host: "-march=native", or
  /// the named core without what is taken away.
  std::vector<std::string> compilerFlags() const;
  /// Why code that was built with \p Flags must not be run here; empty if it
  /// may be. Flags other than -march say nothing.
  std::string whyNotRun(llvm::ArrayRef<std::string> Flags) const;
  /// One sentence about the Contradictions; empty if there are none.
  std::string note() const;
};

/// Makes a HostCpu of what the processor says and of the two variables, each
/// empty if it is not set.
HostCpu makeHostCpu(llvm::StringRef Reported, CpuFeatures Features,
                    llvm::StringRef CpuVariable, llvm::StringRef LacksVariable);

/// The host of this process; asked for once.
const HostCpu &hostCpu();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_HOSTCPU_H
