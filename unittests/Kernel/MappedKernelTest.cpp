//===- MappedKernelTest.cpp - A kernel on a port model --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "ToyTester.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// "load p5; compute p0 p1" of instruction \p I, cycles where not 1.
std::string uops(const ToyTester &, const MappedKernel &M, unsigned I) {
  std::string Text;
  for (const MappedUop &U : M.uops(M.Insts[I])) {
    Text += Text.empty() ? "" : "; ";
    const char *Kinds[] = {"compute", "load", "store-address", "store-data"};
    Text += Kinds[static_cast<unsigned>(U.Kind)];
    U.Ports.forEach(
        [&](unsigned P) { Text += " " + M.Model->ports()[P].Name; });
    if (U.Cycles != 1)
      Text += " for " + std::to_string(U.Cycles);
  }
  return Text;
}

struct Row {
  const char *Asm, *Uops;
  unsigned IssueSlots;
  int Load, Store; ///< Latencies.
};

TEST(MappedKernel, Toy) {
  const Row Rows[] = {
      {"vaddpd %xmm0, %xmm1, %xmm2", "compute p0 p1", 1, 0, 0},
      {"vaddpd (%rax), %xmm1, %xmm2", "compute p0 p1; load ld", 1, 5, 0},
      {"vdivpd %xmm0, %xmm1, %xmm2", "compute p0; compute div for 8", 1, 0, 0},
      {"vmovupd (%rax), %xmm1", "load ld", 1, 5, 0},
      {"vmovupd %xmm1, (%rax)", "store-address st; store-data st", 1, 0, 1},
      {"movq %rax, %rbx", "", 1, 0, 0},
      {"decq %rax", "", 0, 0, 0},
      {"cpuid", "", 0, 0, 0},
  };
  ToyTester T;
  for (const Row &R : Rows) {
    MappedKernel M = T.map(R.Asm);
    ASSERT_EQ(M.Insts.size(), 1u) << R.Asm;
    EXPECT_EQ(uops(T, M, 0), R.Uops) << R.Asm;
    EXPECT_EQ(M.Insts[0].IssueSlots, R.IssueSlots) << R.Asm;
    EXPECT_EQ(M.Insts[0].LoadLatency, R.Load) << R.Asm;
    EXPECT_EQ(M.Insts[0].StoreLatency, R.Store) << R.Asm;
  }
}

TEST(MappedKernel, Flags) {
  ToyTester T;
  EXPECT_TRUE(T.map("movq %rax, %rbx").Insts[0].is(MF_Eliminated));
  EXPECT_TRUE(T.map("vmovupd (%rax), %xmm1").Insts[0].is(MF_PureLoad));
  EXPECT_FALSE(T.map("vaddpd (%rax), %xmm1, %xmm1").Insts[0].is(MF_PureLoad));
  EXPECT_TRUE(T.map("xorq %rax, %rax").Insts[0].is(MF_DependencyBreaking));
  EXPECT_FALSE(T.map("xorq %rbx, %rax").Insts[0].is(MF_DependencyBreaking));
  MappedKernel Unknown = T.map("cpuid\nvsqrtpd %xmm0, %xmm1");
  EXPECT_TRUE(Unknown.Insts[0].is(MF_NotModeled));
  EXPECT_EQ(Unknown.NumNotModeled, 2u);
}

TEST(MappedKernel, AccumulatorIsReadLate) {
  ToyTester T;
  MappedKernel M = T.map("vfmadd231pd %xmm0, %xmm1, %xmm2");
  const KernelInst &I = M.K->Insts[0];
  for (unsigned R = 0; R < I.NumReads; ++R) {
    bool IsAddend = M.K->Reads[I.FirstRead + R].Role == ReadRole::Accumulator;
    EXPECT_EQ(M.ReadAdvance[I.FirstRead + R], IsAddend ? 2 : 0);
  }
  EXPECT_EQ(M.WriteLatency[I.FirstWrite], 4);
}

TEST(MappedKernel, MacroFusion) {
  ToyTester T;
  const char *Fused = "l: cmpq %rax, %rbx\n jne l";
  MappedKernel M = T.map(Fused);
  EXPECT_TRUE(M.Insts[0].is(MF_FusedWithNext));
  EXPECT_EQ(M.Insts[0].NumUops, 0u);
  EXPECT_EQ(M.Insts[0].IssueSlots, 0u);
  // Not a condition of the rule, not adjacent, other operands.
  EXPECT_FALSE(
      T.map("l: cmpq %rax, %rbx\n js l").Insts[0].is(MF_FusedWithNext));
  EXPECT_FALSE(T.map("l: cmpq %rax, %rbx\n movq %rcx, %rdx\n jne l")
                   .Insts[0]
                   .is(MF_FusedWithNext));
  // Other tools knew no fusion.
  MappedKernel Compat = T.map(Fused, {true});
  EXPECT_FALSE(Compat.Insts[0].is(MF_FusedWithNext));
  EXPECT_EQ(Compat.Insts[0].NumUops, 1u);
}

