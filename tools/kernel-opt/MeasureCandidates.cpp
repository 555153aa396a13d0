//===- MeasureCandidates.cpp - Runs candidates of tune --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All programs are built first. They are run in turn, each round beginning
/// with another one, so that a machine that is slower for a while is slower for
/// all. Of the times of a program that one counts which confirmTiming()
/// chooses. Tested by test/Tuning/measure.test.
//
//===----------------------------------------------------------------------===//

#include "MeasureCandidates.h"
#include "SourceVariants.h"
#include "kernel-bounds/Measure/CycleTimer.h"
#include "kernel-bounds/Measure/ProcessPool.h"
#include "kernel-bounds/Measure/Statistics.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Tuning/LoopStatements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

/// Seconds that a command may take.
constexpr unsigned TimeLimit = 600;
/// Bytes of a file that a command may write: one that prints without end fills
/// no disk.
constexpr uint64_t MostFileBytes = 1 << 30;
/// Shorter runs are mostly the start of the program.
constexpr double LeastSeconds = 0.05;

namespace {

/// A program that was built.
struct Built {
  std::string Object, Program;
  MeasuredCandidate *Of = nullptr; ///< Null: as compiled.
  std::vector<Timing> Times;
};

class CandidateRunner {
public:
  CandidateRunner(const TuneCommandLine &Options, SourceVariants Variants)
      : Options(Options), Variants(std::move(Variants)),
        Statements(findLoopStatements(this->Variants.source())) {}

  Expected<MeasuredProgram> run(ArrayRef<TunedPlace> Places);

private:
  std::optional<size_t> offsetOf(StringRef File, unsigned Line,
                                 unsigned Column) const;
  bool canRun(const HintResult &R, const OuterLoop &Around) const;
  SmallVector<PragmaAt, 2> pragmasOf(const MeasuredCandidate &C) const;
  void addCandidates(const TunedPlace &P);
  Error buildDefault();
  void build(MeasuredCandidate &C);
  std::string fill(StringRef Command, const Built &B) const;
  CommandResult shell(const std::string &Command, StringRef Output) const;
  CommandResult runOnce(Built &B) const;
  std::string said() const;
  bool check(Built &B, const CommandResult &R);
  Error firstRuns();
  void rounds();
  static RunTime timeOf(const Built &B);

  const TuneCommandLine &Options;
  SourceVariants Variants;
  const std::vector<LoopStatement> Statements;
  MeasuredProgram Out;
  std::vector<Built> Programs; ///< The first is as compiled.
  std::string Printed;         ///< By the first one.
};

} // namespace

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Where a loop begins in the text; none if no loop begins at that place.
std::optional<size_t> CandidateRunner::offsetOf(StringRef File, unsigned Line,
                                                unsigned Column) const {
  if (Line == 0 || !sys::fs::equivalent(File, Options.File))
    return std::nullopt;
  for (const LoopStatement &S : Statements)
    if (S.Line == Line && S.Column == Column)
      return S.Offset;
  return std::nullopt;
}

/// Whether pragmas make what \p R is, before the loop itself and \p Around.
bool CandidateRunner::canRun(const HintResult &R,
                             const OuterLoop &Around) const {
  const bool HasOuter = !R.Hints.outerPragma().empty();
  return R.Cycles && R.Hints.Transforms.empty() &&
         (HasOuter || !R.Hints.pragma(Options.Dialect).empty()) &&
         (!HasOuter || offsetOf(Around.File, Around.Line, Around.Column));
}

/// Those of \p C, in the order of their places.
SmallVector<PragmaAt, 2>
CandidateRunner::pragmasOf(const MeasuredCandidate &C) const {
  SmallVector<PragmaAt, 2> Out;
  auto Add = [&](std::optional<size_t> Offset, StringRef Pragma) {
    if (Pragma.consume_front("#pragma "))
      Out.push_back({*Offset, Pragma.str()});
  };
  Add(offsetOf(C.Outer.File, C.Outer.Line, C.Outer.Column),
      C.Hints.outerPragma());
  Add(offsetOf(C.File, C.Line, C.Column), C.Hints.pragma(Options.Dialect));
  return Out;
}

