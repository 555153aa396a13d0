//===- CoreStudy.cpp - All experiments on a core --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of the table:
///
///   forward.r64,"mov %rax, (%r14); mov (%r14), %rax",ok,0.020,0.003,0.000
///
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CoreStudy.h"
#include "kernel-bounds/Measure/CsvTable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

/// Again where the machine was not quiet; searches of sizes try often enough.
static CoreFigure measureOften(LoopRunner &Runner, const CoreExperiment &E,
                               const CoreFigures &Known) {
  constexpr unsigned MostTries = 3;
  CoreFigure F;
  for (unsigned Try = 0; Try < MostTries; ++Try) {
    F = measureCore(Runner, E, Known);
    if (E.Size ||
        (F.Status != LoopStatus::Unsteady && F.Status != LoopStatus::Disturbed))
      break;
  }
  return F;
}

/// What another thread of the same core does makes stores reach loads later,
/// and products and sums, by a whole cycle and for a long time: on Golden Cove
/// 5 or 6 cycles, and 4 or 5. Such figures are measured at both ends of the
/// study, and the smaller one counts.
static bool isMeasuredTwice(const CoreExperiment &E) {
  return StringRef(E.Name).starts_with("forward.") ||
         StringRef(E.Name).starts_with("op.");
}

namespace {

/// The second part of a study.
class SecondLook {
public:
  SecondLook(LoopRunner &Runner, CoreFigures &Known)
      : Runner(Runner), Known(Known) {}

  /// The figure of \p E, which has one already.
  CoreFigure lookAt(const CoreExperiment &E) {
    const CoreFigure First = *Known.find(E.Name);
    // Too much or too little was subtracted from it.
    const bool IsFalse = any_of(E.Known, [&](const auto &Figure) {
      return is_contained(Changed, Figure.first);
    });
    if (!IsFalse && !isMeasuredTwice(E))
      return First;
    CoreFigure F = measureOften(Runner, E, Known);
    if (!IsFalse &&
        (!F.isKnown() || (First.isKnown() && First.Cycles < F.Cycles)))
      F = First;
    if (First.isKnown() && F.isKnown() &&
        std::abs(First.Cycles - F.Cycles) > Same)
      Changed.push_back(E.Name);
    return F;
  }

private:
  static constexpr double Same = 0.25; ///< Cycles.

  LoopRunner &Runner;
  CoreFigures &Known;
  std::vector<std::string> Changed; ///< Of what others subtract, too.
};

} // namespace

Error kernelbounds::studyCore(ArrayRef<CoreExperiment> Experiments,
                              LoopRunner &Runner, CoreFigures &Known,
                              const CoreListener &Listener) {
  auto IsLookedAtAgain = [&](const CoreExperiment &E) {
    return Runner.noise() > 0 &&
           (isMeasuredTwice(E) || (!E.Known.empty() && !E.Size));
  };
  size_t Done = 0, All = Experiments.size();
  for (const CoreExperiment &E : Experiments)
    All += IsLookedAtAgain(E);
  std::vector<const CoreExperiment *> Again;
  for (const CoreExperiment &E : Experiments) {
    ++Done;
    if (Known.find(E.Name)) {
      Done += IsLookedAtAgain(E);
      continue;
    }
    const CoreFigure F = measureOften(Runner, E, Known);
    if (Listener.IsOver())
      return Error::success();
    Known.set(E.Name, F);
    Listener.OnStep(Done, All, E.Name);
    if (IsLookedAtAgain(E))
      Again.push_back(&E);
    else if (Error Problem = Listener.OnRow({E.Name, E.Text, F, {}}))
      return Problem;
  }
  SecondLook Second(Runner, Known);
  for (const CoreExperiment *E : Again) {
    const CoreFigure F = Second.lookAt(*E);
    if (Listener.IsOver())
      return Error::success();
    Known.set(E->Name, F);
    Listener.OnStep(++Done, All, E->Name);
    if (Error Problem = Listener.OnRow({E->Name, E->Text, F, {}}))
      return Problem;
  }
  return Error::success();
}

std::optional<double> CoreFigures::spreadOf(StringRef Name) const {
  std::optional<double> Most;
  for (const auto &[Key, F] : Figures) {
    StringRef Rest = Key;
    if (F.isKnown() && Rest.consume_front(Name) &&
        (Rest.empty() || Rest.front() == '.'))
      Most = std::max(Most.value_or(0), F.Spread);
  }
  return Most;
}

std::string kernelbounds::codeOf(const CoreRow &R) {
  std::string Code;
  for (char C : StringRef(R.Text).rtrim())
    Code += C == '\n' ? std::string("; ") : std::string(1, C);
  return Code;
}

void kernelbounds::printCoreHead(raw_ostream &OS) {
  OS << "experiment,code,status,cycles,spread,model_cycles\n";
}

/// Three decimals; "" if it is not known. Of a size without a step, what was
/// tried.
static std::string figure(const CoreFigure &F) {
  return F.isKnown() || F.Status == LoopStatus::NoStep
             ? formatv("{0:f3}", F.Cycles).str()
             : "";
}

void kernelbounds::printCoreRow(raw_ostream &OS, const CoreRow &R) {
  const std::string Spread =
      R.Machine.isKnown() ? formatv("{0:f3}", R.Machine.Spread).str() : "";
  writeCsvRow(OS, {R.Name, codeOf(R), loopStatusName(R.Machine.Status).str(),
                   figure(R.Machine), Spread, figure(R.Model)});
}

Expected<CoreFigures> kernelbounds::readCoreTable(StringRef Text,
                                                  StringRef File) {
  auto Table = CsvTable::parse(Text, File);
  if (!Table)
    return Table.takeError();
  if (Error E = Table->require({"experiment", "status", "cycles", "spread"}))
    return std::move(E);
  CoreFigures Known;
  for (size_t Row = 0; Row < Table->numRows(); ++Row) {
    auto Status = parseLoopStatus(Table->cell(Row, "status"));
    if (!Status)
      return createStringError(Table->place(Row) + ": " +
                               toString(Status.takeError()));
    auto Cycles = Table->number(Row, "cycles");
    if (!Cycles)
      return Cycles.takeError();
    if (*Status == LoopStatus::Ok && !*Cycles)
      return createStringError(Table->place(Row) + ": there are no cycles");
    auto Spread = Table->number(Row, "spread");
    if (!Spread)
      return Spread.takeError();
    Known.set(Table->cell(Row, "experiment"),
              {*Status, Cycles->value_or(0), Spread->value_or(0)});
  }
  return Known;
}
