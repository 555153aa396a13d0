//===- CoreExperimentsTest.cpp - Loops that show a core -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The simulated cores of shipped models are the machines.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CoreExperiments.h"
#include "FormTester.h"
#include "SimulatedFigures.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "kernel-bounds/Measure/CoreStudy.h"
#include "kernel-bounds/Measure/LoopText.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

TEST(LoopText, ReadsEachText) {
  const std::vector<std::string> Texts = {"nop\nadd %rbx, %rax\n", "", "nop"};
  const auto Bodies = cantFail(readLoopTexts(Texts, x86Forms()));
  ASSERT_EQ(Bodies.size(), 3u);
  EXPECT_EQ(Bodies[0].size(), 2u);
  EXPECT_EQ(Bodies[1].size(), 0u);
  EXPECT_EQ(Bodies[2].size(), 1u);
}

TEST(LoopText, RefusesWhatItDoesNotKnow) {
  EXPECT_TRUE(errorToBool(
      readLoopTexts({std::string("nop"), "no such %rax"}, x86Forms())
          .takeError()));
  EXPECT_TRUE(errorToBool(
      readLoopTexts({std::string("mov name, %rax")}, x86Forms()).takeError()));
}

// models/znver4.yaml has these values.
TEST(CoreExperiments, ShowZen4) {
  const CoreFigures F = figuresOf("znver4");
  const std::pair<const char *, double> Expected[] = {
      {"op.imul", 3},
      {"forward.r64", 0},
      {"forward.r64.indexed", 0},
      {"forward.r64.other-base", 0},
      {"forward.r16", 6},
      {"forward.r64.computes", 6},
      {"forward.r64.computes.indexed", 0},
      {"forward.r64.update", 0},
      {"forward.r64.shifted", 6},
      {"forward.r64.trips1", 0},
      {"forward.r64.trips2", 7},
      {"forward.r64.adds", 7},
      {"forward.between.15", 0},
      {"forward.between.16", 6},
      {"forward.r32.partial", 19},
      {"forward.v8", 9},
      {"forward.v32", 10},
      {"forward.v64", 12},
      {"forward.v16.partial", 21},
      {"load.r64", 1.0 / 3},
      {"load.v32", 0.5},
      {"load.v64", 1},
      {"store.r64.one-line", 0.5},
      {"store.r64.lines", 1},
      {"store.v32.one-line", 1},
      {"mix.r64.3", 4.0 / 3},
      {"mix.v64.2", 2.5},
      {"latency.r64", 4},
      {"latency.r64.scaled", 5},
      {"atomic.add", 6},
      {"atomic.xadd", 8},
      {"width.zero", 1.0 / 6},
      {"code.5", 1},
      {"lea.simple.base", 1},
      {"lea.complex.base", 2},
      {"lea.complex.index", 1}};
  for (auto [Name, Cycles] : Expected) {
    ASSERT_TRUE(F.get(Name)) << Name;
    EXPECT_NEAR(*F.get(Name), Cycles, 0.06) << Name;
  }
  // Four of 24 entries, and two of 64.
  EXPECT_NEAR(findSchedulerSize(F, "general"), 96, 15);
  EXPECT_NEAR(findSchedulerSize(F, "vector"), 128, 13);
}

// On Zen 5 a base, an index and a displacement take as long as an index that is
// scaled.
TEST(CoreModel, ComplexAddresses) {
  const CoreModel M =
      describeCore(figuresOf("znver5"), CoreFigures(), /*IsComplete=*/true);
  EXPECT_TRUE(
      StringRef(M.Sections).contains("- {when: {complex: true}, latency: 5,"))
      << M.Sections;
  EXPECT_FALSE(StringRef(M.Sections).contains("scaled")) << M.Sections;
}

// Zen 5 renames bytes that an instruction computes with, behind the cycle that
// stores of parts of registers take; its stores and loads across lines are two
// accesses.
TEST(CoreModel, SaysWhatTheModelOfZen5Says) {
  const CoreFigures F = figuresOf("znver5");
  const std::string Rules = forwardingRules(F);
  for (StringRef Rule :
       {"- {when: {class: gpr, from: gpr, from_computed: true}, latency: 6,",
        "max_stores: 15, max_width: 3, computes: true}, latency: 0,",
        "max_stores: 15, max_width: 3, computes: true, max_store_width: 3, "
        "from_computed: false}, latency: 1,"})
    EXPECT_TRUE(StringRef(Rules).contains(Rule)) << Rule.str() << "\n" << Rules;
  const CoreModel M = describeCore(F, CoreFigures(), /*IsComplete=*/true);
  EXPECT_TRUE(StringRef(M.Sections).contains("line_crossing: {load: 1, "))
      << M.Sections;
  EXPECT_TRUE(StringRef(M.Sections).contains(", apart: true, source"))
      << M.Sections;
  EXPECT_FALSE(
      StringRef(describeCore(figuresOf("znver4"), CoreFigures(), true).Sections)
          .contains("apart"));
}

