//===- RISCVSemanticsTest.cpp - Tests for lib/Target/RISCV ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/SemanticsTester.h"
#include "RISCV/RISCVOpcodes.h"
#include "RISCV/RISCVTarget.h"
#include "kernel-bounds/Model/Targets.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

static SemanticsTester &tester() {
  static SemanticsTester T("riscv64-unknown-linux-gnu",
                           "+m,+a,+f,+d,+v,+zba,+zbb,+zicond");
  return T;
}

TEST(RISCVSemantics, GeneralRegisters) {
  const SemanticsRow Rows[] = {
      {"add a0, a1, a2", "a1 a2", "a0", "", ""},
      {"addiw a0, a1, 4", "a1", "a0", "", ""},
      {"sh1add a0, a1, a2", "a1 a2", "a0", "", ""},
      {"add a0, zero, a2", "a2", "a0", "", ""},
      {"mv a0, a1", "a1", "a0", "", "move"},
      {"li a0, 0", "", "a0", "", "zero"},
      {"xor a0, a1, a1", "a1 a1", "a0", "", "zero"},
      {"nop", "", "", "", "nop"},
      {"add zero, a1, a2", "", "", "", "nop"},
      {"lui a0, 5", "", "a0", "", ""},
      {"bne a0, a1, foo", "a0 a1", "", "", "branch cond"},
      {"bnez a0, foo", "a0", "", "", "branch cond"},
      {"j foo", "", "", "", "branch"},
      {"jal foo", "", "ra", "", "call"},
      {"ret", "ra", "", "", "branch"},
      {"fence", "", "", "", "opaque"},
      {"czero.eqz a0, a1, a2", "a1 a2", "a0", "", ""},
      {"csrr a0, vlenb", "", "a0", "", ""},
      {"csrr a0, vl", "vl", "a0", "", ""},
      {"csrw frm, a1", "a1", "frm", "", ""},
      {"csrr a0, cycle", "", "a0", "", "opaque"},
  };
  checkRows(tester(), Rows);
}

TEST(RISCVSemantics, FloatRegisters) {
  const SemanticsRow Rows[] = {
      {"fadd.d fa0, fa1, fa2, rne", "fa1 fa2", "fa0", "", ""},
      {"fadd.d fa0, fa1, fa2", "fa1 fa2 frm", "fa0", "", ""},
      {"fmadd.d fa0, fa1, fa2, fa3, rne", "fa1 fa2 fa3:acc", "fa0", "", ""},
      {"fmv.d fa0, fa1", "fa1 fa1", "fa0", "", "move"},
      {"fsgnj.d fa0, fa1, fa2", "fa1 fa2", "fa0", "", ""},
      {"fcvt.w.d a0, fa1, rtz", "fa1", "a0", "", ""},
      {"feq.d a0, fa1, fs1", "fa1 fs1", "a0", "", ""},
  };
  checkRows(tester(), Rows);
}

TEST(RISCVSemantics, Memory) {
  const SemanticsRow Rows[] = {
      {"lw a0, 8(a1)", "a1:addr", "a0", "load4 [x11+8]", "load"},
      {"lbu a0, -1(a1)", "a1:addr", "a0", "load1 [x11-1]", "load"},
      {"sd a0, 16(sp)", "a0:store sp:addr", "", "store8 [x2+16]", "store"},
      {"fld fa0, 0(a1)", "a1:addr", "fa0", "load8.vec [x11]", "load"},
      {"fsw fa0, 4(a1)", "fa0:store a1:addr", "", "store4.vec [x11+4]",
       "store"},
      {"sw zero, 4(a1)", "a1:addr", "", "store4 [x11+4]", "store"},
      {"amoadd.w a0, a1, (a2)", "a1 a2:addr", "a0", "update4 [x12]",
       "load store locked"},
      {"lr.d a0, (a2)", "a2:addr", "a0", "load8 [x12]", "load"},
  };
  checkRows(tester(), Rows);
}

namespace {
/// The last instruction of \p Text, as a loop whose state the others set.
struct LastOf {
  const Kernel &K;
  explicit LastOf(StringRef Text) : K(tester().kernel(Text)) {}
  const KernelInst &inst() const { return K.Insts.back(); }
  std::string reads() const { return tester().reads(K, inst()); }
  std::string writes() const { return tester().writes(K, inst()); }
  std::string memory() const { return tester().memory(K, inst()); }
  StringRef model() const {
    return tester().target().MII->getName(
        tester().semantics().modelOpcode(inst()));
  }
};
} // namespace

TEST(RISCVSemantics, WithoutAType) {
  LastOf L("vfadd.vv v8, v10, v12");
  EXPECT_EQ(L.writes(), "v8");
  EXPECT_EQ(L.model(), "VFADD_VV");
}

TEST(RISCVSemantics, GroupsOfRegisters) {
  LastOf L("vsetvli a5, zero, e32, m2, ta, ma\n vadd.vv v8, v10, v12");
  EXPECT_EQ(L.reads(), "v10+v11 v12+v13 vl:mask vtype:mask");
  EXPECT_EQ(L.writes(), "v8+v9");
  EXPECT_EQ(L.model(), "PseudoVADD_VV_M2");
}

TEST(RISCVSemantics, WideningTakesTwice) {
  LastOf L("vsetvli a5, zero, e16, m1, ta, ma\n vwmacc.vv v8, v10, v12");
  EXPECT_EQ(L.reads(), "v8+v9:acc v10 v12 vl:mask vtype:mask");
  EXPECT_EQ(L.writes(), "v8+v9");
  EXPECT_EQ(L.model(), "PseudoVWMACC_VV_M1");
}

