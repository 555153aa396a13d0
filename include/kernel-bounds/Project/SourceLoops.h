//===- SourceLoops.h - The loops of a source file ------------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which analysed loops are one loop of the source, and at which line its head
/// stands. A compiler makes several loops of one: a vectorized body, a loop for
/// the rest, copies in other functions.
///
/// Example: the loop of `sum` in lines 4 and 5 is compiled to a vectorized loop
/// and one for the rest: one SourceLoop of line 4 with two copies, the
/// vectorized one first.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_PROJECT_SOURCELOOPS_H
#define KERNEL_BOUNDS_PROJECT_SOURCELOOPS_H

#include "kernel-bounds/Compare/LoopRecord.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kernelbounds {

struct SourceLoop {
  unsigned Line = 0; ///< Of the head, or of the call that brought the loop.
  /// What was called there; empty where the loop stands in the file itself.
  std::string Callee;
  /// The one that does most in a trip first. Never empty.
  std::vector<const LoopRecord *> Copies;

  const LoopRecord &main() const { return *Copies.front(); }
};

/// The lines of \p Text, without what ends them.
std::vector<llvm::StringRef> linesOf(llvm::StringRef Text);

/// Whether a loop begins or ends in \p Line, by a word of C, Fortran or Rust:
/// a guess that knows no grammar.
bool namesLoop(llvm::StringRef Line);

/// The loops of \p Loops that stand in \p File (as realPath() has it), whose
/// text is \p Lines, in the order of their lines. They point into \p Loops.
std::vector<SourceLoop> findSourceLoops(llvm::ArrayRef<LoopRecord> Loops,
                                        llvm::StringRef File,
                                        llvm::ArrayRef<llvm::StringRef> Lines);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_PROJECT_SOURCELOOPS_H
