//===- FloatWorkTest.cpp - Floating-point operations of opcodes -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RISCV/RISCVVectorState.h"
#include "kernel-bounds/Model/Targets.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
struct Row {
  const char *Opcode;
  FloatType Type;
  unsigned Operations;
  bool IsMasked = false, IsScalable = false;
};

/// The semantics of one target, and opcodes by name.
class FloatTarget {
public:
  explicit FloatTarget(const char *Triple) : TT(Triple) {
    cantFail(registerTarget(TT));
    std::string Problem;
    const Target *T = TargetRegistry::lookupTarget(TT, Problem);
    MII.reset(T->createMCInstrInfo());
    MRI.reset(T->createMCRegInfo(TT));
    Semantics = createTargetSemantics(TT, {T, MII.get(), MRI.get()});
  }
  unsigned opcode(StringRef Name) const {
    for (unsigned I = 0; I < MII->getNumOpcodes(); ++I)
      if (MII->getName(I) == Name)
        return I;
    return 0;
  }
  void check(ArrayRef<Row> Rows, uint16_t Mode = 0) const {
    for (const Row &R : Rows) {
      SCOPED_TRACE(R.Opcode);
      KernelInst I;
      I.Opcode = opcode(R.Opcode);
      I.Mode = Mode;
      ASSERT_NE(I.Opcode, 0u);
      const FloatWork W = Semantics->floatWork(I);
      EXPECT_EQ(W.Operations, R.Operations);
      if (R.Operations == 0)
        continue;
      EXPECT_EQ(W.Type, R.Type);
      EXPECT_EQ(W.IsMasked, R.IsMasked);
      EXPECT_EQ(W.IsScalable, R.IsScalable);
    }
  }
  /// The candidates for a peak are opcodes that do as much as they say.
  void checkPeaks() const {
    for (unsigned T = 0; T < NumFloatTypes; ++T)
      for (const FloatPeakForm &F :
           Semantics->floatPeaks(static_cast<FloatType>(T))) {
        unsigned Sum = 0;
        for (unsigned Opcode : F.Opcodes) {
          ASSERT_NE(Opcode, 0u) << T << F.Feature.str();
          KernelInst I;
          I.Opcode = Opcode;
          I.Mode = F.Mode;
          const FloatWork W = Semantics->floatWork(I);
          EXPECT_EQ(W.Type, static_cast<FloatType>(T));
          EXPECT_EQ(W.IsScalable, F.IsScalable);
          Sum += W.Operations;
        }
        EXPECT_EQ(Sum, F.Operations) << MII->getName(F.Opcodes.front()).str();
      }
  }

  Triple TT;
  std::unique_ptr<MCInstrInfo> MII;
  std::unique_ptr<MCRegisterInfo> MRI;
  std::unique_ptr<TargetSemantics> Semantics;
};
} // namespace

TEST(FloatWork, X86) {
  const FloatTarget T("x86_64-unknown-linux-gnu");
  using F = FloatType;
  const Row Rows[] = {
      {"ADDSDrr", F::Double, 1},
      {"VADDSSrm", F::Single, 1},
      {"VMULPDYrm", F::Double, 4},
      {"VDIVPSZ256rr", F::Single, 8},
      {"VSQRTPDZr", F::Double, 8},
      {"VFMADD231PDZr", F::Double, 16},
      {"VFMADD231PDZmbk", F::Double, 16, true},
      {"VFNMSUB213PSYm", F::Single, 16},
      {"VFMADD132SDr_Int", F::Double, 2},
      {"VFMADDPD4Yrr", F::Double, 8},
      {"VFMADDSUB132PSr", F::Single, 8},
      {"VHADDPDYrr", F::Double, 4},
      {"VMAXPSZ128rrkz", F::Single, 4, true},
      {"VADDPHZrr", F::Half, 32},
      {"VFMADD213SHZr", F::Half, 2},
      {"VFMULCPHZrr", F::Half, 96},
      {"VFMADDCSHZr", F::Half, 8},
      {"VDPBF16PSZr", F::BFloat16, 64},
      {"VDPBF16PSZ128rk", F::BFloat16, 16, true},
      {"VDPPSrri", F::Single, 8},
      {"VRSQRT14PDZr", F::Double, 8},
      {"ADD_FrST0", F::Extended, 1},
      {"DIVR_F64m", F::Extended, 1},
      // Neither moves, comparisons nor conversions, nor integers.
      {"VMOVUPDYrm", F::Double, 0},
      {"VCMPPDZrri", F::Double, 0},
      {"UCOMISDrr", F::Double, 0},
      {"VCVTPD2PSYrr", F::Double, 0},
      {"VXORPSrr", F::Single, 0},
      {"VPADDDYrr", F::Double, 0},
      {"ADD64rr", F::Double, 0}};
  T.check(Rows);
  T.checkPeaks();
}

TEST(FloatWork, AArch64) {
  const FloatTarget T("aarch64-unknown-linux-gnu");
  using F = FloatType;
  const Row Rows[] = {{"FADDDrr", F::Double, 1},
                      {"FMADDSrrr", F::Single, 2},
                      {"FSQRTDr", F::Double, 1},
                      {"FADDv2f64", F::Double, 2},
                      {"FMLAv4f32", F::Single, 8},
                      {"FMLAv2i64_indexed", F::Double, 4},
                      {"FMLAv8f16", F::Half, 16},
                      {"FADDPv2i64p", F::Double, 1},
                      {"FABD64", F::Double, 1},
                      {"FADD_ZZZ_D", F::Double, 2, false, true},
                      {"FMLA_ZPmZZ_S", F::Single, 8, true, true},
                      {"FADDV_VPZ_D", F::Double, 2, true, true},
                      {"BFMMLA", F::BFloat16, 32},
                      {"FABSDr", F::Double, 0},
                      {"FCMPDrr", F::Double, 0},
                      {"FMOVDr", F::Double, 0},
                      {"FCVTDSr", F::Double, 0},
                      {"ADDXrr", F::Double, 0}};
  T.check(Rows);
  T.checkPeaks();
  EXPECT_EQ(T.Semantics->scalableBits("a64fx"), 512u);
  EXPECT_EQ(T.Semantics->scalableBits("neoverse-v2"), 128u);
  EXPECT_EQ(T.Semantics->scalableBits("generic"), 0u);
}

TEST(FloatWork, RISCV) {
  const FloatTarget T("riscv64-unknown-linux-gnu");
  using F = FloatType;
  const Row Scalars[] = {{"FADD_D", F::Double, 1},
                         {"FNMSUB_S", F::Single, 2},
                         {"FSGNJ_D", F::Double, 0},
                         {"FCVT_D_S", F::Double, 0},
                         {"FEQ_D", F::Double, 0}};
  T.check(Scalars);
  // e32, m2: eight elements of 32 bits in two registers of 128.
  const VectorState S(2 << 3 | 1, VectorLengthKind::Maximum, 0);
  const Row Vectors[] = {{"VFADD_VV", F::Single, 8, false, true},
                         {"VFMACC_VF", F::Single, 16, false, true},
                         {"VADD_VV", F::Single, 0}};
  T.check(Vectors, S.bits());
  // Without a known vtype nothing is known.
  const Row Unknown[] = {{"VFADD_VV", F::Single, 0}};
  T.check(Unknown);
  T.checkPeaks();
}
