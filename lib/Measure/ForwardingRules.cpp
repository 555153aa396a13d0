//===- ForwardingRules.cpp - How stores reach loads, as rules -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The last rule that applies wins, so the general ones come first: one latency
/// for all, that of vectors by width, what is slower, then what the core
/// renames, and loads that need more than the store wrote.
///
/// Of a core that renames memory, each condition of the fast rule is one that
/// an experiment showed to be needed: the same chain without it was slow.
///
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CoreExperiments.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

namespace {

using Conditions = std::vector<std::string>;

class RuleWriter {
public:
  explicit RuleWriter(const CoreFigures &F) : F(F) {}
  std::string write();
  /// Those of the groups of rules of which \p Base has other figures.
  std::string writeOthers(RuleWriter Base);

private:
  void add(const Conditions &When, int Latency, int Usually = 0) {
    Text += "  - {";
    if (!When.empty())
      Text += "when: {" + join(When, ", ") + "}, ";
    Text += "latency: " + std::to_string(Latency);
    if (Usually > Latency)
      Text += ", expected: " + std::to_string(Usually);
    Text += ", source: measured}\n";
  }
  /// The figure of forward.\p Name in whole cycles.
  std::optional<int> whole(StringRef Name) const {
    const std::optional<double> Cycles = F.get(("forward." + Name).str());
    if (!Cycles)
      return std::nullopt;
    return std::max<int>(0, std::lround(*Cycles));
  }
  /// A rule where the figure is not \p Usual.
  void addIfOther(StringRef Name, Conditions When, int Usual) {
    if (std::optional<int> Cycles = whole(Name); Cycles && *Cycles != Usual)
      add(When, *Cycles);
  }
  bool isFast(StringRef Name) const {
    const std::optional<double> Cycles = F.get(("forward." + Name).str());
    return Cycles && *Cycles < Border;
  }
  bool isSlow(StringRef Name) const {
    const std::optional<double> Cycles = F.get(("forward." + Name).str());
    return Cycles && *Cycles >= Border;
  }
  bool isOther(StringRef Name, const RuleWriter &Base, double Tolerance) const;
  bool isAnyOther(ArrayRef<StringLiteral> Names, const RuleWriter &Base,
                  double Tolerance) const;
  bool isGeneralOther(const RuleWriter &Base) const;
  void findLatencies();
  void addGeneral();
  void addVectors();
  void addSlow();
  void addAdditions();
  void addNarrowRenaming();
  void addRenaming();
  void addUpdateRenaming();
  void addNotRenamed();
  void addPartial();
  Conditions renamingConditions() const;
  std::string leastWidth(StringRef Suffix) const;
  bool areHalvesSlow() const;

  const CoreFigures &F;
  std::string Text;
  int Usual = 0, Fast = 0;
  double Border = -1; ///< Below it, memory is renamed.
};

} // namespace

/// Instructions that load and compute, of which some may be renamed.
static constexpr std::pair<StringLiteral, StringLiteral> ComputingLoads[] = {
    {"r64.cmov", "match: 'CMOV(16|32|64)rm'"},
    {"r64.shift", "match: '(SHL|SHR|SAR)X(32|64)rm(_EVEX)?'"},
    {"r64.rotate", "match: 'RORX(32|64)mi(_EVEX)?'"},
    {"r64.andn", "match: '(ANDN|BLSI|BLSR|BLSMSK|BZHI|BEXTR|PDEP|PEXT)(32|64)rm"
                 "(_EVEX)?'"},
    {"r64.adc", "match: ['(ADC|SBB)(8|16|32|64)rm', '(ADCX|ADOX)(32|64)rm']"},
    {"r64.mul", "match: ['I?(MUL|DIV)(8|16|32|64)m', 'MULX(32|64)rm']"},
    {"r64.cmp", "match: ['CMP(8|16|32|64)(rm|mr)', 'TEST(8|16|32|64)mr']"}};

