//===- MeasuredCandidate.cpp - Candidates that were run -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/MeasuredCandidateTest.cpp and
/// test/Tuning/measure.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/MeasuredCandidate.h"
#include "TextTable.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral Outcomes[] = {"measured",     "same-code",
                                             "not-compiled", "not-built",
                                             "other-exit",   "other-output"};

StringRef kernelbounds::outcomeName(CandidateOutcome O) {
  return Outcomes[static_cast<unsigned>(O)];
}

static std::string decimal(double Value, unsigned Places) {
  std::string Text;
  raw_string_ostream(Text) << format("%.*f", static_cast<int>(Places), Value);
  return Text;
}

static double gainOf(const MeasuredProgram &P, const MeasuredCandidate &C) {
  return C.Time.Seconds > 0 ? P.Default.Seconds / C.Time.Seconds : 0;
}

static StringRef remarkOn(const MeasuredCandidate &C) {
  switch (C.Outcome) {
  case CandidateOutcome::Measured:
    return C.Time.IsConfirmed ? "" : "no two rounds agree";
  case CandidateOutcome::SameCode:
    return "the same code";
  case CandidateOutcome::NotCompiled:
    return "left out: the compiler refuses it";
  case CandidateOutcome::NotBuilt:
    return "left out: the program cannot be built";
  case CandidateOutcome::OtherExit:
    return "left out: its exit code is another one";
  case CandidateOutcome::OtherOutput:
    return "left out: its output is another one";
  }
  return "";
}

void kernelbounds::printMeasuredText(raw_ostream &OS, const MeasuredProgram &P,
                                     PragmaDialect D) {
  OS << "\nmeasured: " << escapeControls(P.Run) << " takes "
     << decimal(P.Default.Seconds, 3) << " s as compiled (" << P.Rounds
     << (P.Rounds == 1 ? " round" : " rounds");
  if (P.Default.IsConfirmed)
    OS << ", spread " << decimal(P.Default.Spread * 100, 1) << " %)\n";
  else
    OS << ", of which no two agree)\n";
  TextTable Table({"place", pragmaWords(D).str(), "predicted", "measured", ""},
                  {2, 3});
  for (const MeasuredCandidate &C : P.Candidates) {
    const bool IsMeasured = C.Outcome == CandidateOutcome::Measured;
    Table.add({escapeControls(sys::path::filename(C.File)) + ":" +
                   utostr(C.Line) + ":" + utostr(C.Column),
               hintsText(C.Hints, C.Outer, D), timesAsFast(C.Now, C.Then) + "x",
               IsMeasured ? decimal(gainOf(P, C), 2) + "x" : "",
               remarkOn(C).str()});
  }
  Table.print(OS);
  OS << "predicted: how many times as fast the loop is; measured: how many "
        "times as fast the whole\nprogram is, by its processor time.\n";
  if (!P.ComparesOutput)
    OS << "The output of the program differs from run to run and is not "
          "compared.\n";
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

static void writeTime(json::OStream &J, const RunTime &T) {
  J.attribute("seconds", T.Seconds);
  J.attribute("spread", T.Spread);
  J.attribute("confirmed", T.IsConfirmed);
}

void kernelbounds::writeMeasured(json::OStream &J, const MeasuredProgram &P,
                                 PragmaDialect D) {
  J.attribute("run", json::fixUTF8(P.Run));
  J.attribute("rounds", P.Rounds);
  writeTime(J, P.Default);
  J.attribute("compares_output", P.ComparesOutput);
  J.attributeArray("candidates", [&] {
    for (const MeasuredCandidate &C : P.Candidates)
      J.object([&] {
        J.attribute("line", C.Line);
        J.attribute("column", C.Column);
        J.attribute("pragma", C.Hints.pragma(D));
        writeOuterPragma(J, C.Hints, C.Outer);
        J.attribute("predicted", C.Now.toDouble() / C.Then.toDouble());
        J.attribute("outcome", outcomeName(C.Outcome));
        if (C.Outcome != CandidateOutcome::Measured)
          return;
        J.attribute("measured", gainOf(P, C));
        writeTime(J, C.Time);
      });
  });
}

static void writeRow(raw_ostream &OS, ArrayRef<std::string> Cells) {
  for (const std::string &Cell : Cells) {
    if (&Cell != Cells.begin())
      OS << ',';
    writeCsvCell(OS, Cell);
  }
  OS << '\n';
}

void kernelbounds::printDataset(raw_ostream &OS, const MeasuredProgram &P,
                                const DatasetFacts &Facts) {
  writeRow(OS, ArrayRef<std::string>{"file",
                                     "line",
                                     "column",
                                     "functions",
                                     "compiler",
                                     "flags",
                                     "cpu",
                                     "host_cpu",
                                     "pragma",
                                     "outer_pragma",
                                     "outer_line",
                                     "outer_column",
                                     "vectorize_width",
                                     "interleave_count",
                                     "unroll_count",
                                     "vectorize_predicate",
                                     "distribute",
                                     "unroll_and_jam",
                                     "iterations",
                                     "iterations_per_trip",
                                     "now_cycles",
                                     "predicted_cycles",
                                     "predicted_gain",
                                     "outcome",
                                     "seconds",
                                     "spread",
                                     "confirmed",
                                     "measured_gain",
                                     "rounds"});
  auto Row = [&](const MeasuredCandidate &C, const RunTime &T, bool IsLoop) {
    const bool IsMeasured = C.Outcome == CandidateOutcome::Measured;
    const bool HasOuter = !C.Hints.outerPragma().empty();
    auto Of = [](bool Is, std::string Text) { return Is ? Text : ""; };
    writeRow(
        OS, {C.File,
             Of(IsLoop, utostr(C.Line)),
             Of(IsLoop, utostr(C.Column)),
             join(C.Functions, " "),
             Facts.Compiler,
             Facts.Flags,
             Facts.Cpu,
             Facts.HostCpu,
             C.Hints.pragma(Facts.Dialect),
             C.Hints.outerPragma(),
             Of(HasOuter, utostr(C.Outer.Line)),
             Of(HasOuter, utostr(C.Outer.Column)),
             utostr(C.Hints.Width),
             utostr(C.Hints.Interleave),
             utostr(C.Hints.Unroll),
             utostr(C.Hints.Predicate),
             utostr(C.Hints.Distribute),
             utostr(C.Hints.Jam),
             C.Iterations ? utostr(*C.Iterations) : "",
             Of(IsLoop, utostr(C.Trip)),
             Of(IsLoop, decimal(C.Now.toDouble(), 6)),
             Of(IsLoop, decimal(C.Then.toDouble(), 6)),
             Of(IsLoop,
                IsLoop ? decimal(C.Now.toDouble() / C.Then.toDouble(), 4) : ""),
             outcomeName(C.Outcome).str(),
             Of(IsMeasured, decimal(T.Seconds, 6)),
             Of(IsMeasured, decimal(T.Spread, 4)),
             Of(IsMeasured, T.IsConfirmed ? "yes" : "no"),
             Of(IsMeasured,
                decimal(T.Seconds > 0 ? P.Default.Seconds / T.Seconds : 0, 4)),
             utostr(P.Rounds)});
  };
  MeasuredCandidate AsCompiled;
  if (!P.Candidates.empty())
    AsCompiled.File = P.Candidates.front().File;
  Row(AsCompiled, P.Default, /*IsLoop=*/false);
  for (const MeasuredCandidate &C : P.Candidates)
    Row(C, C.Time, /*IsLoop=*/true);
}
