//===- TuningReport.cpp - Which loops of a source gain --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/TuningReportTest.cpp and test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/TuningReport.h"
#include "TextTable.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Tuning/JointSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <map>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Copies of one loop
//===----------------------------------------------------------------------===//

/// The result of \p H for \p L; null if it was not compiled.
static const HintResult *resultOf(const TunedLoop &L, const LoopHints &H) {
  const auto At = find_if(
      L.Tried, [&](const HintResult &R) { return R.Hints == H && R.Cycles; });
  return At == L.Tried.end() ? nullptr : &*At;
}

/// Hints for all of \p Copies: the first of those with the largest product of
/// gains, and that product; the default if none gains.
static std::pair<LoopHints, double>
chooseForAll(ArrayRef<const TunedLoop *> Copies) {
  std::pair<LoopHints, double> Best = {{}, 1};
  for (const HintResult &Candidate : Copies.front()->Tried) {
    double Product = 1;
    for (const TunedLoop *L : Copies) {
      const HintResult *R = resultOf(*L, Candidate.Hints);
      if (!R || *R->Cycles * 50 > L->triedNow() * 51) {
        Product = 0;
        break;
      }
      Product *= L->triedNow().toDouble() / R->Cycles->toDouble();
    }
    if (Product > Best.second)
      Best = {Candidate.Hints, Product};
  }
  return Best;
}

/// One loop that says what \p Copies of one place have in common.
static TunedLoop mergeLoops(ArrayRef<const TunedLoop *> Copies,
                            unsigned MinGainPercent) {
  SmallVector<const TunedLoop *> Judged;
  for (const TunedLoop *L : Copies) {
    if (L->Verdict == TuningVerdict::Hinted)
      return *L;
    if (L->isJudged())
      Judged.push_back(L);
  }
  if (Judged.empty())
    return *Copies.front();
  if (Judged.size() == 1)
    return *Judged.front();
  const auto [Hints, Product] = chooseForAll(Judged);
  const double Mean = std::pow(Product, 1.0 / Judged.size());
  const bool Gains = Mean * 100 > 100 + MinGainPercent;
  const TunedLoop *Least = Judged.front();
  auto GainOf = [&, H = Hints](const TunedLoop &L) {
    return L.triedNow().toDouble() / resultOf(L, H)->Cycles->toDouble();
  };
  for (const TunedLoop *L : Judged)
    if (GainOf(*L) < GainOf(*Least))
      Least = L;
  TunedLoop Out = *Least;
  Out.Verdict = Gains ? TuningVerdict::Gains : TuningVerdict::Left;
  if (Gains && Out.Choice == Hints)
    return Out;
  // What is known of the copy's own choice does not hold.
  Out.Choice = Gains ? Hints : LoopHints();
  const HintResult &R = *resultOf(*Least, Out.Choice);
  Out.Now = Least->triedNow();
  Out.NowTrip = Least->Tried.front().SourceIterations;
  Out.Then = *R.Cycles;
  Out.ThenTrip = R.SourceIterations;
  Out.ThenSpills = Out.ThenRegisters = 0;
  Out.PaysFrom.reset();
  if (!Gains)
    Out.Why = "no candidate is better for all of its copies";
  return Out;
}

