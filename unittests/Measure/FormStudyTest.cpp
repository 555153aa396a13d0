//===- FormStudyTest.cpp - Groups, tables and models ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormStudy.h"
#include "FormTester.h"
#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Measure/MeasuredModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Forms of \p Opcode take two cycles more than \p Other says.
ChangedRunner slowerMachine(LoopRunner &Other, unsigned Opcode) {
  return {Other, [=](const TimedLoop &Loop, LoopOutcome &O) {
            for (const MCInst &I : Loop.Body)
              O.Cycles += I.getOpcode() == Opcode ? 2 : 0;
          }};
}

std::vector<FormRow> study(FormTester &T, LoopRunner &Machine,
                           ArrayRef<std::string> Names,
                           StringMap<FormResult> Known = {},
                           std::string *Table = nullptr) {
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments OnMachine(Machine, T.Builder), OnModel(Model, T.Builder);
  FormStudy Study(OnMachine, OnModel, /*Seed=*/1);
  Study.Known = std::move(Known);
  auto OnRow = [&](const FormRow &R, size_t, size_t) -> Error {
    if (Table) {
      raw_string_ostream OS(*Table);
      printFormRow(OS, R);
    }
    return Error::success();
  };
  Study.OnRow = OnRow;
  return cantFail(
      Study.run(cantFail(selectForms(T.Catalog, FormSet::All, Names))));
}

TEST(FormStudy, MembersOfAGroupSpeakForIt) {
  FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  const auto Rows = study(T, Machine, {"VFMADD(132|213)P[SD]r"});
  ASSERT_EQ(Rows.size(), 4u);
  EXPECT_EQ(
      count_if(Rows,
               [](const FormRow &R) { return R.Machine.MeasuredAs.empty(); }),
      2);
  for (const FormRow &R : Rows) {
    EXPECT_EQ(R.difference(), 0) << R.Form->Name;
    EXPECT_NEAR(R.Machine.Throughput, 0.5, 0.02) << R.Form->Name;
  }
}

// Where the two that are measured first differ, nobody speaks for the others.
TEST(FormStudy, AGroupIsSplitWhereTwoDiffer) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  const std::vector<std::string> Names = {"VFMADD(132|213)P[SD]r"};
  const std::vector<FormRow> Alike = study(T, Model, Names);
  const auto First = find_if(
      Alike, [](const FormRow &R) { return R.Machine.MeasuredAs.empty(); });
  ASSERT_NE(First, Alike.end());
  ChangedRunner Machine = slowerMachine(Model, First->Form->Shape.Opcode);
  for (const FormRow &R : study(T, Machine, Names)) {
    EXPECT_EQ(R.Machine.MeasuredAs, "") << R.Form->Name;
    EXPECT_EQ(R.difference() > 0, R.Form == First->Form) << R.Form->Name;
  }
}

// A form that was disturbed is measured again when the others are done.
TEST(FormStudy, MeasuresUnsteadyFormsAgain) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  const InstructionForm &Root = T.form("VSQRTPDYr");
  auto IsOfRoot = [&](const TimedLoop &Loop) {
    return Loop.Body.front().getOpcode() == Root.Shape.Opcode;
  };
  // As many as one measurement of the form asks for.
  unsigned NumUnsteady = 0;
  ChangedRunner Always(Model, [&](const TimedLoop &Loop, LoopOutcome &O) {
    NumUnsteady += IsOfRoot(Loop);
    O.Status = LoopStatus::Unsteady;
  });
  FormExperiments(Always, T.Builder).measure(Root);
  ChangedRunner Machine(Model, [&](const TimedLoop &Loop, LoopOutcome &O) {
    if (IsOfRoot(Loop) && NumUnsteady) {
      O.Status = LoopStatus::Unsteady;
      --NumUnsteady;
    }
  });
  std::string Table;
  const auto Rows =
      study(T, Machine, {"VSQRTPDYr", "VPADDDrr", "VPSHUFDri"}, {}, &Table);
  ASSERT_EQ(Rows.size(), 3u);
  for (const FormRow &R : Rows)
    EXPECT_EQ(R.Machine.Status, LoopStatus::Ok) << R.Form->Name;
  EXPECT_EQ(StringRef(Table).count("VSQRTPDYr"), 1u);
}

