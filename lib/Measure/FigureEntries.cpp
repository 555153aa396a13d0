//===- FigureEntries.cpp - Entries of a model from figures of the core ---===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of instructions that one figure for each form does not tell apart: by the
/// kind of an address, by the condition, and by whether a register is copied
/// onto itself. Tested by unittests/Measure/FormStudyTest.cpp and
/// test/kernel-opt/measure-core.test.
//
//===----------------------------------------------------------------------===//

#include "MappedForm.h"
#include "kernel-bounds/Measure/MeasuredModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

namespace {
/// A figure of the core, a form that it is of, and what its entry matches.
struct FigureKind {
  StringLiteral Name, Form, Patterns;
};
} // namespace

/// That addresses of a base and a displacement are added at rename.
static void addDisplaced(ArrayRef<const InstructionForm *> Found,
                         const CoreFigures &Machine, const CoreFigures &Model,
                         std::vector<ModelEntry> &Entries) {
  const std::optional<double> Displaced = Machine.get("lea.displaced");
  auto Whole = find_if(
      Found, [](const InstructionForm *F) { return F->Name == "LEA64r"; });
  if (Displaced && *Displaced < 0.6 && Model.get("lea.displaced", 0) > 0.6 &&
      Whole != Found.end())
    Entries.push_back({"    when: {lea: displaced}\n    eliminated: true\n",
                       {*Whole},
                       "",
                       "measured"});
}

std::vector<ModelEntry>
ModelEntryWriter::addressEntries(ArrayRef<const InstructionForm *> Forms,
                                 const CoreFigures &Machine,
                                 const CoreFigures &Model) const {
  std::vector<const InstructionForm *> Found;
  for (const InstructionForm *F : Forms)
    if (F->Shape.Memory < 0
            ? false
            : StringRef(F->Name).starts_with("LEA") && F->Name != "LEA16r")
      Found.push_back(F);
  std::vector<ModelEntry> Entries;
  if (Found.empty())
    return Entries;
  const MappedForm F(Base, Builder, *Found.front());
  const ArrayRef<MappedUop> Uops = F.M.uops(F.M.Insts.front());
  if (Uops.empty())
    return Entries;
  auto Add = [&](StringRef When, StringRef Latency, ArrayRef<MappedUop> Own) {
    Entries.push_back({formatv("    when: {{lea: {0}}\n    latency: {1}\n    "
                               "uops: {2}\n    issue_slots: 1\n",
                               When, Latency, describeUops(Base, Own))
                           .str(),
                       Found, "", "measured"});
  };
  struct Kind {
    StringRef Name;
    double Data, Index, Rate;
    unsigned Order;
    std::tuple<double, double, unsigned> cost() const {
      return {std::max(Data, Index), std::round(10 * Rate), Order};
    }
  };
  SmallVector<Kind, 3> Kinds;
  for (StringRef Name : {"simple", "scaled", "complex"}) {
    auto Of = [&](StringRef What) { return ("lea." + Name + What).str(); };
    const std::optional<double> Data = Machine.get(Of(".base")),
                                Index = Machine.get(Of(".index")),
                                Rate = Machine.get(Of(".rate"));
    if (Data && Index && Rate)
      Kinds.push_back({Name, std::round(*Data), std::round(*Index), *Rate,
                       unsigned(Kinds.size())});
  }
  // The last one that applies wins, and an address may be of two kinds.
  llvm::sort(Kinds,
             [](const Kind &A, const Kind &B) { return A.cost() < B.cost(); });
  bool HasEntry = false;
  for (const Kind &K : Kinds) {
    auto OfModel = [&](StringRef What) {
      return Model.get(("lea." + K.Name + What).str(), 0);
    };
    std::vector<MappedUop> Own(1, Uops.front());
    Own.front().Cycles = 1;
    // More in a cycle than its ports could do.
    if (!Adders.empty() && K.Rate * Own.front().Ports.size() < 0.9)
      Own.front().Ports = Adders;
    // Ports of half the set, or two micro-ops for one: time does not say.
    // Between two numbers of them the smaller one is no bound above the
    // machine.
    Own.resize(
        std::max(1.0, std::floor(K.Rate * Own.front().Ports.size() + 0.25)),
        Own.front());
    std::string Latency = std::to_string(int(K.Data));
    if (K.Index != K.Data)
      Latency =
          formatv("{{data: {0}, index: {1}}", int(K.Data), int(K.Index)).str();
    HasEntry |= differ(K.Rate, OfModel(".rate")) ||
                latenciesDiffer(K.Data, OfModel(".base")) ||
                latenciesDiffer(K.Index, OfModel(".index"));
    if (HasEntry)
      Add(K.Name, Latency, Own);
  }
  addDisplaced(Found, Machine, Model, Entries);
  return Entries;
}

