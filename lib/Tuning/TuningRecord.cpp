//===- TuningRecord.cpp - What tuning found, as plain data ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/TuningRecordTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/TuningRecord.h"
#include "kernel-bounds/Model/Json.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cinttypes>

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral Names[] = {"gains", "left", "hinted",
                                          "not-judged"};

StringRef kernelbounds::verdictName(TuningVerdict V) {
  return Names[static_cast<unsigned>(V)];
}

std::string OuterLoop::text() const {
  if (Line == 0)
    return "the loop around";
  return sys::path::filename(File).str() + ":" + utostr(Line) +
         (Column ? ":" + utostr(Column) : "");
}

std::string kernelbounds::hintsText(const LoopHints &H, const OuterLoop &Around,
                                    PragmaDialect D) {
  SmallVector<std::string, 3> Out;
  if (!H.Transforms.empty())
    Out.push_back(H.Transforms.text());
  if (H.Transforms.has(LoopTransform::UnrollAndJam))
    Out.back() += " (" + utostr(H.Jam) + " at a time)";
  if (const std::string Outer = H.outerPragma(); !Outer.empty())
    Out.push_back(Outer + " before " + escapeControls(Around.text()));
  if (std::string Clauses = H.clauses(D); !Clauses.empty())
    Out.push_back(std::move(Clauses));
  return join(Out, ", ");
}

void kernelbounds::writeOuterPragma(json::OStream &J, const LoopHints &H,
                                    const OuterLoop &Around) {
  const std::string Pragma = H.outerPragma();
  if (Pragma.empty())
    return;
  J.attributeObject("outer", [&] {
    J.attribute("file", json::fixUTF8(Around.File));
    J.attribute("line", Around.Line);
    J.attribute("column", Around.Column);
    J.attribute("pragma", Pragma);
  });
}

std::string kernelbounds::thousandths(const CyclesPerIter &C) {
  std::string Text;
  raw_string_ostream(Text) << format("%" PRId64 ".%03" PRId64, C.milli() / 1000,
                                     C.milli() % 1000);
  return Text;
}

