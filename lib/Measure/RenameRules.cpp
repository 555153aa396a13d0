//===- RenameRules.cpp - What a cycle of rename has room for --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Limits by kind, pairs that fuse, and stores that go alone beside loads to
/// which they forward. Tested by unittests/Measure/RenameRulesTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RenameRules.h"
#include "ExperimentList.h"
#include "MovesInRow.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Limits of a cycle
//===----------------------------------------------------------------------===//

/// Slots of a trip, with the end of the loop.
constexpr unsigned SlotsOfTrip = 15;
/// Of a kind in a trip, at most.
constexpr unsigned MostOfKind = 6;
/// Loads beside stores, at most, and these.
constexpr unsigned MostForwards = 4, StoresBeside = 8;

static std::string repeatLines(StringRef Line, unsigned Num) {
  std::string Text;
  for (unsigned I = 0; I < Num; ++I)
    Text += (Line + "\n").str();
  return Text;
}

void kernelbounds::addRenameExperiments(ExperimentList &L) {
  const std::pair<StringRef, StringRef> Kinds[] = {
      {"general", "lea (%rax,%r13), %r{0}"},
      {"shift", "rorx $5, %r13, %r{0}"},
      {"choose", "cmove %r13, %r{0}"},
      {"load", "mov (%r14), %r{0}"},
      {"vector-load", "vmovups (%r14), %xmm{0}"},
      {"move", "mov %r13, %r{0}"}};
  for (auto [Kind, Text] : Kinds)
    for (unsigned Num = 1; Num <= MostOfKind; ++Num) {
      std::string Body;
      for (unsigned I = 0; I < Num; ++I)
        Body += formatv(false, Text.data(), 8 + I % 3).str() + "\n";
      L.chain(formatv("limits.{0}.{1}", Kind, Num).str(),
              Body + repeatLines("xor %r11d, %r11d", SlotsOfTrip - 1 - Num), {},
              1);
    }
  std::string Stores;
  for (unsigned I = 0; I < StoresBeside; ++I)
    Stores += formatv("mov %rcx, {0}(%r14)\n", 8 * I).str();
  for (unsigned Num = 0; Num <= MostForwards; ++Num) {
    std::string Loads;
    for (unsigned I = 0; I < Num; ++I)
      Loads += formatv("movzbl {0}(%r14), %r{1}d\n", 8 * I, 8 + I % 3).str();
    L.chain(formatv("forward.beside.{0}", Num).str(), Loads + Stores, {}, 1);
  }
}

double kernelbounds::cyclesOfTrip(unsigned Width, unsigned Total, unsigned Num,
                                  unsigned Limit) {
  constexpr unsigned Trips = 120; // A multiple of all periods up to 6.
  unsigned Cycles = 1, InCycle = 0, OfKind = 0;
  for (unsigned Trip = 0; Trip < Trips; ++Trip)
    for (unsigned Slot = 0; Slot < Total; ++Slot) {
      const bool IsOfKind = Slot < Num;
      if (InCycle == Width || (IsOfKind && OfKind == Limit)) {
        ++Cycles;
        InCycle = OfKind = 0;
      }
      ++InCycle;
      OfKind += IsOfKind;
    }
  return double(Cycles) / Trips;
}

unsigned kernelbounds::findRenameLimit(const CoreFigures &F, StringRef Kind) {
  const std::optional<double> Slot = F.get("width.zero");
  if (!Slot || *Slot < 0.05)
    return 0;
  const auto Width = static_cast<unsigned>(std::lround(1 / *Slot));
  // By limit; the last one is that of the width.
  std::vector<double> Error(Width + 1);
  for (unsigned Num = 1; Num <= MostOfKind; ++Num) {
    const std::optional<double> Cycles =
        F.get(formatv("limits.{0}.{1}", Kind, Num).str());
    if (!Cycles)
      return 0;
    for (unsigned Limit = 1; Limit <= Width; ++Limit) {
      const double Expected = cyclesOfTrip(Width, SlotsOfTrip, Num, Limit);
      Error[Limit] += std::fabs(*Cycles / Expected - 1);
    }
  }
  unsigned Best = Width;
  for (unsigned Limit = Width - 1; Limit >= 1; --Limit)
    if (Error[Limit] < Error[Best])
      Best = Limit;
  // Ports or others may make some of the trips longer.
  return Best != Width && Error[Best] < 0.03 * MostOfKind &&
                 Error[Best] < 0.5 * Error[Width]
             ? Best
             : 0;
}

