//===- UnmeasuredFormsTest.cpp --------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/UnmeasuredForms.h"
#include "FormTester.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

FormResult result(double Throughput, double Latency) {
  FormResult R;
  R.Throughput = Throughput;
  FormLatency L;
  L.Cycles = Latency;
  R.Latencies = {L};
  return R;
}

FormRow row(const FormTester &T, StringRef Name, FormResult Machine,
            FormResult Model) {
  FormRow R;
  R.Form = &T.form(Name);
  R.Machine = std::move(Machine);
  R.Model = std::move(Model);
  return R;
}

/// Twice as long for 64 bytes.
FormResult doubled(const InstructionForm &F) {
  const unsigned Width = splitWidth(F.Name).second;
  return result(Width == 64 ? 10 : 5, 20);
}

const FormRow *find(ArrayRef<FormRow> Rows, StringRef Name) {
  const auto *It =
      find_if(Rows, [&](const FormRow &R) { return R.Form->Name == Name; });
  return It == Rows.end() ? nullptr : &*It;
}

/// Additions and the like in both widths, of which the base has the wider one
/// \p OnBase times as long, and the machine \p OnMachine times.
std::vector<FormRow> pairs(const FormTester &T, double OnBase,
                           double OnMachine) {
  std::vector<FormRow> Rows;
  for (StringRef Mnemonic : {"VADDPS", "VADDPD", "VMULPS", "VMULPD", "VMAXPS",
                             "VMINPD", "VSUBPD", "VPADDD"}) {
    Rows.push_back(
        row(T, (Mnemonic + "Yrr").str(), result(0.5, 3), result(0.5, 3)));
    Rows.push_back(row(T, (Mnemonic + "Zrr").str(), result(0.5 * OnMachine, 3),
                       result(0.5 * OnBase, 3)));
  }
  return Rows;
}

TEST(UnmeasuredForms, NamesHaveWidths) {
  using Split = std::pair<std::string, unsigned>;
  EXPECT_EQ(splitWidth("VSQRTPSZr"), Split("VSQRTPSr", 64));
  EXPECT_EQ(splitWidth("VSQRTPSYr"), Split("VSQRTPSr", 32));
  EXPECT_EQ(splitWidth("VPERMT2DZ256rmkz"), Split("VPERMT2Drmkz", 32));
  EXPECT_EQ(splitWidth("VADDPSZ128rr"), Split("VADDPSrr", 16));
  EXPECT_EQ(splitWidth("VADDPSrr"), Split("VADDPSrr", 16));
  EXPECT_EQ(splitWidth("ADDPSrr").second, 0u);
}

// Where all pairs take the same in both widths, so do roots, measured or not.
TEST(UnmeasuredForms, WidthsDifferAsOthersDo) {
  const FormTester T("znver4");
  std::vector<FormRow> Rows = pairs(T, 2, 1);
  addUnmeasuredForms(Rows, T.Catalog, doubled);
  const FormRow *Root = find(Rows, "VSQRTPSZr");
  ASSERT_TRUE(Root);
  EXPECT_EQ(Root->Machine.Throughput, 5);
  EXPECT_EQ(Root->Model.Throughput, 10);
  EXPECT_EQ(Root->Machine.MeasuredAs, UnmeasuredForm);
  // What was measured in one width counts for the other.
  Rows = pairs(T, 2, 1);
  Rows.push_back(row(T, "VSQRTPSYr", result(7, 18), result(5, 20)));
  addUnmeasuredForms(Rows, T.Catalog, doubled);
  Root = find(Rows, "VSQRTPSZr");
  ASSERT_TRUE(Root);
  EXPECT_EQ(Root->Machine.Throughput, 7);
  EXPECT_EQ(Root->Machine.Latencies[0].Cycles, 18);
  // A machine that is slower on wide vectors has slower roots, too.
  Rows = pairs(T, 2, 2);
  addUnmeasuredForms(Rows, T.Catalog, doubled);
  Root = find(Rows, "VSQRTPSZr");
  ASSERT_TRUE(Root);
  EXPECT_EQ(Root->Machine.Throughput, 10);
  // Two pairs show nothing.
  Rows = pairs(T, 2, 1);
  Rows.resize(4);
  addUnmeasuredForms(Rows, T.Catalog, doubled);
  Root = find(Rows, "VSQRTPSZr");
  ASSERT_TRUE(Root);
  EXPECT_EQ(Root->Machine.Throughput, 10);
}

// Roots may take twice as long with each width; those of another encoding take
// what those of the same width do.
TEST(UnmeasuredForms, RootsLieBetweenTheirNeighbours) {
  const FormTester T("znver4");
  FormResult Narrow = result(3, 12), Wide = result(12, 19);
  Wide.SlowThroughput = 18;
  Narrow.SlowThroughput = 4.5;
  std::vector<FormRow> Rows = {
      row(T, "VSQRTPSr", std::move(Narrow), result(1, 12)),
      row(T, "VSQRTPSZr", std::move(Wide), result(2, 19))};
  auto OnBase = [](const InstructionForm &) { return result(1, 12); };
  addUnmeasuredForms(Rows, T.Catalog, OnBase);
  const FormRow *Middle = find(Rows, "VSQRTPSYr");
  ASSERT_TRUE(Middle);
  EXPECT_NEAR(Middle->Machine.Throughput, 6, 1e-9);
  EXPECT_NEAR(Middle->Machine.SlowThroughput.value_or(0), 9, 1e-9);
  Rows = {row(T, "VSQRTPDYr", result(9, 13), result(1, 18))};
  addUnmeasuredForms(Rows, T.Catalog, OnBase);
  const FormRow *Same = find(Rows, "VSQRTPDZ256r");
  ASSERT_TRUE(Same);
  EXPECT_NEAR(Same->Machine.Throughput, 9, 1e-9);
}

// Members of a class speak for all of it, if they agree.
TEST(UnmeasuredForms, ClassesDifferAsTheirMembers) {
  const FormTester T("znver4");
  auto Same = [](const InstructionForm &) { return result(1, 4); };
  const FormRow One = row(T, "VFMADD132PDr", result(0.5, 6), result(1, 4));
  std::vector<FormRow> Rows = {One};
  addUnmeasuredForms(Rows, T.Catalog, Same);
  const FormRow *Other = find(Rows, "VFMADD213PDr");
  ASSERT_TRUE(Other);
  EXPECT_EQ(Other->Machine.Throughput, 0.5);
  EXPECT_EQ(Other->Machine.Latencies[0].Cycles, 6);
  for (FormResult Contrary : {result(1, 6), result(0.5, 4)}) {
    Rows = {One, row(T, "VFMADD231PDr", Contrary, result(1, 4))};
    addUnmeasuredForms(Rows, T.Catalog, Same);
    EXPECT_FALSE(find(Rows, "VFMADD213PDr"));
  }
}

// A loaded operand changes nothing; divisions keep the base's throughput.
TEST(UnmeasuredForms, LoadsTakeWhatRegistersDo) {
  const FormTester T("znver4");
  std::vector<FormRow> Rows = {
      row(T, "PSHUFBrr", result(2, 1), result(0.5, 1))};
  addUnmeasuredForms(Rows, T.Catalog,
                     [](const InstructionForm &) { return result(3, 9); });
  const FormRow *Load = find(Rows, "PSHUFBrm"), *Root = find(Rows, "SQRTPDr");
  ASSERT_TRUE(Load && Root);
  EXPECT_EQ(Load->Machine.Throughput, 2);
  EXPECT_EQ(Root->Machine.Throughput, 3);
  EXPECT_FALSE(find(Rows, "PADDDrr"));
}

} // namespace