TEST(FormStudy, FindsWhatDiffers) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  ChangedRunner Machine = slowerMachine(Model, T.form("PSHUFBrr").Shape.Opcode);
  const auto Rows = study(T, Machine, {"PSHUFBrr", "PADDDrr"});
  EXPECT_EQ(Rows[0].Form->Name, "PADDDrr");
  EXPECT_EQ(Rows[0].difference(), 0);
  EXPECT_GT(Rows[1].difference(), 0.3);
}

TEST(FormStudy, GoesOnFromItsTable) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  std::string Table;
  raw_string_ostream OS(Table);
  printFormHead(OS);
  const std::vector<std::string> Names = {"PSHUFBrr", "ADC64rr", "DIV32r",
                                          "VXORPSYrr"};
  const auto First = study(T, Model, Names, {}, &Table);
  FormExperiments E(Model, T.Builder);
  auto Known = cantFail(readFormTable(Table, "forms.csv", T.Catalog, E));
  EXPECT_EQ(Known.size(), 4u);
  ChangedRunner Machine = slowerMachine(Model, 0);
  FormExperiments Links(Machine, T.Builder);
  const unsigned RunsOfLinks = Machine.NumRuns;
  Machine.NumRuns = 0;
  const auto Second = study(T, Machine, Names, std::move(Known));
  EXPECT_EQ(Machine.NumRuns, RunsOfLinks); // No form was measured again.
  for (const auto &[A, B] : zip_equal(First, Second)) {
    std::string RowA, RowB;
    raw_string_ostream OfA(RowA), OfB(RowB);
    printFormRow(OfA, A);
    printFormRow(OfB, B);
    EXPECT_EQ(RowA, RowB);
  }
}

// The table keeps what is beside the figures of the model, and the model file
// has the largest spread of the forms of an entry.
TEST(FormStudy, KeepsSpreadsAndOddOperands) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  ChangedRunner Machine(Model, [&](const TimedLoop &Loop, LoopOutcome &O) {
    const unsigned Opcode = Loop.Body.front().getOpcode();
    O.Cycles *= Loop.Values.FlushDenormals ? 2 : 20;
    O.Spread = Opcode == T.form("VMULPDrr").Shape.Opcode ? 0.0123 : 0.004;
  });
  std::string Table;
  raw_string_ostream OS(Table);
  printFormHead(OS);
  const auto Rows = study(T, Machine, {"VMULPDrr", "VMULPDYrr"}, {}, &Table);
  FormExperiments E(Model, T.Builder);
  auto Known = cantFail(readFormTable(Table, "forms.csv", T.Catalog, E));
  const FormResult &Odd = Known["VMULPDrr"], &Plain = Known["VMULPDYrr"];
  EXPECT_NEAR(Odd.Spread.value_or(0), 0.012, 1e-6);
  EXPECT_NEAR(Odd.DenormalThroughput.value_or(0), 10, 0.3);
  EXPECT_NEAR(Odd.NaNThroughput.value_or(0), 10, 0.3);
  EXPECT_NEAR(Plain.Spread.value_or(0), 0.004, 1e-6);
  EXPECT_FALSE(Plain.DenormalThroughput || Plain.NaNThroughput);
  // Chains of usual values take 2 times as long, and those of odd ones 20.
  ASSERT_EQ(Odd.DenormalLatencies.size(), 2u);
  EXPECT_GT(Odd.DenormalLatencies[0].Cycles, 8 * latencyOf(Odd, "op2", "op1"));
  EXPECT_EQ(Odd.NaNLatencies.size(), 2u);
  EXPECT_TRUE(Plain.DenormalLatencies.empty() && Plain.NaNLatencies.empty());
  const auto Entries =
      ModelEntryWriter(*T.Model, T.Builder, {}).entries(Rows, {});
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].Forms.size(), 2u);
  std::string File;
  raw_string_ostream FileOS(File);
  printMeasuredModel(FileOS, {}, Entries);
  EXPECT_TRUE(
      StringRef(File).ends_with("    source: measured\n    spread: 1.2%\n"))
      << File;
}

