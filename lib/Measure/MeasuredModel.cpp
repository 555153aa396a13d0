//===- MeasuredModel.cpp - A port model from measurements -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Latencies are those of the base plus the whole cycles by which the machine
/// differs, so that what a model derives from them (loads, crossings) stays as
/// it is. Time alone does not say on which ports a micro-op runs: of the ways
/// to change the base's micro-ops that give the measured throughput, the one
/// that changes them least is taken. It holds its ports for more or fewer
/// cycles, or has the ports of another of the base's micro-ops that contain its
/// own or are contained in them. Tested by
/// unittests/Measure/FormStudyTest.cpp and test/kernel-opt/measure.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/MeasuredModel.h"
#include "FigureSpreads.h"
#include "MappedForm.h"
#include "kernel-bounds/Measure/UnmeasuredForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <map>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Latency
//===----------------------------------------------------------------------===//

static bool isOfVectors(const InstructionForm &F) {
  return any_of(F.Shape.Registers, [](const FormOperand &Op) {
    return Op.File == RegFile::Vector;
  });
}

/// Whether the links of the chain may take a cycle more or less than by
/// themselves, as between a root and a logic operation, or from flags of logic
/// to a conditional move. Exclusive or of general registers takes one cycle.
static bool isVague(const FormRow &R, const FormLatency &L) {
  return L.Links > 0 && (isOfVectors(*R.Form) || L.ToFlags ||
                         L.Role == ReadRole::Mask || L.Role == ReadRole::Flags);
}

/// By how many whole cycles the machine takes longer from sources of role
/// \p Role; nullopt if that was not measured. \p IsKnown: a model file says
/// what the model has, so that a vague cycle is no evidence against it.
static std::optional<int> differenceOf(const FormRow &R, ReadRole Role,
                                       bool ToFlags, bool ToHigh,
                                       bool IsKnown) {
  constexpr double Vague = 1.5;
  std::optional<double> Machine, Model;
  bool IsSure = true;
  for (const auto &[A, B] : zip(R.Machine.Latencies, R.Model.Latencies)) {
    // What goes through memory is forwarded, which has rules of its own.
    if (A.Role != Role || A.ToFlags != ToFlags || A.ToHigh != ToHigh ||
        A.ToMemory || A.Status != LoopStatus::Ok || B.Status != LoopStatus::Ok)
      continue;
    Machine = std::max(Machine.value_or(A.Cycles), A.Cycles);
    IsSure &= !IsKnown || !isVague(R, A);
    Model = std::max(Model.value_or(B.Cycles), B.Cycles);
  }
  if (!Machine)
    return std::nullopt;
  const double By = *Machine - *Model;
  if (!latenciesDiffer(*Machine, *Model) || (!IsSure && std::abs(By) < Vague))
    return 0;
  return std::lround(By);
}

/// By how many whole cycles slow values take longer than fast ones; of
/// integers, most are not as slow.
static int slowExtra(const FormRow &R) {
  if (!isOfVectors(*R.Form))
    return 0;
  // Of a root of what it loads, only the address is known.
  for (ReadRole Role : {ReadRole::Data, ReadRole::Address}) {
    double Fast = 0, Slow = 0;
    for (const auto &[A, B] : zip(R.Machine.Latencies, R.Machine.SlowLatencies))
      if (A.Role == Role && !A.ToFlags && !A.ToHigh && !A.ToMemory &&
          A.Status == LoopStatus::Ok && B.Status == LoopStatus::Ok &&
          A.From == B.From && A.To == B.To) {
        Fast = std::max(Fast, A.Cycles);
        Slow = std::max(Slow, B.Cycles);
      }
    if (Fast > 0)
      return latenciesDiffer(Fast, Slow)
                 ? std::max(0l, std::lround(Slow - Fast))
                 : 0;
  }
  return 0;
}

