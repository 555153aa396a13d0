//===- FormCatalogTest.cpp - Forms and their instructions -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormCatalog.h"
#include "FormTester.h"
#include "kernel-bounds/Measure/FormStudy.h"
#include "kernel-bounds/Measure/MachineFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

StringRef reasonOf(const FormCatalog &C, StringRef Name) {
  auto It =
      find_if(C.LeftOut, [&](const LeftOutForm &L) { return L.Name == Name; });
  return It == C.LeftOut.end() ? StringRef() : StringRef(It->Reason);
}

TEST(FormCatalog, ListsFormsAndWhatIsLeftOut) {
  const FormTester T("znver4");
  for (StringRef Name : {"ADD64rr", "ADD64rm", "ADD64mr", "DIV32r", "SHL64rCL",
                         "VADDPDZrmk", "VGATHERDPSZrm", "KMOVWkr", "LEA64r"})
    EXPECT_TRUE(T.Catalog.find(Name)) << Name.str();
  const std::pair<StringRef, StringRef> Rows[] = {
      {"CALL64r", "it calls or returns"},
      {"RET64", "it calls or returns"},
      {"PUSH64r", "it changes the stack"},
      {"JCC_1", "it branches: see the pairs with comparisons"},
      {"ADDSDrr", "the same encoding as ADDSDrr_Int"},
      {"SETB_C64r", "LLVM replaces it by others"},
      {"WRFSBASE64", "it changes the segment of thread-local data"},
      {"CPUID", "it is a system or microcoded instruction, by LLVM's "
                "description"}};
  for (const auto &[Name, Reason] : Rows)
    EXPECT_EQ(reasonOf(T.Catalog, Name), Reason) << Name.str();
  const InstructionForm &F = T.form("VADDPDYrm");
  EXPECT_EQ(F.Text, "vaddpd (%r14), %ymm1, %ymm0");
  EXPECT_EQ(F.Encoding, FormEncoding::Vex);
  EXPECT_EQ(T.form("ADDPDrr").Encoding, FormEncoding::Legacy);
  EXPECT_EQ(T.form("VADDPDZrr").Encoding, FormEncoding::Evex);
  EXPECT_TRUE(is_contained(T.form("VADDSDrr_Int").Twins, "VADDSDrr"));
}

TEST(FormCatalog, CommonFormsCanBeMeasured) {
  const FormTester T("znver4");
  const auto Common = cantFail(selectForms(T.Catalog, FormSet::Common, {}));
  EXPECT_GE(Common.size(), 1500u);
  EXPECT_GE(
      count_if(Common,
               [](const InstructionForm *F) { return F->Shape.Memory >= 0; }),
      500);
  // With the instructions of AVX-512; the host's do not matter.
  EXPECT_GE(cantFail(selectForms(T.Catalog, FormSet::All, {})).size(), 8000u);
  EXPECT_EQ(cantFail(selectForms(T.Catalog, FormSet::Quick, {})).size(),
            size_t(NumQuickForms));
  EXPECT_EQ(cantFail(selectForms(T.Catalog, FormSet::All,
                                 {"ADD(32|64)rr", "ADD64rr"}))
                .size(),
            2u);
}

TEST(FormCatalog, ChoiceSaysWhatIsWrong) {
  const FormTester T("znver4");
  auto ErrorOf = [&](std::string Name) {
    return toString(
        selectForms(T.Catalog, FormSet::Common, {Name}).takeError());
  };
  EXPECT_EQ(ErrorOf("RET64"),
            "'RET64' cannot be measured: it calls or returns");
  EXPECT_NE(ErrorOf("addq").find("is no form of the chosen set"),
            std::string::npos);
  EXPECT_NE(ErrorOf("(").find("parenthes"), std::string::npos);
}

// No operand but those of LoopRegisters is where a loop has other uses for it.
TEST(FormBuilder, LeavesTheLoopsRegistersAlone) {
  const FormTester T("znver4");
  const MCRegisterInfo &MRI = T.Target->registerInfo();
  const LoopRegisters &Loop = T.Builder.target().registers();
  for (const InstructionForm &F : T.Catalog.Forms) {
    const MCInst I = T.Builder.build(F.Shape, T.Builder.spread(F.Shape));
    for (const FormOperand &R : F.Shape.Registers) {
      const StringRef Name =
          MRI.getName(T.Builder.rootOf(I.getOperand(R.Index).getReg()));
      for (StringRef Taken : {Loop.Counter, Loop.Stack, Loop.Memory, Loop.Zero})
        ASSERT_NE(Name, Taken) << F.Name;
    }
  }
}

TEST(MachineFacts, ReadsOneProcessor) {
  const StringRef Text = "processor\t: 0\nmodel name\t: First\n\n"
                         "processor\t: 1\nvendor_id\t: Maker\n"
                         "model name\t: Second (TM)\ncpu family\t: 25\n"
                         "model\t\t: 17\nmicrocode\t: 0x1000065\n"
                         "flags\t\t: fpu sse hypervisor lm\n";
  const std::vector<MachineFact> Facts = describeProcessor(Text, 1);
  EXPECT_EQ(valueOf(Facts, "processor"), "Second (TM)");
  EXPECT_EQ(valueOf(Facts, "family"), "25");
  EXPECT_EQ(valueOf(Facts, "microcode"), "0x1000065");
  EXPECT_EQ(valueOf(Facts, "system"), "virtual machine");
  EXPECT_EQ(valueOf(describeProcessor(Text, 0), "processor"), "First");
  EXPECT_TRUE(describeProcessor("", 0).empty());
}

TEST(MachineFacts, ReadsProcessorsOfOtherTargets) {
  const std::vector<MachineFact> Arm = describeProcessor(
      "processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\n"
      "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\n"
      "CPU part\t: 0xd0c\nCPU revision\t: 1\n",
      0);
  EXPECT_EQ(valueOf(Arm, "implementer"), "0x41");
  EXPECT_EQ(valueOf(Arm, "variant"), "0x3");
  EXPECT_EQ(valueOf(Arm, "part"), "0xd0c");
  EXPECT_EQ(valueOf(Arm, "revision"), "1");
  const std::vector<MachineFact> RiscV = describeProcessor(
      "processor\t: 0\nhart\t\t: 1\nuarch\t\t: sifive,u74-mc\n"
      "mvendorid\t: 0x489\nmarchid\t\t: 0x8000000000000007\n"
      "mimpid\t\t: 0x4210427\n",
      0);
  EXPECT_EQ(valueOf(RiscV, "processor"), "sifive,u74-mc");
  EXPECT_EQ(valueOf(RiscV, "vendor number"), "0x489");
  EXPECT_EQ(valueOf(RiscV, "design"), "0x8000000000000007");
  EXPECT_EQ(valueOf(RiscV, "implementation"), "0x4210427");
}

} // namespace
