//===- RISCVFormsTest.cpp - Forms of RISC-V are measured ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine is the simulated core of XiangShan.
//
//===----------------------------------------------------------------------===//

#include "FormTester.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

const FormTester &nanhu() {
  static const FormTester T("xiangshan-nanhu", "riscv64");
  return T;
}

TEST(RISCVForms, AreListedWithTheirOperands) {
  const FormTester &T = nanhu();
  const std::pair<const char *, const char *> Texts[] = {
      {"ADD", "add a0, a1, a2"},
      {"LD", "ld a0, 0(s1)"},
      {"C_LW", "lw a0, 0(s1)"},
      {"FADD_D", "fadd.d fs0, fs1, fa0"},
      {"AMOADD_D", "amoadd.d a0, a1, (s1)"}};
  for (const auto &[Name, Text] : Texts)
    EXPECT_EQ(T.form(Name).Text, Text);
}

TEST(RISCVForms, SayWhyTheyAreLeftOut) {
  const std::pair<const char *, const char *> Rows[] = {
      {"JALR", "it calls or returns"},
      {"BEQ", "it branches: see the pairs with comparisons"},
      {"AUIPC", "it depends on where the code is"},
      {"LR_D", "it is one of two that belong together (exclusive accesses)"},
      {"C_ADDI16SP", "it changes the stack"},
      {"CSRRW", "it is a system instruction"},
      {"C_LDSP", "its address is in one register alone"},
      {"VADD_VV", "there is no free register of VR"}};
  for (const auto &[Name, Why] : Rows)
    EXPECT_EQ(nanhu().whyLeftOut(Name), Why) << Name;
}

TEST(RISCVForms, LeaveTheLoopsRegistersAlone) {
  const FormTester &T = nanhu();
  const LoopRegisters &Loop = T.Builder.target().registers();
  for (const InstructionForm &F : T.Catalog.Forms) {
    const MCInst I = T.Builder.build(F.Shape, T.Builder.spread(F.Shape));
    for (const FormOperand &R : F.Shape.Registers) {
      const StringRef Name = T.Target->registerInfo().getName(
          T.Builder.rootOf(I.getOperand(R.Index).getReg()));
      for (StringRef Taken :
           {Loop.Counter, Loop.Memory, Loop.Zero, Loop.General, Loop.Vector})
        ASSERT_NE(Name, Taken) << F.Name;
    }
  }
}

// By the model of the core and LLVM's, of which the former is the documents'.
TEST(RISCVForms, FindWhatTheCoreTakes) {
  const FormTester &T = nanhu();
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  struct Row {
    const char *Form, *From;
    double Latency, Throughput;
  };
  constexpr Row Rows[] = {
      {"ADD", "op2", 1, 0.25},    {"MUL", "op3", 3, 0.5},
      {"FADD_D", "op2", 3, 0.25}, {"C_ADD", "op3", 1, 0.25},
      {"LD", "address", 4, 0.5},  {"C_LW", "address", 4, 0.5},
      {"FMADD_D", "op2", 5, 0.25}};
  for (const Row &R : Rows) {
    const FormResult Found = E.measure(T.form(R.Form));
    EXPECT_NEAR(latencyOf(Found, R.From, "op1"), R.Latency, 0.05) << R.Form;
    EXPECT_NEAR(Found.Throughput, R.Throughput, 0.02) << R.Form;
  }
}

} // namespace