// On Golden Cove and Zen 5, an addition of floating point takes a cycle less
// behind another one.
TEST(CoreModel, KnowsAdditionsBehindAdditions) {
  for (StringRef Cpu : {"graniterapids", "znver5"}) {
    const std::string Rules = unitDelayRules(figuresOf(Cpu));
    EXPECT_TRUE(StringRef(Rules).starts_with(
                    "bypasses:\n  - {from: ['V?(ADD|SUB)[PS][SD]") &&
                StringRef(Rules).ends_with("], gain: 1, source: measured}\n"))
        << Cpu.str() << Rules;
  }
  EXPECT_EQ(unitDelayRules(figuresOf("znver4")), "");
  // A chain through memory adds with nothing of that kind.
  const CoreFigures F = figuresOf("znver5");
  EXPECT_NEAR(F.get("forward.v8.computes", 0), F.get("forward.v8", 0), 1.1);
}

// Zen 5 does six additions in a cycle, and writes a general register to memory
// through one of the same ports.
TEST(CoreModel, KnowsPortsOfAdditions) {
  const std::string Base[] = {"ALU0", "ALU1", "ALU2", "ALU3"};
  auto Describe = [&](StringRef Cpu) {
    return describeCore(figuresOf(Cpu), CoreFigures(), /*IsComplete=*/true,
                        Base);
  };
  CoreModel M = Describe("znver5");
  EXPECT_EQ(M.Additions, (std::vector<std::string>{"ALU0", "ALU1", "ALU2",
                                                   "ALU3", "ALU4", "ALU5"}));
  EXPECT_TRUE(is_contained(M.Ports, "{name: ALU4}"));
  EXPECT_FALSE(is_contained(M.Ports, "{name: ALU3}"));
  EXPECT_TRUE(StringRef(M.Sections)
                  .contains("{ports: [ALU0, ALU1, ALU2, ALU3, ALU4, ALU5], "
                            "kind: store-data}"))
      << M.Sections;
  M = Describe("znver4");
  EXPECT_EQ(M.Additions.size(), 4u);
  EXPECT_FALSE(is_contained(M.Ports, "{name: ALU4}"));
}

/// \p F with figures that are others.
CoreFigures with(CoreFigures F,
                 std::initializer_list<std::pair<StringRef, double>> Others) {
  for (auto [Name, Cycles] : Others) {
    CoreFigure Other = *F.find(Name);
    Other.Cycles = Cycles;
    F.set(Name, Other);
  }
  return F;
}

// What loads took on Zen 5.
TEST(CoreModel, LoadsThatAreLateForStoresToOtherPages) {
  const CoreFigures F = figuresOf("znver4");
  EXPECT_EQ(aliasingRule(F), "");
  const CoreFigures Zen5 = with(F, {{"alias.one", 0.0},
                                    {"alias.two", 6.9},
                                    {"alias.shifted", 7.1},
                                    {"alias.wide", 7.0},
                                    {"alias.shifted.0", 3.5},
                                    {"alias.shifted.3", 3.5}});
  EXPECT_EQ(aliasingRule(Zen5),
            "aliasing: {bits: 12, cycles: 7, same_start: 2, sure_bits: 16, "
            "in_flight: 9, source: measured}\n");
  // Pages that happen to agree in more bits.
  EXPECT_EQ(
      aliasingRule(with(Zen5, {{"alias.one", 1.6}, {"alias.shifted", 14.7}})),
      aliasingRule(Zen5));
  // Each store that agrees is enough.
  EXPECT_EQ(aliasingRule(with(Zen5, {{"alias.one", 5.0}, {"alias.two", 5.0}})),
            "aliasing: {bits: 12, cycles: 5, in_flight: 9, source: "
            "measured}\n");
  // A file over a shipped model says what that does not.
  EXPECT_TRUE(StringRef(describeCore(Zen5, F, /*IsComplete=*/false).Sections)
                  .contains("aliasing:"));
  EXPECT_FALSE(
      StringRef(describeCore(Zen5, Zen5, /*IsComplete=*/false).Sections)
          .contains("aliasing:"));
}

