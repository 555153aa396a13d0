//===- LLVMScheduleTest.cpp - LLVM's scheduling model as a base -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/LLVMSchedule.h"
#include "TargetTester.h"
#include "TestSupport.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The schedule of one CPU, with a port for each unit.
struct Schedule {
  Schedule(TargetTester &T, StringRef Cpu)
      : T(T), STI(T.T->createMCSubtargetInfo(T.TT, Cpu, "")),
        S(*STI, STI->getSchedModel(), *T.MII) {
    std::vector<unsigned> Numbers;
    for (unsigned I = 0; I < S.units().size(); ++I)
      Numbers.push_back(I);
    S.numberPorts(Numbers);
  }
  const BaseSchedule &of(StringRef Opcode) {
    MCInst Inst;
    Inst.setOpcode(T.opcode(Opcode));
    return S.schedule(Inst);
  }
  /// "SKXPort0 SKXPort1; SKXFPDivider*4", in the order of the schedule.
  std::string uops(StringRef Opcode) {
    std::string Text;
    for (const BaseUop &U : of(Opcode).Uops) {
      std::string Names;
      U.Ports.forEach([&](unsigned P) {
        Names += (Names.empty() ? "" : " ") + S.units()[P].Name;
      });
      Text += (Text.empty() ? "" : "; ") + Names +
              (U.Cycles == 1 ? "" : "*" + std::to_string(U.Cycles));
    }
    return Text;
  }

  TargetTester &T;
  std::unique_ptr<const MCSubtargetInfo> STI;
  LLVMSchedule S;
};

TEST(LLVMSchedule, Skylake) {
  TargetTester T;
  Schedule S(T, "skylake-avx512");
  // One micro-op on a group: the group's ports, once.
  EXPECT_EQ(S.uops("VADDPDYrr"), "SKXPort0 SKXPort1");
  // A load beside it keeps its own group.
  EXPECT_EQ(S.of("VADDPDYrm").Uops.size(), 2u);
  EXPECT_EQ(S.of("VADDPDYrr").NumMicroOps, 1u);
  EXPECT_EQ(S.S.maxLatency(S.of("VADDPDYrr")), 4u);
  EXPECT_TRUE(S.of("VDIVPDYrr").Valid);
  EXPECT_EQ(S.S.reorderBuffer(), 224u);
}

TEST(LLVMSchedule, UnitsThatAreNoPorts) {
  TargetTester T;
  Schedule S(T, "skylake-avx512");
  bool HasDivider = false;
  for (const BaseUnit &U : S.S.units()) {
    if (U.Name == "SKXFPDivider" || U.Name == "SKXDivider") {
      EXPECT_EQ(U.Kind, PortKind::Unit) << U.Name;
      HasDivider = true;
    }
    if (StringRef(U.Name).starts_with("SKXPort")) {
      EXPECT_EQ(U.Kind, PortKind::Port) << U.Name;
    }
  }
  EXPECT_TRUE(HasDivider);
  bool Held = false;
  for (const BaseUop &U : S.of("VDIVPDYrr").Uops)
    Held |=
        S.S.units()[U.Ports.first()].Name == "SKXFPDivider" && U.Cycles == 8;
  EXPECT_TRUE(Held);
}

/// 100 cycles stand for what the x86 models do not describe.
TEST(LLVMSchedule, PlaceholdersAreNoData) {
  TargetTester T;
  Schedule S(T, "skylake-avx512");
  EXPECT_FALSE(S.of("REP_MOVSB_64").Valid);
  EXPECT_EQ(S.S.maxLatency(S.of("REP_MOVSB_64")), 0u);
  EXPECT_TRUE(S.of("REP_MOVSB_64").Uops.empty());
  EXPECT_TRUE(S.of("IDIV64r").Valid);
}

/// The same object for the same class: results are cached.
TEST(LLVMSchedule, Caches) {
  TargetTester T;
  Schedule S(T, "skylake-avx512");
  EXPECT_EQ(&S.of("VADDPDYrr"), &S.of("VADDPDYrr"));
}

TEST(LLVMSchedule, ReadAdvance) {
  TargetTester T;
  Schedule S(T, "skylake-avx512");
  EXPECT_FALSE(S.S.hasReadAdvances(S.of("VADDPDrr")));
  // A register beside a load may arrive late.
  const BaseSchedule &Folded = S.of("VADDPDrm");
  EXPECT_TRUE(S.S.hasReadAdvances(Folded));
  EXPECT_GT(S.S.readAdvance(Folded, 0, ~0u), 0);
}

/// No micro-op of any opcode is on no port, and none is counted twice: the
/// cycles are at most those of LLVM's own resource list without its groups.
TEST(LLVMSchedule, EveryOpcodeOfSomeCores) {
  for (auto [Target, Cpu] :
       {std::pair("x86_64-unknown-linux-gnu", "skylake-avx512"),
        std::pair("x86_64-unknown-linux-gnu", "znver4"),
        std::pair("x86_64-unknown-linux-gnu", "sapphirerapids"),
        std::pair("aarch64-unknown-linux-gnu", "neoverse-v2"),
        std::pair("aarch64-unknown-linux-gnu", "thunderx2t99"),
        std::pair("aarch64-unknown-linux-gnu", "apple-m1")}) {
    TargetTester T(Target);
    Schedule S(T, Cpu);
    const MCSchedModel &SM = S.STI->getSchedModel();
    for (unsigned Op = 1; Op < T.MII->getNumOpcodes(); ++Op) {
      const MCSchedClassDesc *SC =
          SM.getSchedClassDesc(T.MII->get(Op).getSchedClass());
      if (!SC->isValid() || SC->isVariant())
        continue;
      MCInst Inst;
      Inst.setOpcode(Op);
      const BaseSchedule &B = S.S.schedule(Inst);
      int64_t Ours = 0, Theirs = 0;
      for (const BaseUop &U : B.Uops) {
        ASSERT_FALSE(U.Ports.empty()) << Cpu << " " << T.MII->getName(Op).str();
        Ours += U.Cycles;
      }
      for (const auto *P = S.STI->getWriteProcResBegin(SC);
           P != S.STI->getWriteProcResEnd(SC); ++P)
        Theirs += P->ReleaseAtCycle - P->AcquireAtCycle;
      EXPECT_LE(Ours, Theirs) << Cpu << " " << T.MII->getName(Op).str();
    }
  }
}

TEST(LLVMSchedule, WrittenFor) {
  TargetTester T;
  std::unique_ptr<MCSubtargetInfo> STI(
      T.T->createMCSubtargetInfo(T.TT, "", ""));
  auto Model = [&](StringRef Cpu) -> const MCSchedModel & {
    return STI->getSchedModelForCPU(Cpu);
  };
  EXPECT_EQ(modelWrittenFor(Model("gracemont")), "alderlake");
  EXPECT_FALSE(isModelNative(Model("gracemont"), "gracemont"));
  EXPECT_TRUE(isModelNative(Model("alderlake"), "alderlake"));
  EXPECT_TRUE(isModelNative(Model("znver1"), "znver1"));
  EXPECT_FALSE(isModelNative(Model("znver5"), "znver5"));
}

} // namespace