/// Usual: the shortest of those that take about as long as the longest.
void RuleWriter::findLatencies() {
  double Longest = 0, Shortest = 1e9;
  std::vector<double> All;
  for (StringRef Name : {"r64", "r64.indexed", "r64.other-base", "r64.computes",
                         "r64.trips2", "r64.shifted"})
    if (std::optional<double> Cycles = F.get(("forward." + Name).str())) {
      All.push_back(*Cycles);
      Longest = std::max(Longest, *Cycles);
      Shortest = std::min(Shortest, *Cycles);
    }
  double Least = Longest;
  for (double Cycles : All)
    if (Cycles > Longest - 1.5)
      Least = std::min(Least, Cycles);
  Usual = std::lround(Least);
  if (Shortest < Least - 2.5) {
    Fast = std::max<int>(0, std::lround(Shortest));
    Border = (Shortest + Least) / 2;
  }
}

void RuleWriter::addVectors() {
  const std::optional<int> Scalar = whole("v8");
  if (!Scalar)
    return;
  add({"class: vector"}, *Scalar);
  addIfOther("v4", {"class: vector", "max_width: 4"}, *Scalar);
  addIfOther("v8.indexed", {"class: vector", "indexed: true"}, *Scalar);
  addIfOther("v8.computes", {"class: vector", "computes: true"}, *Scalar);
  addIfOther("v16.shifted", {"class: vector", "shifted: true"}, *Scalar);
  int Last = *Scalar;
  auto AddWidth = [&](StringRef Name, StringRef Low, unsigned Bytes) {
    const std::optional<int> Cycles = whole(Name);
    if (!Cycles)
      return;
    const std::string Width =
        "min_store_width: " + std::to_string(Bytes / 2 + 1);
    if (*Cycles != Last)
      add({"class: vector", Width}, *Cycles);
    // A narrower load of it may be as fast as one of a narrower store.
    if (!Low.empty())
      addIfOther(
          Low,
          {"class: vector", Width, "max_width: " + std::to_string(Bytes / 2)},
          *Cycles);
    Last = *Cycles;
  };
  AddWidth("v16", "", 16);
  AddWidth("v32", "v32.low", 32);
  AddWidth("v64", "v64.low", 64);
  addIfOther("r64.to-vector", {"class: vector", "from: gpr"}, *Scalar);
}

void RuleWriter::addSlow() {
  addIfOther("v8.to-general", {"class: gpr", "from: vector"}, Usual);
  const Conditions General = {"class: gpr", "from: gpr"};
  auto AddSlow = [&](StringRef Name, StringRef Condition) {
    Conditions When = General;
    When.push_back(Condition.str());
    if (isSlow(Name) || Border < 0)
      addIfOther(Name, When, Usual);
  };
  AddSlow("r64.shifted", "shifted: true");
  AddSlow("r64.indexed", "indexed: true");
  AddSlow("r64.computes", "computes: true");
  AddSlow("r16", "max_width: 2");
  AddSlow("r8", "max_width: 1");
  // What extending the sign takes by itself is the instruction's.
  const double Own = F.get("latency.r32.sign", 0) - F.get("latency.r32", 0);
  if (std::optional<double> Sign = F.get("forward.r32.sign")) {
    const int Cycles = std::lround(*Sign - Own);
    if (Cycles != Usual && (Border < 0 || *Sign >= Border))
      add({"class: gpr", "sign_extended: true"}, Cycles);
  }
  AddSlow("r64.update", "update: true");
  addIfOther("r8.computed", {"class: gpr", "from: gpr", "from_computed: true"},
             whole("r8").value_or(Usual));
}

/// Additions of what a store forwards may take longer than multiplications.
void RuleWriter::addAdditions() {
  const std::optional<int> Adds = whole("r64.adds"),
                           Multiplies = whole("r64.computes");
  if (!Adds || !Multiplies || *Adds <= *Multiplies || !isSlow("r64.computes"))
    return;
  add({"class: gpr", "computes: true"}, *Multiplies, *Adds);
  add({"class: gpr", "match: 'I?MULX?(16|32|64)(r|m|rm|rmi|rmi8|rmi32)'"},
      *Multiplies);
}

/// Loads of 16 bits alone are not renamed.
bool RuleWriter::areHalvesSlow() const { return isSlow("r16") && isFast("r8"); }

