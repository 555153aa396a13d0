//===- LoadReuse.h - Loads of bytes that were loaded before -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loads of a loop read bytes that a register could have kept.
///
/// Example: `a[i] + a[i + 1]`: what is a[i + 1] in this iteration is a[i] in
/// the next, so that the load of a[i] has its bytes from one iteration before.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_GRAPH_LOADREUSE_H
#define KERNEL_BOUNDS_GRAPH_LOADREUSE_H

#include "kernel-bounds/Graph/MemoryDependence.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelbounds {

struct LoadReuse {
  uint32_t Inst, From; ///< Into Kernel::Insts; From is Inst if invariant.
  uint32_t Distance;   ///< Iterations from From's load to that of Inst.
  bool IsInvariant;    ///< The address does not change while the loop runs.
  /// A store that goes at another pace may write the bytes now and then.
  bool IfApart = false;
};

struct LoadReuseOptions {
  /// Iterations for which a register may hold a value.
  unsigned MaxDistance = 4;
  /// As Memory was found with, see MemoryDependenceOptions.
  unsigned ReorderBuffer = 512;
  KnownMemory *Known = nullptr;
};

/// Loads of a kernel of which all bytes were loaded before by an access of the
/// same width, and no store writes them again and again.
/// \p Memory are all read after write dependences, those that may be included.
/// Slots on the stack are left out: the compiler had no register for them. At
/// most one entry for each instruction, in program order. O(accesses * log),
/// and O(stores) for each entry.
std::vector<LoadReuse> findLoadReuse(KernelAddresses &Addresses,
                                     llvm::ArrayRef<MemoryDependence> Memory,
                                     const LoadReuseOptions &O);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_GRAPH_LOADREUSE_H