/// The latency map of the entry; empty if the base's is right, unless \p
/// Always.
std::string ModelEntryWriter::latencyOf(const FormRow &R, bool Always) const {
  const MappedForm F(Base, Builder, *R.Form);
  std::optional<int> Main, ToFlags, ToHigh;
  for (auto [I, W] : enumerate(F.K.Writes)) {
    std::optional<int> &Into = W.IsFlags ? ToFlags : W.IsHigh ? ToHigh : Main;
    Into = std::max<int>(Into.value_or(0),
                         F.M.WriteLatency[I] - F.inst().ExpectedExtra);
  }
  auto Delta = [&](ReadRole Role, bool Flags, bool High) {
    return differenceOf(R, Role, Flags, High, !F.inst().is(MF_LatencyFromLLVM));
  };
  bool Differs = false;
  auto Moved = [&](int Old, std::optional<int> By) {
    Differs |= By.value_or(0) != 0;
    return std::max(Old + By.value_or(0), 0);
  };
  std::optional<int> DataBy = Delta(ReadRole::Data, false, false);
  // Of a load that computes, what comes behind the load.
  if (!DataBy)
    DataBy = Delta(ReadRole::Address, false, false);
  std::vector<std::pair<StringRef, int>> Keys;
  std::optional<int> FlagsBy = Delta(ReadRole::Data, true, false);
  const int Data = Main      ? Moved(*Main, DataBy)
                   : ToFlags ? Moved(*ToFlags, FlagsBy)
                             : 0;
  const int OldData = Main ? *Main : ToFlags.value_or(0);
  Keys.push_back({"data", Data});
  const std::pair<ReadRole, StringRef> Roles[] = {
      {ReadRole::Accumulator, "accumulator"},
      {ReadRole::Merge, "merge"},
      {ReadRole::Mask, "mask"},
      {ReadRole::Flags, "flags"},
      {ReadRole::High, "high"}};
  for (auto [Role, Key] : Roles)
    for (auto [I, Read] : enumerate(F.K.Reads))
      if (Read.Role == Role) {
        const int Value =
            Moved(OldData - F.M.ReadAdvance[I], Delta(Role, false, false));
        if (Value != Data)
          Keys.push_back({Key, Value});
        break;
      }
  if (Main && ToFlags)
    if (const int Value = Moved(*ToFlags, FlagsBy); Value != Data)
      Keys.push_back({"to_flags", Value});
  if (ToHigh)
    if (const int Value = Moved(*ToHigh, Delta(ReadRole::Data, false, true));
        Value != Data)
      Keys.push_back({"to_high", Value});
  const int Slower = std::max<int>(F.inst().ExpectedExtra, slowExtra(R));
  if (!Differs && !Always && Slower == F.inst().ExpectedExtra)
    return "";
  if (Slower != 0)
    Keys.push_back({"expected", Data + Slower});
  if (Keys.size() == 1)
    return formatv("    latency: {0}\n", Data).str();
  std::string Text;
  for (auto [Key, Value] : Keys)
    Text += formatv("{0}{1}: {2}", Text.empty() ? "" : ", ", Key, Value).str();
  return "    latency: {" + Text + "}\n";
}

//===----------------------------------------------------------------------===//
// Throughput
//===----------------------------------------------------------------------===//

/// Cycles that \p Uops take at least: of all unions of their port sets, the one
/// with the most work for each port. There are few of them.
static double boundOf(ArrayRef<MappedUop> Uops) {
  std::vector<PortSet> Unions = {PortSet()};
  for (const MappedUop &U : Uops)
    for (size_t I = 0, E = Unions.size(); I < E && Unions.size() < 256; ++I)
      if (PortSet Both = Unions[I] | U.Ports; !is_contained(Unions, Both))
        Unions.push_back(Both);
  double Most = 0;
  for (PortSet S : Unions) {
    double Cycles = 0;
    for (const MappedUop &U : Uops)
      if (U.Ports.isSubsetOf(S))
        Cycles += U.Cycles;
    if (!S.empty())
      Most = std::max(Most, Cycles / S.size());
  }
  return Most;
}

namespace {

/// The ways to change micro-ops, and the best so far.
struct UopSearch {
  double Wanted;
  std::vector<MappedUop> Best;
  double Error;
  unsigned Cost = ~0u;

  void consider(const std::vector<MappedUop> &Uops, unsigned NewCost) {
    // A bound above the measurement is false.
    const double Above = boundOf(Uops) - Wanted;
    const double E = std::fabs(Above) / Wanted * (Above > 0 ? 3 : 1);
    // A hundredth is not worth a greater change.
    if (E < Error - 0.01 || (E < Error + 0.01 && NewCost < Cost)) {
      Best = Uops;
      Error = E;
      Cost = NewCost;
    }
  }
};

} // namespace

