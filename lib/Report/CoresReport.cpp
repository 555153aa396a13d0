//===- CoresReport.cpp - One table over several cores ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row for each loop, a column for each core, with the bound that limits the
/// loop there. Sample of `kernel-opt --cpu=cascadelake,znver4
/// gauss_seidel.cascadelake.s`:
///
///   cycles per assembly iteration (cy/it); * marks the core that takes least
///
///     cascadelake       znver4            loop
///     12.00  latency     9.00* latency    gauss_seidel (...:26, label .L4)
///
/// Loops come core after core, each time in the same order.
/// Tested by test/kernel-opt/cores.test.
//
//===----------------------------------------------------------------------===//

#include "LoopReport.h"
#include "kernel-bounds/Advice/LoopLimit.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Rows unless the user wants more or fewer.
constexpr unsigned DefaultTop = 100;

struct Cell {
  CyclesPerIter Cycles;
  StringRef LimitName;
  bool IsComplete = true;
};

struct Row {
  std::string Name;
  std::vector<Cell> Cells; ///< By core.

  CyclesPerIter most() const {
    CyclesPerIter Most;
    for (const Cell &C : Cells)
      Most = std::max(Most, C.Cycles);
    return Most;
  }
  CyclesPerIter least() const {
    CyclesPerIter Least = most();
    for (const Cell &C : Cells)
      Least = std::min(Least, C.Cycles);
    return Least;
  }
};

class CoresReport final : public Report {
public:
  using Report::Report;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
  void end() override;

private:
  void table(ArrayRef<const Row *> Shown);

  std::vector<std::string> Cores;
  std::vector<Row> Rows;
  size_t NumOfCore = 0; ///< Loops of the last of Cores.
};

} // namespace

void CoresReport::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const StringRef Core = L.Bounds.model().cpu();
  if (Cores.empty() || Cores.back() != Core) {
    Cores.push_back(Core.str());
    NumOfCore = 0;
  }
  if (NumOfCore == Rows.size())
    Rows.push_back({loopName(L.Bounds.kernel(), Place), {}});
  Rows[NumOfCore++].Cells.push_back(
      {L.prediction(), limitName(L), isComplete(L.Bounds, Place)});
}

static std::string padded(const std::string &Text, size_t Width) {
  return std::string(Width - std::min(Width, Text.size()), ' ') + Text;
}

static std::string cellText(const Cell &C, const CyclesPerIter &Least) {
  return padded(C.Cycles.str(), 9) + (C.Cycles == Least ? "* " : "  ") +
         C.LimitName.str() + (C.IsComplete ? "" : " +");
}

void CoresReport::table(ArrayRef<const Row *> Shown) {
  OS << "cycles per assembly iteration (cy/it); * marks the core that takes "
        "least\n";
  if (any_of(Shown, [](const Row *R) {
        return any_of(R->Cells, [](const Cell &C) { return !C.IsComplete; });
      }))
    OS << "+ marks incomplete figures: something in the loop is not modelled\n";
  std::vector<size_t> Widths;
  for (auto [I, Core] : enumerate(Cores)) {
    size_t Width = Core.size() + 4;
    for (const Row *R : Shown)
      if (I < R->Cells.size())
        Width = std::max(Width, cellText(R->Cells[I], R->least()).size());
    Widths.push_back(Width);
  }
  OS << '\n';
  for (auto [Core, Width] : zip_equal(Cores, Widths))
    OS << left_justify("    " + Core, Width) << ' ';
  OS << "  loop\n";
  for (const Row *R : Shown) {
    const CyclesPerIter Least = R->least();
    for (auto [I, Width] : enumerate(Widths))
      OS << left_justify(
                I < R->Cells.size() ? cellText(R->Cells[I], Least) : "", Width)
         << ' ';
    OS << "  " << R->Name << '\n';
  }
}

void CoresReport::end() {
  if (Rows.empty())
    return;
  std::vector<const Row *> Shown;
  for (const Row &R : Rows)
    Shown.push_back(&R);
  const size_t Top = Options.Top ? Options.Top : DefaultTop;
  if (Shown.size() > Top) {
    llvm::sort(Shown, [](const Row *A, const Row *B) {
      return A->most() == B->most() ? A < B : A->most() > B->most();
    });
    Shown.resize(Top);
  }
  table(Shown);
  if (Shown.size() < Rows.size())
    OS << "\nand " << Rows.size() - Shown.size()
       << " loops with fewer cycles; --all shows them\n";
}

std::unique_ptr<Report>
kernelbounds::createCoresReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<CoresReport>(OS, Options);
}