// Of two fillers of the reorder buffer, that counts of which fewer fit, unless
// they fill the registers.
TEST(CoreModel, SizeOfTheReorderBuffer) {
  const CoreFigures Base = figuresOf("znver4");
  auto Sections = [&](double Plain, double Mixed) {
    const CoreFigures F = with(Base, {{"size.integer-registers", 185.0},
                                      {"size.reorder-buffer.registers", Plain},
                                      {"size.reorder-buffer", Mixed}});
    return describeCore(F, CoreFigures(), true).Sections;
  };
  EXPECT_TRUE(StringRef(Sections(320, 420))
                  .contains("reorder_buffer: {value: "
                            "320"));
  EXPECT_TRUE(StringRef(Sections(366, 420))
                  .contains("reorder_buffer: {value: "
                            "420"));
  EXPECT_TRUE(StringRef(Sections(500, 320))
                  .contains("reorder_buffer: {value: "
                            "320"));
}

// Stores between a store and its load may slow a loop down. They do not say
// that forwarding differs, unless it is renamed on one of the cores.
TEST(CoreModel, StoresBetweenThatSlowForwarding) {
  const CoreFigures F = figuresOf("znver4");
  EXPECT_EQ(forwardingRules(with(F, {{"forward.between.20", 8.1}}), F), "");
  EXPECT_NE(forwardingRules(with(F, {{"forward.between.20", 0.0}}), F), "");
  EXPECT_NE(forwardingRules(with(F, {{"forward.between.12", 6.0}}), F), "");
}

TEST(CoreModel, CrossingsThatDifferFromTheBase) {
  const CoreFigures F = figuresOf("znver4"), Other = figuresOf("znver5");
  auto Has = [](const CoreFigures &Machine, const CoreFigures &Base) {
    return StringRef(describeCore(Machine, Base, /*IsComplete=*/false).Sections)
        .contains("line_crossing:");
  };
  EXPECT_TRUE(Has(F, Other));
  EXPECT_FALSE(Has(F, F));
  // Simulated bases know of no pages.
  EXPECT_FALSE(Has(with(F, {{"store.v32.page", 25.0}}), F));
}

TEST(CoreModel, PagesThatTakeLongerThanLines) {
  CoreFigures F = figuresOf("znver4");
  auto Sections = [&] { return describeCore(F, CoreFigures(), true).Sections; };
  EXPECT_FALSE(StringRef(Sections()).contains("page_"));
  for (auto [Name, Cycles] :
       {std::pair("store.v32.page", 25.0), {"load.r64.page", 2.0}}) {
    CoreFigure Slow = *F.find(Name);
    Slow.Cycles = Cycles;
    F.set(Name, Slow);
  }
  // A load takes six places of three a cycle, five more than usual.
  EXPECT_TRUE(
      StringRef(Sections()).contains(", page_load: 5, page_store: 24, source"))
      << Sections();
}

TEST(CoreModel, SaysWhatTheModelOfZen4Says) {
  const CoreModel M =
      describeCore(figuresOf("znver4"), CoreFigures(), /*IsComplete=*/true);
  EXPECT_TRUE(M.HasAccesses);
  auto Has = [&](StringRef Text) {
    EXPECT_TRUE(StringRef(M.Sections).contains(Text))
        << Text.str() << "\nis not in\n"
        << M.Sections;
  };
  Has("issue_width: {value: 6,");
  Has("stores_per_line: {value: 2,");
  Has("- {latency: 4, uops: [{ports: [mem0, mem1, mem2], kind: load}]");
  Has("- {when: {complex: true}, latency: 5,");
  Has("- {when: {class: vector, min_width: 33}, latency: 7, uops: [{ports: "
      "[vld0, vld1], cycles: 2, kind: load}");
  Has("kind: store-address}, {ports: [std0, std1], kind: store-data}]");
  Has("store_commit: {min_width: 33, uops: [{ports: [vld0, vld1]");
  Has("line_crossing: {load: 1, ");
  Has("atomic: {uops: [{ports: [lock], cycles: 6}]");
  Has("- {latency: 6, source: measured}");
  Has("- {when: {class: vector, min_store_width: 17}, latency: 10,");
  Has("- {when: {class: gpr, from: gpr, partial: false, shifted: false, "
      "newest: true, max_stores: 15, min_width: 4, computes: false, "
      "sign_extended: false}, latency: 0,");
  Has("min_width: 4, indexed: true}, latency: 0,");
  Has("min_width: 4, update: true}, latency: 0,");
  Has("- {when: {class: gpr, computes: true}, latency: 6, expected: 7,");
  Has("- {when: {partial: true}, latency: 19,");
  Has("- {when: {partial: true, class: vector}, latency: 21,");
}