std::string kernelbounds::describeUops(const PortModel &Base,
                                       ArrayRef<MappedUop> Uops) {
  std::string Text;
  for (const MappedUop &U : Uops) {
    std::string Ports;
    U.Ports.forEach([&](unsigned P) {
      Ports += (Ports.empty() ? "" : ", ") + Base.ports()[P].Name;
    });
    Text += (Text.empty() ? "{ports: [" : ", {ports: [") + Ports + "]";
    if (U.Cycles != 1)
      Text += ", cycles: " + std::to_string(U.Cycles);
    if (U.ExpectedExtra != 0)
      Text += ", expected: " + std::to_string(U.Cycles + U.ExpectedExtra);
    constexpr StringLiteral Kinds[] = {"compute", "load", "store-address",
                                       "store-data"};
    if (U.Kind != UopKind::Compute)
      Text += ", kind: " + Kinds[unsigned(U.Kind)].str();
    Text += "}";
  }
  return "[" + Text + "]";
}

static constexpr StringLiteral MeasuredSource = "measured";

/// To the entry of that body, or as a new one. O(entries).
static void addTo(std::vector<ModelEntry> &Entries, std::string Body,
                  const InstructionForm *Form, StringRef Source,
                  std::optional<double> Spread = std::nullopt) {
  if (Body.empty())
    return;
  auto It = find_if(Entries, [&](const ModelEntry &E) {
    return E.Body == Body && E.Source == Source;
  });
  if (It == Entries.end())
    It = Entries.insert(It, {std::move(Body), {}, "", Source.str()});
  It->Forms.push_back(Form);
  if (Spread)
    It->Spread = std::max(It->Spread.value_or(0), *Spread);
}

/// Bytes of the vectors of a form that has no other operands; 0 of others.
static unsigned vectorWidth(const InstructionForm &F) {
  const bool IsPure =
      isOfVectors(F) && all_of(F.Shape.Registers, [](const FormOperand &Op) {
        return Op.File == RegFile::Vector || Op.File == RegFile::Mask;
      });
  return IsPure ? std::max(16u, splitWidth(F.Name).second) : 0;
}

ModelEntryWriter::ModelEntryWriter(PortModel &Base, const FormBuilder &Builder,
                                   ArrayRef<const InstructionForm *> Forms,
                                   ArrayRef<std::string> Additions)
    : Base(Base), Builder(Builder) {
  auto Add = [&](PortSet P) {
    if (!P.empty() && !is_contained(PortSets, P))
      PortSets.push_back(P);
  };
  for (const ModelTables *L : Base.layers())
    for (const UopSpec &U : L->Uops)
      if (U.Kind == UopKind::Compute)
        Add(PortSet(U.Ports));
  for (const InstructionForm *Form : Forms)
    if (Form->Shape.Memory < 0) {
      const MappedForm F(Base, Builder, *Form);
      const unsigned Width = vectorWidth(*Form);
      for (const MappedUop &U : F.M.Uops) {
        Add(U.Ports);
        if (Width && U.Kind == UopKind::Compute &&
            !is_contained(SetsOfWidth[Width], U.Ports))
          SetsOfWidth[Width].push_back(U.Ports);
        if (Form->Name == AdditionForm)
          Adders = U.Ports;
      }
    }
  PortSet All;
  for (auto [I, P] : enumerate(Base.ports()))
    if (is_contained(Additions, P.Name))
      All.insert(I);
  Add(All);
  if (!All.empty())
    Adders = All;
}

void ModelEntryWriter::useFindings(ArrayRef<PortFinding> Findings) {
  for (const PortFinding &F : Findings) {
    // What was counted and is as the model says.
    if (F.Counted && F.Trust == Confidence::Unique && !F.IsBetter)
      for (const InstructionForm *Form : F.Forms)
        Confirmed.insert(Form->Name);
    if (F.IsBetter) {
      for (const MappedUop &U : F.Found)
        FoundSets.push_back(U.Ports);
      for (const InstructionForm *Form : F.Forms)
        Inferred.try_emplace(Form->Name, F);
    }
  }
}

