//===- AArch64FormsTest.cpp - Forms of AArch64 are measured ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine is the simulated core of a shipped model. What the experiments
/// find must be what the model says of each form by itself, without a loop.
//
//===----------------------------------------------------------------------===//

#include "FormTester.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Kernel/MappedKernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

namespace {

const FormTester &neoverse() {
  static const FormTester T("neoverse-v2", "aarch64");
  return T;
}

TEST(AArch64Forms, AreListedWithTheirOperands) {
  const FormTester &T = neoverse();
  const std::pair<const char *, const char *> Texts[] = {
      {"ADDXrs", "add x0, x1, x2"},
      {"MADDXrrr", "madd x0, x1, x2, x3"},
      {"LDRXui", "ldr x0, [x27]"},
      {"LDRXroX", "ldr x0, [x27, x26]"},
      {"STRQui", "str q0, [x27]"},
      {"FADDv2f64", "fadd v0.2d, v1.2d, v2.2d"},
      {"FMLA_ZPmZZ_D", "fmla z0.d, p0/m, z1.d, z2.d"},
      {"CSELXr", "csel x0, x1, x2, ne"}};
  for (const auto &[Name, Text] : Texts)
    EXPECT_EQ(T.form(Name).Text, Text);
  EXPECT_EQ(T.form("FADDv2f64").Encoding, FormEncoding::Fixed);
  EXPECT_EQ(T.form("FADD_ZZZ_D").Encoding, FormEncoding::Scalable);
  EXPECT_GE(T.Catalog.Forms.size(), 4000u);
}

TEST(AArch64Forms, SayWhyTheyAreLeftOut) {
  const std::pair<const char *, const char *> Rows[] = {
      {"BL", "it calls or returns"},
      {"Bcc", "it branches: see the pairs with comparisons"},
      {"LDRXpost", "it changes the register of its address"},
      {"LDRXpre", "it changes the register of its address"},
      {"LDPXi", "it accesses several places"},
      {"LDXRX", "it is one of two that belong together (exclusive accesses)"},
      {"MSR", "it is a system instruction"},
      {"LDRXl", "it depends on where the code is"},
      {"ADR", "it depends on where the code is"},
      {"SVC", "it traps"}};
  for (const auto &[Name, Why] : Rows)
    EXPECT_EQ(neoverse().whyLeftOut(Name), Why) << Name;
}

// A core without SVE has no forms of it.
TEST(AArch64Forms, AreThoseOfTheCore) {
  const FormTester T("neoverse-n1", "aarch64");
  EXPECT_TRUE(T.Catalog.find("FADDv2f64"));
  EXPECT_FALSE(T.Catalog.find("FADD_ZZZ_D"));
}

TEST(AArch64Forms, LeaveTheLoopsRegistersAlone) {
  const FormTester &T = neoverse();
  const LoopRegisters &Loop = T.Builder.target().registers();
  for (const InstructionForm &F : T.Catalog.Forms) {
    const MCInst I = T.Builder.build(F.Shape, T.Builder.spread(F.Shape));
    for (const FormOperand &R : F.Shape.Registers) {
      const StringRef Name = T.Target->registerInfo().getName(
          T.Builder.rootOf(I.getOperand(R.Index).getReg()));
      for (StringRef Taken : {Loop.Counter, Loop.Stack, Loop.Memory, Loop.Zero,
                              Loop.General, Loop.Vector})
        ASSERT_NE(Name, Taken) << F.Name;
    }
  }
}

/// What a model says of one instruction by itself.
class Statement {
public:
  Statement(const FormTester &T, const InstructionForm &F)
      : Inst(T.Builder.build(F.Shape, T.Builder.spread(F.Shape))),
        K(T.Builder.describe(Inst)) {
    K.Insts.front().Inst = &Inst;
    T.Semantics->nameStack(K);
    MappingOptions Fastest;
    Fastest.FastestOperands = true;
    M = mapKernel(K, *T.Model, Fastest);
  }
  bool isUsual() const {
    return M.Insts.front().Flags ==
               (M.Insts.front().Flags &
                (MF_PureLoad | MF_LatencyFromLLVM | MF_UopsFromLLVM)) &&
           K.Insts.front().NumMems == 0 && M.NumNotModeled == 0;
  }
  /// Cycles from operand \p From to operand \p To; nullopt if a table of LLVM's
  /// makes that depend on the producer.
  std::optional<double> latency(StringRef From, StringRef To) const {
    for (const auto &[R, Read] : enumerate(K.Reads))
      for (const auto &[W, Write] : enumerate(K.Writes))
        if (name(Read.Operand) == From && name(Write.Operand) == To)
          return M.WriteLatency[W] - M.ReadAdvance[R];
    return std::nullopt;
  }
  double portBound() const {
    std::vector<UopGroup> Uops;
    for (const MappedUop &U : M.uops(M.Insts.front()))
      Uops.push_back({U.Ports, U.Cycles});
    return computePortBound(Uops).Value.toDouble();
  }

private:
  static std::string name(int Operand) {
    return "op" + std::to_string(Operand + 1);
  }
  MCInst Inst;
  Kernel K;
  MappedKernel M;
};

/// Measures every other form of \p Cpu that matches \p Names, and compares.
/// \returns how many forms agree in all figures that are compared.
unsigned countAgreeing(StringRef Cpu, StringRef Names) {
  const FormTester T(Cpu, "aarch64");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  const Regex Pattern(("^(" + Names + ")$").str());
  unsigned Agree = 0, Number = 0;
  for (const InstructionForm &F : T.Catalog.Forms) {
    const Statement S(T, F);
    if (!Pattern.match(F.Name) || !S.isUsual() || Number++ % 2 != 0)
      continue;
    const FormResult R = E.measure(F);
    bool IsRight = R.isKnown();
    unsigned Compared = 0;
    for (const FormLatency &L : R.Latencies) {
      // Crossings between the files are known only as sums of two ways, and how
      // late an addend may come depends on who makes it.
      if (L.ToFlags || L.Links != 0 || L.Role == ReadRole::Mask ||
          L.Role == ReadRole::Accumulator)
        continue;
      const std::optional<double> Want = S.latency(L.From, L.To);
      if (!Want)
        continue;
      ++Compared;
      const bool IsSame = std::fabs(L.Cycles - std::max(*Want, 0.0)) < 0.05;
      EXPECT_TRUE(IsSame) << F.Name << ' ' << L.From << '>' << L.To << ' '
                          << L.Cycles << ", not " << *Want;
      IsRight &= IsSame;
    }
    EXPECT_GE(R.Throughput, S.portBound() * 0.98 - 0.01) << F.Name;
    Agree += IsRight && Compared != 0;
  }
  return Agree;
}

TEST(AArch64Forms, FindWhatNeoverseV2Takes) {
  EXPECT_GE(
      countAgreeing("neoverse-v2",
                    "(ADD|SUB|MUL|MADD|AND|ORR|EOR|LSLV|CLZ|F(ADD|MUL|MAX|"
                    "DIV|SQRT|MADD|MLA)|[SU](MAX|DIV|ABD|HADD)).*"),
      200u);
}

TEST(AArch64Forms, FindWhatA64fxTakes) {
  EXPECT_GE(countAgreeing(
                "a64fx", "(ADD|SUB|MUL|MADD|AND|ORR|EOR|LSLV|CLZ|F(ADD|MUL|MAX|"
                         "DIV|SQRT|MADD|MLA)|[SU](MAX|DIV|ABD|HADD)).*"),
            100u);
}

// From the address: the load and the link, which is the other way of a
// crossing for vectors.
TEST(AArch64Forms, FindLatenciesOfLoadsAndFlags) {
  const FormTester &T = neoverse();
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  EXPECT_NEAR(latencyOf(E.measure(T.form("LDRXui")), "address", "op1"), 4,
              0.05);
  EXPECT_NEAR(latencyOf(E.measure(T.form("LDRXroX")), "address", "op1"), 4,
              0.05);
  EXPECT_NEAR(latencyOf(E.measure(T.form("CSELXr")), "flags", "op1"), 1, 0.05);
  EXPECT_NEAR(latencyOf(E.measure(T.form("ADCSXr")), "flags", "flags"), 1,
              0.05);
  EXPECT_NEAR(latencyOf(E.measure(T.form("SUBSXrs")), "op2", "flags"), 1, 0.05);
}

TEST(AArch64Forms, FindThroughputs) {
  const FormTester &T = neoverse();
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  const std::pair<const char *, double> Rows[] = {
      {"ADDXri", 0.25},    {"CLZXr", 1.0 / 6}, {"FADDv2f64", 0.25},
      {"LDRXui", 1.0 / 3}, {"STRXui", 0.5},    {"MADDXrrr", 1}};
  for (const auto &[Form, Cycles] : Rows)
    EXPECT_NEAR(E.measure(T.form(Form)).Throughput, Cycles, 0.02) << Form;
}

} // namespace