// How a store is forwarded is no latency of its form, though it is shown.
TEST(FormStudy, ForwardingIsNoLatencyOfAForm) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  ChangedRunner Machine(Model, [&](const TimedLoop &Loop, LoopOutcome &O) {
    for (const MCInst &I : Loop.Body)
      O.Cycles += I.getOpcode() == T.form("MOV64rm").Shape.Opcode ? 3 : 0;
  });
  const auto Rows = study(T, Machine, {"MOV64mr"});
  EXPECT_NEAR(latencyOf(Rows[0].Machine, "op6", "memory"),
              latencyOf(Rows[0].Model, "op6", "memory") + 3, 0.05);
  EXPECT_GT(Rows[0].difference(), 0);
  EXPECT_TRUE(
      ModelEntryWriter(*T.Model, T.Builder, {}).entries(Rows, {}).empty());
}

TEST(FormStudy, AnyDetailStaysInItsCell) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/false);
  FormRow Row = study(T, Model, {"ADD64rr"}).front();
  Row.Machine.Detail = "two\rlines";
  std::string Text;
  raw_string_ostream OS(Text);
  printFormHead(OS);
  printFormRow(OS, Row);
  const CsvTable Table = cantFail(CsvTable::parse(Text, "forms.csv"));
  EXPECT_EQ(Table.cell(0, "detail"), Row.Machine.Detail);
}

TEST(FormStudy, RefusesABrokenTable) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/false);
  FormExperiments E(Model, T.Builder);
  auto ErrorOf = [&](StringRef Row) {
    std::string Table = "form,status,throughput,latency\n" + Row.str() + "\n";
    return toString(
        readFormTable(Table, "forms.csv", T.Catalog, E).takeError());
  };
  EXPECT_EQ(ErrorOf("ADD64rr,fine,1,"), "forms.csv:2: unknown status 'fine'");
  EXPECT_EQ(ErrorOf("ADD64rr,ok,1,op9>op1=3"),
            "forms.csv:2: the form has no latency 'op9>op1'");
}

TEST(MeasuredModel, WritesWholeLatenciesOfWhatDiffers) {
  FormTester T("znver4");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  ChangedRunner Machine = slowerMachine(Model, T.form("PADDDrr").Shape.Opcode);
  auto Rows = study(T, Machine, {"PADDDrr", "PSUBDrr"});
  // Two cycles more for each: a latency of 3, a throughput of 2.25.
  const ModelEntryWriter Writer(*T.Model, T.Builder, {});
  const auto Entries = Writer.entries(Rows, {});
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].Forms.front()->Name, "PADDDrr");
  EXPECT_TRUE(StringRef(Entries[0].Body).contains("latency: 3\n"))
      << Entries[0].Body;
  EXPECT_TRUE(StringRef(Entries[0].Body).contains("uops: [{ports: [fp"))
      << Entries[0].Body;
  StringSet<> Without;
  Without.insert("PADDDrr");
  EXPECT_TRUE(Writer.entries(Rows, Without).empty());
}

CoreFigures
figures(std::initializer_list<std::pair<const char *, double>> Values) {
  CoreFigures F;
  for (auto [Name, Cycles] : Values)
    F.set(Name, {LoopStatus::Ok, Cycles});
  return F;
}