// The cache of Zen 3 writes whole words, and reads those of which a store has a
// part.
TEST(CoreModel, KnowsPartsOfWords) {
  const std::string Rules = forwardingRules(figuresOf("znver3"));
  for (StringRef Rule :
       {"- {when: {partial: true}, latency: 18, source",
        "- {when: {partial: true, class: vector}, latency: 20, source",
        "- {when: {partial: true, whole_words: false}, latency: 18, expected: "
        "25, source",
        "- {when: {partial: true, whole_words: false, class: vector}, latency: "
        "20, expected: 27, source"})
    EXPECT_TRUE(StringRef(Rules).contains(Rule)) << Rules;
  EXPECT_FALSE(
      StringRef(forwardingRules(figuresOf("znver4"))).contains("whole_words"));
}

// Golden Cove renames only what has the same base register and displacement.
TEST(CoreModel, KnowsRenamingByOperands) {
  const std::string Rules = forwardingRules(figuresOf("graniterapids"));
  EXPECT_TRUE(StringRef(Rules).contains("same_operand: true")) << Rules;
  EXPECT_TRUE(StringRef(Rules).contains("latency: 0")) << Rules;
}

TEST(CoreModel, KnowsRenamingWithoutIndex) {
  const std::string Rules = forwardingRules(figuresOf("alderlake"));
  EXPECT_FALSE(StringRef(Rules).contains("same_operand: true")) << Rules;
  EXPECT_TRUE(StringRef(Rules).contains("indexed: false}, latency: 0"))
      << Rules;
}

// Golden Cove renames most operands and updates by constants, and some are not.
TEST(CoreModel, KnowsWhatIsNotRenamed) {
  const std::string Rules = forwardingRules(figuresOf("alderlake"));
  for (StringRef Rule :
       {"update: true}, latency: 6,",
        "max_store_width: 1}, latency: 0, expected: 5,",
        "newest: true, indexed: false, match: ['(ADD|SUB|AND|OR|XOR)",
        "min_width: 2, max_width: 2}, latency: 5,",
        "match: 'CMOV(16|32|64)rm'}, latency: 5,",
        "pc_relative: true}, latency: 6,", "pc_relative: false, ",
        "match: 'RORX(32|64)mi(_EVEX)?'}, latency: 5,",
        "match: ['(ADC|SBB)(8|16|32|64)rm', '(ADCX|ADOX)(32|64)rm']}, latency: "
        "5,"})
    EXPECT_TRUE(StringRef(Rules).contains(Rule)) << Rule.str() << "\n" << Rules;
  EXPECT_FALSE(StringRef(Rules).contains("min_width: 4")) << Rules;
}

// Golden Cove un-laminates the first three micro-ops of a cycle of rename.
TEST(CoreModel, KnowsUnlaminatedEntries) {
  const StringRef Key = "unlaminated_entries: {value: 3,";
  EXPECT_TRUE(
      StringRef(
          describeCore(figuresOf("alderlake"), CoreFigures(), true).Sections)
          .contains(Key));
  for (StringRef Cpu : {"skylake-avx512", "znver4"})
    EXPECT_FALSE(
        StringRef(describeCore(figuresOf(Cpu), CoreFigures(), true).Sections)
            .contains(Key))
        << Cpu.str();
}

