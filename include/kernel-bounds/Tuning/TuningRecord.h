//===- TuningRecord.h - What tuning found, as plain data --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of a file with the candidates that were compiled, as the plugin
/// writes them and `kernel-opt tune` reads them.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_TUNINGRECORD_H
#define KERNEL_BOUNDS_TUNING_TUNINGRECORD_H

#include "kernel-bounds/Tuning/HintSearch.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace kernelbounds {

enum class TuningVerdict : uint8_t {
  Gains,     ///< A candidate is better than what the compiler does.
  Left,      ///< None is, by enough.
  Hinted,    ///< The loop has hints of its user, which win.
  NotJudged, ///< Why says what is not known.
};
/// "gains", "left", "hinted", "not-judged".
llvm::StringRef verdictName(TuningVerdict V);

/// "0.063": an iteration of the source often takes a fraction of a cycle.
std::string thousandths(const CyclesPerIter &C);
/// How many times as fast something is that takes \p Then instead of \p Now,
/// with two places: "2.00". \pre Then is not 0.
std::string timesAsFast(const CyclesPerIter &Now, const CyclesPerIter &Then);

/// The place of the loop around a loop.
struct OuterLoop {
  std::string File;
  unsigned Line = 0, Column = 0; ///< 0: not known, or there is none.

  /// "mm.c:13:5", or "the loop around" if the place is not known.
  std::string text() const;
};

/// What \p H asks for where \p Around is the loop around: "#pragma
/// unroll_and_jam(4) before mm.c:13:5, interleave_count(2)". What no pragma
/// asks for is named in words.
std::string hintsText(const LoopHints &H, const OuterLoop &Around,
                      PragmaDialect D);
/// The attribute "outer": the pragma that \p Around gets. Nothing if it gets
/// none.
void writeOuterPragma(llvm::json::OStream &J, const LoopHints &H,
                      const OuterLoop &Around);

/// One loop of one function before the loop passes.
struct TunedLoop {
  std::string File; ///< Of the loop's first token; empty if not known.
  unsigned Line = 0, Column = 0;
  TuningVerdict Verdict = TuningVerdict::NotJudged;
  std::string Why; ///< Of Hinted and NotJudged.
  /// Iterations of the source for which candidates were compared; none: the
  /// mean of typicalTime().
  std::optional<uint64_t> Iterations;
  /// Iterations that a run was seen to do, for which candidates were compared
  /// then; Iterations is none.
  std::optional<TripRange> Seen;
  OuterLoop Outer; ///< To which the pragma of LoopHints::Jam belongs.
  LoopHints Choice;
  /// Cycles for one iteration of the source as compiled, and with Choice.
  CyclesPerIter Now, Then;
  /// Iterations of the source in one trip of the widest loop.
  unsigned NowTrip = 0, ThenTrip = 0;
  /// Values in the widest loop for which there was no register.
  unsigned NowSpills = 0, ThenSpills = 0;
  /// Registers that the widest loop uses, without flags; 0: not known.
  unsigned NowRegisters = 0, ThenRegisters = 0;
  /// Cycles for one iteration with vectors of TunedFunction::WiderBits, and no
  /// hints; none: not tried, or not known.
  std::optional<CyclesPerIter> Wider;
  /// Fewest iterations from which on Choice is not slower; none: there is no
  /// number up to which at least twice as many were compared.
  std::optional<uint64_t> PaysFrom;
  /// The first one is without hints. All were compiled in the same way: with
  /// the rest of the function, as what Now and Then tell of was, or apart from
  /// it.
  std::vector<HintResult> Tried;

  bool isJudged() const {
    return Verdict == TuningVerdict::Gains || Verdict == TuningVerdict::Left;
  }
  /// What candidates in Tried are compared with.
  const CyclesPerIter &triedNow() const {
    return Tried.empty() || !Tried.front().Cycles ? Now : *Tried.front().Cycles;
  }
};

struct TunedFunction {
  std::string Name; ///< Symbol.
  std::string Cpu;  ///< Whose model was asked.
  /// Empty: of its own; else the core whose model it has.
  std::string BorrowedFrom;
  uint64_t NowBytes = 0, ThenBytes = 0; ///< Of code; 0: not known.
  std::vector<TunedLoop> Loops;
  /// Bits of the widest vectors, if the compiler prefers others and they were
  /// tried; 0: they were not.
  unsigned WiderBits = 0;

  /// Bytes of code that all choices together add; none: not known.
  std::optional<int64_t> moreBytes() const {
    if (NowBytes == 0 || ThenBytes == 0)
      return std::nullopt;
    return static_cast<int64_t>(ThenBytes - NowBytes);
  }
};

/// One compilation.
struct TuningRecord {
  std::string Problem; ///< What is wrong with the options; empty if nothing.
  std::vector<TunedFunction> Functions; ///< Those that have loops.
};

/// Adds \p R to an object as \p Key.
void writeRange(llvm::json::OStream &J, llvm::StringRef Key,
                const TripRange &R);

/// One JSON document.
void writeTuningRecord(llvm::raw_ostream &OS, const TuningRecord &R);
/// Reads it back. Fails if \p Text is no such document; \p File is for the
/// message.
llvm::Expected<TuningRecord> readTuningRecord(llvm::StringRef Text,
                                              llvm::StringRef File);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_TUNINGRECORD_H