unsigned kernelbounds::findForwardInterval(const CoreFigures &F) {
  const std::optional<double> None = F.get("forward.beside.0");
  // Nothing to lose, or more than two a cycle.
  if (!None || std::fabs(*None - StoresBeside / 2.0) > 0.3)
    return 0;
  for (unsigned Num = 1; Num <= MostForwards; ++Num) {
    const std::optional<double> Cycles =
        F.get(formatv("forward.beside.{0}", Num).str());
    if (!Cycles)
      return 0;
    if (*Cycles > 0.9 * StoresBeside)
      return Num == 1 ? StoresBeside : std::lround(*None / (Num - 1));
  }
  return 0;
}

std::string kernelbounds::renameLimitRules(const CoreFigures &F,
                                           const RenamePorts &Ports) {
  const std::tuple<StringRef, ArrayRef<std::string>, StringRef> Kinds[] = {
      {"general", Ports.General, ""},
      {"shift", Ports.Shift, ""},
      {"choose", Ports.Choose, ""},
      {"load", Ports.Load, ", kind: load"},
      {"vector-load", Ports.VectorLoad, ""}};
  std::string Text;
  for (auto [Kind, Names, More] : Kinds) {
    // What all of the general ports can do is no kind of its own.
    const bool IsGeneral = Kind != "general" && Names == Ports.General;
    if (const unsigned Limit = findRenameLimit(F, Kind);
        Limit != 0 && !Names.empty() && !IsGeneral)
      Text += formatv("  - {{ports: [{0}], micro_ops: {1}{2}, source: "
                      "measured}\n",
                      join(Names, ", "), Limit, More)
                  .str();
  }
  // Moves that execute are micro-ops like others.
  if (const unsigned Limit = findRenameLimit(F, "move");
      Limit != 0 && eliminatesMoves(F))
    Text +=
        formatv("  - {{kind: move, micro_ops: {0}, source: measured}\n", Limit)
            .str();
  return Text.empty() ? "" : "rename_limits:\n" + Text;
}

//===----------------------------------------------------------------------===//
// Macro-fusion
//===----------------------------------------------------------------------===//

/// "CMP64ri8" becomes the expression for all widths and immediates.
static std::string pairPattern(StringRef First) {
  static constexpr std::pair<StringLiteral, StringLiteral> Operands[] = {
      {"rr", "rr(_REV)?"},
      {"ri8", "(ri|ri8|ri32|i8|i16|i32)"},
      {"ri32", "(ri|ri8|ri32|i8|i16|i32)"},
      {"mi8", "(mi|mi8|mi32)"}};
  auto [Name, Kind] = First.split("64");
  for (auto [Short, Long] : Operands)
    if (Kind == Short)
      Kind = Long;
  return (Name + "(8|16|32|64)" + Kind).str();
}

std::string kernelbounds::macroFusionRules(ArrayRef<PairRow> Pairs,
                                           const CoreFigures &F) {
  // By condition that was tried, those that test the same flags.
  static constexpr std::pair<StringLiteral, StringLiteral> Alike[] = {
      {"o", "o, no, s, ns, p, np"},
      {"b", "b, ae, be, a"},
      {"l", "l, ge, le, g"}};
  // Conditions by pattern; patterns by conditions.
  std::map<std::string, std::string> OfPattern;
  for (const PairRow &R : Pairs) {
    std::string &Conditions = OfPattern[pairPattern(R.First)];
    if (R.Machine.Kind != PairKind::Fused)
      continue;
    for (auto [Tried, All] : Alike)
      if (R.Condition == Tried)
        Conditions += (Conditions.empty() ? "e, ne, " : ", ") + All.str();
  }
  // An overflow without the rest is the data's.
  for (auto &[Pattern, Conditions] : OfPattern)
    if (Conditions == "e, ne, o, no, s, ns, p, np")
      Conditions.clear();
  std::map<std::string, std::string> Rules;
  for (const auto &[Pattern, Conditions] : OfPattern)
    if (!Conditions.empty()) {
      std::string &Firsts = Rules[Conditions];
      Firsts += (Firsts.empty() ? "'" : ", '") + Pattern + "'";
    }
  std::string Text;
  for (const auto &[Conditions, Firsts] : Rules) {
    Text += "  - {first: [" + Firsts + "], second: 'JCC_[124]', ";
    if (StringRef(Conditions).count(',') != 15)
      Text += "conditions: [" + Conditions + "], ";
    Text += "source: measured}\n";
  }
  if (F.get("width.nop", 1) < 0.6 * F.get("width.zero", 0))
    Text += "  - {first: '.*', second: ['NOOP', 'NOOP[LWQ]r?'], source: "
            "measured}\n";
  return Text.empty() ? "" : "macro_fusion:\n" + Text;
}