/// The narrowest load that is renamed.
std::string RuleWriter::leastWidth(StringRef Suffix) const {
  // Where only those of 16 bits are slow, a rule of their own says so.
  if (areHalvesSlow() && !isSlow(("r8" + Suffix).str()) &&
      !isSlow(("r32" + Suffix).str()))
    return "";
  std::string Least;
  for (auto [Name, Width] :
       {std::pair("r8", "2"), std::pair("r16", "4"), std::pair("r32", "8")})
    if (isSlow((Name + Suffix).str()))
      Least = std::string("min_width: ") + Width;
  return Least;
}

Conditions RuleWriter::renamingConditions() const {
  Conditions When = {"class: gpr", "from: gpr", "partial: false"};
  if (isSlow("r64.shifted"))
    When.push_back("shifted: false");
  if (isFast("r64") && isSlow("r64.store-indexed"))
    When.push_back("store_indexed: false");
  if (isFast("r64") && isSlow("r64.pc"))
    When.push_back("pc_relative: false");
  if (isSlow("r64.low"))
    When.push_back("same_width: true");
  if (isSlow("r64.trips1"))
    When.push_back("max_distance: 0");
  else if (isSlow("r64.trips2"))
    When.push_back("newest: true");
  unsigned Most = 0;
  bool IsLimited = false;
  for (unsigned Stores : storesBetween()) {
    const std::string Name = "between." + std::to_string(Stores);
    IsLimited |= isSlow(Name);
    if (!IsLimited && isFast(Name))
      Most = Stores;
  }
  if (IsLimited)
    When.push_back("max_stores: " + std::to_string(Most));
  return When;
}

/// Loads of a part of a register that are renamed where their instruction
/// computes.
void RuleWriter::addNarrowRenaming() {
  if (!isSlow("r8") || !isFast("r8.computed.computes"))
    return;
  const std::string Narrow = isSlow("r16") ? "3" : "1";
  Conditions When = renamingConditions();
  When.insert(When.end(), {"max_width: " + Narrow, "computes: true"});
  const int Computed = *whole("r8.computed.computes");
  const int Wide = whole("r64.low8.computes").value_or(Computed);
  add(When, isFast("r64.low8.computes") ? Wide : Computed);
  When.push_back("max_store_width: " + Narrow);
  if (Computed != Wide)
    add(When, Computed);
  When.push_back("from_computed: false");
  addIfOther("r8.computes", When, Computed);
}

void RuleWriter::addRenaming() {
  if (Border < 0)
    return;
  auto Add = [&](StringRef Suffix, const Conditions &More) {
    Conditions When = renamingConditions();
    if (std::string Width = leastWidth(Suffix); !Width.empty())
      When.push_back(std::move(Width));
    When.insert(When.end(), More.begin(), More.end());
    add(When, Fast);
  };
  Conditions Plain;
  if (!isFast("r64.computes"))
    Plain.push_back("computes: false");
  if (isSlow("r32.sign"))
    Plain.push_back("sign_extended: false");
  // By which address the load is known to be the store's.
  const bool IsIndexed = isFast("r64.indexed");
  if (!isFast("r64"))
    Plain.push_back("indexed: true");
  else if (!IsIndexed && !isFast("r64.other-base"))
    Plain.push_back("same_operand: true");
  else if (!IsIndexed)
    Plain.push_back("indexed: false");
  Add("", Plain);
  if (!isFast("r64.computes") && isFast("r64.computes.indexed"))
    Add("", {"indexed: true"});
  if (!isFast("r64.computes"))
    for (auto [Name, Forms] : ComputingLoads)
      if (isFast(Name))
        Add("", {Forms.str()});
  addUpdateRenaming();
  addNarrowRenaming();
}

void RuleWriter::addUpdateRenaming() {
  if (!isFast("r64.update")) {
    if (isFast("r64.computes"))
      addIfOther("r64.update", {"class: gpr", "update: true"}, Fast);
    return;
  }
  const bool IsOfRegister = !isSlow("r64.update.register");
  if (!IsOfRegister)
    add({"class: gpr", "from: gpr", "partial: false", "update: true"},
        *whole("r64.update.register"));
  Conditions When = renamingConditions();
  if (std::string Width = leastWidth(".update"); !Width.empty())
    When.push_back(std::move(Width));
  if (isSlow("r64.update.indexed"))
    When.push_back("indexed: false");
  When.push_back(IsOfRegister
                     ? "update: true"
                     : "match: ['(ADD|SUB|AND|OR|XOR)(8|16|32|64)mi(8|32)?', "
                       "'(INC|DEC|NEG|NOT)(8|16|32|64)m', "
                       "'(SHL|SHR|SAR)(8|16|32|64)m(1|i)']");
  add(When, Fast);
}

