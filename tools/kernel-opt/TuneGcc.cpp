//===- TuneGcc.cpp - Tuning for gcc ---------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many iterations of the source a trip does follows from how far its
/// accesses move, beside those of the same loop without vectors and unrolling,
/// which is compiled for that alone.
///
/// Figures are for a trip of an innermost loop. They say nothing if gcc moves
/// work between loops: if it exchanges a loop with the one around it, computes
/// several trips of the outer one at once, or divides a loop. The code is
/// therefore compiled once more without these; loops that are not the same then
/// are not judged.
///
/// What a loop leaves over gcc does in further loops, or in copies of their
/// trips. Where there are copies, they count as trips of the loops that there
/// are with `#pragma GCC unroll 1`, and the branches that lead to copies of the
/// widest loop's trips as a cycle each.
/// Tested by test/Tuning/gcc.test.
//
//===----------------------------------------------------------------------===//

#include "TuneGcc.h"
#include "GccCompiler.h"
#include "kernel-bounds/Tuning/JointSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace kernelbounds;
using namespace llvm;

/// Nothing that changes how many iterations a trip does, or which loop does
/// them.
static constexpr StringRef AsWritten[] = {"-fno-tree-vectorize",
                                          "-fno-tree-slp-vectorize",
                                          "-fno-unroll-loops",
                                          "-fno-unroll-all-loops",
                                          "-fno-peel-loops",
                                          "-fno-predictive-commoning",
                                          "-fno-unswitch-loops",
                                          "-fno-loop-interchange",
                                          "-fno-loop-unroll-and-jam",
                                          "-fno-tree-loop-distribution",
                                          "-fno-tree-loop-distribute-patterns",
                                          "-fno-split-loops"};
/// Nothing that moves work from one loop to another.
static constexpr StringRef NothingMoved[] = {
    "-fno-loop-interchange", "-fno-loop-unroll-and-jam",
    "-fno-tree-loop-distribution", "-fno-tree-loop-distribute-patterns",
    "-fno-split-loops"};

/// Flags to try; those that this gcc does not know for its target are passed
/// over.
static constexpr StringRef FlagSets[] = {
    "-fno-tree-vectorize",
    "-ftree-vectorize -fvect-cost-model=dynamic",
    "-ftree-vectorize -fvect-cost-model=unlimited",
    "-mprefer-vector-width=128",
    "-mprefer-vector-width=256",
    "-mprefer-vector-width=512",
    "-funroll-loops",
    "-funroll-loops -fvariable-expansion-in-unroller --param "
    "max-variable-expansions-in-unroller=7"};

namespace {

class GccTuner {
public:
  GccTuner(GccCompiler &Compiler, const TuneCommandLine &Options)
      : Compiler(Compiler), Options(Options),
        Search({Options.MinGainPercent, Options.Budget}) {}

  Expected<GccTuning> run();

private:
  std::vector<AccessSteps> stepsOf(const GccKey &Key) const;
  unsigned tripsOf(const GccKey &Key, const GccLoop &L) const;
  unsigned widestOf(const GccCode &Code, const GccKey &Key) const;
  TrialLoop shapeOf(const GccCode &Code, const GccCode &Rolled,
                    const GccKey &Key) const;
  void addRest(const GccKey &Key, const GccCode &Rolled, LoopShape &S) const;
  bool hasMoved(const GccCode &Code, const GccCode &Unmoved,
                const GccKey &Key) const;
  void addLoop(const GccKey &Key, const GccCode &Unmoved);
  std::vector<unsigned> unrollOf(ArrayRef<LoopHints> Hints) const;
  std::vector<unsigned> unrollNothing() const;
  Error compileInto(GccCode &To, ArrayRef<unsigned> Unroll,
                    ArrayRef<StringRef> Flags);
  Error compileRolled();
  std::optional<std::vector<TrialLoop>> compile(ArrayRef<LoopHints> Hints);
  void search();
  void checkChoice(std::vector<TunedLoop> &Loops);
  FlagResult compareWith(const GccCode &Code, const GccCode &OwnRolled,
                         const GccCode &Unmoved) const;
  Expected<FlagResult> tryFlags(StringRef Words);