std::vector<TunedPlace> kernelbounds::findTunedPlaces(const TuningRecord &R,
                                                      unsigned MinGainPercent) {
  using Copy = std::pair<const TunedFunction *, const TunedLoop *>;
  std::map<std::tuple<std::string, unsigned, unsigned>, std::vector<Copy>>
      ByPlace;
  std::vector<std::vector<Copy>> Groups, Nowhere;
  for (const TunedFunction &F : R.Functions)
    for (const TunedLoop &L : F.Loops)
      if (L.Line != 0)
        ByPlace[{L.File, L.Line, L.Column}].push_back({&F, &L});
      else
        Nowhere.push_back({{&F, &L}});
  for (auto &[Place, Copies] : ByPlace)
    Groups.push_back(std::move(Copies));
  append_range(Groups, std::move(Nowhere));

  // Functions of which a loop may not get what was compiled for it.
  SmallPtrSet<const TunedFunction *, 8> WithCopies;
  for (const std::vector<Copy> &Copies : Groups)
    if (Copies.size() > 1)
      for (const auto &[F, L] : Copies)
        WithCopies.insert(F);

  std::vector<TunedPlace> Out;
  for (const std::vector<Copy> &Copies : Groups) {
    TunedPlace &P = Out.emplace_back();
    SmallVector<const TunedLoop *> Loops;
    for (const auto &[F, L] : Copies) {
      Loops.push_back(L);
      if (!is_contained(P.Functions, F->Name))
        P.Functions.push_back(F->Name);
    }
    P.Loop = mergeLoops(Loops, MinGainPercent);
    const TunedFunction &F = *Copies.front().first;
    if (P.Loop.Verdict == TuningVerdict::Gains && !WithCopies.contains(&F))
      P.MoreBytes = F.moreBytes();
  }
  return Out;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::vector<FlagResult> kernelbounds::findVectorFlags(const TuningRecord &R,
                                                      unsigned MinGainPercent) {
  std::map<unsigned, FlagResult> ByBits;
  for (const TunedFunction &F : R.Functions)
    for (const TunedLoop &L : F.Loops) {
      if (!L.Wider)
        continue;
      FlagResult &To = ByBits[F.WiderBits];
      To.NumFaster += gains(L.Now, *L.Wider, MinGainPercent);
      To.NumSlower += gains(*L.Wider, L.Now, MinGainPercent);
      To.Loops.push_back({L.File, F.Name, L.Line, L.Column, L.Now, *L.Wider});
    }
  std::vector<FlagResult> Out;
  for (auto &[Bits, Result] : ByBits) {
    Result.Flags = "-mprefer-vector-width=" + utostr(Bits);
    if (Result.NumFaster != 0)
      Out.push_back(std::move(Result));
  }
  return Out;
}

static std::string functionText(const TunedPlace &P) {
  std::string Text = escapeControls(demangledName(P.Functions.front()));
  if (P.Functions.size() > 1)
    Text += " +" + utostr(P.Functions.size() - 1);
  return Text;
}

static std::string placeText(const TunedLoop &L) {
  if (L.Line == 0)
    return "?";
  return escapeControls(sys::path::filename(L.File)) + ":" + utostr(L.Line) +
         (L.Column ? ":" + utostr(L.Column) : "");
}

/// The last column.
static std::string choiceText(const TunedLoop &L, PragmaDialect D) {
  switch (L.Verdict) {
  case TuningVerdict::Gains:
    return hintsText(L.Choice, L.Outer, D);
  case TuningVerdict::Left:
    return L.Why.empty() ? "as compiled" : "as compiled: " + L.Why;
  case TuningVerdict::Hinted:
    return "kept as its user says (" + L.Why + ")";
  case TuningVerdict::NotJudged:
    return "not judged: " + L.Why;
  }
  return "";
}

static std::string fromText(const TunedLoop &L) {
  if (L.Iterations)
    return "(" + utostr(*L.Iterations) + ")";
  if (L.Seen)
    return "(" + L.Seen->text() + ")";
  return L.PaysFrom ? utostr(*L.PaysFrom) : "";
}

static TextTable::Row rowOf(const TunedPlace &P, PragmaDialect D) {
  const TunedLoop &L = P.Loop;
  TextTable::Row Out = {placeText(L), functionText(P), "", "", "", "", "", "",
                        "",           choiceText(L, D)};
  if (!L.isJudged())
    return Out;
  Out[2] = thousandths(L.Now);
  if (L.Verdict != TuningVerdict::Gains)
    return Out;
  Out[3] = thousandths(L.Then);
  Out[4] = timesAsFast(L.Now, L.Then) + "x";
  Out[5] = fromText(L);
  if (P.MoreBytes)
    Out[6] = (*P.MoreBytes > 0 ? "+" : "") + itostr(*P.MoreBytes);
  if (L.ThenRegisters != 0)
    Out[7] = utostr(L.ThenRegisters);
  if (L.ThenSpills != 0)
    Out[8] = utostr(L.ThenSpills);
  return Out;
}

double FlagResult::timesAsFast() const {
  double Sum = 0;
  for (const FlaggedLoop &L : Loops)
    Sum += std::log(L.Now.toDouble() / L.Then.toDouble());
  return Loops.empty() ? 1 : std::exp(Sum / Loops.size());
}

static void printFlags(raw_ostream &OS, const TuningFacts &Facts) {
  if (Facts.Flags.empty())
    return;
  constexpr StringLiteral Title = "flags for the whole file";
  size_t Width = Title.size();
  for (const FlagResult &F : Facts.Flags)
    Width = std::max(Width, F.Flags.size());
  OS << '\n' << left_justify(Title, Width) << "  faster  slower  mean gain\n";
  for (const FlagResult &F : Facts.Flags)
    OS << left_justify(F.Flags, Width) << format("  %6u", F.NumFaster)
       << format("  %6u", F.NumSlower) << format("  %8.2fx\n", F.timesAsFast());
  OS << "faster, slower: loops by more than " << Facts.MinGainPercent
     << " %. mean gain: the geometric mean over all loops that are judged.\n";
}

void kernelbounds::printTuningText(raw_ostream &OS, const TuningFacts &Facts,
                                   ArrayRef<TunedPlace> Places) {
  const size_t NumGains = count_if(Places, [](const TunedPlace &P) {
    return P.Loop.Verdict == TuningVerdict::Gains;
  });
  OS << escapeControls(Facts.File) << ": " << Places.size()
     << (Places.size() == 1 ? " loop, " : " loops, ") << NumGains
     << (NumGains == 1 ? " gains" : " gain") << " more than "
     << Facts.MinGainPercent << " %";
  if (!Facts.Cpu.empty())
    OS << " by the model of " << Facts.Cpu;
  if (!Facts.BorrowedFrom.empty())
    OS << " (borrowed from " << Facts.BorrowedFrom << ')';
  OS << '\n';
  if (Places.empty())
    return;
  // Nothing tells which registers of gcc's code are spilled.
  const bool HasRegisters = Facts.Dialect != PragmaDialect::Gcc;
  auto Fitting = [&](TextTable::Row R) {
    if (!HasRegisters)
      R.erase(R.begin() + 7, R.begin() + 9);
    return R;
  };
  TextTable Table(
      Fitting({"place", "function", "now", "best", "gain", "from", "bytes",
               "regs", "spills", pragmaWords(Facts.Dialect).str()}),
      HasRegisters ? std::vector<size_t>{2, 3, 4, 5, 6, 7, 8}
                   : std::vector<size_t>{2, 3, 4, 5, 6});
  for (const TunedPlace &P : Places)
    Table.add(Fitting(rowOf(P, Facts.Dialect)));
  Table.print(OS);
  OS << "now, best: cycles for one iteration of the source, as compiled and "
        "with the pragma.\n"
        "from: iterations from which on the pragma never costs time; in "
        "brackets, iterations that\n"
        "the figures are for. bytes: of code that the function grows by, with "
        "all of its pragmas.\n";
  if (HasRegisters)
    OS << "regs, spills: with the pragma, registers that the loop uses, and "
          "accesses to values in it for\n"
          "which there was none.\n";
  OS << "All data are taken to be in the first-level cache.\n";
  printFlags(OS, Facts);
  if (Facts.Measured)
    printMeasuredText(OS, *Facts.Measured, Facts.Dialect);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void writeCycles(json::OStream &J, StringRef Key,
                        const CyclesPerIter &C) {
  J.attributeObject(Key, [&] {
    J.attribute("cycles", C.toDouble());
    J.attribute("exact", C.exactStr());
  });
}

static void writeHints(json::OStream &J, const LoopHints &H) {
  J.attribute("vectorize_width", H.Width);
  J.attribute("interleave_count", H.Interleave);
  J.attribute("unroll_count", H.Unroll);
  if (!H.Transforms.empty())
    J.attribute("transforms", H.Transforms.names());
  if (H.Jam != 0)
    J.attribute("unroll_and_jam", H.Jam);
  if (H.Distribute)
    J.attribute("distribute", true);
  if (H.Predicate)
    J.attribute("vectorize_predicate", true);
}

/// null where \p V is not known.
template <typename T>
static void writeKnown(json::OStream &J, StringRef Key,
                       const std::optional<T> &V) {
  if (V)
    J.attribute(Key, *V);
  else
    J.attribute(Key, nullptr);
}

static void writeJudged(json::OStream &J, const TunedPlace &P,
                        PragmaDialect D) {
  const TunedLoop &L = P.Loop;
  writeCycles(J, "now", L.Now);
  J.attribute("now_iterations_per_trip", L.NowTrip);
  J.attribute("now_spills", L.NowSpills);
  J.attribute("now_registers", L.NowRegisters);
  if (L.Verdict == TuningVerdict::Gains) {
    writeCycles(J, "best", L.Then);
    J.attribute("best_iterations_per_trip", L.ThenTrip);
    J.attribute("best_spills", L.ThenSpills);
    J.attribute("best_registers", L.ThenRegisters);
    writeKnown(J, "pays_from", L.PaysFrom);
    writeKnown(J, "more_bytes", P.MoreBytes);
    J.attribute("pragma", L.Choice.pragma(D));
    writeOuterPragma(J, L.Choice, L.Outer);
    if (!L.Choice.Transforms.empty())
      J.attribute("transforms", L.Choice.Transforms.names());
  }
  J.attributeArray("candidates", [&] {
    for (const HintResult &R : L.Tried)
      J.object([&] {
        writeHints(J, R.Hints);
        J.attribute("iterations_per_trip", R.SourceIterations);
        if (R.Cycles)
          writeCycles(J, "time", *R.Cycles);
        else
          J.attribute("time", nullptr);
      });
  });
}

static void writePlace(json::OStream &J, const TunedPlace &P, PragmaDialect D) {
  const TunedLoop &L = P.Loop;
  if (L.Line != 0)
    J.attribute("file", json::fixUTF8(L.File));
  else
    J.attribute("file", nullptr);
  J.attribute("line", L.Line);
  J.attribute("column", L.Column);
  J.attributeArray("functions", [&] {
    for (const std::string &F : P.Functions)
      J.value(json::fixUTF8(F));
  });
  J.attribute("verdict", verdictName(L.Verdict));
  J.attribute("why", json::fixUTF8(L.Why));
  writeKnown(J, "iterations", L.Iterations);
  if (L.Seen)
    writeRange(J, "seen_iterations", *L.Seen);
  else
    J.attribute("seen_iterations", nullptr);
  if (L.isJudged())
    writeJudged(J, P, D);
}

static void writeFlags(json::OStream &J, const FlagResult &F) {
  J.attribute("flags", F.Flags);
  J.attribute("faster", F.NumFaster);
  J.attribute("slower", F.NumSlower);
  J.attribute("times_as_fast", F.timesAsFast());
  J.attributeArray("loops", [&] {
    for (const FlaggedLoop &L : F.Loops)
      J.object([&] {
        J.attribute("file", json::fixUTF8(L.File));
        J.attribute("line", L.Line);
        J.attribute("column", L.Column);
        J.attribute("function", json::fixUTF8(L.Function));
        writeCycles(J, "now", L.Now);
        writeCycles(J, "then", L.Then);
      });
  });
}

void kernelbounds::printTuningJson(raw_ostream &OS, const TuningFacts &Facts,
                                   ArrayRef<TunedPlace> Places) {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", 1);
    J.attribute("generator", Facts.Generator);
    J.attribute("file", json::fixUTF8(Facts.File));
    J.attributeArray("command", [&] {
      for (const std::string &Word : Facts.Command)
        J.value(json::fixUTF8(Word));
    });
    J.attribute("cpu", Facts.Cpu);
    J.attribute("borrowed_from", Facts.BorrowedFrom);
    J.attribute("min_gain_percent", Facts.MinGainPercent);
    J.attributeArray("loops", [&] {
      for (const TunedPlace &P : Places)
        J.object([&] { writePlace(J, P, Facts.Dialect); });
    });
    if (Facts.Dialect == PragmaDialect::Gcc || !Facts.Flags.empty())
      J.attributeArray("flags", [&] {
        for (const FlagResult &F : Facts.Flags)
          J.object([&] { writeFlags(J, F); });
      });
    if (Facts.Measured)
      J.attributeObject("measured", [&] {
        writeMeasured(J, *Facts.Measured, Facts.Dialect);
      });
  });
  OS << '\n';
}