TEST(RISCVSemantics, PoliciesAreReads) {
  EXPECT_EQ(
      LastOf("vsetvli a5, a4, e32, m1, ta, ma\n vadd.vv v8, v10, v12").reads(),
      "v10 v12 vl:mask vtype:mask");
  EXPECT_EQ(
      LastOf("vsetvli a5, a4, e32, m1, tu, ma\n vadd.vv v8, v10, v12").reads(),
      "v10 v12 vl:mask vtype:mask v8:merge");
  // With all elements there is no tail.
  EXPECT_EQ(LastOf("vsetvli a5, zero, e32, m1, tu, ma\n vadd.vv v8, v10, v12")
                .reads(),
            "v10 v12 vl:mask vtype:mask");
  EXPECT_EQ(
      LastOf("vsetvli a5, zero, e32, m1, ta, mu\n vadd.vv v8, v10, v12, v0.t")
          .reads(),
      "v10 v12 v0:mask vl:mask vtype:mask v8:merge");
  EXPECT_EQ(
      LastOf("vsetvli a5, zero, e32, m1, ta, ma\n vadd.vv v8, v10, v12, v0.t")
          .reads(),
      "v10 v12 v0:mask vl:mask vtype:mask");
}

TEST(RISCVSemantics, KeepsTheLength) {
  LastOf Sets("vsetvli a5, a4, e32, m1, ta, ma");
  EXPECT_EQ(Sets.reads(), "a4");
  EXPECT_EQ(Sets.writes(), "a5 vl vtype");
  LastOf Keeps("vsetvli zero, zero, e32, m1, ta, ma");
  EXPECT_EQ(Keeps.reads(), "");
  EXPECT_EQ(Keeps.writes(), "vtype");
}

TEST(RISCVSemantics, VectorMemory) {
  LastOf Load("vsetvli a5, a4, e64, m2, ta, ma\n vle32.v v8, (a1)");
  EXPECT_EQ(Load.memory(), "load16.vec.sve [x11]");
  EXPECT_EQ(Load.model(), "PseudoVLE32_V_M1");
  EXPECT_EQ(
      LastOf("vsetivli zero, 4, e32, m1, ta, ma\n vse32.v v8, (a1)").memory(),
      "store16.vec [x11]");
  EXPECT_EQ(
      LastOf("vsetvli a5, a4, e32, m1, ta, ma\n vlseg2e32.v v8, (a1)").writes(),
      "v8+v9");
  EXPECT_EQ(LastOf("vsetvli a5, a4, e32, m1, ta, ma\n vlse32.v v8, (a1), a2")
                .memory(),
            "load4.vec.gather [x11+x12]");
  LastOf Indexed("vsetvli a5, a4, e64, m2, ta, ma\n vluxei32.v v8, (a1), v12");
  EXPECT_EQ(Indexed.model(), "PseudoVLUXEI32_V_M1_M2");
  EXPECT_EQ(Indexed.writes(), "v8+v9");
  EXPECT_EQ(LastOf("vl2re64.v v8, (a1)").memory(), "load32.vec.sve [x11]");
}

// Every vector opcode has a form for at least one type, and the form has as
// many registers as the result of the same opcode that LLVM expands.
TEST(RISCVSemantics, EveryVectorOpcodeHasAForm) {
  const MCInstrInfo &MII = *tester().target().MII;
  unsigned NumForms = 0;
  for (StringRef Name :
       {"VADD_VV", "VFADD_VF", "VFMERGE_VFM", "VFMV_V_F", "VFMV_F_S",
        "VMAND_MM", "VLM_V", "VREDSUM_VS", "VFWADD_WF", "VFWCVT_F_F_V",
        "VRGATHEREI16_VV", "VCOMPRESS_VM", "VSSSEG3E8_V", "VZEXT_VF2",
        "VMV_X_S", "VFSLIDE1UP_VF", "VNSRL_WI"}) {
    bool Found = false;
    for (unsigned VType = 0; VType < 32; ++VType)
      if ((VType & 7) != 4)
        Found |=
            findVectorForm(findOpcode(MII, Name),
                           VectorState(VType, VectorLengthKind::Maximum, 0),
                           tester().target())
                .Pseudo != 0;
    EXPECT_TRUE(Found) << Name.str();
    NumForms += Found;
  }
  EXPECT_EQ(NumForms, 17u);
}

TEST(RISCVSemantics, SymbolsInTwoParts) {
  LastOf L("lui a1, %hi(arr+8)\n lw a0, %lo(arr+8)(a1)");
  EXPECT_EQ(L.memory(), "load4 [x11+8]");
}

TEST(RISCVSemantics, Reductions) {
  EXPECT_EQ(riscvAccumulation("FMADD_D"), ReductionOp::Add);
  EXPECT_EQ(riscvAccumulation("FNMSUB_D"), ReductionOp::Add);
  EXPECT_EQ(riscvAccumulation("FMSUB_D"), ReductionOp::None);
  EXPECT_EQ(riscvAccumulation("VFMACC_VV"), ReductionOp::Add);
  EXPECT_EQ(riscvAccumulation("VFMSAC_VV"), ReductionOp::None);
  EXPECT_EQ(riscvAccumulation("VWMACCU_VV"), ReductionOp::Add);
  EXPECT_EQ(riscvAccumulation("VREDMAXU_VS"), ReductionOp::Max);
  EXPECT_EQ(riscvOperation("SUB", 1), ReductionOp::Add);
  EXPECT_EQ(riscvOperation("SUB", 2), ReductionOp::None);
  EXPECT_EQ(riscvOperation("VWADD_WV", 1), ReductionOp::Add);
  EXPECT_EQ(riscvOperation("VWADD_VV", 1), ReductionOp::None);
}

TEST(RISCVSemantics, EveryOpcode) { checkEveryOpcode(tester()); }