std::vector<ModelEntry>
ModelEntryWriter::moveEntries(ArrayRef<const InstructionForm *> Forms,
                              const CoreFigures &Machine,
                              const CoreFigures &Model) const {
  static constexpr std::pair<StringLiteral, StringLiteral> Kinds[] = {
      {"move.r64", "'MOV64rr(_REV)?'"},
      {"move.r32", "'MOV32rr(_REV)?'"},
      {"move.r8", "MOVZX32rr8"}};
  std::vector<ModelEntry> Entries;
  PortSet Ports = Adders;
  for (const InstructionForm *Form : Forms)
    if (Ports.empty() && Form->Name == AdditionForm) {
      const MappedForm F(Base, Builder, *Form);
      for (const MappedUop &U : F.M.Uops)
        Ports = U.Ports;
    }
  const MappedUop Use{Ports, 1, UopKind::Compute};
  constexpr double Short = 0.7;
  for (auto [Name, Patterns] : Kinds) {
    const std::string Same = (Name + ".same").str();
    // The base tells them apart already.
    const bool IsKnown =
        Model.get(Name, 1) < Short && Model.get(Same, 0) > Short;
    if (!Ports.empty() && Machine.get(Name, 1) < Short &&
        Machine.get(Same, 0) > Short && !IsKnown)
      Entries.push_back({"    when: {same_register: true}\n    latency: 1\n    "
                         "uops: " +
                             describeUops(Base, Use) + "\n",
                         {},
                         Patterns.str(),
                         "measured"});
  }
  return Entries;
}

std::vector<ModelEntry>
ModelEntryWriter::conditionEntries(ArrayRef<const InstructionForm *> Forms,
                                   const CoreFigures &Machine,
                                   const CoreFigures &Model) const {
  static constexpr FigureKind Kinds[] = {
      {"cmov", "CMOV64rr", "'CMOV(16|32|64)r[rm]'"},
      {"set", "SETCCr", "'SETCC[rm]'"}};
  std::vector<ModelEntry> Entries;
  for (const FigureKind &K : Kinds) {
    auto Form = find_if(
        Forms, [&](const InstructionForm *F) { return F->Name == K.Form; });
    auto Of = [&](StringRef What) { return (K.Name + "." + What).str(); };
    const std::optional<double> One = Machine.get(Of("one.rate")),
                                Two = Machine.get(Of("two.rate")),
                                Flags = Machine.get(Of("two.flags")),
                                Data = Machine.get(Of("two.data"));
    if (Form == Forms.end() || !One || !Two || !Flags || !Data || *One <= 0)
      continue;
    auto RatioOf = [&](const CoreFigures &Figures) {
      const double Both = Figures.get(Of("two.rate"), 0);
      return Both / std::max(Figures.get(Of("one.rate"), Both), 0.01);
    };
    const bool IsKnown =
        Model.get(Of("two.rate")) &&
        !differ(RatioOf(Machine), RatioOf(Model)) &&
        !latenciesDiffer(*Flags, Model.get(Of("two.flags"), 0));
    if (*Two < 1.5 * *One || IsKnown)
      continue;
    const MappedForm F(Base, Builder, **Form);
    if (F.uops().empty())
      continue;
    const MappedUop Use{F.uops().front().Ports, 1, UopKind::Compute};
    const std::vector<MappedUop> Own(
        std::max(2l, std::lround(*Two * Use.Ports.size())), Use);
    Entries.push_back(
        {formatv("    when: {{conditions: [a, be]}\n    latency: {{data: {0}, "
                 "flags: {1}}\n    uops: {2}\n",
                 std::max(1l, std::lround(*Data)),
                 std::max(1l, std::lround(*Flags)), describeUops(Base, Own))
             .str(),
         {},
         K.Patterns.str(),
         "measured"});
  }
  return Entries;
}

std::vector<ModelEntry>
ModelEntryWriter::atomicEntries(ArrayRef<const InstructionForm *> Forms,
                                const CoreFigures &Machine,
                                const CoreFigures &Model) const {
  static constexpr FigureKind Kinds[] = {
      {"atomic.xadd", "XADD64rm", "'XADD(8|16|32|64)rm'"},
      {"atomic.exchange", "XCHG64rm", "'XCHG(8|16|32|64)rm'"},
      {"atomic.compare", "CMPXCHG64rm", "'CMPXCHG(8|16|32|64)rm'"}};
  std::vector<ModelEntry> Entries;
  const PortSet Lock = portNamed("lock");
  const std::optional<double> Add = Machine.get("atomic.add");
  if (Lock.empty() || !Add)
    return Entries;
  for (const FigureKind &K : Kinds) {
    const std::optional<double> Cycles = Machine.get(K.Name);
    auto Form = find_if(
        Forms, [&](const InstructionForm *F) { return F->Name == K.Form; });
    if (!Cycles || Form == Forms.end() ||
        !differ(*Cycles, Model.get(K.Name, 0)) ||
        std::lround(*Cycles) <= std::lround(*Add))
      continue;
    std::vector<MappedUop> Own = {
        {Lock, uint16_t(std::lround(*Cycles) - std::lround(*Add)),
         UopKind::Compute}};
    const MappedForm F(Base, Builder, **Form);
    for (const MappedUop &U : F.uops())
      if (U.Kind == UopKind::Compute && U.Ports != Lock)
        Own.push_back(U);
    Entries.push_back({"    uops: " + describeUops(Base, Own) + "\n",
                       {},
                       K.Patterns.str(),
                       "measured"});
  }
  return Entries;
}

std::vector<ModelEntry> kernelbounds::nopEntries(const CoreFigures &F,
                                                 StringRef Opcodes) {
  const std::optional<double> Nop = F.get("width.nop"),
                              Slot = F.get("width.zero");
  if (Opcodes.empty() || !Nop || !Slot || *Nop > 1.2 * *Slot)
    return {};
  ModelEntry Nops;
  Nops.Body = "    latency: 0\n    uops: []\n";
  Nops.Patterns = Opcodes.str();
  return {Nops};
}
