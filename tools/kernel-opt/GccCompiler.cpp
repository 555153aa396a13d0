//===- GccCompiler.cpp - A source compiled by gcc in several ways ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A compiled loop is the loop of the source in whose brackets its last line
/// stands, or else the innermost one that has all of its lines, by debug
/// information, which gcc makes without a change of the code.
/// Tested by test/Tuning/gcc.test.
//
//===----------------------------------------------------------------------===//

#include "GccCompiler.h"
#include "LoopPlaces.h"
#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Report/Record.h"
#include "kernel-bounds/Tuning/RunsOnce.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

/// Micro-ops of a loop's simulation, as the tool has it by default.
constexpr uint64_t SimulationBudget = 1 << 18;

/// What `kernel-opt tune` needs of a loop: no texts, no advice.
static constexpr ReportInfo NoReport = {"", "", nullptr};

static CommandLine analysisOf(const TuneCommandLine &Options) {
  CommandLine Out;
  Out.Cpu = Options.Cpu;
  Out.ModelFile = Options.ModelFile;
  Out.Quiet = Options.Quiet;
  Out.Format = &NoReport;
  return Out;
}

GccCompiler::GccCompiler(const TuneCommandLine &Options, SourceVariants Sources)
    : Options(Options), Variants(std::move(Sources)),
      Statements(findLoopStatements(Variants.source())),
      Analysis(analysisOf(Options)), Machines(Analysis, Options.Quiet),
      Wanted(Options.Function.empty() ? "." : Options.Function) {}

Expected<std::unique_ptr<GccCompiler>>
GccCompiler::create(const TuneCommandLine &Options, StringRef Program) {
  // gcc reads no pragma and no #line in it.
  if (is_contained({".i", ".ii"}, sys::path::extension(Options.File)))
    return createStringError("'" + Options.File +
                             "' is preprocessed; name the source that it was "
                             "made from");
  Expected<SourceVariants> Variants = SourceVariants::create(Options, Program);
  if (!Variants)
    return Variants.takeError();
  std::unique_ptr<GccCompiler> Out(
      new GccCompiler(Options, std::move(*Variants)));
  if (std::string Why; !Out->Wanted.isValid(Why))
    return createStringError("--function=" + Options.Function + ": " + Why);
  return Out;
}

Expected<GccCode> GccCompiler::compile(ArrayRef<unsigned> Unroll,
                                       ArrayRef<StringRef> Flags) {
  std::vector<PragmaAt> Pragmas;
  for (auto [S, Count] : zip(Statements, Unroll))
    if (Count != 0)
      Pragmas.push_back({S.Offset, "GCC unroll " + utostr(Count)});
  const std::string Object = Variants.folder().file("kernel.o");
  if (Error E =
          Variants.compile(Pragmas, Flags, Object, /*WithDebugInfo=*/true))
    return createStringError(toString(std::move(E)) +
                             "; the flags behind '--' must compile the file");
  Expected<GccCode> Code = analyze(Object);
  if (Code)
    return Code;
  // The object is gone when the user reads this.
  std::string Why = toString(Code.takeError());
  if (StringRef(Why).starts_with(Object))
    Why.replace(0, Object.size(), "'" + Options.File + "'");
  return createStringError(Why);
}

Expected<GccCode> GccCompiler::analyze(const std::string &Object) {
  if (Analysis.Cpu.empty() && Analysis.ModelFile.empty()) {
    Expected<std::string> Core =
        coreOf(Analysis, Object, namedCores(Variants.command()));
    if (!Core)
      return Core.takeError();
    Analysis.Cpu = *Core;
  }
  Expected<std::unique_ptr<InputFile>> File = openInput(Analysis, Object);
  if (!File)
    return File.takeError();
  Expected<Machine &> M = Machines.get((*File)->target(), (*File)->triple());
  if (!M)
    return M.takeError();
  Cpu = M->Model->cpu().str();
  BorrowedFrom = M->Model->borrowedFrom().str();
  GccCode Out;
  for (unsigned Piece = 0; Piece < (*File)->numPieces(); ++Piece) {
    const std::shared_ptr<const Input> In = (*File)->read(Piece);
    for (unsigned F = 0; F < In->code().Functions.size(); ++F)
      analyzeFunction(*In, F, *M, Out);
  }
  return Out;
}

bool GccCompiler::isSource(StringRef File) {
  SmallString<256> Path(File);
  sys::path::make_absolute(Variants.command().Directory, Path);
  return realPath(Path) == realPath(Options.File);
}

