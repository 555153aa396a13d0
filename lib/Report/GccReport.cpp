//===- GccReport.cpp - Notes as compilers print them ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One line for each fact, in the form in which compilers write diagnostics,
/// so that editors find the place: `file:line:column: note: text`. The place is
/// that of the source where it is known, else that of the assembly; columns are
/// not known. Sample of `kernel-opt --cpu=cascadelake --format=gcc
/// gauss_seidel.cascadelake.s`:
///
///   gauss_seidel.cascadelake.s:26:1: note: gauss_seidel: 12.00 cy/it, limited
///   by latency
///
/// Tested by test/kernel-opt/gcc-format.test.
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class GccReport final : public Report {
public:
  using Report::Report;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
  void addStored(const StoredLoop &L) override;
  void addFile(const FileSummary &F) override;
};

} // namespace

std::string kernelbounds::gccNotes(const LoopReport &R, bool IsQuiet) {
  const LoopPlace &Place = R.Place;
  const Kernel &K = R.A.kernel();
  std::string Where =
      escapeControls(Place.SourceLine ? Place.SourceFile : Place.File);
  if (Place.line())
    Where += ":" + std::to_string(Place.line()) + ":1";
  std::string Who = shownFunction(K), All;
  if (!Place.line() && !K.Label.empty()) // Nothing else tells loops apart.
    Who += (Who.empty() ? "label " : " at ") + escapeControls(K.Label);
  auto Note = [&](const std::string &Text) {
    All += Where + ": note: " + Who + (Who.empty() ? "" : ": ") + Text + "\n";
  };
  Note(headlineText(R));
  if (IsQuiet)
    return All;
  // What comes with kernel-opt goes without saying.
  if (R.A.model().isUsers())
    Note("model: " + escapeControls(R.A.model().description()));
  if (!R.isComplete())
    Note("incomplete: " + R.gapsText());
  for (const std::string &Case : otherCases(R))
    Note(Case);
  if (std::string Change = nextStep(R); !Change.empty())
    Note("next: " + Change + " would give " + cyclesText(R, R.L.Next.To));
  for (const std::string &Frame : inlinedFrames(K, Place))
    Note("inlined: " + Frame);
  return All;
}

void GccReport::addLoop(const LoopResult &L, const LoopPlace &Place) {
  OS << gccNotes(LoopReport(L, Place), Options.Quiet);
}

void GccReport::addStored(const StoredLoop &L) {
  const std::string Notes = L.textForm("gcc");
  OS << (Options.Quiet ? StringRef(Notes).split('\n').first.str() + "\n"
                       : Notes);
}

void GccReport::addFile(const FileSummary &F) {
  if (F.NumOmitted != 0)
    OS << escapeControls(F.File) << ": note: " << omittedText(F) << '\n';
}

std::unique_ptr<Report>
kernelbounds::createGccReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<GccReport>(OS, Options);
}