// Loads of which one store has a part run side by side on Golden Cove.
TEST(CoreModel, KnowsLoadsThatWaitForTheCache) {
  const CoreFigures GoldenCove = figuresOf("alderlake"),
                    Zen4 = figuresOf("znver4");
  auto Says = [](const CoreFigures &F, const CoreFigures &Base,
                 StringRef Value) {
    const std::string Text = describeCore(F, Base, Base.empty()).Sections;
    return Value.empty()
               ? !StringRef(Text).contains("blocked_stores")
               : StringRef(Text).contains(
                     ("blocked_stores: {value: " + Value + ",").str());
  };
  EXPECT_TRUE(Says(GoldenCove, CoreFigures(), "2"));
  EXPECT_TRUE(Says(Zen4, CoreFigures(), ""));
  EXPECT_TRUE(Says(GoldenCove, Zen4, "2"));
  EXPECT_TRUE(Says(GoldenCove, GoldenCove, ""));
  EXPECT_TRUE(Says(Zen4, GoldenCove, "1"));
}

// Golden Cove lets two loads of a cycle read the same four bytes of lines.
TEST(CoreModel, KnowsBanks) {
  const CoreFigures GoldenCove = figuresOf("alderlake"),
                    Zen4 = figuresOf("znver4");
  auto SaysOf = [](const CoreFigures &F, const CoreFigures &Base) {
    const std::string Text = describeCore(F, Base, Base.empty()).Sections;
    const StringRef Rest = StringRef(Text).split("bank_bytes: {value: ").second;
    return (Rest.split(',').first + " " +
            Rest.split("loads_per_bank: {value: ").second.split(',').first)
        .str();
  };
  EXPECT_EQ(SaysOf(GoldenCove, CoreFigures()), "4 2");
  EXPECT_EQ(SaysOf(Zen4, CoreFigures()), " ");
  EXPECT_EQ(SaysOf(GoldenCove, Zen4), "4 2");
  EXPECT_EQ(SaysOf(GoldenCove, GoldenCove), " ");
  EXPECT_EQ(SaysOf(Zen4, GoldenCove), "0 0");
  const double Free = GoldenCove.get("load.r64", 0);
  // A line is one bank, as far as loads tell.
  CoreFigures F = GoldenCove;
  for (StringRef Name : {"4", "8", "16", "32"})
    F = with(F, {{("banks." + Name).str(), 1.5 * Free}});
  EXPECT_EQ(SaysOf(F, Zen4), "64 2");
  // Banks that repeat, and loads that meet in lines alone, have no key.
  EXPECT_EQ(SaysOf(with(GoldenCove, {{"banks.32", 1.5 * Free}}), Zen4), " ");
  EXPECT_EQ(SaysOf(with(GoldenCove, {{"banks.byte", Free}}), Zen4), " ");
}

// Skylake renames no memory: no rule says 0.
TEST(CoreModel, KnowsCoresThatDoNotRename) {
  const std::string Rules = forwardingRules(figuresOf("skylake-avx512"));
  EXPECT_TRUE(StringRef(Rules).starts_with("forwarding:\n")) << Rules;
  EXPECT_FALSE(StringRef(Rules).contains("latency: 0")) << Rules;
}

// On Zen 3 a result takes a cycle more between units of floating point and
// those of integers, to which shuffles belong. Zen 4 has no such delay, and
// additions of Golden Cove that follow each other are no sign of one.
TEST(CoreModel, KnowsDelaysBetweenUnits) {
  const CoreFigures F = figuresOf("znver3");
  EXPECT_NEAR(*F.get("units.unpck.float"), 3, 0.06);
  EXPECT_NEAR(*F.get("units.unpck.integer"), 1, 0.06);
  EXPECT_NEAR(*F.get("units.mul.float"), 3, 0.06);
  EXPECT_NEAR(*F.get("units.mul.integer"), 5, 0.06);
  const std::string Rules = unitDelayRules(F);
  StringRef Left = Rules;
  ASSERT_TRUE(Left.consume_front("bypasses:\n  - {from: [")) << Rules;
  const auto [Floats, Rest] = Left.split("], to: [");
  const auto [Integers, End] = Rest.split("], delay: 1, source: measured}\n");
  for (StringRef P : {"V?(ADD|SUB)", "(MUL|DIV)", "BLENDVP", "BLENDPD", "COMI",
                      "2SI", "EXTRACT", "PBROADCAST"})
    EXPECT_TRUE(Floats.contains(P) && !Integers.contains(P))
        << P.str() << Rules;
  for (StringRef P : {"V?P(ADD|SUB)", "UNPCK", "SHUFP", "BLENDPS", "MOVMSK",
                      "PTEST", "PEXTR", "MOVDI2PDI"})
    EXPECT_TRUE(Integers.contains(P) && !Floats.contains(P))
        << P.str() << Rules;
  EXPECT_EQ(End, ("  - {from: [" + Integers + "], to: [" + Floats +
                  "], delay: 1, source: measured}\n")
                     .str());
  // Nor has it one if a few chains were disturbed.
  CoreFigures Zen4 = figuresOf("znver4");
  EXPECT_EQ(unitDelayRules(Zen4), "");
  for (StringRef Name : {"units.mul.integer", "units.unpck.float"})
    Zen4.set(Name, {LoopStatus::Ok, 9});
  EXPECT_EQ(unitDelayRules(Zen4), "");
  EXPECT_TRUE(StringRef(describeCore(F, figuresOf("znver4"), false).Sections)
                  .contains(Rules));
}