/// The best ones by the model; the choice is among them.
void CandidateRunner::addCandidates(const TunedPlace &P) {
  const TunedLoop &L = P.Loop;
  if (L.Verdict != TuningVerdict::Gains && L.Verdict != TuningVerdict::Left)
    return;
  if (!offsetOf(L.File, L.Line, L.Column))
    return;
  std::vector<const HintResult *> Best;
  for (const HintResult &R : L.Tried)
    if (canRun(R, L.Outer))
      Best.push_back(&R);
  llvm::sort(Best, [&](const HintResult *A, const HintResult *B) {
    auto Key = [&](const HintResult *R) {
      return std::tuple(!(R->Hints == L.Choice), *R->Cycles, R->Hints);
    };
    return Key(A) < Key(B);
  });
  for (const HintResult *R : ArrayRef(Best).take_front(
           std::min<size_t>(Options.MeasureTop, Best.size())))
    Out.Candidates.push_back({Options.File,
                              L.Line,
                              L.Column,
                              P.Functions,
                              L.Iterations,
                              R->Hints,
                              L.Outer,
                              L.triedNow(),
                              *R->Cycles,
                              R->SourceIterations,
                              CandidateOutcome::Measured,
                              {}});
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

static std::string quoted(StringRef Path) {
  std::string Text = "'";
  for (char C : Path)
    Text += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Text + "'";
}

std::string CandidateRunner::fill(StringRef Command, const Built &B) const {
  std::string Text;
  while (!Command.empty()) {
    if (Command.consume_front("{object}"))
      Text += quoted(B.Object);
    else if (Command.consume_front("{program}"))
      Text += quoted(B.Program);
    else {
      Text += Command.front();
      Command = Command.drop_front();
    }
  }
  return Text;
}

CommandResult CandidateRunner::shell(const std::string &Command,
                                     StringRef Output) const {
  ExternalCommand C;
  C.Args = {"/bin/sh", "-c", Command};
  C.Output = Output.str();
  C.Errors = Variants.folder().file("errors");
  C.TimeLimit = TimeLimit;
  C.MostFileBytes = MostFileBytes;
  return runCommand(std::move(C));
}

static std::string textOf(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// The first line that the last command wrote to standard error, after a colon.
std::string CandidateRunner::said() const {
  const std::string Text = textOf(Variants.folder().file("errors"));
  const StringRef Line = StringRef(Text).trim().split('\n').first;
  return Line.empty() ? "" : ": " + Line.str();
}

CommandResult CandidateRunner::runOnce(Built &B) const {
  return shell(fill(Options.Run, B), Variants.folder().file("output"));
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Error CandidateRunner::buildDefault() {
  Built B{
      Variants.folder().file("0.o"), Variants.folder().file("0"), nullptr, {}};
  if (Error E = Variants.compile({}, {}, B.Object, /*WithDebugInfo=*/false))
    return E;
  if (CommandResult R = shell(fill(Options.Build, B), ""); !R.ok())
    return createStringError("the command of --measure failed (" + R.str() +
                             ")" + said());
  Programs.push_back(std::move(B));
  return Error::success();
}

void CandidateRunner::build(MeasuredCandidate &C) {
  const std::string Name = utostr(Programs.size());
  Built B{Variants.folder().file(Name + ".o"),
          Variants.folder().file(Name),
          &C,
          {}};
  if (Error E = Variants.compile(pragmasOf(C), {}, B.Object,
                                 /*WithDebugInfo=*/false)) {
    consumeError(std::move(E));
    C.Outcome = CandidateOutcome::NotCompiled;
    return;
  }
  if (textOf(B.Object) == textOf(Programs.front().Object)) {
    C.Outcome = CandidateOutcome::SameCode;
    return;
  }
  if (!shell(fill(Options.Build, B), "").ok()) {
    C.Outcome = CandidateOutcome::NotBuilt;
    return;
  }
  Programs.push_back(std::move(B));
}

/// Whether \p B still does what it shall after a run with \p R.
bool CandidateRunner::check(Built &B, const CommandResult &R) {
  if (!R.ok()) {
    B.Of->Outcome = CandidateOutcome::OtherExit;
    return false;
  }
  if (Out.ComparesOutput &&
      textOf(Variants.folder().file("output")) != Printed) {
    B.Of->Outcome = CandidateOutcome::OtherOutput;
    return false;
  }
  return true;
}

/// Runs that show whether programs do the same, and are not timed.
Error CandidateRunner::firstRuns() {
  Built &Default = Programs.front();
  for (unsigned Run = 0; Run < 2; ++Run) {
    const CommandResult R = runOnce(Default);
    if (!R.ok())
      return createStringError("the program failed without any candidate (" +
                               R.str() + ")" + said());
    if (Run == 0 && R.Seconds < LeastSeconds && !Options.Quiet)
      errs() << "kernel-opt: note: a run takes less than 50 ms; let the "
                "program repeat its work\n";
    const std::string Text = textOf(Variants.folder().file("output"));
    Out.ComparesOutput = Run == 0 || Text == Printed;
    Printed = Text;
  }
  for (Built &B : MutableArrayRef(Programs).drop_front())
    check(B, runOnce(B));
  erase_if(Programs, [](const Built &B) {
    return B.Of && B.Of->Outcome != CandidateOutcome::Measured;
  });
  return Error::success();
}

void CandidateRunner::rounds() {
  for (unsigned Round = 0; Round < Options.MeasureRounds; ++Round)
    for (size_t I = 0; I < Programs.size(); ++I) {
      Built &B = Programs[(I + Round) % Programs.size()];
      if (B.Of && B.Of->Outcome != CandidateOutcome::Measured)
        continue;
      const CommandResult R = runOnce(B);
      if (B.Of && !check(B, R))
        continue;
      Timing T;
      T.Cycles = R.Seconds;
      T.IsSteady = R.ok();
      T.Rounds = 1;
      B.Times.push_back(T);
    }
}

/// The confirmed time or, without one, the first quartile; the spread is from
/// the first to the third.
RunTime CandidateRunner::timeOf(const Built &B) {
  constexpr double Tolerance = 0.01;
  const Timing T = confirmTiming(B.Times, Tolerance);
  std::vector<double> Seconds;
  Seconds.reserve(B.Times.size());
  for (const Timing &Of : B.Times)
    Seconds.push_back(Of.Cycles);
  llvm::sort(Seconds);
  const double First = quantile(Seconds, 0.25), Third = quantile(Seconds, 0.75);
  const double Chosen = T.IsSteady ? T.Cycles : First;
  return {Chosen, Chosen > 0 ? (Third - First) / Chosen : 0, T.IsSteady};
}

llvm::Expected<MeasuredProgram>
CandidateRunner::run(ArrayRef<TunedPlace> Places) {
  Out.Run = Options.Run;
  Out.Rounds = Options.MeasureRounds;
  for (const TunedPlace &P : Places)
    addCandidates(P);
  if (Error E = buildDefault())
    return std::move(E);
  for (MeasuredCandidate &C : Out.Candidates)
    build(C);
  if (Error E = firstRuns())
    return std::move(E);
  rounds();
  Out.Default = timeOf(Programs.front());
  for (const Built &B : ArrayRef(Programs).drop_front())
    if (B.Of->Outcome == CandidateOutcome::Measured)
      B.Of->Time = timeOf(B);
  return std::move(Out);
}

Expected<MeasuredProgram>
kernelbounds::measureCandidates(const TuneCommandLine &Options,
                                StringRef Compiler,
                                ArrayRef<TunedPlace> Places) {
  Expected<SourceVariants> Variants = SourceVariants::create(Options, Compiler);
  if (!Variants)
    return Variants.takeError();
  return CandidateRunner(Options, std::move(*Variants)).run(Places);
}
