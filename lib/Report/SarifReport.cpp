//===- SarifReport.cpp - For services that show findings ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The Static Analysis Results Interchange Format, version 2.1.0 (OASIS
/// Standard, 27 March 2020): a result for each loop, one more for what would
/// help, and one for what the figures leave out. The texts are those of the
/// text report, the exact figures stand among the properties of a result.
///
/// A result keeps its fingerprint while its loop stays the n-th of its function
/// in the output, so that a service that compares two runs finds it again.
/// Tested by test/kernel-opt/sarif.test.
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// What results are about.
enum class Rule : uint8_t { Loop, Advice, Incomplete };

struct RuleText {
  StringLiteral Id, Level, Short, Full;
};
constexpr RuleText Rules[] = {
    {"kernel-bounds/loop", "note", "How many cycles a loop takes",
     "The cycles that one trip of an innermost loop takes by the model of the "
     "core, and what limits it. All data are in the first-level cache."},
    {"kernel-bounds/advice", "note", "What would make a loop faster",
     "A change of the loop, and the cycles that a trip would then take."},
    {"kernel-bounds/incomplete", "note", "What the figures leave out",
     "Calls, instructions and statements that are not part of the figures. The "
     "true figure may be higher."},
};

class SarifReport final : public Report {
public:
  SarifReport(raw_ostream &OS, const ReportOptions &Options)
      : Report(OS, Options), J(OS, /*IndentSize=*/2) {}
  void begin() override;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
  void addStored(const StoredLoop &L) override;
  void addFile(const FileSummary &F) override { Files.push_back(F); }
  void end() override;

private:
  void driver();

  json::OStream J;
  std::vector<FileSummary> Files;
  SarifFingerprints Fingerprints;
};

/// Writes the results of one loop.
class ResultWriter {
public:
  ResultWriter(json::OStream &J, const LoopReport &R, StringRef Fingerprint)
      : J(J), R(R), Fingerprint(Fingerprint) {}
  void write();

private:
  void result(Rule What, const std::string &Text);
  void location();

  json::OStream &J;
  const LoopReport &R;
  StringRef Fingerprint;
};

} // namespace

/// \p Path as a URI, relative if the path is.
static std::string uriOf(StringRef Path) {
  std::string Out = sys::path::is_absolute(Path) ? "file://" : "";
  for (unsigned char C : utf8(Path))
    if (isAlnum(C) || StringRef("/-._~").contains(C))
      Out += C;
    else
      Out += "%" + utohexstr(C, /*LowerCase=*/false, /*Width=*/2);
  return Out;
}

void SarifReport::driver() {
  const auto [Name, Version] = StringRef(Options.Generator).split(' ');
  J.attribute("name", Name);
  if (!Version.empty())
    J.attribute("version", Version);
  J.attributeArray("rules", [&] {
    for (const RuleText &R : Rules)
      J.object([&] {
        J.attribute("id", R.Id);
        J.attributeObject("shortDescription",
                          [&] { J.attribute("text", R.Short); });
        J.attributeObject("fullDescription",
                          [&] { J.attribute("text", R.Full); });
        J.attributeObject("defaultConfiguration",
                          [&] { J.attribute("level", R.Level); });
      });
  });
}

void SarifReport::begin() {
  J.objectBegin();
  J.attribute("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/"
                         "errata01/os/schemas/sarif-schema-2.1.0.json");
  J.attribute("version", "2.1.0");
  J.attributeBegin("runs");
  J.arrayBegin();
  J.objectBegin();
  J.attributeObject("tool",
                    [&] { J.attributeObject("driver", [&] { driver(); }); });
  J.attributeBegin("results");
  J.arrayBegin();
}