TEST(CoreModel, SaysNothingWhereTheBaseIsRight) {
  const CoreFigures F = figuresOf("znver4");
  EXPECT_EQ(describeCore(F, F, /*IsComplete=*/false).Sections, "");
  CoreFigures Other = F;
  for (StringRef Name : {"forward.v32", "forward.v32.low"})
    Other.set(Name, {LoopStatus::Ok, 8});
  EXPECT_TRUE(StringRef(describeCore(Other, F, false).Sections)
                  .contains("min_store_width: 17}, latency: 8,"));
  // Only that, and not what is renamed, unless the base has that wrong, too.
  EXPECT_FALSE(StringRef(describeCore(Other, F, false).Sections)
                   .contains("latency: 0,"));
  Other.set("forward.r64.cmov", {LoopStatus::Ok, 6});
  EXPECT_TRUE(StringRef(describeCore(Other, F, false).Sections)
                  .contains("latency: 0,"));
}

// Rules of a base stay where it has a group of figures right, and what is
// special may take a cycle more or less.
TEST(CoreModel, KeepsGroupsOfForwardingRules) {
  const CoreFigures Base = figuresOf("alderlake");
  auto With = [&](StringRef Name, double Cycles) {
    CoreFigures F = Base;
    F.set(("forward." + Name).str(), {LoopStatus::Ok, Cycles});
    return forwardingRules(F, Base);
  };
  EXPECT_EQ(With("r64.update.register", 5), "");
  EXPECT_EQ(With("r8.partial", 20), "");
  // Vectors alone, and what is not forwarded behind them, which has the last
  // word.
  const std::string Vectors = With("v8", 6);
  EXPECT_TRUE(StringRef(Vectors).starts_with(
      "forwarding:\n  - {when: {class: vector}, latency: 6,"))
      << Vectors;
  EXPECT_FALSE(StringRef(Vectors).contains("from: gpr")) << Vectors;
  EXPECT_GT(Vectors.find("partial: true"), Vectors.find("min_store_width"));
  const std::string General = With("r64.mul", 0);
  EXPECT_TRUE(StringRef(General).starts_with(
      "forwarding:\n  - {when: {class: gpr}, latency: 5,"))
      << General;
  EXPECT_TRUE(StringRef(General).contains("latency: 0,")) << General;
  EXPECT_FALSE(StringRef(General).contains("'I?(MUL|DIV)")) << General;
  // An exchange that the model does not see is no evidence.
  CoreFigures Unseen = Base;
  Unseen.set("forward.r64.store-indexed", {LoopStatus::Ok, -2});
  CoreFigures F = Base;
  F.set("forward.r64.store-indexed", {LoopStatus::Ok, 5});
  EXPECT_EQ(forwardingRules(F, Unseen), "");
}

// An instruction of a special family may take more slots for another reason,
// even without an index. Of additions with memory, that is what is asked.
TEST(CoreModel, KeepsMicroFusion) {
  const CoreFigures Base = figuresOf("alderlake");
  const double Slot = *Base.get("width.zero");
  auto HasFusion = [&](StringRef Family) {
    CoreFigures F = Base;
    for (StringRef Suffix : {"", ".indexed", ".long", ".indexed.long"}) {
      const std::string Name = ("slots." + Family + Suffix).str();
      F.set(Name, {LoopStatus::Ok, F.get(Name, 0) + Slot});
    }
    return StringRef(describeCore(F, Base, false).Sections)
        .contains("micro_fusion:");
  };
  EXPECT_FALSE(HasFusion("unary"));
  EXPECT_TRUE(HasFusion("load-op"));
}

