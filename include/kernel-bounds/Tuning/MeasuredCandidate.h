//===- MeasuredCandidate.h - Candidates that were run -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program takes if one loop of one of its sources is compiled with
/// other pragmas, beside what the model says of the loop.
///
/// Example of the text:
/// \code
///   measured: ./bench takes 0.812 s as compiled (5 rounds, spread 0.4 %)
///   place      #pragma GCC  predicted  measured
///   dot.c:3:3  unroll 4         1.60x     1.21x
///   dot.c:3:3  unroll 8         1.60x            left out: its output is
///   another one
/// \endcode
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_MEASUREDCANDIDATE_H
#define KERNEL_BOUNDS_TUNING_MEASUREDCANDIDATE_H

#include "kernel-bounds/Tuning/TuningRecord.h"

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace kernelbounds {

/// Processor time of the program.
struct RunTime {
  double Seconds = 0; ///< 0: not measured.
  double Spread = 0;  ///< Relative.
  /// Two rounds agree within a hundredth.
  bool IsConfirmed = false;
};

enum class CandidateOutcome : uint8_t {
  Measured,
  SameCode,    ///< As the program without it: nothing was run.
  NotCompiled, ///< The compiler refuses the pragma.
  NotBuilt,    ///< The command that builds the program failed.
  OtherExit,   ///< Another exit code than without it.
  OtherOutput, ///< Another standard output than without it.
};
/// "measured", "same-code", "not-compiled", "not-built", "other-exit",
/// "other-output".
llvm::StringRef outcomeName(CandidateOutcome O);

struct MeasuredCandidate {
  std::string File;
  unsigned Line = 0, Column = 0;
  std::vector<std::string> Functions; ///< Symbols that have the loop.
  std::optional<uint64_t> Iterations; ///< As TunedLoop::Iterations.
  LoopHints Hints;
  OuterLoop Outer; ///< Which gets the pragma of Hints.Jam.
  /// Of one iteration of the source, as compiled and with the hints.
  CyclesPerIter Now, Then;
  unsigned Trip = 0; ///< Iterations of the source in a trip; 0: not known.
  CandidateOutcome Outcome = CandidateOutcome::Measured;
  RunTime Time; ///< Of Measured.
};

/// All candidates of a file that were run.
struct MeasuredProgram {
  std::string Run; ///< The command.
  unsigned Rounds = 0;
  RunTime Default;
  bool ComparesOutput = true; ///< The output is the same in each run.
  std::vector<MeasuredCandidate> Candidates;
};

/// What a row of the data set says besides the candidate.
struct DatasetFacts {
  std::string Compiler, Flags, Cpu, HostCpu;
  PragmaDialect Dialect = PragmaDialect::Clang;
};

void printMeasuredText(llvm::raw_ostream &OS, const MeasuredProgram &P,
                       PragmaDialect D);
/// An object; docs/reference/json.md has the keys.
void writeMeasured(llvm::json::OStream &J, const MeasuredProgram &P,
                   PragmaDialect D);
/// CSV with a row for the program as it is compiled, and one for each
/// candidate. docs/guides/tune-a-loop.md has the columns.
void printDataset(llvm::raw_ostream &OS, const MeasuredProgram &P,
                  const DatasetFacts &Facts);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_MEASUREDCANDIDATE_H
