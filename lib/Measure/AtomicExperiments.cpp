//===- AtomicExperiments.cpp - Atomic updates, and moves in a row ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Experiments of x86-64 on single kinds of instructions whose figures depend
/// on how many there are or what they do.
///
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ExperimentList.h"
#include "kernel-bounds/Measure/CoreExperiments.h"
#include "llvm/Support/FormatVariadic.h"

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

ArrayRef<unsigned> kernelbounds::numsMovesInRow() {
  static constexpr unsigned Nums[] = {2, 3, 4, 6, 8};
  return Nums;
}

// A product, so that moves which are not eliminated are seen apart from it; the
// last move is back to the register of the product.
void kernelbounds::addMovesInRow(ExperimentList &L) {
  static constexpr StringLiteral Others[] = {"r8",  "r9",  "r10", "r11",
                                             "r12", "rbp", "rsi"};
  for (unsigned N : numsMovesInRow()) {
    std::string Text = "imul %rax, %rax", From = "rax";
    for (unsigned I = 0; I < N; ++I) {
      const std::string To = I + 1 == N ? "rax" : Others[I].str();
      Text += "\nmov %" + From + ", %" + To;
      From = To;
    }
    L.chain(formatv("move.row.{0}", N).str(), Text, {{"op.imul", 1}});
  }
}