/// Loops of long instructions, six a cycle, of whose code a cycle delivers
/// \p Window bytes.
static CoreFigures codeFigures(unsigned Window) {
  CoreFigures F;
  F.set("width.zero", {LoopStatus::Ok, 1.0 / 6});
  for (unsigned N = 1; N <= MaxLongInsts; ++N) {
    const unsigned Bytes = N * LongInstBytes + LoopEndBytes;
    const double Windows = (Bytes + Window - 1) / Window;
    F.set("code." + std::to_string(N),
          {LoopStatus::Ok, std::max({1.0, (N + 1) / 6.0, Windows})});
  }
  return F;
}

TEST(CoreModel, FindsTheWindowOfCode) {
  EXPECT_EQ(findCodeWindow(codeFigures(64)), 64u);
  EXPECT_EQ(findCodeWindow(codeFigures(32)), 32u);
  // No window explains what the issue width does, and none two exceptions.
  EXPECT_EQ(findCodeWindow(codeFigures(4096)), 0u);
  CoreFigures Odd = codeFigures(64);
  Odd.set("code.9", {LoopStatus::Ok, 1.67});
  EXPECT_EQ(findCodeWindow(Odd), 0u);
  EXPECT_EQ(findCodeWindow(CoreFigures()), 0u);
  const CoreModel M = describeCore(codeFigures(64), CoreFigures(), true);
  EXPECT_TRUE(StringRef(M.Sections).contains("uop_cache_window: {value: 64,"));
  EXPECT_FALSE(StringRef(M.Sections).contains("uop_cache_insts"));
}

// Where the jump back lies counts on cores with a loop buffer alone: others
// take two lines of code in two cycles.
TEST(CoreModel, JumpsAcrossALine) {
  CoreFigures F;
  F.set("crossing.within", {LoopStatus::Ok, 1.17});
  auto NumWays = [&](double Line) {
    F.set("crossing.line", {LoopStatus::Ok, Line});
    return count_if(listCodeWays(F), [](StringRef Way) {
      return Way.contains("loop_buffer_crossing: {value: 7,") &&
             Way.contains("loop_buffer: ");
    });
  };
  EXPECT_EQ(NumWays(2.0), 7);
  EXPECT_EQ(NumWays(1.2), 0);
  // It is slow for another reason.
  F.set("crossing.within", {LoopStatus::Ok, 2.0});
  EXPECT_EQ(NumWays(2.0), 0);
}

TEST(CoreModel, WritesPairsThatFuse) {
  auto Row = [](const char *First, const char *Condition, PairKind Kind) {
    return PairRow{First, Condition, {Kind, 1}, {}};
  };
  CoreFigures F;
  EXPECT_EQ(macroFusionRules({}, F), "");
  const PairRow Pairs[] = {Row("CMP64rr", "o", PairKind::Fused),
                           Row("CMP64rr", "b", PairKind::Fused),
                           Row("CMP64rr", "l", PairKind::Fused),
                           Row("INC64r", "o", PairKind::Apart),
                           Row("INC64r", "b", PairKind::Unknown),
                           Row("INC64r", "l", PairKind::Fused),
                           Row("SHL64ri", "o", PairKind::Fused),
                           Row("SHL64ri", "b", PairKind::Apart)};
  EXPECT_EQ(
      macroFusionRules(Pairs, F),
      "macro_fusion:\n"
      "  - {first: ['INC(8|16|32|64)r'], second: 'JCC_[124]', conditions: "
      "[e, ne, l, ge, le, g], source: measured}\n"
      "  - {first: ['CMP(8|16|32|64)rr(_REV)?'], second: 'JCC_[124]', "
      "source: measured}\n");
  // A NOP that takes no slot of its own.
  F.set("width.zero", {LoopStatus::Ok, 0.125});
  F.set("width.nop", {LoopStatus::Ok, 0.0625});
  EXPECT_EQ(macroFusionRules({}, F),
            "macro_fusion:\n  - {first: '.*', second: ['NOOP', "
            "'NOOP[LWQ]r?'], source: measured}\n");
}

TEST(CoreModel, FindsSchedulersInMadeUpFigures) {
  CoreFigures F;
  EXPECT_EQ(findSchedulerSize(F, "general"), 0u);
  F.set("op.sqrtsd", {LoopStatus::Ok, 20});
  F.set("op.imul", {LoopStatus::Ok, 3});
  F.set("op.cross", {LoopStatus::Ok, 6});
  // The chain takes 2 x 20 + 3 + 1 = 44 cycles; there are 100 entries.
  for (unsigned N : numsWaiting())
    F.set("waiting.general." + std::to_string(N),
          {LoopStatus::Ok, std::max(17.0, 44.0 * N / 100)});
  EXPECT_EQ(findSchedulerSize(F, "general"), 100u);
}

