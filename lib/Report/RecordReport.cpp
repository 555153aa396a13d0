//===- RecordReport.cpp - What reports on many objects are made of --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes records, whose form Report/StoredLoop.h describes.
///
/// Tested by test/kernel-opt/merge.test.
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
#include "kernel-bounds/Model/Json.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class RecordReport final : public Report {
public:
  using Report::Report;
  void begin() override;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
  void addStored(const StoredLoop &L) override;
  void addFile(const FileSummary &F) override;
  void end() override;

private:
  void line(function_ref<void(json::OStream &)> Members);

  SarifFingerprints Fingerprints;
  size_t NumLoops = 0;
};

} // namespace

/// Equal for the same code from the same place. Registers do not count: what is
/// inlined into several functions has others in each.
static std::string sameKey(const LoopReport &R) {
  const Kernel &K = R.A.kernel();
  std::string Opcodes;
  for (const InstRow &Row : R.Rows)
    Opcodes += Row.Opcode + ' ';
  const LoopPlace &P = R.Place;
  std::string Where = P.SourceLine
                          ? P.SourceFile.str() + ":" + Twine(P.SourceLine).str()
                          : K.Function;
  if (Where.empty() || K.Marked)
    Where = P.File.str() + ":" + K.Label + ":" + P.Region.str();
  return R.A.model().cpu().str() + " " + Where + " " +
         R.L.prediction().exactStr() + " " + utohexstr(xxh3_64bits(Opcodes));
}

/// A document in a line.
void RecordReport::line(function_ref<void(json::OStream &)> Members) {
  json::OStream J(OS);
  J.object([&] { Members(J); });
  J.flush();
  OS << '\n';
}

void RecordReport::begin() {
  line([&](json::OStream &J) {
    J.attribute("kernel_bounds_record", 1);
    J.attribute("generator", Options.Generator);
  });
}

static void writeFraction(json::OStream &J, StringRef Key,
                          const CyclesPerIter &C) {
  J.attributeArray(Key, [&] {
    J.value(C.numerator());
    J.value(C.denominator());
  });
}

void RecordReport::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const LoopReport R(L, Place);
  ++NumLoops;
  line([&](json::OStream &J) {
    J.attributeObject("loop", [&] {
      J.attribute("name", utf8(R.name()));
      J.attribute("function", utf8(shownFunction(R.A.kernel())));
      J.attribute("file", utf8(Place.File));
      J.attribute("cpu", R.A.model().cpu());
      J.attribute("limit", limitName(L));
      J.attribute("instructions", int64_t(R.Rows.size()));
      J.attribute("complete", R.isComplete());
      J.attribute("has_place", Place.line() != 0);
      if (Place.SourceLine != 0) {
        J.attribute("source_file", utf8(Place.SourceFile));
        J.attribute("source_line", Place.SourceLine);
      }
      writeFraction(J, "cycles", L.prediction());
      if (!nextStep(R).empty())
        writeFraction(J, "next", L.Next.To);
      J.attribute("same", utf8(sameKey(R)));
    });
  });
  line([&](json::OStream &J) { J.attribute("csv", utf8(csvCells(L, Place))); });
  line([&](json::OStream &J) {
    J.attribute("gcc", utf8(gccNotes(R, /*IsQuiet=*/false)));
  });
  line([&](json::OStream &J) {
    J.attributeArray("sarif",
                     [&] { writeSarifJSON(J, R, Fingerprints.next(R)); });
  });
  line([&](json::OStream &J) {
    J.attributeObject("page", [&] { writePageJSON(J, R); });
  });
  line([&](json::OStream &J) {
    J.attributeBegin("report");
    writeLoopJSON(J, R);
    J.attributeEnd();
  });
}

void RecordReport::addStored(const StoredLoop &L) {
  ++NumLoops;
  if (L.Copies.empty()) {
    OS << L.Text << '\n';
    return;
  }
  const auto [First, Rest] = L.Text.split('\n');
  json::Value Doc = cantFail(parseJson(First)); // It was parsed before.
  (*Doc.getAsObject()->getObject("loop"))["copies"] = json::Array(L.Copies);
  OS << Doc << '\n' << Rest << '\n';
}

void RecordReport::addFile(const FileSummary &F) {
  line([&](json::OStream &J) {
    J.attributeBegin("file");
    writeFileJSON(J, F);
    J.attributeEnd();
  });
}

void RecordReport::end() {
  line([&](json::OStream &J) { J.attribute("end", int64_t(NumLoops)); });
}

std::unique_ptr<Report>
kernelbounds::createRecordReport(raw_ostream &OS,
                                 const ReportOptions &Options) {
  return std::make_unique<RecordReport>(OS, Options);
}