  GccCompiler &Compiler;
  const TuneCommandLine &Options;
  JointSearch Search;
  /// As it is, as written, and with nothing unrolled.
  GccCode Default, Reference, Rolled;
  std::vector<GccKey> Keys; ///< Of the loops of Search.
  std::set<size_t> Refused; ///< Statements before which no pragma may stand.
  GccCode Last;             ///< What was compiled for Search last.
  GccTuning Out;
};

} // namespace

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The steps of the loop as written; of copies in other functions if this one
/// has none.
std::vector<AccessSteps> GccTuner::stepsOf(const GccKey &Key) const {
  std::vector<AccessSteps> Own, Others;
  for (const auto &[K, Loops] : Reference.Loops)
    for (const GccLoop &L : Loops.Loops)
      if (K.Statement == Key.Statement && !L.Steps.empty())
        (K.Function == Key.Function ? Own : Others).push_back(L.Steps);
  return Own.empty() ? Others : Own;
}

/// Iterations of the source in a trip of \p L; 0 if that is not known.
unsigned GccTuner::tripsOf(const GccKey &Key, const GccLoop &L) const {
  unsigned Found = 0;
  for (const AccessSteps &S : stepsOf(Key)) {
    const unsigned Trips = tripsIn(L.Steps, S);
    if (Trips != 0 && Found != 0 && Trips != Found)
      return 0;
    Found = Trips ? Trips : Found;
  }
  return Found;
}

/// Iterations of the source in a trip of the widest loop; 0 if none is known.
unsigned GccTuner::widestOf(const GccCode &Code, const GccKey &Key) const {
  unsigned Widest = 0;
  if (const auto It = Code.Loops.find(Key); It != Code.Loops.end())
    for (const GccLoop &L : It->second.Loops)
      Widest = std::max(Widest, tripsOf(Key, L));
  return Widest;
}

/// Adds what the widest loop leaves over, where no loop of its own does it: as
/// the same code does that has nothing unrolled, \p Rolled, or as written.
void GccTuner::addRest(const GccKey &Key, const GccCode &Rolled,
                       LoopShape &S) const {
  const unsigned Widest = S.Parts.front().SourceIterations;
  auto Add = [&](const GccLoop &L) {
    const unsigned Trips = tripsOf(Key, L);
    if (Trips != 0 && Trips < Widest && none_of(S.Parts, [&](LoopPart &P) {
          return P.SourceIterations == Trips;
        }))
      addPart(S, {Trips, L.Cycles, L.AtLeast});
  };
  if (const auto It = Rolled.Loops.find(Key); It != Rolled.Loops.end())
    for (const GccLoop &L : It->second.Loops)
      Add(L);
  if (const unsigned Width = widestOf(Rolled, Key); Width && Width <= Widest)
    S.Once += CyclesPerIter(Widest / Width - 1);
  for (const auto &[K, Loops] : Reference.Loops)
    if (K.Statement == Key.Statement)
      for (const GccLoop &L : Loops.Loops)
        Add(L);
}