std::vector<ModelEntry>
ModelEntryWriter::accessEntries(ArrayRef<const InstructionForm *> Forms) const {
  std::vector<ModelEntry> Entries;
  StringMap<const InstructionForm *> ByName;
  for (const InstructionForm *Form : Forms)
    ByName[Form->Name] = Form;
  // LLVM's latency of an update has the load and the store in it.
  auto LatencyForm = [&](const InstructionForm &Form, const MemRef &Mem) {
    auto It = ByName.find(registerFormOf(Form.Name));
    return Mem.IsLoad && Mem.IsStore && It != ByName.end() ? It->second : &Form;
  };
  for (const InstructionForm *Form : Forms) {
    if (Form->Shape.Memory < 0)
      continue;
    const MappedForm F(Base, Builder, *Form);
    const MappedInst &M = F.M.Insts.front();
    if (F.K.Mems.empty() || !M.is(MF_UopsFromLLVM) || M.is(MF_NotModeled) ||
        any_of(F.K.Mems, [](const MemRef &Mem) { return Mem.IsGather; }))
      continue;
    std::vector<MappedUop> Own;
    for (const MappedUop &U : F.M.uops(M))
      if (U.Kind == UopKind::Compute)
        Own.push_back(U);
    FormRow Nothing;
    Nothing.Form = LatencyForm(*Form, F.K.Mems.front());
    addTo(Entries,
          latencyOf(Nothing, /*Always=*/true) +
              "    uops: " + describeUops(Base, Own) + "\n",
          Form, MeasuredSource);
  }
  return Entries;
}

PortSet ModelEntryWriter::portsNamed(StringRef Prefix) const {
  PortSet Ports;
  for (auto [I, P] : enumerate(Base.ports())) {
    StringRef Rest = P.Name;
    if (Rest.consume_front(Prefix) && Rest.size() == 1 && isDigit(Rest[0]))
      Ports.insert(I);
  }
  return Ports;
}

PortSet ModelEntryWriter::portNamed(StringRef Name) const {
  PortSet Found;
  for (auto [I, P] : enumerate(Base.ports()))
    if (P.Name == Name)
      Found.insert(I);
  return Found;
}

/// Of a gather or scatter, all of which is said: it takes its own unit. What
/// there is of LLVM's tables counts a load or two.
std::string ModelEntryWriter::gatherBody(const FormRow &R) const {
  const PortSet Unit = portsNamed("gather");
  if (Unit.empty() || R.Machine.Throughput < 1 ||
      none_of(R.Form->Shape.Registers,
              [](const FormOperand &Op) { return Op.IsVectorIndex; }))
    return "";
  double Latency = 1;
  for (const FormLatency &L : R.Machine.Latencies)
    if (L.Role == ReadRole::Address && L.Status == LoopStatus::Ok)
      Latency = std::max(Latency, L.Cycles);
  const MappedUop Use{Unit, uint16_t(std::lround(R.Machine.Throughput)),
                      UopKind::Compute};
  return formatv("    memory: explicit\n    latency: {{data: {0}, merge: 1, "
                 "mask: 1}\n    uops: {1}\n",
                 std::lround(Latency), describeUops(Base, Use))
      .str();
}

/// Of a division or square root: its port goes on with other work while a
/// divider is busy. There are two of half the speed, for halves of cycles.
std::string ModelEntryWriter::divisionUops(const FormRow &R) const {
  const bool IsVector = isOfVectors(*R.Form);
  const PortSet Dividers = portsNamed(IsVector ? "vdiv" : "idiv");
  if (Dividers.empty() || !dependsOnValues(*R.Form) || R.Machine.Throughput < 2)
    return "";
  const MappedForm F(Base, Builder, *R.Form);
  const MappedUop *Longest = nullptr;
  for (const MappedUop &U : F.M.uops(F.M.Insts.front()))
    if (U.Kind == UopKind::Compute && !(U.Ports & Base.issuePorts()).empty() &&
        (!Longest || U.Cycles > Longest->Cycles))
      Longest = &U;
  if (!Longest)
    return "";
  const double Busy = std::round(R.Machine.Throughput * Dividers.size()),
               Slow = std::round(R.Machine.SlowThroughput.value_or(0) *
                                 Dividers.size());
  MappedUop Division{Dividers, uint16_t(Busy), UopKind::Compute};
  // Most values are slow, and a bound must hold for all.
  if (IsVector && Slow > 1.05 * Busy)
    Division.ExpectedExtra = Slow - Busy;
  const MappedUop Uops[] = {{Longest->Ports, 1, UopKind::Compute}, Division};
  return "    uops: " + describeUops(Base, Uops) + "\n";
}

