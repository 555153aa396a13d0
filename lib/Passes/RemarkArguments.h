//===- RemarkArguments.h - Parts of remarks ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the files that emit remarks share.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_REMARKARGUMENTS_H
#define KERNEL_BOUNDS_LIB_PASSES_REMARKARGUMENTS_H

#include "kernel-bounds/Model/Cycles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DiagnosticInfo.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct AnalyzedLoop;
struct MemoryDependence;
struct RecordedLoop;
class LoopRemarks;
class RemarkLog;

constexpr const char *PassName = "kernel-bounds";
using NV = llvm::DiagnosticInfoOptimizationBase::Argument;

/// An integer in thousandths of a cycle under \p Key + "Milli".
template <typename Remark>
void addCycles(Remark &R, llvm::StringRef Key, const CyclesPerIter &C) {
  R << NV((Key + "Milli").str(), C.milli());
}

/// \p Name with its middle left out where it has more than \p Most characters.
std::string shortened(const std::string &Name, size_t Most = 20);

/// What people call \p Symbol: demangled, without arguments.
std::string nameOfSymbol(const std::string &Symbol);

/// Source lines of \p Insts and what they access, each once: "lines 4, 5 of
/// 'a'"; empty without debug information.
std::string describePlaces(const AnalyzedLoop &L,
                           llvm::ArrayRef<uint32_t> Insts);

/// When what is expected does not hold: " if line 9's store overwrites what
/// line 7's load reads"; " by the bounds" where nothing but the simulated
/// core exceeds them.
std::string atLeastCase(const AnalyzedLoop &L);

void emitMemoryDependences(LoopRemarks &Out, const AnalyzedLoop &L);
void emitPossibleDependence(LoopRemarks &Out, const AnalyzedLoop &L);

/// What a run found: trips, whether pointers met, cycles.
void emitRecordedRun(LoopRemarks &Out, const AnalyzedLoop &L);
/// Whether pointers met in a recorded run that may meet.
bool pointersMet(const AnalyzedLoop &L);
/// What a recorded run says of pointers that may meet, to be put behind what
/// they would cost; empty if nothing is known of it.
std::string recordedMeeting(const AnalyzedLoop &L);
/// Says at \p L that \p R fits no loop, or several.
void emitProfileMismatch(RemarkLog &Log, const AnalyzedLoop &L,
                         const RecordedLoop &R, bool FitsSeveral);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_REMARKARGUMENTS_H