std::string kernelbounds::timesAsFast(const CyclesPerIter &Now,
                                      const CyclesPerIter &Then) {
  return (Now * Then.denominator() / Then.numerator()).str();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeHints(json::OStream &J, const LoopHints &H) {
  J.attribute("width", H.Width);
  J.attribute("interleave", H.Interleave);
  J.attribute("unroll", H.Unroll);
  if (!H.Transforms.empty())
    J.attribute("transforms", H.Transforms.names());
  if (H.Jam != 0)
    J.attribute("jam", H.Jam);
  if (H.Distribute)
    J.attribute("distribute", true);
  if (H.Predicate)
    J.attribute("predicate", true);
}

static void writeFew(json::OStream &J, ArrayRef<TimeOfTrips> Few) {
  for (const TimeOfTrips &F : Few)
    J.object([&] {
      J.attribute("trips", F.Trips);
      J.attribute("cycles", F.Cycles.exactStr());
    });
}

static void writeShape(json::OStream &J, const LoopShape &S) {
  J.attributeArray("parts", [&] {
    for (const LoopPart &P : S.Parts)
      J.object([&] {
        J.attribute("iterations", P.SourceIterations);
        J.attribute("cycles", P.Cycles.exactStr());
        J.attribute("at_least", P.AtLeast.exactStr());
        if (P.Piece != 0)
          J.attribute("piece", P.Piece);
        if (!(P.Visits == VisitShare()))
          J.attribute("visits",
                      CyclesPerIter(P.Visits.Num, P.Visits.Den).exactStr());
        if (P.Once != CyclesPerIter())
          J.attribute("once", P.Once.exactStr());
        if (!P.Few.empty())
          J.attributeArray("few", [&] { writeFew(J, P.Few); });
      });
  });
  J.attribute("once", S.Once.exactStr());
}

static constexpr StringLiteral RangeKinds[] = {"counted", "at-least", "mean"};

void kernelbounds::writeRange(json::OStream &J, StringRef Key,
                              const TripRange &R) {
  J.attributeObject(Key, [&] {
    J.attribute("known", RangeKinds[R.Known]);
    J.attribute("least", R.Least);
    J.attribute("median", R.Median);
    J.attribute("most", R.Most);
  });
}

static void writeLoop(json::OStream &J, const TunedLoop &L) {
  J.attribute("file", json::fixUTF8(L.File));
  J.attribute("line", L.Line);
  J.attribute("column", L.Column);
  J.attribute("verdict", verdictName(L.Verdict));
  J.attribute("why", json::fixUTF8(L.Why));
  if (L.Iterations)
    J.attribute("iterations", *L.Iterations);
  if (L.Seen)
    writeRange(J, "seen", *L.Seen);
  if (L.Outer.Line != 0)
    J.attributeObject("outer", [&] {
      J.attribute("file", json::fixUTF8(L.Outer.File));
      J.attribute("line", L.Outer.Line);
      J.attribute("column", L.Outer.Column);
    });
  J.attributeObject("choice", [&] { writeHints(J, L.Choice); });
  J.attribute("now", L.Now.exactStr());
  J.attribute("then", L.Then.exactStr());
  J.attribute("now_trip", L.NowTrip);
  J.attribute("then_trip", L.ThenTrip);
  J.attribute("now_spills", L.NowSpills);
  J.attribute("then_spills", L.ThenSpills);
  J.attribute("now_registers", L.NowRegisters);
  J.attribute("then_registers", L.ThenRegisters);
  if (L.Wider)
    J.attribute("wider", L.Wider->exactStr());
  if (L.PaysFrom)
    J.attribute("pays_from", *L.PaysFrom);
  J.attributeArray("tried", [&] {
    for (const HintResult &R : L.Tried)
      J.object([&] {
        writeHints(J, R.Hints);
        if (R.Cycles)
          J.attribute("cycles", R.Cycles->exactStr());
        J.attribute("trip", R.SourceIterations);
        writeShape(J, R.Shape);
      });
  });
}

static void writeFunction(json::OStream &J, const TunedFunction &F) {
  J.attribute("name", json::fixUTF8(F.Name));
  J.attribute("cpu", F.Cpu);
  J.attribute("borrowed_from", F.BorrowedFrom);
  J.attribute("now_bytes", F.NowBytes);
  J.attribute("then_bytes", F.ThenBytes);
  J.attribute("wider_bits", F.WiderBits);
  J.attributeArray("loops", [&] {
    for (const TunedLoop &L : F.Loops)
      J.object([&] { writeLoop(J, L); });
  });
}

void kernelbounds::writeTuningRecord(raw_ostream &OS, const TuningRecord &R) {
  json::OStream J(OS, /*IndentSize=*/1);
  J.object([&] {
    J.attribute("problem", json::fixUTF8(R.Problem));
    J.attributeArray("functions", [&] {
      for (const TunedFunction &F : R.Functions)
        J.object([&] { writeFunction(J, F); });
    });
  });
  OS << '\n';
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace kernelbounds {

/// "59/6" or "2".
static bool fromJSON(const json::Value &V, CyclesPerIter &Out, json::Path P) {
  const std::optional<StringRef> Text = V.getAsString();
  int64_t Num = 0, Den = 1;
  if (Text) {
    const auto [N, D] = Text->split('/');
    if (!N.getAsInteger(10, Num) && (D.empty() || !D.getAsInteger(10, Den)) &&
        Den > 0) {
      Out = CyclesPerIter(Num, Den);
      return true;
    }
  }
  P.report("expected a fraction as in \"59/6\"");
  return false;
}

static bool fromJSON(const json::Value &V, TuningVerdict &Out, json::Path P) {
  const std::optional<StringRef> Text = V.getAsString();
  const auto *At = Text ? find(Names, *Text) : std::end(Names);
  if (At == std::end(Names)) {
    P.report("expected a verdict");
    return false;
  }
  Out = static_cast<TuningVerdict>(At - std::begin(Names));
  return true;
}

static bool fromJSON(const json::Value &V, LoopHints &H, json::Path P) {
  json::ObjectMapper O(V, P);
  std::string Names; // Of none if there is no such key.
  if (!O || !O.map("width", H.Width) || !O.map("interleave", H.Interleave) ||
      !O.map("unroll", H.Unroll) || !O.mapOptional("transforms", Names) ||
      !O.mapOptional("jam", H.Jam) ||
      !O.mapOptional("distribute", H.Distribute) ||
      !O.mapOptional("predicate", H.Predicate))
    return false;
  const std::optional<LoopTransforms> Read = LoopTransforms::parse(Names);
  if (!Read)
    P.field("transforms").report("expected names of transforms");
  H.Transforms = Read.value_or(LoopTransforms());
  return Read.has_value();
}

static bool fromJSON(const json::Value &V, TimeOfTrips &T, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("trips", T.Trips) && O.map("cycles", T.Cycles);
}

static bool fromJSON(const json::Value &V, LoopPart &L, json::Path P) {
  json::ObjectMapper O(V, P);
  CyclesPerIter Visits = 1;
  if (!O || !O.map("iterations", L.SourceIterations) ||
      !O.map("cycles", L.Cycles) || !O.map("at_least", L.AtLeast) ||
      !O.mapOptional("piece", L.Piece) || !O.mapOptional("visits", Visits) ||
      !O.mapOptional("once", L.Once) || !O.mapOptional("few", L.Few))
    return false;
  L.Visits = {Visits.numerator(), Visits.denominator()};
  return true;
}

static bool fromJSON(const json::Value &V, LoopShape &S, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("parts", S.Parts) && O.map("once", S.Once);
}

static bool fromJSON(const json::Value &V, HintResult &R, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && fromJSON(V, R.Hints, P) && O.map("cycles", R.Cycles) &&
         O.map("trip", R.SourceIterations) && fromJSON(V, R.Shape, P);
}

static bool fromJSON(const json::Value &V, TripRange &R, json::Path P) {
  json::ObjectMapper O(V, P);
  std::string Kind;
  if (!O || !O.map("known", Kind) || !O.map("least", R.Least) ||
      !O.map("median", R.Median) || !O.map("most", R.Most))
    return false;
  R.Known = static_cast<TripRange::Kind>(find(RangeKinds, Kind) - RangeKinds);
  if (R.isValid())
    return true;
  P.report("expected a range of trips");
  return false;
}

static bool fromJSON(const json::Value &V, OuterLoop &L, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("file", L.File) && O.map("line", L.Line) &&
         O.map("column", L.Column);
}

static bool fromJSON(const json::Value &V, TunedLoop &L, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("file", L.File) && O.map("line", L.Line) &&
         O.map("column", L.Column) && O.map("verdict", L.Verdict) &&
         O.map("why", L.Why) && O.map("iterations", L.Iterations) &&
         O.map("seen", L.Seen) && O.mapOptional("outer", L.Outer) &&
         O.map("choice", L.Choice) && O.map("now", L.Now) &&
         O.map("then", L.Then) && O.map("now_trip", L.NowTrip) &&
         O.map("then_trip", L.ThenTrip) && O.map("now_spills", L.NowSpills) &&
         O.map("then_spills", L.ThenSpills) &&
         O.map("now_registers", L.NowRegisters) &&
         O.map("then_registers", L.ThenRegisters) && O.map("wider", L.Wider) &&
         O.map("pays_from", L.PaysFrom) && O.map("tried", L.Tried);
}

static bool fromJSON(const json::Value &V, TunedFunction &F, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("name", F.Name) && O.map("cpu", F.Cpu) &&
         O.map("borrowed_from", F.BorrowedFrom) &&
         O.map("now_bytes", F.NowBytes) && O.map("then_bytes", F.ThenBytes) &&
         O.map("wider_bits", F.WiderBits) && O.map("loops", F.Loops);
}

static bool fromJSON(const json::Value &V, TuningRecord &R, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("problem", R.Problem) && O.map("functions", R.Functions);
}

} // namespace kernelbounds

Expected<TuningRecord> kernelbounds::readTuningRecord(StringRef Text,
                                                      StringRef File) {
  auto Fault = [&](Error E) {
    return createStringError(
        "'" + File + "' is no record of tuning: " + toString(std::move(E)));
  };
  Expected<json::Value> Parsed = parseJson(Text);
  if (!Parsed)
    return Fault(Parsed.takeError());
  TuningRecord Read;
  json::Path::Root Root("record");
  if (!fromJSON(*Parsed, Read, Root))
    return Fault(Root.getError());
  return Read;
}
