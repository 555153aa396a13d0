//===- RunTrace.h - Instructions that a run executed ---------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stretches of a run, instruction by instruction: which way the program went,
/// and which addresses it accessed. docs/reference/traces.md describes the
/// file.
///
/// Example: three trips of a loop of four instructions with one load are one
/// stretch with a Path of twelve numbers and three Addresses.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_RUN_RUNTRACE_H
#define KERNEL_BOUNDS_RUN_RUNTRACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kernelbounds {

/// One instruction of the program's code.
struct TraceInst {
  static constexpr unsigned MaxSize = 15;

  uint32_t Module = 0;  ///< Into RunTrace::Modules.
  uint64_t Address = 0; ///< In the file of the module.
  uint8_t Size = 0;     ///< Bytes; 1 to MaxSize.
  /// Memory accesses whose addresses are recorded each time that it runs, in
  /// the order of the kernel's memory references; gathers and prefetches have
  /// none.
  uint8_t NumAccesses = 0;
  std::array<uint8_t, MaxSize> Bytes = {};

  llvm::ArrayRef<uint8_t> bytes() const { return {Bytes.data(), Size}; }
  bool operator==(const TraceInst &O) const = default;
};

/// Instructions that one thread executed one after the other.
struct TraceStretch {
  uint32_t Thread = 0;             ///< Number of the thread.
  std::vector<uint32_t> Path;      ///< Into RunTrace::Insts; not empty.
  std::vector<uint64_t> Addresses; ///< Of the accesses, along the path.
  bool operator==(const TraceStretch &O) const = default;
};

/// By how much the address of an access moved.
struct TraceMove {
  uint32_t Inst = 0; ///< Into RunTrace::Insts.
  uint8_t Access = 0;
  int64_t Bytes = 0;
  bool operator==(const TraceMove &O) const = default;
};

/// A short time behind a stretch, in which its thread ran on and nothing was
/// recorded.
struct TraceWindow {
  uint32_t Stretch = 0;           ///< Into RunTrace::Stretches.
  uint32_t From = 0, To = 0;      ///< Next instructions at its ends.
  uint64_t Nanoseconds = 0;       ///< Of processor time.
  uint64_t CycleFemtoseconds = 0; ///< Of the core at that time; 0: not known.
  /// Of accesses that the stretch made often: where they would have been at the
  /// end, from where they would have been at the beginning.
  std::vector<TraceMove> Moves;
  bool operator==(const TraceWindow &O) const = default;
};

/// A loop that the run spent much time in.
struct TraceLoop {
  uint32_t Module = 0;
  uint64_t Header = 0; ///< Address of its first instruction.
  std::string Function, SourceFile;
  uint32_t SourceLine = 0; ///< 0: not known.
  /// Of the time of the run, in millionths.
  uint32_t Share = 0;
  /// Addresses of the loop's instructions as ranges [first, second).
  std::vector<std::pair<uint64_t, uint64_t>> Ranges;
  bool operator==(const TraceLoop &O) const = default;

  bool contains(uint64_t Address) const;
};

struct RunTrace {
  /// Executed instructions and addresses that all stretches have at most.
  static constexpr uint64_t MaxEntries = uint64_t(1) << 26;

  std::string Triple;
  std::vector<std::string> Modules;
  std::vector<TraceInst> Insts;
  std::vector<TraceLoop> Loops; ///< Those with most time first.
  std::vector<TraceStretch> Stretches;
  std::vector<TraceWindow> Windows;
  bool operator==(const RunTrace &O) const = default;

  /// Of all stretches.
  uint64_t numInstructions() const;
};

/// Writes \p T. O(its size).
void writeTrace(llvm::raw_ostream &OS, const RunTrace &T);
/// Reads what writeTrace() wrote. Fails on other files, other versions, and
/// files that are cut off or damaged; \p Name is that of the file.
llvm::Expected<RunTrace> readTrace(llvm::StringRef Buffer,
                                   llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_RUN_RUNTRACE_H