/// The loop of the source that \p L is, or a number for where it stands.
size_t GccCompiler::statementOf(const LoopRecord &L) {
  for (const RecordedPlace &P : L.Heads) {
    if (P.Line == 0 || !isSource(P.File))
      continue;
    // The step or the condition may be a function of its own, as that of an
    // iterator is. Whatever else is called there has loops of its own.
    if (!P.Callee.empty() && !StringRef(P.Callee).contains("operator"))
      break;
    if (std::optional<size_t> S = findStatementAt(Statements, P.Line))
      return *S;
  }
  // Of loops of vectors gcc often drops the line of the condition.
  if (!L.Heads.empty() && L.Heads.front().Callee.empty() &&
      isSource(L.Heads.front().File)) {
    unsigned First = L.Heads.front().Line, Last = First;
    for (const RecordedInst &I : L.Insts)
      if (I.SourceLine != 0 && I.IsInHeadFile) {
        First = std::min(First, I.SourceLine);
        Last = std::max(Last, I.SourceLine);
      }
    if (std::optional<size_t> S = findStatementAround(Statements, First, Last))
      return *S;
  }
  const std::pair<std::string, unsigned> Place =
      L.Heads.empty() ? std::pair<std::string, unsigned>()
                      : std::pair(L.Heads.front().File, L.Heads.front().Line);
  return Elsewhere.try_emplace(Place, Statements.size() + Elsewhere.size())
      .first->second;
}

static std::string problemOf(const LoopResult &R, const LoopBody &Body,
                             bool IsRead) {
  if (!R.Bounds.kernel().Calls.empty())
    return "it calls functions";
  if (!IsRead || !R.Bounds.Mapped.isComplete())
    return "the model does not know all of its instructions";
  if (Body.NumOtherBlocks != 0)
    return "data decide which way its iterations go";
  if (R.Simulation && R.Simulation->isHeldByData())
    return "data decide which of its accesses meet";
  return "";
}

static GccLoop gccLoopOf(const LoopResult &R, const LoopRecord &Record,
                         std::string Problem) {
  GccLoop Out;
  Out.Steps = findAccessSteps(R.Bounds);
  Out.NumAccesses = R.Body->Mems.size();
  Out.Cycles = R.prediction();
  Out.AtLeast = R.Bounds.Prediction;
  Out.Problem = std::move(Problem);
  for (const RecordedInst &I : Record.Insts)
    Out.Code += I.Mnemonic + "\n";
  return Out;
}

void GccCompiler::analyzeFunction(const Input &In, unsigned Function,
                                  Machine &M, GccCode &Out) {
  const ListedFunction &F = In.code().Functions[Function];
  const std::vector<LoopBody> &Loops = In.Loops[Function];
  if (Loops.empty() || !Wanted.match(F.Name))
    return;
  LoopOptions O;
  O.Advice = O.Window = false;
  O.Simulate = true;
  O.Simulation.Budget = SimulationBudget;
  std::map<size_t, std::vector<unsigned>> Parts; // By statement.
  for (auto [I, Body] : enumerate(Loops)) {
    const LoopResult R =
        analyzeLoop({In.code(), F, Body, *M.Semantics}, *M.Model, O);
    LoopRecord Record;
    withPlace(Analysis, In, {&F, &Body, ""}, R,
              [&](const LoopPlace &Place) { Record = recordLoop(R, Place); });
    const size_t Statement = statementOf(Record);
    Parts[Statement].push_back(I);
    GccLoops &To = Out.Loops[{F.Name, Statement}];
    if (!Record.Heads.empty()) {
      To.File = Record.Heads.front().File;
      To.Line = Record.Heads.front().Line;
    }
    To.Loops.push_back(
        gccLoopOf(R, Record, problemOf(R, Body, In.numUnread(F, Body) == 0)));
  }
  std::vector<std::vector<unsigned>> Groups;
  for (const auto &[Statement, Indices] : Parts)
    Groups.push_back(Indices);
  const std::vector<CyclesPerIter> Once =
      cyclesOnce(In.code(), F, Loops, Groups, {*M.Semantics, *M.Model});
  for (const auto &[Statement, Indices] : Parts)
    for (auto [L, I] : zip_equal(Out.Loops[{F.Name, Statement}].Loops, Indices))
      L.Once = Once[I];
  for (const ListedBlock &B : F.Blocks)
    for (unsigned I = B.First; I < B.End; ++I)
      Out.Bytes[F.Name] += In.code().Insts[I].Size;
}