TrialLoop GccTuner::shapeOf(const GccCode &Code, const GccCode &Rolled,
                            const GccKey &Key) const {
  TrialLoop Out;
  const auto Found = Code.Loops.find(Key);
  if (Found == Code.Loops.end()) {
    Out.Problem = "nothing is left of it as a loop";
    return Out;
  }
  unsigned Accesses = ~0u; // Of an iteration as written.
  for (const auto &[K, Loops] : Reference.Loops)
    for (const GccLoop &L : Loops.Loops)
      if (K.Statement == Key.Statement)
        Accesses = std::min(Accesses, L.NumAccesses);
  struct Part {
    LoopPart What;
    CyclesPerIter Once;
    bool HasVectors;
  };
  std::vector<Part> Parts;
  for (const GccLoop &L : Found->second.Loops) {
    const unsigned Trips = tripsOf(Key, L);
    if (Out.Problem.empty())
      Out.Problem = L.Problem;
    if (Out.Problem.empty() && Trips == 0)
      Out.Problem = "no access tells how many iterations a trip of the "
                    "compiled loop does";
    Parts.push_back({{Trips, L.Cycles, L.AtLeast},
                     L.Once,
                     uint64_t(L.NumAccesses) * 2 < uint64_t(Trips) * Accesses});
  }
  if (!Out.Problem.empty())
    return Out;
  const bool AnyVectors =
      any_of(Parts, [](const Part &P) { return P.HasVectors; });
  unsigned Widest = 0;
  for (const Part &P : Parts) {
    const unsigned Trips = P.What.SourceIterations;
    // Beside vectors, unrolled scalar code is for pointers that overlap.
    if (AnyVectors && !P.HasVectors && Trips != 1)
      continue;
    addPart(Out.Shape, P.What);
    if (Trips > Widest)
      Out.Shape.Once = P.Once;
    Widest = std::max(Widest, Trips);
  }
  if (widestOf(Rolled, Key) > Widest)
    Out.Problem = "gcc unrolls its fastest part completely";
  addRest(Key, Rolled, Out.Shape);
  return Out;
}