// Above, and below or equal, need two flags, which a core may keep apart.
TEST(MeasuredModel, ConditionsOfTwoFlags) {
  FormTester T("znver4");
  const ModelEntryWriter Writer(*T.Model, T.Builder, {});
  const InstructionForm *Forms[] = {&T.form("CMOV64rr")};
  const CoreFigures Once = figures({{"cmov.one.rate", 0.5},
                                    {"cmov.two.rate", 0.5},
                                    {"cmov.two.flags", 1},
                                    {"cmov.two.data", 1}}),
                    Twice = figures({{"cmov.one.rate", 0.5},
                                     {"cmov.two.rate", 1},
                                     {"cmov.two.flags", 2},
                                     {"cmov.two.data", 1}});
  EXPECT_TRUE(Writer.conditionEntries(Forms, Once, Once).empty());
  EXPECT_TRUE(Writer.conditionEntries(Forms, Twice, Twice).empty());
  EXPECT_TRUE(Writer.conditionEntries({}, Twice, Once).empty());
  CoreFigures Sooner = Twice;
  Sooner.set("cmov.two.flags", {LoopStatus::Ok, 1});
  EXPECT_EQ(Writer.conditionEntries(Forms, Twice, Sooner).size(), 1u);
  const auto Entries = Writer.conditionEntries(Forms, Twice, Once);
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].Patterns, "'CMOV(16|32|64)r[rm]'");
  EXPECT_TRUE(StringRef(Entries[0].Body)
                  .starts_with("    when: {conditions: [a, be]}\n    latency: "
                               "{data: 1, flags: 2}\n    uops: ["))
      << Entries[0].Body;
}

// A core that eliminates moves may execute those of a register onto itself.
TEST(MeasuredModel, MovesOntoThemselves) {
  FormTester T("znver4");
  const std::string Additions[] = {"alu0", "alu1"};
  const ModelEntryWriter Writer(*T.Model, T.Builder, {}, Additions);
  const CoreFigures Apart = figures({{"move.r8", 0.4}, {"move.r8.same", 1}}),
                    Alike = figures({{"move.r8", 0.4}, {"move.r8.same", 0.2}}),
                    Executed = figures({{"move.r8", 2}, {"move.r8.same", 1}});
  EXPECT_TRUE(Writer.moveEntries({}, Alike, Alike).empty());
  EXPECT_TRUE(Writer.moveEntries({}, Apart, Apart).empty());
  EXPECT_TRUE(Writer.moveEntries({}, Executed, Alike).empty());
  for (const CoreFigures &Base : {Alike, Executed}) {
    const auto Entries = Writer.moveEntries({}, Apart, Base);
    ASSERT_EQ(Entries.size(), 1u);
    EXPECT_EQ(Entries[0].Patterns, "MOVZX32rr8");
    EXPECT_EQ(Entries[0].Body,
              "    when: {same_register: true}\n    latency: 1\n    uops: "
              "[{ports: [alu0, alu1]}]\n");
  }
}

// What fast values take is sure, and what slow ones take is expected; of a root
// of what it loads, only the latency from the address is known.
TEST(MeasuredModel, SlowValuesAreExpected) {
  FormTester T("znver4");
  const ModelEntryWriter Writer(*T.Model, T.Builder, {});
  auto EntryOf = [&](StringRef Name, ReadRole Role, double Slow) {
    FormRow R;
    R.Form = &T.form(Name);
    FormLatency L;
    L.Role = Role;
    L.Cycles = 13;
    R.Machine.Latencies = {L};
    R.Machine.Throughput = R.Model.Throughput = 4;
    L.Cycles = Slow;
    R.Machine.SlowLatencies = {L};
    L.Cycles = 20;
    R.Model.Latencies = {L};
    const auto Entries = Writer.entries(R, {});
    return Entries.empty() ? "" : Entries[0].Body;
  };
  for (auto [Name, Role] : {std::pair("VSQRTPDr", ReadRole::Data),
                            std::pair("VSQRTPDm", ReadRole::Address)}) {
    const std::string Slow = EntryOf(Name, Role, 18),
                      Fast = EntryOf(Name, Role, 13);
    StringRef Rest = Slow;
    unsigned Data = 0, Expected = 0;
    ASSERT_TRUE(Rest.consume_front("    latency: {data: ") &&
                !Rest.consumeInteger(10, Data) &&
                Rest.consume_front(", expected: ") &&
                !Rest.consumeInteger(10, Expected))
        << Name << Slow;
    EXPECT_EQ(Expected, Data + 5) << Slow;
    EXPECT_FALSE(StringRef(Fast).contains("expected")) << Fast;
  }
}

} // namespace
