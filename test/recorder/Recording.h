//===- Recording.h - Pairs of store and load that a run has -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bookkeeping of the recorder, apart from how the program is run: it is
/// told of each instruction in turn and of the bytes that it reads and writes.
///
/// Example: a loop at 0x1000 stores 8 bytes at 0x1008 and loads them at 0x1000
/// three iterations later, 97 times in 100 iterations: the pair {store 0x1008,
/// load 0x1000, Delta 3, Bytes 8} with Count 97.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TEST_RECORDER_RECORDING_H
#define KERNEL_BOUNDS_TEST_RECORDER_RECORDING_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <compare>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kernelbounds {

/// A load that reads what a store of the same run of the loop wrote last.
/// Instructions are numbers that the caller chose.
struct RecordedPair {
  uint32_t Store, Load;
  uint32_t Delta; ///< Iterations from the store to the load.
  uint32_t Bytes; ///< That the load has from the store.
  auto operator<=>(const RecordedPair &) const = default;
};

struct PairCount {
  uint64_t Count = 0;    ///< Executions of the load.
  uint64_t InWindow = 0; ///< Of them with the store inside the window.
  /// Executions for which the store had written these bytes, but one to
  /// MaxHistory - 1 later stores had written them again.
  uint64_t Overwritten = 0;
};

/// One way in which a loop ran from entry to exit.
struct LoopRun {
  uint32_t Iterations = 0;
  /// Accesses that some iterations left out: first and number of iterations
  /// that had them.
  std::map<uint32_t, std::vector<std::pair<uint32_t, uint32_t>>> Partial;
  auto operator<=>(const LoopRun &) const = default;
};

struct RecordedLoop {
  std::map<RecordedPair, PairCount> Pairs;
  std::map<LoopRun, uint64_t> Runs; ///< With how often there was one.
  std::vector<uint32_t> Accesses;   ///< Loads and stores, set by the caller.
  bool HasCall = false;             ///< Which may have stored anything.
};

/// Follows one run of the program.
class Recording {
public:
  static constexpr unsigned NoLoop = ~0u;
  static constexpr unsigned MaxHistory = 4;

  Recording(std::vector<RecordedLoop> &Loops, unsigned Window)
      : Loops(Loops), Window(Window) {}

  /// The next instruction is one of \p Loop (or NoLoop), its header's first if
  /// \p IsHeader. A repeated string instruction may be told of repeatedly.
  void instruction(unsigned Loop, bool IsHeader);
  /// It reads or writes memory. All reads are told of before the writes.
  void executes(uint32_t Inst);
  void load(uint32_t Inst, uint64_t Address, unsigned Bytes);
  void store(uint32_t Inst, uint64_t Address, unsigned Bytes);
  /// It calls code that is not followed.
  void call();
  /// The function is left.
  void finish() { instruction(NoLoop, false); }

private:
  struct Writer {
    uint64_t Run = 0, Time = 0;
    uint32_t Inst = 0, Iteration = 0;
  };
  void closeRun();

  std::vector<RecordedLoop> &Loops;
  unsigned Window;
  uint64_t Time = 0;
  uint64_t RunId = 0; ///< Runs so far; unique for each.
  unsigned Current = NoLoop;
  uint32_t Iteration = 0;
  /// By byte; the last first.
  llvm::DenseMap<uint64_t, llvm::SmallVector<Writer, MaxHistory>> Writers;
  std::map<uint32_t, std::vector<uint32_t>> Executed; ///< Iterations, by Inst.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TEST_RECORDER_RECORDING_H