/// What is not renamed, though most of what computes is.
void RuleWriter::addNotRenamed() {
  const Conditions General = {"class: gpr", "from: gpr", "partial: false"};
  auto Add = [&](StringRef Name, StringRef Condition) {
    Conditions When = General;
    When.push_back(Condition.str());
    if (isSlow(Name))
      add(When, *whole(Name));
  };
  // No condition tells what SETcc stored from what other instructions computed.
  if (isSlow("r8.set") && isFast("r8")) {
    Conditions When = General;
    When.insert(When.end(), {"from_computed: true", "max_store_width: 1"});
    add(When, Fast, *whole("r8.set"));
  }
  if (areHalvesSlow()) {
    Conditions When = General;
    When.insert(When.end(), {"min_width: 2", "max_width: 2"});
    add(When, *whole("r16"));
  }
  if (isFast("r64"))
    Add("r64.pc", "pc_relative: true");
  if (isFast("r64.computes"))
    for (auto [Name, Forms] : ComputingLoads)
      Add(Name, Forms);
}

/// Loads that need more than the store wrote, and of these, where the store is
/// of a part of a word.
void RuleWriter::addPartial() {
  const std::optional<int> General = whole("r32.partial");
  if (!General)
    return;
  const int Vector = whole("v16.partial").value_or(*General);
  const std::string Partial = "partial: true", Class = "class: vector";
  add({Partial}, *General);
  if (Vector != *General)
    add({Partial, Class}, Vector);
  const int Part = whole("r8.partial").value_or(*General),
            VectorPart = whole("v4.partial").value_or(Vector);
  if (Part <= *General && VectorPart <= Vector)
    return;
  const std::string Parts = "whole_words: false";
  add({Partial, Parts}, *General, Part);
  if (Vector != *General || VectorPart != Part)
    add({Partial, Parts, Class}, Vector, VectorPart);
}

/// To general registers.
void RuleWriter::addGeneral() {
  addSlow();
  addAdditions();
  addRenaming();
  addNotRenamed();
}

std::string RuleWriter::write() {
  if (!F.get("forward.r64"))
    return "";
  Text = "forwarding:\n";
  findLatencies();
  add({}, Usual);
  addVectors();
  addGeneral();
  addPartial();
  return Text;
}

bool RuleWriter::isOther(StringRef Name, const RuleWriter &Base,
                         double Tolerance) const {
  const std::string Full = ("forward." + Name).str();
  const std::optional<double> Own = F.get(Full), Its = Base.F.get(Full);
  // Below 0 are loops of which the model has another chain.
  if (!Own || !Its || *Its < -0.5)
    return false;
  return std::abs(*Own - *Its) > Tolerance;
}

bool RuleWriter::isAnyOther(ArrayRef<StringLiteral> Names,
                            const RuleWriter &Base, double Tolerance) const {
  return any_of(Names,
                [&](StringRef Name) { return isOther(Name, Base, Tolerance); });
}

