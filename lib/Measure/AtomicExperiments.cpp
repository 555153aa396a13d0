//===- AtomicExperiments.cpp - Atomic updates, and moves in a row ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Experiments of x86-64 on updates of memory with a `lock` prefix.
///
/// Tested by unittests/Measure/AtomicExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ExperimentList.h"
#include "kernel-bounds/Measure/CoreExperiments.h"

using namespace kernelbounds;
using namespace llvm;

// All to one place: each waits for the one before, through memory.
void kernelbounds::addAtomicUpdates(ExperimentList &L) {
  const std::pair<StringRef, StringRef> Updates[] = {
      {"atomic.add", "lock addq $1, (%r14)"},
      {"atomic.xadd", "lock xaddq %rax, (%r14)"},
      {"atomic.exchange", "xchgq %rax, (%r14)"},
      {"atomic.compare", "lock cmpxchgq %rcx, (%r14)"}};
  for (const auto &[Name, Code] : Updates)
    L.rate(
        Name, [Code = Code](unsigned) { return Code.str(); }, 1, 4);
}