const PortFinding *ModelEntryWriter::findingOf(const FormRow &R) const {
  const bool IsLoad = R.Form->Shape.Memory >= 0;
  auto It = Inferred.find(IsLoad ? registerFormOf(R.Form->Name) : R.Form->Name);
  if (It == Inferred.end())
    return nullptr;
  const MappedForm F(Base, Builder, *R.Form);
  std::vector<MappedUop> Own;
  for (const MappedUop &U : F.uops())
    if (U.Kind == UopKind::Compute)
      Own.push_back(U);
  if (IsLoad &&
      describeUops(Base, Own) != describeUops(Base, It->second.Before))
    return nullptr;
  return &It->second;
}

/// \p P with one port more, out of a known set that contains \p P, first those
/// that mixes showed of other forms; and sets of one port less.
std::vector<PortSet> ModelEntryWriter::neighboursOf(PortSet P) const {
  std::vector<PortSet> Out;
  PortSet Around = P;
  for (PortSet Known : PortSets)
    if (P.isSubsetOf(Known) && Known.size() > Around.size())
      Around = Known;
  for (const bool IsFound : {true, false})
    (Around - P).forEach([&](unsigned Port) {
      PortSet One = P;
      One.insert(Port);
      if (is_contained(FoundSets, One) == IsFound)
        Out.push_back(One);
    });
  if (P.size() > 1)
    P.forEach([&](unsigned Port) {
      PortSet One;
      One.insert(Port);
      Out.push_back(P - One);
    });
  return Out;
}

/// Whether a file knows the ports of what stores, and they are not slower than
/// it was measured: how stores get into the cache limits them, too.
static bool isKnownStore(const MappedForm &F, double Throughput) {
  return !F.inst().is(MF_UopsFromLLVM) &&
         any_of(F.K.Mems, [](const MemRef &Mem) { return Mem.IsStore; }) &&
         boundOf(F.uops()) <= 1.03 * Throughput;
}

/// Whether the figure of \p R is one that the model has for some operands or
/// beside some work: between what it proves and what it expects.
static bool isExpected(const FormRow &R) {
  const double Own = R.Machine.Throughput;
  return R.Model.SlowThroughput && Own > R.Model.Throughput &&
         Own < *R.Model.SlowThroughput * 1.03;
}

/// Whether an entry of \p Base says all micro-ops of memory operands, too.
static bool hasExplicitMemory(const PortModel &Base, unsigned Opcode) {
  return any_of(Base.entries(Opcode), [](const LayeredEntry &E) {
    return E.Entry->has(EA_HasUops) && E.Entry->has(EA_ExplicitMemory);
  });
}

static unsigned mostCyclesOf(ArrayRef<MappedUop> Uops) {
  unsigned Most = 0;
  for (const MappedUop &U : Uops)
    Most = std::max<unsigned>(Most, U.Cycles);
  return Most;
}

/// A load that takes longer than a plain one computes.
std::string ModelEntryWriter::loadUops(const Kernel &K) const {
  if (K.Mems.empty() || !K.Mems.front().IsLoad || K.Mems.front().IsVector ||
      Adders.empty())
    return "";
  const MappedUop Use{Adders, 1, UopKind::Compute};
  return "    uops: " + describeUops(Base, Use) + "\n";
}