TEST(CoreModel, FindsTheQueueInFrontOfSchedulers) {
  CoreFigures F;
  EXPECT_EQ(findDirectEntries(F), 0u);
  auto Set = [&](unsigned Room) {
    for (unsigned N : numsBehind())
      F.set("behind.vector." + std::to_string(N),
            {LoopStatus::Ok, N <= Room ? 59.0 : 98.0});
  };
  Set(1000);
  EXPECT_EQ(findDirectEntries(F), 0u);
  Set(66);
  EXPECT_EQ(findDirectEntries(F), 68u);
}

TEST(CoreModel, QueuesOfSimulatedCores) {
  // Two of 28 entries take what is added; the queue has 96 more.
  const CoreFigures Zen5 = figuresOf("znver5");
  EXPECT_NEAR(findDirectEntries(Zen5), 56, 8);
  EXPECT_GT(findSchedulerSize(Zen5, "vector"), 120u);
  const std::string General[] = {"a", "b"}, Vector[] = {"v", "w"};
  EXPECT_TRUE(
      any_of(listPortChoices(Zen5, General, Vector, {}), [](const PortWay &W) {
        return StringRef(W.text()).contains(", queue: ");
      }));
  // By the port for which fewest wait, and by room.
  EXPECT_EQ(count_if(listPortChoices(Zen5, General, Vector, {}),
                     [](const PortWay &W) { return W.VectorByRoom; }),
            5);
  // Zen 4 has as many, and a queue of 64.
  EXPECT_NEAR(findDirectEntries(figuresOf("znver4")), 56, 8);
  // One scheduler for all, and no queue.
  const CoreFigures Skylake = figuresOf("skylake");
  EXPECT_FALSE(any_of(listPortChoices(Skylake, General, Vector, {}),
                      [](const PortWay &W) {
                        return StringRef(W.text()).contains(", queue: ");
                      }));
}

// Zen 5 renames eight instructions a cycle, of which six name vectors.
TEST(CoreModel, VectorsOfACycle) {
  auto SectionsOf = [](StringRef Cpu) {
    return describeCore(figuresOf(Cpu), CoreFigures(), true).Sections;
  };
  EXPECT_TRUE(StringRef(SectionsOf("znver5"))
                  .contains("  issue_vectors: {value: 6, source: measured}"));
  EXPECT_FALSE(StringRef(SectionsOf("znver4")).contains("issue_vectors"));
  EXPECT_FALSE(StringRef(SectionsOf("skylake")).contains("issue_vectors"));
}

TEST(CoreModel, ListsWaysToChoosePorts) {
  CoreFigures F = figuresOf("skylake");
  EXPECT_EQ(listPortChoices(F, {}, {}, {}).size(), 3u);
  const std::string General[] = {"a", "b"}, Vector[] = {"v", "w"},
                    Accesses[] = {"m"};
  const auto Ways = listPortChoices(F, General, Vector, Accesses);
  EXPECT_EQ(Ways.size(), 18u);
  EXPECT_TRUE(any_of(Ways, [](const PortWay &W) {
    return StringRef(W.text()).contains("{ports: [a, m], entries: ");
  }));
  // What is special about a scheduler is tried where there are some.
  EXPECT_TRUE(Ways[0].variants().empty());
  EXPECT_TRUE(StringRef(Ways[3].text()).contains("{ports: [a, b], entries: "));
  EXPECT_EQ(Ways[3].variants().size(), 39u);
  const auto Variants = Ways[6].variants();
  EXPECT_EQ(Variants.size(), 27u);
  EXPECT_TRUE(any_of(Variants, [](const PortWay &W) {
    return StringRef(W.text()).contains("per_cycle: 2, wait_step: 8, source");
  }));
  EXPECT_TRUE(any_of(Variants, [](const PortWay &W) {
    return StringRef(W.text()).contains(
        "per_cycle: 2, crowded_from: 8, one_result: true, source: measured");
  }));
  // Of a core on which both share ports, no scheduler is for one kind alone.
  EXPECT_EQ(listPortChoices(F, General, General, Accesses).size(), 3u);
}

} // namespace