/// Whether work has moved between the loop and others.
bool GccTuner::hasMoved(const GccCode &Code, const GccCode &Unmoved,
                        const GccKey &Key) const {
  auto Texts = [&](const GccCode &Of) {
    std::multiset<std::string> Out;
    if (const auto It = Of.Loops.find(Key); It != Of.Loops.end())
      for (const GccLoop &L : It->second.Loops)
        Out.insert(L.Code);
    return Out;
  };
  return Texts(Code) != Texts(Unmoved);
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

void GccTuner::addLoop(const GccKey &Key, const GccCode &Unmoved) {
  const GccLoops &Loops = Default.Loops.at(Key);
  const std::vector<LoopStatement> &All = Compiler.statements();
  TunedLoop L;
  TrialLoop As;
  if (Key.Statement >= All.size()) {
    L.File = Loops.File;
    L.Line = Loops.Line;
    As.Problem = L.File.empty() ? "its place is not known"
                                : "no loop of the file begins there";
  } else {
    const LoopStatement &S = All[Key.Statement];
    L.File = Options.File;
    L.Line = S.Line;
    L.Column = S.Column;
    if (std::string User = userPragma(S); !User.empty()) {
      L.Verdict = TuningVerdict::Hinted;
      L.Why = User;
    }
    As = shapeOf(Default, Rolled, Key);
    if (As.Problem.empty() && hasMoved(Default, Unmoved, Key))
      As.Problem = "gcc moves work between it and other loops";
    if (As.Problem.empty() && Refused.count(Key.Statement))
      As.Problem = "gcc takes no pragma before it";
  }
  if (Options.TripCount != 0)
    L.Iterations = Options.TripCount;
  Keys.push_back(Key);
  // gcc has one pragma: how often to unroll.
  Search.add(std::move(L), As, HintSpace{0, 0, 8});
}

/// By statement; of several copies of a loop the first that is asked for
/// something.
std::vector<unsigned> GccTuner::unrollOf(ArrayRef<LoopHints> Hints) const {
  std::vector<unsigned> Unroll(Compiler.statements().size());
  for (auto [Key, H] : zip_equal(Keys, Hints))
    if (Key.Statement < Unroll.size() && Unroll[Key.Statement] == 0 &&
        !Refused.count(Key.Statement))
      Unroll[Key.Statement] = H.Unroll;
  return Unroll;
}

/// 1 for each statement that may be asked for something.
std::vector<unsigned> GccTuner::unrollNothing() const {
  std::vector<unsigned> Unroll(Compiler.statements().size());
  for (const auto &[Key, Loops] : Default.Loops)
    if (Key.Statement < Unroll.size() && !Refused.count(Key.Statement) &&
        userPragma(Compiler.statements()[Key.Statement]).empty())
      Unroll[Key.Statement] = 1;
  return Unroll;
}

/// Compiles with nothing unrolled. If gcc takes no pragma before some
/// statements, finds these.
Error GccTuner::compileRolled() {
  const std::vector<unsigned> Unroll = unrollNothing();
  Expected<GccCode> All = Compiler.compile(Unroll, {});
  if (All) {
    Rolled = std::move(*All);
    return Error::success();
  }
  consumeError(All.takeError());
  for (auto [I, Count] : enumerate(Unroll)) {
    if (Count == 0)
      continue;
    std::vector<unsigned> One(Unroll.size());
    One[I] = 1;
    if (Expected<GccCode> Alone = Compiler.compile(One, {}); !Alone) {
      consumeError(Alone.takeError());
      Refused.insert(I);
    }
  }
  return compileInto(Rolled, unrollNothing(), {});
}

std::optional<std::vector<TrialLoop>>
GccTuner::compile(ArrayRef<LoopHints> Hints) {
  Expected<GccCode> Code = Compiler.compile(unrollOf(Hints), {});
  if (!Code) {
    consumeError(Code.takeError());
    return std::nullopt;
  }
  Last = std::move(*Code);
  std::vector<TrialLoop> Loops;
  for (const GccKey &Key : Keys)
    Loops.push_back(shapeOf(Last, Rolled, Key));
  return Loops;
}

/// Takes back what has moved work between loops.
void GccTuner::checkChoice(std::vector<TunedLoop> &Loops) {
  std::vector<LoopHints> Hints;
  for (const TunedLoop &L : Loops)
    Hints.push_back(L.Choice);
  Expected<GccCode> Unmoved = Compiler.compile(unrollOf(Hints), NothingMoved);
  if (!Unmoved)
    consumeError(Unmoved.takeError());
  for (auto [Key, L] : zip_equal(Keys, Loops)) {
    if (L.Verdict != TuningVerdict::Gains ||
        (Unmoved && !hasMoved(Last, *Unmoved, Key)))
      continue;
    L.Verdict = TuningVerdict::Left;
    L.Why = "with the pragma, gcc moves work between it and other loops";
    L.Choice = {};
    L.Then = L.Now;
    L.ThenTrip = L.ThenSpills = 0;
    L.PaysFrom.reset();
  }
}

void GccTuner::search() {
  const bool AnyChoice =
      Search.run([&](ArrayRef<LoopHints> Hints, function_ref<bool(unsigned)>) {
        return compile(Hints);
      });
  std::vector<TunedLoop> Loops = Search.take();
  if (AnyChoice)
    checkChoice(Loops);
  std::map<std::string, TunedFunction> ByName;
  for (auto [Key, L] : zip_equal(Keys, Loops)) {
    TunedFunction &F = ByName[Key.Function];
    F.Name = Key.Function;
    F.Cpu = Compiler.cpu();
    F.BorrowedFrom = Compiler.borrowedFrom();
    F.NowBytes = F.ThenBytes = Default.Bytes[Key.Function];
    if (AnyChoice && Last.Bytes.count(Key.Function))
      F.ThenBytes = Last.Bytes[Key.Function];
    F.Loops.push_back(std::move(L));
  }
  for (auto &[Name, F] : ByName)
    Out.Record.Functions.push_back(std::move(F));
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

/// What the loops take in \p Code; of those with the same code in \p Unmoved.
FlagResult GccTuner::compareWith(const GccCode &Code, const GccCode &OwnRolled,
                                 const GccCode &Unmoved) const {
  FlagResult R;
  for (const TunedFunction &F : Out.Record.Functions)
    for (const TunedLoop &L : F.Loops) {
      const auto S = findStatementAt(Compiler.statements(), L.Line);
      if (!S || (L.Verdict != TuningVerdict::Gains &&
                 L.Verdict != TuningVerdict::Left))
        continue;
      const GccKey Key{F.Name, *S};
      const TrialLoop As = shapeOf(Code, OwnRolled, Key);
      const bool IsSame = !hasMoved(Code, Default, Key);
      if (!As.Problem.empty() || hasMoved(Code, Unmoved, Key) ||
          (!IsSame && !hasTripsAbove(As.Shape, 2)))
        continue;
      const CyclesPerIter Then =
          IsSame ? L.Now : cyclesOf(As.Shape, L.Iterations);
      // As for pragmas, what gcc does on its own has the benefit of the doubt.
      const CyclesPerIter Doubted = cyclesOf(
          withDoubt(shapeOf(Default, Rolled, Key).Shape), L.Iterations);
      R.NumFaster += gains(Doubted, Then, Options.MinGainPercent);
      R.NumSlower += gains(Then, L.Now, Options.MinGainPercent);
      R.Loops.push_back({L.File, F.Name, L.Line, L.Column, L.Now, Then});
    }
  return R;
}

static bool hasSameTimes(const FlagResult &A, const FlagResult &B) {
  return A.Loops.size() == B.Loops.size() &&
         all_of(zip(A.Loops, B.Loops), [](const auto &Pair) {
           return std::get<0>(Pair).Then == std::get<1>(Pair).Then;
         });
}

Expected<FlagResult> GccTuner::tryFlags(StringRef Words) {
  SmallVector<StringRef> Flags;
  Words.split(Flags, ' ');
  GccCode Code, OwnRolled, Unmoved;
  if (Error E = compileInto(Code, {}, Flags))
    return std::move(E);
  if (all_of(Default.Loops,
             [&](const auto &L) { return !hasMoved(Code, Default, L.first); }))
    return FlagResult(); // They change nothing.
  if (Error E = compileInto(OwnRolled, unrollNothing(), Flags))
    return std::move(E);
  FlagResult R = compareWith(Code, OwnRolled, Code);
  if (R.NumFaster != 0) {
    append_range(Flags, NothingMoved);
    if (Error E = compileInto(Unmoved, {}, Flags))
      return std::move(E);
    R = compareWith(Code, OwnRolled, Unmoved);
  }
  R.Flags = Words.str();
  return R;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

Error GccTuner::compileInto(GccCode &To, ArrayRef<unsigned> Unroll,
                            ArrayRef<StringRef> Flags) {
  Expected<GccCode> Code = Compiler.compile(Unroll, Flags);
  if (!Code)
    return Code.takeError();
  To = std::move(*Code);
  return Error::success();
}

Expected<GccTuning> GccTuner::run() {
  GccCode Unmoved;
  if (Error E = compileInto(Default, {}, {}))
    return std::move(E);
  if (Error E = compileInto(Unmoved, {}, NothingMoved))
    return std::move(E);
  if (Error E = compileInto(Reference, {}, AsWritten))
    return std::move(E);
  if (Error E = compileRolled())
    return std::move(E);
  for (const auto &[Key, Loops] : Default.Loops)
    addLoop(Key, Unmoved);
  search();
  if (Options.Diff || Options.Apply)
    return std::move(Out); // Flags are for the report.
  for (StringRef Words : FlagSets) {
    Expected<FlagResult> R = tryFlags(Words);
    if (!R)
      consumeError(R.takeError()); // This gcc does not know them.
    else if (R->NumFaster != 0 && none_of(Out.Flags, [&](const FlagResult &F) {
               return hasSameTimes(F, *R); // The shorter one is known.
             }))
      Out.Flags.push_back(std::move(*R));
  }
  llvm::sort(Out.Flags, [](const FlagResult &A, const FlagResult &B) {
    return std::tuple(B.timesAsFast(), A.Flags) <
           std::tuple(A.timesAsFast(), B.Flags);
  });
  return std::move(Out);
}

Expected<GccTuning> kernelbounds::tuneWithGcc(const TuneCommandLine &Options,
                                              const std::string &Program) {
  auto Compiler = GccCompiler::create(Options, Program);
  if (!Compiler)
    return Compiler.takeError();
  return GccTuner(**Compiler, Options).run();
}