std::string ModelEntryWriter::uopsOf(const FormRow &R) const {
  const double Wanted = R.Machine.Throughput;
  if (const PortFinding *Found = findingOf(R))
    return Found->Counted
               ? ""
               : "    uops: " + describeUops(Base, Found->Found) + "\n";
  if (std::string Division = divisionUops(R); !Division.empty())
    return Division;
  const MappedForm F(Base, Builder, *R.Form);
  const bool Differs = differ(Wanted, R.Model.Throughput) && !isExpected(R),
             TakesLonger = differenceOf(R, ReadRole::Address, false, false,
                                        !F.inst().is(MF_LatencyFromLLVM)) > 0;
  const ArrayRef<MappedUop> Mapped = F.uops();
  if (Wanted <= 0 || (!Differs && !TakesLonger) || isKnownStore(F, Wanted))
    return "";
  // Then what cuts the dependences is in the figure, or what could not be cut.
  if (Wanted > boundOf(Mapped) && !TakesLonger &&
      FormChains(Builder, *R.Form, {}).waitsForItself())
    return "";
  const bool IsExplicit = hasExplicitMemory(Base, R.Form->Shape.Opcode);
  // What rules of loads and stores add cannot be said for one opcode.
  std::vector<MappedUop> Own, Rest;
  for (const MappedUop &U : Mapped)
    (IsExplicit || U.Kind == UopKind::Compute ? Own : Rest).push_back(U);
  if (Own.empty())
    return TakesLonger ? loadUops(F.K) : "";
  if (!Differs)
    return "";
  UopSearch S{Wanted, Own, std::fabs(boundOf(Mapped) - Wanted) / Wanted};
  const double Before = S.Error;
  auto Consider = [&](std::vector<MappedUop> Uops, unsigned Cost) {
    Uops.insert(Uops.end(), Rest.begin(), Rest.end());
    S.consider(Uops, Cost);
  };
  const unsigned Longest = mostCyclesOf(Own);
  // Vectors of one width share ports: wide ones have fewer than others.
  auto Sets = SetsOfWidth.find(vectorWidth(*R.Form));
  const bool AreKnown = Confirmed.contains(R.Form->Name);
  const ArrayRef<PortSet> Likely = AreKnown ? ArrayRef<PortSet>()
                                   : Sets == SetsOfWidth.end()
                                       ? ArrayRef(PortSets)
                                       : ArrayRef(Sets->second);
  for (size_t I = 0; I < Own.size(); ++I) {
    std::vector<MappedUop> New = Own;
    for (PortSet P : Likely) {
      const bool IsNear =
          P.isSubsetOf(Own[I].Ports) || Own[I].Ports.isSubsetOf(P);
      New[I].Ports = P;
      New[I].Cycles = 1;
      if (IsNear)
        Consider(New, 1);
    }
    New[I] = Own[I];
    const double Cycles = Wanted * Own[I].Ports.size();
    for (double C : {std::floor(Cycles), std::ceil(Cycles)})
      if (C >= 1 && C < 1000) {
        New[I].Cycles = C;
        New[I].ExpectedExtra =
            std::max(0, Own[I].Cycles + Own[I].ExpectedExtra - New[I].Cycles);
        // What keeps something busy for long keeps it for longer.
        Consider(New, Own[I].Cycles < Longest ? 3 : 2);
      }
  }
  // One port more or fewer than the model has, for all micro-ops on a set.
  for (const MappedUop &Like :
       AreKnown ? ArrayRef<MappedUop>() : ArrayRef<MappedUop>(Own))
    for (PortSet P : neighboursOf(Like.Ports)) {
      std::vector<MappedUop> New = Own;
      for (MappedUop &U : New)
        if (U.Ports == Like.Ports)
          U.Ports = P;
      Consider(std::move(New), 1);
    }
  if (S.Cost == ~0u || S.Error > std::max(0.06, Before / 2))
    return "";
  S.Best.resize(Own.size());
  return (IsExplicit ? "    memory: explicit\n" : "") +
         ("    uops: " + describeUops(Base, S.Best) + "\n");
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

std::string ModelEntryWriter::idiomOf(const FormRow &R, bool HasEntry) const {
  std::string Text;
  // What the base takes from LLVM's tables ends with an entry of the form.
  if (R.Machine.SameRegister != Idiom::None &&
      (HasEntry || R.Model.SameRegister == Idiom::None)) {
    Text = "    when: {same_register: true}\n    dependency_breaking: true\n";
    if (R.Machine.SameRegister == Idiom::Zeroing)
      Text += "    latency: 0\n    uops: []\n";
  } else if (R.Machine.IsEliminatedMove != R.Model.IsEliminatedMove) {
    // A base that is wrong has what the instruction takes where it executes.
    Text = formatv("    when: {{move: true}\n    eliminated: {0}\n",
                   R.Machine.IsEliminatedMove ? "true" : "false")
               .str();
  }
  return Text;
}

std::string ModelEntryWriter::bodyOf(const FormRow &R) const {
  if (std::string Gather = gatherBody(R); !Gather.empty())
    return Gather;
  // Of how many in a row are, the core says.
  if (R.Model.IsEliminatedMove)
    return "";
  const std::string Uops = uopsOf(R);
  // An entry that says all of a memory operand says its latency, too.
  return latencyOf(R, StringRef(Uops).contains("explicit")) + Uops;
}

std::vector<ModelEntry>
ModelEntryWriter::entries(ArrayRef<FormRow> Rows,
                          const StringSet<> &Without) const {
  std::vector<ModelEntry> Entries;
  auto Add = [&](std::string Body, const FormRow &R) {
    addTo(Entries, std::move(Body), R.Form,
          R.Machine.MeasuredAs != UnmeasuredForm ? StringRef(MeasuredSource)
                                                 : StringRef(LikenedSource),
          R.Machine.Spread);
  };
  // Those for idioms come last: the last entry that applies wins.
  std::vector<std::pair<const FormRow *, std::string>> Idioms;
  for (const FormRow &R : Rows) {
    if (!R.Machine.isKnown() || !R.Model.isKnown() ||
        Without.contains(R.Form->Name))
      continue;
    std::string Body = bodyOf(R);
    const PortFinding *Found = findingOf(R);
    const bool IsCounted = Found && Found->Counted;
    Idioms.emplace_back(&R,
                        idiomOf(R, /*HasEntry=*/!Body.empty() || IsCounted));
    Add(std::move(Body), R);
    if (IsCounted)
      addTo(Entries, "    uops: " + describeUops(Base, Found->Found) + "\n",
            R.Form, CountedSource);
  }
  for (auto &[R, Body] : Idioms)
    Add(std::move(Body), *R);
  return Entries;
}

std::vector<std::string>
ModelEntryWriter::portsOf(const InstructionForm &Form) const {
  const MappedForm F(Base, Builder, Form);
  std::vector<std::string> Names;
  for (const MappedUop &U : F.M.Uops)
    if (U.Kind == UopKind::Compute)
      U.Ports.forEach([&](unsigned P) {
        if (!is_contained(Names, Base.ports()[P].Name))
          Names.push_back(Base.ports()[P].Name);
      });
  return Names;
}

std::vector<std::string> kernelbounds::listLLVMPorts(const PortModel &Model) {
  std::vector<std::string> Lines;
  if (LLVMSchedule *S = Model.llvmSchedule())
    for (const auto &[Unit, Port] : zip(S->units(), Model.ports()))
      Lines.push_back("{name: " + Port.Name + ", llvm: " + Unit.Name +
                      (Port.Kind == PortKind::Port
                           ? "}"
                           : ", kind: " + portKindName(Port.Kind).str() + "}"));
  return Lines;
}

std::string kernelbounds::countedText(StringRef Measured) {
  Measured.consume_front("measured ");
  return ("counted on each port, beside blocking instructions, " + Measured)
      .str();
}

void kernelbounds::printMeasuredModel(raw_ostream &OS,
                                      const MeasuredModelHead &Head,
                                      ArrayRef<ModelEntry> Entries) {
  OS << "schema: 1\nname: " << Head.Name << "\ntarget: " << Head.Target
     << "\ncpus: [" << Head.Cpu << "]\nbase: " << Head.Base << '\n';
  if (!Head.LLVMCpu.empty())
    OS << "llvm: " << Head.LLVMCpu << '\n';
  std::string Source = Head.Source;
  std::replace(Source.begin(), Source.end(), '"', '\'');
  OS << "sources:\n  measured: \"" << Source << "\"\n";
  for (const auto &[Name, Text] : Head.Sources)
    OS << "  " << Name << ": \"" << Text << "\"\n";
  auto AddSource = [&](StringRef Name, StringRef Text) {
    if (any_of(Entries, [&](const ModelEntry &E) { return E.Source == Name; }))
      OS << "  " << Name << ": \"" << Text << "\"\n";
  };
  AddSource(CountedSource, countedText(Source));
  AddSource(LikenedSource, LikenedText);
  if (!Head.Ports.empty())
    OS << "ports:\n";
  for (const std::string &Port : Head.Ports)
    OS << "  - " << Port << '\n';
  OS << addSpreads(Head.Sections, Head.Figures);
  if (Entries.empty())
    return;
  OS << "instructions:\n";
  for (const ModelEntry &E : Entries) {
    std::string Line = "  - match: [";
    bool IsFirst = true;
    auto Name = [&](StringRef Opcode) {
      if (!IsFirst)
        Line += ',';
      if (Line.size() + Opcode.size() > 110) {
        OS << Line << '\n';
        Line = "      ";
      }
      Line += (IsFirst || Line == "      " ? "" : " ") + Opcode.str();
      IsFirst = false;
    };
    if (!E.Patterns.empty())
      Name(E.Patterns);
    for (const InstructionForm *F : E.Forms) {
      Name(F->Name);
      for (const std::string &Twin : F->Twins)
        Name(Twin);
    }
    OS << Line << "]\n" << E.Body << "    source: " << E.Source << '\n';
    if (E.Spread)
      OS << "    spread: " << spreadPercent(*E.Spread) << '\n';
  }
}