/// neoverse-v2: what a comparison and aese fuse with.
TEST(MappedKernel, MacroFusionByRegisters) {
  ToyTester T("neoverse-v2", "aarch64-unknown-linux-gnu");
  struct {
    const char *Name, *Code;
    bool Fuses;
  } Rows[] = {
      {"compare and branch", "l: cmp x0, x1\n b.ne l", true},
      {"with a result", "l: subs x0, x0, #1\n b.ne l", false},
      {"tests nothing of it", "l: cmp x0, x1\n cbnz x2, l", false},
      {"compare and select", "cmp x0, x1\n csel x0, x1, x2, lt", true},
      {"one register", "aese v0.16b, v1.16b\n aesmc v0.16b, v0.16b", true},
      {"result left over", "aese v0.16b, v1.16b\n aesmc v2.16b, v0.16b", false},
      {"not its result", "aese v0.16b, v1.16b\n aesmc v2.16b, v2.16b", false},
  };
  for (const auto &R : Rows) {
    MappedKernel M = T.map(R.Code);
    EXPECT_EQ(M.Insts[0].is(MF_FusedWithNext), R.Fuses) << R.Name;
    EXPECT_EQ(M.Insts[0].NumUops == 0, R.Fuses) << R.Name;
  }
  // Without a branch the pair takes as long as its second part.
  MappedKernel Pair = T.map("aese v0.16b, v1.16b\n aesmc v0.16b, v0.16b");
  EXPECT_EQ(Pair.WriteLatency[Pair.K->Insts[0].FirstWrite], 0);
  EXPECT_EQ(Pair.WriteLatency[Pair.K->Insts[1].FirstWrite], 2);
}

TEST(MappedKernel, Provenance) {
  ToyTester T;
  MappedKernel M = T.map("vaddpd %xmm0, %xmm1, %xmm2");
  ASSERT_FALSE(M.Insts[0].UopsFrom.isLLVM());
  EXPECT_EQ(M.Insts[0].UopsFrom.Layer->Name, "toy");
  EXPECT_GT(M.Insts[0].UopsFrom.Line, 0u);
  ToyTester Plain("pantherlake");
  MappedKernel L = Plain.map("vaddpd %xmm0, %xmm1, %xmm2");
  EXPECT_TRUE(L.Insts[0].UopsFrom.isLLVM());
  EXPECT_TRUE(L.Insts[0].is(MF_UopsFromLLVM));
  EXPECT_FALSE(L.Insts[0].is(MF_NotModeled));
  EXPECT_GT(L.Insts[0].NumUops, 0u);
}

/// All that is known of each instruction, a line for each.
std::string describe(const ToyTester &T, const MappedKernel &M) {
  std::string Text;
  for (auto [I, Inst] : enumerate(M.Insts)) {
    Text += uops(T, M, I) + formatv(" | {0} {1} {2} {3} {4} {5}", Inst.Flags,
                                    Inst.IssueSlots, Inst.CacheUops,
                                    Inst.LoadLatency, Inst.StoreLatency,
                                    Inst.PairOpcode)
                                .str();
    const KernelInst &K = M.K->Insts[I];
    for (unsigned W = 0; W < K.NumWrites; ++W)
      Text += formatv(" {0}", M.WriteLatency[K.FirstWrite + W]).str();
    for (unsigned R = 0; R < K.NumReads; ++R)
      Text += formatv(" {0}", M.ReadAdvance[K.FirstRead + R]).str();
    Text += "\n";
  }
  return Text + formatv("{0} not modeled", M.NumNotModeled).str();
}

// The copies of an unrolled body share its operands.
TEST(MappedKernel, CopiesAreLikeCodeWrittenTwice) {
  const std::string Body = "vaddpd (%rax,%rcx), %xmm1, %xmm2\n"
                           "vmovupd %xmm2, (%rax)\n cpuid\n"
                           "vfmadd231pd %xmm0, %xmm1, %xmm2\n"
                           "addq $8, %rcx\n cmpq %rax, %rcx\n jne l\n";
  for (const char *Cpu : {"", "cascadelake", "pantherlake"}) {
    ToyTester T(Cpu);
    Kernel Twice = T.Semantics.kernel("l: " + Body);
    const std::vector<KernelInst> Once = Twice.Insts;
    append_range(Twice.Insts, Once);
    const std::string Shared =
        describe(T, mapKernel(Twice, T.model(), MappingOptions()));
    EXPECT_EQ(Shared, describe(T, T.map("l: " + Body + Body))) << Cpu;
  }
}

TEST(MappedKernel, Empty) {
  ToyTester T;
  MappedKernel M = T.map("");
  EXPECT_TRUE(M.Insts.empty());
  EXPECT_EQ(M.NumNotModeled, 0u);
}

} // namespace