/// The usual latency, what is renamed, or by more than a cycle what is special:
/// of that, other loops show a cycle more or less on the same core.
bool RuleWriter::isGeneralOther(const RuleWriter &Base) const {
  if (Usual != Base.Usual || Fast != Base.Fast ||
      (Border < 0) != (Base.Border < 0))
    return true;
  static constexpr StringLiteral Special[] = {"r64",
                                              "r32",
                                              "r16",
                                              "r8",
                                              "r64.indexed",
                                              "r64.other-base",
                                              "r64.pc",
                                              "r64.computes",
                                              "r64.adds",
                                              "r64.computes.indexed",
                                              "r64.store-indexed",
                                              "r64.update",
                                              "r32.update",
                                              "r16.update",
                                              "r8.update",
                                              "r64.update.indexed",
                                              "r64.update.register",
                                              "r32.sign",
                                              "r64.low",
                                              "r64.low8",
                                              "r8.set",
                                              "r8.computes",
                                              "r64.low8.computes",
                                              "r64.shifted",
                                              "r64.trips1",
                                              "r64.trips2",
                                              "r64.trips3",
                                              "v8.to-general"};
  constexpr double Tolerance = 1.25;
  if (isAnyOther(Special, Base, Tolerance))
    return true;
  for (const auto &[Name, Forms] : ComputingLoads)
    if (isOther(Name, Base, Tolerance))
      return true;
  // With stores between that slow the loop down, only whether it is renamed.
  for (unsigned Stores : storesBetween())
    if (const std::string Name = "between." + std::to_string(Stores);
        (isSlow(Name) && Base.isFast(Name)) ||
        (isFast(Name) && Base.isSlow(Name)))
      return true;
  // No condition tells what SETcc stored from what other instructions computed.
  if (isSlow("r8.set") && isFast("r8"))
    return false;
  return isAnyOther({"r8.computed", "r8.computed.computes"}, Base, Tolerance);
}

/// The base of a file knows more than experiments show, such as what loops of
/// programs take in the middle. Its rules of a group stay where they agree.
std::string RuleWriter::writeOthers(RuleWriter Base) {
  if (!F.get("forward.r64"))
    return "";
  if (!Base.F.get("forward.r64"))
    return write();
  findLatencies();
  Base.findLatencies();
  constexpr double Tolerance = 0.75;
  const bool HasGeneral = isGeneralOther(Base);
  const bool HasVectors =
      isAnyOther({"v4", "v8", "v16", "v32", "v64", "v8.indexed", "v8.computes",
                  "v16.shifted", "v32.low", "v64.low", "r64.to-vector"},
                 Base, Tolerance);
  const bool HasPartial = isAnyOther(
      {"r32.partial", "r8.partial", "v16.partial", "v4.partial"}, Base, 2.5);
  if (!HasGeneral && !HasVectors && !HasPartial)
    return "";
  Text = "forwarding:\n";
  if (HasVectors)
    addVectors();
  if (HasGeneral) {
    add({"class: gpr"}, Usual);
    addGeneral();
  }
  // Behind the others, since these have no condition against it.
  addPartial();
  return Text;
}

std::string kernelbounds::forwardingRules(const CoreFigures &F) {
  return RuleWriter(F).write();
}

std::string kernelbounds::forwardingRules(const CoreFigures &Machine,
                                          const CoreFigures &Base) {
  return RuleWriter(Machine).writeOthers(RuleWriter(Base));
}

//===----------------------------------------------------------------------===//
// Stores to other pages
//===----------------------------------------------------------------------===//

/// The stores of the experiments are in flight when each load starts. Of those
/// that are some loads back, some loads of a chain are late and some are not,
/// since a late one takes so long that the next store has gone.
std::string kernelbounds::aliasingRule(const CoreFigures &F) {
  constexpr double Late = 3; // Less is a part of the loads.
  auto Get = [&](const Twine &Name) {
    return F.get(("alias." + Name).str()).value_or(0);
  };
  const double One = Get("one"), Two = Get("two"), Shifted = Get("shifted"),
               Wide = Get("wide");
  // Where the pages lie may make some loads later still: the least counts.
  double Cycles = 0;
  for (double Some : {One, Two, Shifted})
    if (Some >= Late && (Cycles == 0 || Some < Cycles))
      Cycles = Some;
  if (Cycles == 0)
    return "";
  std::string Text = formatv("aliasing: {{bits: 12, cycles: {0}",
                             std::lround(std::min(Cycles, 250.0)))
                         .str();
  if (One < Late) {
    // More than two were not tried.
    Text += ", same_start: " + std::to_string(Two < Late ? 64 : 2);
    if (Wide >= Late)
      Text += ", sure_bits: 16";
  }
  double InFlight = 0;
  for (unsigned Additions : numsAliasAdditions())
    if (Get("shifted." + Twine(Additions)) >= Late)
      InFlight = F.get("latency.r64", 4) + (1 + Additions) * F.get("op.add", 1);
  // The last one was still found.
  Text += formatv(", in_flight: {0}", std::lround(InFlight) + 1);
  return Text + ", source: measured}\n";
}