void ResultWriter::location() {
  const LoopPlace &P = R.Place;
  J.attributeObject("physicalLocation", [&] {
    J.attributeObject("artifactLocation", [&] {
      J.attribute(
          "uri",
          uriOf(P.SourceLine && !P.SourceFile.empty() ? P.SourceFile : P.File));
    });
    if (P.line())
      J.attributeObject("region", [&] { J.attribute("startLine", P.line()); });
  });
  const Kernel &K = R.A.kernel();
  if (K.Function.empty())
    return;
  J.attributeArray("logicalLocations", [&] {
    J.object([&] {
      J.attribute("fullyQualifiedName", utf8(demangledName(K.Function)));
      J.attribute("decoratedName", utf8(K.Function));
      J.attribute("kind", "function");
    });
  });
}

void ResultWriter::result(Rule What, const std::string &Text) {
  const RuleText &About = Rules[static_cast<unsigned>(What)];
  J.object([&] {
    J.attribute("ruleId", About.Id);
    J.attribute("ruleIndex", static_cast<unsigned>(What));
    J.attribute("level", About.Level);
    J.attributeObject(
        "message", [&] { J.attribute("text", utf8(R.name() + ": " + Text)); });
    J.attributeArray("locations", [&] { J.object([&] { location(); }); });
    J.attributeObject("partialFingerprints",
                      [&] { J.attribute("loop/v1", utf8(Fingerprint)); });
    if (What != Rule::Loop)
      return;
    J.attributeObject("properties", [&] {
      J.attribute("cpu", R.A.model().cpu());
      J.attribute("model", utf8(R.A.model().description()));
      J.attribute("limit", limitName(R.L));
      J.attribute("complete", R.isComplete());
      J.attribute("instructions", int64_t(R.Rows.size()));
      writeCyclesJSON(J, R.L.prediction());
      J.attributeObject("at_least", [&] { writeCyclesJSON(J, R.A.atLeast()); });
      J.attributeObject("at_most", [&] { writeCyclesJSON(J, R.atMost()); });
    });
  });
}

void ResultWriter::write() {
  std::string Text = headlineText(R);
  for (const std::string &Case : otherCases(R))
    Text += "; " + Case;
  result(Rule::Loop, Text);
  if (!R.isComplete())
    result(Rule::Incomplete, "incomplete: " + R.gapsText());
  if (std::string Change = nextStep(R); !Change.empty())
    result(Rule::Advice,
           "next: " + Change + " would give " + cyclesText(R, R.L.Next.To));
}

void kernelbounds::writeSarifJSON(json::OStream &J, const LoopReport &R,
                                  StringRef Fingerprint) {
  ResultWriter(J, R, Fingerprint).write();
}

void SarifReport::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const LoopReport R(L, Place);
  writeSarifJSON(J, R, Fingerprints.next(R));
}

void SarifReport::addStored(const StoredLoop &L) {
  const json::Value Results = L.form("sarif");
  if (const json::Array *A = Results.getAsArray())
    for (const json::Value &Result : *A)
      J.value(Result);
}

void SarifReport::end() {
  J.arrayEnd();
  J.attributeEnd();
  bool IsDone = true;
  for (const FileSummary &F : Files)
    IsDone &= F.Error.empty();
  J.attributeArray("invocations", [&] {
    J.object([&] {
      J.attribute("executionSuccessful", IsDone);
      J.attributeArray("toolExecutionNotifications", [&] {
        auto Notify = [&](StringRef Level, const std::string &Text) {
          J.object([&] {
            J.attribute("level", Level);
            J.attributeObject("message",
                              [&] { J.attribute("text", utf8(Text)); });
          });
        };
        for (const FileSummary &F : Files) {
          if (!F.Error.empty())
            Notify("error", F.Error);
          for (const std::string &W : F.Warnings)
            Notify("warning", W);
          if (F.NumOmitted != 0)
            Notify("note", F.File + ": " + omittedText(F));
        }
      });
    });
  });
  J.objectEnd();
  J.arrayEnd();
  J.attributeEnd();
  J.objectEnd();
  OS << '\n';
}

std::unique_ptr<Report>
kernelbounds::createSarifReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<SarifReport>(OS, Options);
}
