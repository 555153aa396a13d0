//===- LoopRecord.h - What is kept of an analysed loop -------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The figures of one loop as plain data that refer to nothing else. A command
/// that looks at many loops at once keeps these, where a LoopResult with its
/// graphs would not fit into memory.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_COMPARE_LOOPRECORD_H
#define KERNEL_BOUNDS_COMPARE_LOOPRECORD_H

#include "kernel-bounds/Advice/Opportunity.h"
#include "kernel-bounds/Bounds/Bound.h"
#include "kernel-bounds/Model/Cycles.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// A line of a source file.
struct RecordedPlace {
  std::string File;
  unsigned Line = 0;
  /// What was called there and inlined into the loop; empty where the line is
  /// the loop's own.
  std::string Callee;
};

struct RecordedInst {
  std::string Text;     ///< One line without control characters.
  std::string Mnemonic; ///< Its first word, prefixes left out.
  unsigned AsmLine = 0, SourceLine = 0; ///< 0 = not known.
  /// SourceLine is a line of the file of LoopRecord::Heads.front().
  bool IsInHeadFile = false;
};

struct RecordedBound {
  Limit Kind = Limit::None;
  CyclesPerIter Cycles;
  std::string Why; ///< One phrase of evidence; empty if it is not shown.
  /// What each instruction adds to the evidence: cycles of a chain, port cycles
  /// or issue slots. Parallel to LoopRecord::Insts, or empty.
  std::vector<CyclesPerIter> Weights;
};

struct LoopRecord {
  std::string File;     ///< The input as the user named it.
  std::string Unit;     ///< Of a folder: the input's path in it. Else empty.
  std::string Function; ///< Symbol; may be empty.
  std::string Demangled, Label;
  std::string Name;  ///< "dot (dot.c:9, label .L4)".
  std::string Title; ///< The same; without the label where the line is known.
  std::string SourceFile;
  /// 0 = not known. LeastLine is the first line of SourceFile in the loop: the
  /// loops that a compiler makes of one begin with different lines of it.
  unsigned SourceLine = 0, LeastLine = 0, AsmLine = 0;
  /// Where the loop is closed, and the calls that were inlined around that
  /// line, the innermost first. Empty if nothing is known.
  std::vector<RecordedPlace> Heads;
  std::string Cpu;
  std::vector<RecordedInst> Insts;
  /// Array elements, and bytes, by which the loop moves on in a trip; 0 = not
  /// known.
  unsigned ElementsPerTrip = 0;
  uint64_t BytesPerTrip = 0;

  CyclesPerIter Prediction;
  CyclesPerIter LargestBound; ///< The prediction without simulation.
  /// What is proved, and what the loop takes at most if accesses overlap; only
  /// where these are other numbers than Prediction.
  std::optional<CyclesPerIter> AtLeast, AtMost;
  std::vector<RecordedBound> Bounds;
  Limit LimitedBy = Limit::None;
  std::string LimitName; ///< "latency", "data": what Verdict names.
  std::string Verdict;   ///< "limited by latency".
  std::string Next;      ///< What would help; empty if nothing is known.
  CyclesPerIter NextCycles;
  Opportunity::Kind NextKind = Opportunity::Kind::None;
  unsigned NextCount = 0, NextUnroll = 0; ///< See Opportunity.
  bool NextIfApart = false;
  std::string Gaps; ///< What the figures leave out; empty if nothing.
  /// What the compiler said of vectorizing the loop; empty if it is not known.
  std::string Vectorizer;

  /// "at least 2.00, at most 26.00 if accesses overlap": what is known of them,
  /// or "".
  std::string otherCases() const;
  /// "13.00 cy/it expected (at least 2.00, at most 26.00 if accesses overlap)",
  /// "4.00 cy/it".
  std::string cyclesText() const;
  /// The bound of \p Kind; null if it was not taken.
  const RecordedBound *bound(Limit Kind) const {
    for (const RecordedBound &B : Bounds)
      if (B.Kind == Kind)
        return &B;
    return nullptr;
  }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_COMPARE_LOOPRECORD_H
